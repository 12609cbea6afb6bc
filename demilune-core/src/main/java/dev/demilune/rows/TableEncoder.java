// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.data.Table;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;

/**
 * Encodes a table block by block: parts of a CSV file on all processors at once, other tables row
 * after row. What is received, and in which order, does not depend on the number of processors.
 *
 * <p>Not thread-safe: each thread encodes with one of its own.
 */
final class TableEncoder<T> {

  /** Makes what the receiver gets of a block, on the thread that encoded the block. */
  @FunctionalInterface
  interface Making<T> {
    T of(StoredBlock block, long[] integers);
  }

  private final RowEncoder encoder;
  private final Making<T> making;
  private final BlockBuilder builder;
  private final EncodedRow row = new EncodedRow(); // reused

  private TableEncoder(Schema schema, Table table, Making<T> making) {
    this.encoder = BlockEncoder.encoder(schema, table);
    this.making = making;
    this.builder = new BlockBuilder(schema, Schema.MOST_ROWS);
  }

  /** Encodes all rows of a table, each of which is a person. */
  static <T> void encode(Schema schema, Table table, Making<T> making, Consumer<T> receiver) {
    TableEncoder<T> rest = new TableEncoder<>(schema, table, making);
    if (table instanceof CsvReader csv) {
      encodeParts(schema, csv, making, receiver);
    }
    rest.encode(table, receiver);
  }

  private static <T> void encodeParts(
      Schema schema, CsvReader table, Making<T> making, Consumer<T> receiver) {
    int most = 2 * (ForkJoinPool.getCommonPoolParallelism() + 1); // a few parts in memory
    Queue<TableEncoder<T>> idle = new ConcurrentLinkedQueue<>();
    Deque<ForkJoinTask<List<T>>> running = new ArrayDeque<>();
    for (Optional<CsvReader> next = part(table, running);
        next.isPresent();
        next = part(table, running)) {
      CsvReader part = next.get();
      running.add(
          ForkJoinPool.commonPool()
              .submit(
                  () -> {
                    TableEncoder<T> known = idle.poll();
                    TableEncoder<T> free =
                        known == null ? new TableEncoder<>(schema, part, making) : known;
                    List<T> made = new ArrayList<>();
                    free.encode(part, made::add);
                    idle.add(free);
                    return made;
                  }));
      if (running.size() > most) {
        running.remove().join().forEach(receiver);
      }
    }
    while (!running.isEmpty()) {
      running.remove().join().forEach(receiver);
    }
  }

  private static Optional<CsvReader> part(
      CsvReader table, Collection<? extends ForkJoinTask<?>> running) {
    try {
      return table.split(BlockBuilder.BLOCK_ROWS);
    } catch (DataException e) {
      // A fault in an earlier part comes first. Within the part that is cut it does not: faults
      // that are found while cutting come before those of rows that were not divided yet.
      running.forEach(ForkJoinTask::join);
      throw e;
    }
  }

  /** Encodes the rows that the table still has. */
  private void encode(Table table, Consumer<T> receiver) {
    boolean more = true;
    while (more) {
      more = table.next();
      if (more) {
        encoder.encode(table, row);
        builder.add(row);
      } else {
        builder.blocks(); // the last rows
      }
      while (builder.hasBlocks()) {
        long[] integers = builder.integers().get(0);
        receiver.accept(making.of(builder.take(), integers));
      }
    }
  }
}
