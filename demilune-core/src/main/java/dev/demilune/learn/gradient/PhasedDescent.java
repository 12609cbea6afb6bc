// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.model.LinearClassifier;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.util.Arrays;

/**
 * One pass of stochastic gradient descent in phases: each phase starts from the noisy average of
 * the one before and takes steps a quarter as long.
 *
 * <p>Every row is put into phase j with probability 2^-j by a coin of its own, and takes its turn
 * there by the order of random keys. Phase j averages the weights before each of its steps and
 * releases the average with noise. This is no {@link dev.demilune.rows.RowFold}: a step needs the
 * weights that the row before it left.
 *
 * <p><b>Claim.</b> All phases together are one Gaussian sum of multiplier 1/μ: released averages
 * are as hard to tell apart for neighbors as N(0, 1) and N(μ, 1), under every adjacency.
 *
 * <p><b>Proof.</b> Coins and keys of the rows are independent and alike, so for neighbors they can
 * be drawn such that all common rows have the same phase and the same order among themselves; the
 * laws of the output are mixtures over such draws, and mixing alike cannot help an attacker. Given
 * the draws, one phase differs, in one row. Earlier phases are the same, later ones are functions
 * of its output. So it is enough that the average of one phase moves by at most {@link
 * #sensitivity}, 2Lη and a little, with L and η the largest gradient and the step size.
 *
 * <p>Let v_1, v_2, ... be the weights before the steps. A step moves them by at most Lη, and as η ≤
 * 1/β no step, the projection to the ball included, increases a distance ({@link MarginLink}). <i>A
 * row is replaced</i>: before it nothing differs, right after it weights differ by at most 2Lη, and
 * from then on by no more; so does the average. <i>A row is added</i> at place p of then c+1, and
 * none falls out: v'_t = v_t up to t = p, and |v'_(t+1) - v_t| ≤ Lη from t = p on. So the sum grows
 * by v_p and an error of at most (c - p + 1)Lη, and the average moves by at most |v_p - v̄| /(c+1)
 * + Lη(c - p + 1)/(c+1), where |v_p - v̄| ≤ Lη(c+1)/2 because v_t is within |t - p|Lη of v_p: below
 * 3/2 Lη in all. <i>If the phase was full</i>, its last row falls out: the sum changes by v_p - v_c
 * and an error of at most (c - p)Lη, both at most cLη, and the average by at most 2Lη. A phase
 * without rows returns where it started, as does one with a single row.
 *
 * <p>That was for real numbers. With W weights, steps in double precision differ from the exact
 * ones by at most 8(W + 64)u(Λ + Lη), Λ the radius of the ball: the score is a sum of at most W
 * products of size Λ, its error is at most doubled by the gradient's slope since ηβ ≤ 1, and the
 * length for the projection is again a sum of W. At most {@link #most} steps are taken, so two runs
 * drift apart by at most twice as many of these errors; the running average adds at most one more
 * each. The average is then rounded to a grid, which moves each by at most half the root of W. The
 * code adds all of this to the sensitivity.
 *
 * <p><i>Samples with replacement</i> are drawn without the rows and have as many places as there
 * are rows, whose number must be public. A replaced row is in at most {@code copies} places;
 * replaced in one place after the other, it moves the averages of the phases in each step as above.
 * So the average of a phase moves by at most {@code copies} times as much, and where the places are
 * in several phases, the squares of their numbers add up to no more than that of their sum. ∎
 *
 * <p><b>Sampling.</b> {@link NoisyIntegerSum}; coins and keys are uniform bits.
 *
 * <p><b>Source.</b> Feldman, Koren and Talwar (2020) for the phases; Bassily, Guzmán and Menart
 * (2021), Algorithm 2, for generalized linear losses; any of them that {@link MarginLoss} can
 * describe. We depart from them: rows choose their phase by coins, so that adding a row moves no
 * other; the noise is that of exact Gaussian DP.
 */
final class PhasedDescent {

  /** Steps are 4^-12 of the first then, and further rows would change nothing. */
  private static final int PHASES = 12;

