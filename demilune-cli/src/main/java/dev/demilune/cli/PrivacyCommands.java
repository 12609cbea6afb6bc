// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.Interval;
import dev.demilune.accounting.PrivacyEvent;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code demilune privacy}: the accountant as a calculator. It reads no data and spends nothing.
 */
final class PrivacyCommands {

  private PrivacyCommands() {}

  static CommandLine of(Console console) {
    return new CommandLine(new Group(console))
        .addSubcommand(new Epsilon(console))
        .addSubcommand(new Delta(console))
        .addSubcommand(new CalibrationCommands.Noise(console))
        .addSubcommand(new CalibrationCommands.Steps(console))
        .addSubcommand(new CalibrationCommands.Rate(console))
        .addSubcommand(new CurveCommands.Profile(console))
        .addSubcommand(new CurveCommands.TradeOff(console));
  }

  @Command(
      name = "privacy",
      description =
          "Calculate what noise costs, and which noise a promise needs; no data are read.",
      synopsisSubcommandLabel = "WHAT",
      footer = {
        "",
        "Example:",
        "  demilune privacy epsilon --noise 1.1 --rate 0.01 --steps 10000 --delta 1e-5"
      })
  static final class Group extends CommandGroup {
    Group(Console console) {
      super(console);
    }
  }

  @Command(
      name = "epsilon",
      description = "Calculate the smallest epsilon of an event at a delta: two certain ends.",
      footer = {
        "",
        "Examples:",
        "  demilune privacy epsilon --noise 1.1 --rate 0.01 --steps 10000 --delta 1e-5",
        "  demilune privacy epsilon --event event.json --delta 1e-6 --json"
      })
  static final class Epsilon extends DemiluneCommand {

    @Mixin EventOptions options = new EventOptions();

    @Mixin TightnessOption tightness = new TightnessOption();

    @Option(
        names = "--delta",
        paramLabel = "D",
        required = true,
        description = "Probability left out of the promise, at least 0 and below 1.")
    String delta;

    Epsilon(Console console) {
      super(console);
    }

    @Override
    void run() {
      double at = fromOptions(() -> Prices.delta(delta));
      PrivacyEvent event = fromOptions(options::event);
      Accountant accountant = tightness.accountant(this, event);
      Interval epsilon = accountant.epsilonBetween(at);
      if (epsilon.upper() == Double.POSITIVE_INFINITY) {
        throw usage(
            "no epsilon can be promised at --delta "
                + delta
                + " for "
                + event
                + ": give a larger delta or more noise");
      }
      if (common.json) {
        JsonObject result = Prices.json(epsilon, accountant.nameAt(at));
        result.addProperty("delta", at);
        result.add("event", EventJson.write(event));
        print(result);
      } else {
        print(Prices.sentence("ε", epsilon, "δ", delta));
        print(Prices.by(accountant.nameAt(at), event));
      }
    }
  }

  @Command(
      name = "delta",
      description = "Calculate the smallest delta of an event at an epsilon: two certain ends.",
      footer = {
        "",
        "Example:",
        "  demilune privacy delta --noise 1.1 --rate 0.01 --steps 10000 --epsilon 2"
      })
  static final class Delta extends DemiluneCommand {

    @Mixin EventOptions options = new EventOptions();

    @Mixin TightnessOption tightness = new TightnessOption();

    @Option(
        names = "--epsilon",
        paramLabel = "E",
        required = true,
        description = "The epsilon to promise, at least 0.")
    String epsilon;

    Delta(Console console) {
      super(console);
    }

    @Override
    void run() {
      double at = fromOptions(() -> Prices.epsilon(epsilon));
      PrivacyEvent event = fromOptions(options::event);
      Accountant accountant = tightness.accountant(this, event);
      Interval delta = accountant.deltaBetween(at);
      if (common.json) {
        JsonObject result = Prices.json(delta, accountant.nameAtEpsilon(at));
        result.addProperty("epsilon", at);
        result.add("event", EventJson.write(event));
        print(result);
      } else {
        print(Prices.sentence("δ", delta, "ε", epsilon));
        print(Prices.by(accountant.nameAtEpsilon(at), event));
      }
    }
  }
}
