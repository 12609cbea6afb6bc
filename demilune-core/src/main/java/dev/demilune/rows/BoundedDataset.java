// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.DemiluneException;
import dev.demilune.data.Table;
import dev.demilune.embed.CodeMap;
import dev.demilune.embed.GridMap;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.random.StreamKey;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.RowGrid;
import dev.demilune.schema.Schema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/**
 * Private rows as 16-bit integers, each of norm at most {@link #GRID_RADIUS}.
 *
 * <p><b>Claim.</b> Each stored row is a function of the public schema and of one record, and the
 * sum of the squares of its integers is at most GRID_RADIUS². So removing, adding or replacing a
 * record changes one stored row and nothing else, and the bound gives the sensitivity of sums over
 * rows. Where the unit is a person, adding or removing her changes the rows that {@link PersonRows}
 * keeps of her and nothing else, and only folds in which her rows share what one counts run.
 *
 * <p><b>Proof.</b> Rows are encoded one at a time from the schema and the cells of the record (see
 * {@link #of}); the bound is checked in integers for every row (see {@code RowGrid}). ∎
 *
 * <p><b>Relies on.</b> A schema chosen without looking at the rows; one record per person, or a
 * column that names each person by one text of their own.
 *
 * <p>Rows are stored in blocks, dense or sparse, whichever is smaller; the kernels of {@link Block}
 * give the same bits for both. The assignment of rows to blocks may change: use it only for sums
 * that do not depend on order, such as sums of integers. Where the blocks are is the business of a
 * {@link RowStore}.
 */
public final class BoundedDataset {
  /** Radius of the unit ball in grid units. */
  public static final int GRID_RADIUS = RowGrid.RADIUS;

  // With at most this many features a full block fits in one array.
  private static final int MOST_KEPT_FEATURES = Integer.MAX_VALUE / BlockBuilder.BLOCK_ROWS;

  private final Schema schema;
  private final RowStore store;
  private final long units; // rows, or persons

  private BoundedDataset(Schema schema, RowStore store, long units) {
    this.schema = schema;
    this.store = store;
    this.units = units;
  }

  /**
   * Returns the rows of a store, all of them encoded by the schema ({@link BlockEncoder}). Where
   * the unit is a person, they are counted once more.
   */
  public static BoundedDataset of(Schema schema, RowStore store) {
    return new BoundedDataset(
        schema, store, schema.adjacency().isOfPersons() ? PersonCount.in(store) : store.rows());
  }

  /**
   * Reads the whole table for training and closes it.
   *
   * <p>No value of a row can make it throw; a malformed file, or columns that do not match the
   * schema, can.
   */
  public static BoundedDataset of(Schema schema, Table table) {
    if (schema.adjacency().isOfPersons()) {
      return of(schema, table, Randomness.secure().key());
    }
    try (table) { // closed also if a malformed file stops the reading
      return read(schema, table);
    }
  }

  /**
   * As {@link #of(Schema, Table)}; where the unit is a person, with this key for the choice of her
   * rows ({@link PersonChoice}) in place of one from the system.
   */
  public static BoundedDataset of(Schema schema, Table table, StreamKey persons) {
    try (table) {
      return schema.adjacency().isOfPersons()
          ? readPersons(schema, table, PersonChoice.of(persons, schema.rowsPerPerson()))
          : of(schema, table);
    }
  }

  private static BoundedDataset readPersons(Schema schema, Table table, PersonChoice choice) {
    PersonCell persons = PersonCell.of(schema, table);
    RowEncoder encoder = BlockEncoder.encoder(schema, table);
    PersonRows rows = new PersonRows(schema, choice);
    EncodedRow row = new EncodedRow();
    while (table.next()) {
      encoder.encode(table, row);
      rows.add(persons.read(table), row);
    }
    return rows.bounded();
  }

  /** The rows of a builder, and how many units of privacy they are. */
  static BoundedDataset ofBlocks(Schema schema, BlockBuilder builder, long units) {
    List<StoredBlock> stored = List.copyOf(builder.blocks());
    return new BoundedDataset(schema, LocalRows.of(stored, List.copyOf(builder.integers())), units);
  }

