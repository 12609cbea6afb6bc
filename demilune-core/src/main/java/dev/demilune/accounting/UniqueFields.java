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
 * they take, and a price must not depend on that.
 */
final class UniqueFields {

  private UniqueFields() {}

  /**
   * @param text valid JSON
   */
  static void require(String text) {
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
