// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.internal.OneLineText;
import java.math.BigDecimal;

/**
 * What {@code demilune audit --json} found: an attack on the learner, on made-up tables.
 *
 * @param learner that was attacked
 * @param claimedEpsilon what it claimed
 * @param adjacency what one person could change
 * @param method of the attack
 * @param trials how many fits were made
 * @param lowerBound on the true ε
 * @param confidence of the lower bound
 * @param refuted whether the claim is refuted
 */
public record AuditResult(
    String learner,
    BigDecimal claimedEpsilon,
    String adjacency,
    String method,
    BigDecimal trials,
    BigDecimal lowerBound,
    BigDecimal confidence,
    boolean refuted) {

  /**
   * Reads what the command printed.
   *
   * @throws DemiluneException if it is anything else
   */
  public static AuditResult fromJson(JsonElement json) {
    try {
      JsonObject object = json.getAsJsonObject();
      return new AuditResult(
          text(object, "learner"),
          object.get("claimedEpsilon").getAsBigDecimal(),
          text(object, "adjacency"),
          text(object, "method"),
          object.get("trials").getAsBigDecimal(),
          object.get("lowerBound").getAsBigDecimal(),
          object.get("confidence").getAsBigDecimal(),
          object.get("refuted").getAsBoolean());
    } catch (IllegalStateException
        | UnsupportedOperationException
        | NumberFormatException
        | NullPointerException other) { // a missing field
      throw new DemiluneException(
          "this is not the result of an audit: give what `demilune audit --json` printed", other);
    }
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("learner", learner);
    json.addProperty("claimedEpsilon", claimedEpsilon);
    json.addProperty("adjacency", adjacency);
    json.addProperty("method", method);
    json.addProperty("trials", trials);
    json.addProperty("lowerBound", lowerBound);
    json.addProperty("confidence", confidence);
    json.addProperty("refuted", refuted);
    return json;
  }

  private static String text(JsonObject object, String field) {
    String text = object.get(field).getAsString();
    if (!OneLineText.is(text)) {
      throw new IllegalStateException("several lines");
    }
    return text;
  }
}
