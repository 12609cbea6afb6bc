// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/**
 * Which table a spend is about: SHA-256 of the names of its columns, in any order. Names are
 * public; nothing of the rows is in it. Two tables with the same columns look the same, so it finds
 * the wrong ledger for a table, and no more than that.
 *
 * @param fingerprint 64 hexadecimal digits
 */
public record TableColumns(String fingerprint) {

  public TableColumns {
    if (!fingerprint.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("a fingerprint has 64 hexadecimal digits");
    }
  }

  /** Returns the fingerprint of the columns that a schema declares, ignored ones included. */
  public static TableColumns of(Schema schema) {
    return schema.isVectors()
        ? vectors(schema.features())
        : named(schema.fileColumns().stream().map(Column::name).toList());
  }

  /** Returns the fingerprint of named columns, the label included. */
  public static TableColumns named(Collection<String> names) {
    return of("columns", new TreeSet<>(names));
  }

  /** Returns the fingerprint of plain vectors, whose columns have no names. */
  public static TableColumns vectors(int features) {
    return of("vectors", new TreeSet<>(List.of(Integer.toString(features))));
  }

  /** Every text with its length in front, so that no two lists have the same bytes. */
  private static TableColumns of(String kind, TreeSet<String> texts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(kind.getBytes(StandardCharsets.UTF_8));
      for (String text : texts) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((" " + bytes.length + " ").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      }
      return new TableColumns(HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the first digits, which are enough to tell tables apart by eye. */
  public String brief() {
    return fingerprint.substring(0, 12);
  }
}
