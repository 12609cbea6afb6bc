// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a command said becomes what a page shows. */
class ReplyTest {

  @Test
  void linesAreSortedByTheirMarks() {
    String err =
        """
        note: a note
        amber: epsilon is above 10
        demilune: no such column (see 'demilune train --help')
        and one more line
        next: demilune predict
        """;
    assertThat(Reply.notes(err))
        .containsExactly(
            new Reply.Note("note", "a note"),
            new Reply.Note("amber", "epsilon is above 10"),
            new Reply.Note("fault", "no such column\nand one more line"),
            new Reply.Note("next", "demilune predict"));
  }

  @Test
  void aCommandCanBeCopied() {
    assertThat(
            CommandLineText.of(
                List.of("train", "--data=my people.csv", "--epsilon=1", "--purpose=it's $HOME")))
        .isEqualTo("demilune train '--data=my people.csv' --epsilon=1 '--purpose=it'\\''s $HOME'");
  }

  @Test
  void progressIsHeard() {
    Job job = new Job("id", List.of("train"), "people.db", "a.model");
    job.hear("WARNING: Using incubator modules: jdk.incubator.vector"); // Java's, not the program's
    job.hear("training [##........] 20/80");
    job.hear("amber: weak");
    assertThat(job.view().done()).isEqualTo(20);
    assertThat(job.view().total()).isEqualTo(80);
    assertThat(job.view().notes()).containsExactly(new Reply.Note("amber", "weak"));
    assertThat(job.excludes("people.db", "b.model")).isTrue();
    assertThat(job.excludes("other.db", "a.model")).isTrue();
    assertThat(job.excludes("other.db", "b.model")).isFalse();
    assertThat(job.cancel()).isTrue();
    job.end(143, "");
    assertThat(job.view().state()).isEqualTo("cancelled");
  }
}
