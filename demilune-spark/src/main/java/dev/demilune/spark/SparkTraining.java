// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.Learner;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Trains on the rows of a DataFrame: what {@code learner.fit} does for rows in one process.
 *
 * <p>Everything that can be refused without rows is refused first. Then the ledger is charged, and
 * only then the first job is submitted. A driver that dies afterwards has spent; the ledger says so
 * when it is opened again.
 *
 * @param schema what is public about the rows
 * @param featuresCol the column of vectors, for a schema of vectors
 * @param labelCol the column of labels, where it is not the schema's
 * @param learner any learner that is a sum over rows
 * @param guarantee what the training may cost
 */
public record SparkTraining(
    Schema schema,
    String featuresCol,
    Optional<String> labelCol,
    Learner learner,
    Guarantee guarantee) {

  public SparkTraining {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(featuresCol, "featuresCol");
    Objects.requireNonNull(labelCol, "labelCol");
    Objects.requireNonNull(learner, "learner");
    Objects.requireNonNull(guarantee, "guarantee");
  }

  /** Returns a training for a schema, with Spark's usual names of columns. */
  public static SparkTraining of(Schema schema, Learner learner, Guarantee guarantee) {
    return new SparkTraining(schema, "features", Optional.empty(), learner, guarantee);
  }

  /**
   * Returns what a certificate says about the run. The number of partitions is not among it: it
   * follows from the size of the files, which is a function of the rows that nobody paid for.
   */
  static Map<String, String> circumstances(SparkContext spark) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("engine", "Spark " + spark.version());
    facts.put("application", spark.applicationId());
    return facts;
  }

  /**
   * Charges the ledger and trains.
   *
   * @throws DemiluneException if the columns do not fit the schema, the learner has no plan or
   *     needs all rows in one place, or the budget does not suffice: the ledger is then untouched;
   *     or if Spark gives up, or was told to, after the charge
   */
  public PrivateFit fit(Dataset<?> data, Ledger ledger, String purpose, Progress progress) {
    SparkSchema columns =
        SparkSchema.of(schema, data.schema(), featuresCol, labelCol, /* withLabel= */ true);
    if (data.isStreaming()) {
      throw new DemiluneException("a stream has no end to train up to: write it to a table first");
    }
    columns.encoder(schema);
    Dataset<Row> selected = columns.selected(data);
    TrainingPlan plan = learner.plan(Shape.of(schema), guarantee).orThrow();
    plan.requireSum();
    Allowance allowance = ledger.spend(purpose, plan);
    SparkContext spark = data.sparkSession().sparkContext();
    String group = "demilune " + UUID.randomUUID();
    // Jobs of the group can be cancelled together; tasks then stop at once.
    spark.setJobGroup(group, "demilune: " + purpose, /* interruptOnCancel= */ true);
    try (SparkRows rows =
        SparkRows.of(JavaSparkContext.fromSparkContext(spark), columns.blocks(selected))) {
      PrivateFit fit = plan.run(BoundedDataset.of(schema, rows), allowance, progress);
      return fit.certificate().circumstances().isEmpty()
          ? fit // seeded: the same everywhere
          : new PrivateFit(
              fit.model(), fit.certificate().withCircumstances(circumstances(spark)), fit.plan());
    } catch (DemiluneException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked ones that it does not declare
      // Its messages may quote rows.
      throw new DemiluneException(
          "Spark ended the training of '"
              + purpose
              + "', which was charged: its own log says why; the budget is spent",
          e);
    } finally {
      spark.clearJobGroup();
    }
  }
}
