// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Comments of a schema file on the origin of its contents.
 *
 * @param opening lines at the top
 * @param settings by the name of a setting, such as {@code adjacency}
 * @param columns by the name of a column
 */
public record SchemaNotes(
    List<String> opening, Map<String, String> settings, Map<String, String> columns) {

  public SchemaNotes {
    opening = List.copyOf(opening);
    settings = Map.copyOf(settings);
    columns = Map.copyOf(columns);
  }

  /** Returns no comments at all. */
  public static SchemaNotes none() {
    return new SchemaNotes(List.of(), Map.of(), Map.of());
  }

  /** Returns the same notes with one more line at the top. */
  public SchemaNotes opening(String line) {
    return new SchemaNotes(
        Stream.concat(opening.stream(), Stream.of(line)).toList(), settings, columns);
  }

  /** Returns the same notes with a comment on a setting. */
  public SchemaNotes setting(String name, String comment) {
    return new SchemaNotes(opening, with(settings, name, comment), columns);
  }

  /** Returns the same notes with a comment on a column. */
  public SchemaNotes column(String name, String comment) {
    return new SchemaNotes(opening, settings, with(columns, name, comment));
  }

  private static Map<String, String> with(Map<String, String> all, String name, String comment) {
    Map<String, String> more = new LinkedHashMap<>(all);
    more.put(name, comment);
    return more;
  }
}
