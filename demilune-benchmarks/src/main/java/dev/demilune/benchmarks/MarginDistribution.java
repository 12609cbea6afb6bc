// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.synthetic.CommonDirectionInstance;
import dev.demilune.data.synthetic.CoordinateInstance;
import dev.demilune.data.synthetic.LargeMargin;

/** Distributions that some direction separates with a margin, as {@code generate} writes them. */
enum MarginDistribution {
  /** {@code large-margin}: rows look alike in all directions but one. */
  ISOTROPIC("isotropic"),
  /** {@code coordinates}: orthogonal directions, each with a secret sign. */
  ORTHOGONAL("orthogonal"),
  /** {@code common-direction}: all rows point nearly the same way; 40 % are negative. */
  COMMON("common direction");

  private static final double NEGATIVES = 0.4;

  private final String title;

  MarginDistribution(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Returns how many features the rows have: orthogonal ones at least one for each direction. */
  int features(int features, double margin) {
    return this == ORTHOGONAL
        ? Math.max(features, new CoordinateInstance(margin).features())
        : features;
  }

  InstanceRows.Generator generator(int features, double margin) {
    return switch (this) {
      case ISOTROPIC -> new LargeMargin(features, margin)::write;
      case ORTHOGONAL -> new CoordinateInstance(margin)::write;
      case COMMON -> new CommonDirectionInstance(features, margin, NEGATIVES)::write;
    };
  }

  /** Draws rows to train on, and fresh ones of the same draw. */
  InstanceRows draw(int features, double margin, int rows, int fresh, long seed) {
    return new InstanceRows(
        generator(features, margin), features(features, margin), rows, fresh, seed);
  }
}
