// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.certificate.Answers;
import dev.demilune.certificate.AuditResult;
import dev.demilune.certificate.CertificateDocument;
import dev.demilune.certificate.NistAnswers;
import dev.demilune.certificate.RegistryEntry;
import dev.demilune.data.AtomicFile;
import dev.demilune.learn.Setting;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Notice;
import dev.demilune.report.CertificatePage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Commands that write a model's certificate as a document. */
abstract class CertificateOutput extends DemiluneCommand {

  /** What the document can be written as. */
  enum Format {
    TEXT,
    JSON,
    HTML,
    REGISTRY,
    NIST
  }

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "The model whose certificate is meant.")
  Path file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default), json, html, registry or nist.")
  String formatName;

  @Option(
      names = "--answer",
      paramLabel = "QUESTION=TEXT",
      description =
          "What only people can say; may be repeated. Questions: name, description, curator,"
              + " intended-use, region, sector, date, people, access, retention, tuning, bias,"
              + " collection, author.")
  Map<String, String> answers = new LinkedHashMap<>();

  @Option(
      names = "--audit",
      paramLabel = "FILE",
      description =
          "The result of an attack that was tried, as 'demilune audit --json' printed it.")
  Path auditFile;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The document to write; by default it is printed.")
  Path out;

  @Override
  void run() {
    if (file == null) {
      throw usage("--model is missing: name the model whose certificate is meant");
    }
    Format format =
        fromOptions(() -> Numerals.word("--format", formatName, List.of(Format.values())));
    Answers said = LearnerSettings.refusing(this, () -> Answers.of(answers));
    checkApart(
        new FileRoles().reads("--model", file).reads("--audit", auditFile).writes("--out", out));
    SavedModel saved = ModelFile.load(file);
    tell(Notice.of(saved.certificate(), saved.model().schema().expectedRows()));
    CertificateDocument document =
        CertificateDocument.of(
            saved, sha256(file), said, Optional.ofNullable(auditFile).map(this::audit));
    String text = text(format, document);
    if (out != null) {
      write(text);
      answer(
          Json.of("model", file, "format", Setting.word(format), "certificate", out),
          "certificate written to " + out);
    } else if (common.json) {
      answer(
          format == Format.JSON
              ? document.toJson()
              : Json.of("model", file, "format", Setting.word(format), "text", text));
    } else {
      console.out().print(text);
    }
  }

  private String text(Format format, CertificateDocument document) {
    return switch (format) {
      case TEXT -> document.toText();
      case JSON -> pretty(document.toJson()) + "\n";
      case HTML ->
          CertificatePage.of("Privacy certificate of " + file.getFileName(), document).toHtml();
      case REGISTRY -> RegistryEntry.of(document);
      case NIST ->
          "Hazards of NIST SP 800-226, for model sha256 "
              + sha256(file)
              + "\n"
              + NistAnswers.of(document).entrySet().stream()
                  .map(line -> "\n" + line.getKey() + ": " + line.getValue())
                  .collect(Collectors.joining())
              + "\n";
    };
  }

  private AuditResult audit(Path result) {
    try {
      return AuditResult.fromJson(JsonParser.parseString(Files.readString(result)));
    } catch (JsonParseException | DemiluneException | IOException e) {
      throw new DemiluneException(
          "--audit "
              + result
              + ": this is not the result of an audit; give what 'demilune audit --json' printed",
          e);
    }
  }

  private void write(String text) {
    try (AtomicFile written = AtomicFile.create(out)) {
      written.write(text.getBytes(StandardCharsets.UTF_8));
      written.commit();
    }
  }

  static String sha256(Path file) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(sum);
    } catch (IOException e) {
      throw new DemiluneException("file " + file + " cannot be read: " + e.getMessage(), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
