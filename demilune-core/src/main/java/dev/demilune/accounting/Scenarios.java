// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianCount;
import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.privacy.Adjacency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns an event into the laws of its privacy loss.
 *
 * <p>Neighbours that differ by a row more or less have two directions, and a run stays in one: in
 * all steps the row is there, or in none. So samples make two scenarios, "removed" and "added",
 * each composed by itself. Steps without such samples are the same in both. All Gaussian sums are
 * one Gaussian sum (Dong, Roth and Su 2022): their μ² add up.
 */
final class Scenarios {

  private Scenarios() {}

  /**
   * Every scenario of the event.
   *
   * @throws DemiluneException naming a part whose loss has no known law
   */
  static List<Scenario> of(PrivacyEvent event) {
    List<Scenario> all = new ArrayList<>();
    for (Releases choice : Choices.of(event)) {
      all.addAll(
          of(choice)
              .orElseThrow(
                  () ->
                      new DemiluneException(
                          "no law of the privacy loss is known for a part of the event: "
                              + withoutLaw(choice))));
    }
    return all;
  }

  /** The one or two scenarios of releases; empty if one of them has no known law. */
  static Optional<List<Scenario>> of(Releases releases) {
    return of(releases, Side.DOMINATING);
  }

  /**
   * Scenarios that some mechanism reaches, so that their price is not above the true one; empty if
   * none are known. They are those of {@link #of(Releases)}, with three exceptions. Of mechanisms
   * of bounded range ε, randomized response at ε/2 is one. A sample of fixed size reaches what its
   * law promises in one direction at a time: let the output depend on the row concerned alone. And
   * randomized response on a Poisson sample, where a row is replaced, has no output that says "not
   * drawn": let one of the two rows be answered for as if it were not drawn.
   */
  static Optional<List<Scenario>> reached(Releases releases) {
    return of(releases, Side.REACHED);
  }

  /**
   * Whether {@link #of(Releases)} is reached. For one release done once it is enough that every
   * point of its curve is, be it by another mechanism each.
   */
  static boolean isReached(Releases releases) {
    return releases.times().keySet().stream()
        .noneMatch(releases.single() != null ? Scenarios::isThinned : Scenarios::dominatesOnly);
  }

  private enum Side {
    DOMINATING,
    REACHED
  }

  private static boolean dominatesOnly(PrivacyEvent release) {
    return release instanceof ExponentialChoice
        || release instanceof SampledWithoutReplacement
        || isThinned(release)
        || (release instanceof PoissonSampled sampled
            && flat(sampled.event()).times().keySet().stream().anyMatch(Scenarios::dominatesOnly));
  }

  /** Whether it is, or samples, randomized response on a Poisson sample with a row replaced. */
  private static boolean isThinned(PrivacyEvent release) {
    if (release instanceof SampledWithoutReplacement sampled) {
      return flat(sampled.event()).times().keySet().stream().anyMatch(Scenarios::isThinned);
    }
    return release instanceof PoissonSampled sampled
        && sampled.adjacency() != Adjacency.ADD_OR_REMOVE_ONE
        && flat(sampled.event()).single() instanceof RandomizedResponse;
  }

