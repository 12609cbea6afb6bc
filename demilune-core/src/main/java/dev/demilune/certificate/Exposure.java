// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the promise does not cover, and whom and what it trusts; docs/limits.md says more. */
final class Exposure {

  static final String TIMING =
      "running time may depend on rows; train where an attacker cannot watch. Where a plan says that"
          + " its time is secret, no output tells it";

  static final String FLOATING_POINT =
      "sums are exact integers and noise is drawn from its exact law; where a learner computes what it"
          + " releases in floating point, the error is bounded, counted in the noise, and said among"
          + " what the promise relies on";

  static final String MEMORY =
      "rows are in the clear in memory, and so may be in swap space, core dumps and snapshots; a"
          + " machine that is copied while it trains repeats its noise";

  private Exposure() {}

  /** Who is protected. */
  static String unit(Certificate certificate) {
    if (certificate.adjacency().isOfPersons()) {
      return "one person with all their rows, as the column of persons names them";
    }
    return certificate.adjacency() == Adjacency.REPLACE_LABEL
        ? "one label of one row"
        : "one row; this is one person if each person has at most one row";
  }

  /** Whose number δ is to be far below one in. */
  static String units(Certificate certificate) {
    return certificate.adjacency().isOfPersons() ? "persons" : "rows";
  }

  /** What neighboring tables may differ in. */
  static List<String> covered(Adjacency adjacency) {
    return switch (adjacency) {
      case ADD_OR_REMOVE_ONE ->
          List.of(
              "every cell of one row, its label included",
              "whether the row is in the table at all",
              "the number of rows");
      case ADD_OR_REMOVE_PERSON ->
          List.of(
              "every cell of every row of one person, labels included",
              "whether the person is in the table at all, and with how many rows",
              "the number of persons and of rows");
      case REPLACE_ONE ->
          List.of(
              "every cell of one row, its label included",
              "which row it is: any other could stand in its place");
      case REPLACE_LABEL -> List.of("the label of one row");
    };
  }

  static Map<String, String> unprotected(CertificateDocument document) {
    Certificate certificate = document.certificate();
    Map<String, String> lines = new LinkedHashMap<>();
    certificate.adjacency().warning().ifPresent(warning -> lines.put("Features", warning));
    lines.put(
        "Number of rows",
        certificate.adjacency().rowCountIsPublic()
            ? "public, and used as it is"
            : "protected; only what was declared or paid for is used");
    lines.put(
        "Schema",
        "names and kinds of columns, ranges and values that were declared, and the header of the"
            + " file");
    lines.put("Settings", "the learner, its settings and the budget, all chosen by people");
    lines.put("Patterns", "what the model says of people in general, whether they are rows or not");
    lines.put("Ledger", "that rows were used, when, for what and at which price");
    return lines;
  }

  static Map<String, String> trust(CertificateDocument document) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put(
        "Trust model",
        "central: whoever holds the rows sees them in the clear, runs the program, and is trusted"
            + " with both");
    lines.put("Timing", TIMING);
    lines.put("Floating point", FLOATING_POINT);
    lines.put("Memory", MEMORY);
    lines.put(
        "Randomness",
        document.isPrivate()
            ? "the system's generator, and that its state is not copied"
            : "NONE: the noise was seeded and protects nobody");
    return lines;
  }

  static Map<String, String> attacks(CertificateDocument document) {
    Map<String, String> lines = new LinkedHashMap<>();
    if (document.audit().isEmpty()) {
      lines.put("Audit", "none is attached");
      return lines;
    }
    AuditResult audit = document.audit().get();
    lines.put("Learner", audit.learner() + ", " + audit.trials() + " trials, " + audit.method());
    lines.put("Claimed", "epsilon " + audit.claimedEpsilon() + ", " + audit.adjacency());
    lines.put(
        "Found",
        audit.refuted()
            ? "THE CLAIM WAS REFUTED: epsilon is at least " + audit.lowerBound()
            : "epsilon is at least "
                + audit.lowerBound()
                + ", with confidence "
                + audit.confidence()
                + "; the claim stands");
    lines.put(
        "What it means",
        "the attack was made on made-up tables, with the same learner; it can refute a promise and"
            + " not prove one");
    if (!audit.learner().equals(document.certificate().learner())) {
      lines.put("Beware", "it attacked another learner than " + document.certificate().learner());
    }
    return lines;
  }
}
