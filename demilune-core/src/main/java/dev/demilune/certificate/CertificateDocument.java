// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.EventJson;
import dev.demilune.model.Classifier;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.ChainLink;
import dev.demilune.schema.Schema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All that a reader outside wants to know of a model's privacy, on one page or in one JSON object;
 * docs/certificate.schema.json describes the latter.
 *
 * <p>Everything is derived from the model file: the same file gives the same document.
 */
public final class CertificateDocument {

  /** Enough digits to convert; rounded up, on the safe side. */
  private static final MathContext DIGITS = new MathContext(9, RoundingMode.CEILING);

  private final Certificate certificate;
  private final Classifier model;
  private final String fingerprint;
  private final Answers answers;
  private final Optional<AuditResult> audit;
  private final AttackBounds bounds;

  private CertificateDocument(
      Certificate certificate,
      Classifier model,
      String fingerprint,
      Answers answers,
      Optional<AuditResult> audit,
      AttackBounds bounds) {
    this.certificate = certificate;
    this.model = model;
    this.fingerprint = fingerprint;
    this.answers = answers;
    this.audit = audit;
    this.bounds = bounds;
  }

  /**
   * Returns the document of a model.
   *
   * @param fingerprint SHA-256 of the model file
   * @param answers what people say of it
   * @param audit the result of an attack that was tried, if any
   * @throws DemiluneException if the model has no certificate
   */
  public static CertificateDocument of(
      SavedModel saved, String fingerprint, Answers answers, Optional<AuditResult> audit) {
    return of(saved, fingerprint, answers, audit, new AttackCurves());
  }

  /** As before, with curves that are kept for other documents. */
  public static CertificateDocument of(
      SavedModel saved,
      String fingerprint,
      Answers answers,
      Optional<AuditResult> audit,
      AttackCurves curves) {
    Certificate certificate =
        saved
            .certificate()
            .orElseThrow(
                () ->
                    new DemiluneException(
                        "the model has no certificate: it was trained without privacy"));
    return new CertificateDocument(
        certificate, saved.model(), fingerprint, answers, audit, curves.of(certificate));
  }

  /** What is promised of all releases, or of the fit alone if they do not add up. */
  static Amount promised(Certificate certificate) {
    return certificate.total().orElse(Amount.of(certificate.guarantee()));
  }

  Certificate certificate() {
    return certificate;
  }

  Schema schema() {
    return model.schema();
  }

  Classifier model() {
    return model;
  }

  Answers answers() {
    return answers;
  }

  Optional<AuditResult> audit() {
    return audit;
  }

  String fingerprint() {
    return fingerprint;
  }

  /** What is promised of everything that the model depends on. */
  Amount promised() {
    return promised(certificate);
  }

  /** Returns bounds on what an attacker can achieve. */
  public AttackBounds bounds() {
    return bounds;
  }

  /** Returns whether every release had secure randomness. */
  public boolean isPrivate() {
    return certificate.chainIsPrivate();
  }

  /** Returns the promise in one line. */
  public String headline() {
    return headline(certificate);
  }

  static String headline(Certificate certificate) {
    return (certificate.chainIsPrivate()
            ? "Private: "
            : "NOT PRIVATE, the noise was seeded. With secure noise: ")
        + certificate.promise()
        + ".";
  }

  /** Returns the promise in plain words, one sentence each. */
  public List<String> promise() {
    return bounds.sentences(certificate);
  }

  /** Returns what one person can change. */
  public Adjacency adjacency() {
    return certificate.adjacency();
  }

  /** Returns who is protected, as a phrase. */
  public String unit() {
    return Exposure.unit(certificate);
  }

  /** Returns what the promise covers, one phrase each. */
  public List<String> covered() {
    return Exposure.covered(certificate.adjacency());
  }

  /** Returns what the promise does not cover: what it is, and what is to be said of it. */
  public Map<String, String> notCovered() {
    return Exposure.unprotected(this);
  }

  /** Returns every column with what it is and where that comes from. */
  public Map<String, String> columns() {
    return ColumnOrigins.of(schema());
  }

  /** Returns the document as one JSON object. */
  public JsonObject toJson() {
    return DocumentJson.of(this);
  }

  /** Returns the document as text. */
  public String toText() {
    return "Privacy certificate\n\n"
        + headline()
        + "\n\n"
        + String.join("\n", promise())
        + "\n"
        + sections().stream().map(Section::toText).collect(Collectors.joining());
  }

