// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.demilune.DemiluneException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Refuses a JSON text in which an object names a field twice: readers differ in which of the two
 * they take, and a privacy cost must not depend on that.
 */
public final class UniqueFields {

  private UniqueFields() {}

  /**
   * Checks the text of a privacy event.
   *
   * @param text valid JSON
   */
  public static void require(String text) {
    Deque<Set<String>> open = new ArrayDeque<>();
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      for (JsonToken token = reader.peek();
          token != JsonToken.END_DOCUMENT;
          token = reader.peek()) {
        switch (token) {
          case BEGIN_OBJECT -> {
            reader.beginObject();
            open.push(new HashSet<>());
          }
          case END_OBJECT -> {
            reader.endObject();
            open.pop();
          }
          case BEGIN_ARRAY -> reader.beginArray();
          case END_ARRAY -> reader.endArray();
          case NAME -> {
            String name = reader.nextName();
            // a set for each open object: the same name may occur in two objects
            if (!open.element().add(name)) {
              throw new DemiluneException(
                  "the privacy event has the field '" + name + "' twice in one object: keep one");
            }
          }
          default -> reader.skipValue();
        }
      }
    } catch (IOException e) {
      throw new DemiluneException("the privacy event is not JSON: correct it", e);
    }
  }
}
