// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.privacy.Guarantee;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How to pay for an evaluation on private rows. */
final class PrivateEvaluationOptions {

  @Option(
      names = "--private",
      description = "The rows are private: release noisy counts, and charge a ledger for them.")
  boolean isPrivate;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = "With --private: the price (there is no default).")
  String epsilon;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "With --private: probability left out of the promise; by default none.")
  String delta;

  @Option(
      names = "--expected-rows",
      paramLabel = "N",
      description =
          "With --private: a public guess of the number of rows, to say beforehand how exact the"
              + " result will be, and to refuse a price that is too small.")
  String expectedRows;

  @Option(
      names = "--counts-only",
      description =
          "With --private: spend all of the price on the confusion matrix, which then has half the"
              + " noise, and leave AUC, log loss, calibration and lift out.")
  boolean countsOnly;

  @Option(
      names = "--append-certificate",
      paramLabel = "FILE",
      description =
          "With --private: write the model once more, to this file, with this evaluation and its"
              + " price on its certificate. Publish that file if you publish the numbers.")
  Path appended;

  @Mixin LedgerSpend spend = new LedgerSpend();

  /** Returns whether the rows are private; refuses options that contradict or are missing. */
  boolean check(Long seed) {
    if (!isPrivate) {
      if (epsilon != null
          || delta != null
          || expectedRows != null
          || countsOnly
          || appended != null
          || spend.isGiven()) {
        throw new IllegalArgumentException(
            "--epsilon, --delta, --expected-rows, --counts-only, --append-certificate, --ledger, --by"
                + " and --purpose are for --private evaluation: add --private, or leave them out if"
                + " the rows are public");
      }
      return false;
    }
    if (epsilon == null) {
      throw new IllegalArgumentException("--private needs --epsilon, the price");
    }
    spend.check(seed);
    return true;
  }

  Guarantee guarantee() {
    return PrivacyOptions.guarantee(epsilon, delta);
  }

  /** The declared number of rows, or 0. */
  long expectedRows() {
    return expectedRows == null ? 0 : Numerals.whole("--expected-rows", expectedRows);
  }
}
