// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.PaidPlan;
import dev.demilune.center.Center;
import dev.demilune.center.CenterPlan;
import dev.demilune.center.Points;
import dev.demilune.data.CsvReader;
import dev.demilune.data.VectorTable;
import dev.demilune.evaluate.EvaluationPlan;
import dev.demilune.evaluate.PrivateEvaluation;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.Objective;
import dev.demilune.feasibility.PrivatePoint;
import dev.demilune.feasibility.RescaledPoint;
import dev.demilune.feasibility.RescaledPointPlan;
import dev.demilune.mechanism.InteriorPoint;
import dev.demilune.mechanism.RecursiveSearch;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import dev.demilune.survey.LearnedSchema;
import dev.demilune.survey.SchemaSurvey;
import dev.demilune.survey.SurveyPlan;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is paid for beside training, replayed on neighboring tables as learners are. */
class PaidReplayTest {

  private static final List<Guarantee> GUARANTEES =
      List.of(PureDp.of(1), ApproximateDp.of(1, 1e-6));

  /** Runs a plan out of a ledger of this randomness. */
  private static String paid(
      PaidPlan plan, Randomness randomness, Function<Allowance, String> published) {
    try (Ledger ledger =
        Ledger.inMemory("replay", plan.adjacency(), plan.guarantee(), randomness)) {
      return published.apply(ledger.spend("a replay", plan));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void privateEvaluation(Adjacency adjacency) {
    for (int classes : new int[] {2, 4}) {
      for (Guarantee guarantee : GUARANTEES) {
        int[] labels = new int[20];
        Arrays.setAll(labels, i -> i % classes);
        int[] replaced = labels.clone();
        replaced[19] = (labels[19] + 1) % classes;
        int[] neighbor =
            adjacency == Adjacency.ADD_OR_REMOVE_ONE ? Arrays.copyOf(labels, 19) : replaced;
        LinearClassifier model = model(classes, adjacency);
        EvaluationPlan plan = PrivateEvaluation.plan(model, adjacency, guarantee);
        double share =
            Replay.of(classes, randomness -> evaluated(plan, model, labels, randomness))
                .paidBy(plan.charged())
                .requireSameOn(randomness -> evaluated(plan, model, neighbor, randomness));
        assertThat(share).isEqualTo(1);
      }
    }
  }

  /** Predicts the first class for small rows and the last for large ones. */
  private static LinearClassifier model(int classes, Adjacency adjacency) {
    Schema schema = LawTables.vectors(1, classes, adjacency).build();
    double[][] weights = new double[classes][1];
    weights[classes - 1][0] = 1;
    return LinearClassifier.of(schema, weights, new double[classes]);
  }

  private static String evaluated(
      EvaluationPlan plan, LinearClassifier model, int[] labels, Randomness randomness) {
    double[][] rows = new double[labels.length][];
    Arrays.setAll(rows, i -> new double[] {i % 3 - 1});
    return paid(
        plan,
        randomness,
        allowance -> {
          PrivateEvaluation scores = plan.run(model, VectorTable.of(rows, labels), allowance);
          StringBuilder text = new StringBuilder();
          for (int actual = 0; actual < model.classes(); actual++) {
            for (int predicted = 0; predicted < model.classes(); predicted++) {
              text.append(scores.confusion(actual, predicted)).append(' ');
            }
          }
          return text.append(scores.accuracyInterval())
              .append(scores.balancedAccuracyInterval())
              .append(scores.certificate().toJson())
              .toString();
        });
  }

  /** Ranges and lists of values; the neighbor's row has values that nobody else has. */
  @ParameterizedTest
  @EnumSource(names = {"ADD_OR_REMOVE_ONE", "REPLACE_ONE"})
  void schemaSurvey(Adjacency adjacency) {
    SchemaSurvey survey =
        SchemaSurvey.of(adjacency)
            .number("age")
            .number("score", 0, 1000)
            .category("job")
            .label("paid");
    SurveyPlan plan = survey.plan(ApproximateDp.of(2, 1e-6));
    StringBuilder csv = new StringBuilder("age,score,job,paid\n");
    for (int i = 0; i < 1500; i++) {
      csv.append(20 + i % 60).append(',').append(i * 7 % 1000);
      csv.append(i % 3 == 0 ? ",nurse," : ",clerk,").append(i % 3 == 1 ? "yes" : "no");
      csv.append('\n');
    }
    List<String> lasts = List.of("20,0,clerk,yes\n", "-1e300,1e9,astronaut,perhaps\n", ",,,\n");
    boolean added = adjacency == Adjacency.ADD_OR_REMOVE_ONE;
    String table = added ? csv.toString() : csv + lasts.get(0);
    Replay replay =
        Replay.of(1, randomness -> surveyed(plan, table, randomness)).paidBy(plan.charged());
    assertThat(replay.releases()).isEqualTo(6); // two ends of two ranges, and two lists
    double share = 0;
    for (String last : lasts) {
      share =
          Math.max(
              share, replay.requireSameOn(randomness -> surveyed(plan, csv + last, randomness)));
    }
    assertThat(share).isEqualTo(1);
  }

  private static String surveyed(SurveyPlan plan, String csv, Randomness randomness) {
    return paid(
        plan,
        randomness,
        allowance -> {
          CsvReader reader =
              CsvReader.open(
                  new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)),
                  "test",
                  plan.survey().csvFormat());
          LearnedSchema learned = plan.run(reader, allowance);
          return learned.annotated().toYaml() + learned.certificate().toJson();
        });
  }

