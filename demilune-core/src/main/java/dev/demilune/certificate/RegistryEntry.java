// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.DemiluneException;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Chain;
import dev.demilune.privacy.ChainLink;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * The entry of a model in the public registry of deployments of differential privacy that OpenDP
 * and NIST keep, at its tier 3, as YAML. Its status is a draft: people complete and submit it.
 */
public final class RegistryEntry {

  private static final int TIER = 3;
  private static final int WIDTH = 100;

  private RegistryEntry() {}

  /**
   * Returns the entry.
   *
   * @throws DemiluneException if the model is not private, its releases do not add up, or no date
   *     of publication is known
   */
  public static String of(CertificateDocument document) {
    if (!document.isPrivate()) {
      throw new DemiluneException(
          "the noise of this model was seeded: it protects nobody and belongs in no registry; train"
              + " without --seed");
    }
    if (document.certificate().total().isEmpty()) {
      throw new DemiluneException(
          "the releases that this model depends on are about different adjacencies: there is no"
              + " epsilon to register for all of them; learn the schema and train under the same one");
    }
    Map<String, Object> deployment = new LinkedHashMap<>();
    deployment.put("basic", basic(document));
    deployment.put("dp_variant", variant(document));
    deployment.put("privacy_loss", loss(document));
    deployment.put("deployment_model", deploymentModel(document));
    deployment.put("accounting", accounting(document));
    deployment.put("implementation", implementation(document));
    deployment.put("administrative", administrative(document));
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("url_slug", "demilune-" + document.fingerprint().substring(0, 16));
    entry.put("status", "Draft");
    entry.put("tier", TIER);
    entry.put("deployment", deployment);
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setWidth(WIDTH)
            .setSplitLines(true)
            .build();
    // Quoted: YAML 1.1, which many read, takes a bare day for something else than text.
    return new Dump(settings)
        .dumpToString(entry)
        .replaceFirst("(publication_date: )(\\S+)", "$1'$2'");
  }

  private static Map<String, Object> basic(CertificateDocument document) {
    Answers answers = document.answers();
    Map<String, Object> basic = new LinkedHashMap<>();
    basic.put("name", answers.to("name"));
    basic.put("data_curators", List.of(answers.to("curator")));
    basic.put("description", answers.to("description"));
    basic.put("intended_use", answers.to("intended-use"));
    basic.put("data_product_type", "Machine learning model");
    basic.put("data_product_region", answers.to("region"));
    basic.put("publication_date", date(document).toString());
    if (answers.has("sector")) {
      basic.put("data_product_sector", sector(answers.to("sector")));
    }
    return basic;
  }

  private static String sector(String sector) {
    List<String> known =
        List.of("Technology", "Healthcare", "Education", "Government", "Energy", "Finance");
    if (!known.contains(sector)) {
      throw new DemiluneException("the answer to sector must be one of " + known);
    }
    return sector;
  }

  /** The day that was said, or else that of the charge. */
  private static LocalDate date(CertificateDocument document) {
    String charged = document.certificate().circumstances().get("charged");
    try {
      if (document.answers().has("date")) {
        return LocalDate.parse(document.answers().to("date"));
      }
      if (charged != null) {
        return LocalDate.ofInstant(Instant.parse(charged), ZoneOffset.UTC);
      }
    } catch (DateTimeException noDate) {
      throw new DemiluneException("the answer to date must be a day such as 2026-12-31", noDate);
    }
    throw new DemiluneException(
        "the certificate does not say when the model was made: answer date=YYYY-MM-DD");
  }

  private static Map<String, Object> variant(CertificateDocument document) {
    Map<String, Object> variant = new LinkedHashMap<>();
    boolean pure = document.promised().delta().signum() == 0;
    variant.put("variant_name", pure ? "Pure DP" : "Approximate DP");
    variant.put(
        "data_domain",
        "Tables with the columns of the model's schema, of any number of rows: "
            + (document.schema().isVectors()
                ? document.schema().features() + " numbers and a label"
                : document.schema().fileColumns().stream()
                    .map(
                        column ->
                            column.name()
                                + " ("
                                + ColumnOrigins.kind(document.schema(), column)
                                + ")")
                    .collect(Collectors.joining(", ")))
            + ". People: "
            + document.answers().to("people"));
    variant.put("unprotected_quantities", joined(Exposure.unprotected(document)));
    return variant;
  }

