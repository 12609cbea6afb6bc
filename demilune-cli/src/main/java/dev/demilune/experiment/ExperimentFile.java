// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.experiment.Experiment.AxisStyle;
import dev.demilune.experiment.Experiment.Curve;
import dev.demilune.experiment.Experiment.Published;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads experiments: those that come with the program by their name, others from a YAML file. */
public final class ExperimentFile {

  private static final Set<String> REQUIRED =
      Set.of("title", "x", "y", "values", "seeds", "parameters", "curves");
  private static final Set<String> OPTIONAL =
      Set.of("source", "published", "claim", "differs", "quick");

  private final String name;
  private final boolean quick;
  private final Map<String, Yaml> top;

  private ExperimentFile(String name, boolean quick, Yaml root) {
    this.name = name;
    this.quick = quick;
    this.top = root.map(REQUIRED, OPTIONAL);
  }

  /** Returns the names of the experiments that come with the program. */
  public static List<String> shipped() {
    return resource("index.txt").lines().filter(line -> !line.isBlank()).toList();
  }

  /**
   * Reads an experiment.
   *
   * @param nameOrFile one that comes with the program, or a file that ends in .yaml
   * @param quick whether its rough form is meant
   * @throws IllegalArgumentException if there is no experiment of that name
   * @throws DemiluneException with file and line if something is wrong with it
   */
  public static Experiment read(String nameOrFile, boolean quick) {
    if (shipped().contains(nameOrFile)) {
      return parse(nameOrFile, resource(nameOrFile + ".yaml"), nameOrFile + ".yaml", quick);
    }
    if (!nameOrFile.endsWith(".yaml") && !nameOrFile.endsWith(".yml")) {
      throw new IllegalArgumentException(
          "there is no experiment '"
              + nameOrFile
              + "', and a file of your own must end in .yaml"
              + Yaml.meant(nameOrFile, shipped()));
    }
    Path file = Path.of(nameOrFile);
    try {
      String base = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
      if (!base.matches("[A-Za-z0-9][A-Za-z0-9_.-]*") || base.equals(ExperimentIndex.NAME)) {
        throw new DemiluneException(
            nameOrFile
                + ": results are named after the file; use letters, digits and hyphens, and another"
                + " name than index");
      }
      return parse(base, Files.readString(file), nameOrFile, quick);
    } catch (NoSuchFileException e) {
      throw new DemiluneException(nameOrFile + ": there is no such file; check the path", e);
    } catch (CharacterCodingException e) {
      throw new DemiluneException(nameOrFile + ": the text is not UTF-8; convert it", e);
    } catch (IOException e) {
      throw new DemiluneException(nameOrFile + ": the file cannot be read; check the path", e);
    }
  }

