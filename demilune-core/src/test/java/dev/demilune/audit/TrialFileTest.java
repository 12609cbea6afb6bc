// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Progress;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialFileTest {

  private static final int TRIALS = 30;

  @TempDir Path directory;

  private static LearnerAudit audit(int trials) {
    return LearnerAudit.of(
        NoisyDescent.withDefaults(),
        ApproximateDp.of(1, 1e-5),
        Adjacency.ADD_OR_REMOVE_ONE,
        trials);
  }

  private Path file() {
    return directory.resolve("trials");
  }

  /** Runs what is missing and returns which trials that were. */
  private List<String> complete(int trials, int threads) {
    List<String> done = Collections.synchronizedList(new ArrayList<>());
    try (TrialFile file = TrialFile.open(file(), audit(trials), OptionalLong.of(7))) {
      file.complete(
          threads,
          Progress.NONE,
          (present, trial) -> {
            done.add(trial + (present ? "+" : "-"));
            return present ? trial + 0.1 : -trial;
          });
      assertThat(file.finished()).isEqualTo(2 * trials);
      assertThat(file.scores(true)[trials - 1]).isEqualTo(trials - 1 + 0.1);
      assertThat(file.scores(false)[trials - 1]).isEqualTo(1 - trials);
    }
    return done;
  }

  @Test
  void nothingIsDoneTwice() {
    assertThat(complete(TRIALS, 3)).hasSize(2 * TRIALS).doesNotHaveDuplicates();
    assertThat(complete(TRIALS, 3)).isEmpty();
  }

  @Test
  void anAuditCanBeMadeLongerAndShorter() {
    complete(TRIALS, 1);

    assertThat(complete(TRIALS + 2, 1)).containsExactly("30-", "30+", "31-", "31+");
    assertThat(complete(TRIALS, 1)).isEmpty();
  }

  /** Killed after any number of bytes, the file is good for what it holds, and is completed. */
  @Test
  void everyCutIsSurvived() throws IOException {
    complete(TRIALS, 1);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length <= whole.length; length += 7) {
      Files.write(file(), Arrays.copyOf(whole, length));
      complete(TRIALS, 1);
      assertThat(Files.readAllBytes(file())).as("cut to %d bytes", length).isEqualTo(whole);
    }
  }

  @Test
  void aFileOfSomethingElseIsRefusedAndLeftAlone() throws IOException {
    complete(TRIALS, 1);
    byte[] whole = Files.readAllBytes(file());
    LearnerAudit other =
        LearnerAudit.of(
            NoisyDescent.withDefaults().with("steps", "7"),
            ApproximateDp.of(1, 1e-5),
            Adjacency.ADD_OR_REMOVE_ONE,
            TRIALS);

    assertRefused(other, OptionalLong.of(7));
    assertRefused(audit(TRIALS), OptionalLong.empty());
    assertThat(Files.readAllBytes(file())).isEqualTo(whole);
  }

  private void assertRefused(LearnerAudit audit, OptionalLong seed) {
    assertThatThrownBy(() -> TrialFile.open(file(), audit, seed))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith(file() + " holds no trials of this audit but of something else");
  }

  @Test
  void aDamagedLineIsNamed() throws IOException {
    complete(TRIALS, 1);
    List<String> lines = new ArrayList<>(Files.readAllLines(file()));
    lines.set(lines.size() - 2, "3 perhaps 0");
    Files.write(file(), lines);

    assertThatThrownBy(() -> TrialFile.open(file(), audit(TRIALS), OptionalLong.of(7)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            file()
                + ":"
                + (lines.size() - 1)
                + " is damaged: delete the file, or name another one for --resume");
  }

  @Test
  void twoAuditsDoNotShareAFile() {
    try (TrialFile first = TrialFile.open(file(), audit(TRIALS), OptionalLong.of(7))) {
      assertThat(first.finished()).isZero();
      assertThatThrownBy(() -> TrialFile.open(file(), audit(TRIALS), OptionalLong.of(7)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageStartingWith("another audit is writing to " + file());
    }
  }
}
