// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import dev.demilune.schema.Column;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Groups of consecutive features, for kernels that treat each group by itself.
 *
 * @param groups none for one group per column of the schema: a number is a group of one, a category
 *     a group of as many as it has values
 */
record FeatureGroups(List<Group> groups) {

  /**
   * One group.
   *
   * @param width of its kernel, 0 for the rule
   */
  record Group(int size, double width) {}

  static final FeatureGroups COLUMNS = new FeatureGroups(List.of());

  static final String RANGE =
      "columns, or sizes of consecutive groups, each with a width if wanted, such as 2:0.5,1,1:0.1";

  FeatureGroups {
    groups = List.copyOf(groups);
  }

  /** Reads the setting; null if it is none. */
  static FeatureGroups parse(String text) {
    if (text.equals("columns")) {
      return COLUMNS;
    }
    List<Group> groups = new ArrayList<>();
    for (String group : text.split(",", -1)) {
      String[] parts = group.split(":", -1);
      try {
        int size = Integer.parseInt(parts[0].strip());
        double width = parts.length == 1 ? 0 : Double.parseDouble(parts[1]);
        boolean right = parts.length == 1 || (parts.length == 2 && width >= 1e-3 && width <= 1e3);
        if (size < 1 || !right) {
          return null;
        }
        groups.add(new Group(size, width));
      } catch (NumberFormatException notANumber) {
        return null;
      }
    }
    return new FeatureGroups(groups);
  }

  String text() {
    return groups.isEmpty()
        ? "columns"
        : groups.stream()
            .map(group -> group.size + (group.width > 0 ? ":" + group.width : ""))
            .collect(Collectors.joining(","));
  }

  /** Returns how many features the groups have together; 0 if the schema says. */
  long features() {
    return groups.stream().mapToLong(Group::size).sum();
  }

  /** Returns the size of each group. */
  int[] sizes(Schema schema) {
    if (!groups.isEmpty()) {
      return groups.stream().mapToInt(Group::size).toArray();
    }
    if (schema.isVectors()) {
      int[] ones = new int[schema.features()];
      Arrays.fill(ones, 1);
      return ones;
    }
    return schema.columns().stream().mapToInt(Column::width).filter(size -> size > 0).toArray();
  }

  /** Returns the width of a group, where it has one. */
  double width(int group, double otherwise) {
    boolean own = group < groups.size() && groups.get(group).width > 0;
    return own ? groups.get(group).width : otherwise;
  }
}
