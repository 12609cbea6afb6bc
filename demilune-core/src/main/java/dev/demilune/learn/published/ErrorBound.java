// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.List;

/**
 * What a theorem says of the error for a table of a given size.
 *
 * @param learner whose published form it is for
 * @param error the bound, which says nothing from 1 on
 * @param source the theorem
 */
public record ErrorBound(String learner, double error, String source) {

  private static final int HIDDEN_UNITS = 8;
  private static final int LAYERS = 2;
  private static final String DERIVED = ", constants derived here";

  /** Returns the bounds of Bassily, Mohri and Suresh (2022) that hold for a guarantee. */
  public static List<ErrorBound> of(Shape shape, Guarantee guarantee, Goal goal) {
    List<ErrorBound> bounds = new ArrayList<>();
    if (shape.classes() != 2 || shape.rows() < 2) {
      return bounds;
    }
    double rows = (double) shape.rows();
    double margin = goal.margin();
    double failure = goal.failure();
    double epsilon = guarantee.epsilon();
    double delta = guarantee.delta();
    bounds.add(
        new ErrorBound(
            "net-choice",
            CoverChoice.error(rows, shape.features(), margin, failure, epsilon),
            "Theorem 3.1" + DERIVED));
    if (delta > 0) {
      bounds.add(
          new ErrorBound(
              "margin-erm",
              BootstrapErm.error(rows, shape.features(), margin, failure, epsilon, delta),
              "Theorem 3.2" + DERIVED));
      bounds.add(
          new ErrorBound(
              "kernel-margin",
              FourierErm.error(rows, margin, failure, epsilon, delta),
              "Theorem 4.2, for that margin in the kernel's space" + DERIVED));
    }
    bounds.add(
        new ErrorBound(
            "network-choice",
            NetworkCoverChoice.error(
                rows,
                shape.features(),
                LAYERS,
                HIDDEN_UNITS,
                NetworkCoverChoice.marginOfHalfspace(margin, LAYERS),
                failure,
                epsilon),
            "Theorem 5.1, for the halfspace as a network of "
                + HIDDEN_UNITS
                + " hidden units"
                + DERIVED));
    if (delta > 0) {
      bounds.add(
          new ErrorBound(
              "margin-choice",
              MarginSelection.error(rows, shape.features(), margin, failure, epsilon, delta),
              "Lemma F.1, for a margin that need not be known" + DERIVED));
    }
    if (shape.adjacency() == Adjacency.REPLACE_LABEL) {
      bounds.add(
          new ErrorBound(
              "label-private",
              TruncatedCover.error(rows, margin, failure, epsilon),
              "Theorem E.1, constants as printed"));
    }
    return bounds;
  }
}
