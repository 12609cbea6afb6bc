// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Addresses under which a page or a download can be fetched by a browser, which then sends no key:
 * each is a secret of its own, given out to a request that had the key.
 */
final class Tickets {

  private static final int MOST = 50;

  /**
   * What is behind an address.
   *
   * @param name under which it is saved
   * @param page whether it is shown, in a sandbox, and not saved
   */
  record Ticket(String name, boolean page, Content content) {

    static Ticket ofPage(String name, byte[] html) {
      return new Ticket(name, true, new Content("text/html; charset=utf-8", html));
    }

    static Ticket ofDownload(String name, byte[] bytes) {
      return new Ticket(name, false, new Content("application/octet-stream", bytes));
    }
  }

  private final Map<String, Ticket> tickets =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Ticket> eldest) {
          return size() > MOST;
        }
      };

  /** Returns the path of a new address. */
  synchronized String issue(Ticket ticket) {
    String secret = Session.secret();
    tickets.put(secret, ticket);
    return Studio.FILES + secret;
  }

  synchronized Optional<Ticket> find(String secret) {
    return Optional.ofNullable(tickets.get(secret));
  }
}
