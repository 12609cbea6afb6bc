// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Private rows as bounded integers, and the one operation on them: a fold.
 *
 * <p>After {@code schema} and {@code embed}, before {@code learn}. Open {@link
 * dev.demilune.rows.BoundedDataset} first: its claim, that one record changes one stored row of
 * bounded norm, is what every sensitivity rests on. A {@link dev.demilune.rows.RowFold} sums an
 * integer function over the rows of a {@link dev.demilune.rows.Batch}; {@link
 * dev.demilune.rows.EmbeddedData} applies an embedding.
 *
 * <pre>{@code
 * BoundedDataset data = BoundedDataset.of(schema, CsvReader.open(Path.of("customers.csv")));
 * long[] sums = data.fold(new MySum(), Batch.ALL);
 * }</pre>
 *
 * <p>Sums are exact integers, so the result does not depend on the number of threads. No value of a
 * row can make anything here throw, stop early or print.
 *
 * <p>Learners, audits and exhibits use this package. {@code model}, {@code robust}, {@code
 * evaluate} and {@code report} must not reach it, not even through others: an architecture test
 * enforces this, and it is why using a model has no privacy cost.
 */
package dev.demilune.rows;
