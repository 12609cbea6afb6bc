// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema.file;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.data.NumberFormat;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ChainLink;
import dev.demilune.schema.Learned;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import dev.demilune.schema.SchemaException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
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
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads a schema from a YAML file; {@link Schema} and docs/schema.md describe the format.
 *
 * <p>Scalars are read as written, so a category {@code no} is the text "no". Only text is
 * constructed, and anchors are refused.
 */
public final class SchemaFile {
  private static final int LONGEST = 1 << 24; // characters: room for some 500,000 columns

  private static final int DEEPEST = 4; // settings, columns, a column, its values
  private static final Set<String> LEARNED_TEXTS = Set.of("release", "expected-rows", "seal");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");

  private final SchemaBuilder builder = SchemaBuilder.ofColumns();

  private final Set<String> expected = new HashSet<>(); // rows or persons
  private Optional<String> person = Optional.empty();
  private Optional<String> rowsPerPerson = Optional.empty();
  private Optional<String> decimal = Optional.empty();
  private Optional<String> thousands = Optional.empty();

  private SchemaFile() {}

  /**
   * Reads a YAML file.
   *
   * @throws SchemaException with all its faults and their lines
   */
  public static Schema read(Path file) {
    return read(file, parts -> parts);
  }

  /**
   * Reads a YAML file and then applies changes from elsewhere, such as a command line: {@code
   * read(file, builder -> builder.adjacency(REPLACE_ONE))}.
   *
   * @throws SchemaException with all faults of both
   */
  public static Schema read(Path file, UnaryOperator<SchemaBuilder> changes) {
    String source = file.toString();
    try {
      if (Files.isRegularFile(file) && Files.size(file) > 4L * LONGEST) {
        throw only(source, "the file is too long for a schema; check the path");
      }
      return parse(Files.readString(file), source, changes);
    } catch (NoSuchFileException e) {
      throw only(source, "there is no such file; check the path");
    } catch (CharacterCodingException e) {
      throw only(source, "the text is not UTF-8; convert the file to UTF-8");
    } catch (IOException e) {
      throw only(source, "the file cannot be read; check that it is a readable schema file");
    }
  }

  /**
   * Reads the text of a YAML file; the source is for messages.
   *
   * @throws SchemaException with all its faults and their lines
   */
  public static Schema parse(String yaml, String source) {
    return parse(yaml, source, parts -> parts);
  }

