// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.learn.PartScores;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.gradient.Center;
import dev.demilune.learn.gradient.ClippedDescent;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Part;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.util.List;
import java.util.Optional;

/**
 * Trains an additive model: ranks, encoding, center, whitening, descent, and back to shapes.
 *
 * <p>Rows enter through {@link AdditiveReleases} alone; every other line is post-processing of what
 * it returned.
 *
 * @param monotone columns beside those of the schema
 * @param fineHats whether numbers have fine hats beside the coarse ones
 * @param directions how many random directions of interactions
 * @param draw the public seed of the directions
 */
record AdditiveTraining(MonotoneColumns monotone, boolean fineHats, int directions, long draw) {

  private static final double RANKED = 0.75; // the rest of u is the place among the cells
  private static final double INTERACTION_WEIGHT = 1.2;
  private static final double LARGEST_CONSTANT = 0.25; // beside rows of length one
  private static final double LEAST_SPREAD = 0.02; // of squared lengths, after centering
  // Noise that steps leave in the score of a unit row: the more rows and budget, the more it pays
  // to go far.
  private static final double LEAST_SCORE_NOISE = 0.9;
  private static final double MOST_SCORE_NOISE = 1.2;
  private static final double USUAL_SIGNAL = 5_000;
  private static final double LARGEST_MOMENTUM = 0.9;

  // Work and memory: whitening takes a square for every row, and rows are stored.
  private static final double MOST_WORK = 0x1p35;
  private static final double MOST_STORED = 0x1p28;

  /** Returns how many features a row becomes. */
  int features(List<Part> parts) {
    return PartEncoding.width(parts, fineHats, directions);
  }

  /** Returns how many rows are trained on at most, or are expected to be in a sample. */
  static double mostRows(int features, boolean whitened) {
    return Math.min(whitened ? MOST_WORK / features : MOST_STORED, MOST_STORED) / features;
  }

  TrainedModel run(BoundedDataset data, AdditiveReleases releases, Progress progress) {
    List<Part> parts = monotone.of(data.schema().parts());
    Ranks[] ranks = releases.ranks(data);
    double[][] warps = new double[parts.size()][];
    for (int p = 0; p < warps.length; p++) {
      if (ranks[p] != null) {
        warps[p] = ranks[p].warp(releases.plan().ranks().isPresent() ? RANKED : 0);
      }
    }
    PartEncoding encoding =
        new PartEncoding(
            parts, warps, fineHats, Directions.draw(parts, directions, draw), INTERACTION_WEIGHT);
    int features = encoding.features();
    // Of public or released numbers alone: see step 6 of the proof of AdditiveReleases.
    double rate =
        Math.min(1, mostRows(features, releases.plan().moment().isPresent()) / releases.rows());
    Schema images = images(data.schema(), features);
    BoundedDataset encoded = releases.kept(data.throughCodes(images, encoding::map), rate);
    double expected = rate * releases.rows();
    int[] center = releases.center(encoded, expected);
    double length =
        Math.sqrt(
            Math.max(encoding.meanSquare(ranks) - Center.squaredLength(center), LEAST_SPREAD));
    Whitening whitening = releases.whitening(encoded, center, length, expected);
    BoundedDataset whitened = encoded.through(images, whitening.maps()).kept();

    double usual = Whitening.usualLength();
    double constantShare = Math.min(LARGEST_CONSTANT, 1 / Math.sqrt(whitening.squaredLength()));
    int constant = (int) (constantShare * usual);
    long clip = (long) Math.ceil(Math.sqrt(usual * usual + (double) constant * constant));
    ClippedDescent descent = releases.descent(expected);
    Optional<double[]> factors = descent.factors(data);
    double signal =
        releases.areNoisy()
            ? releases.plan().mu() * expected / data.adjacency().contributionsChanged()
            : Double.POSITIVE_INFINITY;
    double curvature = data.classes() == 2 ? 0.5 : Math.sqrt(0.5);
    double shorter = usual * usual / ((double) clip * clip);
    double spread =
        shorter * Math.max(largestVariance(whitening, features), constantShare * constantShare);
    double longest = 1 / (curvature * spread);
    double wanted = scoreNoise(signal) * signal / descent.steps();
    double stepSize = Math.min(wanted, longest);
    double momentum = Math.max(0, Math.min(LARGEST_MOMENTUM, 1 - longest / wanted));
    double[] weights =
        descent.weights(whitened, factors, constant, clip, stepSize, momentum, progress);
    int outputs = Shape.outputs(data.classes());
    StepNoise noise = new StepNoise(descent, stepSize, momentum, curvature * shorter / 2);
    AdditiveClassifier model =
        new ShapeReading(data.schema(), encoding, ranks, center, whitening)
            .model(weights, outputs, usual / clip, (double) constant / clip, noise);
    return descent.calibrated(
        data,
        model,
        counted -> new AdditiveScores(PartScores.of((AdditiveClassifier) counted)),
        factors);
  }

  private static double scoreNoise(double signal) {
    return Math.max(
        LEAST_SCORE_NOISE, Math.min(MOST_SCORE_NOISE, Math.sqrt(signal / USUAL_SIGNAL)));
  }

  private static double largestVariance(Whitening whitening, int features) {
    double largest = 0;
    for (int i = 0; i < features; i++) {
      largest = Math.max(largest, whitening.variance(i));
    }
    return largest;
  }

  /** The schema of encoded rows: plain vectors in the unit ball. */
  private static Schema images(Schema rows, int features) {
    SchemaBuilder images =
        Schema.vectors(features, rows.labels())
            .adjacency(rows.adjacency())
            .rows(RowBound.clip(1))
            .intercept(0);
    if (rows.expectedRows() > 0) {
      images.expectedRows(rows.expectedRows());
    }
    return images.build();
  }
}
