// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The learners of Demilune on a cluster of Spark: the same sums, the same noise, the same model
 * bytes.
 *
 * <p>{@link dev.demilune.spark.DemiluneClassifier} is the estimator of Spark ML, and {@link
 * dev.demilune.spark.SparkTraining} the same in a few lines of Java. No learner is written here:
 * rows are folded by a store of their own, and noise and budget stay with the driver.
 */
package dev.demilune.spark;
