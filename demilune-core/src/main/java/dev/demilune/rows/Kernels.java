// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.lang.module.ModuleFinder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which loops training runs on: with vector instructions where Java was started with the module
 * {@code jdk.incubator.vector}, in plain Java otherwise. They give the same bits, see {@link
 * RowKernels}; so this is about time only.
 *
 * <p>Vector code is slow until the compiler has seen enough of it, for most of a second. So the
 * first {@value #WARM_UP} products of a process are left to plain loops.
 */
public final class Kernels {

  /** The most rows that are taken at once. */
  static final int MOST_ROWS = 64;

  static final RowKernels PLAIN = new PlainKernels();

  private static final String MODULE = "jdk.incubator.vector";
  private static final long WARM_UP = 1L << 30; // a third of a second of plain loops
  private static final RowKernels BEST = vectors().orElse(PLAIN);
  private static final AtomicLong PRODUCTS = new AtomicLong();

  private Kernels() {}

  /** Returns the name of the kernels that long runs use. */
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

  private static boolean isWarm() {
    return PRODUCTS.get() >= WARM_UP;
  }

  /** Returns the kernels for so many products. */
  static RowKernels of(long products) {
    if (BEST == PLAIN || isWarm()) {
      return BEST;
    }
    PRODUCTS.addAndGet(products);
    return PLAIN;
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
