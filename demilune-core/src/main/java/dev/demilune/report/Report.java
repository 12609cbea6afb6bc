// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.evaluate.Evaluation;
import dev.demilune.explain.Explanation;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Classifier;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Notice;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.schema.RowBound;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One page about a model: its certificate, its settings, what it does with each column as far as
 * that can be shown, and, where given, its accuracy.
 *
 * <p>The page is a single HTML file. It loads nothing and runs nothing (its content policy forbids
 * both), prints well, and escapes every text.
 *
 * @param title heading of the page
 * @param saved the model and its certificate
 * @param notes further lines, such as the name of the data, in order
 * @param evaluation metrics on public rows, if any
 * @param robustness robust accuracy on public rows, if any
 */
public record Report(
    String title,
    SavedModel saved,
    Map<String, String> notes,
    Optional<Evaluation> evaluation,
    Optional<RobustAccuracy> robustness) {

  public Report {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(saved, "saved");
    Objects.requireNonNull(evaluation, "evaluation");
    Objects.requireNonNull(robustness, "robustness");
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes)); // keeps the order
  }

  /** Starts a page about a model. */
  public static Report of(String title, SavedModel saved) {
    return new Report(title, saved, Map.of(), Optional.empty(), Optional.empty());
  }

  /** Returns a copy with one more line. */
  public Report withNote(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(notes);
    more.put(name, value);
    return new Report(title, saved, more, evaluation, robustness);
  }

  /** Returns a copy with accuracy and confusion matrix. */
  public Report withEvaluation(Evaluation measured) {
    return new Report(title, saved, notes, Optional.of(measured), robustness);
  }

  /** Returns a copy with the curve of robust accuracy against radius. */
  public Report withRobustness(RobustAccuracy measured) {
    return new Report(title, saved, notes, evaluation, Optional.of(measured));
  }

  /** Writes the page to a file, whole or not at all. */
  public void write(Path file) {
    page().write(file);
  }

  /** Returns the page. */
  public String toHtml() {
    return page().toHtml();
  }

  private Page page() {
    Page page = Page.titled(title).banner(saved.isPrivate(), saved.privacy());
    saved
        .certificate()
        .flatMap(certificate -> certificate.adjacency().warning())
        .ifPresent(warning -> page.banner(false, warning));
    Notice.of(saved.certificate(), saved.model().schema().expectedRows()).stream()
        .filter(notice -> notice.level() == Notice.Level.AMBER) // the first banner says the rest
        .forEach(notice -> page.banner(false, notice.level().word() + ": " + notice.text()));
    evaluation.ifPresent(numbers -> page.section(EvaluationSection.html(numbers)));
    robustness.ifPresent(numbers -> page.section(RobustnessSection.html(numbers)));
    page.section(ExplanationSection.html(Explanation.of(saved.model())));
    saved.certificate().ifPresent(certificate -> page.section(html(certificate)));
    return page.section(html(saved.model()));
  }

  private static String html(Certificate certificate) {
    StringBuilder section =
        new StringBuilder("<section>\n<h2>Certificate</h2>\n<table class=\"pairs\">\n");
    section
        .append(Html.pair("Guarantee", certificate.guarantee().describe()))
        .append(Html.pair("Hidden is the effect of", certificate.adjacency().phrase()))
        .append(Html.pair("Learner", certificate.learner()));
    certificate.settings().forEach((name, value) -> section.append(Html.pair(name, value)));
    section
        .append(Html.pair("Mechanism", certificate.event()))
        .append(Html.pair("Priced by", certificate.accountant()))
        .append(Html.pair("Charged", certificate.charge()))
        .append(Html.pair("Ledger", certificate.ledger()))
        .append(Html.pair("Purpose", certificate.purpose()))
        .append(Html.pair("Randomness", certificate.randomness()))
        .append(Html.pair("Arithmetic", certificate.arithmetic()));
    certificate.circumstances().forEach((name, value) -> section.append(Html.pair(name, value)));
    section.append("</table>\n");
    if (!certificate.chain().isEmpty()) {
      section.append("<h3>The model as published depends on</h3>\n<ol>\n");
      certificate
          .links()
          .forEach(
              link ->
                  section.append("<li>").append(Html.escape(link.toString())).append("</li>\n"));
      section.append("</ol>\n<p>Together: " + Html.escape(certificate.together()) + ".</p>\n");
      certificate
          .chain()
          .notes()
          .forEach(note -> section.append("<p>Note: " + Html.escape(note) + ".</p>\n"));
    }
    section.append("<h3>It relies on</h3>\n<ul>\n");
    certificate
        .reliesOn()
        .forEach(line -> section.append("<li>").append(Html.escape(line)).append("</li>\n"));
    section.append("</ul>\n");
    if (!certificate.edits().isEmpty()) {
      section.append("<h3>Edited after training</h3>\n<ul>\n");
      certificate
          .edits()
          .forEach(line -> section.append("<li>").append(Html.escape(line)).append("</li>\n"));
      section.append("</ul>\n<p>" + Html.escape(Certificate.EDITED) + "</p>\n");
    }
    return section.append("</section>\n").toString();
  }

  private String html(Classifier model) {
    RowBound bound = model.schema().rowBound();
    StringBuilder section =
        new StringBuilder("<section>\n<h2>Model</h2>\n<table class=\"pairs\">\n");
    section
        .append(Html.pair("Kind", model.kind()))
        .append(Html.pair("Features", Html.count(model.schema().features())))
        .append(Html.pair("Classes", Html.count(model.labels().size())))
        .append(
            Html.pair(
                "Rows",
                model instanceof AdditiveClassifier
                    ? "scored as they are"
                    : bound.rule() == RowBound.Rule.SCALE
                        ? "scaled to length one"
                        : "clipped to length " + bound.norm()));
    notes.forEach((name, value) -> section.append(Html.pair(name, value)));
    return section.append("</table>\n</section>\n").toString();
  }
}
