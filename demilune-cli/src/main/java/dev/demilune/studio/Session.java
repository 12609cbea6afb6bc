// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Three secrets of one run of the studio, 192 bits each.
 *
 * <p>The <em>token</em> is in the address that is printed; it works once. It is exchanged for a
 * <em>cookie</em>, which scripts cannot read, and a <em>key</em>, which the page keeps and sends
 * with every request. The cookie alone is not enough: browsers send it to every port of the host,
 * so that a server of another user of this machine could collect it. The key is stored by origin,
 * port included.
 */
final class Session {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final String token = secret();
  private final String cookie = secret();
  private final String key = secret();
  private final AtomicBoolean used = new AtomicBoolean();

  /** Makes a text that nobody can guess and that can stand in an address. */
  static String secret() {
    byte[] bytes = new byte[24];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  String token() {
    return token;
  }

  String cookie() {
    return cookie;
  }

  String key() {
    return key;
  }

  /** Returns whether this is the token, and nobody has used it before. */
  boolean exchange(String offered) {
    return same(token, offered) && used.compareAndSet(false, true);
  }

  boolean isCookie(String offered) {
    return same(cookie, offered);
  }

  boolean isKey(String offered) {
    return same(key, offered);
  }

  /** Compares in a time that does not tell how much of it is right. */
  private static boolean same(String secret, String offered) {
    return offered != null
        && MessageDigest.isEqual(secret.getBytes(US_ASCII), offered.getBytes(US_ASCII));
  }
}
