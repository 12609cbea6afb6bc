// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a page asks for: an object of texts. What they mean is for commands to judge. */
final class Ask {

  private final JsonObject fields;

  private Ask(JsonObject fields) {
    this.fields = fields;
  }

  static Ask parse(String body) {
    try {
      JsonElement parsed = JsonParser.parseString(body);
      if (parsed.isJsonObject()) {
        return new Ask(parsed.getAsJsonObject());
      }
    } catch (JsonSyntaxException e) {
      throw new RequestRefused("the request is not JSON");
    }
    throw new RequestRefused("the request is not an object");
  }

  /** Returns a text that has to be there. */
  String text(String name) {
    return maybe(name).orElseThrow(() -> new RequestRefused("the request does not say: " + name));
  }

  /** Returns a text; one that is blank counts as none. */
  Optional<String> maybe(String name) {
    JsonElement value = fields.get(name);
    if (value == null || value.isJsonNull()) {
      return Optional.empty();
    }
    return Optional.of(text(name, value)).filter(text -> !text.isBlank());
  }

  /** Returns texts by their names. */
  Map<String, String> texts(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    JsonElement value = fields.get(name);
    if (value != null && value.isJsonObject()) {
      value.getAsJsonObject().asMap().forEach((key, one) -> texts.put(key, text(key, one)));
    }
    return texts;
  }

  private static String text(String name, JsonElement value) {
    if (!value.isJsonPrimitive()) {
      throw new RequestRefused("the request does not say as a text: " + name);
    }
    return value.getAsString();
  }
}
