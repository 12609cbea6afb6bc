// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;

/**
 * The minima of the penalized losses of each class against the others, or of the second class
 * against the first if there are two.
 */
final class OneAgainstRest {

  // With the noise off: close to a plain support vector machine.
  private static final double NOISELESS_REGULARIZATION = 1;

  private final BoundedDataset data;
  private final FadingHinge loss;
  private final double regularization;
  private final int problems;

  OneAgainstRest(BoundedDataset data, FadingHinge loss, double regularization) {
    this.data = data;
    this.loss = loss;
    this.regularization = regularization;
    this.problems = Shape.outputs(data.classes());
  }

  /** Returns the number of weights of one minimum. */
  int dimension() {
    return data.features() + 1;
  }

  /** Returns the number of weights of all minima. */
  int entries() {
    return problems * dimension();
  }

  /** Returns a length of the gradient that the search always reaches; see the class named. */
  double tolerance(long mostRows, double tiltLength) {
    return CertifiedMinimum.tolerance(data, loss, regularization, mostRows, tiltLength);
  }

  double[] withoutTilt(int problem, TiltedMinimum.Objective objective) {
    return objective.minimum(new double[dimension()]);
  }

  /**
   * Returns weights within tolerance over λ of each minimum.
   *
   * @param minimum of each objective, with whatever linear term is added to its loss and penalty
   */
  double[][] find(double tolerance, Minimum minimum, Progress progress) {
    double[][] minima = new double[problems][];
    for (int k = 0; k < problems; k++) {
      minima[k] = minimum.of(k, new OneClass(problems == 1 ? 1 : k, tolerance));
      progress.step(k + 1, problems);
    }
    return minima;
  }

  /** How the minimum of one objective is found. */
  interface Minimum {
    double[] of(int problem, TiltedMinimum.Objective objective);
  }

  /** The penalized loss of one class against the others. */
  private final class OneClass implements TiltedMinimum.Objective {
    private final int positive;
    private final double tolerance;

    OneClass(int positive, double tolerance) {
      this.positive = positive;
      this.tolerance = tolerance;
    }

    @Override
    public double[] slope(double[] weights) {
      return tilted(new double[dimension()]).at(weights).gradient();
    }

    @Override
    public double[] minimum(double[] tilt) {
      return new CertifiedMinimum(tilted(tilt), tolerance).weights();
    }

    private PenalizedHinge tilted(double[] tilt) {
      return new PenalizedHinge(data, positive, loss, regularization, tilt);
    }
  }

  /** Returns the classifier of the minima; one alone speaks for the second of two classes. */
  LinearClassifier classifier(double[][] minima) {
    int features = data.features();
    double[][] weights = new double[data.classes()][features];
    double[] biases = new double[data.classes()];
    double constant = (double) data.gridIntercept() / BoundedDataset.GRID_RADIUS;
    for (int k = 0; k < problems; k++) {
      int row = problems == 1 ? 1 : k;
      System.arraycopy(minima[k], 0, weights[row], 0, features);
      biases[row] = constant * minima[k][features];
    }
    return LinearClassifier.of(data.schema(), weights, biases);
  }

  /**
   * Returns the classifier of the minima without any noise, for data that are public.
   *
   * @param regularization λ, or 0 for a weak penalty
   */
  static UnprotectedFit withoutNoise(BoundedDataset data, double regularization) {
    double lambda = regularization > 0 ? regularization : NOISELESS_REGULARIZATION;
    OneAgainstRest minima = new OneAgainstRest(data, FadingHinge.forPenalty(lambda), lambda);
    double tolerance = minima.tolerance(data.privateSize(), /* tiltLength= */ 0);
    return new UnprotectedFit(
        minima.classifier(minima.find(tolerance, minima::withoutTilt, Progress.NONE)));
  }
}
