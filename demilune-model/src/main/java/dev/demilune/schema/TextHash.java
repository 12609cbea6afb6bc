// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.data.CellParser;

/**
 * The public hash of hashed categories: FNV-1a with 64 bits over the UTF-8 bytes of the cell
 * (offset 0xcbf29ce484222325, prime 0x100000001b3), its two halves combined by exclusive or, and
 * the remainder of that unsigned 32-bit number by the number of buckets.
 *
 * <p>Model files rely on it, so it never changes. It is no secret and hides nothing: that several
 * texts share a bucket is not a privacy guarantee.
 *
 * @param buckets how many there are
 */
record TextHash(int buckets) implements CellParser {

  @Override
  public double parse(byte[] bytes, int from, int to) {
    return bucket(bytes, from, to);
  }

  int bucket(byte[] bytes, int from, int to) {
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i++) {
      hash = (hash ^ (bytes[i] & 0xff)) * 0x100000001b3L;
    }
    return Integer.remainderUnsigned((int) (hash ^ hash >>> 32), buckets);
  }
}
