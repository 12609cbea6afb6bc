// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.demilune.budget.entry.Balance;
import dev.demilune.certificate.AttackBounds;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Setting;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.privacy.Notice;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a training would do, as {@code train --dry-run} tells it. All of it is public: it is
 * computed from the schema, the options and the ledger, and no row was read.
 */
final class DryRun {

  private final TrainingPlan plan;
  private final List<Notice> notices;
  private final Optional<LedgerSpend.Forecast> forecast;
  private final AttackBounds attack;
  private final boolean schemaIsLearned;

  DryRun(
      TrainingPlan plan,
      Schema schema,
      List<Notice> notices,
      Optional<LedgerSpend.Forecast> forecast) {
    this.plan = plan;
    this.schemaIsLearned = schema.learned().isPresent();
    this.notices = notices;
    this.forecast = forecast;
    this.attack = AttackBounds.ofPlan(plan.guarantee(), plan.charged());
  }

  JsonObject json() {
    Optional<Outlook.Choice> choice = plan.outlook().choice();
    return Json.of(
        "learner", choice.map(Outlook.Choice::learner).orElse(plan.learner()),
        "because", choice.map(Outlook.Choice::because).orElse(null),
        "guarantee", plan.guarantee().describe(),
        "adjacency", Setting.word(plan.adjacency()),
        "features", plan.shape().features(),
        "rows", plan.shape().rows() == 0 ? null : (Long) plan.shape().rows(),
        "expectation", plan.outlook().expectation(),
        "noise", plan.outlook().noise().map(Outlook.Noise::text).orElse(null),
        "details", Json.of(plan.details()),
        "settings", Json.of(plan.settings()),
        "reliesOn", plan.reliesOn(),
        "notices", Json.of(notices),
        "attack",
            Json.of(
                "rightGuess", attack.rightGuess(),
                "falsePositives", attack.rates(),
                "leastMisses", attack.misses(),
                "sentences", attackSentences(),
                "fitAlone", schemaIsLearned,
                "basis", attack.basis()),
        "ledger", forecast.map(DryRun::json).orElse(JsonNull.INSTANCE));
  }

  /** The model will carry its schema, so that what that one was learned by counts, too. */
  private List<String> attackSentences() {
    List<String> sentences = new ArrayList<>();
    if (schemaIsLearned) {
      sentences.add(
          "This is about the fit alone; the release that the schema was learned by adds to it.");
    }
    sentences.addAll(attack.rateSentences());
    return sentences;
  }

  private static JsonElement json(LedgerSpend.Forecast forecast) {
    return Json.of(
        "name", forecast.ledger(),
        "total", Json.of(forecast.before().total()),
        "before", json(forecast.before()),
        "after", forecast.after().map(DryRun::json).orElse(null),
        "refusal", forecast.refusal().map(Throwable::getMessage).orElse(null));
  }

  private static JsonObject json(Balance balance) {
    return Json.of("spent", Json.of(balance.spent()), "left", Json.of(balance.left()));
  }

  /** The lines for people. */
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("dry run: nothing was spent, no row was read");
    lines.add("  would train  " + plan.learner() + ", " + plan.guarantee().describe());
    lines.add("  expect       " + plan.outlook().expectation());
    plan.outlook().noise().ifPresent(noise -> lines.add("  noise        " + noise.text()));
    forecast.ifPresent(
        some -> {
          lines.add("  ledger       '" + some.ledger() + "', " + line(some.before()));
          some.after().ifPresent(after -> lines.add("  afterwards   " + line(after)));
        });
    lines.add("  attacker     " + String.join("\n               ", attackSentences()));
    return String.join("\n", lines);
  }

  private static String line(Balance balance) {
    return balance.spent().describe() + " spent, " + balance.left().describe() + " left";
  }
}
