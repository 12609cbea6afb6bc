/**
 * Trained models and their files.
 *
 * <p>A model is the output that a learner paid for: its weights may be printed, saved and mailed,
 * and using it is post-processing without privacy cost. Open {@link dev.demilune.model.Classifier}
 * first, then {@link dev.demilune.model.LinearClassifier} and {@link
 * dev.demilune.model.AdditiveClassifier}. {@link dev.demilune.model.ModelFile} writes a model with
 * its schema and its certificate to one readable file and reads it back, bit for bit:
 *
 * <pre>{@code
 * ModelFile.save(Path.of("churn.json"), fit.model(), fit.certificate());
 * SavedModel saved = ModelFile.load(Path.of("churn.json"));
 * int winner = saved.model().predict(row);
 * }</pre>
 *
 * <p>Nothing here ever reads a training row: the package does not import {@code BoundedDataset},
 * and an architecture test keeps it so. Reading a file creates numbers and text only; a model file
 * cannot name a class to be loaded or code to be run.
 */
package dev.demilune.model;
