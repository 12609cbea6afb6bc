// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ChartTest {

  @TempDir Path directory;

  private static Chart chart(String title, String subtitle) {
    return Chart.of(title, subtitle, Axis.linear("x", 0, 1), Axis.logarithmic("y", 1e-12, 1))
        .line("a curve", Chart.Stroke.BOLD, new double[] {0, 0.5, 1}, new double[] {1, 1e-6, 0})
        .line("another", Chart.Stroke.DASHED, new double[] {0, 1}, new double[] {1, 1e-3});
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void isOneWellFormedDocumentThatLoadsNothing() throws Exception {
    String svg = chart("<b> & \"quotes\"", "of ε > 1").svg();

    Document document = parsed(svg);
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("<b> & \"quotes\"");
    assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    assertThat(svg).doesNotContain("<script", "href", "@import", "NaN", "Infinity");
  }

  @Test
  void curvesRunFromAxisToAxis() throws Exception {
    Element bold = (Element) parsed(chart("t", "s").svg()).getElementsByTagName("polyline").item(0);

    String[] points = bold.getAttribute("points").split(" ", -1);
    assertThat(points).hasSize(3);
    assertThat(points[0]).isEqualTo("84.00,63.00"); // the upper left corner: x = 0, y = 1
    assertThat(points[1]).isEqualTo("407.00,263.00"); // halfway in logarithms
    assertThat(points[2]).startsWith("730.00,"); // below the frame, which cuts it
  }

  @Test
  void longSubtitlesAreWrappedAndThenCut() {
    String once = chart("t", "word ".repeat(30)).svg();
    String often = chart("t", "word ".repeat(10_000)).svg();

    assertThat(once).contains("word</text>").doesNotContain("…");
    assertThat(often).contains("word …</text>").hasSizeLessThan(20_000);
  }

  @Test
  void axesHaveRoundTicks() {
    assertThat(Axis.linear("x", 0, 1).ticks(10)).hasSize(11).startsWith(0.0).endsWith(1.0);
    assertThat(Axis.linear("x", 0, 1).label(0.30000000000000004)).isEqualTo("0.3");
    assertThat(Axis.linear("x", 0, 370).ticks(10))
        .containsExactly(0., 50., 100., 150., 200., 250., 300., 350.);
    assertThat(Axis.linear("x", 0, 370).label(300)).isEqualTo("300");
    assertThat(Axis.logarithmic("y", 1e-12, 1).ticks(10)).hasSize(13).startsWith(1.0);
    assertThat(Axis.logarithmic("y", 1e-300, 1).ticks(10)).hasSizeLessThan(20);
    assertThat(Axis.logarithmic("y", 1e-12, 1).label(1e-7)).isEqualTo("1e-7");
  }

  @Test
  void axisStepsAreRound() {
    assertThat(Axis.roundStep(0.013)).isCloseTo(0.02, within(1e-12));
    assertThat(Axis.roundStep(0.2)).isCloseTo(0.2, within(1e-12));
    assertThat(Axis.roundStep(3)).isEqualTo(5);
    assertThat(Axis.roundStep(7)).isEqualTo(10);
  }

  @Test
  void onAPageItIsNarrowWithoutTitleAndHasIntervals() throws Exception {
    String figure =
        Chart.of("<t>", "subtitle", Axis.linear("x", 0, 1), Axis.linear("y", 0, 1))
            .intervals(
                "seen",
                Chart.Stroke.BOLD,
                new double[] {0.5},
                new double[] {0.5},
                new double[] {0.25},
                new double[] {1})
            .figure();
    Element interval = null;
    NodeList lines = parsed(figure).getElementsByTagName("line");
    for (int i = 0; i < lines.getLength(); i++) {
      Element line = (Element) lines.item(i);
      interval = line.getAttribute("class").equals("stroke0") ? line : interval;
    }
    assertThat(interval.getAttribute("y1")).isEqualTo("205.00"); // a quarter above the foot, 270
    assertThat(interval.getAttribute("y2")).isEqualTo("10.00"); // the top
    assertThat(figure).contains("viewBox=\"0 0 440 ", "<title>&lt;t&gt;</title>");
    assertThat(figure).doesNotContain("subtitle", "#fff");
  }

  @Test
  void axesWithoutALengthAreRefused() {
    for (double[] ends : new double[][] {{1, 1}, {2, 1}, {0, Double.NaN}, {0, 1.0 / 0}}) {
      assertThatThrownBy(() -> Axis.linear("x", ends[0], ends[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("axis 'x' needs two ends in order");
    }
    assertThatThrownBy(() -> Axis.logarithmic("y", 0, 1)).hasMessageStartingWith("axis 'y'");
  }

  @Test
  void writesTheFileWhole() throws Exception {
    Path file = directory.resolve("chart.svg");
    Files.writeString(file, "an older drawing");
    chart("t", "s").write(file);

    assertThat(file).hasContent(chart("t", "s").svg());
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }
}
