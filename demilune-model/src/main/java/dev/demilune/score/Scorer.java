// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.score;

import dev.demilune.DemiluneException;
import dev.demilune.model.Classifier;
import dev.demilune.robust.CertifiedRadius;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.ValueEncoder;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Scores records of raw values with a model: what {@code demilune predict} writes for the same
 * record, to the last bit.
 *
 * <p>A record is a {@code Map} by column name, a Java record or bean with a property for every
 * column, an {@code Object[]} in the order of {@link #columns}, or a {@code double[]}: a plain
 * vector, or numbers in that order. {@link dev.demilune.data.ValueRow} says which types values may
 * have; null is missing. A value that cannot be read counts as the schema says, as in a file, and
 * {@link #faults} tells of it. A record that lacks a column, has one too many or a type that does
 * not fit is refused in one sentence.
 *
 * <pre>{@code
 * Scorer scorer = Scorer.of(ModelFile.load(Path.of("churn.model")).model()); // once
 * String label = scorer.label(Map.of("age", 42, "plan", "pro"));             // on any thread
 * Stream<double[]> all = people.parallel().map(scorer::scores);
 * }</pre>
 *
 * <p>An object is thread-safe; every thread has its own buffers. With an {@code Object[]} and an
 * array for the scores, a linear model allocates no memory per record.
 */
public final class Scorer {

  private final Classifier model;
  private final ThreadLocal<Buffers> buffers;
  private volatile CertifiedRadius radii; // prepared when first asked for

  /** What a thread uses again. It knows no scorer, so that it does not outlive one. */
  private static final class Buffers {
    private final ValueEncoder encoder;
    private final double[] scores;

    Buffers(Classifier model) {
      encoder = model.schema().valueEncoder();
      scores = new double[model.labels().size()];
    }
  }

  private Scorer(Classifier model) {
    this.model = model;
    buffers = ThreadLocal.withInitial(() -> new Buffers(model));
  }

  /** Prepares a model for scoring. */
  public static Scorer of(Classifier model) {
    return new Scorer(model);
  }

  /** Returns the columns that an array of values must hold, in order; empty for plain vectors. */
  public List<String> columns() {
    return model.schema().valueColumns();
  }

  /** Returns the class names, in the order of scores and probabilities. */
  public List<String> labels() {
    return model.labels().names();
  }

  /**
   * Returns the name of the winning class.
   *
   * @throws DemiluneException if the record does not fit the schema
   */
  public String label(Object values) {
    return labels().get(predict(values));
  }

  /** Returns the names of the winning classes of many records, lazily and in their order. */
  public Stream<String> labels(Iterable<?> records) {
    return StreamSupport.stream(records.spliterator(), /* parallel= */ false).map(this::label);
  }

  /** Returns the names of the winning classes of many records, on the stream's threads. */
  public Stream<String> labels(Stream<?> records) {
    return records.map(this::label);
  }

  /**
   * Returns the index of the winning class, the first one in a tie.
   *
   * @throws DemiluneException if the record does not fit the schema
   */
  public int predict(Object values) {
    Buffers mine = buffers.get();
    return model.predict(mine.encoder.encode(values), mine.scores);
  }

  /** As {@link #predict(Object)}, and writes one score per class. */
  public int predict(Object values, double[] scores) {
    return model.predict(buffers.get().encoder.encode(values), scores);
  }

  /** Returns one score per class; the largest wins. */
  public double[] scores(Object values) {
    double[] scores = new double[labels().size()];
    predict(values, scores);
    return scores;
  }

  /**
   * Returns the probability of every class.
   *
   * @throws DemiluneException if the model is not calibrated, or the record does not fit
   */
  public double[] probabilities(Object values) {
    double[] probabilities = new double[labels().size()];
    probabilities(values, probabilities);
    return probabilities;
  }

  /** As {@link #probabilities(Object)}, into an array. */
  public void probabilities(Object values, double[] into) {
    model.probabilities(buffers.get().encoder.encode(values), into);
  }

  /**
   * Returns how far the encoded record can be moved before the prediction can change; see {@link
   * CertifiedRadius}.
   *
   * @throws DemiluneException if there is no certificate for this kind of model, or the record does
   *     not fit
   */
  public double radius(Object values) {
    CertifiedRadius prepared = radii;
    if (prepared == null) {
      prepared = CertifiedRadius.of(model);
      radii = prepared; // should two threads do it, they write equals
    }
    Buffers mine = buffers.get();
    EncodedRow row = mine.encoder.encode(values);
    return prepared.radius(row, model.predict(row, mine.scores));
  }

  /**
   * Returns what is probably wrong with the values of a record, a sentence for each, and nothing
   * for a record that is as declared. Values are not quoted. Plain vectors have no faults.
   */
  public List<String> faults(Object values) {
    CellTally tally = CellTally.of(model.schema());
    model.schema().valueEncoder(tally).encode(values);
    return tally.faults().stream()
        .map(fault -> "column '" + fault.column() + "': the value is " + fault.state().phrase())
        .toList();
  }
}
