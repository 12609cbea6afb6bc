// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.rows.BoundedDataset.Block;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Rows that this process reads, from its memory or from a file, in numbered blocks. */
final class LocalRows implements RowStore {

  private static final long[] NO_INTEGERS = {};

  private final int blocks;
  private final IntFunction<Block> blockAt;
  private final Supplier<IntFunction<Block>> readers; // each for one worker, a block at a time
  private final IntFunction<long[]> integersAt;
  private final IntFunction<byte[]> identitiesAt;
  private final long rows;

  private LocalRows(
      int blocks,
      IntFunction<Block> blockAt,
      Supplier<IntFunction<Block>> readers,
      IntFunction<long[]> integersAt,
      IntFunction<byte[]> identitiesAt,
      long rows) {
    this.blocks = blocks;
    this.blockAt = blockAt;
    this.readers = readers;
    this.integersAt = integersAt;
    this.identitiesAt = identitiesAt;
    this.rows = rows;
  }

  /** Returns the rows of these blocks. */
  static LocalRows of(List<StoredBlock> stored, List<long[]> integers) {
    long rows = stored.stream().mapToLong(Block::rows).sum();
    RowIdentities identities = new RowIdentities(stored.size(), stored::get);
    return new LocalRows(
        stored.size(), stored::get, () -> stored::get, integers::get, identities::of, rows);
  }

  /** Returns the rows of a file, which are read again in every fold. */
  static LocalRows of(RowFile file) {
    RowIdentities identities = new RowIdentities(file.blocks(), file.reader());
    return new LocalRows(
        file.blocks(),
        file::block,
        () -> file.reader()::apply,
        file::integers,
        identities::of,
        file.rows());
  }

  @Override
  public long rows() {
    return rows;
  }

  int blocks() {
    return blocks;
  }

  Block block(int index) {
    return blockAt.apply(index);
  }

  long[] integers(int index) {
    return integersAt.apply(index);
  }

  @Override
  public RowStore through(BlockMap map) {
    return new LocalRows(
        blocks,
        index -> map.of(block(index)),
        () -> {
          IntFunction<Block> reader = readers.get();
          BlockMap mine = map.forOneThread();
          return index -> mine.of(reader.apply(index));
        },
        index -> NO_INTEGERS,
        identitiesAt, // of the records
        rows);
  }

  @Override
  public RowStore kept(Batch batch, BlockCopy copy) {
    Block[] stored = new Block[blocks];
    byte[][] identities = new byte[blocks][];
    boolean all = batch == Batch.ALL;
    // Each block is written by one thread, to its own place: no order to depend on.
    IntStream.range(0, blocks)
        .parallel()
        .forEach(
            index -> {
              Block block = block(index);
              BitSet chosen = chosen(batch, index, block);
              stored[index] = copy.of(block, chosen);
              identities[index] =
                  all ? null : RowIdentities.select(identitiesAt.apply(index), chosen);
            });
    return new LocalRows(
        blocks,
        index -> stored[index],
        () -> index -> stored[index],
        all ? integersAt : index -> NO_INTEGERS,
        all ? identitiesAt : index -> identities[index],
        IntStream.range(0, blocks).mapToLong(index -> stored[index].rows()).sum());
  }

  /** Copies the first blocks, up to so many rows; the others stay as they are. */
  LocalRows keptUpTo(long most, BlockCopy copy) {
    int first = 0;
    for (long left = most; first < blocks; first++) {
      left -= block(first).rows();
      if (left < 0) {
        break;
      }
    }
    Block[] stored = new Block[first];
    IntStream.range(0, first)
        .parallel()
        .forEach(
            index -> {
              Block block = block(index);
              stored[index] = copy.of(block, chosen(Batch.ALL, index, block));
            });
    return new LocalRows(
        blocks,
        index -> index < stored.length ? stored[index] : block(index),
        () -> {
          IntFunction<Block> reader = readers.get();
          return index -> index < stored.length ? stored[index] : reader.apply(index);
        },
        integersAt,
        identitiesAt,
        rows);
  }

  private BitSet chosen(Batch batch, int index, Block block) {
    return batch.of(block.rows(), () -> identitiesAt.apply(index));
  }

  @Override
  public <A extends Serializable> A fold(RowFold<A> function, Batch batch) {
    return foldNumbered(
        function::empty,
        () -> {
          IntFunction<Block> reader = readers.get();
          return (sum, number) -> {
            Block block = reader.apply(number);
            function.add(sum, block, chosen(batch, number, block));
          };
        },
        function::merge);
  }

  /** See {@link BoundedDataset#foldNumbered}. */
  <A> A foldNumbered(Supplier<A> empty, ObjIntConsumer<A> add, BinaryOperator<A> merge) {
    return foldNumbered(empty, () -> add, merge);
  }

  private <A> A foldNumbered(
      Supplier<A> empty, Supplier<ObjIntConsumer<A>> adders, BinaryOperator<A> merge) {
    // One accumulator for each worker, not for each block: they may be large.
    int workers = Math.min(blocks, ForkJoinPool.getCommonPoolParallelism() + 1);
    return IntStream.range(0, workers)
        .parallel()
        .mapToObj(
            worker -> {
              A sum = empty.get();
              ObjIntConsumer<A> add = adders.get();
              // interleaved, so that all workers get equal parts
              for (int i = worker; i < blocks; i += workers) {
                add.accept(sum, i);
              }
              return sum;
            })
        .reduce(merge)
        .orElseGet(empty); // an empty table is an ordinary input
  }
}
