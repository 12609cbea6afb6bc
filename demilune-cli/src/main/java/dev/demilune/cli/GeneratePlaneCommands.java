// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.synthetic.TwoMoons;
import dev.demilune.data.synthetic.XorBlobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Points of the plane that no line can tell apart, as CSV files with their schemas. */
final class GeneratePlaneCommands {

  private GeneratePlaneCommands() {}

  /** What these commands share: rows, a file, and a schema beside it. */
  abstract static class OfPlane extends DemiluneCommand {

    @Option(names = "--rows", paramLabel = "N", required = true, description = "How many points.")
    long rows;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The CSV file.")
    Path out;

    @Option(
        names = "--schema-out",
        paramLabel = "FILE",
        description = "The schema; by default the name of the CSV file with .schema.yaml instead.")
    Path schemaOut;

    OfPlane(Console console) {
      super(console);
    }

    /** Reads the options that are this command's own. */
    void check() {}

    abstract void write(Appendable csv, LongSupplier uniformBits) throws IOException;

    abstract String schemaYaml();

    @Override
    void run() {
      if (rows < 0) {
        throw usage("--rows must not be negative, got " + rows);
      }
      check();
      Path schema = schemaOut == null ? GenerateCommands.beside(out) : schemaOut;
      Paths.checkWritable("--out", out);
      Paths.checkWritable("--schema-out", schema);
      checkApart(new FileRoles().writes("--out", out).writes("--schema-out", schema));
      GenerateCommands.write(
          out,
          file -> {
            write(file, common.randomness().stream(spec.name())::nextLong);
            return file;
          });
      GenerateCommands.write(schema, file -> file.append(schemaYaml()));
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("rows", rows);
        result.addProperty("data", out.toString());
        result.addProperty("schema", schema.toString());
        print(result);
      } else {
        print("wrote " + rows + " rows to " + out + " and their schema to " + schema);
      }
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
  static final class OfTwoMoons extends OfPlane {

    @Option(
        names = "--noise",
        paramLabel = "S",
        defaultValue = "0.2",
        description = "Standard deviation of the noise (default: ${DEFAULT-VALUE}).")
    double noise;

    OfTwoMoons(Console console) {
      super(console);
    }

    @Override
    void check() {
      fromOptions(() -> new TwoMoons(noise));
    }

    @Override
    void write(Appendable csv, LongSupplier uniformBits) throws IOException {
      new TwoMoons(noise).write(csv, rows, uniformBits);
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
  static final class OfXorBlobs extends OfPlane {

    OfXorBlobs(Console console) {
      super(console);
    }

    @Override
    void write(Appendable csv, LongSupplier uniformBits) throws IOException {
      XorBlobs.write(csv, rows, uniformBits);
    }

    @Override
    String schemaYaml() {
      return XorBlobs.schemaYaml(rows);
    }
  }
}
