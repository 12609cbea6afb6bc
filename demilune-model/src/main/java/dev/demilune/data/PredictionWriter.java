// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import dev.demilune.DemiluneException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes predictions as CSV: the row's number, the predicted class and, optionally, a score per
 * class and a certified radius.
 *
 * <p>A file appears only with {@link #commit}; closing without it leaves nothing behind.
 */
public final class PredictionWriter implements AutoCloseable {
  private final List<String> classes;
  private final AtomicFile file; // null when writing to a stream
  private final Writer out;
  private final String place;
  private boolean scores;
  private boolean probabilities;
  private boolean radius;
  private boolean started;

  private PredictionWriter(List<String> classes, AtomicFile file, OutputStream out, String place) {
    this.classes = List.copyOf(classes);
    this.file = file;
    this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    this.place = place;
  }

  /** Writes to a file that appears on commit. */
  public static PredictionWriter to(Path path, List<String> classes) {
    AtomicFile file = AtomicFile.create(path);
    return new PredictionWriter(classes, file, file, path.toString());
  }

  /** Writes to a stream, which stays open. */
  public static PredictionWriter to(OutputStream stream, List<String> classes) {
    return new PredictionWriter(classes, null, stream, "the output");
  }

  /** Adds a score column per class; call before the first row. */
  public PredictionWriter withScores() {
    checkNotStarted();
    scores = true;
    return this;
  }

  /** Adds a probability column per class; call before the first row. */
  public PredictionWriter withProbabilities() {
    checkNotStarted();
    probabilities = true;
    return this;
  }

  /** Adds a column for the radius; call before the first row. */
  public PredictionWriter withRadius() {
    checkNotStarted();
    radius = true;
    return this;
  }

  /** Writes one row of a file without a column for probabilities. */
  public void write(long row, int prediction, double[] rowScores, double rowRadius) {
    write(row, prediction, rowScores, new double[0], rowRadius);
  }

  /**
   * Writes one row. Scores, probabilities and radius are read only if their columns were added.
   *
   * @param row the number of the row, from 1
   */
  public void write(
      long row, int prediction, double[] rowScores, double[] rowShares, double rowRadius) {
    try {
      start();
      out.write(Long.toString(row));
      out.write(',');
      out.write(cell(classes.get(prediction)));
      for (int k = 0; scores && k < classes.size(); k++) {
        out.write(',');
        out.write(Double.toString(rowScores[k]));
      }
      for (int k = 0; probabilities && k < classes.size(); k++) {
        out.write(',');
        out.write(Double.toString(rowShares[k]));
      }
      if (radius) {
        out.write(',');
        out.write(Double.toString(rowRadius));
      }
      out.write('\n');
    } catch (IOException e) {
      throw fault(e);
    }
  }

  /** Finishes: the file appears under its name, the stream is flushed. */
  public void commit() {
    try {
      start(); // a file without rows has its header
      out.flush();
    } catch (IOException e) {
      throw fault(e);
    }
    if (file != null) {
      file.commit();
    }
  }

  /** Deletes what was written to a file unless it was committed. */
  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }

  private void start() throws IOException {
    if (started) {
      return;
    }
    started = true;
    out.write("row,prediction");
    for (int k = 0; scores && k < classes.size(); k++) {
      out.write(',');
      out.write(cell("score:" + classes.get(k)));
    }
    for (int k = 0; probabilities && k < classes.size(); k++) {
      out.write(',');
      out.write(cell("probability:" + classes.get(k)));
    }
    out.write(radius ? ",radius\n" : "\n");
  }

  private void checkNotStarted() {
    if (started) {
      throw new IllegalStateException("columns must be chosen before the first row");
    }
  }

  /** Quotes a cell where necessary. */
  static String cell(String text) {
    boolean plain =
        // CsvReader drops blanks around cells without quotes
        text.equals(text.strip()) && text.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    return plain && !text.isEmpty() ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private DemiluneException fault(IOException e) {
    return new DemiluneException(
        "cannot write predictions to " + place + "; check the disk or the receiving program", e);
  }
}
