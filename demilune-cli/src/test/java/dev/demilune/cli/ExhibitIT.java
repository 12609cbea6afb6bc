// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seeds are fixed; without, the repaired learner would be refuted once in 20,000 runs. */
class ExhibitIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  @Test
  void theFlawIsShownWithItsTablesBoundAndReason() throws Exception {
    Subprocess run =
        workshop.run(
            "exhibit",
            "half-spaces-via-thresholds",
            "--trials=600",
            "--seed=1",
            "--report=exhibit.html");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "table          300 rows ((0, 1), +1)",
            "neighbor       300 rows ((0, 1), +1) and ((1, 0), +1)",
            "claim          ε = 1, δ = 1.0e-06",
            "reads the rows a second time",
            "is REFUTED; for angle-halfspace on the same tables",
            "report written to exhibit.html");
    assertThat(workshop.file("exhibit.html")).content().contains("REFUTED", "<circle", "repaired");
    workshop.assertOnly("exhibit.html");
  }

  @Test
  void scriptsGetTheSame() throws Exception {
    JsonObject json =
        Workshop.json(
            workshop.run(
                "exhibit", "half-spaces-via-thresholds", "--trials=600", "--seed=1", "--json"));

    assertThat(json.get("claimedEpsilon").getAsDouble()).isEqualTo(1);
    assertThat(json.get("lowerBound").getAsDouble()).isGreaterThan(3);
    assertThat(json.get("refuted").getAsBoolean()).isTrue();
    JsonObject repaired = json.getAsJsonObject("repaired");
    assertThat(repaired.get("learner").getAsString()).isEqualTo("angle-halfspace");
    assertThat(repaired.get("lowerBound").getAsDouble()).isLessThan(1);
    assertThat(repaired.get("refuted").getAsBoolean()).isFalse();
  }

  @Test
  void exhibitsAreListedAndOthersRefused() throws Exception {
    assertThat(workshop.run("exhibit").out()).startsWith("half-spaces-via-thresholds\n");
    assertThat(Workshop.json(workshop.run("exhibit", "--json")).getAsJsonArray("exhibits"))
        .hasSize(2);
    Workshop.assertRefused(
        workshop.run("exhibit", "dragons"), 2, "there is no exhibit 'dragons': show one of half-");
    Workshop.assertRefused(
        workshop.run("exhibit", "half-spaces-via-thresholds", "--trials=3"),
        2,
        "trials must be between 100");
  }
}
