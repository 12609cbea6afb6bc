// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.mechanism.CoordinateSearch;
import dev.demilune.mechanism.CoordinateSearch.Axis;
import dev.demilune.mechanism.SlicedFunction;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A coordinate search on all rows, or on a sample of them with the larger ε that it may have:
 * decided from public numbers.
 *
 * <p><b>Claim.</b> The chosen coordinates are as private as {@link #event} says.
 *
 * <p><b>Proof.</b> On the rows that are drawn it is the claim of {@link CoordinateSearch}, and all
 * coordinates look at the same rows; with the sample it is that of {@link RowSample}. ∎
 *
 * @param sample the rows that are drawn
 * @param epsilon of all coordinates together, on the rows that are drawn
 * @param search the coordinates' searches
 */
public record SampledSearch(RowSample sample, double epsilon, CoordinateSearch search) {

  /** Below this all weights of a choice are within a twentieth of one another. */
  private static final double LEAST_TILT = 0.05;

  /**
   * Divides a guarantee among the coordinates.
   *
   * @param missing by how much the first slice may miss the number of rows
   * @throws DemiluneException if rows would not matter
   */
  public static SampledSearch of(
      RowSample sample, List<Axis> axes, long missing, Guarantee guarantee, double failure) {
    double whole = guarantee.epsilon();
    // More than the whole where a sample is drawn.
    double epsilon = sample.inside(whole * Rounding.PART_DOWN);
    // No theorem is at hand for a δ inside a sample; and a promise needs a number of rows.
    double delta = sample.isAll() && sample.rows() > 0 ? guarantee.delta() : 0;
    // ε·n/r for one coordinate: the exponent between a point of full depth and one of depth 0.
    int range = axes.get(axes.size() - 1).shift().range();
    double tilt = epsilon * sample.drawn() / range / axes.size();
    if (sample.rows() > 0 && tilt < LEAST_TILT) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "with ε = %.3g all points are as good as one another, whatever %d rows say: ask for"
                  + " an ε of at least %.3g, or bring %.2g times the rows",
              whole,
              sample.rows(),
              whole * LEAST_TILT / tilt,
              LEAST_TILT / tilt));
    }
    return new SampledSearch(
        sample,
        epsilon,
        CoordinateSearch.of(axes, missing, epsilon, delta * Rounding.PART_DOWN, failure));
  }

  /** Returns exactly what is done with the table. */
  public PrivacyEvent event() {
    return sample.event(search.event()); // composed inside one sample
  }

  /**
   * Chooses coordinates: as private as the event says, if called once.
   *
   * @param rows how many there are
   * @param function of the rows with the given numbers
   * @param promise a public number that the first slice is believed to reach, but for what is
   *     missing
   */
  public List<BigInteger> choose(
      int rows, Function<int[], SlicedFunction> function, long promise, Randomness randomness) {
    return search.choose(
        function.apply(sample.draw(rows, randomness.stream("sample"))), promise, randomness);
  }
}
