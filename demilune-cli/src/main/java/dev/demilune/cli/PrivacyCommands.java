// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.Interval;
import dev.demilune.accounting.PrivacyEvent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune privacy}: the accountant as a calculator. It reads no data, spends nothing. */
@Command(
    name = "privacy",
    description = "Calculate what noise costs, and which noise a promise needs; no data are read.",
    synopsisSubcommandLabel = "WHAT",
    footer = {
      "",
      "Example:",
      "  demilune privacy epsilon --noise 1.1 --rate 0.01 --steps 10000 --delta 1e-5"
    },
    subcommands = {
      PrivacyCommands.Epsilon.class,
      PrivacyCommands.Delta.class,
      CalibrationCommands.Noise.class,
      CalibrationCommands.Steps.class,
      CalibrationCommands.Rate.class,
      CurveCommands.Profile.class,
      CurveCommands.TradeOff.class
    })
final class PrivacyCommands extends CommandGroup {

  /** What both commands share: the event, and how exact its privacy cost is to be. */
  abstract static class Price extends DemiluneCommand {

    @Mixin EventOptions options = new EventOptions();

    @Mixin TightnessOption tightness = new TightnessOption();

    /** Prints the privacy cost of the event at a value of the other parameter. */
    void tell(Interval price, String by, PrivacyEvent event, String given, double at, String text) {
      answer(
          Json.of(
              "lower",
              price.lower(),
              "upper",
              price.upper(),
              "accountant",
              by,
              "note",
              price.note().orElse(null),
              given,
              at,
              "event",
              EventJson.write(event)),
          given.equals("delta")
              ? Prices.sentence("ε", price, "δ", text)
              : Prices.sentence("δ", price, "ε", text),
          Prices.by(by, event));
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
  static final class Epsilon extends Price {

    @Option(
        names = "--delta",
        paramLabel = "D",
        required = true,
        description = "Probability left out of the promise, at least 0 and below 1.")
    String delta;

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
      tell(epsilon, accountant.nameAt(at), event, "delta", at, delta);
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
  static final class Delta extends Price {

    @Option(
        names = "--epsilon",
        paramLabel = "E",
        required = true,
        description = "The epsilon to promise, at least 0.")
    String epsilon;

    @Override
    void run() {
      double at = fromOptions(() -> Prices.epsilon(epsilon));
      PrivacyEvent event = fromOptions(options::event);
      Accountant accountant = tightness.accountant(this, event);
      tell(
          accountant.deltaBetween(at), accountant.nameAtEpsilon(at), event, "epsilon", at, epsilon);
    }
  }
}
