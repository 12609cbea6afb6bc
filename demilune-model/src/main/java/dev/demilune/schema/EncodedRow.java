// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.util.Arrays;

/**
 * A reusable sparse row of encoded features in the user's units, before its norm is bounded:
 * strictly increasing indices, finite nonzero values, and the label's index or -1. Rows of named
 * columns have their {@link Part}s beside the features.
 *
 * <p>Raw values become an encoded row by their schema only: {@link Schema#encode} for a record in
 * memory, {@link RowEncoder} for a table.
 *
 * <p>Values are cleaned when they are added, so that no later arithmetic overflows, underflows or
 * sees a NaN: NaN and magnitudes below 1e-100 count as 0, magnitudes above 1e100 as 1e100.
 */
public final class EncodedRow {
  private static final double LARGEST = 1e100; // squares of up to 2^24 of them sum to below 1e208
  private static final double SMALLEST = 1e-100;

  private int[] indices = new int[16];
  private double[] values = new double[16];
  private int size;
  private int label = -1;
  private double squares;
  private double[] parts = new double[0];
  private int partCount;
  private long[] integers = new long[0]; // of integer columns, in order
  private int integerCount;

  /** Creates an empty row. */
  public EncodedRow() {}

  /** Clears the row and sets its label, -1 for none. */
  public void start(int newLabel) {
    size = 0;
    squares = 0;
    partCount = 0;
    integerCount = 0;
    label = newLabel;
  }

  /** Appends a feature; indices must increase. Zeros are skipped. */
  public void add(int index, double value) {
    if (index < 0 || (size > 0 && index <= indices[size - 1])) {
      throw new IllegalArgumentException("index must increase, got " + index);
    }
    double magnitude = Math.abs(value);
    if (!(magnitude >= SMALLEST)) { // written so that NaN counts as zero
      return;
    }
    double clean = Math.copySign(Math.min(magnitude, LARGEST), value);
    if (size == indices.length) {
      indices = Arrays.copyOf(indices, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    indices[size] = index;
    values[size] = clean;
    size++;
    squares += clean * clean;
  }

  /** Appends the value of the schema's next {@link Part}. */
  public void addPart(double value) {
    if (partCount == parts.length) {
      parts = Arrays.copyOf(parts, Math.max(16, 2 * partCount));
    }
    parts[partCount++] = value;
  }

  /** Returns the number of parts: those of the schema, or 0 for a plain vector. */
  public int parts() {
    return partCount;
  }

  /** Returns the value of a part: a position, or the index of a choice. */
  public double part(int i) {
    return parts[i];
  }

  /** Appends the exact integer of the next integer column. */
  void addInteger(long value) {
    if (integerCount == integers.length) {
      integers = Arrays.copyOf(integers, 2 * integerCount + 1);
    }
    integers[integerCount++] = value;
  }

  /** Returns how many columns the schema declares as integers. */
  public int integers() {
    return integerCount;
  }

  /** Returns the exact integer of the k-th such column, within its declared range. */
  public long integer(int k) {
    return integers[k];
  }

  /** Returns the number of nonzero features. */
  public int size() {
    return size;
  }

  /** Returns the feature of the i-th value. */
  public int index(int i) {
    return indices[i];
  }

  /** Returns the i-th nonzero value. */
  public double value(int i) {
    return values[i];
  }

  /** Returns the index of the row's label, or -1. */
  public int label() {
    return label;
  }

  /** Returns the Euclidean norm of the features. */
  public double norm() {
    return Math.sqrt(squares);
  }
}
