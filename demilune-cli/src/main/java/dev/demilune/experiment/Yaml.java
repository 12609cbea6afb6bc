// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.schema.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A node of a YAML file that knows its line, for messages.
 *
 * <p>Scalars are read as written; nothing but text, lists and mappings is constructed, and anchors
 * are refused.
 */
final class Yaml {

  private static final int LONGEST = 1 << 20; // characters
  private static final int DEEPEST = 12;

  private final String source;
  private final Node node;

  private Yaml(String source, Node node) {
    this.source = source;
    this.node = node;
  }

  /**
   * Reads a text; the source is for messages.
   *
   * @throws DemiluneException with the line if it is not YAML
   */
  static Yaml parse(String text, String source) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source)
            .setCodePointLimit(LONGEST)
            .setMaxAliasesForCollections(0)
            .build();
    try {
      requireShallow(settings, text, source);
      Node root =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(() -> new DemiluneException(source + ": the file is empty"));
      return new Yaml(source, root);
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
      throw new DemiluneException(source + line + ": this is not valid YAML: " + e.getProblem(), e);
    } catch (YamlEngineException | IllegalArgumentException e) {
      throw new DemiluneException(source + ": this is not valid YAML, or too long", e);
    }
  }

  /** Composing recurses and parsing does not: what is nested beyond any use is refused before. */
  private static void requireShallow(LoadSettings settings, String text, String source) {
    int depth = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      depth +=
          event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
      if (depth > DEEPEST) {
        throw new DemiluneException(source + ": lists or mappings are nested too deeply");
      }
    }
  }

  /** Returns a fault at this node's line, to be thrown. */
  DemiluneException fault(String sentence) {
    return new DemiluneException(place() + ": " + sentence);
  }

  /** Returns file and line. */
  String place() {
    return source + node.getStartMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
  }

  boolean isMap() {
    return node instanceof MappingNode;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  String text() {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue().strip();
    }
    throw fault("a single value is needed here");
  }

  double number() {
    try {
      return Parameters.number("this value", text());
    } catch (IllegalArgumentException e) {
      throw fault(e.getMessage());
    }
  }

  /** Returns the elements of a list; one value is a list too. */
  List<Yaml> list() {
    List<Yaml> values = new ArrayList<>();
    if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(value -> values.add(new Yaml(source, value)));
    } else {
      values.add(this);
    }
    if (values.isEmpty()) {
      throw fault("the list is empty");
    }
    return values;
  }

  /** Returns the entries of a mapping, in order. */
  Map<String, Yaml> map() {
    if (!(node instanceof MappingNode mapping)) {
      throw fault("names and values are needed here, each as 'name: value'");
    }
    Map<String, Yaml> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Yaml key = new Yaml(source, tuple.getKeyNode());
      if (entries.put(key.text(), new Yaml(source, tuple.getValueNode())) != null) {
        throw key.fault("'" + key.text() + "' is here twice");
      }
    }
    return entries;
  }

  /** Returns the entries of a mapping, which must have the first names and may have the others. */
  Map<String, Yaml> map(Set<String> required, Set<String> optional) {
    Map<String, Yaml> entries = map();
    List<String> known = new ArrayList<>(required);
    known.addAll(optional);
    known.sort(null);
    entries.forEach(
        (name, value) -> {
          if (!known.contains(name)) {
            throw value.fault(unknown(name, known));
          }
        });
    required.stream()
        .sorted()
        .filter(name -> !entries.containsKey(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw fault("'" + name + ":' is missing");
            });
    return entries;
  }

  /** Returns a sentence about a name that is not known. */
  static String unknown(String name, List<String> known) {
    return "'" + name + "' is not known here" + meant(name, known);
  }

  /** Returns the end of such a sentence: the name that is nearly the same, or all of them. */
  static String meant(String name, List<String> known) {
    return Spelling.almost(name, known)
        .map(meant -> ": did you mean '" + meant + "'?")
        .orElse("; known are " + String.join(", ", known));
  }
}
