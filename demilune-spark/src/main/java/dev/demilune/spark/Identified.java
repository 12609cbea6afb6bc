// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.rows.Occurrences;
import dev.demilune.rows.RowIdentities;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Numbers equal rows across partitions, so that no two rows of the table have the same identity
 * ({@link RowIdentities}) and the identities do not depend on the division.
 *
 * <p>Every partition counts its hashes. Those that occur in several partitions are numbered by
 * partition: the copies in partition p begin where those of the partitions before it end. Only
 * hashes and counts are shuffled, once, and never rows.
 */
final class Identified {

  private Identified() {}

  /** The hash of a row. */
  private record Hash(long high, int low) implements Serializable {}

  /** How often a hash occurs in a partition. */
  private record Share(int partition, int count) implements Serializable {}

  /** Where the numbers of a hash begin in a partition. */
  private record Start(Hash hash, int number) implements Serializable {}

  static JavaRDD<RowBlock> of(JavaRDD<RowBlock> blocks) {
    int partitions = blocks.getNumPartitions();
    JavaPairRDD<Integer, Start> starts =
        JavaPairRDD.fromJavaRDD(blocks.mapPartitionsWithIndex(Identified::counted, true))
            .groupByKey(partitions)
            .flatMapToPair(Identified::starts)
            .partitionBy(new ByNumber(partitions));
    return blocks.zipPartitions(starts, Identified::numbered);
  }

  private static Iterator<Tuple2<Hash, Share>> counted(int partition, Iterator<RowBlock> blocks) {
    Occurrences counts = new Occurrences();
    while (blocks.hasNext()) {
      RowIdentities.of(blocks.next().block(), counts::next);
    }
    List<Tuple2<Hash, Share>> shares = new ArrayList<>();
    counts.forEach(
        (high, low, count) ->
            shares.add(new Tuple2<>(new Hash(high, low), new Share(partition, count))));
    return shares.iterator();
  }

  private static Iterator<Tuple2<Integer, Start>> starts(Tuple2<Hash, Iterable<Share>> ofHash) {
    List<Share> shares = new ArrayList<>();
    ofHash._2.forEach(shares::add);
    shares.sort(Comparator.comparingInt(Share::partition)); // the shuffle brings them in any order
    List<Tuple2<Integer, Start>> starts = new ArrayList<>();
    int next = 0;
    for (Share share : shares) {
      if (next > 0) { // numbers that begin at 0 need not be sent
        starts.add(new Tuple2<>(share.partition(), new Start(ofHash._1, next)));
      }
      next = Math.addExact(next, share.count());
    }
    return starts.iterator();
  }

  private static Iterator<RowBlock> numbered(
      Iterator<RowBlock> blocks, Iterator<Tuple2<Integer, Start>> starts) {
    Occurrences numbers = new Occurrences();
    while (starts.hasNext()) {
      Start start = starts.next()._2;
      numbers.add(start.hash().high(), start.hash().low(), start.number());
    }
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return blocks.hasNext();
      }

      @Override
      public RowBlock next() {
        RowBlock next = blocks.next();
        return new RowBlock(next.block(), RowIdentities.of(next.block(), numbers::next));
      }
    };
  }

  /** Sends what is for partition p to partition p. */
  private static final class ByNumber extends Partitioner {

    private static final long serialVersionUID = 1;

    private final int partitions;

    ByNumber(int partitions) {
      this.partitions = partitions;
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      return (Integer) key;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ByNumber that && that.partitions == partitions;
    }

    @Override
    public int hashCode() {
      return partitions;
    }
  }
}