  /** Returns everything after the promise, in order. */
  public List<Section> sections() {
    return List.of(
        new Section("What is promised", parameters()),
        new Section("What the model depends on, with every price", releases()),
        new Section("How it was made", making()),
        new Section("Columns, and where their ranges come from", ColumnOrigins.of(schema())),
        new Section("What is not protected", Exposure.unprotected(this)),
        new Section("Whom and what this trusts", Exposure.trust(this)),
        new Section("Attacks that were tried", Exposure.attacks(this)),
        new Section("For people to fill in", toFillIn()));
  }

  private Map<String, String> parameters() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("Unit", Exposure.unit(certificate));
    lines.put("Neighboring tables", certificate.adjacency().phrase());
    lines.put("Epsilon", plain(promised().epsilon()));
    lines.put("Delta", promised().delta().signum() == 0 ? "0" : promised().delta().toString());
    lines.put("What delta means", deltaMeans());
    TightParameters tight = TightParameters.of(EventJson.parse(certificate.eventJson()));
    tight.mu().ifPresent(mu -> lines.put("Gaussian DP of the fit", "mu = " + up(mu)));
    lines.put(
        "zCDP of the fit",
        tight.rho().isPresent()
            ? "rho = " + up(tight.rho().getAsDouble())
            : "no rho is proved for this mechanism");
    lines.put("Bounds on attacks from", bounds.basis());
    return lines;
  }

  /** What δ allows, in words. */
  String deltaMeans() {
    if (promised().delta().signum() == 0) {
      return "there is none: the factor e^epsilon holds for every outcome";
    }
    String rows =
        schema().expectedRows() > 0
            ? " Times the expected number of "
                + Exposure.units(certificate)
                + " it is "
                + promised()
                    .delta()
                    .multiply(BigDecimal.valueOf(schema().expectedRows()))
                    .round(new MathContext(2, RoundingMode.CEILING))
                + ", and should be far below 1."
            : " It should be far below one in the number of " + Exposure.units(certificate) + ".";
    return "a probability that is left out of the promise: no set of outcomes is more likely by"
        + " more than the factor e^epsilon and this probability on top."
        + rows;
  }

  private Map<String, String> releases() {
    Map<String, String> lines = new LinkedHashMap<>();
    List<ChainLink> links = certificate.links();
    for (int i = 0; i < links.size(); i++) {
      ChainLink link = links.get(i);
      String number = (i + 1) + ". ";
      lines.put(
          number + link.kind().phrase(),
          link.guarantee().describe() + ", " + link.adjacency().phrase());
      lines.put(
          number + "charged",
          link.charged().describe()
              + (link.isRecorded() ? " to ledger '" + link.ledger() + "'" : ", in no ledger")
              + " for '"
              + link.purpose()
              + "'");
      if (link.isRecorded()) {
        lines.put(number + "entry", link.entryHash());
      }
      lines.put(number + "mechanism", link.mechanism());
      lines.put(number + "priced by", link.accountant());
    }
    lines.put("Together", certificate.together());
    lines.put(
        "Within the fit",
        "search for settings, private ranks and bins, calibration and a chosen threshold, where"
            + " there are any, are steps of the fit's own mechanism and of its one price");
    for (int i = 0; i < certificate.chain().notes().size(); i++) {
      lines.put("Note " + (i + 1), certificate.chain().notes().get(i));
    }
    return lines;
  }

  private Map<String, String> making() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("Learner", certificate.learner());
    certificate.settings().forEach((name, value) -> lines.put("Setting " + name, value));
    lines.put("Model", model.kind() + ", " + schema().features() + " features");
    lines.put("Model file", "sha256 " + fingerprint);
    lines.put("Randomness", certificate.randomness());
    lines.put("Arithmetic", certificate.arithmetic());
    certificate.circumstances().forEach((name, value) -> lines.put("Run: " + name, value));
    lines.put("Relies on", String.join("; ", certificate.reliesOn()));
    if (!certificate.edits().isEmpty()) {
      lines.put(
          "Edited after training",
          String.join("; ", certificate.edits()) + ". " + Certificate.EDITED);
    }
    return lines;
  }

  private Map<String, String> toFillIn() {
    Map<String, String> lines = new LinkedHashMap<>();
    for (String question : List.of("curator", "intended-use", "people", "access", "retention")) {
      lines.put(question, answers.to(question));
    }
    lines.put("Approved by, on", answers.or("author", "____________________"));
    return lines;
  }

  /** A parameter with nine digits, rounded up. */
  static BigDecimal up(double parameter) {
    return new BigDecimal(parameter).round(DIGITS).stripTrailingZeros();
  }

  private static String plain(BigDecimal value) {
    return Math.abs(value.scale()) <= 20 ? value.toPlainString() : value.toString();
  }
}
