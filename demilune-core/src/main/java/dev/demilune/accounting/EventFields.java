// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.privacy.Adjacency;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The fields of one JSON object inside an event; every fault names the path to it. */
record EventFields(JsonObject object, String where, int depth) {

  static EventFields of(JsonElement json, String where, int depth) {
    if (depth > PrivacyEvent.DEEPEST) { // before recursing: no text can exhaust the stack
      throw new DemiluneException(
          "events are nested more than " + PrivacyEvent.DEEPEST + " deep: flatten them");
    }
    if (json == null || !json.isJsonObject()) {
      throw new DemiluneException("in the privacy event, " + where + " must be a JSON object");
    }
    return new EventFields(json.getAsJsonObject(), where, depth);
  }

  static String name(Adjacency adjacency) {
    return adjacency.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String kind() {
    return text("kind");
  }

  /** Refuses fields other than these and the kind; returns itself. */
  EventFields only(String... fields) {
    List<String> known = Arrays.asList(fields);
    for (String name : object.keySet()) {
      if (!name.equals("kind") && !known.contains(name)) {
        // Refused, not ignored: an unknown field may change what the event means.
        throw fault("has a field that its kind does not have; it may have " + known);
      }
    }
    return this;
  }

  PrivacyEvent event() {
    return EventJson.read(inner("event"));
  }

  List<PrivacyEvent> events() {
    JsonElement parts = object.get("events");
    if (parts == null || !parts.isJsonArray()) {
      throw fault("events", "must be a JSON array of events");
    }
    List<PrivacyEvent> events = new ArrayList<>();
    for (JsonElement part : parts.getAsJsonArray()) {
      events.add(EventJson.read(of(part, where + ".events[" + events.size() + "]", depth + 1)));
    }
    return events;
  }

  EventFields inner(String field) {
    return of(object.get(field), where + "." + field, depth + 1);
  }

  double number(String field) {
    return primitive(field).doubleValue();
  }

  long whole(String field) {
    try {
      return primitive(field).longValueExact(); // a fraction is refused rather than cut off
    } catch (ArithmeticException tooLongOrBroken) {
      throw fault(field, "must be a whole number below 2^63");
    }
  }

  int small(String field) {
    try {
      return primitive(field).intValueExact();
    } catch (ArithmeticException tooLongOrBroken) {
      throw fault(field, "must be a whole number below 2^31");
    }
  }

  Adjacency adjacency(String field) {
    String name = text(field);
    for (Adjacency adjacency : Adjacency.values()) {
      if (name(adjacency).equals(name)) {
        return adjacency;
      }
    }
    throw fault(
        field, "must be add-or-remove-one, add-or-remove-person, replace-one or replace-label");
  }

  private String text(String field) {
    JsonElement value = object.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw fault(field, "must be a string");
    }
    return value.getAsString();
  }

  private BigDecimal primitive(String field) {
    JsonElement value = object.get(field);
    if (value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()) {
      try {
        return value.getAsBigDecimal();
      } catch (NumberFormatException notFinite) {
        throw fault(field, "must be a finite number");
      }
    }
    throw fault(field, "must be a number");
  }

  DemiluneException fault(String field, String rule) {
    return new DemiluneException("in the privacy event, " + where + "." + field + " " + rule);
  }

  DemiluneException fault(String rule) {
    return new DemiluneException("in the privacy event, " + where + " " + rule);
  }
}
