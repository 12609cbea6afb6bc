// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Interactions;
import dev.demilune.model.ShapeFunction;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Part;
import dev.demilune.schema.PartCodes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The scores of an additive model, from the codes of the rows' parts. */
public final class PartScores implements Serializable {

  private static final long serialVersionUID = 1;

  private final double[] biases;
  private final ArrayList<ShapeFunction> shapes;
  private final Interactions interactions; // null if there are none
  private final ArrayList<Part> parts;

  private PartScores(
      double[] biases, List<ShapeFunction> shapes, Interactions interactions, List<Part> parts) {
    this.biases = biases;
    this.shapes = new ArrayList<>(shapes);
    this.interactions = interactions;
    this.parts = new ArrayList<>(parts);
  }

  /** Returns the scores of a model of the rows' own schema. */
  public static PartScores of(AdditiveClassifier model) {
    double[] biases = new double[model.schema().labels().size()];
    for (int k = 0; k < biases.length; k++) {
      biases[k] = model.bias(k);
    }
    return new PartScores(
        biases, model.shapes(), model.interactions().orElse(null), model.schema().parts());
  }

  /** Returns the number of classes. */
  public int classes() {
    return biases.length;
  }

  /** Scores the rows of one block. */
  @FunctionalInterface
  public interface Scorer {

    /** Writes one score per class; the largest wins. */
    void scores(int row, double[] into);
  }

  /** Returns what scores the rows of a block; for one thread. */
  public Scorer on(BoundedDataset.Block block) {
    PartCodes codes = PartCodes.of(parts);
    char[] of = new char[codes.parts()];
    EncodedRow row = new EncodedRow();
    return (index, into) -> {
      block.copyCodesTo(index, of);
      row.start(-1);
      System.arraycopy(biases, 0, into, 0, biases.length);
      for (int p = 0; p < of.length; p++) {
        double value = codes.value(p, of[p]);
        row.addPart(value);
        shapes.get(p).addTo(value, into);
      }
      if (interactions != null) {
        interactions.addTo(row, into);
      }
    };
  }
}
