// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A program of its own that spends until it is refused or killed; prints what was acknowledged. */
public final class SpendingProcess {

  private SpendingProcess() {}

  public static Process start(Path ledger, String who, double epsilon) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.sqlite.tmpdir=" + ledger.getParent(), // a killed driver does not tidy up
                "-cp",
                System.getProperty("java.class.path"),
                SpendingProcess.class.getName(),
                ledger.toString(),
                who,
                Double.toString(epsilon)))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Lets a process that has said it is ready begin to spend. */
  public static void begin(Process process) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  public static void main(String[] arguments) throws IOException {
    try (Ledger ledger = Ledger.open(Path.of(arguments[0]), Randomness.secure())) {
      System.out.println("ready");
      if (System.in.read() < 0) { // the starting shot: any byte
        return;
      }
      for (int i = 0; ; i++) {
        String purpose = arguments[1] + "-" + i;
        ledger.spend(purpose, PureDp.of(Double.parseDouble(arguments[2])));
        System.out.print(purpose + "\n"); // one write, only after the spend has returned
        System.out.flush();
      }
    } catch (BudgetRefusedException done) {
      System.out.println("refused");
    }
  }
}
