// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A private search from the command line. */
class TuneIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  private Subprocess tune(String... options) throws Exception {
    String[] all = new String[options.length + 7];
    all[0] = "tune";
    all[1] = "--data=data.csv";
    all[2] = "--schema=schema.yaml";
    all[3] = "--epsilon=5";
    all[4] = "--delta=1e-3";
    all[5] = "--model=out.model";
    all[6] = "--learner=batch-perceptron";
    System.arraycopy(options, 0, all, 7, options.length);
    return workshop.run(all);
  }

  @Test
  void writesTheBestModelAndCertifiesTheWholeSearch() throws Exception {
    Subprocess run = tune("--try=margin=0.01,0.2", "--try=rounds=2,5", "--runs=3", "--json");
    assertThat(run.code()).as(run.err()).isZero();
    JsonObject result = json(run);
    assertThat(result.get("learner").getAsString()).isEqualTo("tune");
    assertThat(result.getAsJsonObject("guarantee").get("epsilon").getAsDouble())
        .isBetween(4.9, 5.0);
    assertThat(result.has("seconds")).as("which would tell the number of runs").isFalse();
    JsonObject certificate = result.getAsJsonObject("certificate");
    assertThat(certificate.get("purpose").getAsString()).isEqualTo("tune batch-perceptron");
    JsonObject settings = certificate.getAsJsonObject("settings");
    assertThat(settings.get("try margin").getAsString()).isEqualTo("0.01,0.2");
    assertThat(settings.get("margin").getAsString()).isIn("0.01", "0.2");
    assertThat(settings.get("rounds").getAsString()).isIn("2", "5");
    assertThat(workshop.run("evaluate", "--model=out.model", "--data=data.csv").code()).isZero();
    workshop.assertOnly("out.model");
  }

  @Test
  void refusesOneConfigurationAMillionAndWhatIsNoSetting() throws Exception {
    String thousand =
        IntStream.rangeClosed(1, 1000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    assertRefused(tune("--try=margin=0.1"), 2, "there is nothing to choose");
    assertRefused(
        tune("--try=rounds=" + thousand, "--try=margin=" + thousand),
        2,
        "1000000 configurations are too many to try: at most 256");
    assertRefused(tune("--try=colour=red,blue"), 2, "has no setting 'colour'");
    assertRefused(tune("--try=margin=0.1,"), 2, "setting 'margin' must be a number");
    assertRefused(tune("--try=margin=0.1,0.2", "--set=margin=0.3"), 2, "to --set and to --try");
    assertRefused(tune("--try=stop-below=off,0.1", "--set=stop=off"), 2, "to --set and to --try");
    assertRefused(tune("--try=stop=off,0.1", "--set=stop-below=off"), 2, "to --set and to --try");
    assertRefused(tune("--try=margin=0.1,0.2", "--runs=1"), 2, "'runs' must be at least 2");
    assertRefused(tune(), 2, "--try");
    workshop.assertOnly();
  }
}
