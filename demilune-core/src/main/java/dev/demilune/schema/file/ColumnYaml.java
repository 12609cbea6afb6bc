// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import dev.demilune.schema.SchemaBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** One column of a YAML schema. */
final class ColumnYaml {
  private static final String KINDS =
      "number low..high, integer low..high, {category: [...]}, {label: [...]} or ignore";

  private final SchemaFile file;
  private final SchemaBuilder builder;
  private final String name;

  ColumnYaml(SchemaFile file, String name) {
    this.file = file;
    this.builder = file.builder();
    this.name = name;
  }

  /** Reads "number 0..120", "number 0..120 default 40", the same with "integer", or "ignore". */
  void plain(String text) {
    String[] words = text.trim().split("\\s+", -1);
    if (text.trim().equals("ignore")) {
      builder.ignore(name);
      return;
    }
    boolean withDefault = words.length == 4 && words[2].equals("default");
    boolean whole = words[0].equals("integer");
    if (!(whole || words[0].equals("number")) || (words.length != 2 && !withDefault)) {
      builder.fault("column '" + name + "' must be " + KINDS);
      return;
    }
    int dots = words[1].indexOf("..");
    Double low = dots < 0 ? null : SchemaFile.number(words[1].substring(0, dots));
    Double high = dots < 0 ? null : SchemaFile.number(words[1].substring(dots + 2));
    Double fallback = withDefault ? SchemaFile.number(words[3]) : Double.valueOf(0);
    if (low == null || high == null || fallback == null) {
      builder.fault(
          "column '" + name + "' needs its range as " + words[0] + " low..high, say 0..120");
    } else if (whole && withDefault) {
      builder.integer(name, low, high, fallback);
    } else if (whole) {
      builder.integer(name, low, high);
    } else if (withDefault) {
      builder.number(name, low, high, fallback);
    } else {
      builder.number(name, low, high);
    }
  }

  /** Reads {category: [...], other: ...} or {label: [...], other: ...}. */
  void listed(MappingNode mapping) {
    Set<String> seen = new HashSet<>();
    String kind = null;
    List<String> values = null;
    String other = null;
    for (NodeTuple tuple : mapping.getValue()) {
      String key = file.key(tuple, seen);
      if (key == null) {
        return;
      }
      if (key.equals("other")) {
        other = file.text("other", tuple.getValueNode());
      } else if ((key.equals("category") || key.equals("label")) && kind == null) {
        kind = key;
        values = values(tuple.getValueNode());
      } else {
        builder.fault("column '" + name + "' must be " + KINDS);
        return;
      }
    }
    if (kind == null || values == null || (seen.contains("other") && other == null)) {
      builder.fault("column '" + name + "' needs its values in brackets, say [free, pro]");
      return;
    }
    String[] array = values.toArray(new String[0]);
    if (kind.equals("category") && other == null) {
      builder.category(name, array);
    } else if (kind.equals("category")) {
      builder.categoryWithOther(name, other, array);
    } else if (other == null) {
      builder.label(name, array);
    } else {
      builder.labelWithOther(name, other, array);
    }
  }

  private List<String> values(Node node) {
    if (!(node instanceof SequenceNode sequence)) {
      return null;
    }
    List<String> values = new ArrayList<>();
    for (Node value : sequence.getValue()) {
      String text = file.text(name, value);
      if (text == null) {
        return null;
      }
      values.add(text);
    }
    return values;
  }
}