  private static BoundedDataset read(Schema schema, Table table) {
    List<StoredBlock> blocks = new ArrayList<>();
    List<long[]> integers = new ArrayList<>();
    TableEncoder.<Runnable>encode(
        schema,
        table,
        (block, ofBlock) ->
            () -> {
              blocks.add(block);
              integers.add(ofBlock);
            },
        Runnable::run); // in the order of the rows
    LocalRows rows = LocalRows.of(List.copyOf(blocks), List.copyOf(integers));
    if (rows.rows() > Schema.MOST_ROWS) {
      throw BlockBuilder.tooMany(Schema.MOST_ROWS);
    }
    return new BoundedDataset(schema, rows, rows.rows());
  }

  /**
   * Returns the images of the records under a public map, with the schema of the images.
   *
   * <p>Images are not stored: a block computes rows when they are read and keeps a few at a time.
   * Their norms are bounded in integers like those of stored rows, for every map, so the claim
   * holds for the view too; it relies on a map chosen without the data.
   *
   * @param images the schema of the images: same labels and adjacency, the map's features
   * @param maps makes a map for one thread
   */
  public BoundedDataset through(Schema images, MapMaker<GridMap> maps) {
    requireSameLabels(images);
    int inputs = features();
    int outputs = images.features();
    return new BoundedDataset(images, store.through(new Mapping(maps, inputs, outputs)), units);
  }

  /** Maps the features of blocks; a map is for one thread. */
  private record Mapping(MapMaker<GridMap> maps, int inputs, int outputs)
      implements RowStore.BlockMap {

    @Override
    public Block of(Block block) {
      return forOneThread().of(block);
    }

    @Override
    public RowStore.BlockMap forOneThread() {
      GridMap map = maps.get();
      MappedBlock.Space space = new MappedBlock.Space(inputs, outputs);
      return block -> MappedBlock.of(block, map, inputs, space);
    }
  }

  /**
   * Returns the images of what the records say, part by part, under a public map of their codes
   * ({@link dev.demilune.schema.PartCodes}), as {@link #through} does for their features.
   *
   * @param images the schema of the images: same labels and adjacency, the map's features
   * @param maps makes a map for one thread
   */
  public BoundedDataset throughCodes(Schema images, MapMaker<CodeMap> maps) {
    requireSameLabels(images);
    int parts = schema.parts().size();
    int outputs = images.features();
    return new BoundedDataset(
        images,
        store.through(block -> MappedBlock.ofCodes(block, maps.get(), parts, outputs)),
        units);
  }

  private void requireSameLabels(Schema images) {
    if (images.adjacency() != adjacency() || !images.labels().equals(schema.labels())) {
      throw new IllegalArgumentException("images must have the rows' labels and adjacency");
    }
  }

  /**
   * Returns the same rows, computed once and stored, for a view of few features that is read many
   * times. The rows behind the view stay in memory too. Views of more than a million features are
   * not stored but computed each time: whether they fit must not depend on the number of rows.
   */
  public BoundedDataset kept() {
    return features() > MOST_KEPT_FEATURES ? this : kept(Batch.ALL);
  }

  /**
   * Returns the same rows, of which the first are computed once and stored, for a view that is read
   * many times; the others are computed each time. Folds give the same bits. Rows that are divided
   * among several processes are returned as they are.
   *
   * @param most rows to store: a public number that bounds the memory whatever the number of rows
   */
  public BoundedDataset keptUpTo(long most) {
    if (most <= 0 || features() > MOST_KEPT_FEATURES || !(store instanceof LocalRows here)) {
      return this;
    }
    int features = features();
    int classes = classes();
    int parts = schema.parts().size();
    LocalRows copies =
        here.keptUpTo(
            most, (block, chosen) -> DenseBlock.copyOf(block, chosen, features, classes, parts));
    return new BoundedDataset(schema, copies, units);
  }

