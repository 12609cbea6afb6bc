// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

/** What the browser searches; SiteIT searches in a browser. */
class SearchIndexTest {

  @Test
  void wordsAreThoseThatPeopleType() {
    assertThat(SearchIndex.words("Noisy-descent, at ε = 1: `μn` x"))
        .containsExactly("noisy", "descent", "at", "epsilon", "mu");
    assertThat(SearchIndex.words("Rényi, Gödel, naïve; Re\u0301nyi"))
        .containsExactly("renyi", "godel", "naive", "renyi");
  }

  @Test
  void everySectionIsFoundByItsWordsAndHeadingsWeighMore() {
    SearchIndex index = new SearchIndex();
    index.add(
        Page.of(
            "docs/a.md",
            """
            # Ledgers

            money spent

            ## Refusals

            <!-- hidden -->

            money money money money money money

            | a ledger | money |
            |---|---|
            """));
    JsonObject script =
        JsonParser.parseString(
                index.script().replace("window.demiluneIndex = ", "").replace(";\n", ""))
            .getAsJsonObject();
    JsonObject words = script.getAsJsonObject("words");
    assertThat(script.getAsJsonArray("sections").toString())
        .isEqualTo(
            "[[\"Ledgers\",\"docs/a.html\",\"\",\"money spent\"],"
                + "[\"Ledgers\",\"docs/a.html#refusals\",\"Refusals\","
                + "\"money money money money money money a ledger money\"]]");
    assertThat(words.getAsJsonArray("money")).isEqualTo(numbers(0, 1, 1, 4));
    assertThat(words.getAsJsonArray("ledgers")).isEqualTo(numbers(0, 12));
    assertThat(words.getAsJsonArray("refusals")).isEqualTo(numbers(1, 6));
    assertThat(words.has("hidden")).isFalse();
  }

  private static JsonArray numbers(int... numbers) {
    JsonArray array = new JsonArray();
    for (int number : numbers) {
      array.add(number);
    }
    return array;
  }
}
