// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.data.IdxReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Where public data sets are, each in a folder of its name, and their rows once they were read.
 *
 * <p>A file is used only if its content has the pinned checksum: a figure says nothing about other
 * rows than those it names.
 */
public final class DataFolder {

  private final List<Path> places;
  private final DataSets catalog = DataSets.known();
  private final Set<String> checked = ConcurrentHashMap.newKeySet();
  private final Map<String, Task> tasks = new ConcurrentHashMap<>();

  private DataFolder(List<Path> places) {
    this.places = List.copyOf(places);
  }

  /** Looks for each data set in these folders, in this order. */
  public static DataFolder among(List<Path> places) {
    return new DataFolder(places);
  }

  /** The data sets that can be learned from as they are. */
  private enum Vectors {
    MNIST(784, 60_000, 10_000),
    USPS(256, 7_291, 2_007),
    A9A(123, 32_561, 16_281);

    private final int features;
    private final int rows;
    private final int testRows;

    Vectors(int features, int rows, int testRows) {
      this.features = features;
      this.rows = rows;
      this.testRows = testRows;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    Schema schema(Adjacency adjacency, int trained) {
      LabelSet labels =
          this == A9A
              ? new LabelSet(List.of("-1", "+1"))
              : new LabelSet(IntStream.range(0, 10).mapToObj(Integer::toString).toList());
      return Schema.vectors(features, labels)
          .valueScale(this == MNIST ? 1.0 / 255 : 1)
          .adjacency(adjacency)
          .expectedRows(trained)
          .build();
    }

    Table train(Path folder) {
      return switch (this) {
        case MNIST -> idx(folder, "train");
        case USPS -> LibsvmReader.open(folder.resolve("usps.train.libsvm.gz"));
        case A9A -> LibsvmReader.open(folder.resolve("a9a"));
      };
    }

    Table test(Path folder) {
      return switch (this) {
        case MNIST -> idx(folder, "t10k");
        case USPS -> LibsvmReader.open(folder.resolve("usps.test.libsvm.gz"));
        case A9A -> LibsvmReader.open(folder.resolve("a9a.t"));
      };
    }

    private static Table idx(Path folder, String part) {
      return IdxReader.open(
          folder.resolve(part + "-images-idx3-ubyte.gz"),
          folder.resolve(part + "-labels-idx1-ubyte.gz"));
    }
  }

  static List<String> names() {
    return List.of(Vectors.values()).stream().map(Vectors::word).toList();
  }

  /**
   * Refuses more rows than a data set has: a figure would name rows that are not there.
   *
   * @throws IllegalArgumentException with how many there are
   */
  static void checkRows(String name, Parameters parameters) {
    Vectors vectors = Vectors.valueOf(name.toUpperCase(Locale.ROOT));
    checkRows(name, "rows", parameters.whole("rows", 1), vectors.rows);
    checkRows(name, "test-rows", parameters.whole("test-rows", 1), vectors.testRows);
  }

  private static void checkRows(String name, String parameter, int asked, int most) {
    if (asked > most) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s must be at most %,d: %s has no more", parameter, most, name));
    }
  }

  /** Finds a data set and checks its files, once. */
  Path require(String name) {
    DataSets.DataSet set = catalog.named(name);
    Path folder =
        places.stream()
            .map(place -> place.resolve(name))
            .filter(place -> set.files().stream().allMatch(f -> Files.exists(f.in(place))))
            .findFirst()
            .orElseThrow(() -> missing(name));
    if (!checked.contains(name)) {
      set.files().forEach(file -> file.check(file.in(folder)));
      checked.add(name);
    }
    return folder;
  }

  private DemiluneException missing(String name) {
    return new DemiluneException(
        "the data set "
            + name
            + " is not in "
            + String.join(" or ", places.stream().map(Path::toString).toList())
            + ": run 'demilune data fetch "
            + name
            + "', or name the folder of data sets with --data");
  }

  /** Returns the rows of a public data set, the first ones if fewer are asked for. */
  Task task(String name, Adjacency adjacency, int mostTrain, int mostTest) {
    Vectors vectors = Vectors.valueOf(name.toUpperCase(Locale.ROOT));
    int trained = Math.min(vectors.rows, mostTrain);
    return tasks.computeIfAbsent(
        name + " " + adjacency + " " + trained + " " + mostTest,
        key -> {
          Path folder = require(name);
          return Task.of(
              vectors.schema(adjacency, trained),
              new FirstRows(vectors.train(folder), trained),
              () -> new FirstRows(vectors.test(folder), mostTest));
        });
  }
}
