// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

/**
 * Random frequencies whose inner products with a vector take O(log n) time each: scaled rows of
 * sign-Hadamard products.
 *
 * <p>Let n be the number of inputs padded to a power of two, at least 64. A block of n frequencies
 * is diag(r)·S with S = n^(-3/2)·H·D₁·H·D₂·H·D₃: H is the Walsh-Hadamard matrix and the D are
 * diagonals of random signs. S is orthogonal, its rows point in nearly uniform directions, and the
 * norms r are drawn from the kernel's law in n dimensions; the first d coordinates of such a vector
 * follow the law in d dimensions. Orthogonal directions approximate a kernel better than
 * independent ones, and the norm of a block is the norm of its longest frequency: no singular value
 * has to be computed.
 *
 * <p>Sign-Hadamard products in few dimensions have few directions; hence the minimum of 64.
 *
 * <p><b>Source.</b> Yu, Suresh, Choromanski, Holtmann-Rice and Kumar (2016), structured orthogonal
 * random features. We depart from them: norms are random, as in their orthogonal features, instead
 * of all √n.
 */
final class Frequencies {

  private static final int SMALLEST_BLOCK = 64;

  private final int inputs;
  private final int size; // of a block: n
  private final double[] radii;
  private final double[][] signs; // three per block, in the order in which they are applied

  Frequencies(Kernel kernel, double width, int inputs, int count, long draw) {
    this(inputs, count, draw);
    PublicDraw lengths = new PublicDraw(draw, "lengths");
    for (int i = 0; i < count; i++) {
      radii[i] = kernel.radius(size, lengths) / width;
    }
  }

  private Frequencies(int inputs, int count, long draw) {
    this.inputs = inputs;
    // a power of two, as both are
    this.size = Math.max(SMALLEST_BLOCK, Hadamard.paddedSize(inputs));
    int blocks = (count - 1) / size + 1; // rounds up; the last block may be used in part
    PublicDraw directions = new PublicDraw(draw, "directions");
    signs = new double[3 * blocks][];
    for (int i = 0; i < signs.length; i++) {
      signs[i] = directions.signs(size);
    }
    radii = new double[count];
  }

  /** Returns frequencies of norm √n: the squares of a block's inner products add up to n|x|². */
  static Frequencies onSphere(int inputs, int count, long draw) {
    Frequencies frequencies = new Frequencies(inputs, count, draw);
    java.util.Arrays.fill(frequencies.radii, Math.sqrt(frequencies.size));
    return frequencies;
  }

  int count() {
    return radii.length;
  }

  /** Returns the number of frequencies in a block; the last block may have fewer. */
  int blockSize() {
    return size;
  }

  /** Returns the norm of a frequency in the padded dimensions, in radians per unit. */
  double radius(int i) {
    return radii[i];
  }

  /** Returns a scratch array for the calls below, for one thread. */
  double[] scratch() {
    return new double[size];
  }

  int inputs() {
    return inputs;
  }

  /** Returns what to multiply a sum of {@link #sums} by, for radians. */
  double factor(int i) {
    return normalizer() * radii[i];
  }

  /** Writes the inner products of all frequencies with a vector, in radians. */
  void apply(double[] vector, double[] into, double[] scratch) {
    double scale = normalizer();
    for (int start = 0, block = 0; start < radii.length; start += size, block++) {
      sums(block, vector, scratch);
      int end = Math.min(size, radii.length - start); // the last block may have fewer
      for (int i = 0; i < end; i++) {
        into[start + i] = scale * radii[start + i] * scratch[i];
      }
    }
  }

  /** Writes the sums of a block: H·D₁·H·D₂·H·D₃ times a vector. */
  void sums(int block, double[] vector, double[] into) {
    double[] first = signs[3 * block];
    for (int j = 0; j < inputs; j++) {
      into[j] = first[j] * vector[j]; // D₃, applied first
    }
    // padding: the transform before left it nonzero
    java.util.Arrays.fill(into, inputs, size, 0);
    Hadamard.transform(into);
    multiply(into, signs[3 * block + 1]);
    Hadamard.transform(into);
    multiply(into, signs[3 * block + 2]);
    Hadamard.transform(into);
  }

  /**
   * Writes the sums of a block for several rows of integers, laid out as in {@link RowTransforms}.
   *
   * @param columns one array for each input
   * @param into one array for each frequency of the block
   * @param negative of {@link #negative}
   */
  void sums(
      int block,
      int[][] columns,
      int[][] into,
      int rows,
      int[][] negative,
      RowTransforms transforms) {
    for (int j = 0; j < inputs; j++) {
      System.arraycopy(columns[j], 0, into[j], 0, rows);
    }
    for (int j = inputs; j < size; j++) {
      java.util.Arrays.fill(into[j], 0, rows, 0);
    }
    for (int i = 0; i < 3; i++) {
      transforms.transform(into, rows, negative[3 * block + i]);
    }
  }

  /** Returns -1 where a sign is negative and else 0, for all transforms. */
  int[][] negative() {
    int[][] negative = new int[signs.length][size];
    for (int i = 0; i < signs.length; i++) {
      for (int j = 0; j < size; j++) {
        negative[i][j] = signs[i][j] < 0 ? -1 : 0;
      }
    }
    return negative;
  }

  /** Writes the sum of all frequencies, each times its coefficient: the transpose of the above. */
  void transpose(double[] coefficients, double[] into, double[] scratch) {
    double scale = normalizer();
    java.util.Arrays.fill(into, 0, inputs, 0);
    for (int start = 0, block = 0; start < radii.length; start += size, block++) {
      int end = Math.min(size, radii.length - start);
      for (int i = 0; i < end; i++) {
        scratch[i] = scale * radii[start + i] * coefficients[start + i];
      }
      // frequencies that were not drawn contribute nothing
      java.util.Arrays.fill(scratch, end, size, 0);
      Hadamard.transform(scratch);
      // the factors in reverse order: H and D are symmetric
      multiply(scratch, signs[3 * block + 2]);
      Hadamard.transform(scratch);
      multiply(scratch, signs[3 * block + 1]);
      Hadamard.transform(scratch);
      double[] first = signs[3 * block];
      for (int j = 0; j < inputs; j++) {
        into[j] += first[j] * scratch[j];
      }
    }
  }

  private double normalizer() {
    return 1 / (size * Math.sqrt(size)); // one 1/√n for each H
  }

  private static void multiply(double[] vector, double[] by) {
    for (int i = 0; i < vector.length; i++) {
      vector[i] *= by[i];
    }
  }
}
