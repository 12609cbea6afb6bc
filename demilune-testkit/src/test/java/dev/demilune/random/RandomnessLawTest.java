// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.testkit.ChiSquare;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The bits themselves. Every assertion: one false alarm in a million runs. */
class RandomnessLawTest {

  private static final double FALSE_ALARM = 1e-6;

  @Test
  void bytesAreUniform() {
    Randomness secure = Randomness.secure();
    Randomness seeded = Randomness.reproducible(61);
    assertThat(bytesPValue(secure::nextLong)).isGreaterThan(FALSE_ALARM);
    assertThat(bytesPValue(seeded::nextLong)).isGreaterThan(FALSE_ALARM);
    // And a bit that is set in 56 % of the words would be seen.
    assertThat(bytesPValue(() -> seeded.nextLong() | (seeded.nextBits(3) == 0 ? 1 : 0)))
        .isLessThan(FALSE_ALARM);
  }

  @Test
  void streamsAreIndependentOfEachOther() {
    Randomness root = Randomness.reproducible(62);
    Randomness one = root.stream("one");
    Randomness two = root.stream("two");
    Randomness nested = one.stream("two");
    // Any fixed relation between independent uniform words is uniform again; equal or shifted
    // streams would give zeros.
    assertThat(bytesPValue(() -> one.nextLong() ^ two.nextLong())).isGreaterThan(FALSE_ALARM);
    assertThat(bytesPValue(() -> two.nextLong() - nested.nextLong())).isGreaterThan(FALSE_ALARM);
    Randomness again = root.stream("one");
    Randomness same = root.stream("one");
    assertThat(bytesPValue(() -> again.nextLong() ^ same.nextLong())).isLessThan(FALSE_ALARM);
  }

  @Test
  void noBlockIsRepeatedOverManyRefills() {
    Randomness secure = Randomness.secure();
    // 2^18 words cross 128 refills; two equal ones have probability 2^-29.
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 1 << 18; i++) {
      assertThat(seen.add(secure.nextLong())).isTrue();
    }
  }

  private static double bytesPValue(LongSupplier words) {
    long[] counts = new long[256];
    for (int i = 0; i < 100_000; i++) {
      long word = words.getAsLong();
      for (int shift = 0; shift < 64; shift += 8) {
        counts[(int) (word >>> shift) & 255]++;
      }
    }
    double[] uniform = new double[256];
    Arrays.fill(uniform, 1.0 / 256);
    return ChiSquare.pValue(counts, uniform);
  }
}
