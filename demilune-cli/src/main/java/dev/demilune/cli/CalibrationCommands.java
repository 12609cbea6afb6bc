// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.ApproximateDp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that turn a price round: a promise is given, and what keeps it is found. */
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

    Finding(Console console) {
      super(console);
    }

    @Override
    final void run() {
      ApproximateDp promise = fromOptions(this::promise);
      fromOptions(
          () -> {
            options.refuse("the event is what is looked for", "--event", options.file);
            check();
            return options.event(1, 0.5, 1); // mechanism and adjacency, before any work
          });
      JsonObject result = new JsonObject();
      PrivacyEvent event = find(promise, result);
      Accountant accountant = Accountant.best(event);
      double price = accountant.epsilon(promise.delta());
      if (common.json) {
        result.addProperty("epsilon", price);
        result.addProperty("delta", promise.delta());
        result.addProperty("accountant", accountant.nameAt(promise.delta()));
        result.add("event", EventJson.write(event));
        print(result);
      } else {
        print(sentence(event) + ": that costs ε = " + Prices.up(price) + " at δ = " + delta + ".");
        print(Prices.by(accountant.nameAt(promise.delta()), event));
      }
    }

    private ApproximateDp promise() {
      double e = Prices.epsilon(epsilon);
      double d = Prices.delta(delta);
      if (e == 0 || d == 0) {
        throw new IllegalArgumentException(
            (e == 0 ? "--epsilon" : "--delta") + " must be above 0 here, got 0");
      }
      return ApproximateDp.of(e, d);
    }

    /** Refuses options that are missing or too many. */
    abstract void check();

    /** Returns the event that was found, and adds the number to the result. */
    abstract PrivacyEvent find(ApproximateDp promise, JsonObject result);

    /** The answer, without its price. */
    abstract String sentence(PrivacyEvent found);
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

    private double found;

    Noise(Console console) {
      super(console);
    }

    @Override
    void check() {
      options.refuse("the noise is what is looked for", "--noise", options.noise);
      options.rate();
      options.steps();
    }

    @Override
    PrivacyEvent find(ApproximateDp promise, JsonObject result) {
      double rate = options.rate();
      long steps = options.steps();
      found = Calibration.smallestNoise(promise, z -> options.event(z, rate, steps));
      result.addProperty("noiseMultiplier", found);
      return options.event(found, rate, steps);
    }

    @Override
    String sentence(PrivacyEvent event) {
      return "A noise multiplier of " + Prices.up(found) + " keeps the promise";
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

    private long found;

    Steps(Console console) {
      super(console);
    }

    @Override
    void check() {
      options.refuse("the number of steps is what is looked for", "--steps", options.steps);
      options.noise();
      options.rate();
    }

    @Override
    PrivacyEvent find(ApproximateDp promise, JsonObject result) {
      double noise = options.noise();
      double rate = options.rate();
      found = Calibration.mostSteps(promise, steps -> options.event(noise, rate, steps));
      result.addProperty("steps", found);
      return options.event(noise, rate, found);
    }

    @Override
    String sentence(PrivacyEvent event) {
      return found == 1 ? "One step keeps the promise" : found + " steps keep the promise";
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

    private double found;

    Rate(Console console) {
      super(console);
    }

    @Override
    void check() {
      options.refuse("the rate is what is looked for", "--rate", options.rate);
      options.noise();
      options.steps();
    }

    @Override
    PrivacyEvent find(ApproximateDp promise, JsonObject result) {
      double noise = options.noise();
      long steps = options.steps();
      found = Calibration.largestRate(promise, rate -> options.event(noise, rate, steps));
      result.addProperty("rate", found);
      return options.event(noise, found, steps);
    }

    @Override
    String sentence(PrivacyEvent event) {
      return "A sampling rate of " + Prices.down(found) + " keeps the promise";
    }
  }
}
