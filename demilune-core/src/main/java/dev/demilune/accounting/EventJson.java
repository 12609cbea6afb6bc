// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianCount;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.Repetitions.NegativeBinomial;
import dev.demilune.accounting.Repetitions.PoissonRuns;
import dev.demilune.internal.UniqueFields;

/**
 * Events as JSON objects: a {@code kind}, and the fields of that kind and no others.
 *
 * <pre>{@code
 * {"kind": "repeated", "times": 100, "event": {"kind": "gaussian-sum", "noiseMultiplier": 30.5}}
 * }</pre>
 */
public final class EventJson {

  private static final String KINDS =
      "gaussian-sum, discrete-gaussian-sum, discrete-gaussian-count, laplace, discrete-laplace,"
          + " randomized-response, exponential-choice, pure, approximate, poisson-sampled,"
          + " sampled-without-replacement, repeated, composed, selection, one-of, parallel";

  private EventJson() {}

  /** Returns the event as JSON; {@link #read} gives an equal event back. */
  public static JsonObject write(PrivacyEvent event) {
    return event.fold(new EventWriter());
  }

  /**
   * Returns the event that a JSON text describes.
   *
   * @throws DemiluneException if it describes none, naming the field at fault
   */
  public static PrivacyEvent parse(String text) {
    JsonElement json;
    try {
      json = JsonParser.parseString(text);
    } catch (JsonParseException broken) {
      // The parser itself stops at 255 levels, so depth cannot exhaust the stack.
      throw new DemiluneException(
          "the privacy event is not JSON, or is nested more than "
              + PrivacyEvent.DEEPEST
              + " deep: correct or flatten it");
    }
    PrivacyEvent event = read(json);
    UniqueFields.require(text); // which is not nested too deep, or it would have been refused
    return event;
  }

  /**
   * Returns the event that the JSON describes.
   *
   * @throws DemiluneException if it describes none, naming the field at fault
   */
  public static PrivacyEvent read(JsonElement json) {
    return read(EventFields.of(json, "event", 1));
  }

  static PrivacyEvent read(EventFields fields) {
    try {
      return switch (fields.kind()) {
        case "gaussian-sum" ->
            new GaussianSum(fields.only("noiseMultiplier").number("noiseMultiplier"));
        case "discrete-gaussian-sum" ->
            new DiscreteGaussianSum(fields.only("noiseMultiplier").number("noiseMultiplier"));
        case "discrete-gaussian-count" ->
            new DiscreteGaussianCount(
                fields.only("sigma", "sensitivity").number("sigma"), fields.whole("sensitivity"));
        case "laplace" -> new Laplace(fields.only("noiseMultiplier").number("noiseMultiplier"));
        case "discrete-laplace" ->
            new DiscreteLaplace(
                fields.only("scale", "sensitivity").number("scale"), fields.whole("sensitivity"));
        case "randomized-response" ->
            new RandomizedResponse(
                fields.only("epsilon", "categories").number("epsilon"), fields.small("categories"));
        case "exponential-choice" ->
            new ExponentialChoice(fields.only("epsilon").number("epsilon"));
        case "pure" -> new Pure(fields.only("epsilon").number("epsilon"));
        case "approximate" ->
            new Approximate(
                fields.only("epsilon", "delta").number("epsilon"), fields.number("delta"));
        case "poisson-sampled" ->
            new PoissonSampled(
                fields.only("rate", "adjacency", "event").number("rate"),
                fields.adjacency("adjacency"),
                fields.event());
        case "sampled-without-replacement" ->
            new SampledWithoutReplacement(
                fields.only("batch", "rows", "event").whole("batch"),
                fields.whole("rows"),
                fields.event());
        case "repeated" ->
            new Repeated(fields.only("times", "event").event(), fields.whole("times"));
        case "composed" -> new Composed(fields.only("events").events());
        case "selection" ->
            new Selection(
                fields.only("repetitions", "event").event(),
                repetitions(fields.inner("repetitions")));
        case "one-of" -> new OneOf(fields.only("events").events());
        case "parallel" -> new Parallel(fields.only("events").events());
        default -> throw fields.fault("kind", "must be one of " + KINDS);
      };
    } catch (IllegalArgumentException broken) {
      throw fields.fault("is no event: " + broken.getMessage());
    }
  }

  private static Repetitions repetitions(EventFields fields) {
    return switch (fields.kind()) {
      case "negative-binomial" ->
          new NegativeBinomial(fields.only("eta", "gamma").number("eta"), fields.number("gamma"));
      case "poisson" -> new PoissonRuns(fields.only("mean").number("mean"));
      default -> throw fields.fault("kind", "must be one of negative-binomial, poisson");
    };
  }
}
