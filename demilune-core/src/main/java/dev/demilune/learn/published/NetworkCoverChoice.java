// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.OptionalDouble;

/**
 * The numbers of Bassily, Mohri and Suresh (2022), section 5: a choice from a cover of networks
 * with projected inputs of every layer. Here r = Λ = η = 1: rows and weight matrices of norm one,
 * and activations of slope one.
 */
public final class NetworkCoverChoice {

  private NetworkCoverChoice() {}

  /**
   * Returns the margin that a network can keep where a halfspace w keeps one: its units are w·x and
   * -w·x, carried through all layers and subtracted in the last, each matrix divided by √2 to have
   * norm one.
   */
  public static double marginOfHalfspace(double margin, int layers) {
    return margin * Math.pow(2, -layers / 2.0);
  }

  /**
   * Returns within which share products are to be kept: ρ/(4·2^(L-1)), so that outputs move ρ/2.
   */
  public static double distortion(int layers, double margin) {
    return margin / (4 * Math.pow(2, layers - 1.0));
  }

  /**
   * Returns k, for which a union over layers, units and rows, 7LNm vectors, fails with probability
   * at most β/2.
   */
  public static double directions(
      double rows, int layers, double units, double margin, double failure) {
    return JohnsonLindenstrauss.directions(
        distortion(layers, margin), failure / (14 * layers * units * rows));
  }

  /** Returns ln|C|: (L-1)kN + k weights, and radius ρ/(10·4^(L-1)√L) in each layer. */
  public static double logCover(double dimension, int layers, double units, double margin) {
    double radius = margin / (10 * Math.pow(4, layers - 1.0));
    double weights = (layers - 1) * dimension * units + dimension;
    return weights * Math.log1p(4 * Math.sqrt(layers) / radius);
  }

  /**
   * Returns what Theorem 5.1 says of the error, where some network keeps the margin on all rows; a
   * value of 1 or more says nothing. Constants derived here.
   *
   * <p><b>Proof.</b> That of the paper with its recursion summed up: projections move an output by
   * less than 2·2^(L-1)τ, the cover by 2√2/10 of the margin. Products of a column of weights with a
   * vector are kept within τ if the lengths of their sum and difference are. The exponential
   * mechanism makes 2 ln(4|C|/β)/(εm) errors at most but for β/4, and new rows add
   * √(ln(4|C|/β)/(2m)) but for β/4 (Hoeffding, and a union over the cover). ∎
   *
   * @param layers L, the last one included
   * @param units N in each of the others
   */
  public static double error(
      double rows,
      double features,
      int layers,
      double units,
      double margin,
      double failure,
      double epsilon) {
    double dimension =
        Math.min(Math.max(features, units), directions(rows, layers, units, margin, failure));
    double log = logCover(dimension, layers, units, margin) + Math.log(4 / failure);
    return Math.sqrt(log / (2 * rows)) + 2 * log / (epsilon * rows);
  }

  /** Returns from how many rows on that is at most an error; empty if it never is. */
  public static OptionalDouble rows(
      double features,
      int layers,
      double units,
      double margin,
      double error,
      double failure,
      double epsilon) {
    return LeastRows.from(
        m -> error(m, features, layers, units, margin, failure, epsilon) <= error);
  }
}
