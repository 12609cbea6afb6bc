// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.embed.RowTransforms;
import java.lang.module.ModuleFinder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Which loops training runs on: with vector instructions where Java was started with the module
 * {@code jdk.incubator.vector}, in plain Java otherwise. They give the same bits, see {@link
 * RowKernels}; so this is about time only.
 *
 * <p>Vector code is slow until Java has compiled it, which takes a fifth of a second. So plain
 * loops begin. Where a {@link Loop} has much to do, one of the threads runs its vector code on a
 * few other numbers. If it becomes the faster one within two seconds, it takes over.
 */
public final class Kernels {

  /** The most rows that are taken at once. */
  static final int MOST_ROWS = 64;

  static final RowKernels PLAIN = new PlainKernels();

  private static final String MODULE = "jdk.incubator.vector";
  private static final RowKernels BEST = vectors().orElse(PLAIN);

  private Kernels() {}

  /** A loop that is compiled by itself, and how it is rehearsed. */
  static final class Loop {

    /** Scores of dense rows for one output. */
    static final Loop ONE_SCORE =
        new Loop(1L << 28, (kernels, on) -> on.scores(kernels, /* outputs= */ 1, /* columns= */ 1));

    /** Scores of dense rows for several outputs. */
    static final Loop SCORES =
        new Loop(1L << 28, (kernels, on) -> on.scores(kernels, Stage.OUTPUTS, Stage.COLUMNS));

    /** Sums of dense rows. */
    static final Loop SUMS = new Loop(1L << 28, (kernels, on) -> on.sums(kernels));

    /** Scores of sparse rows. */
    static final Loop SPARSE_SCORES = new Loop(1L << 28, (kernels, on) -> on.sparseScores(kernels));

    /** Sums of sparse rows. */
    static final Loop SPARSE_SUMS = new Loop(1L << 28, (kernels, on) -> on.sparseSums(kernels));

    /** Squared norms of dense rows. */
    static final Loop SQUARES = new Loop(1L << 29, (kernels, on) -> on.squares(kernels));

    /** Sign-Hadamard transforms, whose additions are faster than products. */
    static final Loop TRANSFORMS = new Loop(1L << 32, (kernels, on) -> on.transform(kernels));

    /** Integers times numbers, rounded. */
    static final Loop SCALES = new Loop(1L << 27, (kernels, on) -> on.scale(kernels));

    private static final int TIMES_FASTER = 20; // one after the other: once may be chance
    private static final long LONGEST = 2_000_000_000L; // nanoseconds

    private final long worthIt; // about as long by plain loops as a rehearsal takes
    private final BiConsumer<RowKernels, Stage> run;
    private final AtomicLong products = new AtomicLong();
    private volatile boolean isFaster; // by vectors

    Loop(long worthIt, BiConsumer<RowKernels, Stage> run) {
      this.worthIt = worthIt;
      this.run = run;
    }

    private boolean isReady(long more) {
      if (isFaster) {
        return true;
      }
      long before = products.getAndAdd(more);
      if (before < worthIt && before + more >= worthIt) { // one caller only: others go on
        rehearse();
      }
      return isFaster;
    }

    private void rehearse() {
      Stage stage = new Stage();
      long end = System.nanoTime() + LONGEST;
      int faster = 0;
      while (faster < TIMES_FASTER && System.nanoTime() < end) {
        faster = time(PLAIN, stage) > time(BEST, stage) ? faster + 1 : 0;
      }
      isFaster = faster == TIMES_FASTER; // else plain loops go on
    }

    private long time(RowKernels kernels, Stage stage) {
      long start = System.nanoTime();
      run.accept(kernels, stage);
      return System.nanoTime() - start;
    }
  }

  /** Numbers for rehearsals, of sizes that leave a rest in every loop. */
  static final class Stage {
    private static final int ROWS = 7;
    private static final int FEATURES = 527;
    static final int OUTPUTS = 10;
    static final int COLUMNS = 16;
    private static final int ENTRIES = 202;

