// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The public, ordered list of class names: at least two, distinct.
 *
 * <p>Any other label counts as the one with index {@code other}; when that is -1, a row with such a
 * label counts as the first class in training and as unlabeled in evaluation.
 */
public record LabelSet(List<String> names, int other) {
  /** The largest number of classes. */
  public static final int MAX_SIZE = 65_536;

  public LabelSet {
    names = List.copyOf(names);
    if (names.size() < 2 || names.size() > MAX_SIZE) {
      throw new IllegalArgumentException(
          "labels must be between 2 and " + MAX_SIZE + ", got " + names.size());
    }
    if (names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException("labels must be distinct, got " + names);
    }
    if (other < -1 || other >= names.size()) {
      throw new IllegalArgumentException("other must be -1 or a label's index, got " + other);
    }
  }

  public LabelSet(List<String> names) {
    this(names, -1);
  }

  public static LabelSet of(String... names) {
    return new LabelSet(List.of(names), -1);
  }

  /** Returns the labels; any label that is not listed counts as {@code other}. */
  public static LabelSet withOther(String other, String... names) {
    List<String> all = new ArrayList<>(Arrays.asList(names));
    if (!all.contains(other)) {
      all.add(other);
    }
    return new LabelSet(all, all.indexOf(other));
  }

  /** Returns the labels "0", "1", ... up to {@code count - 1}. */
  public static LabelSet numbered(int count) {
    return new LabelSet(IntStream.range(0, count).mapToObj(Integer::toString).toList(), -1);
  }

  public int size() {
    return names.size();
  }

  public String name(int index) {
    return names.get(index);
  }
}
