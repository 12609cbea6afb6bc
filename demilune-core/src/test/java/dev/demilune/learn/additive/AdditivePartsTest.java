// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.data.CsvReader;
import dev.demilune.embed.PublicDraw;
import dev.demilune.internal.Isotonic;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The parts of the training, each against what it must be without noise. */
class AdditivePartsTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .number("x", 0, 1)
          .number("y", -1, 1)
          .category("plan", "free", "pro")
          .label("class", "no", "yes")
          .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
          .build();

  private static BoundedDataset rows(String lines) {
    byte[] bytes = ("x,y,plan,class\n" + lines).getBytes(StandardCharsets.UTF_8);
    return BoundedDataset.of(
        SCHEMA, CsvReader.open(new ByteArrayInputStream(bytes), "a test", SCHEMA.csvFormat()));
  }

  private static long[] counts(String lines) {
    return rows(lines).fold(new RankCounts(new int[] {0, 1}, 3, 1));
  }

  /** The bound of the claim is reached: 6 ones for each of two numbers, 12 when one is replaced. */
  @Test
  void aRowMovesTheCountsByTheirSensitivity() {
    long[] one = counts("0.3,0.5,free,no\n");
    long[] other = counts("0.9,-0.7,pro,yes\n");
    assertThat(squares(one))
        .isEqualTo(RankCounts.squaredSensitivity(2, Adjacency.ADD_OR_REMOVE_ONE));
    for (int i = 0; i < one.length; i++) {
      one[i] -= other[i];
    }
    assertThat(squares(one)).isEqualTo(RankCounts.squaredSensitivity(2, Adjacency.REPLACE_ONE));
  }

  private static long squares(long[] vector) {
    return Arrays.stream(vector).map(x -> x * x).sum();
  }

  @Test
  void ranksWithoutNoiseAreTheSharesOfTheCells() {
    long[] counts = counts("0,0.5,free,no\n0,0.5,free,no\n1,-1,free,no\n0.5,1,free,no\n");
    double[] shares = Ranks.of(counts, 0, 4, 0).shares();
    assertThat(shares[0]).isEqualTo(0.5);
    assertThat(shares[63]).isEqualTo(0.25);
    assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-12));
  }

  /** Where noise dominates, the cells share alike: the public grid. */
  @Test
  void ranksOfNoiseAreThePublicGrid() {
    long[] counts = counts("0,0.5,free,no\n");
    double[] shares = Ranks.of(counts, 0, 1, 1e9).shares();
    assertThat(shares).containsExactly(Ranks.unknown().shares(), within(1e-9));
    assertThat(Ranks.unknown().warp(0.75)[16]).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void aWarpIncreasesFromZeroToOne() {
    long[] counts = counts("0,0.5,free,no\n0,0.5,free,no\n1,-1,free,no\n");
    double[] warp = Ranks.of(counts, 0, 3, 2).warp(0.75);
    assertThat(warp).isSorted().doesNotHaveDuplicates();
    assertThat(warp[0]).isZero();
    assertThat(warp[64]).isOne();
  }

  private static PartEncoding encoding() {
    double[] warp = Ranks.unknown().warp(0.75);
    List<Part> parts = SCHEMA.parts();
    return new PartEncoding(
        parts, new double[][] {warp, warp, null}, true, Directions.draw(parts, 4, 1), 0.7);
  }

  private static BoundedDataset encoded(BoundedDataset rows) {
    PartEncoding encoding = encoding();
    Schema images =
        Schema.vectors(encoding.features(), SCHEMA.labels())
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .build();
    return rows.throughCodes(images, encoding::map).kept();
  }

  /** Hats of 3 and 9 knots for two numbers, three features of a choice, two for a direction. */
  @Test
  void noRowIsLongerThanOneAndTheLongestIsNearlyThat() {
    BoundedDataset encoded = encoded(rows("0,-1,free,no\n0.3,0.77,pro,no\n,,,\n"));
    assertThat(encoded.features()).isEqualTo(2 * 12 + 3 + 2 * 4);
    BoundedDataset.Block block = encoded.block(0);
    double radius = BoundedDataset.GRID_RADIUS;
    // Both numbers at a knot: the longest row there is.
    assertThat(Math.sqrt((double) block.squaredNorm(0))).isBetween(0.999 * radius, radius);
    for (int row = 0; row < 3; row++) {
      assertThat(block.squaredNorm(row)).isLessThanOrEqualTo((long) (radius * radius));
    }
  }

  @Test
  void theSecondMomentIsExactAndBounded() {
    BoundedDataset encoded = encoded(rows("0,-1,free,no\n0.3,0.77,pro,no\n0.6,0.1,pro,no\n"));
    int d = encoded.features();
    SecondMoment moment = new SecondMoment(new int[d], 0.5, 4_096);
    long[] sums = encoded.fold(moment);
    long[] expected = moment.empty();
    for (int row = 0; row < 3; row++) {
      long[] one = encoded.kept(new Only(row)).fold(moment);
      double norm = Math.sqrt(Arrays.stream(one).mapToDouble(x -> (double) x * x).sum());
      assertThat(norm).isBetween(0.9 * SecondMoment.bound(4_096), SecondMoment.bound(4_096) * 1.0);
      for (int i = 0; i < one.length; i++) {
        expected[i] += one[i];
      }
    }
    assertThat(sums).isEqualTo(expected);
    double[][] matrix = SecondMoment.matrix(sums, d, 4_096, 3);
    double trace = 0;
    for (int i = 0; i < d; i++) {
      trace += matrix[i][i];
    }
    assertThat(trace).isBetween(0.97, 1.0); // unit rows, rounded toward a shorter grid
  }

  private record Only(int row) implements Batch {
    @Override
    public BitSet of(int rows, Supplier<byte[]> identities) {
      BitSet one = new BitSet(rows);
      one.set(row);
      return one;
    }

    @Override
    public boolean identifies() {
      return false;
    }
  }

  @Test
  void theSpectrumRebuildsItsMatrix() {
    PublicDraw draw = new PublicDraw(1, "a test");
    for (int n : new int[] {1, 2, 3, 40}) {
      double[][] matrix = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          matrix[i][j] = draw.normal();
          matrix[j][i] = matrix[i][j];
        }
      }
      SymmetricSpectrum spectrum = SymmetricSpectrum.of(matrix);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int k = 0; k < n; k++) {
            sum += spectrum.values()[k] * spectrum.vectors()[k][i] * spectrum.vectors()[k][j];
          }
          assertThat(sum).isCloseTo(matrix[i][j], within(1e-12 * n));
        }
      }
    }
  }

  @Test
  void aDegenerateMatrixHasASpectrumToo() {
    double[][] zero = new double[5][5];
    assertThat(SymmetricSpectrum.of(zero).values()).containsOnly(0.0);
    double[][] diagonal = new double[3][3];
    diagonal[1][1] = 2;
    assertThat(SymmetricSpectrum.of(diagonal).values()).containsExactlyInAnyOrder(0.0, 2.0, 0.0);
  }

  /** 6 % of the largest eigenvalue count as variance at least; above it, directions are alike. */
  @Test
  void directionsThatHardlyVaryAreNotAmplified() {
    double[][] moment = {{0.5, 0, 0}, {0, 0.05, 0}, {0, 0, 0.003}};
    Whitening whitening = Whitening.of(new int[3], 1, moment, /* noise= */ 0);
    double[] images = new double[3];
    for (int j = 0; j < 3; j++) {
      double[] row = new double[3];
      row[j] = Math.sqrt(moment[j][j]);
      for (double component : whitening.components(row, 0, 3)) {
        images[j] += component * component * whitening.squaredLength();
      }
    }
    assertThat(images[0]).isCloseTo(1, within(1e-9));
    assertThat(images[1]).isCloseTo(1, within(1e-9));
    assertThat(images[2]).isCloseTo(0.003 / (0.06 * 0.5), within(1e-9));
  }

  @Test
  void valuesThatFallArePooled() {
    double[] ones = {1, 1, 1, 1};
    assertThat(Isotonic.increasing(new double[] {1, 3, 2, 4}, ones))
        .containsExactly(1, 2.5, 2.5, 4);
    assertThat(Isotonic.increasing(new double[] {4, 3, 2, 1}, ones)).containsOnly(2.5);
    assertThat(Isotonic.increasing(new double[] {3, 1}, new double[] {3, 1})).containsOnly(2.5);
  }
}
