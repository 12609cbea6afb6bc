// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.DemiluneException;
import dev.demilune.data.AtomicFile;
import dev.demilune.data.Table;
import dev.demilune.random.StreamKey;
import dev.demilune.schema.Schema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Encodes a table into a {@link RowFile}, which appears whole or not at all. Where the file system
 * knows owners, only its owner may read it.
 *
 * <p>Rows are encoded as {@link BoundedDataset#of(Schema, Table)} encodes them, in their order. So
 * training on the file gives the same bits as training on the table. No message and no result
 * depends on the rows of a well-formed table; the file itself is as private as the table.
 *
 * <p>Memory: a few blocks, however long the table is. Where the unit is a person, the rows that are
 * used of each are collected first.
 */
public final class RowFileWriter {

  private final AtomicFile out;
  private final BlockFormat format;
  private final ByteArrayOutputStream index = new ByteArrayOutputStream();
  private int blocks;
  private long rows;

  private RowFileWriter(AtomicFile out, Schema schema) {
    this.out = out;
    this.format = new BlockFormat(schema);
  }

  /**
   * Reads the whole table, writes the file and closes the table.
   *
   * @param persons the key for the choice of a person's rows, where the unit is a person
   */
  public static void write(Path path, Schema schema, Table table, StreamKey persons) {
    try (table;
        AtomicFile out = AtomicFile.createForOwner(path)) {
      RowFileWriter writer = new RowFileWriter(out, schema);
      byte[] head = writer.head();
      out.write(head);
      if (schema.adjacency().isOfPersons()) {
        writer.writePersons(BoundedDataset.of(schema, table, persons));
      } else {
        TableEncoder.<EncodedBlock>encode(
            schema,
            table,
            (block, integers) -> EncodedBlock.of(block, integers, writer.format),
            writer::write);
      }
      writer.end(head, schema);
      out.commit();
    }
  }

  private void writePersons(BoundedDataset data) {
    LocalRows stored = data.local();
    for (int i = 0; i < stored.blocks(); i++) {
      write(EncodedBlock.of((StoredBlock) stored.block(i), stored.integers(i), format));
    }
  }

  private byte[] head() {
    return RowFile.little(new byte[RowFile.HEAD])
        .put(RowFile.BEGINNING)
        .putInt(RowFile.VERSION)
        .putInt(0)
        .array();
  }

  /** A block as it is written. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the array
  private record EncodedBlock(byte[] bytes, int rows, int checksum) {
    static EncodedBlock of(StoredBlock block, long[] integers, BlockFormat format) {
      byte[] bytes = format.bytes(block, integers);
      CRC32C checksum = new CRC32C();
      checksum.update(bytes);
      return new EncodedBlock(bytes, block.rows(), (int) checksum.getValue());
    }
  }

  private void write(EncodedBlock block) {
    rows += block.rows;
    if (rows > Schema.MOST_ROWS || blocks == RowFile.MOST_BLOCKS) {
      throw new DemiluneException(
          "the table has more rows than one file of encoded rows can hold: encode fewer");
    }
    out.write(block.bytes);
    index.writeBytes(
        RowFile.little(new byte[RowFile.INDEX_ENTRY])
            .putLong(block.bytes.length)
            .putInt(block.rows)
            .putInt(block.checksum)
            .array());
    blocks++;
  }

  private void end(byte[] head, Schema schema) {
    byte[] ofSchema = schema.toJson().getBytes(StandardCharsets.UTF_8);
    byte[] sizes =
        RowFile.little(new byte[2 * Integer.BYTES]).putInt(blocks).putInt(ofSchema.length).array();
    byte[] entries = index.toByteArray();
    out.write(entries);
    out.write(ofSchema);
    out.write(sizes);
    out.write(RowFile.hash(head, entries, ofSchema, sizes));
    out.write(RowFile.END);
  }
}
