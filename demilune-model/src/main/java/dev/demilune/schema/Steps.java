// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.internal.Digits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the range of a number becomes features: one line, bins or knots.
 *
 * <p>Bins are one feature each, 1 for the bin that the number is in; a number on an edge belongs to
 * the bin above it. Knots are one feature each, too: a hat that is 1 at its knot, falls linearly to
 * 0 at both neighbors, and is 0 beyond; the ends of the range are always knots. Bins and knots that
 * are only counted lie evenly in the range after the number's {@link AmountScale}, and hats are
 * linear there.
 *
 * @param count how many bins or knots lie evenly; 0 where they are listed
 * @param listed the inner edges of bins, or knots, in the units of the file
 */
public record Steps(Kind kind, int count, List<Double> listed) {

  /** The largest number of bins or knots of a column. */
  public static final int MOST = 1000;

  /** The three ways. */
  public enum Kind {
    /** One feature, linear in the number. */
    LINE,
    /** One feature per bin. */
    BINS,
    /** One feature per knot. */
    KNOTS
  }

  public Steps {
    listed = List.copyOf(listed);
    if (count != 0 && !listed.isEmpty()) {
      throw new IllegalArgumentException("count must be 0 where steps are listed, got " + count);
    }
  }

  /** Returns a single linear feature. */
  public static Steps line() {
    return new Steps(Kind.LINE, 0, List.of());
  }

  /** Returns bins of equal width. */
  public static Steps bins(int count) {
    return new Steps(Kind.BINS, count, List.of());
  }

  /** Returns bins between the ends of the range and the given edges inside it. */
  public static Steps binsAt(double... edges) {
    return new Steps(Kind.BINS, 0, Arrays.stream(edges).boxed().toList());
  }

  /** Returns evenly spaced knots, both ends included. */
  public static Steps knots(int count) {
    return new Steps(Kind.KNOTS, count, List.of());
  }

  /** Returns knots at the given numbers and at both ends of the range. */
  public static Steps knotsAt(double... knots) {
    return new Steps(Kind.KNOTS, 0, Arrays.stream(knots).boxed().toList());
  }

  /** Returns the positions of edges or knots, with 0 and 1 at the ends. */
  double[] positions(FeatureRange range, AmountScale scale) {
    int gaps = kind == Kind.LINE ? 1 : kind == Kind.BINS ? count : count - 1;
    if (count == 0 && kind != Kind.LINE) {
      List<Double> inner = inner(range);
      double[] positions = new double[inner.size() + 2];
      for (int i = 0; i < inner.size(); i++) {
        positions[i + 1] = scale.position(inner.get(i), range);
      }
      positions[inner.size() + 1] = 1;
      return positions;
    }
    double[] positions = new double[gaps + 1];
    for (int i = 1; i <= gaps; i++) {
      positions[i] = (double) i / gaps;
    }
    return positions;
  }

  /** Returns the edges or knots strictly inside the range, in the units of the file. */
  List<Double> marks(FeatureRange range, AmountScale scale) {
    if (kind == Kind.LINE) {
      return List.of();
    }
    if (count == 0) {
      return inner(range);
    }
    double[] positions = positions(range, scale);
    List<Double> marks = new ArrayList<>();
    for (int i = 1; i + 1 < positions.length; i++) {
      marks.add(scale.valueAt(positions[i], range));
    }
    return marks;
  }

  private List<Double> inner(FeatureRange range) {
    return listed.stream().filter(at -> at != range.low() && at != range.high()).toList();
  }

  /** Returns the number of features, without one for missing values. */
  int width(FeatureRange range) {
    return switch (kind) {
      case LINE -> 1;
      case BINS -> count > 0 ? count : inner(range).size() + 1;
      case KNOTS -> count > 0 ? count : inner(range).size() + 2;
    };
  }

  /** Adds what is wrong to the faults; the column is for messages. */
  void check(String column, FeatureRange range, AmountScale scale, SchemaBuilder builder) {
    if (kind == Kind.LINE) {
      return;
    }
    String what = kind == Kind.BINS ? "bins" : "knots";
    if (listed.isEmpty()) {
      if (count < 2 || count > MOST) {
        builder.fault(column + " needs between 2 and " + MOST + " " + what + ", got " + count);
      }
      return;
    }
    if (width(range) > MOST) {
      builder.fault(column + " has " + width(range) + " " + what + "; at most " + MOST + " can be");
      return;
    }
    for (int i = 0; i < listed.size(); i++) {
      if (i > 0 && !(listed.get(i - 1) < listed.get(i))) {
        builder.fault(
            column + " has its " + what + " out of order: list them from low to high, each once");
        return;
      }
      if (!range.contains(listed.get(i))) {
        builder.fault(
            column
                + " has "
                + what
                + " at "
                + Digits.plain(listed.get(i))
                + ", outside "
                + Digits.plain(range.low())
                + ".."
                + Digits.plain(range.high()));
        return;
      }
    }
    double[] positions = positions(range, scale);
    for (int i = 1; i < positions.length; i++) {
      if (!(positions[i - 1] < positions[i])) {
        builder.fault(
            column
                + " has "
                + what
                + " too close to tell apart: leave some out, or narrow the range");
        return;
      }
    }
  }
}
