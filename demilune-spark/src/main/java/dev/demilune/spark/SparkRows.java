// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.DemiluneException;
import dev.demilune.rows.Batch;
import dev.demilune.rows.RowFold;
import dev.demilune.rows.RowStore;
import dev.demilune.schema.Schema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * Private rows as blocks on the machines of a cluster.
 *
 * <p>Executors encode, map and add; what they send is sums. The driver alone draws noise and holds
 * the budget. Every sum is exact, and a batch takes rows by who they are; so the result does not
 * depend on how rows are divided, on their order, or on how often a task runs.
 *
 * <p><b>Relies on.</b> An input that has the same rows in the same partitions when Spark computes
 * it again, as Spark itself does; and on executors that nobody looks into: they hold private rows,
 * exact sums and the keys of samples.
 */
final class SparkRows implements RowStore, AutoCloseable {

  private static final int DEPTH = 2; // of the tree in which partitions' sums meet

  private final JavaSparkContext context;
  private final List<JavaRDD<?>> persisted; // by this store and all its views
  private final Blocks blocks;
  private final long rows;

  /** Where blocks come from. */
  private interface Blocks {
    /** Returns the blocks, with or without the rows' identities; the same object at each call. */
    JavaRDD<RowBlock> get(boolean identified);
  }

  private SparkRows(
      JavaSparkContext context, List<JavaRDD<?>> persisted, Blocks blocks, long rows) {
    this.context = context;
    this.persisted = persisted;
    this.blocks = blocks;
    this.rows = rows;
  }

  /**
   * Computes the blocks, keeps them in the memory or on the disks of executors, and counts rows.
   *
   * @throws DemiluneException if there are more rows than sums are proved for
   */
  static SparkRows of(JavaSparkContext context, JavaRDD<RowBlock> encoded) {
    List<JavaRDD<?>> persisted = new ArrayList<>();
    Stored stored = new Stored(encoded, persisted);
    long rows = count(stored.get(false));
    if (rows > Schema.MOST_ROWS) {
      throw new DemiluneException(
          "the table has more than "
              + Schema.MOST_ROWS
              + " rows, for which sums are not proved exact: train on fewer rows");
    }
    return new SparkRows(context, persisted, stored, rows);
  }

  private static long count(JavaRDD<RowBlock> blocks) {
    return blocks.map(block -> (long) block.block().rows()).fold(0L, Long::sum);
  }

  /** The encoded rows; identities are added when the first batch asks for them. */
  private static final class Stored implements Blocks {
    private final List<JavaRDD<?>> persisted;
    private final JavaRDD<RowBlock> plain;
    private JavaRDD<RowBlock> identified;

    Stored(JavaRDD<RowBlock> encoded, List<JavaRDD<?>> persisted) {
      this.persisted = persisted;
      this.plain = persist(encoded, persisted);
    }

    @Override
    public synchronized JavaRDD<RowBlock> get(boolean withIdentities) {
      if (withIdentities && identified == null) {
        identified = persist(Identified.of(plain), persisted);
        identified.count(); // holds the same arrays; afterwards the others can go
        plain.unpersist(false);
      }
      return identified == null ? plain : identified;
    }
  }

  private static <T> JavaRDD<T> persist(JavaRDD<T> blocks, List<JavaRDD<?>> persisted) {
    blocks.persist(StorageLevel.MEMORY_AND_DISK());
    persisted.add(blocks);
    return blocks;
  }

  @Override
  public long rows() {
    return rows;
  }

  int partitions() {
    return blocks.get(false).getNumPartitions();
  }

  @Override
  public <A extends Serializable> A fold(RowFold<A> function, Batch batch) {
    JavaRDD<RowBlock> all = blocks.get(batch.identifies());
    if (all.getNumPartitions() == 0) {
      return function.empty(); // an empty table is an ordinary input
    }
    Broadcast<Work<A>> work = context.broadcast(new Work<>(function, batch));
    try {
      // A partition's sum is a function of its rows, so it does not matter which attempt counts;
      // Spark takes one result of each partition.
      return all.mapPartitions(part -> work.value().sum(part))
          .treeReduce((one, other) -> work.value().function.merge(one, other), DEPTH);
    } finally {
      work.destroy();
    }
  }

  /** What executors do for a fold. */
  private record Work<A extends Serializable>(RowFold<A> function, Batch batch)
      implements Serializable {

    Iterator<A> sum(Iterator<RowBlock> blocks) {
      A sum = function.empty();
      while (blocks.hasNext()) {
        RowBlock next = blocks.next();
        function.add(sum, next.block(), next.chosen(batch));
      }
      return List.of(sum).iterator();
    }
  }

  @Override
  public RowStore through(BlockMap map) {
    Broadcast<BlockMap> sent = context.broadcast(map); // may be megabytes: once for each executor
    Blocks views = identified -> blocks.get(identified).map(block -> block.through(sent.value()));
    return new SparkRows(context, persisted, views, rows);
  }

  @Override
  public RowStore kept(Batch batch, BlockCopy copy) {
    Blocks copies = new Copies(batch, copy);
    return new SparkRows(
        context, persisted, copies, batch == Batch.ALL ? rows : count(copies.get(false)));
  }

  /** Copies of this store's rows, made once without identities and once more if they are needed. */
  private final class Copies implements Blocks {
    private final Batch batch;
    private final BlockCopy copy;
    private JavaRDD<RowBlock> plain;
    private JavaRDD<RowBlock> identified;

    Copies(Batch batch, BlockCopy copy) {
      this.batch = batch;
      this.copy = copy;
    }

    @Override
    public synchronized JavaRDD<RowBlock> get(boolean withIdentities) {
      if (identified == null && (withIdentities || batch.identifies())) {
        identified = copies(true);
        if (plain != null) {
          plain.unpersist(false);
        }
      }
      if (identified != null) {
        return identified;
      }
      if (plain == null) {
        plain = copies(false);
      }
      return plain;
    }

    private JavaRDD<RowBlock> copies(boolean withIdentities) {
      Batch chosen = batch;
      BlockCopy copying = copy;
      return persist(
          blocks.get(withIdentities).map(block -> block.kept(chosen, copying)), persisted);
    }
  }

  /** Lets executors forget all rows of this store and of its views. */
  @Override
  public void close() {
    persisted.forEach(blocks -> blocks.unpersist(false));
  }
}
