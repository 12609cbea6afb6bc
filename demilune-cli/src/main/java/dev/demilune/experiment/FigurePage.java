// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.data.AtomicFile;
import dev.demilune.experiment.Condition.Finding;
import dev.demilune.experiment.Experiment.Curve;
import dev.demilune.experiment.Experiment.Published;
import dev.demilune.experiment.Results.Point;
import dev.demilune.report.Page;
import dev.demilune.report.SweepChart;
import dev.demilune.report.TableSection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What an experiment leaves behind: its results as CSV, its figure as SVG, and a page about both as
 * Markdown and as HTML. The same results give the same bytes.
 */
final class FigurePage {

  private static final List<String> FORMS = List.of(".csv", ".svg", ".md", ".html");
  private static final String QUICK = " --quick";

  private final Results results;
  private final Experiment experiment;
  private final List<Finding> findings;
  private final SweepChart chart;

  FigurePage(Results results) {
    this.results = results;
    this.experiment = results.experiment();
    this.findings = experiment.claim().map(claim -> claim.test(results)).orElse(List.of());
    this.chart = new Figure(results).chart();
  }

  /** Returns the one sentence about the claim; empty if there is no claim. */
  String sentence() {
    return experiment.claim().map(claim -> claim.sentence(findings, experiment.quick())).orElse("");
  }

  private String tolerances() {
    return experiment.claim().map(Claim::tolerances).orElse("");
  }

  /** Writes the four files. */
  void write(Path folder) {
    write(folder.resolve(experiment.name() + ".csv"), results.csv());
    write(folder.resolve(experiment.name() + ".svg"), chart.svg());
    write(folder.resolve(experiment.name() + ".md"), markdown());
    write(folder.resolve(experiment.name() + ".html"), html());
  }

  /**
   * Refuses a folder where the files of an experiment would replace something else, or rough
   * results full ones.
   *
   * @throws DemiluneException if so
   */
  static void check(Path folder, Experiment experiment) {
    Path results = folder.resolve(experiment.name() + ".csv");
    Path page = folder.resolve(experiment.name() + ".md");
    boolean ours = beginning(results).startsWith(Results.HEAD);
    for (String form : FORMS) {
      Path file = folder.resolve(experiment.name() + form);
      // The CSV is written first: without it, the others are somebody else's.
      boolean known = ours && (!file.equals(page) || says(page, command(experiment.name())));
      if (Files.exists(file) && !known) {
        throw new DemiluneException(
            file + " is no result of this experiment and would be replaced; choose another --out");
      }
    }
    String rough = command(experiment.name()) + QUICK;
    if (experiment.quick() && Files.exists(page) && !says(page, rough)) {
      throw new DemiluneException(
          page
              + " has the full results, which --quick would replace by rough ones; choose another"
              + " --out");
    }
  }

  private static String beginning(Path file) {
    if (!Files.exists(file)) {
      return "";
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(Results.HEAD.length()), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // a folder, for one
    }
  }