  /** Integers that the average is rounded to: as fine as this over the sensitivity, or Λ/2^58. */
  private static final double FINEST = 0x1p22;

  private static final double LARGEST_NOISE = 0x1p36;

  /** Radius of the ball that weights stay in, Λ. */
  private static final double RADIUS = 1;

  private final BoundedDataset data;
  private final double rows;
  private final double mu;
  private final int copies;
  private final int outputs;
  private final int weights;
  private final double constant;
  private final double step;
  private final MarginLink link;
  private final double lipschitz;

  /**
   * @param margin over the radius of the ball and the length of rows, both of which are one here
   * @param rows the nominal number of rows: declared, public or bought
   * @param mu infinity for no noise
   */
  PhasedDescent(BoundedDataset data, MarginLoss loss, double margin, double rows, double mu) {
    this(data, loss, margin, rows, mu, /* copies= */ 0);
  }

  /**
   * @param copies the most places of a row in a sample with replacement; 0 for every row once
   */
  PhasedDescent(
      BoundedDataset data, MarginLoss loss, double margin, double rows, double mu, int copies) {
    this.data = data;
    this.rows = Math.max(1, rows);
    this.mu = mu;
    this.copies = copies;
    this.outputs = Shape.outputs(data.classes());
    this.weights = Math.multiplyExact(data.features() + 1, outputs);
    this.constant = data.gridIntercept();
    DeclaredLoss declared = DeclaredLoss.of(loss);
    this.lipschitz = MarginLink.lipschitz(declared, margin, data.classes());
    this.step =
        2
            * RADIUS
            / lipschitz
            * Math.min(4 / Math.sqrt(this.rows), mu / places() / (2 * Math.sqrt(weights)));
    this.link = MarginLink.of(declared, margin, 4 / step, data.classes());
  }

  LinearClassifier run(Randomness randomness, Progress progress) {
    Randomness ofTurns = randomness.stream("turns");
    PhaseAssignment turns =
        copies == 0
            ? PhaseAssignment.draw(data, PHASES, ofTurns)
            : PhaseAssignment.sample(data, PHASES, copies, ofTurns);
    double[] start = new double[weights];
    for (int phase = 1; phase <= PHASES; phase++) {
      double[] average = average(start, turns, phase); // private until the next line
      start = release(average, phase, randomness.stream("phase " + phase));
      progress.step(phase, PHASES);
    }
    return classifier(start);
  }

  /** Returns in how many places a row can be. */
  private int places() {
    return Math.max(1, copies);
  }

  double stepOf(int phase) {
    return step / Math.pow(4, phase);
  }

  /** Returns the most rows a phase takes: twice the expected number, and 64 for small tables. */
  private long most(int phase) {
    return (long) Math.min(Schema.MOST_ROWS, 2 * rows / Math.pow(2, phase)) + 64;
  }

  /** Returns the average of the weights before each step. */
  double[] average(double[] start, PhaseAssignment turns, int phase) {
    double length = stepOf(phase);
    double[] current = start.clone();
    double[] average = start.clone();
    double[] scores = new double[outputs];
    double[] pull = new double[outputs];
    int[] row = new int[data.features()];
    BoundedDataset.Block[] blocks = new BoundedDataset.Block[data.blocks()];
    int[] rowsInTurn = turns.of(phase, most(phase));
    for (int turn = 0; turn < rowsInTurn.length; turn++) {
      int number = turns.block(rowsInTurn[turn]);
      if (blocks[number] == null) { // rows come in random order: read a block once, not per row
        blocks[number] = data.block(number);
      }
      // v_1 was counted to begin with; every further one moves the mean a little.
      for (int i = 0; turn > 0 && i < weights; i++) {
        average[i] += (current[i] - average[i]) / (turn + 1);
      }
      int place = turns.place(rowsInTurn[turn]);
      move(current, blocks[number], place, length, row, scores, pull);
    }
    return average;
  }

