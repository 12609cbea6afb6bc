// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DepthPictureTest {

  private static final Path PICTURE = Path.of("../docs/plots/depth.svg");
  private static final List<Rational> SLICE = List.of(DepthPicture.SLICE);

  /** Run with -Ddemilune.draw=true to write the file. */
  @Test
  void theFileIsWhatTheProgramDraws() throws IOException {
    if (Boolean.getBoolean("demilune.draw")) {
      Files.writeString(PICTURE, DepthPicture.svg());
    }
    assertThat(Files.readString(PICTURE)).isEqualTo(DepthPicture.svg());
  }

  /** By hand: along x = -3 borders are crossed at -19/4, -3, -1/4, 2 and 15. */
  @Test
  void theNumbersAreThoseOfThePage() throws IOException {
    LineDepth depth = LineDepth.of(DepthPicture.PENTAGON, SLICE);
    assertThat(depth.thresholds())
        .containsExactly(
            Rational.of(-19, 4),
            Rational.of(-3),
            Rational.of(-1, 4),
            Rational.of(2),
            Rational.of(15));
    assertThat(depth.depth(Rational.of(-4))).isEqualTo(4);
    assertThat(depth.depth(Rational.of(-1))).isEqualTo(3);
    assertThat(depth.depth(Rational.of(1))).isEqualTo(4);

    SliceLevels levels =
        SliceLevels.of(
            DepthPicture.PENTAGON,
            SLICE,
            Rational.of(-DepthPicture.BOX),
            Rational.of(DepthPicture.BOX));
    assertThat(levels.low(DepthPicture.LEVEL)).contains(Rational.of(-19, 4));
    assertThat(levels.high(DepthPicture.LEVEL)).contains(Rational.of(2));

    // The hull's edges from (-6, 2) to (0, 6) and from (-34/9, -16/3) to (34/9, -16/3).
    ConvexDepth convex = ConvexDepth.of(DepthPicture.PENTAGON, DepthPicture.BOX);
    assertThat(convex.low(SLICE, DepthPicture.LEVEL)).contains(Rational.of(-16, 3));
    assertThat(convex.high(SLICE, DepthPicture.LEVEL)).contains(Rational.of(4));

    assertThat(Files.readString(Path.of("../docs/grid.md")))
        .contains("[-19/4, 2]", "[-16/3, 4]", "plots/depth.svg");
  }
}
