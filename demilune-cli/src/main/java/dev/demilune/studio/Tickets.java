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
  record Content(String name, byte[] bytes, boolean page) {}

  private final Map<String, Content> contents =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Content> eldest) {
          return size() > MOST;
        }
      };

  /** Returns the path of a new address. */
  synchronized String issue(Content content) {
    String ticket = Session.secret();
    contents.put(ticket, content);
    return Studio.FILES + ticket;
  }

  synchronized Optional<Content> find(String ticket) {
    return Optional.ofNullable(contents.get(ticket));
  }
}
