// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A secret order of the items of each owner, the same wherever it is computed.
 *
 * <p><b>Claim.</b> Where an item stands among others of its owner is a function of the key, the
 * owner's name and these items: not of other owners, nor of the order in which items come, nor of
 * the machine. To anyone who does not know the key and cannot break SHA-256, different items are in
 * random order.
 *
 * <p><b>Proof.</b> An item's rank is the first 64 bits of SHA-256 of the key, the owner's name with
 * its length, and the item's bytes: a pseudorandom function under a secret of full entropy, as in
 * {@link StreamKey}. Items of equal rank, which are equal but for a collision, are ordered by their
 * bytes, so that only equal items are interchangeable. ∎
 *
 * <p><b>Relies on.</b> The key staying with the private rows.
 */
public final class KeyedRank implements Serializable {

  private static final long serialVersionUID = 1;
  private static final int WORDS = 4;
  private static final ThreadLocal<MessageDigest> SHA_256 =
      ThreadLocal.withInitial(KeyedRank::sha256); // one for millions of items

  private final byte[] secret;

  private KeyedRank(byte[] secret) {
    this.secret = secret;
  }

  /** Returns the order of a key. */
  public static KeyedRank of(StreamKey key) {
    Randomness bits = key.stream("ranks");
    ByteBuffer secret = ByteBuffer.allocate(WORDS * Long.BYTES);
    for (int i = 0; i < WORDS; i++) {
      secret.putLong(bits.nextLong());
    }
    return new KeyedRank(secret.array());
  }

  /** Returns the rank of an owner's item; what ranks lower comes first. */
  public long of(String owner, byte[] item) {
    MessageDigest hash = SHA_256.get(); // digest() leaves it ready for the next item
    hash.update(secret);
    byte[] name = owner.getBytes(StandardCharsets.UTF_8);
    // with its length: no other owner and item have these bytes
    hash.update(ByteBuffer.allocate(Integer.BYTES).putInt(name.length).array());
    hash.update(name);
    return ByteBuffer.wrap(hash.digest(item)).getLong();
  }

  /** Compares two items of an owner by their ranks, and equal ranks by their bytes. */
  public static int compare(long rank, byte[] item, long otherRank, byte[] other) {
    int byRank = Long.compareUnsigned(rank, otherRank);
    return byRank != 0 ? byRank : Arrays.compareUnsigned(item, other);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "KeyedRank (secret)";
  }
}
