// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdditiveClassifierTest {

  @TempDir Path directory;

  private static Schema schema(String... labels) {
    return Schema.builder()
        .number("age", 0, 100)
        .category("plan \"é", "free", "pro")
        .label("churned", labels)
        .adjacency(Adjacency.REPLACE_ONE)
        .build();
  }

  private static EncodedRow row(double... parts) {
    EncodedRow row = new EncodedRow();
    row.start(-1);
    for (double part : parts) {
      row.addPart(part);
    }
    return row;
  }

  /** Falls from 1 to -1 up to the middle of the range, then stays; missing is 8. */
  private static AdditiveClassifier small() {
    ShapeFunction age =
        ShapeFunction.curve(
                new double[] {0, 0.5, 1}, new double[][] {{0, 1}, {0, -1}, {0, -1}, {0, 8}})
            .withStandardErrors(new double[][] {{0.1}, {0.2}, {1.0 / 3}, {4}})
            .withShares(new double[] {0.25, 0.5, 0.125, 0.125});
    ShapeFunction plan = ShapeFunction.choice(new double[][] {{0, 0.25}, {0.125, 0}, {0, 0}});
    return AdditiveClassifier.of(schema("no", "yes"), new double[] {0.5, 0}, List.of(age, plan));
  }

  /** With an angle of π/2·(2u - 1) by age, where u is age squared at its middle, plus the plan. */
  private static AdditiveClassifier withInteractions() {
    Schema schema = small().schema();
    return small()
        .withInteractions(
            Interactions.builder(schema.parts(), 2)
                .warp(0, new double[] {0, 0.5, 1}, new double[] {0, 0.25, 1})
                .direction(
                    0,
                    List.of(
                        new Interactions.Term(0, List.of(Math.PI / 2, 0.0)),
                        new Interactions.Term(1, List.of(0.0, Math.PI, Math.PI / 2))),
                    new double[] {0, 4},
                    new double[] {0, 2})
                .build());
  }

  private static double[] scores(AdditiveClassifier model, double... parts) {
    double[] scores = new double[model.labels().size()];
    model.scores(row(parts), scores);
    return scores;
  }

  @Test
  void scoresAreTheSumOfTheShapes() {
    assertThat(scores(small(), 0, 0)).containsExactly(0.5, 1.25);
    assertThat(scores(small(), 0.125, 1)).containsExactly(0.625, 0.5);
    assertThat(scores(small(), 0.5, -1)).containsExactly(0.5, -1);
    assertThat(scores(small(), 1, -1)).containsExactly(0.5, -1);
    assertThat(scores(small(), -3, 0)).containsExactly(0.5, 1.25); // as the nearer end
    assertThat(scores(small(), 7, 0)).containsExactly(0.5, -0.75);
    assertThat(scores(small(), Double.NaN, -1)).containsExactly(0.5, 8);
    assertThat(small().predict(row(0.25, 0))).isZero();
    assertThat(small().predict(row(0.125, 0))).isEqualTo(1);
    assertThat(small().kind()).isEqualTo("additive: 2 shape functions");
  }

  @Test
  void aMissingNumberWithoutAValueOfItsOwnAddsNothing() {
    ShapeFunction line = ShapeFunction.curve(new double[] {0, 1}, new double[][] {{1, 2}, {3, 4}});
    assertThat(line.hasMissing()).isFalse();
    AdditiveClassifier model = small().withShape(0, line);
    assertThat(scores(model, Double.NaN, -1)).containsExactly(0.5, 0);
    assertThat(scores(model, 0.5, -1)).containsExactly(2.5, 3);
  }

  @Test
  void interactionsAddCosinesAndSinesOfTheirAngles() {
    AdditiveClassifier model = withInteractions();
    assertThat(model.kind()).isEqualTo("additive: 2 shape functions and 1 interaction");
    // u = 1/4 at the middle: the angle is -π/4.
    double root = Math.sqrt(0.5);
    assertThat(scores(model, 0.5, 0)[1]).isCloseTo(-0.75 + 4 * root - 2 * root, within(1e-14));
    // π/2 by age and π by plan: cosine 0, sine -1.
    assertThat(scores(model, 1, 1)[1]).isCloseTo(-1 - 2, within(1e-14));
    // Missing adds its own coefficient, 0, and none of the plans π/2.
    assertThat(scores(model, Double.NaN, -1)[1]).isCloseTo(8 + 2, within(1e-14));
    assertThat(scores(model, 1, 1)[0]).isEqualTo(0.625);
  }

  @Test
  void shiftsMoveScoresAndLeaveProbabilities() {
    AdditiveClassifier model = withInteractions().calibrated(ScoreCalibration.of(2, 0.25, 0));
    AdditiveClassifier shifted = model.shifted(new double[] {0.5, -1});
    assertThat(scores(shifted, 0.5, 1)[0]).isEqualTo(scores(model, 0.5, 1)[0] + 0.5);
    assertThat(scores(shifted, 0.5, 1)[1]).isCloseTo(scores(model, 0.5, 1)[1] - 1, within(1e-14));
    assertThat(shifted.probabilities(row(0.5, 1))[1])
        .isCloseTo(model.probabilities(row(0.5, 1))[1], within(1e-14));
    assertThat(model.withShape(0, small().shapes().get(0)).calibration()).isPresent();
    assertThat(model.uncalibrated().calibration()).isEmpty();
    assertThat(model.uncalibrated().interactions()).isPresent();
  }

  @Test
  void aRowWithoutPartsIsRefused() {
    assertThatThrownBy(() -> small().predict(new EncodedRow()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "an additive model reads 2 parts of a record and the row has 0: encode it with the"
                + " encoder of the model's schema");
    assertThatThrownBy(() -> small().linear()).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    double[][] two = {{0, 0}, {0, 0}};
    assertThatThrownBy(() -> ShapeFunction.curve(new double[] {0, 0.5}, two))
        .hasMessage("breakpoints must go from 0 to 1");
    assertThatThrownBy(() -> ShapeFunction.curve(new double[] {0, Double.NaN, 1}, two))
        .hasMessage("breakpoints must increase, got NaN after 0.0");
    assertThatThrownBy(() -> ShapeFunction.curve(new double[] {0, 0.5, 0.5, 1}, two))
        .hasMessage("breakpoints must increase, got 0.5 after 0.5");
    assertThatThrownBy(() -> ShapeFunction.curve(new double[] {0, 0.5, 1}, two))
        .hasMessage("rows of values must be between 3 and 4, got 2");
    assertThatThrownBy(
            () -> ShapeFunction.choice(new double[][] {{0, 1}, {0, Double.POSITIVE_INFINITY}}))
        .hasMessage("every value of a shape must be finite, got Infinity");
    ShapeFunction line = ShapeFunction.curve(new double[] {0, 1}, two);
    assertThatThrownBy(() -> line.withStandardErrors(two))
        .hasMessage("standard errors of a point must be between 1 and 1, got 2");
    assertThatThrownBy(() -> line.withStandardErrors(new double[][] {{0}, {-1}}))
        .hasMessage("standard error must be finite and >= 0, got -1.0");
    assertThatThrownBy(() -> line.withShares(new double[] {0, 0}))
        .hasMessage("sum of shares must be finite and > 0, got 0.0");
    assertThatThrownBy(() -> small().withShape(1, line))
        .hasMessage("the shape of 'plan \"é' does not fit its column and the classes");
    assertThatThrownBy(
            () -> AdditiveClassifier.of(schema("a", "b", "c"), new double[3], small().shapes()))
        .hasMessage("the shape of 'age' does not fit its column and the classes");
    Schema vectors =
        Schema.vectors(2, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    assertThatThrownBy(() -> AdditiveClassifier.of(vectors, new double[2], List.of()))
        .hasMessage("an additive model needs named columns: the schema has none");
    Interactions.Builder builder = Interactions.builder(small().schema().parts(), 2);
    assertThatThrownBy(() -> builder.warp(1, new double[] {0, 1}, new double[] {0, 1}))
        .hasMessage("only a number has a warp, part 1 is none");
    assertThatThrownBy(() -> builder.warp(0, new double[] {0, 1}, new double[] {0, 1.5}))
        .hasMessage("every value of a warp must be between 0 and 1, got 1.5");
    assertThatThrownBy(
            () ->
                builder.direction(
                    0,
                    List.of(new Interactions.Term(1, List.of(1.0, 2.0))),
                    new double[2],
                    new double[2]))
        .hasMessage("coefficients of a term must be between 3 and 3, got 2");
  }

  @Test
  void aModelComesBackBitForBit() throws IOException {
    Path file = directory.resolve("model.json");
    AdditiveClassifier calibrated = small().calibrated(ScoreCalibration.of(1.0 / 3, 0.1, -0.2));
    for (AdditiveClassifier model : List.of(small(), calibrated, withInteractions(), random())) {
      ModelFile.save(file, model, Certificates.secure());
      SavedModel saved = ModelFile.load(file);
      assertThat(saved.certificate()).contains(Certificates.secure());
      AdditiveClassifier loaded = (AdditiveClassifier) saved.model();
      assertThat(loaded.schema()).isEqualTo(model.schema());
      assertThat(loaded.shapes()).isEqualTo(model.shapes());
      assertThat(loaded.calibration()).isEqualTo(model.calibration());
      SplittableRandom random = new SplittableRandom(5);
      for (int i = 0; i < 100; i++) {
        double age = i == 0 ? Double.NaN : random.nextDouble();
        int plan = random.nextInt(-1, 2);
        assertThat(scores(loaded, age, plan)).isEqualTo(scores(model, age, plan));
      }
    }
    assertThat(Files.readString(file))
        .startsWith(
            "{\n  \"format\": \"demilune-model\",\n  \"version\": 6,\n  \"kind\": \"additive\",\n");
  }

  /** Three classes, shares that do not add to one in doubles, numbers of all sizes. */
  private static AdditiveClassifier random() {
    SplittableRandom random = new SplittableRandom(4);
    double[] breakpoints = {0, Double.MIN_VALUE, 1.0 / 3, 1 - 0x1p-53, 1};
    double[][] values = new double[6][3];
    double[][] errors = new double[6][3];
    for (int i = 0; i < 6; i++) {
      for (int k = 0; k < 3; k++) {
        values[i][k] = Math.scalb(random.nextGaussian(), random.nextInt(-1000, 900));
        errors[i][k] = Math.scalb(random.nextDouble(), random.nextInt(-1000, 900));
      }
    }
    ShapeFunction age =
        ShapeFunction.curve(breakpoints, values)
            .withStandardErrors(errors)
            .withShares(new double[] {0.1, 3, 0, 0.7, 1e-9, 7});
    return AdditiveClassifier.of(
        schema("a", "b", "c"),
        new double[] {-0.0, 1, Double.MAX_VALUE},
        List.of(age, ShapeFunction.zero(schema("a", "b", "c").parts().get(1), 3)));
  }

  /** Whoever edits a file and mends its checksum too still gets a sentence, never a wrong model. */
  @Test
  void editedFilesAreRefusedInOneSentence() throws IOException {
    Path file = directory.resolve("model.json");
    ModelFile.save(file, withInteractions(), Certificates.secure());
    String text = Files.readString(file);
    for (String[] change :
        new String[][] {
          {"\"breakpoints\": [0.0, 0.5, 1.0],\n", "\"breakpoints\": [0.0, 2, 1],\n", "increase"},
          {"\"breakpoints\": [0.0, 0.5, 1.0],\n", "\"breakpoints\": [],\n", "do not fit"},
          {"[0.0, 8.0]", "[0.0, \"8\"]", "not a number"},
          {"[0.0, 8.0]", "[0.0, 1e999]", "content is not what"},
          {"[0.0, 8.0]", "[0.0]", "values of a point must be between 2 and 2"},
          {"\"biases\": [0.5, 0.0]", "\"biases\": [0.5]", "do not fit"},
          {"\"part\": \"age\"", "\"part\": \"edge\"", "not in the order"},
          {"\"shapes\": [", "\"shapes\": [], \"more\": [", "do not fit"},
          {"\"part\": 1,", "\"part\": 7,", "do not fit"},
          {"\"cosine\": [0.0, 4.0]", "\"cosine\": [4.0]", "do not fit"},
          {"\"values\": [0.0, 0.25, 1.0]", "\"values\": [0.0, 0.25]", "do not fit"},
          {"[0.1]", "[-0.1]", "standard error must be"},
          {"\"kind\": \"additive\"", "\"kind\": \"linear\"", "content is not what"},
        }) {
      assertThat(text).contains(change[0]);
      Files.writeString(file, withChecksum(text.replace(change[0], change[1])));
      assertThatThrownBy(() -> ModelFile.load(file))
          .as(change[1])
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("cannot be used: ")
          .hasMessageContaining(change[2])
          .hasMessageEndingWith("; train the model again");
    }
  }

  private static String withChecksum(String text) {
    String body = text.substring(0, text.indexOf("  \"sha256\""));
    byte[] sum = ModelWriter.digest().digest(body.getBytes(StandardCharsets.UTF_8));
    return body + ModelWriter.trailer(HexFormat.of().formatHex(sum));
  }
}
