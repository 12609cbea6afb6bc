/**
 * Pages that people can read, keep and print.
 *
 * <p>The last step of the flow: {@link dev.demilune.report.Report} puts a model's certificate, its
 * settings and, where given, its numbers on public rows into one HTML file:
 *
 * <pre>{@code
 * Report.of("Churn", ModelFile.load(Path.of("churn.json")))
 *     .withEvaluation(Evaluation.onPublic(model, heldOut))
 *     .write(Path.of("churn.html"));
 * }</pre>
 *
 * <p>Everything on a page was public before: the package does not import {@code BoundedDataset}. A
 * page never loads anything, runs no script but ours, which are the same on every page, and escapes
 * every text.
 */
package dev.demilune.report;
