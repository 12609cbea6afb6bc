/**
 * Public maps of rows to other rows: random projections and random features of kernels.
 *
 * <p>Sits between the bounded rows and the learners. Start at {@link dev.demilune.embed.Embedding},
 * of which there are two projections, {@link dev.demilune.embed.SignProjection} (dense) and {@link
 * dev.demilune.embed.HadamardProjection} (by a fast transform), and four maps for kernels: {@link
 * dev.demilune.embed.FourierFeatures} (radial), {@link dev.demilune.embed.GroupedFeatures}
 * (additive and product), {@link dev.demilune.embed.PolynomialSketch} and {@link
 * dev.demilune.embed.ArcCosineFeatures}. {@code dev.demilune.rows.EmbeddedData} applies one to a
 * data set, row by row as rows are read:
 *
 * <pre>{@code
 * Embedding features = FourierFeatures.of(Kernel.GAUSSIAN, 0.7, data.features(), 1024, 1);
 * BoundedDataset images = EmbeddedData.of(data, features); // for any learner
 * }</pre>
 *
 * <p>An embedding is drawn from a public number, independent of the rows and of all noise; it may
 * be printed, and has no privacy cost. Nothing here depends on more than one row, stores the images
 * of a whole data set, or uses anything but IEEE 754 arithmetic and {@link StrictMath}: the results
 * are the same bits on every machine.
 */
package dev.demilune.embed;
