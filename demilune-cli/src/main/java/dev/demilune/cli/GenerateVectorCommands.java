// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.cli.GenerateCommands.Content;
import dev.demilune.data.synthetic.CommonDirectionInstance;
import dev.demilune.data.synthetic.CoordinateInstance;
import dev.demilune.data.synthetic.FingerprintInstance;
import dev.demilune.data.synthetic.HardInstance;
import dev.demilune.data.synthetic.HingeTrapInstance;
import dev.demilune.data.synthetic.LargeMargin;
import dev.demilune.data.synthetic.PackingInstance;
import dev.demilune.data.synthetic.RobustPackingInstance;
import dev.demilune.data.synthetic.StripInstance;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Labeled vectors, as LIBSVM files: with a margin, and behind the papers' lower bounds. */
final class GenerateVectorCommands {

  private GenerateVectorCommands() {}

  /** What these commands share: a file of vectors, and what is printed about it. */
  abstract static class OfVectors extends GenerateCommands.Drawing {

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The LIBSVM file.")
    Path out;

    abstract int features();

    abstract double margin();

    @Override
    void run() {
      draw(out, checked());
      answer(
          Json.of("rows", rows, "features", features(), "margin", margin(), "data", out),
          "wrote " + rows + " rows of " + features() + " features to " + out);
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
  static final class OfLargeMargin extends OfVectors {

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

    @Override
    int features() {
      return features;
    }

    @Override
    double margin() {
      return margin;
    }

    @Override
    Content content() {
      return new LargeMargin(features, margin)::write;
    }

    @Override
    String stream() {
      return "large margin";
    }
  }

  /** A distribution of a lower bound, for a margin. */
  abstract static class OfHard extends OfVectors {

    @Option(names = "--margin", paramLabel = "G", required = true, description = "The margin.")
    double margin;

    private HardInstance made;

    abstract HardInstance instance();

    @Override
    Content content() {
      made = instance();
      return made::write;
    }

    @Override
    int features() {
      return made.features();
    }

    @Override
    double margin() {
      return made.margin();
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

    @Override
    HardInstance instance() {
      return new CoordinateInstance(margin);
    }
  }

  @Command(
      name = "common-direction",
      description = {
        "Unit rows that nearly all point the same way, whatever their label, with a margin along"
            + " another direction: in the plane (±margin, √(1 - margin²)). Noisy descent needs"
            + " about 1/margin² steps for them, however many rows there are."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate common-direction --rows 100000 --margin 0.1 --out common.svm"
      })
  static final class OfCommonDirection extends OfHard {

    @Option(
        names = {"--features", "--dimension"},
        paramLabel = "D",
        defaultValue = "2",
        description = "Dimension (default: ${DEFAULT-VALUE}).")
    int features;

    @Option(
        names = "--negatives",
        paramLabel = "P",
        defaultValue = "0.4",
        description = "Share of rows with label -1 (default: ${DEFAULT-VALUE}).")
    double negatives;

    @Override
    HardInstance instance() {
      return new CommonDirectionInstance(features, margin, negatives);
    }
  }

  @Command(
      name = "strips",
      description = {
        "Points of a cube, labeled by the side of its middle plane, and squeezed toward it: no"
            + " margin. Hard for learners whose noise does not depend on the rows."
      },
      footer = {
        "",
        "Example:",
        "  demilune generate strips --rows 60000 --features 10 --width 0.01 --out strip.svm"
      })
  static final class OfStrips extends OfVectors {

    @Option(
        names = {"--features", "--dimension"},
        paramLabel = "D",
        defaultValue = "10",
        description = "Dimension (default: ${DEFAULT-VALUE}).")
    int features;

    @Option(
        names = "--width",
        paramLabel = "W",
        defaultValue = "0.01",
        description = "Width of the strip, relative to the cube (default: ${DEFAULT-VALUE}).")
    double width;

    @Option(
        names = "--share",
        paramLabel = "P",
        defaultValue = "1",
        description = "Share of rows that lie in the strip (default: ${DEFAULT-VALUE}).")
    double share;

    @Override
    Content content() {
      return new StripInstance(features, width, share)::write;
    }

    @Override
    int features() {
      return features;
    }

    @Override
    double margin() {
      return 0;
    }
  }

  @Command(
      name = "fingerprint",
      description = {
        "Blocks of coordinates with secret biases, all rows of one label: hard for robust learners"
            + " that return a half-space, approximate guarantees included (Ghazi, Kumar,"
            + " Manurangsi, Nguyen 2021, Theorem 3, mended). The margin is at most 0.001."
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

    @Override
    HardInstance instance() {
      return new HingeTrapInstance(margin);
    }
  }
}
