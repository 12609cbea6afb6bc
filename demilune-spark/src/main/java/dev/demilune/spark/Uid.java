// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import org.apache.spark.ml.util.Identifiable$;

/**
 * Hands a stage its identifier before its constructor has run: Spark's own constructors, which run
 * first, give it to the parameters.
 */
final class Uid {

  private static final ThreadLocal<String> GIVEN = new ThreadLocal<>();

  private Uid() {}

  /** Remembers the identifier for the stage that this thread constructs next. */
  static Uid give(String uid) {
    GIVEN.set(uid);
    return new Uid();
  }

  /** Returns the identifier that was given, or a new one. */
  static String take(String prefix) {
    String given = GIVEN.get();
    GIVEN.remove();
    return given == null ? Identifiable$.MODULE$.randomUID(prefix) : given;
  }
}