  /**
   * All rows, and a sample of them, without and with an objective; one constraint is turned around,
   * added or removed.
   */
  @ParameterizedTest
  @EnumSource(names = {"ADD_OR_REMOVE_ONE", "REPLACE_ONE"})
  void deepPoint(Adjacency adjacency) {
    Constraints.Bounds bounds = Constraints.Bounds.of(new long[] {9, 9}, 20);
    Generator generator = Generator.of(Seeds.randomness("constraints"));
    long[][] normals = new long[60][];
    long[] right = new long[60];
    for (int i = 0; i < 60; i++) {
      normals[i] = new long[] {generator.integer(-9, 9), generator.integer(1, 9)};
      right[i] = generator.integer(-20, 20);
    }
    normals[59] = new long[] {9, -9};
    right[59] = -20;
    long[][] others = normals.clone();
    others[59] = new long[] {-9, 9};
    long[] otherRight = right.clone();
    otherRight[59] = 20;
    boolean removed = adjacency == Adjacency.ADD_OR_REMOVE_ONE;
    Constraints table = Constraints.of(normals, right, bounds);
    Constraints neighbor =
        removed
            ? Constraints.of(Arrays.copyOf(normals, 59), Arrays.copyOf(right, 59), bounds)
            : Constraints.of(others, otherRight, bounds);
    double largest = 0;
    for (Guarantee guarantee : GUARANTEES) {
      DeepPoint feasible = DeepPoint.of(bounds, adjacency).expecting(60);
      DeepPoint program = feasible.maximizing(Objective.of(3, -2));
      for (DeepPointPlan plan :
          List.of(
              feasible.sampling(DeepPoint.ALL_ROWS).plan(guarantee),
              feasible.sampling(40).plan(guarantee),
              program.sampling(DeepPoint.ALL_ROWS).plan(guarantee),
              program.sampling(40).plan(guarantee))) {
        for (long seed = 1; seed <= 3; seed++) {
          double share =
              Replay.of(seed, randomness -> found(plan, table, randomness))
                  .paidBy(plan.charged())
                  .requireSameOn(randomness -> found(plan, neighbor, randomness));
          largest = Math.max(largest, share);
        }
      }
    }
    assertThat(largest).isEqualTo(1);
  }

  private static String found(DeepPointPlan plan, Constraints constraints, Randomness randomness) {
    return paid(
        plan,
        randomness,
        allowance -> {
          PrivatePoint point = plan.run(constraints, allowance);
          return point.coordinates() + point.certificate().toJson().toString();
        });
  }

  /** All points, and a sample of them; one point is moved between corners, added or removed. */
  @ParameterizedTest
  @EnumSource(names = {"ADD_OR_REMOVE_ONE", "REPLACE_ONE"})
  void center(Adjacency adjacency) {
    boolean removed = adjacency == Adjacency.ADD_OR_REMOVE_ONE;
    for (int dimension = 2; dimension <= 3; dimension++) {
      List<Long> bounds = Collections.nCopies(dimension, 9L);
      Generator generator = Generator.of(Seeds.randomness("points"));
      int count = dimension == 2 ? 24 : 9;
      long[][] rows = new long[count][dimension];
      for (long[] row : rows) {
        Arrays.setAll(row, i -> generator.integer(-9, 9));
      }
      rows[count - 1] = LongStream.generate(() -> 9).limit(dimension).toArray();
      long[][] others = rows.clone();
      others[count - 1] = LongStream.generate(() -> -9).limit(dimension).toArray();
      Points table = Points.of(rows, bounds);
      Points neighbor = Points.of(removed ? Arrays.copyOf(rows, count - 1) : others, bounds);
      double largest = 0;
      for (Guarantee guarantee : GUARANTEES) {
        for (long sample : new long[] {count, count - 3}) {
          CenterPlan plan =
              Center.of(bounds, adjacency).expecting(count).sampling(sample).plan(guarantee);
          for (long seed = 1; seed <= 3; seed++) {
            double share =
                Replay.of(seed, randomness -> centered(plan, table, randomness))
                    .paidBy(plan.charged())
                    .requireSameOn(randomness -> centered(plan, neighbor, randomness));
            largest = Math.max(largest, share);
          }
        }
      }
      assertThat(largest).isEqualTo(1);
    }
  }

