// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.Repeated;

/**
 * A question about one release of a flattened composition: one that is not repeated, composed or
 * parallel, as {@link Flattening} leaves none of these outside of a sample or a selection.
 *
 * @param <R> the answer
 */
interface ReleaseFold<R> extends EventFold<R> {

  @Override
  default R repeated(Repeated repeated) {
    throw notFlat(repeated);
  }

  @Override
  default R composed(Composed composed) {
    throw notFlat(composed);
  }

  @Override
  default R parallel(Parallel parallel) {
    throw notFlat(parallel);
  }

  private static IllegalStateException notFlat(PrivacyEvent event) {
    return new IllegalStateException("not a single release: " + event);
  }
}
