// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.embed.LinearEmbedding;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Shape;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import java.util.Optional;

/**
 * One halfspace for each class against the others, or one for two classes, learned on projected
 * rows.
 *
 * @param rows of the table
 * @param map the public projection, if there is one
 * @param images of the rows behind it: what halfspaces are learned on
 */
public record ClassHalfspaces(
    BoundedDataset rows, Optional<LinearEmbedding> map, BoundedDataset images) {

  /** Learns the halfspace of one class. */
  @FunctionalInterface
  public interface Search {

    /**
     * Returns the normal, as {@link Halfspaces#classifier(BoundedDataset, int[][])} takes it.
     *
     * @param number of the halfspace, from 0
     * @param positive the class on its positive side
     */
    int[] normal(int number, int positive);
  }

  /** Projects the rows. */
  public static ClassHalfspaces of(BoundedDataset rows, Optional<LinearEmbedding> map) {
    return new ClassHalfspaces(rows, map, Projection.images(rows, map));
  }

  /** Learns the halfspaces in order, and returns the model of the rows that consists of them. */
  public LinearClassifier learn(Search search) {
    int[][] normals = new int[Shape.outputs(rows.classes())][];
    for (int number = 0; number < normals.length; number++) {
      normals[number] = search.normal(number, Halfspaces.positive(number, rows.classes()));
    }
    return Projection.pullBack(rows, map, Halfspaces.classifier(images, normals));
  }
}