  /** Returns the rows of a batch, computed once and stored; of a sample, without their integers. */
  public BoundedDataset kept(Batch batch) {
    int features = features();
    int classes = classes();
    int parts = schema.parts().size();
    RowStore copies =
        store.kept(
            batch, (block, chosen) -> DenseBlock.copyOf(block, chosen, features, classes, parts));
    // How many persons a sample has is not kept: they are as many as before.
    return new BoundedDataset(schema, copies, adjacency().isOfPersons() ? units : copies.rows());
  }

  public Schema schema() {
    return schema;
  }

  public Adjacency adjacency() {
    return schema.adjacency();
  }

  /** Returns the number of features, the intercept's constant not counted. */
  public int features() {
    return schema.features();
  }

  public int classes() {
    return schema.labels().size();
  }

  /**
   * Returns the row count where it is public.
   *
   * @throws DemiluneException under ADD_OR_REMOVE_ONE, where it is private
   */
  public long publicSize() {
    if (!adjacency().rowCountIsPublic()) { // refused for every table alike, whatever its rows
      throw new DemiluneException(
          "the number of rows is private when neighbors differ by "
              + adjacency().phrase()
              + ": declare the schema's expected rows, or use replace-one");
    }
    return units;
  }

  /**
   * Returns the exact number of rows, or of persons where these are the unit; where it is private,
   * release it only with noise.
   */
  public long privateSize() {
    return units;
  }

  /** Returns the intercept's constant in grid units, rounded down. */
  public int gridIntercept() {
    // rounds down: the norm stays within its bound
    return (int) Math.floor(schema.intercept() * GRID_RADIUS);
  }

  /**
   * A row of a person is worth less than a row: what does not say how her rows share is refused,
   * for every table of persons alike.
   */
  private void requireRows(String what) {
    if (adjacency().isOfPersons()) {
      throw new IllegalStateException(
          what + " is proved for one row per person, and the unit here is a person");
    }
  }

  /**
   * Folds a function over the rows of a batch, in parallel. The result is the same for any number
   * of threads or machines.
   */
  public <A extends Serializable> A fold(RowFold<A> function, Batch batch) {
    if (!function.rowsShare()) {
      requireRows("this fold");
    }
    return store.fold(function, batch);
  }

  /** Folds a function over all rows. */
  public <A extends Serializable> A fold(RowFold<A> function) {
    return fold(function, Batch.ALL);
  }

  /**
   * Returns whether the rows are in the memory of this process. The methods below work only there;
   * everything else is a {@link RowFold}.
   */
  public boolean isInOnePlace() {
    return store instanceof LocalRows;
  }

  LocalRows local() {
    if (store instanceof LocalRows here) {
      return here;
    }
    throw new DemiluneException(
        "this needs all rows in one process, and they are divided among several");
  }

  /** Returns the number of blocks; 0 when there are no rows. */
  public int blocks() {
    return local().blocks();
  }

  /**
   * Returns a block. A block of a view ({@link #through}) computes rows as they are read: it is for
   * one thread, and computes a row once if all calls for that row come in sequence.
   */
  public Block block(int index) {
    requireRows("a block");
    return local().block(index);
  }

  /**
   * Returns the exact integers of a block's rows: for each row those of the columns that the schema
   * declares as integers, in order, each within its declared range. They are as private as the rows
   * and depend, like them, on one record each; but no norm bounds them.
   */
  public long[] integers(int index) {
    requireRows("a row's exact integers");
    return local().integers(index);
  }

  /**
   * Folds all blocks in parallel, by their numbers: every worker adds its blocks to its own
   * accumulator, and the accumulators are merged. For searches that keep what they computed of a
   * row beside it.
   *
   * <p>The result is the same for any number of threads if {@code add} and {@code merge} do not
   * depend on order, like additions of integers.
   */
  public <A> A foldNumbered(Supplier<A> empty, ObjIntConsumer<A> add, BinaryOperator<A> merge) {
    requireRows("a search that keeps rows");
    return local().foldNumbered(empty, add, merge);
  }

  /** At most a few thousand rows, stored dense or sparse, or computed. */
  public abstract static class Block {
    Block() {}

    /** Returns the number of rows. */
    public abstract int rows();

    /** Returns the index of the row's class. */
    public abstract int label(int row);

