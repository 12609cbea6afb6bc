// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import java.util.function.Predicate;

/**
 * A question about steps in sequence: repetitions and compositions are taken apart, and everything
 * else is one release.
 *
 * @param <R> the answer
 */
public interface SequenceFold<R> extends StructureFold<R> {

  @Override
  default R poissonSampled(PoissonSampled sampled) {
    return release(sampled);
  }

  @Override
  default R sampledWithoutReplacement(SampledWithoutReplacement sampled) {
    return release(sampled);
  }

  @Override
  default R selection(Selection selection) {
    return release(selection);
  }

  @Override
  default R oneOf(OneOf choice) {
    return release(choice);
  }

  @Override
  default R parallel(Parallel parallel) {
    return release(parallel);
  }

  /**
   * Whether all these releases satisfy a condition.
   *
   * @param condition on one release
   */
  record Every(Predicate<PrivacyEvent> condition) implements SequenceFold<Boolean> {

    @Override
    public Boolean release(PrivacyEvent release) {
      return condition.test(release);
    }

    @Override
    public Boolean repeated(PrivacyEvent.Repeated repeated) {
      return repeated.event().fold(this);
    }

    @Override
    public Boolean composed(PrivacyEvent.Composed composed) {
      return composed.events().stream().allMatch(event -> event.fold(this));
    }
  }
}
