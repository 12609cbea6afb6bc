// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class RandomnessTest {

  private static final int WORDS_PER_REFILL = (Randomness.BUFFER_BYTES - Randomness.KEY_BYTES) / 8;

  @Test
  void isAesInCounterModeWhoseKeyIsErasedAtEveryRefill() throws Exception {
    byte[] seed = ByteBuffer.allocate(8).putLong(42).array();
    byte[] name = "demilune reproducible randomness 1".getBytes(StandardCharsets.UTF_8);
    byte[] node = sha256(concat(name, seed));
    byte[] key = sha256(concat(node, new byte[] {0}));
    Randomness randomness = Randomness.reproducible(42);
    for (int refill = 0; refill < 3; refill++) {
      Cipher aes = Cipher.getInstance("AES/CTR/NoPadding");
      aes.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
      byte[] expected = aes.doFinal(new byte[Randomness.BUFFER_BYTES]);
      ByteBuffer words = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
      words.position(Randomness.KEY_BYTES);
      while (words.hasRemaining()) {
        assertThat(randomness.nextLong()).isEqualTo(words.getLong());
      }
      key = Arrays.copyOf(expected, Randomness.KEY_BYTES);
    }
  }

  @Test
  void reproducesTheseValuesForEver() {
    Randomness randomness = Randomness.reproducible(42);
    assertThat(randomness.nextLong()).isEqualTo(-8646874665256375849L);
    assertThat(randomness.nextLong()).isEqualTo(-5476787603137323270L);
    assertThat(randomness.stream("noise").nextLong()).isEqualTo(-84866933058478253L);
    assertThat(Randomness.reproducible(-1).nextLong()).isEqualTo(-8570264279815299835L);
  }

  @Test
  void aStreamDoesNotDependOnWhatWasDrawnBefore() {
    Randomness fresh = Randomness.reproducible(7);
    Randomness used = Randomness.reproducible(7);
    for (int i = 0; i < 5000; i++) {
      used.nextLong();
      used.stream("other").nextLong();
    }
    assertThat(first(used.stream("noise"), 100)).isEqualTo(first(fresh.stream("noise"), 100));
  }

  @Test
  void differentPurposesPathsAndSeedsShareNoWord() {
    Randomness root = Randomness.reproducible(7);
    Randomness[] sources = {
      root,
      root.stream("a"),
      root.stream("b"),
      root.stream("ab"),
      root.stream("a").stream("b"),
      root.stream("b").stream("a"),
      root.stream(""),
      root.stream("").stream(""),
      Randomness.reproducible(8).stream("a"),
      Randomness.secure(),
      Randomness.secure(),
    };
    // 11 · 4000 words: two equal ones with probability 5e-11.
    Set<Long> seen = new HashSet<>();
    for (Randomness source : sources) {
      for (long word : first(source, 4000)) {
        seen.add(word);
      }
    }
    assertThat(seen).hasSize(sources.length * 4000);
  }

  @Test
  void secureStreamsAreFreshEvenForTheSamePurpose() {
    Randomness secure = Randomness.secure();
    assertThat(first(secure.stream("noise"), 4)).isNotEqualTo(first(secure.stream("noise"), 4));
  }

  @Test
  void saysWhatItIs() {
    assertThat(Randomness.secure().isSecure()).isTrue();
    assertThat(Randomness.secure().stream("x").isSecure()).isTrue();
    assertThat(Randomness.secure().describe()).isEqualTo("AES-256-CTR, seeded by the system");
    assertThat(Randomness.reproducible(1).isSecure()).isFalse();
    assertThat(Randomness.reproducible(1).stream("x").isSecure()).isFalse();
    assertThat(Randomness.reproducible(1).describe()).isEqualTo("not private: seeded");
    assertThat(Randomness.reproducible(1)).hasToString("Randomness (not private: seeded)");
  }

  @Test
  void keepsNothingOfWhatItHasHandedOut() throws Exception {
    Randomness randomness = Randomness.reproducible(3);
    first(randomness, WORDS_PER_REFILL + 100); // well into the second buffer
    byte[] buffer = field(randomness, "buffer");
    int used = Randomness.KEY_BYTES + 100 * Long.BYTES;
    assertThat(Arrays.copyOf(buffer, used)).containsOnly(0);
    assertThat(Arrays.copyOfRange(buffer, used, used + 64)).isNotEqualTo(new byte[64]);

    first(randomness, WORDS_PER_REFILL - 100); // to its very end
    assertThat(buffer).containsOnly(0);
  }

  @Test
  void manyWordsAtOnceAreThoseOfOneAfterTheOtherAndLeaveNothingEither() throws Exception {
    Randomness many = Randomness.reproducible(4);
    Randomness one = Randomness.reproducible(4);
    long[] words = new long[3 * WORDS_PER_REFILL + 7];
    many.nextLongs(words, 3, 0);
    many.nextLongs(words, 3, 5); // less than a buffer, then over the ends of three
    many.nextLongs(words, 8, 3 * WORDS_PER_REFILL - 2);
    assertThat(Arrays.copyOfRange(words, 3, 3 * WORDS_PER_REFILL + 6))
        .isEqualTo(first(one, 3 * WORDS_PER_REFILL + 3));
    assertThat(many.nextLong()).isEqualTo(one.nextLong());
    assertThat(Arrays.copyOf(field(many, "buffer"), Randomness.KEY_BYTES + 4 * Long.BYTES))
        .containsOnly(0);
  }

  @Test
  void bitsFitTheirNumber() {
    Randomness randomness = Randomness.reproducible(5);
    for (int bits = 1; bits <= 63; bits++) {
      long union = 0;
      for (int i = 0; i < 100; i++) { // a bit stays zero with probability 2^-100
        union |= randomness.nextBits(bits);
      }
      assertThat(union).isEqualTo(-1L >>> (64 - bits));
    }
    assertThatThrownBy(() -> randomness.nextBits(0))
        .hasMessage("bits must be between 1 and 63, got 0");
    assertThatThrownBy(() -> randomness.nextBits(64))
        .hasMessage("bits must be between 1 and 63, got 64");
  }

  /** A cipher that holds bytes back would leave zeros in the buffer. */
  @Test
  void aCipherThatReturnsTooFewBytesIsRefused() throws Exception {
    Randomness randomness = Randomness.reproducible(1);
    first(randomness, WORDS_PER_REFILL);
    Cipher holdsBack = Cipher.getInstance("AES/CBC/PKCS5Padding"); // the last block may be padding
    holdsBack.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(new byte[Randomness.KEY_BYTES], "AES"),
        new IvParameterSpec(new byte[16]));
    Field cipher = Randomness.class.getDeclaredField("cipher");
    cipher.setAccessible(true);
    cipher.set(randomness, holdsBack);
    assertThatThrownBy(randomness::nextLong)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "AES in counter mode must return 512 bytes for as many, got 496: use the AES of the JDK");
    assertThatThrownBy(randomness::nextLong).isInstanceOf(IllegalStateException.class);
  }

  private static byte[] field(Randomness randomness, String name) throws Exception {
    Field field = Randomness.class.getDeclaredField(name);
    field.setAccessible(true);
    return (byte[]) field.get(randomness);
  }

  private static long[] first(Randomness randomness, int count) {
    long[] words = new long[count];
    Arrays.setAll(words, i -> randomness.nextLong());
    return words;
  }

  private static byte[] sha256(byte[] input) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(input);
  }

  private static byte[] concat(byte[] head, byte[] tail) {
    byte[] joined = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, joined, head.length, tail.length);
    return joined;
  }
}