  private static Schema parse(String yaml, String source, UnaryOperator<SchemaBuilder> changes) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source)
            .setCodePointLimit(LONGEST)
            .setMaxAliasesForCollections(0)
            .build();
    Optional<Node> root = compose(settings, yaml, source);
    if (root.isEmpty() || !(root.get() instanceof MappingNode mapping)) {
      throw only(source, "the file must hold 'adjacency:', 'columns:' and other settings");
    }
    SchemaFile reader = new SchemaFile();
    reader.settings(mapping);
    return changes.apply(reader.builder.at("")).build(source);
  }

  private static Optional<Node> compose(LoadSettings settings, String yaml, String source) {
    try {
      if (depth(settings, yaml) > DEEPEST) {
        throw only(source, "brackets or lists are nested too deeply for a schema");
      }
      return new Composer(settings, parser(settings, yaml)).getSingleNode();
    } catch (MarkedYamlEngineException e) {
      String line =
          e.getProblemMark().map(mark -> "line " + (mark.getLine() + 1) + ": ").orElse("");
      throw only(source, line + "this is not valid YAML: " + e.getProblem());
    } catch (YamlEngineException | IllegalArgumentException e) {
      // The latter: an escape such as "\\UF0000000" that is not a character.
      throw only(source, "this is not valid YAML, or too long");
    }
  }

  private static Parser parser(LoadSettings settings, String yaml) {
    return new ParserImpl(settings, new StreamReader(settings, new StringReader(yaml)));
  }

  /** Returns the nesting depth of collections, without recursion; composing recurses. */
  private static int depth(LoadSettings settings, String yaml) {
    int depth = 0;
    int deepest = 0;
    Parser events = parser(settings, yaml);
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof CollectionStartEvent) {
        depth++;
        deepest = Math.max(deepest, depth);
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
      if (deepest > DEEPEST) {
        break;
      }
    }
    return deepest;
  }

  private static SchemaException only(String source, String fault) {
    return new SchemaException(source, List.of(fault));
  }

  private void settings(MappingNode root) {
    Set<String> seen = new HashSet<>();
    for (NodeTuple tuple : root.getValue()) {
      String key = key(tuple, seen);
      Node value = tuple.getValueNode();
      if (key == null) {
        continue;
      }
      if (key.equals("columns")) {
        columns(value);
        continue;
      }
      if (key.equals("learned")) {
        learned(value);
        continue;
      }
      if (key.equals("cross")) {
        crosses(value);
        continue;
      }
      if (key.equals("missing-values")) {
        missingValues(value);
        continue;
      }
      String text = text(key, value);
      if (text != null) {
        setting(key, text);
      }
    }
    builder.at("");
    if (decimal.isPresent() || thousands.isPresent()) {
      NumberFormat format = numberFormat(decimal, thousands, "the file");
      if (format != null) {
        builder.numberFormat(format);
      }
    }
    persons();
    if (!seen.contains("columns")) {
      builder.fault("'columns:' is missing: list the columns of the file");
    }
  }

  private void setting(String key, String text) {
    switch (key) {
      case "adjacency" -> adjacency(text);
      case "rows" -> rows(text);
      case "numbers" -> numbers(text);
      case "intercept" -> {
        Double constant = text.equals("none") ? Double.valueOf(0) : number(text);
        if (constant == null) {
          builder.fault("intercept must be a number or none");
        } else {
          builder.intercept(constant);
        }
      }
      case "expected-rows", "expected-persons" -> {
        expected.add(key);
        if (text.matches("[0-9]{1,18}")) {
          builder.expectedRows(Long.parseLong(text));
        } else {
          builder.fault(key + " must be a whole number of at least 1");
        }
      }
      case "person" -> person = Optional.of(text);
      case "rows-per-person" -> rowsPerPerson = Optional.of(text);
      case "header" -> {
        if (text.equals("false")) {
          builder.withoutHeader();
        } else if (!text.equals("true")) {
          builder.fault("header must be true or false");
        }
      }
      case "delimiter" -> {
        String character = text.equals("tab") ? "\t" : text;
        if (character.length() == 1) {
          builder.delimiter(character.charAt(0));
        } else {
          builder.fault("delimiter must be one character in quotes, or tab");
        }
      }
      case "decimal" -> decimal = Optional.of(text);
      case "thousands" -> thousands = Optional.of(text);
      default ->
          builder.fault(
              "'"
                  + key
                  + "' is not a setting; known are adjacency, rows, numbers, intercept,"
                  + " expected-rows, person, rows-per-person, expected-persons, header, delimiter,"
                  + " decimal, thousands, missing-values, cross, learned, columns");
    }
  }

  /** The column and the bound go together. */
  private void persons() {
    if (expected.contains(person.isPresent() ? "expected-rows" : "expected-persons")) {
      builder.fault(
          person.isPresent()
              ? "with person: it is persons that count: declare expected-persons, not expected-rows"
              : "expected-persons needs person:, the column that says whose row it is");
    }
    if (person.isEmpty() && rowsPerPerson.isPresent()) {
      builder.fault("rows-per-person needs person:, the column that says whose row it is");
    } else if (person.isPresent() && rowsPerPerson.isEmpty()) {
      builder.fault(
          "person: needs rows-per-person:, how many rows of one person are used at most, say 10");
      builder.person(person.get(), 1); // given, if not in full: no other fault follows from it
    } else if (person.isPresent()) {
      boolean whole = rowsPerPerson.get().matches("[0-9]{1,9}");
      if (!whole) {
        builder.fault("rows-per-person must be a whole number of at least 1");
      }
      builder.person(person.get(), whole ? Integer.parseInt(rowsPerPerson.get()) : 1);
    }
  }

  private void adjacency(String text) {
    for (Adjacency adjacency : Adjacency.values()) {
      if (text.equals(adjacency.name().toLowerCase(Locale.ROOT).replace('_', '-'))) {
        builder.adjacency(adjacency);
        return;
      }
    }
    builder.fault(
        "adjacency must be add-or-remove-one, replace-one, replace-label or, with person:,"
            + " add-or-remove-person");
    builder.adjacency(
        Adjacency.ADD_OR_REMOVE_ONE); // given, if wrongly: do not report it as missing too
  }

  private void rows(String text) {
    String[] words = text.split(" +", -1);
    Double norm = words.length == 2 && words[0].equals("clip") ? number(words[1]) : null;
    if (norm != null && norm > 0 && norm < Double.POSITIVE_INFINITY) {
      builder.rows(RowBound.clip(norm));
    } else if (!text.equals("scale")) {
      builder.fault("rows must be scale, or clip and a length such as clip 2.5");
    }
  }

  private void numbers(String text) {
    for (NumberScale scale : NumberScale.values()) {
      if (text.equals(scale.text())) {
        builder.numbersTo(scale);
        return;
      }
    }
    builder.fault("numbers must be -1..1 or 0..1");
  }

  private void columns(Node node) {
    if (!(node instanceof MappingNode mapping)) {
      builder.fault("'columns:' must list columns as 'name: kind', one per line");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String name = key(tuple, seen);
      if (name == null) {
        continue;
      }
      if (tuple.getValueNode() instanceof MappingNode values) {
        new ColumnYaml(this, name).listed(values);
      } else {
        String text = text(name, tuple.getValueNode());
        if (text != null) {
          new ColumnYaml(this, name).plain(text);
        }
      }
    }
  }

  /** Reads [a, b] or [[a, b], [a, c]]. */
  private void crosses(Node node) {
    boolean several =
        node instanceof SequenceNode all
            && !all.getValue().isEmpty()
            && all.getValue().stream().allMatch(SequenceNode.class::isInstance);
    List<Node> crosses = several ? ((SequenceNode) node).getValue() : List.of(node);
    for (Node cross : crosses) {
      place(cross);
      List<String> names = list("cross", cross);
      if (names == null) {
        builder.fault("cross must name columns in brackets, [a, b] or [[a, b], [a, c]]");
        return;
      }
      builder.cross(names.toArray(String[]::new));
    }
  }

  /** Reads the block that {@code schema learn} wrote: texts only, the release as JSON. */
  private void learned(Node node) {
    Map<String, String> texts = new HashMap<>();
    List<String> names = List.of();
    Set<String> seen = new HashSet<>();
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        String key = key(tuple, seen);
        if ("columns".equals(key)) {
          names = list(key, tuple.getValueNode());
        } else if (key != null) {
          texts.put(key, text(key, tuple.getValueNode()));
        }
      }
    }
    place(node);
    try {
      if (names != null && texts.keySet().equals(LEARNED_TEXTS) && !texts.containsValue(null)) {
        builder.learned(
            new Learned(
                ChainLink.fromJson(JsonParser.parseString(texts.get("release"))),
                names,
                Boolean.parseBoolean(texts.get("expected-rows")),
                texts.get("seal")));
        return;
      }
    } catch (DemiluneException | IllegalArgumentException | JsonParseException damaged) {
      // whatever it is, the same has to be done about it
    }
    builder.fault(
        "'learned:' says what was paid for this schema and is damaged: restore it as 'schema learn'"
            + " wrote it");
  }

  private void missingValues(Node node) {
    List<String> texts = list("missing-values", node);
    if (texts == null) {
      builder.fault("missing-values must be in brackets, say [\"\", NA, \"?\"]");
    } else {
      builder.missingValues(texts.toArray(String[]::new));
    }
  }

  /** Returns the format of numbers, or null after a fault. */
  NumberFormat numberFormat(Optional<String> point, Optional<String> groups, String of) {
    String decimalText = point.orElse(".");
    String groupText = groups.filter(text -> !text.equals("none")).orElse("\0");
    if (decimalText.length() == 1
        && groupText.length() == 1
        && NumberFormat.valid(decimalText.charAt(0), groupText.charAt(0))) {
      return new NumberFormat(decimalText.charAt(0), groupText.charAt(0));
    }
    builder.fault(
        of
            + " needs decimal: \".\" or \",\", and as thousands another of \".\" \",\" \" \" \"'\""
            + " \"_\", or none");
    return null;
  }

  /** Returns the texts of a list in brackets; null if it is none. */
  List<String> list(String what, Node node) {
    if (!(node instanceof SequenceNode sequence)) {
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (Node value : sequence.getValue()) {
      String text = text(what, value);
      if (text == null) {
        return null;
      }
      texts.add(text);
    }
    return texts;
  }

  SchemaBuilder builder() {
    return builder;
  }

  /** Returns a key and sets its line for faults; null after a fault. */
  String key(NodeTuple tuple, Set<String> seen) {
    place(tuple.getKeyNode());
    String key = text("a key", tuple.getKeyNode());
    if (key != null && !seen.add(key)) {
      builder.fault("'" + key + "' is there twice");
      return null;
    }
    return key;
  }

  /** Returns a scalar's text as written; null after a fault. */
  String text(String what, Node node) {
    if (node.getAnchor().isPresent()) {
      builder.fault("'" + what + "' uses an anchor; write the value out");
    } else if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    } else {
      builder.fault("'" + what + "' must be a single word or number");
    }
    return null;
  }

  void place(Node node) {
    builder.at(node.getStartMark().map(m -> "line " + (m.getLine() + 1) + ": ").orElse(""));
  }

  /** Returns the number written in decimal, or null. */
  static Double number(String text) {
    return DECIMAL.matcher(text).matches() ? Double.valueOf(text) : null;
  }
}
