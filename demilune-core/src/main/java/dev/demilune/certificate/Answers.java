// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.DemiluneException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What only people can say of a model that is published: who answers for it, who may use it, how
 * long rows are kept. The program guesses none of it.
 */
public final class Answers {

  /** Said of what nobody answered. */
  static final String OPEN = "to be filled in";

  /** Said of what the program cannot know. */
  static final String NOT_KNOWN = "not known";

  private static final Map<String, String> QUESTIONS = questions();

  private final Map<String, String> given;

  private Answers(Map<String, String> given) {
    this.given = given;
  }

  private static Map<String, String> questions() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("name", "what the model is called");
    all.put("description", "what it is, in a sentence");
    all.put("curator", "who publishes it");
    all.put("intended-use", "what it is to be used for");
    all.put("region", "whom the data describe, or whose law applies");
    all.put("sector", "Technology, Healthcare, Education, Government, Energy or Finance");
    all.put("date", "when it was published, as YYYY-MM-DD; by default the day of the charge");
    all.put("people", "whom the table is about, and since when");
    all.put("access", "who may see rows, ledger, keys and model");
    all.put("retention", "how long rows and ledger are kept");
    all.put("tuning", "what else was looked at in the rows, or what was tried before");
    all.put("bias", "how well it serves each group, and how that was measured");
    all.put("collection", "why each column was collected");
    all.put("author", "who wrote this document");
    return all;
  }

  /** Returns no answers. */
  public static Answers none() {
    return new Answers(Map.of());
  }

  /**
   * Returns answers by the name of their question.
   *
   * @throws DemiluneException if there is no such question
   */
  public static Answers of(Map<String, String> byName) {
    for (String name : byName.keySet()) {
      if (!QUESTIONS.containsKey(name)) {
        throw new DemiluneException(
            "'" + name + "' is nothing that can be answered; known are " + QUESTIONS.keySet());
      }
    }
    return new Answers(new LinkedHashMap<>(byName));
  }

  /** Returns all questions by name, in order. */
  public static Map<String, String> all() {
    return QUESTIONS;
  }

  boolean has(String name) {
    return given.containsKey(name);
  }

  /** The answer, or that it is to be filled in. */
  String to(String name) {
    return given.getOrDefault(name, OPEN + ": " + QUESTIONS.get(name));
  }

  /** The answer, or something else. */
  String or(String name, String otherwise) {
    return given.getOrDefault(name, otherwise);
  }
}
