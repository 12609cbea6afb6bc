// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.golden;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One seeded fit whose result must stay the same, bit by bit.
 *
 * @param learner its name, then its settings as {@code key=value}, separated by blanks
 * @param rowsDeclared whether the schema says how many rows to expect
 * @param planned whether the ledger is charged for a plan made from the schema, before any row is
 *     read, or for the guarantee only
 */
record GoldenCase(
    String learner,
    int features,
    int classes,
    Adjacency adjacency,
    Guarantee guarantee,
    boolean rowsDeclared,
    boolean planned) {

  static final int ROWS = 150;

  private static final Guarantee APPROXIMATE = ApproximateDp.of(1.5, 1e-5);
  private static final Guarantee PURE = PureDp.of(1.5);

  /** Settings that take another path through a learner than its defaults do. */
  private static final List<String> VARIANTS =
      List.of(
          "noisy-descent loss=softmax steps=7 centring=off",
          "noisy-descent rate=0.5 steps=6",
          "noisy-descent robust=0.1",
          "noisy-descent loss=softmax steps=7 class-weights=balanced calibration=on",
          "noisy-descent rate=0.5 steps=6 calibration=on decision=balanced-accuracy",
          "batch-perceptron stop=0.05",
          "batch-perceptron published=0.2",
          "batch-perceptron classes=one-vs-rest margin=0.1",
          "batch-perceptron rate=0.5 rounds=5",
          "projected-sgd runs=2 projection=2",
          "projected-sgd rate=0.5 steps=5",
          "margin-erm runs=2",
          "private-svm rate=0.5 steps=5",
          "private-svm centring=off regularization=0.01",
          "objective-perturbation regularization=3",
          "output-perturbation regularization=3",
          "net-choice cover=random candidates=64",
          "net-choice cover=net projection=2 margin=0.9",
          "net-choice intercept=off rounds=2",
          "sphere-choice margin=0.4",
          "angle-halfspace search=half-circles",
          "grid-aggregate blocks=9 bits=6",
          "grid-aggregate intercept=off",
          "grid-halfspace sample=60 projection=2",
          "network-choice candidates=64 units=2",
          "network-choice candidates=32 layers=2 margin=0.1",
          "class-means projection=2",
          "label-private method=response",
          "label-private method=flipped",
          "label-private method=likelihood",
          "label-private method=cover candidates=50",
          "kernel-margin features=32 width=0.5 steps=5",
          "kernel-margin features=16 base=objective-perturbation kernel=laplacian",
          "kernel-margin features=16 base=projected-sgd",
          "margin-choice learner=projected-sgd",
          "margin-choice share=0.3 rounds=5",
          "margin-erm loss=logistic margin=0.2 radius=2",
          "margin-erm loss=squared-hinge row-norm=0.5",
          "kernel-margin features=16 kernel=polynomial degree=3",
          "kernel-margin features=16 kernel=arc-cosine-1 offset=0.5",
          "kernel-margin features=16 form=additive",
          "additive steps=5 bins=public interactions=none calibration=off",
          "additive steps=5 class-weights=balanced");

  /** Every learner by default over all kinds of tables, and the variants over a few. */
  static List<GoldenCase> all() {
    List<GoldenCase> cases = new ArrayList<>();
    for (Learner learner : Learners.all()) {
      for (int features : features(learner)) {
        for (int classes : List.of(2, 3)) {
          for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
            String name = learner.name();
            cases.add(of(name, features, classes, adjacency, APPROXIMATE, true, true));
            cases.add(of(name, features, classes, adjacency, APPROXIMATE, false, false));
            cases.add(of(name, features, classes, adjacency, PURE, true, false));
            cases.add(of(name, features, classes, adjacency, PURE, false, true));
          }
        }
      }
    }
    for (String variant : VARIANTS) {
      for (Guarantee guarantee : List.of(APPROXIMATE, PURE)) {
        for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
          cases.add(of(variant, 1, 2, adjacency, guarantee, true, true));
          cases.add(of(variant, 4, 2, adjacency, guarantee, true, true));
          cases.add(of(variant, 4, 2, adjacency, guarantee, false, false));
          cases.add(of(variant, 4, 3, adjacency, guarantee, false, true));
        }
      }
    }
    return cases;
  }

  /** Searches over all directions are quick in the plane only, the threshold counted. */
  private static List<Integer> features(Learner learner) {
    if (learner.name().equals("additive")) {
      return List.of(2); // sixty steps on the hats of every number
    }
    return List.of("sphere-choice", "grid-halfspace").contains(learner.name())
        ? List.of(1)
        : List.of(1, 2, 4);
  }

  private static GoldenCase of(
      String learner,
      int features,
      int classes,
      Adjacency adjacency,
      Guarantee guarantee,
      boolean rowsDeclared,
      boolean planned) {
    return new GoldenCase(learner, features, classes, adjacency, guarantee, rowsDeclared, planned);
  }

  /** Names the case in one line. */
  String name() {
    return String.join(
        " | ",
        learner,
        features + " features",
        classes + " classes",
        adjacency.toString(),
        guarantee instanceof PureDp ? "pure" : "approximate",
        rowsDeclared ? "rows declared" : "rows not declared",
        planned ? "plan charged" : "guarantee charged");
  }

  Learner configured() {
    List<String> words = List.of(learner.split(" "));
    Learner configured = Learners.named(words.get(0));
    for (String setting : words.subList(1, words.size())) {
      String[] pair = setting.split("=", 2);
      configured = configured.with(pair[0], pair[1]);
    }
    return configured;
  }

  /** Returns the fit, or nothing where the learner refuses such a table. */
  Optional<PrivateFit> fit() {
    Schema schema = schema();
    Learner configured = configured();
    Plan plan = configured.plan(Shape.of(schema), guarantee);
    if (!plan.runnable()) {
      return Optional.empty();
    }
    try (Ledger ledger =
        Ledger.inMemory("golden", adjacency, guarantee, Randomness.reproducible(20261117))) {
      Allowance allowance =
          planned
              ? ledger.spend("a golden fit", plan.orThrow())
              : ledger.spend("a golden fit", guarantee);
      return Optional.of(configured.fit(rows(schema), allowance));
    } catch (DemiluneException knownOnlyWithTheRows) {
      return Optional.empty();
    }
  }

  private Schema schema() {
    SchemaBuilder builder =
        ofColumns() ? columns() : Schema.vectors(features, LabelSet.numbered(classes));
    builder.adjacency(adjacency);
    return (rowsDeclared ? builder.expectedRows(ROWS) : builder).build();
  }

  /** Classes in bands along one direction, a tenth of them mislabeled: plain integer arithmetic. */
  private BoundedDataset rows(Schema schema) {
    double[][] rows = new double[ROWS][features];
    int[] labels = new int[ROWS];
    long state = 42;
    for (int i = 0; i < ROWS; i++) {
      int sum = 0;
      for (int j = 0; j < features; j++) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        int cell = (int) Math.floorMod(state >> 33, 201L) - 100;
        sum += (j + 1) * cell;
        rows[i][j] = cell / 200.0;
      }
      int band = sum < 0 ? 0 : Math.min(classes - 1, 1 + sum / 60);
      labels[i] = i % 10 == 9 ? (band + 1) % classes : band;
    }
    return BoundedDataset.of(
        schema, ofColumns() ? csv(schema, rows, labels) : VectorTable.of(rows, labels));
  }

  /** Learners of what columns say have the same rows in named columns. */
  private boolean ofColumns() {
    return learner.startsWith("additive");
  }

  private SchemaBuilder columns() {
    SchemaBuilder builder = Schema.builder();
    for (int j = 0; j < features; j++) {
      builder.number("x" + j, -0.5, 0.5);
    }
    return builder.label("class", LabelSet.numbered(classes).names().toArray(String[]::new));
  }

  private static Table csv(Schema schema, double[][] rows, int[] labels) {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < rows[0].length; j++) {
      text.append('x').append(j).append(',');
    }
    text.append("class\n");
    for (int i = 0; i < rows.length; i++) {
      for (double value : rows[i]) {
        text.append(value).append(',');
      }
      text.append(labels[i]).append('\n');
    }
    return CsvReader.open(
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
        "golden rows",
        schema.csvFormat());
  }

  /** The cases whose whole model files are kept: the first that each learner's defaults take. */
  static List<GoldenCase> representatives(Collection<GoldenCase> runnable) {
    Map<String, GoldenCase> first = new LinkedHashMap<>();
    runnable.forEach(one -> first.putIfAbsent(one.learner, one));
    first.keySet().removeIf(learner -> learner.contains(" "));
    return List.copyOf(first.values());
  }
}
