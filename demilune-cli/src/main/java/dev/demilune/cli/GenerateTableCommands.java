// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.cli.GenerateCommands.Content;
import dev.demilune.data.synthetic.Census;
import dev.demilune.data.synthetic.Loans;
import dev.demilune.data.synthetic.TwoMoons;
import dev.demilune.data.synthetic.Visits;
import dev.demilune.data.synthetic.XorBlobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * People, loans, visits, and points of the plane that no line can tell apart: CSV files with their
 * schemas.
 */
final class GenerateTableCommands {

  private GenerateTableCommands() {}

  /** What these commands share: a file, and a schema beside it. */
  abstract static class OfTable extends GenerateCommands.Drawing {

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The CSV file.")
    Path out;

    @Option(
        names = "--schema-out",
        paramLabel = "FILE",
        description = "The schema; by default the name of the CSV file with .schema.yaml instead.")
    Path schemaOut;

    abstract String schemaYaml();

    @Override
    void run() {
      Content content = checked();
      Path schema = schemaOut == null ? beside(out) : schemaOut;
      checkApart(new FileRoles().writes("--out", out).writes("--schema-out", schema));
      draw(out, content);
      write(schema, (file, count, bits) -> file.append(schemaYaml()), () -> 0);
      tell(
          Json.of("rows", rows, "data", out, "schema", schema),
          "wrote " + rows + " rows to " + out + " and their schema to " + schema);
    }

    void tell(JsonObject result, String sentence) {
      answer(result, sentence);
    }

    private static Path beside(Path csv) {
      String name = String.valueOf(csv.getFileName());
      return csv.resolveSibling(name.replaceFirst("\\.csv$", "") + ".schema.yaml");
    }
  }

  /** A table for which the best accuracy is known, and told. */
  abstract static class OfKnownTable extends OfTable {

    private double bestAccuracy;

    abstract Census.Written write(Appendable file, long count, LongSupplier bits)
        throws IOException;

    @Override
    Content content() {
      return (file, count, bits) -> bestAccuracy = write(file, count, bits).bestAccuracy();
    }

    @Override
    void tell(JsonObject result, String sentence) {
      answer(
          Json.add(result, "bestAccuracy", rows == 0 ? null : bestAccuracy),
          sentence,
          rows == 0
              ? null
              : String.format(
                  Locale.ROOT,
                  "best possible accuracy on these rows: %.2f %%",
                  100 * bestAccuracy));
    }
  }

  @Command(
      name = "census",
      description = {
        "A table of people who do not exist: six numbers, six categories and whether their income"
            + " is low or high. The probability of a high income is known for every row, and so is"
            + " the best accuracy that any classifier can reach. A schema for it is written beside."
      },
      footer = {"", "Example:", "  demilune generate census --rows 40000 --out census.csv"})
  static final class OfCensus extends OfKnownTable {

    @Override
    Census.Written write(Appendable file, long count, LongSupplier bits) throws IOException {
      return Census.write(file, count, bits);
    }

    @Override
    String schemaYaml() {
      return Census.schemaYaml();
    }
  }

  @Command(
      name = "loans",
      description = {
        "A table of loans that nobody took, written as an office exports it: semicolons, decimal"
            + " commas, dates, skewed amounts, missing incomes, codes with many values, and whether"
            + " the loan defaulted. The best possible accuracy is known. A schema that declares all"
            + " this is written beside."
      },
      footer = {"", "Example:", "  demilune generate loans --rows 40000 --out loans.csv"})
  static final class OfLoans extends OfKnownTable {

    @Override
    Census.Written write(Appendable file, long count, LongSupplier bits) throws IOException {
      return Loans.write(file, count, bits);
    }

    @Override
    String schemaYaml() {
      return Loans.schemaYaml();
    }
  }

  @Command(
      name = "visits",
      description = {
        "A table of visits to a clinic, in which a patient has one row or many, and whether the"
            + " patient came back. The best possible accuracy is known. The schema that is written"
            + " beside makes the patient the unit of privacy, not the row."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate visits --rows 100000 --persons 20000 --out visits.csv"
      })
  static final class OfVisits extends OfKnownTable {

    @Option(
        names = "--persons",
        paramLabel = "P",
        required = true,
        description = "How many patients there are, some of whom come far more often than others.")
    long persons;

    @Override
    Content content() {
      new Visits(persons); // refused before the file is made
      return super.content();
    }

    @Override
    Census.Written write(Appendable file, long count, LongSupplier bits) throws IOException {
      return new Visits(persons).write(file, count, bits);
    }

    @Override
    String schemaYaml() {
      return Visits.schemaYaml();
    }
  }

  @Command(
      name = "two-moons",
      description = {
        "Points on two interleaved half-circles, with normal noise. With the noise of 0.2 the best"
            + " line is right on 87 %% of them and the best rule on about 97 %%: data for"
            + " network-choice. A schema is written beside."
      },
      footer = {"", "Example:", "  demilune generate two-moons --rows 20000 --out moons.csv"})
  static final class OfTwoMoons extends OfTable {

    @Option(
        names = "--noise",
        paramLabel = "S",
        defaultValue = "0.2",
        description = "Standard deviation of the noise (default: ${DEFAULT-VALUE}).")
    double noise;

    @Override
    Content content() {
      return new TwoMoons(noise)::write;
    }

    @Override
    String schemaYaml() {
      return TwoMoons.schemaYaml(rows);
    }
  }

  @Command(
      name = "xor-blobs",
      description = {
        "Four blobs in the corners of a square, opposite ones of one class: a line is wrong on a"
            + " quarter of the points at least, a rule that knows this on none. A schema is written"
            + " beside."
      },
      footer = {"", "Example:", "  demilune generate xor-blobs --rows 2000 --out blobs.csv"})
  static final class OfXorBlobs extends OfTable {

    @Override
    Content content() {
      return XorBlobs::write;
    }

    @Override
    String schemaYaml() {
      return XorBlobs.schemaYaml(rows);
    }
  }
}
