// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.privacy.Adjacency;
import org.junit.jupiter.api.Test;

class ModelMemoryTest {

  private static final long GIGABYTE = 1L << 30;

  private static long kept(long rows, long heap) {
    Shape shape = new Shape(rows, 784, 10, Adjacency.ADD_OR_REMOVE_ONE);
    Shape images = new Shape(rows, 4_096, 10, Adjacency.ADD_OR_REMOVE_ONE);
    return ModelMemory.imagesToKeep(shape, images, heap);
  }

  @Test
  void imagesAreKeptWhereTheDeclaredRowsFitInHalfOfTheHeap() {
    assertThat(kept(60_000, 2 * GIGABYTE)).isBetween(100_000L, 2 * GIGABYTE / 2 / (2 * 4_880));
    assertThat(kept(60_000, GIGABYTE)).isZero(); // 60,000 rows take 560 MB
    assertThat(kept(50_000, GIGABYTE)).isBetween(50_000L, 55_000L);
  }

  @Test
  void howManyAreKeptDoesNotDependOnTheDeclaredRowsThatFit() {
    assertThat(kept(1, GIGABYTE)).isEqualTo(kept(50_000, GIGABYTE));
  }

  @Test
  void withoutDeclaredRowsNoneAreKept() {
    assertThat(kept(0, GIGABYTE)).isZero();
  }

  @Test
  void aHeapThatTheModelFillsKeepsNone() {
    assertThat(kept(1, 1 << 20)).isZero();
  }

  /** With vector instructions each worker has four rows as doubles beside its sum. */
  @Test
  void theRowsThatWorkersConvertAreCounted() {
    int features = 1_000_000;
    Shape shape = new Shape(1, features, 2, Adjacency.ADD_OR_REMOVE_ONE);
    long heap = 64 * GIGABYTE * Runtime.getRuntime().availableProcessors();
    long most = ModelMemory.imagesToKeep(shape, shape, heap);
    double left = heap / 2.0 - most * (4.0 * features + 32); // for the model and the workers
    assertThat(left / (8.0 * features))
        .isGreaterThanOrEqualTo(5 * Runtime.getRuntime().availableProcessors() + 7);
  }
}
