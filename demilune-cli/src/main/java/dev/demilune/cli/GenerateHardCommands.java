// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.synthetic.CoordinateInstance;
import dev.demilune.data.synthetic.FingerprintInstance;
import dev.demilune.data.synthetic.HardInstance;
import dev.demilune.data.synthetic.HingeTrapInstance;
import dev.demilune.data.synthetic.PackingInstance;
import dev.demilune.data.synthetic.RobustPackingInstance;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The distributions behind the papers' lower bounds, as LIBSVM files. */
final class GenerateHardCommands {

  private GenerateHardCommands() {}

  /** What these commands share: rows, a margin and a file. */
  abstract static class OfHard extends DemiluneCommand {

    @Option(names = "--rows", paramLabel = "N", required = true, description = "How many rows.")
    long rows;

    @Option(names = "--margin", paramLabel = "G", required = true, description = "The margin.")
    double margin;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The LIBSVM file.")
    Path out;

    OfHard(Console console) {
      super(console);
    }

    abstract HardInstance instance();

    @Override
    void run() {
      if (rows < 0) {
        throw usage("--rows must not be negative, got " + rows);
      }
      HardInstance instance = fromOptions(this::instance);
      Paths.checkWritable("--out", out);
      fromOptions(
          () ->
              GenerateCommands.write(
                  out,
                  file -> {
                    instance.write(file, rows, common.randomness().stream(spec.name())::nextLong);
                    return file;
                  }));
      if (common.json) {
        JsonObject result = new JsonObject();
        result.addProperty("rows", rows);
        result.addProperty("features", instance.features());
        result.addProperty("margin", instance.margin());
        result.addProperty("data", out.toString());
        print(result);
      } else {
        print("wrote " + rows + " rows of " + instance.features() + " features to " + out);
      }
    }
  }

  /** One of several members, between which a learner cannot decide. */
  abstract static class OfMember extends OfHard {

    @Option(
        names = "--members",
        paramLabel = "K",
        defaultValue = "1",
        description = "How many distributions are drawn (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
        names = "--member",
        paramLabel = "I",
        defaultValue = "0",
        description =
            "Which of them the rows are from, counted from 0 (default: ${DEFAULT-VALUE}). With the"
                + " same --seed the members are the same.")
    int member;

    OfMember(Console console) {
      super(console);
    }
  }

  @Command(
      name = "packing",
      description = {
        "Rows of the sphere with a margin from a codeword's half-space: many such distributions,"
            + " between which a learner of pure epsilon cannot decide with few rows (Nguyen,"
            + " Ullman, Zakynthinou 2020, Theorem 12, its code mended)."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate packing --rows 1000 --margin 0.01 --out packing.svm"
      })
  static final class OfPacking extends OfMember {

    @Option(
        names = {"--features", "--dimension"},
        paramLabel = "D",
        defaultValue = "0",
        description = "Dimension; by default the theorem's, 1/(1000 margin²).")
    int features;

    OfPacking(Console console) {
      super(console);
    }

    @Override
    HardInstance instance() {
      return new PackingInstance(margin, features, members, member);
    }
  }

  @Command(
      name = "robust-packing",
      description = {
        "Two points on either side of a half-space: many such pairs, between which a robust learner"
            + " of pure epsilon cannot decide with fewer rows than in proportion to the features"
            + " (Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 2)."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate robust-packing --rows 100 --features 200 --margin 0.5 --out pairs.svm"
      })
  static final class OfRobustPacking extends OfMember {

    @Option(
        names = {"--features", "--dimension"},
        paramLabel = "D",
        required = true,
        description = "Dimension.")
    int features;

    OfRobustPacking(Console console) {
      super(console);
    }

    @Override
    HardInstance instance() {
      return new RobustPackingInstance(features, margin, members, member);
    }
  }

  @Command(
      name = "coordinates",
      description = {
        "Rows along 1/margin² orthogonal directions, each with a secret sign: hard for every"
            + " private learner (Ghazi, Kumar, Manurangsi, Nguyen 2021, Theorem 4)."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate coordinates --rows 2000 --margin 0.1 --out hard.svm"
      })
  static final class OfCoordinates extends OfHard {
    OfCoordinates(Console console) {
      super(console);
    }

    @Override
    HardInstance instance() {
      return new CoordinateInstance(margin);
    }
  }

  @Command(
      name = "fingerprint",
      description = {
        "Blocks of coordinates with secret biases, all rows of one label: hard for robust learners"
            + " that return a half-space, approximate guarantees included (Ghazi, Kumar,"
            + " Manurangsi, Nguyen 2021, Theorem 3, mended)."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate fingerprint --rows 500 --margin 0.001 --block-features 20 --out f.svm"
      })
  static final class OfFingerprint extends OfHard {

    @Option(
        names = "--block-features",
        paramLabel = "D",
        required = true,
        description = "Features of one block; there are (0.01/margin)² blocks.")
    int blockFeatures;

    OfFingerprint(Console console) {
      super(console);
    }

    @Override
    HardInstance instance() {
      return new FingerprintInstance(margin, blockFeatures);
    }
  }

  @Command(
      name = "hinge-trap",
      description = {
        "Numbers of which the hinge loss wants the weight 1/margin, though every positive weight is"
            + " as right (Bassily, Mohri, Suresh 2022, appendix H)."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate hinge-trap --rows 2000 --margin 0.05 --out trap.svm"
      })
  static final class OfHingeTrap extends OfHard {
    OfHingeTrap(Console console) {
      super(console);
    }

    @Override
    HardInstance instance() {
      return new HingeTrapInstance(margin);
    }
  }
}