  private static String centered(CenterPlan plan, Points points, Randomness randomness) {
    return paid(
        plan,
        randomness,
        allowance -> {
          PrivatePoint point = plan.run(points, allowance);
          return point.coordinates() + point.certificate().toJson().toString();
        });
  }

  /** Eight rescalings and 32 steps; one constraint is turned around, added or removed. */
  @ParameterizedTest
  @EnumSource(names = {"ADD_OR_REMOVE_ONE", "REPLACE_ONE"})
  void rescaledPoint(Adjacency adjacency) {
    int unknowns = 7;
    long[] columns = new long[unknowns];
    Arrays.fill(columns, 9);
    Constraints.Bounds bounds = Constraints.Bounds.of(columns, 20);
    Generator generator = Generator.of(Seeds.randomness("many constraints"));
    long[][] normals = new long[300][unknowns];
    long[] right = new long[300];
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < unknowns; j++) {
        normals[i][j] = generator.integer(-9, 9);
      }
      right[i] = generator.integer(-20, 0);
    }
    Arrays.fill(normals[299], 9);
    right[299] = -20;
    long[][] others = normals.clone();
    others[299] = LongStream.of(normals[299]).map(value -> -value).toArray();
    long[] otherRight = right.clone();
    otherRight[299] = 20;
    boolean removed = adjacency == Adjacency.ADD_OR_REMOVE_ONE;
    Constraints table = Constraints.of(normals, right, bounds);
    Constraints neighbor =
        removed
            ? Constraints.of(Arrays.copyOf(normals, 299), Arrays.copyOf(right, 299), bounds)
            : Constraints.of(others, otherRight, bounds);
    double largest = 0;
    for (long expected : new long[] {0, 300}) {
      RescaledPointPlan plan =
          RescaledPoint.of(bounds, adjacency).expecting(expected).plan(GUARANTEES.get(1));
      for (long seed = 1; seed <= 3; seed++) {
        double share =
            Replay.of(seed, randomness -> rescaled(plan, table, randomness))
                .paidBy(plan.charged())
                .requireSameOn(randomness -> rescaled(plan, neighbor, randomness));
        largest = Math.max(largest, share);
      }
    }
    assertThat(largest).isBetween(0.9, 1.0); // a constraint nearly reaches its bound
  }

  private static String rescaled(
      RescaledPointPlan plan, Constraints constraints, Randomness randomness) {
    return paid(
        plan,
        randomness,
        allowance -> {
          PrivatePoint point = plan.run(constraints, allowance);
          return point.coordinates() + point.certificate().toJson().toString();
        });
  }

  /** Widths, a stable cell and a point of it: on 2^300 points, where the cell is found, or not. */
  @Test
  void recursiveSearch() {
    BigInteger size = BigInteger.ONE.shiftLeft(300);
    for (ValueShift shift : ValueShift.values()) {
      RecursiveSearch search = RecursiveSearch.of(size, shift, 5, 1e-3, 0.05, 2);
      InteriorPoint interior = new InteriorPoint(search);
      for (int rows : new int[] {20, 4000}) {
        List<BigInteger> points = new ArrayList<>();
        for (long i = 0; i < rows; i++) {
          points.add(size.shiftRight(1).add(BigInteger.valueOf(i * i)));
        }
        List<BigInteger> neighbor = new ArrayList<>(points);
        neighbor.remove(0);
        if (shift == ValueShift.EITHER_WAY) {
          neighbor.add(BigInteger.ZERO);
        }
        for (long seed : LongStream.rangeClosed(1, 5).toArray()) {
          double share =
              Replay.of(seed, own -> interior.choose(points, rows, own).toString())
                  .paidBy(search.event())
                  .requireSameOn(own -> interior.choose(neighbor, rows, own).toString());
          assertThat(share).isPositive();
        }
      }
    }
  }

  /** A witness never makes a private run: it has a seeded source, and the certificate says so. */
  @Test
  void whatIsWitnessedIsNotPrivate() {
    Randomness witnessed = Randomness.witnessed(1, Recording.fresh());
    assertThat(witnessed.isSecure()).isFalse();
    assertThat(witnessed.stream("some").isSecure()).isFalse();
    assertThat(witnessed.describe()).isEqualTo("not private: seeded");
    LinearClassifier model = model(2, Adjacency.REPLACE_ONE);
    EvaluationPlan plan = PrivateEvaluation.plan(model, Adjacency.REPLACE_ONE, GUARANTEES.get(0));
    assertThat(evaluated(plan, model, new int[] {0, 1}, witnessed)).contains("\"private\":false");
  }
}
