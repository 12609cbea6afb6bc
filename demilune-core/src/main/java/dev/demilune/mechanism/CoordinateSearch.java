// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Finds a point where a function of several coordinates is nearly largest: coordinate by
 * coordinate, each by a private search of its slice.
 *
 * <p><b>Claim.</b> Let a neighbor move the values of every slice of the {@link SlicedFunction}, for
 * the same chosen coordinates, as the {@link ValueShift} of its axis says. Then all coordinates
 * together are as private as {@link #event} says. If slices are quasi-concave and the largest value
 * of a slice is the value of the slice before it at the chosen coordinate, as for the maximum over
 * all that can follow, and the first slice reaches the promise M, then the last slice has a value
 * of at least M minus the sum of the searches' losses at the chosen point, except with the failure
 * probability.
 *
 * <p><b>Proof.</b> Let the first i coordinates be chosen. The size of the next domain and its
 * search are fixed by them and by public numbers. The slice moves as the shift says, so the next
 * choice is as private as the event of its search, for all values of the coordinates before: this
 * is adaptive composition, and the event composes the searches. A search that needs a fixed number
 * of points gets the slice with its last value repeated, or the envelope of that, which move
 * likewise ({@link StepFunction}). For the second sentence: each search loses at most its loss, the
 * next slice reaches what is left, and failures add up. ∎
 *
 * <p><b>Growth.</b> Where a slice is not quasi-concave, or reaches less than the slice before it
 * promised, an axis says by how much: if D is missing from M before a coordinate and its search
 * loses l, at most g·(D + l) is missing after it. {@link #deficit} adds up accordingly. An axis has
 * two such factors, one for a search of the slice itself and one for a search of its envelope,
 * which the recursion needs and the exponential mechanism does not.
 *
 * <p><b>Budget.</b> Coordinate i loses about aᵢ/εᵢ, with aᵢ = fᵢ·rᵢ·ln(size/β'), where fᵢ is the
 * product of the factors from i on and rᵢ the range of its shift. Parts proportional to √aᵢ make
 * the sum least (Cauchy and Schwarz). Each coordinate is searched by the exponential mechanism or
 * by the recursion, whichever leaves the smaller deficit: log* of the size pays from about 200 bits
 * on, and public numbers alone decide.
 *
 * <p><b>Sampling.</b> That of the searches, each with a stream of its own.
 *
 * <p><b>Relies on.</b> Slices that move as the shifts say, which nothing here can check.
 *
 * <p><b>Source.</b> OptimizeHighDimFunc of Kaplan, Mansour, Stemmer and Tsfadia (2020). We depart
 * from it as follows: slices may be any step functions, not those of a function made concave;
 * promises are public numbers, not the largest value on the rows; ε is divided as above, by basic
 * composition, which is better below a hundred coordinates; and each search is chosen by its loss.
 *
 * @param axes what is public about the coordinates
 * @param searches one for each axis, on the largest domain there can be
 * @param missing by how much the first slice may miss the promise
 */
public record CoordinateSearch(List<Axis> axes, List<QuasiConcave> searches, long missing) {

  /**
   * What is public about one coordinate.
   *
   * @param size the largest number of points its domain can have, whatever was chosen before
   * @param shift how a neighbor moves its slices
   * @param growth g, if the slice itself is searched
   * @param envelopeGrowth g, if its envelope is searched
   */
  public record Axis(BigInteger size, ValueShift shift, int growth, int envelopeGrowth) {

    public Axis {
      Objects.requireNonNull(shift, "shift");
      Check.atLeastOne("growth", growth);
      Check.atLeastOne("envelopeGrowth", envelopeGrowth);
    }

    /** Returns the axis of a quasi-concave slice that reaches what the slice before promised. */
    public static Axis of(BigInteger size, ValueShift shift) {
      return new Axis(size, shift, 1, 1);
    }

    private int growth(QuasiConcave search) {
      return search instanceof FlatSearch ? growth : envelopeGrowth;
    }
  }

  public CoordinateSearch {
    axes = List.copyOf(axes);
    searches = List.copyOf(searches);
    Check.atLeastOne("number of axes", axes.size());
    Check.between("number of searches", searches.size(), axes.size(), axes.size());
    Check.between("missing", missing, 0, StepFunction.LARGEST_VALUE);
    for (int i = 0; i < axes.size(); i++) {
      boolean fits = searches.get(i).size().equals(axes.get(i).size());
      if (!fits || searches.get(i).shift() != axes.get(i).shift()) {
        throw new IllegalArgumentException("each search must have the size and shift of its axis");
      }
    }
  }

  /**
   * Divides a budget among the coordinates.
   *
   * @param delta at least 0; with 0 every search is the exponential mechanism
   */
  public static CoordinateSearch of(
      List<Axis> axes, long missing, double epsilon, double delta, double failureProbability) {
    Check.atLeastOne("number of axes", axes.size());
    int count = axes.size();
    double failure = failureProbability / count; // a union bound over the coordinates
    int leastRange = axes.stream().mapToInt(axis -> axis.shift().range()).min().orElseThrow();
    double[] roots = new double[count];
    double counted = 1;
    double sum = 0;
    for (int i = count - 1; i >= 0; i--) {
      Axis axis = axes.get(i);
      counted *= axis.growth(); // f of the budget: later axes multiply the loss of this one
      int range = axis.shift().range() / leastRange; // 1 or 2; what is common to all cancels
      roots[i] = Math.sqrt(counted * range * (logarithm(axis.size()) - Math.log(failure)));
    }
    for (double root : roots) {
      sum += root;
    }
    List<QuasiConcave> searches = new ArrayList<>();
    long before = missing;
    for (int i = 0; i < count; i++) {
      Axis axis = axes.get(i);
      // rounds down: the parts add up to at most ε
      double part = epsilon * Rounding.PART_DOWN * roots[i] / sum;
      QuasiConcave flat = new FlatSearch(axis.size(), axis.shift(), part, failure);
      QuasiConcave best =
          QuasiConcave.best(axis.size(), axis.shift(), part, delta / count, failure);
      // Losses are public, so the choice is.
      boolean other = after(before, axis, best) < after(before, axis, flat);
      searches.add(other ? best : flat);
      before = after(before, axis, searches.get(i));
    }
    return new CoordinateSearch(axes, searches, missing);
  }

  private static long after(long before, Axis axis, QuasiConcave search) {
    return axis.growth(search) * (before + search.loss());
  }

  /**
   * Returns by how much the promise may be missed after the first coordinates, except with the
   * failure probability.
   *
   * @param coordinates how many are chosen
   */
  public long deficit(int coordinates) {
    long deficit = missing;
    for (int i = 0; i < coordinates; i++) {
      deficit = after(deficit, axes.get(i), searches.get(i));
    }
    return deficit;
  }

  /** Returns by how much the promise may be missed at the chosen point. */
  public long deficit() {
    return deficit(axes.size());
  }

  /** Returns the logarithm of the largest number of points there are to choose from. */
  public double logPoints() {
    return axes.stream().mapToDouble(axis -> logarithm(axis.size())).sum();
  }

  /**
   * Chooses a point.
   *
   * @param function with as many coordinates as there are axes
   * @param promise M, a public number; privacy does not depend on it
   */
  public List<BigInteger> choose(SlicedFunction function, long promise, Randomness randomness) {
    Check.between("coordinates", function.coordinates(), axes.size(), axes.size());
    List<BigInteger> chosen = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      BigInteger size = function.size(List.copyOf(chosen)); // by chosen coordinates and public ones
      QuasiConcave search = search(i, size);
      StepFunction slice = function.slice(List.copyOf(chosen)).extendedTo(search.size());
      BigInteger number =
          search.choose(
              // The recursion needs a quasi-concave function, which a slice need not be.
              search instanceof FlatSearch ? slice : slice.envelope(),
              promise - deficit(i),
              // its own stream: the searches' noise is independent
              randomness.stream("coordinate " + i));
      chosen.add(number.min(size.subtract(BigInteger.ONE))); // points beyond are the last one
    }
    return chosen;
  }

  /** A flat search is the same event on any number of points, and loses less on a smaller one. */
  private QuasiConcave search(int coordinate, BigInteger size) {
    return searches.get(coordinate) instanceof FlatSearch flat
        ? new FlatSearch(size, flat.shift(), flat.epsilon(), flat.failureProbability())
        : searches.get(coordinate);
  }

  /** Returns the privacy event of all coordinates. */
  public PrivacyEvent event() {
    List<PrivacyEvent> choices = searches.stream().map(QuasiConcave::event).toList();
    return choices.size() == 1 ? choices.get(0) : new PrivacyEvent.Composed(choices);
  }

  private static double logarithm(BigInteger number) {
    int shift = Math.max(0, number.bitLength() - 1000); // doubles end at 2^1024
    return Math.log(number.shiftRight(shift).doubleValue()) + shift * Math.log(2);
  }
}
