// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

/**
 * By how much what a release holds differs between two neighbors.
 *
 * @param share the difference over what the mechanism declares, for people to read
 * @param within whether it is at most what the mechanism declares, decided exactly
 * @param measured the difference, in words
 */
record Move(double share, boolean within, String measured) {

  /** Whether there is a difference at all. */
  boolean any() {
    return share > 0;
  }
}
