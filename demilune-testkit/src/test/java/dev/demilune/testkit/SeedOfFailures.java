// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Says with which seed a test failed, so that also a fresh one can be tried again. */
public final class SeedOfFailures implements TestWatcher {

  @Override
  public void testFailed(ExtensionContext test, Throwable reason) {
    System.err.printf(
        "FAILED: %s.%s; repeat with -Dseed=%d%n",
        test.getRequiredTestClass().getSimpleName(), test.getDisplayName(), Seeds.seed());
  }
}
