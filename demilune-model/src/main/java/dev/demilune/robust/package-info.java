/**
 * How far a row can be moved before a model's prediction can change.
 *
 * <p>Used after training, on a model and on rows that the user supplies, never on training data. So
 * it has no privacy cost; the package does not import {@code BoundedDataset}. Open {@link
 * dev.demilune.robust.CertifiedRadius} first: it gives a distance within which the prediction
 * cannot change, in the units of the encoded row, rounded down so that the claim holds in floating
 * point. {@link dev.demilune.robust.WorstPerturbation} shows the change itself, and {@link
 * dev.demilune.robust.RobustAccuracy} counts the rows of a public table that are classified
 * correctly within a radius:
 *
 * <pre>{@code
 * RobustAccuracy robust = RobustAccuracy.onPublic(model, table);
 * double share = robust.at(0.5); // correct, also for every row within 0.5 of it
 * }</pre>
 *
 * <p>A radius is never larger than the true distance: where arithmetic is uncertain, it is smaller.
 */
package dev.demilune.robust;
