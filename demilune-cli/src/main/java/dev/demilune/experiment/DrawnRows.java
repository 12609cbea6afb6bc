// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.data.synthetic.CommonDirectionInstance;
import dev.demilune.data.synthetic.CoordinateInstance;
import dev.demilune.data.synthetic.LargeMargin;
import dev.demilune.data.synthetic.StripInstance;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Rows that are drawn from a seed: some to train on, and fresh ones of the same draw. */
final class DrawnRows {

  /** The distributions, by the names of {@code demilune generate} where it draws them too. */
  private enum Kind {
    LARGE_MARGIN,
    COORDINATES,
    COMMON_DIRECTION,
    STRIPS,
    /** Uniform in a cube; the border goes through a point of its inner half. */
    CUBE,
    /** Normal rows, of length 0.8 at most but for a few; the border goes through zero. */
    NORMAL;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final double NEGATIVES = 0.4; // in a common direction
  private static final double LENGTH = 0.8; // of normal rows

  private final Kind kind;
  private final int features;
  private final double margin;
  private final double width;

  private DrawnRows(Parameters parameters) {
    this.kind = Kind.valueOf(parameters.text("data").toUpperCase(Locale.ROOT).replace('-', '_'));
    boolean hasMargin =
        kind == Kind.LARGE_MARGIN || kind == Kind.COORDINATES || kind == Kind.COMMON_DIRECTION;
    this.margin = hasMargin ? parameters.number("margin") : 0;
    this.width = kind == Kind.STRIPS ? parameters.number("width") : 1;
    int asked = parameters.whole("features");
    // orthogonal rows have one feature for each direction at least
    this.features =
        kind == Kind.COORDINATES
            ? Math.max(asked, new CoordinateInstance(margin).features())
            : asked;
  }

  static List<String> names() {
    return List.of(Kind.values()).stream().map(Kind::word).toList();
  }

  /** Checks the parameters and draws nothing. */
  static void check(Parameters parameters) {
    new DrawnRows(parameters);
    parameters.whole("rows");
    parameters.whole("test-rows");
  }

  static Task draw(Parameters parameters, Adjacency adjacency, long seed) {
    return new DrawnRows(parameters)
        .task(parameters.whole("rows"), parameters.whole("test-rows"), adjacency, seed);
  }

  private Task task(int rows, int fresh, Adjacency adjacency, long seed) {
    StringBuilder text = new StringBuilder();
    try {
      write(text, (long) rows + fresh, Randomness.reproducible(seed)::nextLong, seed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> lines = text.toString().lines().toList();
    byte[] test = bytes(lines.subList(rows, lines.size()));
    var schema =
        Schema.vectors(features, new LabelSet(List.of("-1", "+1")))
            .adjacency(adjacency)
            .expectedRows(rows);
    if (kind == Kind.CUBE || kind == Kind.NORMAL) {
      schema.rows(RowBound.clip(1)); // lengths matter where the border is not through zero
    }
    return Task.of(schema.build(), open(bytes(lines.subList(0, rows))), () -> open(test));
  }

  private void write(Appendable to, long rows, LongSupplier bits, long seed) throws IOException {
    switch (kind) {
      case LARGE_MARGIN -> new LargeMargin(features, margin).write(to, rows, bits);
      case COORDINATES -> new CoordinateInstance(margin).write(to, rows, bits);
      case COMMON_DIRECTION ->
          new CommonDirectionInstance(features, margin, NEGATIVES).write(to, rows, bits);
      case STRIPS -> new StripInstance(features, width, 1).write(to, rows, bits);
      case CUBE -> cube(to, rows, new SplittableRandom(seed));
      case NORMAL -> normal(to, rows, new SplittableRandom(seed));
    }
  }

  private void cube(Appendable to, long rows, SplittableRandom random) throws IOException {
    double half = 1 / Math.sqrt(features);
    double[] direction = new double[features];
    double threshold = 0;
    for (int j = 0; j < features; j++) {
      direction[j] = random.nextGaussian();
      threshold += direction[j] * half * (random.nextDouble() - 0.5);
    }
    for (long i = 0; i < rows; i++) {
      double[] point = random.doubles(features, -half, half).toArray();
      line(to, point, product(direction, point) > threshold);
    }
  }

  private void normal(Appendable to, long rows, SplittableRandom random) throws IOException {
    double[] direction = random.doubles(features, -1, 1).toArray();
    for (long i = 0; i < rows; i++) {
      double[] point = new double[features];
      for (int j = 0; j < features; j++) {
        point[j] = random.nextGaussian() * LENGTH / 3 / Math.sqrt(features); // typical: a third
      }
      line(to, point, product(direction, point) > 0);
    }
  }

  private static double product(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      sum += one[j] * other[j];
    }
    return sum;
  }

  private static void line(Appendable to, double[] point, boolean positive) throws IOException {
    to.append(positive ? "+1" : "-1");
    for (int j = 0; j < point.length; j++) {
      to.append(' ').append(Integer.toString(j + 1)).append(':').append(Double.toString(point[j]));
    }
    to.append('\n');
  }

  private static byte[] bytes(List<String> lines) {
    return lines.stream()
        .collect(Collectors.joining("\n", "", "\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Table open(byte[] text) {
    return LibsvmReader.open(new ByteArrayInputStream(text), "drawn rows");
  }
}
