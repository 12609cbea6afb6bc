/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
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

  @Test
  void printsReadably() {
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
}
