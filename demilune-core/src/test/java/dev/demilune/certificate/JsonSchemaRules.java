// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of JSON Schema that our own schema and that of the registry use. A keyword that it does
 * not know is an error, so that no rule is passed over.
 */
final class JsonSchemaRules {

  private static final Set<String> SAID_ONLY =
      Set.of("$schema", "$defs", "title", "description", "description_long", "tier");

  private final JsonObject root;
  private final List<String> faults = new ArrayList<>();

  private JsonSchemaRules(JsonObject root) {
    this.root = root;
  }

  static List<String> faults(JsonObject schema, JsonElement value) {
    JsonSchemaRules rules = new JsonSchemaRules(schema);
    rules.check("$", schema, value);
    return rules.faults;
  }

  private void check(String at, JsonObject schema, JsonElement value) {
    for (Map.Entry<String, JsonElement> rule : schema.entrySet()) {
      boolean holds = SAID_ONLY.contains(rule.getKey()) || holds(at, schema, rule, value);
      if (!holds) {
        faults.add(at + " breaks " + rule.getKey());
      }
    }
  }

  private boolean holds(
      String at, JsonObject schema, Map.Entry<String, JsonElement> rule, JsonElement value) {
    JsonElement wanted = rule.getValue();
    return switch (rule.getKey()) {
      case "type" ->
          wanted.isJsonArray()
              ? texts(wanted).stream().anyMatch(type -> is(type, value))
              : is(wanted.getAsString(), value);
      case "$ref" -> {
        JsonElement target = root;
        for (String step : wanted.getAsString().substring(2).split("/", -1)) {
          target = target.getAsJsonObject().get(step);
        }
        check(at, target.getAsJsonObject(), value);
        yield true;
      }
      case "enum" -> wanted.getAsJsonArray().contains(value);
      case "const" -> wanted.equals(value);
      case "oneOf" -> {
        long fitting =
            wanted.getAsJsonArray().asList().stream()
                .filter(one -> inner(one.getAsJsonObject(), value).isEmpty())
                .count();
        yield fitting == 1;
      }
      case "required" ->
          !value.isJsonObject() || value.getAsJsonObject().keySet().containsAll(texts(wanted));
      case "properties" -> {
        for (Map.Entry<String, JsonElement> field : wanted.getAsJsonObject().entrySet()) {
          if (value.isJsonObject() && value.getAsJsonObject().has(field.getKey())) {
            check(
                at + "." + field.getKey(),
                field.getValue().getAsJsonObject(),
                value.getAsJsonObject().get(field.getKey()));
          }
        }
        yield true;
      }
      case "additionalProperties" -> others(at, schema, wanted, value);
      case "items" -> {
        if (value instanceof JsonArray array) {
          for (int i = 0; i < array.size(); i++) {
            check(at + "[" + i + "]", wanted.getAsJsonObject(), array.get(i));
          }
        }
        yield true;
      }
      case "minItems" -> value.getAsJsonArray().size() >= wanted.getAsInt();
      case "pattern" -> value.getAsString().matches(wanted.getAsString());
      case "format" ->
          wanted.getAsString().equals("date") && LocalDate.parse(value.getAsString()) != null;
      case "minimum" -> compare(value, wanted) >= 0;
      case "maximum" -> compare(value, wanted) <= 0;
      case "exclusiveMinimum" -> compare(value, wanted) > 0;
      case "exclusiveMaximum" -> compare(value, wanted) < 0;
      default -> throw new AssertionError("this validator does not know " + rule.getKey());
    };
  }

  private boolean others(String at, JsonObject schema, JsonElement wanted, JsonElement value) {
    if (!value.isJsonObject()) {
      return true;
    }
    boolean all = true;
    for (Map.Entry<String, JsonElement> field : value.getAsJsonObject().entrySet()) {
      if (schema.has("properties") && schema.getAsJsonObject("properties").has(field.getKey())) {
        continue;
      }
      if (wanted.isJsonObject()) {
        check(at + "." + field.getKey(), wanted.getAsJsonObject(), field.getValue());
      } else {
        all &= wanted.getAsBoolean();
      }
    }
    return all;
  }

  private List<String> inner(JsonObject schema, JsonElement value) {
    JsonSchemaRules rules = new JsonSchemaRules(root);
    rules.check("$", schema, value);
    return rules.faults;
  }

  private static int compare(JsonElement value, JsonElement wanted) {
    return value.getAsBigDecimal().compareTo(wanted.getAsBigDecimal());
  }

  private static boolean is(String type, JsonElement value) {
    boolean number = value instanceof JsonPrimitive one && one.isNumber();
    return switch (type) {
      case "object" -> value.isJsonObject();
      case "array" -> value.isJsonArray();
      case "string" -> value instanceof JsonPrimitive text && text.isString();
      case "boolean" -> value instanceof JsonPrimitive truth && truth.isBoolean();
      case "null" -> value.isJsonNull();
      case "number" -> number;
      case "integer" -> number && value.getAsBigDecimal().remainder(BigDecimal.ONE).signum() == 0;
      default -> throw new AssertionError("no type " + type);
    };
  }

  private static List<String> texts(JsonElement array) {
    return array.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
  }
}
