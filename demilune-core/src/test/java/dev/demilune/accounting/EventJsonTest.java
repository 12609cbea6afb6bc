// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.Repetitions.NegativeBinomial;
import dev.demilune.privacy.Adjacency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventJsonTest {

  @Test
  void everyKindSurvivesSaving() {
    PrivacyEvent event =
        Composed.of(
            new GaussianSum(1.1),
            new Repeated(new DiscreteGaussianSum(Math.PI), Long.MAX_VALUE),
            new Repeated(Composed.of(new Pure(1e-300), new Pure(1e300)), 3));

    String text = EventJson.write(event).toString();

    assertThat(EventJson.read(JsonParser.parseString(text))).isEqualTo(event);
  }

  /** Fixed seed; equality is exact, so there is no false alarm. */
  @Test
  void randomTreesSurviveSavingAndDifferOnlyWhereTheirTextDoes() {
    RandomEvents random = new RandomEvents(3);
    Map<String, PrivacyEvent> seen = new HashMap<>();
    Set<Class<?>> kinds = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      PrivacyEvent event = random.tree(1 + i % 6);
      kinds.add(event.getClass());

      PrivacyEvent back = EventJson.parse(EventJson.write(event).toString());

      assertThat(back).isEqualTo(event).hasSameHashCodeAs(event).hasToString(event.toString());
      PrivacyEvent sameText = seen.put(event.toString(), event);
      assertThat(sameText == null || sameText.equals(event)).as(event.toString()).isTrue();
    }
    assertThat(kinds).hasSize(PrivacyEvent.class.getPermittedSubclasses().length);
  }

  @Test
  void printsReadably() {
    assertThat(
            new Repeated(
                new PoissonSampled(0.01, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(1.1)), 9))
        .hasToString(
            "9 × (on a Poisson sample of rate 0.01 (adding or removing one row): (Gaussian sum,"
                + " noise multiplier 1.1))");
    assertThat(new Selection(new Laplace(2), new NegativeBinomial(1, 0.5)))
        .hasToString(
            "best of a truncated negative binomial number of runs, η = 1.0, γ = 0.5: (Laplace"
                + " noise, noise multiplier 2.0)");
    assertThat(Parallel.of(new ExponentialChoice(1), new DiscreteLaplace(3, 2)))
        .hasToString(
            "on separate rows: (exponential choice, ε = 1.0; discrete Laplace noise, scale 3.0,"
                + " sensitivity 2)");
    assertThat(Composed.of(new Pure(0.1), new Repeated(new GaussianSum(30), 100)))
        .hasToString("pure step, ε = 0.1 + 100 × (Gaussian sum, noise multiplier 30.0)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7 | event must be a JSON object
          {} | event.kind must be a string
          {"kind": 3} | event.kind must be a string
          {"kind": "magic"} | event.kind must be one of gaussian-sum
          {"kind": "pure"} | event.epsilon must be a number
          {"kind": "pure", "epsilon": "1"} | event.epsilon must be a number
          {"kind": "pure", "epsilon": -1} | event is no event: epsilon must be finite and > 0
          {"kind": "pure", "epsilon": 1e999} | event is no event: epsilon must be finite and > 0
          {"kind": "pure", "epsilon": 1, "delta": 0} | has a field that its kind does not have
          {"kind": "pure", "epsilon": NaN} | event.epsilon must be a
          {"kind": "laplace", "noiseMultiplier": 0} | noiseMultiplier must be finite and > 0
          {"kind": "discrete-laplace", "scale": 1, "sensitivity": 0} | sensitivity must be between 1
          {"kind": "discrete-gaussian-count", "sigma": -1, "sensitivity": 1} | sigma must be finite
          {"kind": "randomized-response", "epsilon": 1, "categories": 1} | categories must be between 2
          {"kind": "randomized-response", "epsilon": 1, "categories": 1e10} | event.categories must be a whole
          {"kind": "exponential-choice", "epsilon": null} | event.epsilon must be a number
          {"kind": "approximate", "epsilon": 1, "delta": 1} | delta must be at least 0 and below 1
          {"kind": "poisson-sampled", "rate": 1.5, "adjacency": "replace-one", "event": {"kind": "pure", "epsilon": 1}} | rate must be above 0 and at most 1, got 1.5
          {"kind": "poisson-sampled", "rate": 0, "adjacency": "replace-one", "event": {"kind": "pure", "epsilon": 1}} | rate must be above 0 and at most 1, got 0.0
          {"kind": "poisson-sampled", "rate": 0.5, "adjacency": "both", "event": {"kind": "pure", "epsilon": 1}} | event.adjacency must be add-or-remove-one, add-or-remove-person, replace-one or replace-label
          {"kind": "poisson-sampled", "rate": 0.5, "adjacency": "replace-one"} | event.event must be a JSON object
          {"kind": "sampled-without-replacement", "batch": 3, "rows": 2, "event": {"kind": "pure", "epsilon": 1}} | batch must be between 1 and 2
          {"kind": "selection", "repetitions": {"kind": "always"}, "event": {"kind": "pure", "epsilon": 1}} | event.repetitions.kind must be one of
          {"kind": "selection", "repetitions": {"kind": "poisson", "mean": 0}, "event": {"kind": "pure", "epsilon": 1}} | mean must be finite and > 0
          {"kind": "selection", "repetitions": {"kind": "negative-binomial", "eta": -1, "gamma": 0.5}, "event": {"kind": "pure", "epsilon": 1}} | eta must be finite and > -1
          {"kind": "selection", "repetitions": {"kind": "negative-binomial", "eta": 1, "gamma": 1}, "event": {"kind": "pure", "epsilon": 1}} | gamma must be above 0 and below 1
          {"kind": "parallel", "events": []} | parallel parts need at least one event
          {"kind": "repeated", "times": 2} | event.event must be a JSON object
          {"kind": "repeated", "times": 1.5, "event": {"kind": "pure", "epsilon": 1}} | event.times must be a whole number
          {"kind": "repeated", "times": 0, "event": {"kind": "pure", "epsilon": 1}} | times must be between 1
          {"kind": "repeated", "times": 1e99, "event": {"kind": "pure", "epsilon": 1}} | event.times must be a whole number
          {"kind": "repeated", "times": 1e999999999, "event": {"kind": "pure", "epsilon": 1}} | event.times must be a
          {"kind": "composed", "events": {}} | event.events must be a JSON array of events
          {"kind": "composed", "events": []} | a composition needs at least one event
          {"kind": "composed", "events": [{"kind": "pure", "epsilon": 1}, {}]} | event.events[1].kind must be a string
          """)
  void brokenEventsAreRefusedByField(String json, String sentence) {
    assertThatThrownBy(() -> EventJson.read(JsonParser.parseString(json)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("in the privacy event, event")
        .hasMessageContaining(sentence);
  }

  @Test
  void aFieldThatIsThereTwiceIsRefused() {
    assertThatThrownBy(() -> EventJson.parse("{\"kind\":\"pure\",\"epsilon\":100,\"epsilon\":0.1}"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("the privacy event has the field 'epsilon' twice in one object: keep one");
    assertThatThrownBy(
            () ->
                EventJson.parse(
                    "{\"kind\":\"composed\",\"events\":[{\"kind\":\"pure\",\"kind\":\"pure\","
                        + "\"epsilon\":1}]}"))
        .hasMessageContaining("'kind' twice");
    // The same field in two objects is as it should be.
    String two =
        "{\"kind\":\"composed\",\"events\":[{\"kind\":\"pure\",\"epsilon\":1},"
            + "{\"kind\":\"pure\",\"epsilon\":1}]}";
    assertThat(EventJson.parse(two)).isEqualTo(Composed.of(new Pure(1), new Pure(1)));
  }

  @Test
  void deepNestingIsRefusedBeforeItHurts() {
    String deep = "{\"kind\":\"pure\",\"epsilon\":1}";
    for (int i = 0; i < 100; i++) {
      deep = "{\"kind\":\"repeated\",\"times\":1,\"event\":" + deep + "}";
    }
    var json = JsonParser.parseString(deep);

    assertThatThrownBy(() -> EventJson.read(json))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("events are nested more than 64 deep: flatten them");
    assertThatThrownBy(
            () -> {
              PrivacyEvent event = new Pure(1);
              for (int i = 0; i < 10_000; i++) {
                event = new Repeated(event, 1);
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("depth of events must be between 2 and 64, got 65");
  }

  @Test
  void tenThousandLevelsOfJsonAreRefusedInASentence() {
    String deep =
        "{\"kind\":\"repeated\",\"times\":1,\"event\":".repeat(10_000)
            + "{\"kind\":\"pure\",\"epsilon\":1}"
            + "}".repeat(10_000);

    assertThatThrownBy(() -> EventJson.parse(deep))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the privacy event is not JSON, or is nested more than 64 deep: correct or flatten it");
    assertThatThrownBy(() -> EventJson.parse("{\"kind\": "))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("the privacy event is not JSON");
    assertThatThrownBy(() -> EventJson.parse(""))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("event must be a JSON object");
  }

  @Test
  void eventsThatDoubleAtEveryLevelAreRefusedBeforeTheyHurt() {
    assertThatThrownBy(
            () -> {
              PrivacyEvent event = new Pure(1);
              for (int i = 0; i < 50; i++) {
                event = Composed.of(event, event);
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number of events must be between 1 and 100000, got 131072");
  }
}
