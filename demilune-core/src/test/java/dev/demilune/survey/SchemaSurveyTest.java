// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.NumberFormat;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Learned;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a survey plans, finds and refuses; the laws of its noise are tested elsewhere. */
class SchemaSurveyTest {

  private static final Guarantee PRICE = ApproximateDp.of(1, 1e-6);

  private static final SchemaSurvey SURVEY =
      SchemaSurvey.of(Adjacency.ADD_OR_REMOVE_ONE)
          .number("age")
          .number("score", 0, 1000)
          .category("job")
          .ignore("id")
          .label("paid");

  /** Ages 20 to 79, scores 0 to 999, three jobs of which one is rare, a third says yes. */
  private static String rows(int count) {
    StringBuilder csv = new StringBuilder("id,age,score,job,paid\n");
    for (int i = 0; i < count; i++) {
      csv.append("p").append(i).append(',').append(20 + i % 60).append(',').append(i * 7 % 1000);
      csv.append(i % 3 == 0 ? ",nurse," : i == 1 ? ",astronaut," : ",clerk,");
      csv.append(i % 3 == 1 ? "yes" : "no").append('\n');
    }
    return csv.toString();
  }

  /** Numbers are read as declared, and declared columns of any kind cost nothing. */
  @Test
  void readsDecimalCommasAndTakesDeclaredKinds() {
    StringBuilder csv = new StringBuilder("paid,since,zip,y\n");
    for (int i = 0; i < 20_000; i++) {
      csv.append('"').append(i % 500).append(",5\",1.2.2024,").append(8000 + i % 300);
      csv.append(i % 2 == 0 ? ",no\n" : ",yes\n");
    }
    Column since =
        Column.date("since", "d.m.Y", LocalDate.of(2000, 1, 1), LocalDate.of(2026, 12, 31));
    SchemaSurvey survey =
        SchemaSurvey.of(Adjacency.ADD_OR_REMOVE_ONE)
            .numberFormat(new NumberFormat(',', NumberFormat.NO_GROUPS))
            .number("paid", 0, 10_000)
            .known(since)
            .known(Column.hashed("zip", 16))
            .label("y");
    Schema schema = learn(survey, csv.toString(), PRICE).schema();
    FeatureRange paid = ((Column.Numeric) schema.columns().get(0)).range();
    assertThat(paid.low()).isBetween(0.0, 20.0);
    assertThat(paid.high()).isBetween(480.0, 501.0); // were commas dropped, it would be near 5000
    assertThat(schema.columns()).contains(since, Column.hashed("zip", 16));
    assertThat(schema.numberFormat().decimal()).isEqualTo(',');
    assertThat(survey.plan(PRICE).event())
        .isEqualTo(
            SchemaSurvey.of(Adjacency.ADD_OR_REMOVE_ONE)
                .number("paid", 0, 10_000)
                .label("y")
                .plan(PRICE)
                .event());
    assertThatThrownBy(() -> SURVEY.known(Column.hashed("zip", 1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("schema: column 'zip' needs between 2 and 32766 buckets, got 1");
  }

  @Test
  void findsWhatMostRowsHave() {
    LearnedSchema learned = learn(SURVEY, rows(20_000), PRICE);
    Schema schema = learned.schema();
    FeatureRange age = ((Column.Numeric) schema.columns().get(1)).range();
    assertThat(age.low()).isBetween(20.0, 23.0);
    assertThat(age.high()).isBetween(76.0, 79.0);
    FeatureRange score = ((Column.Numeric) schema.columns().get(2)).range();
    assertThat(score.low()).isBetween(0.0, 40.0);
    assertThat(score.high()).isBetween(960.0, 1000.0);
    assertThat(schema.columns().get(3))
        .isEqualTo(new Column.Category("job", List.of("clerk", "nurse", "other"), 2));
    assertThat(schema.columns().get(0)).isEqualTo(new Column.Ignored("id"));
    assertThat(schema.labels()).isEqualTo(LabelSet.of("no", "yes"));
    assertThat((double) schema.expectedRows()).isCloseTo(20_000, within(500.0));
    assertThat(schema.adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(learned.annotated().toYaml())
        .contains("# NOT PRIVATE: the noise was seeded.")
        .contains("# Learned from private rows, for ε = ")
        .contains(
            "# learned privately: noisy quantiles 0.5 % and 99.5 %, not least and largest, 1000 steps from 0.0 to 1000.0")
        .contains("id: ignore  # declared")
        .doesNotContain("astronaut");
    assertThat(SchemaFile.parse(learned.annotated().toYaml(), "again")).isEqualTo(schema);
  }

  /** What was learned, and its price, go with the schema; edits by hand are noticed. */
  @Test
  void theSchemaKeepsItsPrice() {
    LearnedSchema learned = learn(SURVEY, rows(20_000), PRICE);
    Learned parts = learned.schema().learned().orElseThrow();
    assertThat(parts.release())
        .isEqualTo(ChainLink.of(ChainLink.Kind.SCHEMA, learned.certificate()));
    assertThat(parts.columns()).containsExactly("age", "score", "job", "paid");
    assertThat(parts.rowCount()).isTrue();

    String yaml = learned.annotated().toYaml();
    Schema again = SchemaFile.parse(yaml, "again");
    assertThat(again.learned()).contains(parts);
    assertThat(parts.isUnchangedIn(again)).isTrue();
    assertThat(parts.isUnchangedIn(Schema.fromJson(again.toJson()))).isTrue();

    Schema edited = SchemaFile.parse(yaml.replace("\"nurse\"", "\"doctor\""), "edited");
    assertThat(edited.learned().orElseThrow().isUnchangedIn(edited)).isFalse();
    String epsilon = "\\\"epsilon\\\":" + parts.release().guarantee().epsilon();
    assertThat(yaml).contains(epsilon);
    Schema cheaper = SchemaFile.parse(yaml.replace(epsilon, "\\\"epsilon\\\":0.001"), "cheaper");
    assertThat(cheaper.learned().orElseThrow().isUnchangedIn(cheaper)).isFalse();

    for (String broken :
        List.of(
            yaml.replace("\\\"kind\\\":\\\"schema\\\"", "\\\"kind\\\":\\\"gift\\\""),
            yaml.replaceFirst("  seal: .*\n", ""),
            yaml.replaceFirst("learned: #(?s:.*)", "learned: 3\n"))) {
      assertThatThrownBy(() -> SchemaFile.parse(broken, "broken"))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("'learned:' says what was paid for this schema and is damaged");
    }
  }

  @Test
  void aModelCarriesThePriceOfItsSchema() {
    LearnedSchema learned = learn(SURVEY, rows(3000), PRICE);
    String yaml = learned.annotated().toYaml();
    Certificate chained = train(SchemaFile.parse(yaml, "learned")).certificate();

    assertThat(chained.links()).hasSize(2);
    assertThat(chained.links().get(0)).isEqualTo(learned.schema().learned().get().release());
    assertThat(chained.total())
        .contains(
            Amount.of(learned.certificate().guarantee()).plus(Amount.of(chained.guarantee())));
    assertThat(chained.chain().notes()).isEmpty();

    Schema edited = SchemaFile.parse(yaml.replace("\"nurse\"", "\"doctor\""), "edited");
    assertThat(train(edited).certificate().chain().notes())
        .containsExactly(
            "the schema was edited after learning; what was changed by hand must not come from the"
                + " rows");
  }

  private static PrivateFit train(Schema schema) {
    Ledger ledger =
        Ledger.inMemory(
            "people", schema.adjacency(), ApproximateDp.of(1, 1e-6), Randomness.reproducible(3));
    CsvReader table =
        CsvReader.open(
            new ByteArrayInputStream(rows(300).getBytes(StandardCharsets.UTF_8)),
            "rows",
            schema.csvFormat());
    return Learners.named("class-means")
        .fit(BoundedDataset.of(schema, table), ledger.spend("train", ApproximateDp.of(1, 1e-6)));
  }

  @Test
  void theCertificatePricesWhatWasPlanned() {
    SurveyPlan plan = SURVEY.plan(PRICE);
    LearnedSchema learned = learn(SURVEY, rows(3000), PRICE);
    assertThat(learned.certificate().event()).isEqualTo(plan.event().toString());
    assertThat(learned.certificate().learner()).isEqualTo("schema-survey");
    assertThat(Accountant.best(plan.event()).epsilon(1e-6)).isBetween(0.999, 1.0);
  }

  /** Two numbers, a category and a label: four choices and two histograms of one ε each. */
  @Test
  void theBudgetIsSplitEvenly() {
    for (Adjacency adjacency : List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.REPLACE_ONE)) {
      SchemaSurvey survey =
          SchemaSurvey.of(adjacency).number("a").number("b").category("c").label("y");
      SurveyPlan plan = survey.plan(PRICE);
      double epsilon = plan.low().epsilon();
      assertThat(plan.high().epsilon()).isEqualTo(epsilon);
      assertThat(plan.histogram().orElseThrow().scale())
          .isCloseTo(adjacency.contributionsChanged() / epsilon, within(1e-9));
      assertThat(plan.histogram().orElseThrow().delta()).isBetween(2e-7, 2.5e-7);
      assertThat(epsilon).isGreaterThan(1 / 6.1); // composing is no worse than adding, nearly
      assertThat(plan.event())
          .isEqualTo(
              PrivacyEvent.Composed.of(
                  new PrivacyEvent.Repeated(plan.low().event(), 2),
                  new PrivacyEvent.Repeated(plan.high().event(), 2),
                  new PrivacyEvent.Repeated(plan.histogram().orElseThrow().event(), 2)));
    }
  }

  @Test
  void rangesAloneNeedNoDelta() {
    SchemaSurvey survey =
        SchemaSurvey.of(Adjacency.REPLACE_ONE).number("a").number("b").knownLabel("y", "no", "yes");
    SurveyPlan plan = survey.plan(PureDp.of(0.8));
    assertThat(plan.low().epsilon()).isCloseTo(0.2, within(1e-12));
    assertThat(Accountant.best(plan.event()).epsilon(0)).isLessThanOrEqualTo(0.8);
    LearnedSchema learned = learn(survey, "a,b,y\n1,2,no\n", PureDp.of(0.8));
    assertThat(learned.certificate().guarantee()).isEqualTo(PureDp.of(0.8));
    assertThat(learned.schema().expectedRows()).isZero();
  }

  /** Every cell is hostile: nothing is thrown, and the same columns come out. */
  @Test
  void noCellStopsASurvey() {
    StringBuilder csv = new StringBuilder("id,age,score,job,paid\n");
    String[] hostile = {
      "",
      "NaN",
      "inf",
      "-1e999",
      "1e-320",
      "\"a,b\"",
      "x".repeat(5000),
      "\"\"\"\"",
      "\u200b",
      "'; drop table",
      "0x10",
      "-0"
    };
    for (int i = 0; i < 3000; i++) {
      String cell = hostile[i % hostile.length];
      csv.append(String.join(",", cell, cell, cell, cell, i % 2 == 0 ? "a" : "b")).append('\n');
    }
    Schema schema = learn(SURVEY, csv.toString(), PRICE).schema();
    assertThat(schema.columns()).hasSize(5);
    assertThat(((Column.Category) schema.columns().get(3)).values())
        .contains("a,b", "'; drop table", "other")
        .doesNotContain("x".repeat(5000), "\u200b");
    assertThat(((Column.Numeric) schema.columns().get(1)).range().high()).isLessThanOrEqualTo(1e12);
  }

  @Test
  void noRowsAreATableLikeOthers() {
    SchemaSurvey survey =
        SchemaSurvey.of(Adjacency.ADD_OR_REMOVE_ONE).number("a").knownLabel("y", "no", "yes");
    Schema schema = learn(survey, "a,y\n", PRICE).schema();
    assertThat(schema.features()).isEqualTo(1);
  }

  @Test
  void tooFewLabelsAreSaidWithoutTheirNames() {
    assertThatThrownBy(() -> learn(SURVEY, rows(10), PRICE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("fewer than two labels of column 'paid' were found")
        .hasMessageContaining("declare the labels, or spend more");
  }

  @Test
  void filesWithoutHeaderHaveTheirColumnsNamed() {
    SchemaSurvey survey =
        SchemaSurvey.of(Adjacency.ADD_OR_REMOVE_ONE)
            .columns(List.of("a", "y"))
            .delimitedBy(';')
            .number("a", 0, 10)
            .label("y");
    StringBuilder csv = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      csv.append(i % 10).append(i % 2 == 0 ? ";no\n" : ";yes\n");
    }
    Schema schema = learn(survey, csv.toString(), PRICE).schema();
    assertThat(schema.csvFormat()).isEqualTo(new CsvFormat(false, ';'));
    assertThat(schema.columns().get(0).name()).isEqualTo("a");
  }

  @Test
  void refusesWhatCannotWorkBeforeAnyRow() {
    assertThatThrownBy(() -> SchemaSurvey.of(Adjacency.REPLACE_LABEL))
        .hasMessageContaining("with replace-label the features are public");
    assertThatThrownBy(() -> SURVEY.plan(PureDp.of(1)))
        .hasMessageContaining("need a delta above 0");
    assertThatThrownBy(() -> SURVEY.plan(ApproximateDp.of(1, 1e-295)))
        .hasMessageContaining("is too small to find values with");
    assertThatThrownBy(() -> SURVEY.expectedRows(500).plan(PRICE))
        .hasMessageContaining("500 rows are too few for this price")
        .hasMessageContaining("times the epsilon");
    assertThat(SURVEY.expectedRows(20_000).plan(PRICE).threshold()).isPositive();
    assertThatThrownBy(() -> SURVEY.number("age")).hasMessageContaining("asked about twice");
    SchemaSurvey known =
        SchemaSurvey.of(Adjacency.REPLACE_ONE).knownNumber("a", 0, 1).knownLabel("y", "0", "1");
    assertThatThrownBy(() -> known.plan(PRICE)).hasMessageContaining("nothing to learn");
    assertThatThrownBy(() -> SchemaSurvey.of(Adjacency.REPLACE_ONE).number("a").plan(PRICE))
        .hasMessage("exactly one column must be the label, got 0");
    assertThatThrownBy(() -> SchemaSurvey.of(Adjacency.REPLACE_ONE).number("a", 5, 5))
        .hasMessageContaining("low < high");
  }

  @Test
  void refusesColumnsThatNobodyAskedAbout() {
    assertThatThrownBy(() -> SURVEY.check(csv("id,age,score,job,paid,extra\n", SURVEY)))
        .hasMessage(
            "people: say of column 'extra' whether it is a number, a category or to be ignored;"
                + " kinds are not guessed from private rows");
    assertThatThrownBy(() -> SURVEY.check(csv("id,age,job,paid\n", SURVEY)))
        .hasMessageStartingWith("people:1: the file has no column 'score'");
  }

  @Test
  void anotherAdjacencyThanTheLedgersIsRefused() {
    Ledger ledger = Ledger.inMemory("p", Adjacency.REPLACE_ONE, PRICE, Randomness.reproducible(1));
    assertThatThrownBy(
            () -> SURVEY.plan(PRICE).run(csv(rows(10), SURVEY), ledger.spend("schema", PRICE)))
        .hasMessageContaining("counts for REPLACE_ONE and the schema says ADD_OR_REMOVE_ONE");
  }

  @Test
  void gridsHaveTheirPoints() {
    ValueGrid digits = ValueGrid.ofTwoDigits();
    assertThat(digits.size()).isEqualTo(2 * (18 * 90 + 1) + 1);
    assertThat(digits.point(digits.atOrBelow(17.4))).isEqualTo(17);
    assertThat(digits.point(digits.atOrAbove(17.4))).isEqualTo(18);
    assertThat(digits.point(digits.atOrBelow(-0.123))).isEqualTo(-0.13);
    assertThat(digits.point(digits.atOrBelow(-0.0))).isEqualTo(0);
    assertThat(digits.point(digits.atOrAbove(Double.POSITIVE_INFINITY))).isEqualTo(1e12);
    assertThat(digits.point(digits.atOrBelow(Double.NEGATIVE_INFINITY))).isEqualTo(-1e12);
    assertThat(digits.withZero(0.00075, 55)).isEqualTo(new FeatureRange(0, 55));
    assertThat(digits.withZero(2, 55)).isEqualTo(new FeatureRange(2, 55));
    assertThat(ValueGrid.between(0, 120).size()).isEqualTo(121);
    assertThat(ValueGrid.between(0, 1).size()).isEqualTo(10_001);
    assertThat(ValueGrid.between(0, 1).point(3)).isEqualTo(0.0003);
    assertThat(ValueGrid.between(1, Math.nextUp(1.0)).size()).isEqualTo(2);
    assertThat(ValueGrid.between(100, 300).withZero(101, 299))
        .isEqualTo(new FeatureRange(101, 299));
  }

  private static LearnedSchema learn(SchemaSurvey survey, String csv, Guarantee price) {
    Ledger ledger =
        Ledger.inMemory("p", survey.adjacency(), price, Randomness.reproducible(20_261_116));
    SurveyPlan plan = survey.plan(price);
    return plan.run(csv(csv, survey), ledger.spend("schema", plan));
  }

  private static CsvReader csv(String text, SchemaSurvey survey) {
    return CsvReader.open(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "people",
        survey.csvFormat());
  }
}