  private void move(
      double[] current,
      BoundedDataset.Block block,
      int number,
      double length,
      int[] row,
      double[] scores,
      double[] pull) {
    double size =
        // Rounded up, so that the unit row has length at most one, as MarginLink needs.
        Math.sqrt(block.squaredNorm(number) + constant * constant) * (1 + 8 * Rounding.UNIT);
    if (size == 0) {
      return; // a row of zeros pulls nowhere
    }
    block.copyTo(number, row);
    Arrays.fill(scores, 0);
    for (int j = 0; j < row.length; j++) {
      for (int k = 0; row[j] != 0 && k < outputs; k++) {
        scores[k] += row[j] * current[j * outputs + k];
      }
    }
    for (int k = 0; k < outputs; k++) {
      scores[k] = (scores[k] + constant * current[row.length * outputs + k]) / size;
    }
    link.gradient(block.label(number), scores, pull);
    for (int k = 0; k < outputs; k++) {
      pull[k] *= -length / size; // against the gradient, and z = row/size once more
    }
    for (int j = 0; j < row.length; j++) {
      for (int k = 0; row[j] != 0 && k < outputs; k++) {
        current[j * outputs + k] += row[j] * pull[k];
      }
    }
    for (int k = 0; k < outputs; k++) {
      current[row.length * outputs + k] += constant * pull[k];
    }
    project(current); // to a convex set: no distance grows
  }

  private static void project(double[] vector) {
    double length = Margins.length(vector);
    for (int i = 0; length > RADIUS && i < vector.length; i++) {
      vector[i] *= RADIUS / length;
    }
  }

  /** Returns how far neighbors move the average of a phase, before it is rounded to a grid. */
  double sensitivity(int phase) {
    double move = lipschitz * stepOf(phase); // Lη
    // One step in doubles against one in real numbers: last paragraph of the proof.
    double error = 8 * (weights + 64.0) * Rounding.UNIT * (RADIUS + move);
    // Two runs, each with an error per step in the weights and one in the running average.
    return (places() * 2 * move + 4 * (most(phase) + 1) * error) * Rounding.PRODUCT_UP;
  }

  double[] release(double[] average, int phase, Randomness randomness) {
    if (mu == Double.POSITIVE_INFINITY) {
      return average;
    }
    double sensitivity = sensitivity(phase);
    // Grid units in the sensitivity: fewer where the noise, resolution/μ units, would be slow.
    double resolution = Math.min(FINEST, LARGEST_NOISE * mu);
    // A power of two, so that quotients and products with it are exact.
    double grid =
        Math.scalb(1.0, 1 + Math.getExponent(Math.max(sensitivity / resolution, RADIUS * 0x1p-58)));
    long[] numbers = new long[weights];
    for (int i = 0; i < weights; i++) {
      // Cannot overflow: weights are at most Λ, a grid unit at least Λ/2^58.
      numbers[i] = (long) Math.rint(average[i] / grid);
    }
    // Rounding moves each of two vectors by at most √W/2. Rounds up: errs on the safe side.
    long moved =
        (long) Math.ceil(sensitivity / grid * Rounding.PRODUCT_UP + Math.sqrt(weights)) + 1;
    // 1/μ as in PhasedPlan: the noise and the event come from the same quotient.
    NoisyIntegerSum.of(Math.multiplyExact(moved, moved), 1 / mu).release(numbers, randomness);
    double[] released = new double[weights];
    for (int i = 0; i < weights; i++) {
      released[i] = numbers[i] * grid;
    }
    project(released); // post-processing
    return released;
  }

  private LinearClassifier classifier(double[] trained) {
    int classes = data.classes();
    double[][] lines = new double[classes][data.features()];
    double[] biases = new double[classes];
    for (int k = 0; k < outputs; k++) {
      int line = outputs == 1 ? 1 : k;
      for (int j = 0; j < data.features(); j++) {
        lines[line][j] = trained[j * outputs + k];
      }
      biases[line] = trained[data.features() * outputs + k] * constant / BoundedDataset.GRID_RADIUS;
    }
    return LinearClassifier.of(data.schema(), lines, biases);
  }
}
