/**
 * Predictions for whole tables, and how good they are.
 *
 * <p>After training: a model and a table of the user's go in, numbers come out. {@link
 * dev.demilune.evaluate.Predictor} only applies the model and costs nothing. {@link
 * dev.demilune.evaluate.Evaluation} is different: an accuracy is computed from labels and reveals
 * something about the rows it was measured on. Its entry point is therefore called {@code
 * onPublic}, and calling it declares the rows public:
 *
 * <pre>{@code
 * try (Table heldOut = CsvReader.open(Path.of("public-test.csv"))) {
 *   Evaluation evaluation = Evaluation.onPublic(model, heldOut);
 *   double accuracy = evaluation.accuracy();
 * }
 * }</pre>
 *
 * <p>Where the rows are private, {@link dev.demilune.evaluate.PrivateEvaluation} takes an allowance
 * and releases counts with noise, and what follows from them:
 *
 * <pre>{@code
 * try (Table people = CsvReader.open(Path.of("people.csv"))) {
 *   PrivateEvaluation scores =
 *       PrivateEvaluation.charging(ledger.spend("score", PureDp.of(0.2)), model, people);
 *   ShareInterval accuracy = scores.accuracyInterval();
 * }
 * }</pre>
 *
 * <p>All read a table of any size row by row. Nothing here prints, or reads rows from anywhere but
 * the given table.
 */
package dev.demilune.evaluate;
