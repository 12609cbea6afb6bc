// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
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
import java.util.List;

/** Writes an event as JSON; the order of the fields is part of the hash of a ledger's entry. */
final class EventWriter implements EventFold<JsonObject> {

  @Override
  public JsonObject gaussianSum(GaussianSum sum) {
    return kind("gaussian-sum", "noiseMultiplier", sum.noiseMultiplier());
  }

  @Override
  public JsonObject discreteGaussianSum(DiscreteGaussianSum sum) {
    return kind("discrete-gaussian-sum", "noiseMultiplier", sum.noiseMultiplier());
  }

  @Override
  public JsonObject discreteGaussianCount(DiscreteGaussianCount count) {
    JsonObject object = kind("discrete-gaussian-count", "sigma", count.sigma());
    object.addProperty("sensitivity", count.sensitivity());
    return object;
  }

  @Override
  public JsonObject laplace(Laplace laplace) {
    return kind("laplace", "noiseMultiplier", laplace.noiseMultiplier());
  }

  @Override
  public JsonObject discreteLaplace(DiscreteLaplace laplace) {
    JsonObject object = kind("discrete-laplace", "scale", laplace.scale());
    object.addProperty("sensitivity", laplace.sensitivity());
    return object;
  }

  @Override
  public JsonObject randomizedResponse(RandomizedResponse response) {
    JsonObject object = kind("randomized-response", "epsilon", response.epsilon());
    object.addProperty("categories", response.categories());
    return object;
  }

  @Override
  public JsonObject exponentialChoice(ExponentialChoice choice) {
    return kind("exponential-choice", "epsilon", choice.epsilon());
  }

  @Override
  public JsonObject pure(Pure pure) {
    return kind("pure", "epsilon", pure.epsilon());
  }

  @Override
  public JsonObject approximate(Approximate approximate) {
    JsonObject object = kind("approximate", "epsilon", approximate.epsilon());
    object.addProperty("delta", approximate.delta());
    return object;
  }

  @Override
  public JsonObject poissonSampled(PoissonSampled sampled) {
    JsonObject object = kind("poisson-sampled", "rate", sampled.rate());
    object.addProperty("adjacency", EventFields.name(sampled.adjacency()));
    return with(object, sampled.event());
  }

  @Override
  public JsonObject sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    JsonObject object = kind("sampled-without-replacement", "batch", sampled.batch());
    object.addProperty("rows", sampled.rows());
    return with(object, sampled.event());
  }

  @Override
  public JsonObject repeated(Repeated repeated) {
    return with(kind("repeated", "times", repeated.times()), repeated.event());
  }

  @Override
  public JsonObject composed(Composed composed) {
    return kind("composed", composed.events());
  }

  @Override
  public JsonObject selection(Selection selection) {
    JsonObject object = kind("selection");
    object.add(
        "repetitions",
        selection
            .repetitions()
            .fold(
                binomial -> {
                  JsonObject law = kind("negative-binomial", "eta", binomial.eta());
                  law.addProperty("gamma", binomial.gamma());
                  return law;
                },
                poisson -> kind("poisson", "mean", poisson.mean())));
    return with(object, selection.event());
  }

  @Override
  public JsonObject oneOf(OneOf choice) {
    return kind("one-of", choice.events());
  }

  @Override
  public JsonObject parallel(Parallel parallel) {
    return kind("parallel", parallel.events());
  }

  private static JsonObject kind(String kind) {
    JsonObject object = new JsonObject();
    object.addProperty("kind", kind);
    return object;
  }

  private static JsonObject kind(String kind, String field, Number value) {
    JsonObject object = kind(kind);
    object.addProperty(field, value);
    return object;
  }

  private JsonObject kind(String kind, List<PrivacyEvent> events) {
    JsonObject object = kind(kind);
    JsonArray parts = new JsonArray();
    events.forEach(part -> parts.add(part.fold(this)));
    object.add("events", parts);
    return object;
  }

  private JsonObject with(JsonObject object, PrivacyEvent event) {
    object.add("event", event.fold(this));
    return object;
  }
}
