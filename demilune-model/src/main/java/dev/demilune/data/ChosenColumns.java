// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A table with named columns without those that are not asked for; moves with the table. */
public final class ChosenColumns implements Table {

  private final Table table;
  private final int[] places;
  private final List<String> columns;

  private ChosenColumns(Table table, int[] places) {
    this.table = table;
    this.places = places;
    columns = IntStream.of(places).mapToObj(table.columns()::get).toList();
  }

  /** Returns the table itself if all its columns are asked for. */
  public static Table of(Table table, Set<String> wanted) {
    int[] places =
        IntStream.range(0, table.columns().size())
            .filter(i -> wanted.contains(table.columns().get(i)))
            .toArray();
    return places.length == table.columns().size() ? table : new ChosenColumns(table, places);
  }

  @Override
  public String source() {
    return table.source();
  }

  @Override
  public Layout layout() {
    return table.layout();
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public boolean labeled() {
    return table.labeled();
  }

  @Override
  public boolean next() {
    return table.next();
  }

  @Override
  public long line() {
    return table.line();
  }

  @Override
  public int cells() {
    return places.length;
  }

  @Override
  public int column(int i) {
    return i;
  }

  @Override
  public double number(int i) {
    return table.number(places[i]);
  }

  @Override
  public long whole(int i, long fallback) {
    return table.whole(places[i], fallback);
  }

  @Override
  public double parse(int i, CellParser parser) {
    return table.parse(places[i], parser);
  }

  @Override
  public int find(int i, Vocabulary values) {
    return table.find(places[i], values);
  }

  @Override
  public boolean missing(int i, Vocabulary texts) {
    return table.missing(places[i], texts);
  }

  @Override
  public int label(Vocabulary values) {
    return table.label(values);
  }

  @Override
  public void close() {
    table.close();
  }
}
