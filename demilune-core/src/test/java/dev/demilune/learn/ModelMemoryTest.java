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
}
