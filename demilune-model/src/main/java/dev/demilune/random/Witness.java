// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;
import java.util.function.Supplier;

/**
 * Looks on while private outputs are drawn, and may say what they are: the test kit's law of replay
 * records a run with it, and runs it again on another table with the same outputs.
 *
 * <p>It sees exact private numbers, so whatever it has seen protects no one. Only {@link
 * Randomness#witnessed} takes one, and such a source is seeded: what comes of it is certified as
 * not private, like everything that is seeded. A secure source never has a witness.
 */
public interface Witness {

  /**
   * Hears of one output before it is used, and returns what is used.
   *
   * @param stream the purposes of the stream that it is drawn from
   * @param mechanism its public constants
   * @param held what the noise protects: private, and the witness's own to keep
   * @param draw draws the output as if nobody looked on
   */
  <T> T release(String stream, Object mechanism, Object held, Supplier<T> draw);

  /**
   * Hears of a race, whose winner is an output.
   *
   * @param stream the purposes of the stream that it is drawn from
   * @param epsilon of the weights exp(-epsilon/divisor·score)
   */
  Race race(String stream, double epsilon, long divisor);

  /** One race: candidates enter it one after the other, in a public order. */
  interface Race {

    /**
     * Hears of a group of candidates of equal score, and returns whether it counts as the first.
     *
     * @param leads whether it is the first by its own draw
     */
    boolean enters(long score, BigInteger copies, boolean leads);

    /**
     * Hears which candidate of the winning group was drawn, and returns the one that is used.
     *
     * @param drawn its place among all candidates
     */
    BigInteger place(BigInteger drawn);
  }
}
