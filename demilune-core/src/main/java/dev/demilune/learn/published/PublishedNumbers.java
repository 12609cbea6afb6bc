// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Guarantee;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the constants of a paper ask for, with the arithmetic: the published form of a learner, and
 * beside it the repaired one where the published budget or sensitivity is wrong.
 *
 * @param learner whose published form it is
 * @param source the algorithm
 * @param lines one for each quantity
 */
public record PublishedNumbers(String learner, String source, List<Line> lines) {

  /**
   * One quantity.
   *
   * @param quantity its name
   * @param arithmetic the formula, and what it is with these numbers
   * @param value what it comes to; infinity if no number is enough
   */
  public record Line(String quantity, String arithmetic, double value) {}

  public PublishedNumbers {
    lines = List.copyOf(lines);
  }

  /** Returns those of all learners of the two papers that a guarantee allows, for two classes. */
  public static List<PublishedNumbers> of(Shape shape, Guarantee guarantee, Goal goal) {
    Problem problem = new Problem(shape, guarantee, goal);
    List<PublishedNumbers> all = new ArrayList<>();
    if (guarantee.delta() > 0) {
      all.add(NguyenUllmanZakynthinou.singleRowDescent(problem));
    }
    all.add(NguyenUllmanZakynthinou.net(problem));
    if (guarantee.delta() > 0) {
      all.add(BassilyMohriSuresh.bootstrap(problem));
      all.add(BassilyMohriSuresh.fourier(problem));
      all.add(BassilyMohriSuresh.selection(problem));
    }
    return all;
  }

  /** Returns a number as people write it: 50, 0.05, 3.91e-10. */
  public static String text(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e7) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return Math.abs(value) >= 1e-3 && Math.abs(value) < 1e4
        ? new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString()
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
