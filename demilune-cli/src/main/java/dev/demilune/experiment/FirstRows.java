// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.data.CellParser;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import java.util.List;

/** The first rows of a table, as a table. */
final class FirstRows implements Table {

  private final Table table;
  private long left;

  FirstRows(Table table, long most) {
    this.table = table;
    this.left = most;
  }

  @Override
  public boolean next() {
    return left-- > 0 && table.next();
  }

  @Override
  public String source() {
    return table.source();
  }

  @Override
  public String labelSource() {
    return table.labelSource();
  }

  @Override
  public Layout layout() {
    return table.layout();
  }

  @Override
  public List<String> columns() {
    return table.columns();
  }

  @Override
  public boolean labeled() {
    return table.labeled();
  }

  @Override
  public long line() {
    return table.line();
  }

  @Override
  public int cells() {
    return table.cells();
  }

  @Override
  public int column(int i) {
    return table.column(i);
  }

  @Override
  public double number(int i) {
    return table.number(i);
  }

  @Override
  public long whole(int i, long fallback) {
    return table.whole(i, fallback);
  }

  @Override
  public double parse(int i, CellParser parser) {
    return table.parse(i, parser);
  }

  @Override
  public int find(int i, Vocabulary values) {
    return table.find(i, values);
  }

  @Override
  public boolean missing(int i, Vocabulary texts) {
    return table.missing(i, texts);
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
