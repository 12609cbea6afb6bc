// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.demilune.privacy.ChainLink;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Which parts of a schema were learned from private rows, and the release that paid for them. A
 * model that is trained with such a schema depends on that release as well.
 *
 * @param release what was charged, and its privacy cost
 * @param columns names of the columns whose ranges, values or labels were learned; all others were
 *     declared
 * @param rowCount whether the expected number of rows was learned
 * @param seal SHA-256 of all this and of what the schema said when it was learned. It detects edits
 *     by hand, not forgery: anyone can compute it
 */
public record Learned(ChainLink release, List<String> columns, boolean rowCount, String seal) {

  public Learned {
    Objects.requireNonNull(release, "release");
    columns = List.copyOf(columns);
    Objects.requireNonNull(seal, "seal");
  }

  /** Returns the parts of a schema that were just learned, sealed. */
  public static Learned of(
      Schema schema, ChainLink release, List<String> columns, boolean rowCount) {
    Learned open = new Learned(release, columns, rowCount, "");
    return new Learned(release, columns, rowCount, open.sealOf(schema));
  }

  /** Returns whether a schema still says what it said when it was learned. */
  public boolean isUnchangedIn(Schema schema) {
    return seal.equals(sealOf(schema));
  }

  /** Adjacency, bounds and the form of the file are no part of it: they are never learned. */
  private String sealOf(Schema schema) {
    JsonObject whole = JsonParser.parseString(schema.toJson()).getAsJsonObject();
    JsonArray sealed = new JsonArray();
    sealed.add(release.toJson());
    columns.forEach(sealed::add);
    sealed.add(rowCount);
    for (String field : List.of("columns", "labels", "otherLabel", "expectedRows")) {
      sealed.add(whole.get(field));
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(digest.digest(sealed.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.add("release", release.toJson());
    json.add("columns", SchemaJson.array(columns));
    json.addProperty("rowCount", rowCount);
    json.addProperty("seal", seal);
    return json;
  }

  static Learned fromJson(JsonElement json) {
    JsonObject object = json.getAsJsonObject();
    return new Learned(
        ChainLink.fromJson(object.get("release")),
        SchemaJson.texts(object.get("columns")),
        object.get("rowCount").getAsBoolean(),
        object.get("seal").getAsString());
  }
}
