// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;

/**
 * A source of uniform bits that is either secure, or reproducible and therefore not private.
 *
 * <p><b>Claim.</b> Secure bits are indistinguishable from uniform ones for anyone who cannot break
 * AES-256 or the system's own generator, and a later memory image does not reveal bits drawn
 * before. Streams of different purposes share no bits.
 *
 * <p><b>Proof.</b> Every refill encrypts zeros in counter mode under the current key, overwrites
 * the key with the first 32 bytes of the result and hands out the rest ("fast key erasure",
 * Bernstein 2017): a block is used once, and the key that made it is gone. Every word is set to
 * zero when it is handed out. One key serves 1024 blocks, so the missing collisions of a
 * permutation are noticed with probability below 2^-108 per refill. A secure stream takes a fresh
 * key from the system. The key of a reproducible one is SHA-256 of its seed and of the path of its
 * purposes, so it does not depend on what was drawn elsewhere. ∎
 *
 * <p><b>Relies on.</b> The system's {@link SecureRandom}; the JDK's AES. Copies that the virtual
 * machine makes of the key or of words (moved or not yet collected objects) are not erased.
 *
 * <p>Drawing is not thread-safe: one stream, one thread. {@link #stream} may be called from any
 * thread. Two calls of {@code stream} with the same purpose on the same reproducible source give
 * the same bits; a purpose that occurs more than once must contain a number.
 */
public final class Randomness {

  static final int BUFFER_BYTES = 16 * 1024;
  static final int KEY_BYTES = 32;

  private static final SecureRandom SYSTEM = new SecureRandom();
  // The JDK's AES is ten times slower until it was called some thousand times: small parts get
  // there with fewer bytes. The bits are those of one call.
  private static final int PART_BYTES = 512;
  private static final byte[] ZEROS = new byte[PART_BYTES];
  // Zero is safe for every key: a key encrypts one buffer only.
  private static final IvParameterSpec FIRST_COUNTER = new IvParameterSpec(new byte[16]);
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static volatile boolean aesIsThere; // found out once, before any budget is charged

  /** Hash of the seed and the path of purposes; null when secure. */
  private final byte[] node;

  /** Who looks on while outputs are drawn, and the path of purposes; null for almost everyone. */
  private final Watched watched;

  private final ErasableKey key;
  // Made by the first draw: most streams are only asked for streams of their own.
  private Cipher cipher;
  private byte[] buffer;
  private LongBuffer words;
  private int position = BUFFER_BYTES; // empty: the first draw fills it

  private Randomness(byte[] node, byte[] key, Watched watched) {
    this.node = node;
    this.watched = watched;
    this.key = new ErasableKey(key);
    requireAes(); // now rather than at the first draw
  }

  private static void requireAes() {
    if (!aesIsThere) {
      counterMode(new ErasableKey(new byte[KEY_BYTES])); // of no stream: it is not erased
      aesIsThere = true;
    }
  }

  private void makeReady() {
    buffer = new byte[BUFFER_BYTES];
    words = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    cipher = counterMode(key);
  }

