// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Lines of arithmetic, one after the other. */
final class Worksheet {

  private final List<PublishedNumbers.Line> lines = new ArrayList<>();

  List<PublishedNumbers.Line> lines() {
    return lines;
  }

  /** Adds a number that may not exist: infinity if it does not. */
  void add(String quantity, OptionalDouble value, String arithmetic, Object... put) {
    add(quantity, value.orElse(Double.POSITIVE_INFINITY), arithmetic, put);
  }

  /** Adds a quantity; numbers are put into the arithmetic as people write them. */
  void add(String quantity, double value, String arithmetic, Object... put) {
    Object[] shown = new Object[put.length];
    for (int i = 0; i < put.length; i++) {
      shown[i] = put[i] instanceof Double number ? PublishedNumbers.text(number) : put[i];
    }
    lines.add(
        new PublishedNumbers.Line(quantity, String.format(Locale.ROOT, arithmetic, shown), value));
  }
}
