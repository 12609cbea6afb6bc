// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * An {@link EncodedRow} as bytes and back: equal rows have equal bytes, on any machine.
 *
 * <p>For one thread: it reuses its space.
 */
public final class PackedRow {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  /** Returns the bytes of a row: its label, features, parts and integers. */
  public byte[] pack(EncodedRow row) {
    bytes.reset();
    try {
      out.writeInt(row.label());
      out.writeInt(row.size());
      for (int i = 0; i < row.size(); i++) {
        out.writeInt(row.index(i));
        out.writeDouble(row.value(i)); // one bit pattern for NaN, and there is no negative zero
      }
      out.writeInt(row.parts());
      for (int i = 0; i < row.parts(); i++) {
        out.writeDouble(row.part(i) + 0.0); // a zero has one sign
      }
      out.writeInt(row.integers());
      for (int i = 0; i < row.integers(); i++) {
        out.writeLong(row.integer(i));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array takes all bytes
    }
    return bytes.toByteArray();
  }

  /** Sets a row to what was packed. */
  public static void unpack(byte[] packed, EncodedRow into) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(packed))) {
      into.start(in.readInt());
      for (int left = in.readInt(); left > 0; left--) {
        int index = in.readInt();
        into.add(index, in.readDouble());
      }
      for (int left = in.readInt(); left > 0; left--) {
        into.addPart(in.readDouble());
      }
      for (int left = in.readInt(); left > 0; left--) {
        into.addInteger(in.readLong());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // only if the bytes were not packed here
    }
  }
}
