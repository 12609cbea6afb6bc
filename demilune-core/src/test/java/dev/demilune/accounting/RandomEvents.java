// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianCount;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.OneOf;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.Repetitions.NegativeBinomial;
import dev.demilune.accounting.Repetitions.PoissonRuns;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;

/** Random event trees of all kinds, for tests. */
final class RandomEvents {

  private final Randomness randomness;

  RandomEvents(long seed) {
    this.randomness = Randomness.reproducible(seed);
  }

  /** Any tree of at most this depth. */
  PrivacyEvent tree(int depth) {
    int kind = depth <= 1 ? below(9) : below(17);
    return switch (kind) {
      case 0 -> new GaussianSum(positive());
      case 1 -> new DiscreteGaussianSum(positive());
      case 2 -> new DiscreteGaussianCount(positive(), 1 + below(1000));
      case 3 -> new Laplace(positive());
      case 4 -> new DiscreteLaplace(positive(), 1 + below(1000));
      case 5 -> new RandomizedResponse(positive(), 2 + below(100));
      case 6 -> new ExponentialChoice(positive());
      case 7 -> new Pure(positive());
      case 8 -> new Approximate(positive(), uniform());
      case 9 ->
          new PoissonSampled(
              1 - uniform(), List.of(Adjacency.values()).get(below(3)), tree(depth - 1)); // never 0
      case 10 -> {
        long rows = 1 + randomness.nextBits(40);
        yield new SampledWithoutReplacement(
            1 + below((int) Math.min(rows, 1000)), rows, tree(depth - 1));
      }
      case 11 -> new Repeated(tree(depth - 1), 1 + randomness.nextBits(50));
      case 12 -> new Composed(trees(depth - 1));
      case 13 ->
          new Selection(
              tree(depth - 1), new NegativeBinomial(3 * uniform() - 0.9, 0.01 + 0.9 * uniform()));
      case 14 -> new Selection(tree(depth - 1), new PoissonRuns(positive()));
      case 15 -> new OneOf(trees(depth - 1));
      default -> new Parallel(trees(depth - 1));
    };
  }

  private List<PrivacyEvent> trees(int depth) {
    List<PrivacyEvent> events = new ArrayList<>();
    for (int i = below(3); i >= 0; i--) {
      events.add(tree(depth));
    }
    return events;
  }

  int below(int bound) {
    return (int) (randomness.nextBits(31) % bound);
  }

  double uniform() {
    return randomness.nextBits(53) * 0x1p-53;
  }

  /** From e^-4 to e^4. */
  double positive() {
    return Math.exp(8 * uniform() - 4);
  }
}
