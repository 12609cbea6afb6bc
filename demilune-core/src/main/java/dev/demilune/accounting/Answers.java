// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleFunction;

/** The answers to one question, each computed when it is first asked for, and kept. */
final class Answers<T> {

  /** Accountants are kept for long, and must not grow with what they are asked. */
  private static final int MOST = 1_000;

  private final Map<Double, T> known = new ConcurrentHashMap<>();
  private final DoubleFunction<T> question;

  Answers(DoubleFunction<T> question) {
    this.question = question;
  }

  T at(double asked) {
    if (known.size() >= MOST) {
      known.clear(); // whatever is asked again is computed again, and is the same
    }
    return known.computeIfAbsent(asked, question::apply);
  }
}
