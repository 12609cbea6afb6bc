// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.embed.Embeddings;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scores become probabilities, and thresholds move decisions and nothing else. */
class ScoreCalibrationTest {

  private static final EncodedRow ROW = schema(2).encode(new double[] {0.6, -0.3});

  @TempDir Path directory;

  private static Schema schema(int classes) {
    return Schema.vectors(2, LabelSet.numbered(classes)).adjacency(Adjacency.REPLACE_ONE).build();
  }

  private static LinearClassifier linear() {
    return LinearClassifier.of(
        schema(2), new double[][] {{0.5, 0}, {-1, 2}}, new double[] {0.25, -0.5});
  }

  private static LinearClassifier threeClasses() {
    return LinearClassifier.of(
        schema(3), new double[][] {{0.5, 0}, {-1, 2}, {3, 1}}, new double[] {0.25, -0.5, 0});
  }

  private static NetworkClassifier network() {
    return NetworkClassifier.of(
        schema(2),
        List.of(
            NetworkLayer.of(2, new double[] {1, 0, -1, 1}, new double[2]),
            NetworkLayer.of(2, new double[] {1, -2}, new double[] {-0.125})));
  }

  private static EmbeddedClassifier embedded() {
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 1, 2, 3, 7);
    Schema images = Embeddings.images(schema(2), features);
    double[][] weights = new double[2][images.features()];
    weights[1][0] = 1;
    weights[1][4] = -2;
    return EmbeddedClassifier.of(
        schema(2), features, LinearClassifier.of(images, weights, new double[2]));
  }

  static List<Classifier> models() {
    return List.of(linear(), threeClasses(), network(), embedded());
  }

  private static ScoreCalibration calibrationOf(Classifier model) {
    return model.labels().size() == 2
        ? ScoreCalibration.of(1.5, 0, -0.25)
        : ScoreCalibration.of(0.5, 0, 1, -2);
  }

  private static double[] scores(Classifier model) {
    double[] scores = new double[model.labels().size()];
    model.scores(ROW, scores);
    return scores;
  }

  @Test
  void twoClassesAreASigmoidOfTheDifference() {
    double[] p = new double[2];
    ScoreCalibration.of(2, 0, 0.5).probabilities(new double[] {1, 1.25}, p);
    assertThat(p[1]).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-15));
    assertThat(p[0] + p[1]).isCloseTo(1, within(1e-15));
  }

  @Test
  void scoresOfAnySizeHaveProbabilities() {
    double[] p = new double[2];
    ScoreCalibration calibration = ScoreCalibration.of(1, 0, 0);
    calibration.probabilities(new double[] {-1e308, 1e308}, p);
    assertThat(p).containsExactly(0, 1);
    assertThat(calibration.logProbability(new double[] {0, 1000}, 0)).isEqualTo(-1000);
    assertThat(calibration.logProbability(new double[] {0, 1000}, 1)).isZero();
  }

  @Test
  void theThresholdIsTheProbabilityAtWhichThePredictionTurns() {
    Classifier model = linear().calibrated(ScoreCalibration.of(1.5, 0, -0.25));
    for (double threshold : new double[] {0.01, 0.3, 0.5, 0.9}) {
      Classifier moved = model.decidingBy(new double[] {threshold, 1 - threshold});
      assertThat(moved.requireCalibration().threshold()).isCloseTo(threshold, within(1e-12));
      double p = moved.probabilities(ROW)[1];
      assertThat(moved.predict(ROW)).isEqualTo(p >= threshold ? 1 : 0);
    }
    assertThatThrownBy(() -> ScoreCalibration.of(1, 0, 0, 0).threshold())
        .hasMessage("only a model of two classes has a threshold");
  }

  @Test
  void aLapseMixesInTheSharesOfTheClasses() {
    ScoreCalibration plain = ScoreCalibration.of(2, 0, 0.5);
    ScoreCalibration lapsing = plain.lapsing(0.01, 3, 1);
    double[] scores = {1, 1.25};
    double[] p = new double[2];
    lapsing.probabilities(scores, p);
    assertThat(p[1]).isCloseTo(0.99 / (1 + Math.exp(-1)) + 0.01 * 0.25, within(1e-15));
    assertThat(p[0] + p[1]).isCloseTo(1, within(1e-15));
    assertThat(lapsing.logProbability(scores, 0)).isCloseTo(Math.log(p[0]), within(1e-14));
    assertThat(lapsing.logOdds(scores)).isCloseTo(Math.log(p[1] / p[0]), within(1e-14));
    assertThat(plain.logOdds(scores)).isEqualTo(1);
    // However wrong a score is, it costs no more than the lapse allows.
    assertThat(lapsing.logProbability(new double[] {1e9, 0}, 1))
        .isCloseTo(Math.log(0.01 * 0.25), within(1e-12));
    assertThat(lapsing.logOdds(new double[] {0, 1e9}))
        .isCloseTo(Math.log((0.99 + 0.0025) / 0.0075), within(1e-9));
  }

  @Test
  void withALapseThePredictionTurnsAtTheThreshold() {
    Classifier model = linear().calibrated(ScoreCalibration.of(1.5, 0, -0.25).lapsing(0.02, 1, 3));
    double p = model.probabilities(ROW)[1];
    for (double threshold : new double[] {0.03, 0.3, p - 1e-6, p + 1e-6, 0.9}) {
      Classifier moved = model.decidingBy(new double[] {threshold, 1 - threshold});
      assertThat(moved.requireCalibration().threshold()).isCloseTo(threshold, within(1e-9));
      assertThat(moved.probabilities(ROW)[1]).isCloseTo(p, within(1e-12));
      assertThat(moved.predict(ROW)).isEqualTo(p >= threshold ? 1 : 0);
    }
    // The second class is never below 0.015: a lower threshold is always passed.
    Classifier always = model.decidingBy(new double[] {0.01, 0.99});
    assertThat(always.predict(schema(2).encode(new double[] {1, -1}))).isEqualTo(1);
  }

  @Test
  void aLapseIsKeptInTheFile() throws IOException {
    Classifier model =
        threeClasses().calibrated(ScoreCalibration.of(0.5, 0, 1, -2).lapsing(0.005, 1, 2, 4));
    Path file = directory.resolve("lapse.model");
    ModelFile.save(file, model, Certificates.secure());
    assertThat(Files.readString(file)).contains("\"version\": 7");
    assertThat(ModelFile.load(file).model().calibration()).isEqualTo(model.calibration());
    assertThatThrownBy(() -> ScoreCalibration.of(1, 0, 0).lapsing(1, 1, 1))
        .hasMessage("rate must be below 1, got 1.0");
    assertThatThrownBy(() -> ScoreCalibration.of(1, 0, 0).lapsing(0.1, 1, 0))
        .hasMessageContaining("share");
  }

  @ParameterizedTest
  @MethodSource("models")
  void calibratingLeavesScoresAsTheyAre(Classifier model) {
    Classifier calibrated = model.calibrated(calibrationOf(model));
    assertThat(scores(calibrated)).isEqualTo(scores(model));
    double[] p = calibrated.probabilities(ROW);
    double[] expected = new double[p.length];
    calibrationOf(model).probabilities(scores(model), expected);
    assertThat(p).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("models")
  void costsMoveDecisionsAndKeepProbabilities(Classifier model) {
    Classifier calibrated = model.calibrated(calibrationOf(model));
    double[] p = calibrated.probabilities(ROW);
    for (int favored = 0; favored < p.length; favored++) {
      double[] costs = new double[p.length];
      Arrays.fill(costs, 1e-6);
      costs[favored] = 1e6;
      Classifier moved = calibrated.decidingBy(costs);
      assertThat(moved.predict(ROW)).isEqualTo(favored);
      assertThat(moved.probabilities(ROW)).containsExactly(p, within(1e-12));
      // and back to the likeliest class
      double[] equal = new double[p.length];
      Arrays.fill(equal, 1);
      Classifier back = moved.decidingBy(equal);
      double highest = Arrays.stream(p).max().orElseThrow();
      assertThat(p[back.predict(ROW)]).isEqualTo(highest);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void aModelThatIsNotCalibratedHasNoProbabilities(Classifier model) {
    assertThatThrownBy(() -> model.probabilities(ROW))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the model has no probabilities, because its scores are not calibrated: train it with"
                + " calibration=on, or use the scores");
  }

  @ParameterizedTest
  @MethodSource("models")
  void filesKeepTheCalibration(Classifier model) throws IOException {
    Path file = directory.resolve("model.json");
    Classifier calibrated = model.calibrated(calibrationOf(model));
    ModelFile.save(file, calibrated, Certificates.secure());
    assertThat(Files.readString(file)).contains("\"version\": 5");
    SavedModel saved = ModelFile.load(file);
    assertThat(saved.model().calibration()).contains(calibrationOf(model));
    assertThat(saved.model().probabilities(ROW)).isEqualTo(calibrated.probabilities(ROW));

    ModelFile.save(file, model, Certificates.secure());
    assertThat(Files.readString(file)).doesNotContain("calibration").doesNotContain("version\": 5");
    assertThat(ModelFile.load(file).model().calibration()).isEmpty();
  }

  @Test
  void damagedCalibrationsAreRefused() throws IOException {
    Path file = directory.resolve("model.json");
    ModelFile.save(
        file, linear().calibrated(ScoreCalibration.of(1.5, 0, -0.25)), Certificates.secure());
    String good = Files.readString(file);
    for (String bad : List.of("-1.5", "0", "\"NaN\"", "null", "[]", "1e999")) {
      Files.writeString(file, signed(good.replace("\"scale\": 1.5", "\"scale\": " + bad)));
      assertThatThrownBy(() -> ModelFile.load(file))
          .as(bad)
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("its content is not what its version should hold");
    }
    Files.writeString(file, signed(good.replace("-0.25\n", "-0.25,\n      1\n")));
    assertThatThrownBy(() -> ModelFile.load(file)).isInstanceOf(ModelFileException.class);
  }

  @Test
  void sharesThatAreNoSharesAreRefused() throws IOException {
    Path file = directory.resolve("model.json");
    ScoreCalibration lapsing = ScoreCalibration.of(1.5, 0, -0.25).lapsing(0.5, 0.25, 0.75);
    ModelFile.save(file, linear().calibrated(lapsing), Certificates.secure());
    assertThat(ModelFile.load(file).model().calibration()).contains(lapsing);
    String good = Files.readString(file);
    assertThat(good).containsPattern("0\\.75\\s*\\]");
    // Probabilities would sum to more than one.
    Files.writeString(file, signed(good.replaceAll("0\\.75(\\s*\\])", "7.5$1")));
    assertThatThrownBy(() -> ModelFile.load(file)).isInstanceOf(ModelFileException.class);
  }

  /** With the checksum that the changed content has. */
  private static String signed(String text) {
    String content = text.substring(0, text.indexOf("  \"sha256\""));
    byte[] sum = ModelWriter.digest().digest(content.getBytes(StandardCharsets.UTF_8));
    return content + ModelWriter.trailer(HexFormat.of().formatHex(sum));
  }

  @Test
  void everyScoreHasOneCell() {
    ScoreCells cells = ScoreCells.ofLogOdds(1);
    assertThat(cells.count()).isEqualTo(26);
    assertThat(cells.of(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(cells.of(Double.POSITIVE_INFINITY)).isEqualTo(25);
    assertThat(cells.of(0.0)).isEqualTo(13).isEqualTo(cells.of(-0.0)).isEqualTo(cells.of(0 / 0.0));
    assertThat(cells.of(-1e-9)).isEqualTo(12);
    for (int c = 0; c < cells.count(); c++) {
      assertThat(cells.of(cells.middle(c))).isEqualTo(c);
      assertThat(cells.middle(c)).isEqualTo(-cells.middle(cells.count() - 1 - c));
    }
    assertThatThrownBy(() -> ScoreCells.between(1, 1))
        .hasMessage("edges must be finite and increasing");
  }
}
