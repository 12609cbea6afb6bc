// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cases, and what is recorded of an earlier revision for them. */
class CaseBenchmarkTest {

  @Test
  void thereAreSixtyDifferentCasesWithSettingsThatExist() {
    assertThat(Case.all()).hasSize(60).doesNotHaveDuplicates();
    assertThat(Case.all()).allSatisfy(one -> assertThat(one.configured()).isNotNull());
  }

  @Test
  void everyCaseHasOneRecordedResultAndNothingElseIsRecorded() throws IOException {
    CaseBenchmark.Before before = CaseBenchmark.before();

    assertThat(before.revision()).matches("[0-9a-f]{7}");
    assertThat(before.results().keySet())
        .containsExactlyElementsOf(Case.all().stream().map(Case::key).toList());
    assertThat(List.copyOf(before.results().values()))
        .allSatisfy(result -> assertThat(result).matches("\\d+\\.\\d\\d|refused: [a-z -]+"));
  }
}
