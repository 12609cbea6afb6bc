// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import dev.demilune.embed.Embeddings;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Classifier;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.model.ScoreCalibration;
import dev.demilune.model.ShapeFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Column;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import dev.demilune.schema.Steps;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  static Schema schema(String... labels) {
    return Schema.builder()
        .column(Column.number("amount", 1, 10_000).withScale(AmountScale.LOG).missingAsValue())
        .category("job, \"x\"", "nurse", "clerk")
        .label("income", labels)
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .build();
  }

  /** The second class gains 1 over the first half of the range, and clerks lose 2. */
  static AdditiveClassifier additive() {
    ShapeFunction amount =
        ShapeFunction.curve(
                new double[] {0, 0.5, 1}, new double[][] {{0, -1}, {0, 0}, {0.5, 0.5}, {0, 4}})
            .withStandardErrors(new double[][] {{0.1}, {0.2}, {0.3}, {0.4}})
            .withShares(new double[] {0.5, 0.25, 0, 0.25});
    ShapeFunction job =
        ShapeFunction.choice(new double[][] {{0, 0}, {1, -1}, {0, 0}})
            .withShares(new double[] {0.5, 0.5, 0});
    return AdditiveClassifier.of(schema("low", "high"), new double[2], List.of(amount, job));
  }

  @Test
  void curvesAreInTheUnitsOfTheFile() {
    Effect amount = Explanation.of(additive()).effect("amount").orElseThrow();
    assertThat(amount.points())
        .extracting(Effect.Point::label)
        .containsExactly("1", "100", "10000", "(missing)");
    assertThat(amount.points())
        .extracting(point -> point.values().get(0))
        .containsExactly(-1.0, 0.0, 0.0, 4.0);
    assertThat(amount.points().get(1).halfWidth(0)).isCloseTo(1.96 * 0.2, within(1e-15));
    Effect job = Explanation.of(additive()).effect("job, \"x\"").orElseThrow();
    assertThat(job.points())
        .extracting(Effect.Point::label)
        .containsExactly("nurse", "clerk", "(none of these)");
    assertThat(job.hasBand()).isFalse();
  }

  @Test
  void aCategoryThatTakesAllOtherValuesHasNoneBesideThem() {
    Schema schema =
        Schema.builder()
            .column(new Column.Category("job", List.of("nurse", "other"), 1))
            .label("income", "low", "high")
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .build();
    ShapeFunction job =
        ShapeFunction.choice(new double[][] {{0, 1}, {0, -1}, {0, 7}})
            .withShares(new double[] {0.5, 0.25, 0.25});
    Effect effect =
        Explanation.of(AdditiveClassifier.of(schema, new double[2], List.of(job)))
            .effect("job")
            .orElseThrow();
    assertThat(effect.points()).extracting(Effect.Point::label).containsExactly("nurse", "other");
    assertThat(effect.shares()).containsExactly(0.5, 0.25);
  }

  /** By hand: half of the rows at -1, a quarter at 0 and at 4; and half of them at -2. */
  @Test
  void importanceIsTheDeviationOverReleasedShares() {
    Explanation explanation = Explanation.of(additive());
    assertThat(explanation.effects())
        .extracting(Effect::name)
        .containsExactly("amount", "job, \"x\"");
    assertThat(explanation.effects().get(0).importance()).isCloseTo(Math.sqrt(4.25), within(1e-12));
    assertThat(explanation.effects().get(1).importance()).isCloseTo(1, within(1e-12));
    assertThat(explanation.importanceBasis()).contains("standard deviation", "released with noise");
  }

  @Test
  void withoutSharesImportanceIsTheRangeOfValuesAndSaysSo() {
    AdditiveClassifier model =
        additive().withShape(1, ShapeFunction.choice(new double[][] {{0, 5}, {0, -1}, {0, 0}}));
    Explanation explanation = Explanation.of(model);
    assertThat(explanation.effects()).extracting(Effect::importance).containsExactly(6.0, 5.0);
    assertThat(explanation.importanceBasis()).contains("no shares of rows");
  }

  @Test
  void calibratedScoresAreLogOdds() {
    assertThat(Explanation.of(additive()).measure()).isEqualTo("score of 'high' against 'low'");
    Explanation calibrated = Explanation.of(additive().calibrated(ScoreCalibration.of(0.5, 0, 1)));
    assertThat(calibrated.measure()).isEqualTo("log-odds of 'high' against 'low'");
    Effect amount = calibrated.effect("amount").orElseThrow();
    assertThat(amount.points().get(0).values()).containsExactly(-0.5);
    assertThat(amount.points().get(0).standardErrors()).containsExactly(0.05);
  }

  @Test
  void moreClassesHaveALineEach() {
    Schema schema = schema("a", "b", "c");
    AdditiveClassifier model =
        AdditiveClassifier.of(
            schema,
            new double[3],
            List.of(
                ShapeFunction.curve(new double[] {0, 1}, new double[][] {{1, 2, 3}, {4, 5, 6}}),
                ShapeFunction.zero(schema.parts().get(1), 3)));
    Explanation explanation = Explanation.of(model);
    assertThat(explanation.lines()).containsExactly("a", "b", "c");
    assertThat(explanation.effects().get(0).points().get(1).values())
        .containsExactly(4.0, 5.0, 6.0);
    assertThat(explanation.remarks().get(0)).contains("no standard errors");
  }

  @Test
  void linearModelsShowSlopesKnotsBinsAndValues() {
    SchemaBuilder builder =
        Schema.builder()
            .number("age", 0, 100)
            .column(Column.number("knots", 0, 4).withSteps(Steps.knotsAt(1)))
            .column(Column.number("bins", 0, 4).withSteps(Steps.bins(2)).missingAsValue())
            .column(Column.ordered("grade", "low", "mid", "top", "best"))
            .category("job", "nurse", "clerk");
    Schema schema =
        builder
            .label("income", "low", "high")
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(2))
            .build();
    double[] second = {3, 10, 20, 30, 1, 2, 7, 2, 4, 6, 8, -1, 5};
    assertThat(schema.features()).isEqualTo(second.length);
    double[] first = new double[second.length];
    first[0] = 1;
    Explanation explanation =
        Explanation.of(LinearClassifier.of(schema, new double[][] {first, second}, new double[2]));

    // Halved by the norm that rows are clipped to.
    assertThat(values(explanation, "age")).containsExactly(-1.0, 1.0);
    assertThat(explanation.effect("knots").orElseThrow().points())
        .extracting(Effect.Point::position)
        .containsExactly(0.0, 0.25, 1.0);
    assertThat(values(explanation, "knots")).containsExactly(5.0, 10.0, 15.0);
    assertThat(explanation.effect("bins").orElseThrow().points())
        .extracting(Effect.Point::label)
        .containsExactly("0 to 2", "2 to 4", "(missing)");
    assertThat(values(explanation, "bins")).containsExactly(0.5, 1.0, 3.5);
    assertThat(values(explanation, "grade")).containsExactly(0.5, 1.5, 3.0, 5.0);
    assertThat(values(explanation, "job")).containsExactly(-0.5, 2.5);
    assertThat(explanation.remarks().get(0))
        .contains("No band is drawn, and a weight may be noise");
    assertThat(explanation.remarks().get(1)).contains("Rows longer than 2 are shrunk");
  }

  private static List<Double> values(Explanation explanation, String column) {
    return explanation.effect(column).orElseThrow().points().stream()
        .map(point -> point.values().get(0))
        .toList();
  }

  @Test
  void whatCannotBeShownIsSaid() {
    Schema vectors =
        Schema.vectors(3, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 1, 3, 8, 5);
    Classifier kernel =
        EmbeddedClassifier.of(
            vectors,
            features,
            LinearClassifier.of(
                Embeddings.images(vectors, features), new double[2][16], new double[2]));
    Classifier network =
        NetworkClassifier.of(
            vectors,
            List.of(
                NetworkLayer.of(3, new double[6], new double[2]),
                NetworkLayer.of(2, new double[2], new double[1])));
    Classifier linear = LinearClassifier.of(vectors, new double[2][3], new double[2]);
    for (Classifier model : List.of(kernel, network, linear)) {
      Explanation explanation = Explanation.of(model);
      assertThat(explanation.effects()).isEmpty();
      assertThat(explanation.remarks()).hasSize(1);
    }
    assertThat(Explanation.of(kernel).remarks().get(0)).contains("each mixes all columns");
    assertThat(Explanation.of(network).remarks().get(0)).contains("depends on all others");
    assertThat(Explanation.of(linear).remarks().get(0)).contains("plain vectors");
  }

  @Test
  void filesHoldExactNumbersAndHostileNamesInQuotes() {
    Explanation explanation = Explanation.of(additive());
    Effect amount = explanation.effects().get(0);
    assertThat(ExplanationFiles.csv(explanation, amount))
        .startsWith("value,class,effect,standard_error,low,high\n1.0,high,-1.0,0.1,")
        .contains("\n(missing),high,4.0,0.4,");
    assertThat(ExplanationFiles.csv(explanation, explanation.effects().get(1)))
        .contains("\nclerk,high,-2.0,,,\n");
    assertThat(ExplanationFiles.importanceCsv(explanation)).contains("\n\"job, \"\"x\"\"\",1.0\n");
    assertThat(ExplanationFiles.fileName(explanation, amount)).isEqualTo("1-amount");
    assertThat(ExplanationFiles.fileName(explanation, explanation.effects().get(1)))
        .isEqualTo("2-job-x");
    JsonObject json = ExplanationFiles.json(explanation);
    assertThat(json.keySet())
        .containsExactly("measure", "classes", "importance", "remarks", "effects");
    JsonObject first = json.getAsJsonArray("effects").get(0).getAsJsonObject();
    assertThat(first.getAsJsonArray("points").get(1).getAsJsonObject().toString())
        .startsWith("{\"value\":100.0")
        .endsWith(",\"effects\":[0.0],\"standardErrors\":[0.2]}");
  }
}
