// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * What every request has to pass before anything is done for it.
 *
 * <p>The host must be the one that was printed: a page of another name that resolves to this
 * machine (DNS rebinding) sends its own name. A request that changes something must come from the
 * studio's own origin, as browsers say it and pages cannot forge, and carry cookie and key.
 */
final class Gate {

  private final String host;
  private final String cookie; // its name
  private final Session session;

  Gate(int port, Session session) {
    this.host = "127.0.0.1:" + port;
    // Browsers keep cookies by host alone: without the port, a second studio would replace it.
    this.cookie = "demilune-studio-" + port;
    this.session = session;
  }

  /** The address of the page, without the token. */
  String origin() {
    return "http://" + host;
  }

  /** Refuses a request that was sent under another name, or by a page of another origin. */
  void checkHost(Headers headers) {
    if (!only(headers, "Host").equals(Optional.of(host))) {
      throw new RequestRefused(403, "this is not the address that the studio printed");
    }
    if (headers.containsKey("Origin") && !only(headers, "Origin").equals(Optional.of(origin()))) {
      throw new RequestRefused(403, "pages of another origin get no answer");
    }
  }

  /** Whether the browser has the session's cookie. */
  boolean hasCookie(Headers headers) {
    List<String> lines = headers.getOrDefault("Cookie", List.of());
    return lines.stream()
        .flatMap(line -> List.of(line.split(";", -1)).stream())
        .map(String::strip)
        .filter(pair -> pair.startsWith(cookie + "="))
        .anyMatch(pair -> session.isCookie(pair.substring(cookie.length() + 1)));
  }

  /** Refuses a request to look at something that is without the session's cookie. */
  void checkCookie(Headers headers) {
    if (!hasCookie(headers)) {
      throw new RequestRefused(
          403,
          "this browser has no session: open the address that 'demilune studio' printed. It works"
              + " once; if it was used already, start the studio again");
    }
  }

  /** Refuses a request to do something that does not come from the studio's own page. */
  void checkPost(Headers headers) {
    if (!only(headers, "Origin").equals(Optional.of(origin()))) {
      throw new RequestRefused(403, "pages of another origin get no answer");
    }
    checkCookie(headers);
    if (!only(headers, "X-Studio-Key").filter(session::isKey).isPresent()) {
      throw new RequestRefused(
          403, "this page has no key: open the address that 'demilune studio' printed");
    }
    if (!only(headers, "Content-Type").equals(Optional.of("application/json"))) {
      throw new RequestRefused(415, "requests must be application/json");
    }
  }

  /**
   * Exchanges the token of an address for a session.
   *
   * @return the cookie to set and where to go, or empty if the address has no token
   */
  Optional<Entrance> enter(URI address, Headers headers) {
    String query = address.getRawQuery();
    if (!address.getPath().equals("/") || query == null || !query.startsWith("token=")) {
      return Optional.empty();
    }
    if (session.exchange(query.substring("token=".length()))) {
      String set = cookie + "=" + session.cookie() + "; HttpOnly; SameSite=Strict; Path=/";
      // After the # it is seen by the page and sent to nobody.
      return Optional.of(new Entrance(Optional.of(set), "/#key=" + session.key()));
    }
    checkCookie(headers);
    return Optional.of(new Entrance(Optional.empty(), "/")); // the same browser, once more
  }

  /** Where a browser goes that has come with a token. */
  record Entrance(Optional<String> cookie, String location) {}

  private static Optional<String> only(Headers headers, String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
  }
}
