// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli.engine;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Progress;
import dev.demilune.random.StreamKey;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;

/**
 * Holds rows and adds over them somewhere else than in this process. Engines come in jars of their
 * own, so that the command depends on none.
 */
public interface Engine {

  /** Returns the name that the option takes. */
  String name();

  /**
   * Connects and looks at the columns, and at no row.
   *
   * @param purpose what the columns must suffice for
   * @throws DemiluneException if the columns do not match the schema
   */
  Source open(Schema schema, List<String> data, Place place, Purpose purpose);

  /** What rows are read for. */
  enum Purpose {
    /** With labels, and with persons where these are the unit. */
    TRAINING,
    /** Features only. */
    PREDICTION
  }

  /**
   * Where the work is done.
   *
   * @param master the cluster; empty for what the launcher says
   * @param partitions into how many parts rows are divided; empty for as many as there are
   */
  record Place(Optional<String> master, OptionalInt partitions) {

    /** What the launcher says, with rows divided as they are. */
    public static final Place LAUNCHED = new Place(Optional.empty(), OptionalInt.empty());
  }

  /** A table on the engine. */
  interface Source extends AutoCloseable {

    /**
     * Reads the rows; only after the charge.
     *
     * @param persons the key by which a person's rows are chosen, where she is the unit
     * @param reading is told how many of the planned jobs are done
     */
    BoundedDataset rows(StreamKey persons, Progress reading);

    /** Returns public facts about the run, for the certificate. */
    Map<String, String> circumstances();

    /** Writes the columns of all rows, and beside them the predictions of a saved model. */
    void predict(Path model, String out);

    @Override
    void close();
  }

  /**
   * Returns the engine of a name.
   *
   * @throws DemiluneException if no jar brings it
   */
  static Engine named(String name) {
    return ServiceLoader.load(Engine.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(() -> notHere(name));
  }

  /** Returns the refusal of an engine that is not installed. */
  static DemiluneException notHere(String name) {
    return new DemiluneException(
        "engine '"
            + name
            + "' is not here: run the same command with spark-submit and the jar of"
            + " demilune-spark, as docs/scale.md shows");
  }
}
