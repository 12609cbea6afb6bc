// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

/** What the command tells its caller. */
final class ExitCode {

  static final int DONE = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int BUDGET_REFUSED = 3;

  /** What a shell reports for a process that a broken pipe ended: 128 + SIGPIPE. */
  static final int BROKEN_PIPE = 141;

  private ExitCode() {}
}
