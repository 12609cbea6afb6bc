// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.embed.Embedding;
import dev.demilune.embed.Embeddings;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import java.util.Optional;

/**
 * A linear model of a row's image under a public {@link Embedding}: the score of class k for a row
 * x is w_k·φ(u) + b_k, where u is the row mapped into the unit ball.
 *
 * <p>Training used images rounded to 16-bit integers; predictions use double precision. The object
 * is immutable and thread-safe; scoring allocates arrays of the embedding's size.
 */
public final class EmbeddedClassifier implements Classifier {

  private final Schema schema;
  private final Embedding embedding;
  private final LinearClassifier linear;

  private EmbeddedClassifier(Schema schema, Embedding embedding, LinearClassifier linear) {
    this.schema = schema;
    this.embedding = embedding;
    this.linear = linear;
  }

  /**
   * Returns the model of rows of this schema.
   *
   * @param linear a model of the images: its schema is {@link Embeddings#images}
   */
  public static EmbeddedClassifier of(Schema schema, Embedding embedding, LinearClassifier linear) {
    if (!linear.schema().equals(Embeddings.images(schema, embedding))) {
      throw new IllegalArgumentException("the linear model is not one of the embedding's images");
    }
    return new EmbeddedClassifier(schema, embedding, linear);
  }

  @Override
  public String kind() {
    return "linear in " + embedding.outputs() + " random features of the row";
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /** Returns the model of the images. */
  @Override
  public LinearClassifier linear() {
    return linear;
  }

  public Embedding embedding() {
    return embedding;
  }

  /** Returns that of the model of the images. */
  @Override
  public Optional<ScoreCalibration> calibration() {
    return linear.calibration();
  }

  @Override
  public EmbeddedClassifier calibrated(ScoreCalibration calibration) {
    return new EmbeddedClassifier(schema, embedding, linear.calibrated(calibration));
  }

  @Override
  public EmbeddedClassifier shifted(double[] added) {
    return new EmbeddedClassifier(schema, embedding, linear.shifted(added));
  }

  @Override
  public void scores(EncodedRow row, double[] into) {
    double[] image = new double[embedding.outputs()];
    embedding.apply(bounded(row), image);
    linear.scoresOfBounded(image, into);
  }
}