  private static Optional<List<Scenario>> of(Releases releases, Side side) {
    List<Scenario.Step> removed = new ArrayList<>();
    List<Scenario.Step> added = new ArrayList<>();
    boolean directed = false;
    if (releases.gaussianMuSquared() > 0) {
      Scenario.Step gaussian = new Scenario.Step(new GaussianLaw(releases.gaussianMu()), 1);
      removed.add(gaussian);
      added.add(gaussian);
    }
    for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
      PrivacyEvent release = entry.getKey();
      if (release instanceof GaussianSum) {
        continue;
      }
      boolean fixedSize = release instanceof SampledWithoutReplacement && side == Side.REACHED;
      Optional<LossLaw> law =
          fixedSize ? oneDirection((SampledWithoutReplacement) release) : law(release, side);
      if (law.isEmpty()) {
        return Optional.empty();
      }
      boolean thinned = side == Side.REACHED && isThinned(release);
      boolean mirrored = fixedSize || thinned || isDirected(release);
      directed |= mirrored;
      removed.add(new Scenario.Step(law.get(), entry.getValue()));
      LossLaw other = mirrored ? MirroredLaw.of(law.get()) : law.get();
      added.add(new Scenario.Step(other, entry.getValue()));
    }
    return Optional.of(
        directed
            ? List.of(new Scenario(removed), new Scenario(added))
            : List.of(new Scenario(removed)));
  }

  private static boolean isDirected(PrivacyEvent release) {
    return release instanceof PoissonSampled sampled
        && sampled.adjacency() == Adjacency.ADD_OR_REMOVE_ONE;
  }

  /** The loss of one release, from "with the row" to "without" where that makes a difference. */
  private static Optional<LossLaw> law(PrivacyEvent release, Side side) {
    if (release instanceof Laplace laplace) {
      return Optional.of(LaplaceLaw.of(laplace.noiseMultiplier()));
    }
    if (release instanceof DiscreteLaplace laplace) {
      return Optional.of(new DiscreteLaplaceLaw(laplace.scale(), laplace.sensitivity()));
    }
    if (release instanceof DiscreteGaussianCount count) {
      return count.sigma() <= DiscreteGaussianLaw.LARGEST_SIGMA
          ? Optional.of(new DiscreteGaussianLaw(count.sigma(), count.sensitivity()))
          : Optional.empty();
    }
    if (release instanceof RandomizedResponse response) {
      return Optional.of(new ResponseLaw(response.epsilon(), response.categories(), 0));
    }
    if (release instanceof ExponentialChoice choice) {
      return Optional.of(
          side == Side.DOMINATING
              ? new BoundedRangeLaw(choice.epsilon())
              : ResponseLaw.pure(choice.epsilon() / 2));
    }
    if (release instanceof Pure pure) {
      return Optional.of(ResponseLaw.pure(pure.epsilon()));
    }
    if (release instanceof Approximate approximate) {
      return Optional.of(new ResponseLaw(approximate.epsilon(), 2, approximate.delta()));
    }
    if (release instanceof PoissonSampled sampled) {
      return poisson(sampled, side);
    }
    if (release instanceof SampledWithoutReplacement sampled && side == Side.DOMINATING) {
      double share = Up.divide(Up.fromLong(sampled.batch()), (double) sampled.rows());
      return inner(sampled.event(), side)
          .map(law -> new WithoutReplacementLaw(law, Math.min(1, Math.nextUp(share))));
    }
    return Optional.empty();
  }

  private static Optional<LossLaw> poisson(PoissonSampled sampled, Side side) {
    double rate = sampled.rate();
    if (sampled.adjacency() == Adjacency.ADD_OR_REMOVE_ONE) {
      return inner(sampled.event(), side).map(law -> new SampledLaw(law, rate));
    }
    Releases inside = flat(sampled.event());
    if (inside.allGaussian()) {
      return Optional.of(new ReplacedGaussianLaw(Up.divide(inside.gaussianMu(), 2), rate));
    }
    boolean oneDirection = side == Side.REACHED && isThinned(sampled);
    return inner(sampled.event(), side)
        .map(law -> oneDirection ? new SampledLaw(law, rate) : new ThinnedLaw(law, rate));
  }

  private static Optional<LossLaw> oneDirection(SampledWithoutReplacement sampled) {
    // Three doubles down from the nearest is below the true share.
    double share = (double) sampled.batch() / sampled.rows() * (1 - 0x1p-51);
    return inner(sampled.event(), Side.REACHED).map(law -> new SampledLaw(law, share));
  }

  /** The law of what is done with a sample: of one release, or of Gaussian sums. */
  private static Optional<LossLaw> inner(PrivacyEvent event, Side side) {
    Releases inside = flat(event);
    if (inside.allGaussian()) {
      return Optional.of(new GaussianLaw(inside.gaussianMu()));
    }
    PrivacyEvent single = inside.single();
    return single == null ? Optional.empty() : law(single, side);
  }

  /** The releases inside a sample, which {@link Choices} has left without parallel parts. */
  private static Releases flat(PrivacyEvent event) {
    return Choices.of(event).get(0);
  }

  private static String withoutLaw(Releases releases) {
    return releases.times().keySet().stream()
        .filter(
            release -> !(release instanceof GaussianSum) && law(release, Side.DOMINATING).isEmpty())
        .findFirst()
        .map(Object::toString)
        .orElse("");
  }
}
