// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.util.PrimitiveIterator;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Random words written down beforehand; asking for more than there are fails the test. */
final class Words {

  private Words() {}

  static LongSupplier of(long... words) {
    PrimitiveIterator.OfLong left = LongStream.of(words).iterator();
    return left::nextLong;
  }
}
