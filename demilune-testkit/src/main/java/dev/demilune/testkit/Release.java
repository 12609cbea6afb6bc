// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

/**
 * One private output of a run.
 *
 * @param stream the purposes of the stream that drew it
 * @param mechanism its public constants
 * @param held what its noise protects
 * @param output what was released
 */
record Release(String stream, Object mechanism, Object held, Object output) {

  /** Whether it is the same release of another run, but for what it holds and gives. */
  boolean isLike(Release other) {
    return stream.equals(other.stream) && mechanism.equals(other.mechanism);
  }

  /** Says which release it is, by public constants only. */
  @Override
  public String toString() {
    return mechanism + " at '" + stream + "'";
  }
}
