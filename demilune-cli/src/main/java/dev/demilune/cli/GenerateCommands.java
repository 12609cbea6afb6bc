// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.data.AtomicFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune generate}: synthetic tables. */
@Command(
    name = "generate",
    description = "Write synthetic data, public by construction.",
    synopsisSubcommandLabel = "NAME",
    commandListHeading = "%nNames:%n",
    footer = {"", "Example:", "  demilune generate census --rows 40000 --out census.csv"},
    subcommands = {
      GenerateTableCommands.OfCensus.class,
      GenerateTableCommands.OfLoans.class,
      GenerateTableCommands.OfVisits.class,
      GenerateVectorCommands.OfLargeMargin.class,
      GenerateTableCommands.OfTwoMoons.class,
      GenerateTableCommands.OfXorBlobs.class,
      GenerateConstraintsCommand.class,
      GenerateVectorCommands.OfCoordinates.class,
      GenerateVectorCommands.OfCommonDirection.class,
      GenerateVectorCommands.OfStrips.class,
      GenerateVectorCommands.OfPacking.class,
      GenerateVectorCommands.OfRobustPacking.class,
      GenerateVectorCommands.OfFingerprint.class,
      GenerateVectorCommands.OfHingeTrap.class
    })
final class GenerateCommands extends CommandGroup {

  /** What goes into a file, drawn from uniform bits. */
  interface Content {
    void writeTo(Appendable file, long rows, LongSupplier uniformBits) throws IOException;
  }

  /** What these commands share: rows, their randomness, and how a file is written. */
  abstract static class Drawing extends DemiluneCommand {

    @Option(names = "--rows", paramLabel = "N", required = true, description = "How many rows.")
    long rows;

    /** What is drawn, as this command's own options say it. */
    abstract Content content();

    /** The same, after a check of the rows. */
    Content checked() {
      if (rows < 0) {
        throw usage("--rows must not be negative, got " + rows);
      }
      return fromOptions(this::content);
    }

    void draw(Path out, Content content) {
      Paths.checkWritable("--out", out);
      LongSupplier bits = common.randomness().stream(stream())::nextLong;
      fromOptions(() -> write(out, content, bits));
    }

    /** The name of the randomness. */
    String stream() {
      return spec.name();
    }

    Path write(Path path, Content content, LongSupplier bits) {
      try (AtomicFile file = AtomicFile.create(path)) {
        Writer writer = new BufferedWriter(new OutputStreamWriter(file, StandardCharsets.UTF_8));
        content.writeTo(writer, rows, bits);
        writer.flush();
        file.commit();
        return path;
      } catch (IOException e) {
        throw new UncheckedIOException(e); // the file itself throws faults with a sentence
      }
    }
  }
}