  /** Whether a line of a page begins like this. */
  private static boolean says(Path page, String text) {
    if (!Files.exists(page)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(page, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.startsWith(text));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  static void write(Path path, String text) {
    try (AtomicFile file = AtomicFile.create(path)) {
      file.write(text.getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }

  String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add("# " + experiment.title());
    lines.add("");
    if (!sentence().isEmpty()) {
      lines.add("**" + sentence() + "**");
      lines.add("");
    }
    if (!experiment.source().isEmpty()) {
      lines.add("Source: " + experiment.source() + ".");
      lines.add("");
    }
    lines.add("![" + experiment.title() + "](" + experiment.name() + ".svg)");
    lines.add("");
    lines.add(explanation() + " ([CSV](" + experiment.name() + ".csv))");
    lines.add("");
    lines.add(row(head()));
    lines.add(row(Collections.nCopies(head().size(), "---")));
    rows().forEach(cells -> lines.add(row(cells)));
    if (!findings.isEmpty()) {
      lines.add("");
      lines.add("## The rule");
      lines.add("");
      lines.add("The claim counts as reproduced if all of these hold for the means.");
      lines.add("");
      lines.add(row(List.of("condition", "holds", "found")));
      lines.add(row(List.of("---", "---", "---")));
      conditions().forEach(cells -> lines.add(row(cells)));
      if (!tolerances().isEmpty()) {
        lines.add("");
        lines.add(tolerances());
      }
    }
    if (!experiment.differs().isEmpty()) {
      lines.add("");
      lines.add("## What differs and why");
      lines.add("");
      lines.add(experiment.differs());
    }
    lines.add("");
    lines.add("## Run it");
    lines.add("");
    lines.add("```sh");
    lines.add(command());
    lines.add("```");
    return String.join("\n", lines) + "\n";
  }

  private String command() {
    return command(experiment.name()) + (experiment.quick() ? QUICK : "");
  }

  private static String command(String name) {
    return "demilune experiment " + name;
  }

  private static String row(List<String> cells) {
    return "| "
        + String.join(" | ", cells.stream().map(c -> c.replace("|", "\\|")).toList())
        + " |";
  }

  private String html() {
    Page page = Page.titled(experiment.title());
    if (!sentence().isEmpty()) {
      boolean good = findings.stream().allMatch(f -> f.holds() || !f.tested());
      page.banner(good, sentence());
    }
    if (!experiment.source().isEmpty()) {
      page.text("Source: " + experiment.source() + ".");
    }
    chart.addTo(page);
    page.text(explanation());
    new TableSection("Results", head(), rows()).addTo(page);
    if (!findings.isEmpty()) {
      Map<String, String> rule = new LinkedHashMap<>();
      conditions().forEach(cells -> rule.put(cells.get(0), cells.get(1) + ": " + cells.get(2)));
      page.section("The rule: reproduced if all of these hold for the means", rule);
      if (!tolerances().isEmpty()) {
        page.text(tolerances());
      }
    }
    if (!experiment.differs().isEmpty()) {
      page.text("What differs and why: " + experiment.differs());
    }
    page.text("Run it: " + command());
    return page.toHtml();
  }

  private String explanation() {
    String what = experiment.vertical().title();
    return what.substring(0, 1).toUpperCase(Locale.ROOT)
        + what.substring(1)
        + " against "
        + experiment.horizontal().title()
        + (experiment.isFormula()
            ? ", computed from formulas: nothing is trained or measured here."
            : experiment.seeds() == 1
                ? ", one run each."
                : ": mean and, in brackets, standard deviation over "
                    + experiment.seeds()
                    + " runs.")
        + (experiment.quick()
            ? " This is the rough form: fewer values, runs or rows than the full one."
            : "")
        + (experiment.rough().isEmpty() ? "" : " " + experiment.rough());
  }

  private List<String> head() {
    List<String> head = new ArrayList<>(List.of(experiment.horizontal().title()));
    experiment.curves().forEach(curve -> head.add(curve.name()));
    experiment.published().forEach(curve -> head.add(curve.name() + ", published"));
    return head;
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (double x : results.axis()) {
      List<String> cells = new ArrayList<>(List.of(Numbers.shown(x)));
      for (Curve curve : experiment.curves()) {
        cells.add(cell(curve.name(), x));
      }
      for (Published curve : experiment.published()) {
        OptionalDouble value = results.mean(curve.name(), x);
        cells.add(value.isPresent() ? Numbers.shown(value.getAsDouble()) : "");
      }
      rows.add(cells);
    }
    return rows;
  }

  private String cell(String curve, double x) {
    if (experiment.values().stream().noneMatch(v -> Parameters.number("", v) == x)) {
      return "";
    }
    Point point = results.point(curve, x);
    if (point.runs() == 0) {
      return "refused";
    }
    return Numbers.shown(point.mean())
        + (point.runs() > 1 ? " (" + Numbers.shown(point.deviation(), 2) + ")" : "");
  }

  private List<List<String>> conditions() {
    return findings.stream()
        .map(
            finding ->
                List.of(
                    finding.condition().words(),
                    finding.tested() ? finding.holds() ? "yes" : "no" : "not tested",
                    finding.found()))
        .toList();
  }
}
