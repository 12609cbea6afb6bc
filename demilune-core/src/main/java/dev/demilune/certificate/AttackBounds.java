// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.TradeOff;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What the best attacker can achieve who has to tell two neighboring tables apart.
 *
 * <p><b>Claim.</b> With false positives at rate x, every attacker misses at least f(x). An attacker
 * who is asked after a fair coin has chosen the table is right with probability at most {@code
 * rightGuess}.
 *
 * <p><b>Proof.</b> f is the larger of the trade-off that the event implies ({@link TradeOff}) and
 * that of (ε, δ), max(0, 1 - δ - e^ε x, e^-ε(1 - δ - x)) (Dong, Roth and Su 2022, Proposition 3).
 * Both hold, so the larger does. A guess is right with probability (1 + x' - x)/2, x' and x being
 * the rates at which the attacker accuses rightly and wrongly; x' - x is at most δ(0), and at most
 * (e^ε - 1 + 2δ)/(e^ε + 1). f is convex, so that a line between two of its points lies above it and
 * would promise too much. Each value was computed from a line that stays below f; where the lines
 * of two neighbors cross there is another point, so that what is drawn through all of them is the
 * larger of the two lines, and a bound everywhere. ∎
 *
 * @param rightGuess the largest probability of a right guess
 * @param rates false positive rates, increasing
 * @param misses rates of misses at these that no attacker is below, rounded down; so is what lies
 *     on straight lines between them
 * @param basis what the bounds are computed from
 */
public record AttackBounds(
    double rightGuess, List<Double> rates, List<Double> misses, String basis) {

  /** At these rates sentences are written. */
  static final List<Double> SAID = List.of(0.001, 0.01, 0.1);

  /** Round rates among {@link #rates}, each said exactly by {@link #percentUp}. */
  public static final List<Double> ROUND_RATES =
      List.of(
          0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15,
          0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0);

  private static final int STEPS = 50;

  public AttackBounds {
    rates = List.copyOf(rates);
    misses = List.copyOf(misses);
  }

  /** Returns the bounds of a release that is planned. */
  public static AttackBounds ofPlan(Guarantee guarantee, PrivacyEvent event) {
    return of(Amount.of(guarantee), Optional.of(Accountant.best(event)));
  }

  /**
   * Returns the bounds.
   *
   * @param amount an (ε, δ) that is guaranteed
   * @param exact the accountant of the one event, if there is one event only
   */
  static AttackBounds of(Amount amount, Optional<Accountant> exact) {
    double epsilon = Math.nextUp(amount.epsilon().doubleValue());
    double delta = Math.min(1, Math.nextUp(amount.delta().doubleValue()));
    double[] rates = grid(epsilon, delta);
    Optional<TradeOff> curve = exact.map(accountant -> accountant.tradeOff(rates));
    List<Tangent> tangents = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      Tangent promised = Tangent.of(epsilon, delta, rates[i]);
      int at = i;
      Optional<Tangent> known = curve.map(all -> Tangent.of(all.points().get(at)));
      tangents.add(known.filter(some -> some.misses > promised.misses).orElse(promised));
    }
    List<Tangent> corners = Tangent.withCrossings(tangents);
    double advantage = Math.min(1, up((Math.expm1(epsilon) + 2 * delta) / (Math.exp(epsilon) + 1)));
    if (!(advantage >= 0)) { // e^ε overflows
      advantage = 1;
    }
    if (exact.isPresent()) {
      advantage = Math.min(advantage, exact.get().delta(0));
    }
    return new AttackBounds(
        Math.min(1, up((1 + advantage) / 2)),
        corners.stream().map(Tangent::rate).toList(),
        corners.stream().map(Tangent::misses).toList(),
        curve.isPresent()
            ? "the trade-off function of the event, " + exact.get().name()
            : "the composed epsilon and delta");
  }

  /** Denser where false positives are rare; the rates that are round; the kink of (ε, δ). */
  private static double[] grid(double epsilon, double delta) {
    TreeSet<Double> rates = new TreeSet<>(ROUND_RATES);
    for (int i = 0; i <= STEPS; i++) {
      double share = i / (double) STEPS;
      rates.add(share * share);
    }
    rates.add((1 - delta) / (1 + Math.exp(epsilon)));
    return rates.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** A line that stays below f, and where it touches what is known of f. */
  private record Tangent(double rate, double misses, double slope) {

    static Tangent of(TradeOff.Point point) {
      return new Tangent(point.falsePositiveRate(), point.falseNegativeLower(), point.slope());
    }

    /** The better one of the lines of (ε, δ) and 0. */
    static Tangent of(double epsilon, double delta, double rate) {
      double steep = 1 - delta - Math.exp(epsilon) * rate;
      double flat = Math.exp(-epsilon) * (1 - delta - rate);
      double best = Math.max(steep, flat) - 1e-14;
      return best > 0 // not if it is NaN: infinity times zero
          ? new Tangent(rate, best, steep >= flat ? -Math.exp(epsilon) : -Math.exp(-epsilon))
          : new Tangent(rate, 0, 0);
    }

    /** Adds the points where neighbors cross; there the larger of the two lines is smallest. */
    static List<Tangent> withCrossings(List<Tangent> tangents) {
      List<Tangent> all = new ArrayList<>(tangents.subList(0, 1));
      for (int i = 1; i < tangents.size(); i++) {
        Tangent left = tangents.get(i - 1);
        Tangent right = tangents.get(i);
        double rate =
            (right.misses - left.misses + left.slope * left.rate - right.slope * right.rate)
                / (left.slope - right.slope); // NaN or infinite for one line
        if (rate > left.rate && rate < right.rate) {
          double misses = Math.min(left.at(rate), right.at(rate)) - 1e-14; // rounded down
          all.add(new Tangent(rate, Math.max(0, misses), left.slope));
        }
        all.add(right);
      }
      return all;
    }

    private double at(double other) {
      return misses + slope * (other - rate);
    }
  }

  private static double up(double value) {
    return value * (1 + 1e-15) + 1e-15;
  }

  /** The promise in plain words, one sentence each, of that which the bounds were computed for. */
  List<String> sentences(Certificate certificate) {
    List<String> sentences = new ArrayList<>();
    if (!certificate.chainIsPrivate()) {
      sentences.add(
          "Noise was seeded, and whoever knows the seed can find out everything. What follows would"
              + " hold with secure noise.");
    }
    if (certificate.total().isEmpty()) {
      sentences.add(
          "The releases do not add up. What follows is about the fit alone, and not about what the"
              + " other releases tell.");
    }
    sentences.add(
        "An attacker who knows "
            + (certificate.adjacency().isOfPersons()
                ? "all rows of everybody else"
                : "every other row of the table")
            + ", and has to tell from "
            + (certificate.total().isPresent()
                ? "the model and the other releases listed here"
                : "what the fit adds to the other releases")
            + " whether the table was changed by "
            + certificate.adjacency().phrase()
            + ", both being equally likely beforehand, is right in at most "
            + percentUp(rightGuess)
            + " of cases, where tossing a coin is right in 50 %.");
    sentences.addAll(rateSentences());
    return sentences;
  }

  /** What a claim of the attacker is worth, one sentence for each of three rates of false ones. */
  public List<String> rateSentences() {
    return SAID.stream()
        .map(
            rate ->
                "If the attacker claims the change wrongly in "
                    + percentUp(rate)
                    + " of cases, the claim is made rightly in at most "
                    + percentUp(foundAtMost(rate))
                    + "; without the model, in "
                    + percentUp(rate)
                    + ".")
        .toList();
  }

  /**
   * Returns the largest probability of detection at a rate of false positives.
   *
   * @param rate one of {@link #rates}
   */
  public double foundAtMost(double rate) {
    return 1 - misses.get(rates.indexOf(rate));
  }

  /** Returns a share in percent with one digit after the point, rounded up. */
  public static String percentUp(double share) {
    BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2);
    BigDecimal shown = percent.setScale(1, RoundingMode.CEILING).min(BigDecimal.valueOf(100));
    return shown.stripTrailingZeros().toPlainString() + " %";
  }
}
