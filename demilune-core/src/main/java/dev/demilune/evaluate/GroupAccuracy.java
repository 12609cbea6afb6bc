// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.model.Classifier;
import dev.demilune.model.LabeledRows;
import dev.demilune.schema.Column;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accuracy by the values of one column of public rows. It depends on these rows and is a release of
 * them.
 *
 * @param column that names the groups
 * @param groups the largest first
 */
public record GroupAccuracy(String column, List<Group> groups) {

  /** More are no groups, but rows under other names. */
  public static final int MOST_GROUPS = 50;

  /**
   * One group.
   *
   * @param name the text of its cells; empty where they are
   * @param rows of the group
   * @param accuracy the share predicted right, with its interval: wide where rows are few
   */
  public record Group(String name, long rows, Measured accuracy) {}

  public GroupAccuracy {
    groups = List.copyOf(groups);
  }

  /**
   * Reads rows that the user declares public; the caller closes the table.
   *
   * @throws DemiluneException if the table does not have the column, if it has more than {@value
   *     #MOST_GROUPS} values, or a row has no known label
   */
  public static GroupAccuracy onPublic(Classifier classifier, CsvReader table, String column) {
    int place = place(classifier, table, column);
    LabeledRows labeled = LabeledRows.of(classifier.schema(), table);
    double[] scores = new double[classifier.labels().size()];
    Map<String, long[]> counts = new TreeMap<>(); // rows, and those predicted right
    while (labeled.next()) {
      long[] count = counts.computeIfAbsent(table.text(place).strip(), name -> new long[2]);
      if (counts.size() > MOST_GROUPS) {
        throw new DemiluneException(
            table.source()
                + ":"
                + table.line()
                + ": column '"
                + column
                + "' has more than "
                + MOST_GROUPS
                + " values: name a column with fewer groups");
      }
      count[0]++;
      count[1] += classifier.predict(labeled.row(), scores) == labeled.row().label() ? 1 : 0;
    }
    return new GroupAccuracy(
        column,
        counts.entrySet().stream()
            .map(
                entry ->
                    new Group(
                        entry.getKey(),
                        entry.getValue()[0],
                        Measured.share(entry.getValue()[1], entry.getValue()[0])))
            .sorted(Comparator.comparingLong(Group::rows).reversed())
            .toList());
  }

  private static int place(Classifier classifier, CsvReader table, String column) {
    List<String> names =
        table.layout() == Table.Layout.NAMED
            ? table.columns()
            : classifier.schema().fileColumns().stream().map(Column::name).toList();
    if (!names.contains(column)) {
      throw new DemiluneException(
          table.source()
              + ": there is no column '"
              + column
              + "'; name one of "
              + String.join(", ", names));
    }
    return names.indexOf(column);
  }
}
