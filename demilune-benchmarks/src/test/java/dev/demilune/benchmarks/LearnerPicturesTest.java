// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pictures and numbers on the pages of docs/learners are what the learners do: the accuracies
 * at ε = 0.1 are measured again. {@code mvn test -pl demilune-benchmarks -Dtest=LearnerPicturesTest
 * -Ddocs.record=true} draws all pictures anew.
 */
@Tag("slow")
class LearnerPicturesTest {

  private static final boolean RECORD = Boolean.getBoolean("docs.record");
  private static final Path PAGES = Path.of("../docs/learners");
  private static final String BEGIN = "<!-- picture: begin -->\n";
  private static final String END = "<!-- picture: end -->\n";

  @TempDir Path folder;

  static Stream<String> learners() {
    return Learners.all().stream().map(Learner::name);
  }

  @ParameterizedTest
  @MethodSource("learners")
  void theNumbersAreThoseOfTheLearner(String name) throws IOException {
    Path file = PAGES.resolve(name + ".md");
    String page = Files.readString(file);
    LearnerPicture picture = new LearnerPicture(name, folder);
    assertThat(page).contains(BEGIN).contains(END);
    if (RECORD) {
      int from = page.indexOf(BEGIN) + BEGIN.length();
      int to = page.indexOf(END);
      Files.writeString(file, page.substring(0, from) + block(name, picture) + page.substring(to));
    } else {
      // The cell that changes most with what a learner does, and one of the cheapest.
      assertThat(page)
          .as("%s: draw it anew with -Ddocs.record=true", file)
          .contains("| 0.1 | " + text(accuracy(picture, PlaneRows.LINE, 0.1)) + " | ");
    }
  }

  private static String block(String name, LearnerPicture picture) throws IOException {
    Map<PlaneRows, double[]> accuracies = new EnumMap<>(PlaneRows.class);
    for (PlaneRows table : PlaneRows.values()) {
      accuracies.put(
          table,
          Arrays.stream(LearnerPicture.EPSILONS)
              .map(epsilon -> accuracy(picture, table, epsilon))
              .toArray());
    }
    Files.writeString(PAGES.resolve(name + ".svg"), picture.regions().svg());
    picture.chart(accuracies).write(PAGES.resolve(name + "-epsilon.svg"));
    return String.format(
            "%n![Where %s predicts which class, without privacy, at ε = 1 and at ε = 0.1](%s.svg)%n%n",
            name, name)
        + String.format(
            "![Accuracy of %s against ε](%s-epsilon.svg)%n%n| ε | line | disc |%n| --- | --- | --- |%n",
            name, name)
        + IntStream.range(0, LearnerPicture.EPSILONS.length)
            .mapToObj(
                i ->
                    line(
                        LearnerPicture.EPSILONS[i],
                        accuracies.get(PlaneRows.LINE)[i],
                        accuracies.get(PlaneRows.DISC)[i]))
            .collect(Collectors.joining())
        + String.format(
            "%nAccuracy in percent on fresh rows, after training on %s.%n%n", picture.conditions());
  }

  /** NaN where there is no plan. */
  private static double accuracy(LearnerPicture picture, PlaneRows table, double epsilon) {
    OptionalDouble accuracy = picture.accuracy(table, epsilon);
    return accuracy.orElse(Double.NaN);
  }

  private static String line(double epsilon, double line, double disc) {
    String budget = epsilon == (long) epsilon ? "" + (long) epsilon : "" + epsilon;
    return "| " + budget + " | " + text(line) + " | " + text(disc) + " |\n";
  }

  private static String text(double accuracy) {
    return Double.isNaN(accuracy) ? "refused" : String.format(Locale.ROOT, "%.1f", accuracy);
  }
}
