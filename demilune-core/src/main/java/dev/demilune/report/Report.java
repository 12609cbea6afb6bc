// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.certificate.Answers;
import dev.demilune.certificate.AttackCurves;
import dev.demilune.certificate.CertificateDocument;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.evaluate.GroupAccuracy;
import dev.demilune.explain.Explanation;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Notice;
import dev.demilune.robust.RobustAccuracy;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One page about a model: its promise in plain words, what an attacker can still learn, what it
 * does with each column, its certificate in full and, where given, its numbers on public rows and
 * its ledger.
 *
 * <p>The page is a single HTML file that loads nothing ({@link Page}). It holds no time of its own:
 * the same model, rows and ledger give the same bytes.
 */
public final class Report {

  private final String title;
  private final SavedModel saved;
  private final Map<String, String> notes; // in order
  private Optional<Evaluation> evaluation = Optional.empty();
  private Optional<Baseline> baseline = Optional.empty();
  private Optional<GroupAccuracy> groups = Optional.empty();
  private Optional<RobustAccuracy> robustness = Optional.empty();
  private Optional<LedgerState> ledger = Optional.empty();
  private AttackCurves curves = new AttackCurves();

  private Report(String title, SavedModel saved, Map<String, String> notes) {
    this.title = Objects.requireNonNull(title, "title");
    this.saved = Objects.requireNonNull(saved, "saved");
    this.notes = new LinkedHashMap<>(notes);
  }

  /** Starts a page about a model. */
  public static Report of(String title, SavedModel saved) {
    return new Report(title, saved, Map.of());
  }

  private Report copy() {
    Report copy = new Report(title, saved, notes);
    copy.evaluation = evaluation;
    copy.baseline = baseline;
    copy.groups = groups;
    copy.robustness = robustness;
    copy.ledger = ledger;
    copy.curves = curves;
    return copy;
  }

  /** Returns a copy with one more line, such as the fingerprint of the file. */
  public Report withNote(String name, String value) {
    Report copy = copy();
    copy.notes.put(name, value);
    return copy;
  }

  /** Returns a copy with metrics, calibration and confusion matrix on public rows. */
  public Report withEvaluation(Evaluation measured) {
    Report copy = copy();
    copy.evaluation = Optional.of(measured);
    return copy;
  }

  /** Returns a copy that compares with another model on the same public rows. */
  public Report withBaseline(Baseline other) {
    Report copy = copy();
    copy.baseline = Optional.of(other);
    return copy;
  }

  /** Returns a copy with accuracy by group of the same public rows. */
  public Report withGroups(GroupAccuracy measured) {
    Report copy = copy();
    copy.groups = Optional.of(measured);
    return copy;
  }

  /** Returns a copy with the curve of robust accuracy against radius. */
  public Report withRobustness(RobustAccuracy measured) {
    Report copy = copy();
    copy.robustness = Optional.of(measured);
    return copy;
  }

  /** Returns a copy with the ledger of the table. */
  public Report withLedger(LedgerState state) {
    Report copy = copy();
    copy.ledger = Optional.of(state);
    return copy;
  }

  /** Returns a copy that takes attackers' curves from those kept for many pages; no other page. */
  public Report withCurves(AttackCurves kept) {
    Report copy = copy();
    copy.curves = Objects.requireNonNull(kept, "kept");
    return copy;
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
        .forEach(notice -> page.warning(notice.level().word() + ": " + notice.text()));
    saved.certificate().ifPresent(certificate -> promise(page, certificate));
    evaluation.ifPresent(numbers -> page.section("How good it is", scores(numbers)));
    robustness.ifPresent(curve -> page.section("Robustness", RobustnessSection.html(curve)));
    page.section("What each column does", ExplanationSection.html(Explanation.of(saved.model())));
    String entry = saved.certificate().map(Certificate::entryHash).orElse("");
    ledger.ifPresent(state -> page.section("What was spent", LedgerSection.html(state, entry)));
    saved
        .certificate()
        .ifPresent(
            certificate -> page.section("Certificate", CertificateSection.html(certificate)));
    return page.section("Model", ModelSection.html(saved.model(), notes));
  }

  private void promise(Page page, Certificate certificate) {
    CertificateDocument document =
        CertificateDocument.of(saved, "", Answers.none(), Optional.empty(), curves);
    page.section("In plain words", PromiseSection.html(certificate, document))
        .section("What was protected, what was public", PublicSection.html(document))
        .section(
            "What an attacker could still learn",
            AttackerSection.provisos(certificate)
                + AttackerSection.html(document.bounds(), certificate.adjacency()))
        .script(Script.UPLOT)
        .script(Script.ATTACKER);
  }

  private String scores(Evaluation numbers) {
    return ScoresSection.html(numbers, baseline)
        + CalibrationSection.html(numbers)
        + ConfusionSection.html(numbers)
        + groups.map(GroupSection::html).orElse("");
  }
}
