// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.ApproximateDp;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that calibrate: given a guarantee, they find the noise or the settings that meet it. */
final class CalibrationCommands {

  private CalibrationCommands() {}

  /** What they share: the promise, and how the answer is shown. */
  abstract static class Finding extends DemiluneCommand {

    @Mixin EventOptions options = new EventOptions();

    @Option(
        names = "--epsilon",
        paramLabel = "E",
        required = true,
        description = "The epsilon to promise, above 0.")
    String epsilon;

    @Option(
        names = "--delta",
        paramLabel = "D",
        required = true,
        description = "Probability left out of the promise, above 0 and below 1.")
    String delta;

    @Override
    final void run() {
      ApproximateDp promise = fromOptions(this::promise);
      Supplier<Found> search =
          fromOptions(
              () -> {
                options.refuse("the event is what is looked for", "--event", options.file);
                Supplier<Found> checked = search(promise);
                options.event(1, 0.5, 1); // mechanism and adjacency, before any work
                return checked;
              });
      Found found = search.get();
      Accountant accountant = Accountant.best(found.event);
      double price = accountant.epsilon(promise.delta());
      String by = accountant.nameAt(promise.delta());
      answer(
          Json.of(
              found.name,
              found.number,
              "epsilon",
              price,
              "delta",
              promise.delta(),
              "accountant",
              by,
              "event",
              EventJson.write(found.event)),
          found.sentence + ": that costs ε = " + Prices.up(price) + " at δ = " + delta + ".",
          Prices.by(by, found.event));
    }

    /**
     * What keeps the promise.
     *
     * @param name of the number, for scripts
     * @param event with that number
     * @param sentence for people, without the privacy cost
     */
    record Found(String name, Number number, PrivacyEvent event, String sentence) {}

    private ApproximateDp promise() {
      double e = Prices.epsilon(epsilon);
      double d = Prices.delta(delta);
      if (e == 0 || d == 0) {
        throw new IllegalArgumentException(
            (e == 0 ? "--epsilon" : "--delta") + " must be above 0 here, got 0");
      }
      return ApproximateDp.of(e, d);
    }

    /** Returns the search, after it has refused options that are missing or too many. */
    abstract Supplier<Found> search(ApproximateDp promise);
  }

  @Command(
      name = "noise",
      description = "Find the smallest noise multiplier that keeps a promise.",
      footer = {
        "",
        "Example:",
        "  demilune privacy noise --epsilon 1 --delta 1e-5 --steps 100 --rate 0.01"
      })
  static final class Noise extends Finding {

    @Override
    Supplier<Found> search(ApproximateDp promise) {
      options.refuse("the noise is what is looked for", "--noise", options.noise);
      double rate = options.rate();
      long steps = options.steps();
      return () -> {
        double noise = Calibration.smallestNoise(promise, z -> options.event(z, rate, steps));
        String sentence = "A noise multiplier of " + Prices.up(noise) + " keeps the promise";
        return new Found("noiseMultiplier", noise, options.event(noise, rate, steps), sentence);
      };
    }
  }

  @Command(
      name = "steps",
      description = "Find the largest number of steps that keeps a promise.",
      footer = {
        "",
        "Example:",
        "  demilune privacy steps --epsilon 2 --delta 1e-5 --noise 1.1 --rate 0.01"
      })
  static final class Steps extends Finding {

    @Override
    Supplier<Found> search(ApproximateDp promise) {
      options.refuse("the number of steps is what is looked for", "--steps", options.steps);
      double noise = options.noise();
      double rate = options.rate();
      return () -> {
        long steps = Calibration.mostSteps(promise, times -> options.event(noise, rate, times));
        String sentence =
            steps == 1 ? "One step keeps the promise" : steps + " steps keep the promise";
        return new Found("steps", steps, options.event(noise, rate, steps), sentence);
      };
    }
  }

  @Command(
      name = "rate",
      description = "Find the largest Poisson sampling rate that keeps a promise.",
      footer = {
        "",
        "Example:",
        "  demilune privacy rate --epsilon 2 --delta 1e-5 --noise 1.1 --steps 1000"
      })
  static final class Rate extends Finding {

    @Override
    Supplier<Found> search(ApproximateDp promise) {
      options.refuse("the rate is what is looked for", "--rate", options.rate);
      double noise = options.noise();
      long steps = options.steps();
      return () -> {
        double rate = Calibration.largestRate(promise, q -> options.event(noise, q, steps));
        String sentence = "A sampling rate of " + Prices.down(rate) + " keeps the promise";
        return new Found("rate", rate, options.event(noise, rate, steps), sentence);
      };
    }
  }
}
