// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.renyi.PureCurves;
import dev.demilune.accounting.renyi.RenyiConversion;
import dev.demilune.accounting.renyi.RenyiCurve;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A privacy filter by Rényi divergences of one order, for events that are chosen along the way.
 *
 * <p>The cost of a release is a divergence ρᵢ and a probability δᵢ of failing: 0 where a divergence
 * is known, and δᵢ beside the divergence of any εᵢ-DP release where it is known to be (εᵢ, δᵢ)-DP.
 *
 * <p><b>Claim.</b> Let releases be made one after the other, each of an event that may be chosen by
 * looking at all earlier outputs. If on every course of the interaction the divergences sum to at
 * most ρ and the probabilities of failing to at most d, all outputs together are ({@link #epsilon
 * epsilon(ρ)}, δ + d)-DP.
 *
 * <p><b>Proof.</b> Fix two neighbors and let P and Q be the laws of all outputs on them, α the
 * order. A release is (εᵢ, δᵢ)-DP exactly if its two laws are those of randomized response of εᵢ,
 * post-processed, with probability 1 - δᵢ and otherwise anything (Kairouz, Oh and Viswanath 2015).
 * So each release has P = A + B with measures A, B where B has mass at most δᵢ (0 where a
 * divergence is known) and ∫ (dA/dQ)^α dQ ≤ e^((α-1)ρᵢ): for randomized response the factors (1 -
 * δᵢ)^α and (1 - δᵢ)^(1-α) of the two laws leave 1 - δᵢ. By induction on the number of releases
 * that may still come, every way to go on with ρ and d left has P = A + B, B of mass at most d, ∫
 * (dA/dQ)^α dQ ≤ e^((α-1)ρ). Without a release, A = P = Q. With a next one, of laws P₁ = A₁ + B₁
 * and Q₁, chosen before its output y is seen, take for A the measure A₁ followed by A(·|y), and for
 * B the rest: B₁ followed by P(·|y), of mass at most δ₁, and A₁ followed by B(·|y), of mass at most
 * d - δ₁. And
 *
 * <pre>
 *   ∫ (dA/dQ)^α dQ = ∫ (dA₁/dQ₁)^α (∫ (dA(·|y)/dQ(·|y))^α dQ(·|y)) dQ₁
 *                  ≤ e^((α-1)ρ₁) e^((α-1)(ρ-ρ₁)).
 * </pre>
 *
 * So P(S) - e^ε Q(S) ≤ d + ∫ (x - e^ε)⁺ dQ with x = dA/dQ, and (x - t)⁺ ≤ x^α t^(1-α) (α-1)^(α-1) /
 * α^α for every t &gt; 0 (the right side is convex and touches the line). With t = e^ε this is d
 * plus e^((α-1)(ρ-ε)) (1 - 1/α)^α / (α-1), the δ of {@link RenyiConversion}. ∎
 *
 * <p>The order has to be fixed before the first release. It is the one of a grid at which the most
 * Gaussian noise fits into (ε, δ), found in arithmetic that is the same on every machine.
 *
 * <p><b>Source.</b> Feldman and Zrnic (2021) for the filter; Whitehouse, Ramdas, Rogers and Wu
 * (2023) for releases that fail with probability δᵢ.
 */
public final class RenyiFilter {

  /**
   * α - 1 is a power of the eighth root of 2, from 1/8 to 2^27. Ledgers that are in use depend on
   * this grid: another one could change their order, which has to stay what it was.
   */
  private static final int FIRST = -24;

  private static final int LAST = 216;

  private final double order;
  private final double delta;
  private final Map<PrivacyEvent, Cost> known = new ConcurrentHashMap<>();

  private RenyiFilter(double order, double delta) {
    this.order = order;
    this.delta = delta;
  }

  /**
   * Returns the filter for a total of ε at δ.
   *
   * @param epsilon above 0
   * @param delta above 0 and below 1: the δ that the conversion takes
   */
  public static RenyiFilter of(double epsilon, double delta) {
    double best = 2;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = FIRST; i <= LAST; i++) {
      double order = 1 + StrictMath.pow(2, i / 8.0);
      // 2/α times the divergence that is left for the events: μ² of the Gaussian sums that fit.
      double left =
          epsilon
              - StrictMath.log1p(-1 / order)
              + (StrictMath.log(delta) + StrictMath.log(order)) / (order - 1);
      if (left / order > most) {
        most = left / order;
        best = order;
      }
    }
    return new RenyiFilter(best, delta);
  }

  /** Returns the order of the divergences. */
  public double order() {
    return order;
  }

  /**
   * What an event costs.
   *
   * @param divergence rounded up; infinity where none is known
   * @param failure the probability of failing, rounded up
   */
  public record Cost(double divergence, double failure) {}

  /** Returns what an event costs. It is computed once for each event. */
  public Cost cost(PrivacyEvent event) {
    return known.computeIfAbsent(event, this::computed);
  }

  private Cost computed(PrivacyEvent event) {
    Cost worst = new Cost(0, 0);
    try {
      for (FlatComposition choice : Flattening.of(event)) { // several with parallel parts only
        Cost cost = cost(choice);
        worst =
            new Cost(
                Math.max(worst.divergence, cost.divergence), Math.max(worst.failure, cost.failure));
      }
      // NaN says nothing
      return worst.divergence >= 0 ? worst : new Cost(Double.POSITIVE_INFINITY, 0);
    } catch (DemiluneException tooLarge) {
      return new Cost(Double.POSITIVE_INFINITY, 0); // no accountant could say more
    }
  }

  private Cost cost(FlatComposition releases) {
    double divergence = 0;
    double failure = 0;
    Map<PrivacyEvent, Long> others = new LinkedHashMap<>(releases.times());
    for (Map.Entry<PrivacyEvent, Long> entry : releases.times().entrySet()) {
      if (entry.getKey() instanceof PrivacyEvent.Approximate step) {
        double times = RoundUp.fromLong(entry.getValue());
        divergence = RoundUp.add(divergence, RoundUp.multiply(pure(step.epsilon()), times));
        failure = RoundUp.add(failure, RoundUp.multiply(step.delta(), times));
        others.remove(step);
      }
    }
    Optional<RenyiCurve> curve = RenyiCurves.of(new FlatComposition(others));
    return new Cost(
        curve.isPresent()
            ? RoundUp.add(divergence, curve.get().at(order))
            : Double.POSITIVE_INFINITY,
        failure);
  }

  /** Returns the divergence of a step of which only its ε is known, rounded up; at most ε. */
  public double pure(double epsilon) {
    return PureCurves.pure(epsilon).at(order);
  }

  /** Returns the ε that this sum of divergences proves at the filter's δ, rounded up. */
  public double epsilon(double divergence) {
    return divergence < Double.POSITIVE_INFINITY
        ? Math.max(0, RenyiConversion.epsilonAt(order, divergence, delta))
        : Double.POSITIVE_INFINITY;
  }

  /** Returns the sum of two divergences, rounded up. */
  public static double sum(double one, double other) {
    return RoundUp.add(one, other);
  }
}
