// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

/**
 * By how much what a release holds differs between two neighbors.
 *
 * @param any whether it differs at all
 * @param within whether by at most what the mechanism declares
 * @param measured the difference, in words
 */
record Move(boolean any, boolean within, String measured) {}
