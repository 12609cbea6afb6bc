// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.nio.ByteBuffer;

/** An {@link EncodedRow} as bytes and back: equal rows have equal bytes, on any machine. */
public final class PackedRow {

  private static final int COUNTS = 4; // label, features, parts, integers
  private static final int FEATURE = Integer.BYTES + Double.BYTES;

  private PackedRow() {}

  /** Returns the bytes of a row: its label, features, parts and integers. */
  public static byte[] pack(EncodedRow row) {
    ByteBuffer bytes =
        ByteBuffer.allocate(
            COUNTS * Integer.BYTES
                + row.size() * FEATURE
                + row.parts() * Double.BYTES
                + row.integers() * Long.BYTES);
    bytes.putInt(row.label()).putInt(row.size());
    for (int i = 0; i < row.size(); i++) {
      bytes.putInt(row.index(i)).putDouble(row.value(i)); // neither NaN nor zero: see EncodedRow
    }
    bytes.putInt(row.parts());
    for (int i = 0; i < row.parts(); i++) {
      // one pattern for NaN, and a zero has one sign
      bytes.putLong(Double.doubleToLongBits(row.part(i) + 0.0));
    }
    bytes.putInt(row.integers());
    for (int i = 0; i < row.integers(); i++) {
      bytes.putLong(row.integer(i));
    }
    return bytes.array();
  }

  /** Sets a row to what was packed. */
  public static void unpack(byte[] packed, EncodedRow into) {
    ByteBuffer bytes = ByteBuffer.wrap(packed);
    into.start(bytes.getInt());
    for (int left = bytes.getInt(); left > 0; left--) {
      int index = bytes.getInt();
      into.add(index, bytes.getDouble());
    }
    for (int left = bytes.getInt(); left > 0; left--) {
      into.addPart(bytes.getDouble());
    }
    for (int left = bytes.getInt(); left > 0; left--) {
      into.addInteger(bytes.getLong());
    }
  }
}
