// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.cli.engine.Engine;
import dev.demilune.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Where the rows are, if they are not in this process. */
final class EngineOptions {

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "spark: --data names Parquet, ORC, JSON or CSV files that a cluster reads, and the same"
              + " model is trained there. See docs/scale.md.")
  String engine;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "With --engine: the cluster, for example local[4]; by default the launcher's.")
  String master;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "With --engine: divide the rows into N parts, which moves them once; the certificate then"
              + " says how many. By default as many as the files have, which it does not say.")
  Integer partitions;

  boolean isGiven() {
    return engine != null;
  }

  /** Returns whether any of the options is given. */
  boolean isMentioned() {
    return engine != null || master != null || partitions != null;
  }

  /** Checks the options that go together. */
  void check(boolean namedColumns) {
    if (engine == null && isMentioned()) {
      throw new IllegalArgumentException(
          (master != null ? "--master" : "--partitions") + " is for --engine: give both, or none");
    }
    if (partitions != null && partitions < 1) {
      throw new IllegalArgumentException("--partitions must be at least 1, got " + partitions);
    }
    if (engine != null && !engine.equals("spark")) {
      throw new IllegalArgumentException("--engine must be spark, got '" + engine + "'");
    }
    if (engine != null && !namedColumns) {
      throw new IllegalArgumentException(
          "--engine reads named columns and needs --schema; vectors are for programs, see"
              + " DemiluneClassifier");
    }
  }

  Engine.Source open(Schema schema, List<String> data, Engine.Purpose purpose) {
    OptionalInt parts = partitions == null ? OptionalInt.empty() : OptionalInt.of(partitions);
    try {
      return Engine.named(engine)
          .open(schema, data, new Engine.Place(Optional.ofNullable(master), parts), purpose);
    } catch (NoClassDefFoundError e) { // the jar is here, and what it runs on is not
      throw Engine.notHere(engine);
    }
  }
}
