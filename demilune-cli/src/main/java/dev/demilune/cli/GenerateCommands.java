// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.AtomicFile;
import dev.demilune.data.synthetic.Census;
import dev.demilune.data.synthetic.LargeMargin;
import dev.demilune.random.Randomness;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune generate}: synthetic tables. */
final class GenerateCommands {

  private GenerateCommands() {}

  static CommandLine of(Console console) {
    return new CommandLine(new Group(console))
        .addSubcommand(new OfCensus(console))
        .addSubcommand(new OfLargeMargin(console))
        .addSubcommand(new GeneratePlaneCommands.OfTwoMoons(console))
        .addSubcommand(new GeneratePlaneCommands.OfXorBlobs(console))
        .addSubcommand(new GenerateConstraintsCommand(console))
        .addSubcommand(new GenerateHardCommands.OfCoordinates(console))
        .addSubcommand(new GenerateHardCommands.OfPacking(console))
        .addSubcommand(new GenerateHardCommands.OfRobustPacking(console))
        .addSubcommand(new GenerateHardCommands.OfFingerprint(console))
        .addSubcommand(new GenerateHardCommands.OfHingeTrap(console));
  }

  @Command(
      name = "generate",
      description = "Write synthetic data, public by construction.",
      synopsisSubcommandLabel = "NAME",
      commandListHeading = "%nNames:%n",
      footer = {"", "Example:", "  demilune generate census --rows 40000 --out census.csv"})
  static final class Group extends CommandGroup {
    Group(Console console) {
      super(console);
    }
  }

  /** What goes into a file. */
  interface Content<T> {
    T writeTo(Appendable file) throws IOException;
  }

  static <T> T write(Path path, Content<T> content) {
    try (AtomicFile file = AtomicFile.create(path)) {
      Writer writer = new BufferedWriter(new OutputStreamWriter(file, StandardCharsets.UTF_8));
      T result = content.writeTo(writer);
      writer.flush();
      file.commit();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the file itself throws faults with a sentence
    }
  }

  /** Where the schema of a CSV file goes if nothing else is said. */
  static Path beside(Path csv) {
    String name = String.valueOf(csv.getFileName());
    return csv.resolveSibling(name.replaceFirst("\\.csv$", "") + ".schema.yaml");
  }

  @Command(
      name = "census",
      description = {
        "A table of people who do not exist: six numbers, six categories and whether their income"
            + " is low or high. The probability of a high income is known for every row, and so is"
            + " the best accuracy that any classifier can reach. A schema for it is written beside."
      },
      footer = {"", "Example:", "  demilune generate census --rows 40000 --out census.csv"})
  static final class OfCensus extends DemiluneCommand {

    @Option(names = "--rows", paramLabel = "N", required = true, description = "How many people.")
    long rows;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The CSV file.")
    Path out;

    @Option(
        names = "--schema-out",
        paramLabel = "FILE",
        description = "The schema; by default the name of the CSV file with .schema.yaml instead.")
    Path schemaOut;

    OfCensus(Console console) {
      super(console);
    }

    @Override
    void run() {
      if (rows < 0) {
        throw usage("--rows must not be negative, got " + rows);
      }
      Path schema = schemaOut == null ? beside(out) : schemaOut;
      Paths.checkWritable("--out", out);
      Paths.checkWritable("--schema-out", schema);
      checkApart(new FileRoles().writes("--out", out).writes("--schema-out", schema));
      Randomness bits = common.randomness().stream("census");
      Census.Written written = write(out, file -> Census.write(file, rows, bits::nextLong));
      write(schema, file -> file.append(Census.schemaYaml()));
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("rows", rows);
        result.addProperty("data", out.toString());
        result.addProperty("schema", schema.toString());
        result.addProperty("bestAccuracy", rows == 0 ? null : (Double) written.bestAccuracy());
        print(result);
      } else {
        print("wrote " + rows + " rows to " + out + " and their schema to " + schema);
        if (rows > 0) {
          print(
              String.format(
                  Locale.ROOT,
                  "best possible accuracy on these rows: %.2f %%",
                  100 * written.bestAccuracy()));
        }
      }
    }
  }

  @Command(
      name = "large-margin",
      description =
          "Unit vectors that a half-space through the origin separates with a margin, as LIBSVM"
              + " lines with labels -1 and +1.",
      footer = {
        "",
        "Example:",
        "  demilune generate large-margin --rows 5000 --features 50 --margin 0.2 --out margin.svm"
      })
  static final class OfLargeMargin extends DemiluneCommand {

    @Option(names = "--rows", paramLabel = "N", required = true, description = "How many points.")
    long rows;

    @Option(
        names = {"--features", "--dimension"},
        paramLabel = "D",
        required = true,
        description = "Dimension.")
    int features;

    @Option(
        names = "--margin",
        paramLabel = "G",
        required = true,
        description = "Margin, above 0 and at most 0.5.")
    double margin;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The LIBSVM file.")
    Path out;

    OfLargeMargin(Console console) {
      super(console);
    }

    @Override
    void run() {
      if (rows < 0) {
        throw usage("--rows must not be negative, got " + rows);
      }
      LargeMargin points = fromOptions(() -> new LargeMargin(features, margin));
      Paths.checkWritable("--out", out);
      Randomness bits = common.randomness().stream("large margin");
      write(
          out,
          file -> {
            points.write(file, rows, bits::nextLong);
            return file;
          });
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("rows", rows);
        result.addProperty("features", features);
        result.addProperty("margin", margin);
        result.addProperty("data", out.toString());
        print(result);
      } else {
        print("wrote " + rows + " rows of " + features + " features to " + out);
      }
    }
  }
}
