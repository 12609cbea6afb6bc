// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.embed.HadamardProjection;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.embed.SignProjection;
import dev.demilune.internal.Check;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.EmbeddedData;
import java.util.Objects;
import java.util.Optional;

/**
 * A public random projection in front of a linear learner, and the way back.
 *
 * <p>Rows with a margin keep most of it in about 1/margin² random directions, so what is learned
 * there need not depend on how many features there were. The map is drawn from a public number:
 * tables that differ in one row have images that differ in that row's image, whose length is
 * bounded in integers ({@link BoundedDataset#through}).
 *
 * @param kind which random matrix
 * @param outputs how many directions; 0 for the rule, at least as many as features for none
 * @param draw which public draw
 */
public record Projection(Kind kind, int outputs, int draw) {

  /** The random matrices to choose from. */
  public enum Kind {
    /** Independent random signs. */
    SIGNS,
    /** The subsampled randomized Hadamard transform. */
    HADAMARD
  }

  public Projection {
    Objects.requireNonNull(kind, "kind");
    Check.between("outputs", outputs, 0, Integer.MAX_VALUE);
    Check.between("draw", draw, 0, Integer.MAX_VALUE);
  }

  /** Directions times margin²: images then mostly keep two thirds of their margins. */
  private static final double DIRECTIONS = 8;

  public static final String KEY = "projection";

  /** How many directions; the largest integer for none. */
  public static final Setting<Integer> OUTPUTS =
      Setting.integer(
              KEY,
              1,
              Integer.MAX_VALUE,
              0,
              "public random projection to so many directions; by rule where there are many more"
                  + " features than a margin needs")
          .or("auto", 0)
          .or("off", Integer.MAX_VALUE);

  /** Which draw of the public random numbers. */
  public static final Setting<Integer> DRAW =
      Setting.integer(
              "public-seed", 0, Integer.MAX_VALUE, 1, "which draw of the public random numbers")
          .formerly("draw");

  /** Returns the projection that a learner's settings describe. */
  public static Projection of(Kind kind, Settings values) {
    return new Projection(kind, values.get(OUTPUTS), values.get(DRAW));
  }

  /** Reads the setting: auto, off, or a number of directions. */
  public Projection with(String value) {
    return new Projection(kind, OUTPUTS.parse(value), draw);
  }

  public Projection withDraw(int other) {
    return new Projection(kind, outputs, other);
  }

  public String text() {
    return OUTPUTS.text(outputs);
  }

  /** Returns the number of features after the projection, for rows that have a margin. */
  public int outputs(int features, double margin) {
    return outputsOrAll(features, Math.ceil(DIRECTIONS / (margin * margin)));
  }

  /** Returns the number of features after the projection if the rule wants this many. */
  public int outputsOrAll(int features, double wanted) {
    if (outputs > 0) {
      return Math.min(features, outputs);
    }
    // Nearly as many directions as features would cost margin and win nothing.
    return 2 * wanted <= features ? (int) wanted : features;
  }

  /**
   * Returns the shape of the images.
   *
   * @throws DemiluneException if the matrix would not fit in memory
   */
  public Shape images(Shape rows, double margin) {
    requireMemory(rows.features(), outputs(rows.features(), margin));
    return new Shape(
        rows.rows(), outputs(rows.features(), margin), rows.classes(), rows.adjacency());
  }

  /** Returns the map, or nothing where it would not reduce the number of features. */
  public Optional<LinearEmbedding> map(int features, double margin) {
    return mapTo(features, outputs(features, margin));
  }

  /**
   * Returns the map to this many directions, or nothing where it would not reduce the number of
   * features.
   */
  public Optional<LinearEmbedding> mapTo(int features, int directions) {
    if (directions == features) {
      return Optional.empty();
    }
    requireMemory(features, directions);
    return Optional.of(
        kind == Kind.SIGNS
            ? SignProjection.of(features, directions, draw)
            : HadamardProjection.of(features, directions, draw));
  }

  public void requireMemory(int features, int directions) {
    if (kind == Kind.SIGNS
        && directions < features
        && (long) directions * features > SignProjection.MOST_SIGNS) {
      throw new DemiluneException(
          features
              + " features times "
              + directions
              + " directions are more random signs than fit in memory: set projection to "
              + SignProjection.MOST_SIGNS / features
              + " or less, or use margin-erm");
    }
  }

  public static BoundedDataset images(BoundedDataset data, Optional<LinearEmbedding> map) {
    return map.map(embedding -> EmbeddedData.of(data, embedding)).orElse(data);
  }

  /** Returns the model of the rows that scores each as the given model scores its image. */
  public static LinearClassifier pullBack(
      BoundedDataset data, Optional<LinearEmbedding> map, LinearClassifier ofImages) {
    if (map.isEmpty()) {
      return ofImages;
    }
    LinearEmbedding embedding = map.get();
    double[][] weights = new double[ofImages.classes()][embedding.inputs()];
    double[] biases = new double[ofImages.classes()];
    double[] behind = new double[embedding.outputs()];
    for (int k = 0; k < weights.length; k++) {
      for (int j = 0; j < behind.length; j++) {
        behind[j] = ofImages.weight(k, j);
      }
      embedding.pullBack(behind, weights[k]);
      biases[k] = ofImages.bias(k);
    }
    return LinearClassifier.of(data.schema(), weights, biases);
  }
}
