// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Says on the console what is not tested, where a program, a right or a file is missing. */
public final class SkippedTests implements TestWatcher {

  @Override
  public void testAborted(ExtensionContext test, Throwable reason) {
    System.err.printf(
        "SKIPPED: %s.%s is NOT tested here: %s%n",
        test.getRequiredTestClass().getSimpleName(), test.getDisplayName(), reason.getMessage());
  }
}
