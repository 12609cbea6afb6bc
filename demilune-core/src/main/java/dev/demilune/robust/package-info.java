/**
 * How far a row can be moved before a model changes its mind.
 *
 * <p>After training: works on a model and on rows the user brings, never on training data, and so
 * costs no privacy; the package does not import {@code BoundedDataset}. Open {@link
 * dev.demilune.robust.CertifiedRadius} first: it gives the exact distance to the nearest change of
 * prediction, in the units of the encoded row, rounded down so that the promise survives floating
 * point. {@link dev.demilune.robust.WorstPerturbation} shows the change itself, and {@link
 * dev.demilune.robust.RobustAccuracy} counts how many rows of a public table are both right and out
 * of reach:
 *
 * <pre>{@code
 * RobustAccuracy robust = RobustAccuracy.onPublic(model, table);
 * double share = robust.at(0.5); // right, and right for every row within 0.5 of it
 * }</pre>
 *
 * <p>A radius is never larger than the truth: where arithmetic cannot tell, it is smaller.
 */
package dev.demilune.robust;
