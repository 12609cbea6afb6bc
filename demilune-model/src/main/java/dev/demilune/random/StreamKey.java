// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/**
 * A secret key from which the same streams can be drawn again on any machine, for tasks that must
 * toss the same coins when they run twice.
 *
 * <p><b>Claim.</b> Streams of different purposes, and the words of different inputs, look
 * independent and uniform to anyone who does not know the key and cannot break AES-256 or SHA-256.
 *
 * <p><b>Proof.</b> The key is 32 bytes from the system, or the seeded hash of a reproducible
 * source. A stream's own key is SHA-256 of this key and the purpose, a pseudorandom function of the
 * purpose under a secret of full entropy. Words are half blocks of AES-256, under another such key,
 * applied to inputs of one block: a permutation that looks random, whose missing collisions are
 * noticed with probability below n²/2^129 for n inputs. ∎
 *
 * <p><b>Relies on.</b> The key staying with the private rows: it reveals which rows were sampled.
 */
public final class StreamKey implements Serializable {

  private static final long serialVersionUID = 1;

  private final boolean secure;
  private final byte[] secret;

  StreamKey(boolean secure, byte[] secret) {
    this.secure = secure;
    this.secret = secret.clone(); // a key must not change with the caller's array
  }

  /** Returns the stream for one purpose, with the same bits at every call. */
  public Randomness stream(String purpose) {
    return Randomness.ofKey(secure, secret, Objects.requireNonNull(purpose, "purpose"));
  }

  /**
   * Returns 64 bits for each input of 16 bytes: a function of the key and of the input alone, the
   * same at every call.
   */
  public long[] words(byte[] inputs) {
    return Randomness.words(secret, inputs);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StreamKey that
        && secure == that.secure
        && Arrays.equals(secret, that.secret);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(secret);
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "StreamKey (" + (secure ? "secret" : "not private: seeded") + ")";
  }
}
