// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

/**
 * A public increasing function that is applied to a number before its range becomes [0, 1].
 *
 * <p>Computed with {@link StrictMath}, so that a cell has the same position on every machine.
 */
public enum AmountScale {
  /** The number itself. */
  LINEAR("linear"),
  /** ln x, for ranges above zero. */
  LOG("log"),
  /** sign(x) ln(1 + |x|): for amounts that may be zero or negative. */
  SIGNED_LOG("signed-log"),
  /** sign(x) √|x|. */
  SQRT("sqrt");

  private final String text;

  AmountScale(String text) {
    this.text = text;
  }

  /** Returns the scale as schema files write it. */
  public String text() {
    return text;
  }

  /** Returns whether the scale is defined on a whole range. */
  boolean accepts(FeatureRange range) {
    return this != LOG || range.low() > 0;
  }

  /** Returns the function's value. */
  double apply(double value) {
    return switch (this) {
      case LINEAR -> value;
      case LOG -> StrictMath.log(value);
      case SIGNED_LOG -> Math.copySign(StrictMath.log1p(Math.abs(value)), value);
      case SQRT -> Math.copySign(Math.sqrt(Math.abs(value)), value);
    };
  }

  /** Returns the number that the function maps to a value. */
  double invert(double image) {
    return switch (this) {
      case LINEAR -> image;
      case LOG -> StrictMath.exp(image);
      case SIGNED_LOG -> Math.copySign(StrictMath.expm1(Math.abs(image)), image);
      case SQRT -> Math.copySign(image * image, image);
    };
  }

  /** Returns the position of a number between the ends of the range, clipped to [0, 1]. */
  double position(double value, FeatureRange range) {
    if (this == LINEAR) {
      return range.fraction(value);
    }
    return position(value, range, apply(range.low()), apply(range.high()));
  }

  /** The same, where the function's values at both ends are known. */
  double position(double value, FeatureRange range, double atLow, double atHigh) {
    double inside = apply(Math.max(range.low(), Math.min(range.high(), value)));
    return Math.max(0, Math.min(1, (inside - atLow) / (atHigh - atLow)));
  }

  /** Returns the number at a position between 0 (low) and 1 (high). */
  double valueAt(double position, FeatureRange range) {
    if (position <= 0) {
      return range.low();
    }
    if (position >= 1) {
      return range.high();
    }
    double image = (1 - position) * apply(range.low()) + position * apply(range.high());
    return Math.max(range.low(), Math.min(range.high(), invert(image)));
  }
}
