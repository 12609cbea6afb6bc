// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import com.google.gson.JsonPrimitive;
import dev.demilune.DemiluneException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Writes predictions: the row's number, the predicted class and, optionally, cells copied from the
 * row, a score and a probability per class, and a certified radius.
 *
 * <p>As CSV, or as JSON Lines ({@link #asJsonLines}): one object per row, with {@code scores} and
 * {@code probabilities} as objects by class. An infinite radius is null there.
 *
 * <p>A file appears only with {@link #commit}; closing without it leaves nothing behind.
 */
public final class PredictionWriter implements AutoCloseable {
  private static final Object[] NOTHING = new Object[0];

  private final List<String> classes;
  private final List<String> classCells; // quoted where necessary
  private final AtomicFile file; // null when writing to a stream
  private final GZIPOutputStream zip; // null when nothing is compressed
  private final Writer out;
  private final String place;
  private boolean scores;
  private boolean probabilities;
  private boolean radius;
  private List<String> kept = List.of();
  private boolean lines; // JSON Lines
  private List<String> keys; // of JSON: the classes and what is kept, quoted
  private boolean started;

  private PredictionWriter(
      List<String> classes, AtomicFile file, GZIPOutputStream zip, OutputStream out, String place) {
    this.classes = List.copyOf(classes);
    classCells = classes.stream().map(PredictionWriter::cell).toList();
    this.file = file;
    this.zip = zip;
    this.out =
        new BufferedWriter(
            new OutputStreamWriter(zip == null ? out : zip, StandardCharsets.UTF_8), 1 << 16);
    this.place = place;
  }

  /** Writes to a file that appears on commit; it is compressed if its name ends in .gz. */
  public static PredictionWriter to(Path path, List<String> classes) {
    AtomicFile file = AtomicFile.create(path);
    try {
      boolean compressed = path.toString().endsWith(".gz");
      GZIPOutputStream zip = compressed ? new GZIPOutputStream(file, 1 << 16) : null;
      return new PredictionWriter(classes, file, zip, file, path.toString());
    } catch (IOException e) {
      file.close();
      throw fault(path.toString(), e);
    }
  }

  /** Writes to a stream, which stays open. */
  public static PredictionWriter to(OutputStream stream, List<String> classes) {
    return new PredictionWriter(classes, null, null, stream, "the output");
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

  /** Writes JSON Lines; call before the first row. */
  public PredictionWriter asJsonLines() {
    checkNotStarted();
    lines = true;
    return this;
  }

  /** Adds columns that are copied from the rows; call before the first row. */
  public PredictionWriter withKept(List<String> names) {
    checkNotStarted();
    kept = List.copyOf(names);
    return this;
  }

  /** Writes one row of a file without a column for probabilities. */
  public void write(long row, int prediction, double[] rowScores, double rowRadius) {
    write(row, prediction, rowScores, new double[0], rowRadius);
  }

  /** Writes one row of a file without copied cells. */
  public void write(
      long row, int prediction, double[] rowScores, double[] rowShares, double rowRadius) {
    write(row, prediction, rowScores, rowShares, rowRadius, NOTHING);
  }

  /**
   * Writes one row. Scores, probabilities and radius are read only if their columns were added.
   *
   * @param row the number of the row, from 1
   * @param copies one for each column that is copied: a text, a number, a Boolean or null
   */
  public void write(
      long row,
      int prediction,
      double[] rowScores,
      double[] rowShares,
      double rowRadius,
      Object[] copies) {
    try {
      start();
      if (lines) {
        writeObject(row, prediction, rowScores, rowShares, rowRadius, copies);
      } else {
        writeCells(row, prediction, rowScores, rowShares, rowRadius, copies);
      }
      out.write('\n');
    } catch (IOException e) {
      throw fault(place, e);
    }
  }

  private void writeCells(
      long row, int prediction, double[] rowScores, double[] rowShares, double r, Object[] copies)
      throws IOException {
    out.write(Long.toString(row));
    for (int k = 0; k < kept.size(); k++) {
      out.write(',');
      out.write(copies[k] == null ? "" : cell(copies[k].toString()));
    }
    out.write(',');
    out.write(classCells.get(prediction));
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
      out.write(Double.toString(r));
    }
  }

  private void writeObject(
      long row, int prediction, double[] rowScores, double[] rowShares, double r, Object[] copies)
      throws IOException {
    out.write("{\"row\":");
    out.write(Long.toString(row));
    for (int k = 0; k < kept.size(); k++) {
      out.write(',');
      out.write(keys.get(classes.size() + k));
      out.write(':');
      out.write(
          copies[k] instanceof String text
              ? new JsonPrimitive(text).toString()
              : String.valueOf(copies[k]));
    }
    out.write(",\"prediction\":");
    out.write(keys.get(prediction));
    if (scores) {
      writeByClass(",\"scores\":", rowScores);
    }
    if (probabilities) {
      writeByClass(",\"probabilities\":", rowShares);
    }
    if (radius) {
      out.write(",\"radius\":");
      out.write(Double.isFinite(r) ? Double.toString(r) : "null");
    }
    out.write('}');
  }

  private void writeByClass(String name, double[] numbers) throws IOException {
    out.write(name);
    for (int k = 0; k < classes.size(); k++) {
      out.write(k == 0 ? '{' : ',');
      out.write(keys.get(k));
      out.write(':');
      out.write(Double.isFinite(numbers[k]) ? Double.toString(numbers[k]) : "null");
    }
    out.write('}');
  }

  /** Passes on what was written so far to a stream; a file has nothing before it is complete. */
  public void flush() {
    if (file != null) {
      return;
    }
    try {
      out.flush();
    } catch (IOException e) {
      throw fault(place, e);
    }
  }

  /** Finishes: the file appears under its name, the stream is flushed. */
  public void commit() {
    try {
      start(); // a file without rows has its header
      out.flush();
      if (zip != null) {
        zip.finish();
      }
    } catch (IOException e) {
      throw fault(place, e);
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
    if (lines) {
      keys =
          Stream.concat(classes.stream(), kept.stream())
              .map(name -> new JsonPrimitive(name).toString())
              .toList();
      return;
    }
    out.write("row");
    for (String name : kept) {
      out.write(',');
      out.write(cell(name));
    }
    out.write(",prediction");
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

  private static DemiluneException fault(String place, IOException e) {
    return new DemiluneException(
        "cannot write predictions to " + place + "; check the disk or the receiving program", e);
  }
}
