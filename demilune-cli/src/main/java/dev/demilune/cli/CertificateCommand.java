// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.model.ModelFile;
import dev.demilune.model.ModelSignature;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune certificate}: a model's certificate as a document, and its verification. */
@Command(
    name = "certificate",
    description = {
      "Show or export the certificate of a model as a document for people, machines and registries,"
          + " or verify it. Without a subcommand it shows.",
      "Formats: text; json, which docs/certificate.schema.json describes; html, one page to print"
          + " and sign; registry, the YAML entry of the public registry of deployments; nist, the"
          + " hazards of NIST SP 800-226 line by line."
    },
    synopsisSubcommandLabel = "[WHAT]",
    footer = {
      "",
      "Examples:",
      "  demilune certificate --model census.model",
      "  demilune certificate --model census.model --format registry --answer curator='The Agency'",
      "  demilune certificate verify --model census.model --key signing.pem.pub"
    },
    subcommands = {
      CertificateCommand.Show.class,
      CertificateCommand.Export.class,
      VerifyCertificateCommand.class,
      CertificateCommand.Sign.class
    })
final class CertificateCommand extends CertificateOutput {

  @Command(
      name = "show",
      description = "Print the certificate of a model as a document.",
      footer = {"", "Example:", "  demilune certificate show --model census.model --format nist"})
  static final class Show extends CertificateOutput {}

  @Command(
      name = "export",
      description = "Write the certificate of a model as a document.",
      footer = {
        "",
        "Example:",
        "  demilune certificate export --model census.model --format html --out certificate.html"
      })
  static final class Export extends CertificateOutput {

    @Override
    void run() {
      if (out == null) {
        throw usage("--out is missing: name the document to write");
      }
      super.run();
    }
  }

  @Command(
      name = "sign",
      description =
          "Sign a model and its certificate; the signature is written beside the model, its name with"
              + " .sig at the end.",
      footer = {
        "",
        "Example:",
        "  demilune certificate sign --model census.model --key signing.pem"
      })
  static final class Sign extends DemiluneCommand {

    @Option(
        names = "--model",
        paramLabel = "FILE",
        required = true,
        description = "The model to sign.")
    Path file;

    @Option(
        names = "--key",
        paramLabel = "KEY",
        required = true,
        description = "The private key, made by 'demilune ledger key'.")
    Path key;

    @Override
    void run() {
      checkApart(
          new FileRoles()
              .reads("--model", file)
              .reads("--key", key)
              .writes("--model", ModelSignature.fileOf(file)));
      ModelFile.load(file); // nothing else is to be signed
      Path signature = ModelSignature.sign(file, key);
      answer(Json.of("model", file, "signature", signature), "signature written to " + signature);
    }
  }
}
