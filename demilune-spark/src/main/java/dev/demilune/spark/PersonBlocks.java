// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.data.Table;
import dev.demilune.rows.BlockEncoder;
import dev.demilune.rows.HeldRows;
import dev.demilune.rows.PersonChoice;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import java.util.Iterator;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/**
 * Brings the rows of each person together, and keeps at most k of them.
 *
 * <p>Each partition keeps the k rows of a person that rank lowest among those it has; these, and no
 * others, are sent by the person's name to one place, where the k lowest of all stay ({@link
 * HeldRows}). A person of a million rows sends at most k from each partition.
 *
 * <p><b>Claim.</b> The rows that are kept of a person, and how many there are, are the local ones
 * for the same key: whatever the division, the order, and how often tasks run.
 *
 * <p><b>Proof.</b> Rows are ranked by a keyed hash of the person's name and the row as encoded,
 * never by where or when a task met them. A task that runs again meets the same rows ({@link
 * SparkRows}), so it keeps the same; and parts merge in any order ({@link HeldRows}). ∎
 */
final class PersonBlocks {

  private PersonBlocks() {}

  static JavaRDD<RowBlock> of(
      SparkSchema columns, JavaRDD<InternalRow> rows, PersonChoice choice, int partitions) {
    JavaPairRDD<String, HeldRows> parts =
        rows.mapPartitionsToPair(part -> named(columns, part, choice));
    return parts
        .reduceByKey((one, other) -> one.merge(other, choice), partitions)
        .values()
        .mapPartitions(persons -> RowBlock.each(BlockEncoder.ofPersons(columns.schema(), persons)));
  }

  private static Iterator<Tuple2<String, HeldRows>> named(
      SparkSchema columns, Iterator<InternalRow> rows, PersonChoice choice) {
    Schema schema = columns.schema();
    Table table = columns.table(rows);
    PersonCell persons = PersonCell.of(schema, table);
    RowEncoder encoder = BlockEncoder.encoder(schema, table);
    EncodedRow row = new EncodedRow();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Tuple2<String, HeldRows> next() {
        table.next();
        encoder.encode(table, row);
        String name = persons.read(table);
        return new Tuple2<>(name, new HeldRows(name).add(row, choice));
      }
    };
  }
}
