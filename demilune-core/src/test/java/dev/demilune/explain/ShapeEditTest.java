// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.internal.Isotonic;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Certificates;
import dev.demilune.model.Interactions;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.model.ShapeFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.schema.Column;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShapeEditTest {

  private static Schema schema(String... labels) {
    return Schema.builder()
        .number("a:ge", 0, 100)
        .category("job", "nurse", "clerk")
        .column(Column.ordered("grade", "low", "mid", "top"))
        .label("income", labels)
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .build();
  }

  private static ShapeFunction curve(double... differences) {
    double[][] values = new double[differences.length][];
    double[] breakpoints = new double[differences.length];
    Arrays.setAll(values, i -> new double[] {-differences[i] / 2, differences[i] / 2});
    Arrays.setAll(breakpoints, i -> (double) i / (differences.length - 1));
    return ShapeFunction.curve(breakpoints, values);
  }

  private static SavedModel model(ShapeFunction age) {
    Schema schema = schema("low", "high");
    AdditiveClassifier model =
        AdditiveClassifier.of(
            schema,
            new double[2],
            List.of(
                age,
                ShapeFunction.choice(new double[][] {{0, 1}, {0, 4}, {0, 9}}),
                ShapeFunction.choice(new double[][] {{0, 0}, {0, 3}, {0, 1}, {0, 7}})));
    return new SavedModel(model, Optional.of(Certificates.secure()));
  }

  private static double[] differences(SavedModel saved, int part) {
    ShapeFunction shape = ((AdditiveClassifier) saved.model()).shapes().get(part);
    double[] differences = new double[shape.points()];
    Arrays.setAll(differences, i -> shape.value(i, 1) - shape.value(i, 0));
    return differences;
  }

  private static SavedModel edited(String edit, SavedModel model) {
    return ShapeEdit.parse(edit).apply(model);
  }

  @Test
  void eachEditDoesWhatItSays() {
    SavedModel model = model(curve(0, 8, 0, 4, 4));
    assertThat(differences(edited("a:ge: zero", model), 0)).containsExactly(0, 0, 0, 0, 0);
    // Ends count half: (0/2 + 8 + 0 + 4 + 4/2)/4.
    assertThat(differences(edited("a:ge:constant", model), 0))
        .containsOnly(new double[] {3.5}, within(1e-15));
    assertThat(differences(edited("a:ge: increasing", model), 0))
        .containsExactly(new double[] {0, 4, 4, 4, 4}, within(1e-15));
    // 0, of half weight, and 8 pool; so do 0, 4 and 4, the last of half weight.
    assertThat(differences(edited("a:ge: decreasing", model), 0))
        .containsExactly(new double[] {8 / 1.5, 8 / 1.5, 2.4, 2.4, 2.4}, within(1e-12));
    assertThat(differences(edited("job: constant", model), 1))
        .containsOnly(new double[] {2.5}, within(1e-15));
    assertThat(differences(edited("grade: increasing", model), 2))
        .containsExactly(new double[] {0, 2, 2, 7}, within(1e-15)); // none of them is in no order
  }

  @Test
  void smoothingAveragesNeighborsAndBoundsStandardErrors() {
    ShapeFunction spike =
        curve(0, 0, 0, 64, 0, 0, 0)
            .withStandardErrors(new double[][] {{1}, {1}, {1}, {65}, {1}, {1}, {1}});
    SavedModel smooth = edited("a:ge: smooth", model(spike));
    assertThat(differences(smooth, 0)).containsExactly(1, 6, 15, 20, 15, 6, 1);
    ShapeFunction shape = ((AdditiveClassifier) smooth.model()).shapes().get(0);
    assertThat(shape.standardErrors()[3][0]).isEqualTo(21);
  }

  /** The nearest increasing sequence, against a search over all pools of random short ones. */
  @Test
  void isotonicIsNearestInWeightedSquares() {
    SplittableRandom random = new SplittableRandom(8);
    for (int trial = 0; trial < 200; trial++) {
      int n = 1 + random.nextInt(6);
      double[] values = random.doubles(n, -1, 1).toArray();
      double[] weights = random.doubles(n, 0.1, 1).toArray();
      double[] fitted = Isotonic.increasing(values, weights);
      double best = Double.POSITIVE_INFINITY;
      for (int cuts = 0; cuts < 1 << (n - 1); cuts++) {
        double[] pooled = pooled(values, weights, cuts);
        boolean increasing = true;
        for (int i = 1; i < n; i++) {
          increasing &= pooled[i] >= pooled[i - 1];
        }
        best = increasing ? Math.min(best, distance(values, weights, pooled)) : best;
      }
      assertThat(distance(values, weights, fitted)).isCloseTo(best, within(1e-12));
    }
  }

  private static double[] pooled(double[] values, double[] weights, int cuts) {
    double[] pooled = new double[values.length];
    for (int from = 0; from < values.length; ) {
      int to = from + 1;
      while (to < values.length && (cuts >> (to - 1) & 1) == 0) {
        to++;
      }
      double sum = 0;
      double weight = 0;
      for (int i = from; i < to; i++) {
        sum += weights[i] * values[i];
        weight += weights[i];
      }
      Arrays.fill(pooled, from, to, sum / weight);
      from = to;
    }
    return pooled;
  }

  private static double distance(double[] values, double[] weights, double[] fitted) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * (values[i] - fitted[i]) * (values[i] - fitted[i]);
    }
    return sum;
  }

  private static SavedModel withInteraction(ShapeFunction age) {
    SavedModel saved = model(age);
    AdditiveClassifier model = (AdditiveClassifier) saved.model();
    Interactions interactions =
        Interactions.builder(model.schema().parts(), 2)
            .direction(
                0,
                List.of(
                    new Interactions.Term(0, List.of(2.0, 0.0)),
                    new Interactions.Term(1, List.of(1.0, 2.0, 3.0))),
                new double[] {0, 1},
                new double[] {0, 2})
            .build();
    return new SavedModel(model.withInteractions(interactions), saved.certificate());
  }

  /** After that no record's score depends on the column, and that of others is their average. */
  @Test
  void aConstantColumnIsConstantInInteractionsToo() {
    SavedModel constant = edited("a:ge: constant", withInteraction(curve(0, 1)));
    AdditiveClassifier model = (AdditiveClassifier) constant.model();
    assertThat(score(model, 0, 1, 0)).isEqualTo(score(model, 0.7, 1, 0));
    AdditiveClassifier before = (AdditiveClassifier) withInteraction(curve(0, 1)).model();
    for (int job = 0; job < 2; job++) {
      double mean = (score(before, 0, job, 0) + score(before, 1, job, 0)) / 2; // of both ends
      assertThat(score(model, 0.7, job, 0)).isCloseTo(mean, within(1e-14));
    }
    assertThat(constant.certificate().orElseThrow().edits())
        .containsExactly(
            "explain --edit 'a:ge: constant', with 1 interaction that uses it averaged over it");
  }

  /** With released shares the curve that people see is edited, not the shape alone. */
  @Test
  void editsAreOfTheCurveWithAveragedInteractions() {
    SavedModel before = withInteraction(curve(0, 3, 1, 2).withShares(new double[] {1, 1, 1, 2}));
    AdditiveClassifier shared = (AdditiveClassifier) before.model();
    shared =
        shared
            .withShape(1, shared.shapes().get(1).withShares(new double[] {0.5, 0.5, 0}))
            .withShape(2, shared.shapes().get(2).withShares(new double[] {1, 1, 1, 0}));
    SavedModel edited = edited("a:ge: increasing", new SavedModel(shared, before.certificate()));
    List<Effect.Point> seen = Explanation.of(edited.model()).effect("a:ge").orElseThrow().points();
    for (int i = 1; i < seen.size(); i++) {
      assertThat(seen.get(i).values().get(0))
          .isGreaterThanOrEqualTo(seen.get(i - 1).values().get(0) - 1e-12);
    }
    assertThat(edited.certificate().orElseThrow().edits().get(0))
        .endsWith("with 1 interaction that uses it left as before");
  }

  private static double score(AdditiveClassifier model, double... parts) {
    EncodedRow row = new EncodedRow();
    row.start(-1);
    for (double part : parts) {
      row.addPart(part);
    }
    double[] scores = new double[2];
    model.scores(row, scores);
    return scores[1] - scores[0];
  }

  /** The guarantee, its price and the ledger's entry stay; the edits are listed, in files too. */
  @Test
  void theCertificateSaysWhatWasDone(@TempDir Path directory) {
    SavedModel before = model(curve(0, 8, 0));
    SavedModel after = edited("job: zero", edited("a:ge: smooth", before));
    Certificate promise = after.certificate().orElseThrow();
    assertThat(promise.edits())
        .containsExactly("explain --edit 'a:ge: smooth'", "explain --edit 'job: zero'");
    assertThat(promise.guarantee()).isEqualTo(Certificates.secure().guarantee());
    assertThat(promise.toString())
        .startsWith(Certificates.secure().toString())
        .endsWith(
            "\nEdited after training: explain --edit 'a:ge: smooth'; explain --edit 'job: zero'."
                + " Editing a published model is post-processing: the privacy guarantee is"
                + " unchanged. Accuracy and calibration of the edited model are not claimed.");
    assertThat(after.isPrivate()).isTrue();
    Path file = directory.resolve("edited.model");
    ModelFile.save(file, after.model(), promise);
    assertThat(ModelFile.load(file).certificate()).contains(promise);
    assertThat(before.certificate().orElseThrow().toJson().has("edits")).isFalse();
  }

  @Test
  void anEditThatDoesNotFitGetsASentence() {
    SavedModel model = model(curve(0, 1));
    assertThatThrownBy(() -> ShapeEdit.parse("age smooth"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "an edit is a column, a colon and one of smooth, increasing, decreasing, constant,"
                + " zero, as in 'age: smooth'; got 'age smooth'");
    assertThatThrownBy(() -> ShapeEdit.parse("age: wiggly")).hasMessageContaining("one of smooth");
    assertThatThrownBy(() -> edited("height: smooth", model))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("the model has no column 'height': it has 'a:ge', 'job', 'grade'");
    assertThatThrownBy(() -> edited("job: increasing", model))
        .hasMessage(
            "column 'job' is a category without an order, so its values cannot be made increasing:"
                + " declare it ordered and train again, or set it to constant");
    Schema three = schema("a", "b", "c");
    SavedModel classes =
        new SavedModel(
            AdditiveClassifier.of(
                three,
                new double[3],
                three.parts().stream().map(part -> ShapeFunction.zero(part, 3)).toList()),
            Optional.empty());
    assertThatThrownBy(() -> edited("grade: decreasing", classes))
        .hasMessageContaining("more than two classes");
    assertThat(edited("grade: smooth", classes).certificate()).isEmpty();
    Schema schema = schema("low", "high");
    SavedModel linear =
        new SavedModel(
            LinearClassifier.of(schema, new double[2][schema.features()], new double[2]),
            Optional.empty());
    assertThatThrownBy(() -> edited("job: zero", linear))
        .hasMessage(
            "only an additive model has shape functions to edit, and this one is linear: train"
                + " with --learner additive");
  }
}
