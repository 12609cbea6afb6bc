/**
 * What a model does with each column, and edits of it.
 *
 * <p>{@link dev.demilune.explain.Explanation} turns a model into one {@link
 * dev.demilune.explain.Effect} per column, in the units of the file, with the band that the
 * mechanism's noise implies where the model carries standard errors, and orders them by importance.
 * Additive models show all that they do with a column on its own; linear models are shown where
 * that is honest; of kernels and networks a sentence says what cannot be shown. {@link
 * dev.demilune.explain.ShapeEdit} changes a shape function and says so in the certificate.
 *
 * <pre>{@code
 * SavedModel saved = ModelFile.load(Path.of("census.model"));
 * Explanation.of(saved.model()).effects().get(0).name(); // the most important column
 * SavedModel smoother = ShapeEdit.parse("age: smooth").apply(saved);
 * }</pre>
 *
 * <p>Everything here is computed from the model file: it is post-processing, and the package cannot
 * reach the rows. Pictures are drawn by {@code report}.
 */
package dev.demilune.explain;
