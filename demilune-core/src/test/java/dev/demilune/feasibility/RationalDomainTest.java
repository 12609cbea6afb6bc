// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RationalDomainTest {

  @Test
  void hasEveryFractionInOrder() {
    for (int p = 1; p <= 12; p++) {
      for (int q = 1; q <= 12; q++) {
        for (int divisor : new int[] {1, 3}) {
          RationalDomain domain = domain(p, q, divisor);
          List<Rational> values = values(domain);
          NavigableSet<Rational> expected = fractions(p, q, divisor);

          assertThat(values).as("order for %d, %d", p, q).isSorted();
          assertThat(new TreeSet<>(values)).as("elements for %d, %d", p, q).isEqualTo(expected);
          assertThat(domain.lowest()).isEqualTo(expected.first());
          assertThat(domain.highest()).isEqualTo(expected.last());
        }
      }
    }
  }

  @Test
  void findsNumbersByValueExactly() {
    for (int p = 1; p <= 9; p++) {
      for (int q = 1; q <= 9; q++) {
        RationalDomain domain = domain(p, q, 2);
        List<Rational> values = values(domain);
        for (Rational asked : fractions(p + 3, q + 3, 2)) {
          assertThat(domain.firstAtLeast(asked).intValueExact())
              .as("first at least %s for %d, %d", asked, p, q)
              .isEqualTo((int) values.stream().filter(v -> v.compareTo(asked) < 0).count());
          assertThat(domain.lastAtMost(asked).intValueExact())
              .as("last at most %s for %d, %d", asked, p, q)
              .isEqualTo((int) values.stream().filter(v -> v.compareTo(asked) <= 0).count() - 1);
        }
      }
    }
  }

  /** The fractions themselves are about 12/π²·P·Q, so no numbering can be far below. */
  @Test
  void isNotMuchLargerThanTheSetItself() {
    assertThat(domain(2, 1 << 21, 1).size().bitLength()).isEqualTo(24);
    assertThat(domain(1 << 22, 1, 1).size().intValueExact()).isEqualTo((1 << 23) + 1);
    RationalDomain domain = domain(60, 40, 1);
    assertThat(domain.size().intValueExact()).isLessThan(4 * fractions(60, 40, 1).size());
  }

  @Test
  void goesBackAndForthAmongManyDigits() {
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      BigInteger p = new BigInteger(1 + random.nextInt(200), random).add(BigInteger.ONE);
      BigInteger q = new BigInteger(1 + random.nextInt(200), random).add(BigInteger.ONE);
      BigInteger divisor = new BigInteger(60, random).add(BigInteger.ONE);
      RationalDomain domain = RationalDomain.of(p, q, divisor);
      BigInteger number = new BigInteger(domain.size().bitLength() + 8, random).mod(domain.size());
      Rational value = domain.value(number);

      BigInteger first = domain.firstAtLeast(value);
      BigInteger last = domain.lastAtMost(value);
      assertThat(first).isLessThanOrEqualTo(number);
      assertThat(last).isGreaterThanOrEqualTo(number);
      assertThat(domain.value(first)).isEqualTo(value);
      assertThat(domain.value(last)).isEqualTo(value);
      if (first.signum() > 0) {
        assertThat(domain.value(first.subtract(BigInteger.ONE))).isLessThan(value);
      }
      if (last.add(BigInteger.ONE).compareTo(domain.size()) < 0) {
        assertThat(domain.value(last.add(BigInteger.ONE))).isGreaterThan(value);
      }
    }
  }

  @Test
  void endsWithItsLargestElement() {
    RationalDomain domain = domain(5, 3, 1);
    assertThat(domain.value(domain.size().add(BigInteger.TEN))).isEqualTo(domain.highest());
  }

  @Test
  void refusesAnEmptySet() {
    assertThatThrownBy(() -> domain(0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bounds and divisor must be at least 1");
  }

  private static RationalDomain domain(int p, int q, int divisor) {
    return RationalDomain.of(
        BigInteger.valueOf(p), BigInteger.valueOf(q), BigInteger.valueOf(divisor));
  }

  private static List<Rational> values(RationalDomain domain) {
    List<Rational> values = new ArrayList<>();
    for (int i = 0; i < domain.size().intValueExact(); i++) {
      values.add(domain.value(BigInteger.valueOf(i)));
    }
    return values;
  }

  private static NavigableSet<Rational> fractions(int p, int q, int divisor) {
    NavigableSet<Rational> all = new TreeSet<>();
    for (int top = -p; top <= p; top++) {
      for (int bottom = 1; bottom <= q; bottom++) {
        all.add(Rational.of(BigInteger.valueOf(top), BigInteger.valueOf((long) bottom * divisor)));
      }
    }
    return all;
  }
}
