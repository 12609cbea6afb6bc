// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.internal.NegativeExp;

/**
 * How strongly a row pulls at the weights: the negative gradient of a loss in the scores, scaled to
 * norm at most one.
 *
 * <p>For a joint loss over K classes one row's gradient is g ⊗ z with g the gradient in the K
 * scores. For both losses |g| ≤ √2: the hinge loss of Crammer and Singer (2001) has g = e_k - e_y,
 * and softmax has g = p - e_y with |p - e_y|² = (1 - p_y)² + Σ_{k≠y} p_k² ≤ 2(1 - p_y)² ≤ 2. So the
 * joint sensitivity over all classes is √2 per unit row, however many classes there are. The rules
 * below return g divided by its length (hinge), or by the larger of its length and one half
 * (softmax), so that the bound becomes one and every active row counts alike.
 */
enum Loss {
  /** Hinge loss of margin one, of the row's class against the rivals. */
  HINGE {
    @Override
    RowRule binary(double margin) {
      return (label, scores, into) -> {
        double signed = label == 1 ? scores[0] : -scores[0];
        into[0] = label == 1 ? 1 : -1; // length one: active rows pull alike
        return signed < margin;
      };
    }

    @Override
    RowRule joint(Margins margins) {
      return (label, scores, into) -> {
        int rival = strongestRival(label, scores);
        double margin = margins.between(label, rival);
        if (scores[label] - scores[rival] >= margin) {
          return false;
        }
        // Rivals close to the strongest share the push: the limit of temperature zero is e_y - e_k.
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < scores.length; k++) {
          // The same bits on every machine, so that no common row's pull can differ.
          into[k] =
              k == label ? 0 : NegativeExp.of((scores[k] - scores[rival]) / (TEMPERATURE * margin));
          sum += into[k];
          squares += into[k] * into[k];
        }
        // |e_y - q|² = 1 + |q|² with q = into/sum; the strongest rival makes sum ≥ 1.
        double length = Math.sqrt(1 + squares / (sum * sum));
        for (int k = 0; k < scores.length; k++) {
          into[k] = -into[k] / (sum * length);
        }
        into[label] = 1 / length;
        return true;
      };
    }
  },

  /** Multinomial logistic loss. */
  SOFTMAX {
    @Override
    RowRule binary(double margin) {
      return (label, scores, into) -> {
        double signed = label == 1 ? scores[0] : -scores[0];
        // Doubled and cut off at one: a row at or below margin - 1 pulls in full.
        double pull = Math.min(1, 2 / (1 + StrictMath.exp(signed + 1 - margin)));
        into[0] = label == 1 ? pull : -pull;
        return true;
      };
    }

    @Override
    RowRule joint(Margins margins) {
      return (label, scores, into) -> {
        int rival = strongestRival(label, scores);
        double raise = margins.between(label, rival) - 1;
        // Subtracted from all exponents: none is above zero, so no exponential overflows.
        double top = Math.max(scores[label] - raise, scores[rival]);
        double sum = 0;
        for (int k = 0; k < scores.length; k++) {
          into[k] = NegativeExp.of(scores[k] - (k == label ? raise : 0) - top);
          sum += into[k];
        }
        double squares = 0;
        for (int k = 0; k < scores.length; k++) {
          into[k] = (k == label ? 1 : 0) - into[k] / sum;
          squares += into[k] * into[k];
        }
        // A gradient longer than one half is brought to one; shorter ones fade out smoothly.
        double length = Math.max(Math.sqrt(squares), 0.5);
        for (int k = 0; k < scores.length; k++) {
          into[k] /= length;
        }
        return true;
      };
    }
  };

  // In units of the margin: a rival this far behind the strongest has 1/e of its weight.
  private static final double TEMPERATURE = 0.2;

  /** Returns the rule for two classes and one weight vector, positive scores meaning class 1. */
  abstract RowRule binary(double margin);

  /** Returns the rule for one weight vector per class. */
  abstract RowRule joint(Margins margins);

  /**
   * Returns the rule of one halfspace per class: the row pulls at every one that it violates, for
   * its own class and against the others. K pulls of 1/√K have length one together.
   *
   * @param margins that a row must exceed, one per class
   */
  static RowRule oneVsRest(double[] margins) {
    double[] thresholds = margins.clone();
    double pull = 1 / Math.sqrt(thresholds.length);
    return (label, scores, into) -> {
      boolean active = false;
      for (int k = 0; k < scores.length; k++) {
        double sign = k == label ? 1 : -1;
        boolean violated = sign * scores[k] <= thresholds[k];
        into[k] = violated ? sign * pull : 0;
        active |= violated;
      }
      return active;
    };
  }

  /**
   * Returns the rule of the multinomial logistic loss whose gradients are brought to length one
   * from 1/√2 on: for two classes, from a probability of one half of the wrong one.
   */
  static RowRule clippedSoftmax() {
    return (label, scores, into) -> {
      double top = Math.max(scores[label], scores[strongestRival(label, scores)]);
      double sum = 0;
      for (int k = 0; k < scores.length; k++) {
        into[k] = NegativeExp.of(scores[k] - top); // none is positive
        sum += into[k];
      }
      double squares = 0;
      for (int k = 0; k < scores.length; k++) {
        into[k] = (k == label ? 1 : 0) - into[k] / sum;
        squares += into[k] * into[k];
      }
      double length = Math.max(Math.sqrt(squares), Math.sqrt(0.5));
      for (int k = 0; k < scores.length; k++) {
        into[k] /= length;
      }
      return true;
    };
  }

  /**
   * Returns the hinge rule for margins that differ from rival to rival: the rival that counts is
   * the one whose margin is met least, (s_y - s_k)/margin, and not the one with the largest score.
   * With margins in proportion to |w_y - w_k| this is the nearest boundary, as a certified radius
   * sees it.
   */
  static RowRule nearestBoundary(Margins margins) {
    return (label, scores, into) -> {
      double nearest = Double.POSITIVE_INFINITY;
      for (int k = 0; k < scores.length; k++) {
        if (k != label) {
          into[k] = (scores[label] - scores[k]) / margins.between(label, k);
          nearest = Math.min(nearest, into[k]);
        }
      }
      if (nearest >= 1) {
        return false;
      }
      // Boundaries almost as near share the push, as in the rule of equal margins.
      double sum = 0;
      double squares = 0;
      for (int k = 0; k < scores.length; k++) {
        into[k] = k == label ? 0 : NegativeExp.of((nearest - into[k]) / TEMPERATURE);
        sum += into[k];
        squares += into[k] * into[k];
      }
      double length = Math.sqrt(1 + squares / (sum * sum)); // the nearest makes sum ≥ 1
      for (int k = 0; k < scores.length; k++) {
        into[k] = -into[k] / (sum * length);
      }
      into[label] = 1 / length;
      return true;
    };
  }

  /** Returns the rival class with the largest score; the first of equals. */
  static int strongestRival(int label, double[] scores) {
    int rival = label == 0 ? 1 : 0;
    for (int k = rival + 1; k < scores.length; k++) {
      if (k != label && scores[k] > scores[rival]) {
        rival = k;
      }
    }
    return rival;
  }
}
