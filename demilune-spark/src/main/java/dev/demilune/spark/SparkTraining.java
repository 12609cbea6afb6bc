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
import dev.demilune.random.Randomness;
import dev.demilune.random.StreamKey;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.util.Objects;
import java.util.OptionalInt;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trains on the rows of a DataFrame: what {@code learner.fit} does for rows in one process.
 *
 * <p>Everything that can be refused without rows is refused first. Then the ledger is charged, and
 * only then the first job is submitted. A driver that dies afterwards has spent; the next one that
 * is started for the same purpose says so.
 *
 * @param schema what is public about the rows
 * @param names what the DataFrame calls the columns that have a role
 * @param partitions into how many parts rows are divided; empty for as many as there are
 * @param learner any learner that is a sum over rows
 * @param guarantee what the training may cost
 */
public record SparkTraining(
    Schema schema,
    ColumnNames names,
    OptionalInt partitions,
    Learner learner,
    Guarantee guarantee) {

  private static final Logger LOG = LoggerFactory.getLogger(SparkTraining.class);

  public SparkTraining {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(partitions, "partitions");
    Objects.requireNonNull(learner, "learner");
    Objects.requireNonNull(guarantee, "guarantee");
  }

  /** Returns a training for a schema, with the usual names of columns. */
  public static SparkTraining of(Schema schema, Learner learner, Guarantee guarantee) {
    return new SparkTraining(schema, ColumnNames.USUAL, OptionalInt.empty(), learner, guarantee);
  }

  /**
   * Charges the ledger and trains. Where the unit is a person, her rows are chosen by a key from
   * the system.
   *
   * @throws DemiluneException if the columns do not fit the schema, the learner has no plan or
   *     needs all rows in one place, the ledger is for another table, or the budget does not
   *     suffice: the ledger is then untouched; or if Spark gives up, or was told to, after the
   *     charge
   */
  public PrivateFit fit(Dataset<?> data, Ledger ledger, String purpose, Progress progress) {
    return fit(data, ledger, purpose, progress, Randomness.secure().key());
  }

  /** Does the same with this key for the choice of a person's rows, as a seeded run has it. */
  public PrivateFit fit(
      Dataset<?> data, Ledger ledger, String purpose, Progress progress, StreamKey persons) {
    SparkSource source = SparkSource.forTraining(data, schema, names, partitions);
    TrainingPlan plan = learner.plan(Shape.of(schema), guarantee).orThrow();
    plan.requireSum();
    ledger.spentBefore(purpose).ifPresent(LOG::warn);
    Allowance allowance = ledger.spend(purpose, plan);
    SparkContext spark = data.sparkSession().sparkContext();
    try (SparkJobs jobs = new SparkJobs(spark, purpose);
        SparkRows rows = source.rows(persons)) {
      PrivateFit fit = plan.run(BoundedDataset.of(schema, rows), allowance, progress);
      return fit.certificate().circumstances().isEmpty()
          ? fit // seeded: the same everywhere
          : new PrivateFit(
              fit.model(), fit.certificate().withCircumstances(source.circumstances()), fit.plan());
    } catch (DemiluneException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked ones that it does not declare
      // Its messages may quote rows.
      throw new DemiluneException(
          "Spark ended the training of '"
              + purpose
              + "', which was charged: its own log says why; the budget is spent",
          e);
    }
  }
}
