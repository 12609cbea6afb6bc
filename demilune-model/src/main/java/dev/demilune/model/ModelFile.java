// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.data.AtomicFile;
import dev.demilune.privacy.Certificate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Models in files: one readable JSON file with schema, certificate and exact weights.
 *
 * <pre>{@code
 * {
 *   "format": "demilune-model",
 *   "version": 1,
 *   "kind": "linear",              or "embedded", from version 2 on, or
 *                                  "network", from version 3 on; embeddings other than
 *                                  projections and Fourier features from version 4 on;
 *                                  "additive", from version 6 on
 *   "private": true,
 *   "certificate": { ... },          null for a model trained without privacy
 *   "schema": { ... },
 *   "calibration": {                 from version 5 on; null for a model without probabilities
 *     "scale": ...,
 *     "offsets": [ ... ],            one per class
 *     "lapse": ...,                  from version 7 on, or none
 *     "shares": [ ... ]              one per class, with a lapse only
 *   },
 *   "embedding": { ... },            of the kind "embedded" only: the parameters of its draw
 *   "biases": [ ... ],               one per class
 *   "weights": [                     one line per feature (of the image), one number per class
 *     [ ... ],
 *     ...
 *   ],
 *   "layers": [                      of the kind "network" only, and instead of biases and weights
 *     {
 *       "biases": [ ... ],           one per unit
 *       "weights": [ [ ... ], ... ]  one line per unit, one number per input
 *     }, ...
 *   ],
 *   "shapes": [                      of the kind "additive" only, after its biases
 *     {
 *       "part": "...",               the column, or what is taken from it
 *       "breakpoints": [ ... ],      of a number: positions from 0 to 1; empty for a choice
 *       "values": [ [ ... ], ... ],  one list per point, one number per class
 *       "standardErrors": [ ... ],   as many lists, or none; one number for two classes
 *       "shares": [ ... ]            released shares of the rows, or none
 *     }, ...
 *   ],
 *   "interactions": { ... },         of the kind "additive" only: warps and directions, or null
 *   "sha256": "..."                  of all bytes before this line
 * }
 * }</pre>
 *
 * <p>A double is written as the decimal that reads back as the same double. Above {@link
 * #MOST_DECIMAL_WEIGHTS} weights they are written as Base64 of their 64 bits instead, which halves
 * the file. The fields come in this order and the first two never change, so that an old program
 * recognizes a newer file.
 *
 * <p>A file appears whole or not at all. Reading verifies the checksum first, needs memory for the
 * weights and a buffer only, and constructs only numbers and text. The checksum detects accidents,
 * not forgery: a certificate is only as trustworthy as the source of the file.
 */
public final class ModelFile {

  /** The newest version this program reads; a model is written in the oldest that can hold it. */
  public static final int VERSION = 7;

  static final int LINEAR_VERSION = 1;
  static final int EMBEDDED_VERSION = 2;
  static final int NETWORK_VERSION = 3;
  static final int KERNEL_VERSION = 4; // embeddings beyond projections and Fourier features
  static final int CALIBRATED_VERSION = 5;
  static final int ADDITIVE_VERSION = 6;
  static final int LAPSING_VERSION = 7;
  static final String LINEAR = "linear";
  static final String EMBEDDED = "embedded";
  static final String NETWORK = "network";
  static final String ADDITIVE = "additive";

  /** Models with more weights than this are written in Base64. */
  public static final int MOST_DECIMAL_WEIGHTS = 100_000;

  static final String FORMAT = "demilune-model";
  static final String CHECKSUM = "SHA-256";

  private ModelFile() {}

  /** Saves a model with the certificate of its fit. */
  public static void save(Path file, Classifier model, Certificate certificate) {
    write(file, new SavedModel(model, Optional.of(certificate)));
  }

  /** Saves a model that was trained without privacy, and marks it as such. */
  public static void saveWithoutPrivacy(Path file, Classifier model) {
    write(file, new SavedModel(model, Optional.empty()));
  }

  /**
   * Reads a model.
   *
   * @throws ModelFileException if the file is missing, damaged, from a newer version or not a model
   */
  public static SavedModel load(Path file) {
    return ModelReader.read(Objects.requireNonNull(file, "file"));
  }

  private static void write(Path file, SavedModel saved) {
    try (AtomicFile out = AtomicFile.create(file)) {
      ModelWriter.write(saved, out);
      out.commit();
    } catch (IOException failed) {
      throw new ModelFileException(
          file, "could not be written (" + failed.getMessage() + "); check the disk", failed);
    }
  }
}
