// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.exhibit.HalfspacesViaThresholds.Row;
import dev.demilune.exhibit.HalfspacesViaThresholds.ThresholdData;
import dev.demilune.exhibit.HalfspacesViaThresholds.Tie;
import dev.demilune.mechanism.ThresholdChoice.Example;
import dev.demilune.random.Randomness;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published steps, with k = 1: thirteen angles, 30 degrees apart. */
class HalfspacesViaThresholdsTest {

  private static final HalfspacesViaThresholds SMALL =
      new HalfspacesViaThresholds(1, 3, 2, 0, Tie.MIDDLE);
  private static final List<Row> UP = List.of(new Row(0, 1, true), new Row(0, 1, true));

  private final Randomness randomness = Randomness.reproducible(7).stream("exhibit");

  @Test
  void anglesAreTheMultiplesOfTheSmallestAngleBetweenGridPoints() {
    assertThat(SMALL.step()).isCloseTo(Math.PI / 6, within(1e-15));
    assertThat(SMALL.angles()).isEqualTo(13);
    assertThat(SMALL.angle(12)).isCloseTo(2 * Math.PI, within(1e-14));
    assertThat(new HalfspacesViaThresholds(20, 3, 2, 0, Tie.MIDDLE).angles()).isEqualTo(5027);
  }

  @Test
  void qualityCountsRowsThatAnAngleIsRightAboutAndNearnessThoseInItsDirectionToo() {
    // From 0 to 150 degrees (0, 1) is above; sines of 180 and 360 degrees are a rounding away from
    // zero, on either side. (-1, 0), labeled -1, is below from 0 to 60 and from 300 degrees on.
    HalfspacesViaThresholds.Counts counts =
        SMALL.read(List.of(UP.get(0), UP.get(1), new Row(-1, 0, false)));
    assertThat(Arrays.copyOf(counts.quality, 6)).containsExactly(3, 3, 3, clear(counts), 2, 2);
    assertThat(Arrays.copyOfRange(counts.quality, 7, 12)).containsExactly(0, 0, rest(counts), 1, 1);
    // Only the angle of 90 degrees is less than 30 from a row that it is right about: the label -1
    // is never counted, because an angle is always wrong about the negative rows it points to.
    assertThat(counts.near[3]).isEqualTo(2);
    assertThat(Arrays.stream(counts.near).sum() - counts.near[2] - counts.near[4]).isEqualTo(2);
  }

  /** Right about (-1, 0) or not, at 90 degrees: a cosine of about 6e-17 decides. */
  private static long clear(HalfspacesViaThresholds.Counts counts) {
    assertThat(counts.quality[3]).isBetween(2L, 3L);
    return counts.quality[3];
  }

  private static long rest(HalfspacesViaThresholds.Counts counts) {
    assertThat(counts.quality[9]).isBetween(0L, 1L);
    return counts.quality[9];
  }

  /**
   * A direction between two angles of the grid is less than γ from both. So the counts of one row
   * have an L1 sensitivity of two, and of four if it is replaced, where the noise is for one.
   */
  @Test
  void oneRowMovesTwoCountsAndAReplacedOneFour() {
    HalfspacesViaThresholds published = new HalfspacesViaThresholds(20, 3, 2, 0, Tie.MIDDLE);
    long[] one = published.read(List.of(new Row(3, 7, true))).near;
    long[] other = published.read(List.of(new Row(11, 2, true))).near;
    long moved = 0;
    for (int i = 0; i < one.length; i++) {
      moved += Math.abs(one[i] - other[i]);
    }

    assertThat(Arrays.stream(one).sum()).isEqualTo(2);
    assertThat(moved).isEqualTo(4);
  }

  @Test
  void everyAngleIsListedAtLeastOnceAndWithLittleNoiseAsOftenAsCountedOrOnceMore() {
    HalfspacesViaThresholds quiet = new HalfspacesViaThresholds(1, 3, 200, 0, Tie.MIDDLE);
    long[] near = {0, 5, 0, 300};
    boolean[] seen = new boolean[2];
    for (int i = 0; i < 40; i++) { // noise between -1 and 1, rounded up: 0 or 1
      long[] listed = quiet.makeData(near, randomness);
      assertThat(listed[0]).isEqualTo(1);
      assertThat(listed[2]).isEqualTo(1);
      assertThat(listed[1]).isBetween(5L, 6L);
      assertThat(listed[3]).isBetween(300L, 301L);
      seen[(int) listed[1] - 5] = true;
    }
    assertThat(seen).containsExactly(true, true); // else one run in 2^39
  }