    private final short[] values = new short[ROWS * FEATURES];
    private final int[] rows = {0, 1, 2, 3, 4, 5, 6};
    private final double[] numbers = new double[FEATURES * COLUMNS];
    private final double[] into = new double[ROWS * COLUMNS];
    private final long[] coefficients = new long[ROWS * OUTPUTS];
    private final long[] ones = new long[OUTPUTS];
    private final long[] sums = new long[FEATURES * OUTPUTS];
    private final int[] entries = new int[ENTRIES];
    private final int[][] lines = new int[128][RowTransforms.LANES];
    private final int[] negative = new int[lines.length];

    Stage() {
      Arrays.fill(ones, 1);
      for (int i = 0; i < coefficients.length; i++) {
        coefficients[i] = i % 3; // zeros among them
      }
      for (int i = 0; i < entries.length; i++) {
        entries[i] = SparseBlock.entry(2 * i, i);
      }
      for (int i = 0; i < negative.length; i++) {
        negative[i] = -(i & 1);
      }
    }

    void scores(RowKernels kernels, int outputs, int columns) {
      kernels.denseScores(values, FEATURES, rows, ROWS, numbers, outputs, into, columns);
    }

    void sums(RowKernels kernels) {
      kernels.denseSums(values, FEATURES, rows, ROWS, coefficients, sums, OUTPUTS);
    }

    void sparseScores(RowKernels kernels) {
      kernels.sparseScores(entries, 0, ENTRIES, 0, numbers, COLUMNS, OUTPUTS, into, 0);
    }

    void sparseSums(RowKernels kernels) {
      if (kernels.addsLanes(COLUMNS)) {
        kernels.sparseSums(entries, 0, ENTRIES, 0, into, COLUMNS, numbers);
      } else { // as plain sums of rows that pull at all outputs, by other means
        kernels.denseSums(values, ENTRIES, rows, /* count= */ 1, ones, sums, OUTPUTS);
      }
    }

    void squares(RowKernels kernels) {
      sums[0] = kernels.squares(values, 0, FEATURES);
    }

    void transform(RowKernels kernels) {
      kernels.transform(lines, RowTransforms.LANES, negative);
    }

    void scale(RowKernels kernels) {
      for (int[] line : lines) {
        kernels.scale(line, RowTransforms.LANES, 1);
      }
    }
  }

  /** Returns the name of the kernels that long runs use, loop by loop, once they are faster. */
  public static String name() {
    return BEST.name();
  }

  /**
   * Returns the flags with which another process of this Java can have vector instructions, too.
   */
  public static List<String> javaFlags() {
    return ModuleFinder.ofSystem().find(MODULE).isPresent()
        ? List.of("--add-modules=" + MODULE)
        : List.of();
  }

  /** Returns the kernels to run a loop by, for so many products. */
  static RowKernels of(Loop loop, long products) {
    return BEST == PLAIN || loop.isReady(products) ? BEST : PLAIN;
  }

  /** Returns the kernels for scores of dense rows. */
  static RowKernels ofScores(int count, int features, int outputs) {
    return of(outputs == 1 ? Loop.ONE_SCORE : Loop.SCORES, (long) count * features * outputs);
  }

  /** Returns transforms of rows by the kernels for as many operations as they take. */
  static RowTransforms transforms() {
    return new RowTransforms() {
      @Override
      public void transform(int[][] values, int vectors, int[] negative) {
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(values.length);
        of(Loop.TRANSFORMS, (long) levels * values.length * vectors)
            .transform(values, vectors, negative);
      }

      @Override
      public void scale(int[] values, int count, double by) {
        of(Loop.SCALES, count).scale(values, count, by);
      }
    };
  }

  /** Returns the kernels with vector instructions, if they are there and worth it. */
  static Optional<RowKernels> vectors() {
    Optional<Module> module = ModuleLayer.boot().findModule(MODULE);
    if (module.isEmpty()) {
      return Optional.empty();
    }
    // Only its name is known here: without the module the class cannot be loaded.
    Kernels.class.getModule().addReads(module.get());
    try {
      Class<?> vectors = Class.forName("dev.demilune.rows.VectorKernels");
      RowKernels kernels = (RowKernels) vectors.getDeclaredConstructor().newInstance();
      return kernels.isWorthIt() ? Optional.of(kernels) : Optional.empty();
    } catch (ReflectiveOperationException | LinkageError e) {
      return Optional.empty(); // the module is incubating: another Java may have changed it
    }
  }
}
