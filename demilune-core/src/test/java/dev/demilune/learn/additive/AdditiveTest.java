// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.Accountant;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.embed.PublicDraw;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.ShapeFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Column;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AdditiveTest {

  private static final int ROWS = 4_000;
  private static final ApproximateDp GUARANTEE = ApproximateDp.of(2, 1e-6);

  private static Schema schema(Adjacency adjacency) {
    return Schema.builder()
        .number("amount", 0, 1_000) // nearly all below 10
        .number("age", 0, 100)
        .category("plan", "free", "pro")
        .label("churned", "no", "yes")
        .adjacency(adjacency)
        .expectedRows(ROWS)
        .build();
  }

  /** Churn is likely in the middle of the ages, for small amounts, and for the free plan. */
  private static BoundedDataset rows(Schema schema) {
    PublicDraw draw = new PublicDraw(7, "a test");
    StringBuilder text = new StringBuilder("amount,age,plan,churned\n");
    for (int i = 0; i < ROWS; i++) {
      double amount = StrictMath.exp(1.5 * draw.normal());
      double age = 100 * draw.uniform();
      boolean free = draw.uniform() < 0.5;
      double score = 2 - StrictMath.log(amount) - Math.abs(age - 50) / 12 + (free ? 0.5 : -0.5);
      boolean churned = draw.uniform() < 1 / (1 + StrictMath.exp(-score));
      text.append(amount).append(',').append(age).append(free ? ",free," : ",pro,");
      text.append(churned ? "yes\n" : "no\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return BoundedDataset.of(
        schema, CsvReader.open(new ByteArrayInputStream(bytes), "a test", schema.csvFormat()));
  }

  private static AdditiveClassifier fit(Learner learner, BoundedDataset rows) {
    try (Ledger ledger =
        Ledger.inMemory("a test", rows.adjacency(), GUARANTEE, Randomness.reproducible(1))) {
      PrivateFit fit = learner.fit(rows, ledger.spend("a fit", GUARANTEE));
      return (AdditiveClassifier) fit.model();
    }
  }

  private static double score(AdditiveClassifier model, double amount, double age, int plan) {
    List<Part> parts = model.schema().parts();
    EncodedRow row = new EncodedRow();
    row.start(-1);
    row.addPart(((Part.Number) parts.get(0)).positionOf(amount));
    row.addPart(((Part.Number) parts.get(1)).positionOf(age));
    row.addPart(plan);
    double[] scores = new double[2];
    model.scores(row, scores);
    return scores[1] - scores[0];
  }

  /**
   * Six features are one number and a category of five, or six numbers: the counts of ranks of the
   * latter move by six times as much, so that a plan for the former must not run on them.
   */
  @Test
  void aPlanRunsOnNoOtherColumnsThanItsOwn() {
    Schema planned =
        Schema.builder()
            .number("a", 0, 1)
            .category("b", "1", "2", "3", "4", "5")
            .label("y", "no", "yes")
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(1_000)
            .build();
    SchemaBuilder numbers = Schema.builder().label("y", "no", "yes");
    for (String name : List.of("a", "b", "c", "d", "e", "f")) {
      numbers.number(name, 0, 1);
    }
    Schema other = numbers.adjacency(Adjacency.ADD_OR_REMOVE_ONE).expectedRows(1_000).build();
    byte[] file = "y,a,b,c,d,e,f\nno,0,0,0,0,0,0\n".getBytes(StandardCharsets.UTF_8);
    BoundedDataset rows =
        BoundedDataset.of(
            other, CsvReader.open(new ByteArrayInputStream(file), "a test", other.csvFormat()));
    TrainingPlan plan = Additive.withDefaults().plan(Shape.of(planned), GUARANTEE).orThrow();
    try (Ledger ledger =
        Ledger.inMemory("a test", rows.adjacency(), GUARANTEE, Randomness.reproducible(1))) {
      Allowance allowance = ledger.spend("a fit", plan);
      assertThatThrownBy(() -> plan.run(rows, allowance))
          .hasMessage(
              "the plan of additive is for other columns than the rows have: plan for their"
                  + " schema");
    }
  }

  @Test
  void columnsOfTooManyValuesAreRefusedBeforeTheCharge() {
    Schema wide =
        Schema.builder()
            .column(Column.hashed("code", 5_000))
            .label("y", "no", "yes")
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(1_000_000)
            .build();
    assertThat(Additive.withDefaults().plan(Shape.of(wide), GUARANTEE).reason())
        .isEqualTo(
            "additive would have 5001 shape values to learn, and at most 4096 can be: hash columns"
                + " of many values to fewer buckets, or ignore them");
  }

  /** No straight line could: the middle is above both ends, and amounts crowd in a hundredth. */
  @Test
  void shapesFollowWhatTheRowsSay() {
    BoundedDataset rows = rows(schema(Adjacency.ADD_OR_REMOVE_ONE));
    for (Learner learner :
        List.of(Additive.withDefaults(), Additive.withDefaults().with(Additive.INTERACTIONS, 0))) {
      AdditiveClassifier model = fit(learner, rows);
      assertThat(score(model, 1, 50, 0)).isGreaterThan(score(model, 1, 5, 0) + 1);
      assertThat(score(model, 1, 50, 0)).isGreaterThan(score(model, 1, 95, 0) + 1);
      assertThat(score(model, 0.2, 30, 0)).isGreaterThan(score(model, 8, 30, 0) + 1);
      assertThat(score(model, 1, 50, 0)).isGreaterThan(score(model, 1, 50, 1));
    }
  }

  /** The shapes are the model: their sum and the bias are the score, and each has mean zero. */
  @Test
  void shapesAreCenteredAndHaveStandardErrors() {
    AdditiveClassifier model =
        fit(
            Additive.withDefaults().with(Additive.INTERACTIONS, 0),
            rows(schema(Adjacency.ADD_OR_REMOVE_ONE)));
    assertThat(model.interactions()).isEmpty();
    ShapeFunction plan = model.shapes().get(2);
    double mean = 0;
    for (int value = 0; value < plan.points(); value++) {
      mean += plan.shares()[value] * plan.value(value, 1);
      assertThat(plan.standardError(value, 0)).isBetween(0.001, 2.0);
    }
    assertThat(mean).isCloseTo(0, within(0.05));
    ShapeFunction age = model.shapes().get(1);
    assertThat(age.breakpoints().length).isBetween(65, 80);
    assertThat(age.hasStandardErrors()).isTrue();
  }

  @Test
  void aDeclaredDirectionIsKept() {
    Schema schema =
        Schema.builder()
            .number("amount", 0, 1_000)
            .column(Column.number("age", 0, 100).withMonotone(Monotone.INCREASING))
            .category("plan", "free", "pro")
            .label("churned", "no", "yes")
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(ROWS)
            .build();
    AdditiveClassifier model = fit(Additive.withDefaults(), rows(schema));
    double before = Double.NEGATIVE_INFINITY;
    for (int age = 0; age <= 100; age++) {
      double score = score(model, 1, age, 0);
      assertThat(score).isGreaterThanOrEqualTo(before - 1e-9);
      before = score;
    }
  }

  @Test
  void settingsGiveColumnsADirection() {
    BoundedDataset rows = rows(schema(Adjacency.ADD_OR_REMOVE_ONE));
    AdditiveClassifier model = fit(Additive.withDefaults().with("decreasing", "age"), rows);
    double before = Double.POSITIVE_INFINITY;
    for (int age = 0; age <= 100; age++) {
      double score = score(model, 1, age, 0);
      assertThat(score).isLessThanOrEqualTo(before + 1e-9);
      before = score;
    }
    assertThat(score(model, 1, 0, 0)).isGreaterThan(score(model, 1, 100, 0) + 0.1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "increasing | plan | setting 'increasing' names 'plan', a category without an order: declare"
            + " it as ordered, with its values from low to high",
        "decreasing | wage | setting 'decreasing' names 'wage', which is not a column that is"
            + " learned from: these are amount, age, plan"
      })
  void columnsWithoutADirectionAreRefused(String setting, String column, String message) {
    Learner learner = Additive.withDefaults().with(setting, column);
    Shape shape = Shape.of(schema(Adjacency.ADD_OR_REMOVE_ONE));
    assertThat(learner.plan(shape, GUARANTEE).reason()).isEqualTo(message);
  }

  @Test
  void noColumnGoesBothWays() {
    Shape shape = Shape.of(schema(Adjacency.ADD_OR_REMOVE_ONE));
    Learner both = Additive.withDefaults().with("increasing", "age").with("decreasing", "age");
    assertThat(both.plan(shape, GUARANTEE).reason())
        .isEqualTo("'age' is in increasing and in decreasing: choose one of them");
    Shape falling =
        shape.withParts(
            shape.parts().stream().map(part -> part.withMonotone(Monotone.DECREASING)).toList());
    assertThat(Additive.withDefaults().with("increasing", "age").plan(falling, GUARANTEE).reason())
        .isEqualTo("setting 'increasing' names 'age', which the schema declares decreasing");
    assertThatThrownBy(() -> Additive.withDefaults().with("increasing", "age,,plan"))
        .hasMessageContaining("names of columns with commas between them");
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void thePlanCostsNoMoreThanItsGuarantee(Adjacency adjacency) {
    for (Learner learner :
        List.of(
            Additive.withDefaults(),
            Additive.withDefaults().with("class-weights", "balanced"),
            Additive.withDefaults().with(Additive.BINS, Additive.Bins.PUBLIC))) {
      for (long rows : new long[] {0, ROWS}) {
        Shape shape = Shape.of(schema(adjacency)).withRows(rows);
        Plan plan = learner.plan(shape, GUARANTEE);
        double epsilon = Accountant.best(plan.event().orElseThrow()).epsilon(GUARANTEE.delta());
        assertThat(epsilon).isBetween(0.999 * GUARANTEE.epsilon(), GUARANTEE.epsilon());
      }
    }
  }

  @Test
  void whatCannotWorkIsRefusedWithWhatCan() {
    Learner learner = Additive.withDefaults();
    Shape vectors = new Shape(1_000, 5, 2, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(learner.plan(vectors, GUARANTEE).reason())
        .contains("plain vectors have none: declare named columns");
    Shape few = Shape.of(schema(Adjacency.ADD_OR_REMOVE_ONE)).withRows(10);
    Plan noise = learner.plan(few, ApproximateDp.of(0.1, 1e-6));
    assertThat(noise.runnable()).isFalse();
    assertThat(noise.reason()).contains("would be noise").contains("rows, or use a larger ε");
    assertThat(learner.plan(few, PureDp.of(1)).reason()).contains("delta above 0");
  }

  /** With as many rows as the refusal names there is a plan. */
  @Test
  void theRefusalNamesEnoughRows() {
    Shape few = Shape.of(schema(Adjacency.ADD_OR_REMOVE_ONE)).withRows(10);
    ApproximateDp little = ApproximateDp.of(0.1, 1e-6);
    String reason = Additive.withDefaults().plan(few, little).reason();
    long rows = Long.parseLong(reason.replaceAll(".*takes (\\d+) rows.*", "$1"));
    assertThat(Additive.withDefaults().plan(few.withRows(rows), little).runnable()).isTrue();
    assertThat(Additive.withDefaults().plan(few.withRows(rows - 1), little).runnable()).isFalse();
  }
}