  private static Map<String, Object> loss(CertificateDocument document) {
    Certificate certificate = document.certificate();
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("epsilon", up(document.promised().epsilon()));
    if (document.promised().delta().signum() > 0) {
      parameters.put("delta", up(document.promised().delta()));
    }
    Map<String, Object> loss = new LinkedHashMap<>();
    loss.put("privacy_unit", Exposure.unit(certificate));
    loss.put(
        "privacy_unit_details",
        "Two tables are adjacent if they differ by " + certificate.adjacency().phrase() + ".");
    loss.put("privacy_parameters", parameters);
    loss.put(
        "privacy_parameters_details",
        certificate.together()
            + ". "
            + document.deltaMeans()
            + " "
            + String.join(" ", document.promise()));
    return loss;
  }

  private static Map<String, Object> deploymentModel(CertificateDocument document) {
    boolean one = document.certificate().links().size() == 1;
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("model_name", "Central");
    model.put("model_name_details", Exposure.trust(document).get("Trust model"));
    model.put(
        "actors",
        "The holder of the rows, who is trusted with them; whoever gets the model, who is not."
            + " Access: "
            + document.answers().to("access"));
    model.put("release_type", one ? "One release" : "Many releases");
    model.put(
        "release_type_details",
        document.certificate().links().stream()
            .map(ChainLink::toString)
            .collect(Collectors.joining("; ")));
    model.put("data_source_type", "Static");
    model.put("data_source_type_details", "The rows as they were when the model was trained.");
    model.put("access_type", "Non-interactive");
    model.put(
        "access_type_details", "The model is published as it is; it answers no queries of rows.");
    return model;
  }

  private static Map<String, Object> accounting(CertificateDocument document) {
    Certificate certificate = document.certificate();
    Map<String, Object> accounting = new LinkedHashMap<>();
    accounting.put(
        "post_processing",
        certificate.edits().isEmpty()
            ? "None that is recorded; scoring, explaining and certifying the model cost nothing."
            : String.join("; ", certificate.edits()));
    accounting.put(
        "composition",
        certificate.links().size() == 1
            ? "Within the one release: " + certificate.accountant()
            : Chain.COMPOSITION);
    return accounting;
  }

  private static Map<String, Object> implementation(CertificateDocument document) {
    Certificate certificate = document.certificate();
    Map<String, Object> implementation = new LinkedHashMap<>();
    Map<String, String> nist = NistAnswers.of(document);
    implementation.put(
        "preprocessing_and_hyperparameter_tuning",
        nist.get("Bounds chosen by looking") + ". " + nist.get("Settings chosen by looking"));
    implementation.put(
        "mechanisms",
        certificate.event()
            + ". Learner "
            + certificate.learner()
            + " of Demilune; software: "
            + certificate.circumstances().getOrDefault("software", Answers.NOT_KNOWN)
            + ". Timing: "
            + Exposure.TIMING
            + ". Floating point: "
            + Exposure.FLOATING_POINT
            + ". Platform: "
            + Exposure.MEMORY
            + ". Access to rows: "
            + document.answers().to("access"));
    implementation.put(
        "justification",
        "Noise is calibrated by the accountant to the budget that was asked for; the cost is computed"
            + " from the event that ran, and rounded up. It relies on: "
            + String.join("; ", certificate.reliesOn())
            + ". Attacks that were tried: "
            + joined(Exposure.attacks(document)));
    return implementation;
  }

  private static Map<String, Object> administrative(CertificateDocument document) {
    Map<String, Object> administrative = new LinkedHashMap<>();
    administrative.put(
        "notes",
        "Model file sha256 "
            + document.fingerprint()
            + "; ledger '"
            + document.certificate().ledger()
            + "', entry "
            + document.certificate().entryHash());
    administrative.put("registry_authors", List.of(document.answers().to("author")));
    return administrative;
  }

  /** As a double, which every reader of YAML knows; rounded up. */
  private static double up(BigDecimal parameter) {
    double nearest = parameter.doubleValue();
    return new BigDecimal(nearest).compareTo(parameter) < 0
            && BigDecimal.valueOf(nearest).compareTo(parameter) != 0
        ? Math.nextUp(nearest)
        : nearest;
  }

  private static String joined(Map<String, String> pairs) {
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + ": " + pair.getValue())
        .collect(Collectors.joining("; "));
  }
}