  private static Cipher counterMode(SecretKey key) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key, FIRST_COUNTER);
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no AES in counter mode", e);
    }
  }

  /** Returns secure randomness with a fresh key from the system; privacy needs this one. */
  public static Randomness secure() {
    byte[] key = new byte[KEY_BYTES];
    SYSTEM.nextBytes(key);
    return new Randomness(null, key, null);
  }

  /** Returns the same bits for the same seed: for papers and tests, never private. */
  public static Randomness reproducible(long seed) {
    // Part of the format: another text would change every seeded result.
    byte[] root = "demilune reproducible randomness 1".getBytes(StandardCharsets.UTF_8);
    return ofNode(sha256(root, ByteBuffer.allocate(Long.BYTES).putLong(seed).array()), null);
  }

  /**
   * Returns seeded randomness, on whose outputs the witness looks: for tests, never private. It and
   * its streams are the only ones that have a witness.
   */
  public static Randomness witnessed(long seed, Witness witness) {
    return ofNode(reproducible(seed).node, new Watched(witness, ""));
  }

  /** Returns false when seeded: then the noise protects no one. */
  public boolean isSecure() {
    return node == null;
  }

  /** Returns what a certificate says about this source. */
  public String describe() {
    return isSecure() ? "AES-256-CTR, seeded by the system" : "not private: seeded";
  }

  /**
   * Returns an independent stream for one purpose, with bits that neither this stream nor any other
   * purpose uses. It does not depend on what has been drawn from this one.
   */
  public Randomness stream(String purpose) {
    Objects.requireNonNull(purpose, "purpose");
    if (isSecure()) {
      return secure();
    }
    return ofNode(child(node, purpose), watched == null ? null : watched.child(purpose));
  }

  /**
   * Draws one private output. Every mechanism draws through this method, so that a witness sees
   * what each of them does; without a witness it only calls {@code draw}.
   *
   * @param mechanism its public constants, a value
   * @param held what the noise protects, copied for the witness
   * @param draw draws the output from the bits it is given
   */
  public <T> T release(Object mechanism, Supplier<?> held, Function<Randomness, T> draw) {
    if (watched == null) {
      return draw.apply(this);
    }
    Randomness unwatched = unwatched();
    return watched.witness.release(
        watched.path, mechanism, held.get(), () -> draw.apply(unwatched));
  }

  /** Returns who looks on at a race, or null. */
  Witness.Race watchedRace(double epsilon, long divisor) {
    return watched == null ? null : watched.witness.race(watched.path, epsilon, divisor);
  }

  /**
   * Returns the bits for one output: these ones, or where a witness looks on a stream of their own,
   * so that later outputs do not depend on how many bits an earlier one took.
   */
  Randomness unwatched() {
    return watched == null
        ? this
        : ofNode(child(node, "output " + watched.outputs.getAndIncrement()), null);
  }

  /**
   * Returns a key whose streams can be drawn again: with a fresh secret from the system, or, from a
   * reproducible source, the key of {@link #stream}'s own bits.
   */
  public StreamKey key() {
    byte[] secret = isSecure() ? new byte[KEY_BYTES] : node;
    if (isSecure()) {
      SYSTEM.nextBytes(secret);
    }
    return new StreamKey(isSecure(), secret);
  }

  static Randomness ofKey(boolean secure, byte[] secret, String purpose) {
    byte[] child = child(secret, purpose);
    return secure ? new Randomness(null, child, null) : ofNode(child, null);
  }

  /** AES of every block of 16 bytes, under a key that serves for nothing else. */
  static long[] words(byte[] secret, byte[] inputs) {
    try {
      Cipher blocks = Cipher.getInstance("AES/ECB/NoPadding"); // each block by itself
      blocks.init(Cipher.ENCRYPT_MODE, new ErasableKey(sha256(secret, new byte[] {2})));
      byte[] outputs = blocks.doFinal(inputs);
      long[] words = new long[outputs.length / 16];
      for (int i = 0; i < words.length; i++) {
        words[i] = (long) WORD.get(outputs, 16 * i);
      }
      return words;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES failed", e);
    }
  }

  /** The leading byte separates children from keys (see ofNode), whatever the purpose. */
  private static byte[] child(byte[] secret, String purpose) {
    return sha256(secret, new byte[] {1}, purpose.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns 64 uniform bits. */
  public long nextLong() {
    int at = position;
    if (at == BUFFER_BYTES) {
      refill();
      at = position;
    }
    long word = (long) WORD.get(buffer, at);
    WORD.set(buffer, at, 0L); // a later memory image does not reveal it
    position = at + Long.BYTES;
    return word;
  }

  /** Hands out what as many calls of {@link #nextLong} would. */
  void nextLongs(long[] into, int from, int count) {
    for (int taken = 0; taken < count; ) {
      if (position == BUFFER_BYTES) {
        refill();
      }
      int some = Math.min(count - taken, (BUFFER_BYTES - position) / Long.BYTES);
      int end = position + some * Long.BYTES;
      words.get(position / Long.BYTES, into, from + taken, some);
      Arrays.fill(buffer, position, end, (byte) 0); // as nextLong does
      position = end;
      taken += some;
    }
  }

  /**
   * Returns a uniform integer with the given number of bits, 1 to 63, and discards the rest of the
   * word.
   */
  public long nextBits(int bits) {
    Check.between("bits", bits, 1, 63);
    return nextLong() >>> (Long.SIZE - bits); // leading bits; any others would serve as well
  }

  @Override
  public String toString() {
    return "Randomness (" + describe() + ")";
  }

  private void refill() {
    if (cipher == null) {
      makeReady();
    }
    try {
      int last = BUFFER_BYTES - PART_BYTES;
      for (int at = 0; at < last; at += PART_BYTES) {
        requirePart(cipher.update(ZEROS, 0, PART_BYTES, buffer, at)); // the counter goes on
      }
      requirePart(cipher.doFinal(ZEROS, 0, PART_BYTES, buffer, last));
      key.replaceBy(buffer); // the first 32 bytes: fast key erasure
      Arrays.fill(buffer, 0, KEY_BYTES, (byte) 0); // the buffer keeps no copy of the key
      cipher.init(Cipher.ENCRYPT_MODE, key, FIRST_COUNTER); // now, so that the old key is gone
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES in counter mode failed", e);
    }
    position = KEY_BYTES; // the first 32 bytes were the next key and are never handed out
  }

  /** Refuses what a provider left out: the buffer has zeros there, which are no random bits. */
  private static void requirePart(int bytes) {
    if (bytes != PART_BYTES) {
      throw new IllegalStateException(
          "AES in counter mode must return "
              + PART_BYTES
              + " bytes for as many, got "
              + bytes
              + ": use the AES of the JDK");
    }
  }

  private static Randomness ofNode(byte[] node, Watched watched) {
    return new Randomness(node, sha256(node, new byte[] {0}), watched);
  }

  private static byte[] sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** A witness, the purposes of the stream, and how many outputs it has seen. */
  private record Watched(Witness witness, String path, AtomicInteger outputs) {

    Watched(Witness witness, String path) {
      this(witness, path, new AtomicInteger());
    }

    Watched child(String purpose) {
      return new Watched(witness, path + "/" + purpose);
    }
  }

  /** An AES key whose bytes are overwritten in place, where SecretKeySpec would leave copies. */
  private static final class ErasableKey implements SecretKey {

    private final transient byte[] bytes;

    ErasableKey(byte[] bytes) {
      this.bytes = bytes;
    }

    void replaceBy(byte[] next) {
      System.arraycopy(next, 0, bytes, 0, bytes.length);
    }

    @Override
    public String getAlgorithm() {
      return "AES";
    }

    @Override
    public String getFormat() {
      return "RAW";
    }

    @Override
    public byte[] getEncoded() {
      return bytes.clone();
    }
  }
}