    /** Returns how many rows the row's person has, itself included; 1 if a row is the unit. */
    public abstract int peers(int row);

    /**
     * Returns the row's part of what a person counts, in the {@link Shares} of the adjacency: so
     * many, if the rows of a unit have {@code of} of them together.
     */
    public final int shares(int row, int of) {
      return Shares.ofRow(of, peers(row));
    }

    /** Returns the sum of squares of the row's integers, at most GRID_RADIUS². */
    public abstract long squaredNorm(int row);

    /** Writes the lengths of several rows as seen from an origin. */
    public void lengths(int[] rows, int count, CenteredLengths.Origin origin, int[] into) {
      double[] dots = new double[count];
      dots(rows, count, origin, dots);
      for (int i = 0; i < count; i++) {
        into[i] = origin.length(squaredNorm(rows[i]), dots[i]);
      }
    }

    /** Writes the exact dot products of several rows with the center of an origin. */
    void dots(int[] rows, int count, CenteredLengths.Origin origin, double[] into) {
      for (int i = 0; i < count; i++) {
        into[i] = origin.dot(this, rows[i]);
      }
    }

    /** Returns the exact dot product with a grid vector. */
    public abstract long dot(int row, int[] gridVector);

    /**
     * into[k] = sum over features j, in increasing order of j, of value(j) · weights[j · outputs +
     * k]: for finite weights the same bits in every layout.
     */
    public abstract void scores(int row, double[] weights, int outputs, double[] into);

    /** sums[j · outputs + output] += coefficient · value(j) for all features j. */
    public abstract void addTo(int row, long coefficient, long[] sums, int outputs, int output);

    /** sums[j · outputs + k] += coefficients[k] · value(j) for all features j and outputs k. */
    public final void addTo(int row, long[] coefficients, long[] sums, int outputs) {
      for (int k = 0; k < outputs; k++) {
        if (coefficients[k] != 0) {
          addTo(row, coefficients[k], sums, outputs, k);
        }
      }
    }

    /**
     * Writes the exact scores of several rows, in the units of the weights: into[i · columns + k]
     * is output k of rows[i]. Columns beyond the outputs are working space.
     *
     * @param count how many of {@code rows} to take, at most {@link #rowsAtOnce}
     */
    public abstract void scores(int[] rows, int count, ExactWeights weights, double[] into);

    /**
     * Adds several rows: coefficients[i · outputs + k] · value(j) of rows[i] to the sum of output k
     * and feature j, for all i below the count.
     */
    public abstract void addTo(int[] rows, int count, long[] coefficients, RowSums sums);

    /** Returns how many rows to take at once: a block of a view computes them once if they fit. */
    public int rowsAtOnce() {
      return Kernels.MOST_ROWS;
    }

    /** Receives some rows, as many at once as {@link #rowsAtOnce}. */
    @FunctionalInterface
    public interface SomeRows {
      /** Takes the first {@code count} of the rows; may write to the array. */
      void accept(int[] rows, int count);
    }

    /** Hands out the rows of a set, in order, as many at once as can be. */
    public final void forSome(BitSet set, SomeRows receiver) {
      int[] rows = new int[rowsAtOnce()];
      int count = 0;
      for (int row = set.nextSetBit(0); row >= 0; row = set.nextSetBit(row)) {
        int end = set.nextClearBit(row); // most sets are all rows
        for (; row < end; row++) {
          rows[count++] = row;
          if (count == rows.length) {
            receiver.accept(rows, count);
            count = 0;
          }
        }
      }
      if (count > 0) {
        receiver.accept(rows, count);
      }
    }

    /**
     * Says which rows are read next, one after the other, so that a block of a view can compute
     * them together.
     *
     * @param count how many of {@code rows} to take, at most {@link #rowsAtOnce}
     */
    public void willRead(int[] rows, int count) {}

    /**
     * Writes the codes of the record's parts, one for each part of the schema that the rows were
     * read with.
     */
    public abstract void copyCodesTo(int row, char[] into);

    /** Writes the row's integers, one per feature. */
    public abstract void copyTo(int row, int[] into);
  }
}
