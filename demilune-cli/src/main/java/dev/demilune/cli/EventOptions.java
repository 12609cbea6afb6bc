// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.Adjacency;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The event whose cost is computed: any event from a file, or noisy steps on samples of the rows.
 */
final class EventOptions {

  /** Mechanisms that one number describes; a file can hold all others. */
  enum Mechanism {
    GAUSSIAN,
    LAPLACE
  }

  private static final int LARGEST_FILE = 1 << 24;

  @Option(
      names = "--event",
      paramLabel = "FILE",
      description = "A JSON file that holds the event, in place of the options that describe one.")
  Path file;

  @Option(
      names = "--noise",
      paramLabel = "Z",
      description = {
        "Noise multiplier of a step: standard deviation (Laplace: scale) of the noise over the"
            + " sensitivity. Where rows are replaced, the sensitivity is twice the bound on the"
            + " length of one row's contribution."
      })
  String noise;

  @Option(
      names = "--rate",
      paramLabel = "Q",
      description = "Poisson sampling rate: the probability of a row to take part in a step.")
  String rate;

  @Option(names = "--steps", paramLabel = "T", description = "Number of steps (default: 1).")
  String steps;

  @Option(
      names = "--mechanism",
      paramLabel = "NAME",
      defaultValue = "gaussian",
      description = "gaussian or laplace (default: ${DEFAULT-VALUE}).")
  String mechanism;

  @Option(
      names = "--adjacency",
      paramLabel = "WHAT",
      description = {
        "What one person can change: add-or-remove-one (the default), replace-one or"
            + " replace-label. It matters for samples of the rows."
      })
  String adjacency;

  /** The event that the options describe in full. */
  PrivacyEvent event() {
    if (file != null) {
      if (noise != null || rate != null || steps != null || adjacency != null) {
        throw new IllegalArgumentException(
            "--event says everything: leave out --noise, --rate, --steps and --adjacency");
      }
      return read(file);
    }
    if (noise == null) {
      throw new IllegalArgumentException("give --noise, or --event with a file");
    }
    return event(noise(), rate(), steps());
  }

  /** The event that the options describe, with these numbers. */
  PrivacyEvent event(double z, double q, long times) {
    PrivacyEvent step =
        mechanism() == Mechanism.LAPLACE
            ? new PrivacyEvent.Laplace(z)
            : new PrivacyEvent.GaussianSum(z);
    PrivacyEvent sampled = q == 1 ? step : new PrivacyEvent.PoissonSampled(q, adjacency(), step);
    return times == 1 ? sampled : new PrivacyEvent.Repeated(sampled, times);
  }

  /** Refuses options that a calibration finds or cannot use. */
  void refuse(String what, String option, Object value) {
    if (value != null) {
      throw new IllegalArgumentException(option + " cannot be given here: " + what);
    }
  }

  double noise() {
    if (noise == null) {
      throw new IllegalArgumentException("give --noise");
    }
    return Numerals.within(
        "--noise",
        noise,
        value -> value > 0 && value < Double.POSITIVE_INFINITY,
        "finite and above 0");
  }

  double rate() {
    return rate == null
        ? 1
        : Numerals.within(
            "--rate", rate, value -> value > 0 && value <= 1, "above 0 and at most 1");
  }

  long steps() {
    return steps == null ? 1 : Numerals.whole("--steps", steps);
  }

  Adjacency adjacency() {
    return adjacency == null
        ? Adjacency.ADD_OR_REMOVE_ONE
        : SchemaOptions.parseAdjacency(adjacency);
  }

  Mechanism mechanism() {
    try {
      return Numerals.word("--mechanism", mechanism, List.of(Mechanism.values()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage() + "; --event takes a file with any other", e);
    }
  }

  private static PrivacyEvent read(Path file) {
    Paths.checkReadable("--event", file);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LARGEST_FILE + 1);
      if (bytes.length > LARGEST_FILE) {
        throw new IllegalArgumentException("--event " + file + " is larger than 16 MB");
      }
      return EventJson.parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    } catch (DemiluneException broken) { // the file's content is an option like others
      throw new IllegalArgumentException("--event " + file + ": " + broken.getMessage(), broken);
    }
  }
}