  /**
   * P(⌈n + Lap(1)⌉ ≥ n + 1) = 1/2 and P(≥ n + 2) = 1/(2e); five standard deviations, one false
   * alarm in a million.
   */
  @Test
  void noiseIsLaplaceOfHalfTheEpsilonRoundedUp() {
    long[] near = new long[100_000];
    Arrays.fill(near, 1000);
    long[] listed = SMALL.makeData(near, randomness);
    assertThat(share(listed, 1001)).isCloseTo(0.5, within(0.0079));
    assertThat(share(listed, 1002)).isCloseTo(0.5 * Math.exp(-1), within(0.0062));
    assertThat(share(listed, 999)).isCloseTo(1 - 0.5 * Math.exp(-2), within(0.004));
    // Were the noise of all of ε, 1/(2e²) would be seen above n + 1.
    assertThat(share(listed, 1002)).isGreaterThan(0.5 * Math.exp(-2) + 0.0062);
  }

  private static double share(long[] listed, long atLeast) {
    return Arrays.stream(listed).filter(n -> n >= atLeast).count() / (double) listed.length;
  }

  @Test
  void theBestAnglesAreKeptTheLargerFirstAndTheOriginIsAnother() {
    long[] listed = {1, 1, 2, 1, 1, 9};
    long[] quality = {4, 4, 4, 4, 1, 0};
    boolean[] origins = new boolean[6];
    for (int i = 0; i < 60; i++) {
      ThresholdData data = SMALL.makeThrData(listed, quality, randomness);
      origins[data.origin()] = true;
      // Kept are angle 3 once and angle 2 twice; the middle copy is of angle 2.
      int two = (2 - data.origin() + 6) % 6;
      assertThat(data.examples())
          .containsExactly(
              Example.of(two, false), Example.of(two, false), Example.of(two + 1, true));
    }
    assertThat(origins).containsExactly(true, true, false, false, true, true);
  }

  @Test
  void theLastOfTheBestAnglesMakesAllLabelsAlike() {
    HalfspacesViaThresholds last = new HalfspacesViaThresholds(1, 3, 2, 0, Tie.LAST);
    long[] quality = {4, 4, 4, 4, 1, 0};
    ThresholdData data = last.makeThrData(new long[] {1, 1, 2, 1, 1, 9}, quality, randomness);
    assertThat(data.examples()).noneMatch(Example::positive).hasSize(3);
  }

  @Test
  void theThresholdIsWhereLabelsChange() {
    HalfspacesViaThresholds sure = new HalfspacesViaThresholds(1, 3, 2000, 0, Tie.MIDDLE);
    ThresholdData data = new ThresholdData(11, List.of(Example.of(2, false), Example.of(3, true)));
    assertThat(sure.threshold(data, randomness)).isEqualTo(sure.angle(0)); // 11 + 2 of 13
  }

  /** What the exhibit is about: one row more, and not one kept angle stays. */
  @Test
  void oneRowChangesEveryKeptAngle() {
    HalfspacesViaThresholds published = new HalfspacesViaThresholds(20, 200, 1, 1e-6, Tie.MIDDLE);
    assertThat(kept(published, new ThresholdsExhibit().planeRows(false)))
        .allSatisfy(angle -> assertThat(angle).isBetween(2.9, Math.PI + 1e-9));
    assertThat(kept(published, new ThresholdsExhibit().planeRows(true)))
        .allSatisfy(angle -> assertThat(angle).isBetween(1.0, Math.PI / 2 + 1e-9));
  }

  private List<Double> kept(HalfspacesViaThresholds published, List<Row> rows) {
    HalfspacesViaThresholds.Counts counts = published.read(rows);
    ThresholdData data =
        published.makeThrData(
            published.makeData(counts.near, randomness), counts.quality, randomness);
    assertThat(data.examples()).hasSize(200);
    return data.examples().stream()
        .map(e -> (data.origin() + e.position().intValueExact()) % published.angles())
        .map(published::angle)
        .toList();
  }

  @Test
  void aTableOfOneRowIsNoFault() {
    assertThat(SMALL.run(Collections.singletonList(UP.get(0)), randomness))
        .isBetween(0.0, 2 * Math.PI + 1e-9);
  }
}
