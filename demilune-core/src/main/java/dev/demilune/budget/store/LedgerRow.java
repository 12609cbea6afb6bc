// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.accounting.EventJson;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.LedgerTerms;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * An entry as it is written down, text by text, and the hash that ties it to all before it.
 *
 * <p>The hash of a row is SHA-256 of the hash before it and of every field, each with its length in
 * front, so that no two lists of fields have the same bytes. The first row follows on the hash of
 * the ledger's own terms. So the last hash vouches for everything before it: nothing was edited,
 * removed or moved.
 *
 * <p>The columns of the table are a field where they are known, so that rows without them keep the
 * hashes that they had before ledgers were tied to tables.
 *
 * @param event null in a row from before ledgers held events
 * @param columns empty where they are not known
 * @param format of the program that admitted it, which decides on the rule; 0 if it did not say
 */
record LedgerRow(
    long number,
    String time,
    String who,
    String learner,
    String purpose,
    String epsilon,
    String delta,
    String event,
    String columns,
    long format) {

  private static final String COLUMNS = "columns ";

  static LedgerRow of(LedgerEntry entry) {
    return new LedgerRow(
        entry.number(),
        entry.time().toString(),
        entry.who(),
        entry.learner(),
        entry.purpose(),
        entry.amount().epsilon().toString(),
        entry.amount().delta().toString(),
        EventJson.write(entry.event()).toString(),
        entry.columns(),
        LedgerTables.RULE);
  }

  /** The hash that the first row follows on. */
  static String hashOfTerms(LedgerTerms terms) {
    return hash(
        terms.columns(),
        "demilune ledger",
        terms.name(),
        terms.description(),
        terms.adjacency().name(),
        terms.pricing().total().epsilon().toString(),
        terms.pricing().total().delta().toString(),
        terms.pricing().composition().name());
  }

  String hash(String before) {
    return format == 0
        ? hashWithoutFormat(before)
        : hash("", hashWithoutFormat(before), Long.toString(format));
  }

  private String hashWithoutFormat(String before) {
    return hash(
        columns, before, Long.toString(number), time, who, learner, purpose, epsilon, delta, event);
  }

  /**
   * Whether this is the row that the hash was computed of. The first programs that wrote a format
   * left it out of the hash; so their rows are taken either way, and of these rows alone the hash
   * does not vouch for the format.
   */
  boolean isSealedBy(String hash, String before) {
    return hash.equals(hash(before))
        || (format == LedgerTables.RULE && hash.equals(hashWithoutFormat(before)));
  }

  private static String hash(String columns, String... others) {
    List<String> fields = new ArrayList<>(Arrays.asList(others));
    if (!columns.isEmpty()) {
      fields.add(COLUMNS + columns);
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String field : fields) {
        byte[] bytes = field == null ? new byte[0] : field.getBytes(StandardCharsets.UTF_8);
        digest.update(
            ByteBuffer.allocate(Integer.BYTES).putInt(field == null ? -1 : bytes.length).flip());
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