  private static String resource(String file) {
    try (InputStream in = ExperimentFile.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Experiment parse(String name, String yaml, String source, boolean quick) {
    return new ExperimentFile(name, quick, Yaml.parse(yaml, source)).experiment();
  }

  private Experiment experiment() {
    Map<String, Yaml> rough =
        top.containsKey("quick")
            ? top.get("quick")
                .map(Set.of(), Set.of("values", "seeds", "parameters", "curves", "note"))
            : Map.of();
    Map<String, Yaml> used = new HashMap<>(top);
    if (quick) {
      rough.forEach((key, value) -> used.put(key, value));
    }
    Map<String, Yaml> horizontal =
        top.get("x").map(Set.of("parameter", "title"), Set.of("scale", "range"));
    String x = horizontal.get("parameter").text();
    requireParameter(x, horizontal.get("parameter"));
    Map<String, String> base = parameters(top.get("parameters"));
    if (quick && rough.containsKey("parameters")) {
      base.putAll(parameters(rough.get("parameters")));
    }
    List<String> values = values(used.get("values"), x);
    List<Published> published = published();
    Experiment experiment =
        new Experiment(
            name,
            top.get("title").text(),
            text("source"),
            x,
            values,
            seeds(used.get("seeds")),
            quick,
            quick && rough.containsKey("note") ? rough.get("note").text() : "",
            axis(horizontal),
            axis(top.get("y").map(Set.of("title"), Set.of("scale", "range"))),
            curves(base, quick && rough.containsKey("curves") ? rough.get("curves") : null),
            published,
            Optional.ofNullable(top.get("claim")).map(node -> Claim.read(node, names())),
            text("differs"));
    check(experiment);
    return experiment;
  }

  private String text(String key) {
    return top.containsKey(key) ? top.get(key).text() : "";
  }

  /** The names that conditions may use. */
  private List<String> names() {
    List<String> names = new ArrayList<>(top.get("curves").map().keySet());
    if (top.containsKey("published")) {
      names.addAll(top.get("published").map().keySet());
    }
    return names;
  }

  private static int seeds(Yaml node) {
    double seeds = node.number();
    if (!(seeds >= 1 && seeds <= 1000 && seeds == Math.rint(seeds))) {
      throw node.fault("seeds must be a whole number from 1 to 1000");
    }
    return (int) seeds;
  }

  private static List<String> values(Yaml node, String x) {
    List<String> values = new ArrayList<>();
    double last = Double.NEGATIVE_INFINITY;
    for (Yaml value : node.list()) {
      double number = value.number();
      if (!(number > last)) {
        throw value.fault("the values of " + x + " must rise");
      }
      last = number;
      values.add(value.text());
    }
    return values;
  }

  private static AxisStyle axis(Map<String, Yaml> entries) {
    Yaml scale = entries.get("scale");
    if (scale != null && !List.of("linear", "logarithmic").contains(scale.text())) {
      throw scale.fault("scale must be linear or logarithmic");
    }
    boolean logarithmic = scale != null && scale.text().equals("logarithmic");
    List<Double> ends = List.of();
    if (entries.containsKey("range")) {
      Yaml range = entries.get("range");
      ends = range.list().stream().map(Yaml::number).toList();
      boolean sound = ends.size() == 2 && ends.get(0) < ends.get(1);
      if (!sound || (logarithmic && !(ends.get(0) > 0))) {
        throw range.fault("range must be [low, high], above 0 on a logarithmic axis");
      }
    }
    return new AxisStyle(entries.get("title").text(), logarithmic, ends);
  }

  private Map<String, String> parameters(Yaml node) {
    Map<String, String> parameters = new LinkedHashMap<>();
    node.map()
        .forEach(
            (key, value) -> {
              if (key.equals("set")) {
                value.map().forEach((k, v) -> parameters.put(Parameters.SETTING + k, v.text()));
                return;
              }
              if (!key.equals("measure")) {
                requireParameter(key, value);
              }
              parameters.put(key, String.join(",", value.list().stream().map(Yaml::text).toList()));
            });
    return parameters;
  }

  private static void requireParameter(String key, Yaml place) {
    List<String> known = new ArrayList<>(Measures.parameters());
    known.addAll(List.of("measure", "set"));
    if (!known.contains(key)) {
      throw place.fault(Yaml.unknown(key, known));
    }
  }

  private List<Curve> curves(Map<String, String> base, Yaml rough) {
    Map<String, Yaml> all = top.get("curves").map();
    Map<String, Yaml> changes = rough == null ? Map.of() : rough.map();
    changes.forEach(
        (curve, place) -> {
          if (!all.containsKey(curve)) {
            throw place.fault(Yaml.unknown(curve, List.copyOf(all.keySet())));
          }
        });
    List<Curve> curves = new ArrayList<>();
    all.forEach(
        (curve, node) -> {
          Map<String, String> parameters = new LinkedHashMap<>(base);
          parameters.putAll(parameters(node));
          if (changes.containsKey(curve)) {
            parameters.putAll(parameters(changes.get(curve)));
          }
          String measure = parameters.remove("measure");
          try {
            curves.add(
                new Curve(curve, Measures.named(measure == null ? "fit" : measure), parameters));
          } catch (IllegalArgumentException e) {
            throw node.fault(e.getMessage());
          }
        });
    return curves;
  }

  private List<Published> published() {
    List<Published> curves = new ArrayList<>();
    if (!top.containsKey("published")) {
      return curves;
    }
    top.get("published")
        .map()
        .forEach(
            (title, node) -> {
              Map<String, Yaml> entries = node.map(Set.of("values"), Set.of("beside"));
              String beside = entries.containsKey("beside") ? entries.get("beside").text() : "";
              List<String> measured = List.copyOf(top.get("curves").map().keySet());
              if (!beside.isEmpty() && !measured.contains(beside)) {
                throw entries.get("beside").fault(Yaml.unknown(beside, measured));
              }
              if (measured.contains(title)) {
                throw node.fault("'" + title + "' is the name of a measured curve already");
              }
              Map<String, Double> values = new LinkedHashMap<>();
              entries
                  .get("values")
                  .map()
                  .forEach((at, value) -> values.put(number(at, value), value.number()));
              curves.add(new Published(title, beside, values));
            });
    return curves;
  }

  private static String number(String at, Yaml place) {
    try {
      Parameters.number("what is before the colon", at);
      return at;
    } catch (IllegalArgumentException e) {
      throw place.fault(e.getMessage());
    }
  }

  /** Checks all cells, and reads no rows. */
  private void check(Experiment experiment) {
    for (int c = 0; c < experiment.curves().size(); c++) {
      Curve curve = experiment.curves().get(c);
      Yaml place = top.get("curves").map().get(curve.name());
      try {
        experiment
            .plan(c)
            .forEach(planned -> planned.cell().measure().check(planned.cell().parameters()));
      } catch (IllegalArgumentException | DemiluneException e) {
        throw place.fault("curve '" + curve.name() + "': " + e.getMessage());
      }
    }
  }
}
