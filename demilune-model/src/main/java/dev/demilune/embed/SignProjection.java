// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;
import dev.demilune.internal.Check;
import java.io.Serializable;

/**
 * The Johnson-Lindenstrauss projection by a dense matrix of random signs over √k.
 *
 * <p>For a vector x, |Φx|² differs from |x|² by more than η|x|² with probability at most 2
 * exp(-k(η²/4 - η³/6)) (Achlioptas 2003). {@link HadamardProjection} is nearly as good and much
 * faster; this one is for proofs that need independent signs.
 */
public final class SignProjection implements LinearEmbedding, Serializable {

  private static final long serialVersionUID = 1;

  static final String KIND = "sign-projection";

  /** The largest number of signs; they take 256 MB. */
  public static final int MOST_SIGNS = 1 << 25;

  private final int inputs;
  private final int outputs;
  private final long draw;
  private final double[] matrix; // matrix[input * outputs + output]

  private SignProjection(int inputs, int outputs, long draw) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.draw = draw;
    PublicDraw signs = new PublicDraw(draw, KIND);
    matrix = signs.signs(inputs * outputs);
    double scale = 1 / Math.sqrt(outputs);
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] *= scale;
    }
  }

  /** Returns the projection drawn from a public number, to at most as many outputs as inputs. */
  public static SignProjection of(int inputs, int outputs, long draw) {
    Check.atLeastOne("inputs", inputs);
    Check.between("outputs", outputs, 1, inputs);
    // so that the product is an int
    Check.between("inputs times outputs", (long) inputs * outputs, 1, MOST_SIGNS);
    return new SignProjection(inputs, outputs, draw);
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return outputs;
  }

  @Override
  public void apply(double[] vector, double[] into) {
    project(vector, into);
    LinearEmbedding.clip(into); // privacy must not depend on the draw of Φ
  }

  /** Writes the image without the clip; its norm may exceed that of the vector. */
  public void project(double[] vector, double[] into) {
    java.util.Arrays.fill(into, 0, outputs, 0);
    for (int j = 0; j < inputs; j++) {
      double value = vector[j];
      if (value != 0) { // public map, but rows may be sparse: the sum has the same bits
        addColumn(value, j * outputs, into); // consecutive in memory: the layout is by input
      }
    }
  }

  private void addColumn(double value, int start, double[] into) {
    for (int i = 0; i < outputs; i++) {
      into[i] += value * matrix[start + i];
    }
  }

  @Override
  public void pullBack(double[] weights, double[] into) {
    for (int j = 0; j < inputs; j++) {
      double sum = 0;
      for (int i = 0; i < outputs; i++) {
        sum += matrix[j * outputs + i] * weights[i];
      }
      into[j] = sum;
    }
  }

  @Override
  public JsonObject toJson() {
    return LinearEmbedding.json(KIND, this, draw);
  }
}
