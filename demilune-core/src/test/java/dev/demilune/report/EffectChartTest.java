// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.explain.Effect;
import dev.demilune.explain.Explanation;
import dev.demilune.schema.AmountScale;
import dev.demilune.schema.Monotone;
import dev.demilune.schema.Part;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class EffectChartTest {

  private static final String HOSTILE = "</text><script>alert('x')</script> & \"y\"\u0001";

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static Part.Number number(double low, double high, AmountScale scale) {
    return new Part.Number(HOSTILE, low, high, scale, List.of(), true, Monotone.NONE);
  }

  /** From -1 to 1 with a standard error of 1/1.96, and missing at 0. */
  private static Effect curve(Part.Number axis, List<Double> shares) {
    List<Double> error = List.of(1 / 1.96);
    return new Effect(
        HOSTILE,
        Optional.of(axis),
        false,
        List.of(
            new Effect.Point("0", 0, List.of(-1.0), error),
            new Effect.Point("1", 1, List.of(1.0), error),
            new Effect.Point("(missing)", Double.NaN, List.of(0.0), error)),
        shares,
        1);
  }

  private static Effect bars(int count, boolean ordered, int lines) {
    List<Effect.Point> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Double> values = new ArrayList<>();
      for (int line = 0; line < lines; line++) {
        values.add((double) (i % 2 == 0 ? i : -i) + line);
      }
      points.add(new Effect.Point(i == 1 ? HOSTILE : "v" + i, Double.NaN, values, List.of()));
    }
    return new Effect(HOSTILE, Optional.empty(), ordered, points, List.of(), 2);
  }

  private static Explanation explanation(int lines, Effect... effects) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      names.add(HOSTILE + i);
    }
    return new Explanation(HOSTILE, names, List.of(effects), "", List.of());
  }

  private static List<String> texts(Document document) {
    NodeList nodes = document.getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  @Test
  void hostileNamesAreTextEverywhere() throws Exception {
    Effect curve = curve(number(0, 1, AmountScale.LINEAR), List.of(0.5, 0.25, 0.25));
    for (int lines : new int[] {1, 3, 9}) {
      Effect many = bars(50, false, lines);
      Explanation all = explanation(lines, many);
      List<String> charts = new ArrayList<>(List.of(EffectChart.svg(all, many)));
      charts.add(EffectChart.importance(all));
      charts.add(EffectChart.svg(explanation(1, curve), curve));
      for (String svg : charts) {
        assertThat(svg).doesNotContain("<script", "href", "@import", "NaN", "Infinity");
        assertThat(parsed(svg).getElementsByTagName("script").getLength()).isZero();
      }
    }
  }

  @Test
  void aCurveAndItsBandAreWhereTheirNumbersSay() throws Exception {
    Effect curve = curve(number(0, 1, AmountScale.LINEAR), List.of());
    Document chart = parsed(EffectChart.svg(explanation(1, curve), curve));
    // The axis goes from -2.16 to 2.16 over 180 pixels from 52 on; missing ones stand apart.
    Element line = (Element) chart.getElementsByTagName("polyline").item(0);
    assertThat(line.getAttribute("points")).isEqualTo("48.00,183.67 308.00,100.33");
    Element band = (Element) chart.getElementsByTagName("polygon").item(0);
    assertThat(band.getAttribute("points"))
        .isEqualTo("48.00,142.00 308.00,58.67 308.00,142.00 48.00,225.33");
    assertThat(chart.getElementsByTagName("circle").getLength()).isEqualTo(1);
    assertThat(texts(chart)).contains("missing", "0", "0.2", "1", "-2", "2");
  }

  @Test
  void barsAreSortedUnlessTheyHaveAnOrder() throws Exception {
    Effect sorted = bars(5, false, 1);
    assertThat(texts(parsed(EffectChart.svg(explanation(1, sorted), sorted))))
        .containsSubsequence("v4", "v2", "v0", "v3");
    Effect ordered = bars(5, true, 1);
    assertThat(texts(parsed(EffectChart.svg(explanation(1, ordered), ordered))))
        .containsSubsequence("v0", "v2", "v3", "v4");
  }

  @Test
  void theSmallestOfManyValuesAreLeftOutAndCounted() throws Exception {
    Effect many = bars(100, false, 1);
    List<String> texts = texts(parsed(EffectChart.svg(explanation(1, many), many)));
    assertThat(texts).contains("v99", "v70", "70 more values, with smaller effects");
    assertThat(texts).doesNotContain("v69", "v2");
  }

  /** The five classes that a column moves most have a line; the legend names them. */
  @Test
  void ofManyClassesThoseAreDrawnThatMoveMost() throws Exception {
    List<Double> flat = List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    List<Double> steep = List.of(1.0, 0.1, 2.0, 3.0, 4.0, 0.2, 5.0);
    Effect curve =
        new Effect(
            "x",
            Optional.of(new Part.Number("x", 0, 1)),
            false,
            List.of(
                new Effect.Point("0", 0, flat, List.of()),
                new Effect.Point("1", 1, steep, List.of())),
            List.of(),
            1);
    Explanation all =
        new Explanation(
            "score", List.of("a", "b", "c", "d", "e", "f", "g"), List.of(curve), "", List.of());
    Document chart = parsed(EffectChart.svg(all, curve));
    assertThat(chart.getElementsByTagName("polyline").getLength()).isEqualTo(5);
    assertThat(texts(chart)).contains("a", "c", "d", "e", "g").doesNotContain("b", "f");
  }

  @Test
  void aFlatEffectStillHasAnAxis() throws Exception {
    Effect flat =
        new Effect(
            "x",
            Optional.of(new Part.Number("x", -5, 5)),
            false,
            List.of(
                new Effect.Point("-5", 0, List.of(0.0), List.of()),
                new Effect.Point("5", 1, List.of(0.0), List.of())),
            List.of(),
            0);
    assertThat(EffectChart.svg(explanation(1, flat), flat)).doesNotContain("NaN", "Infinity");
  }

  @Test
  void crowdedAmountsHaveALogarithmicAxis() throws Exception {
    Part.Number wide = number(0, 100_000, AmountScale.LINEAR);
    Effect crowded = curve(wide, List.of(0.2, 0.8, 0.0));
    assertThat(EffectChart.svg(explanation(1, crowded), crowded)).doesNotContain("logarithmic");
    List<Double> error = List.of(0.1);
    Effect corner =
        new Effect(
            "gain",
            Optional.of(wide),
            false,
            List.of(
                new Effect.Point("0", 0, List.of(0.0), error),
                new Effect.Point("5000", 0.05, List.of(1.0), error),
                new Effect.Point("100000", 1, List.of(2.0), error)),
            List.of(0.9, 0.05, 0.05),
            1);
    List<String> texts = texts(parsed(EffectChart.svg(explanation(1, corner), corner)));
    assertThat(texts).contains("gain (logarithmic axis)", "100", "10k");
  }

  @Test
  void ticksAreRoundInTheUnitsOfTheFile() {
    assertThat(Ticks.of(number(0, 90, AmountScale.LINEAR), 300))
        .containsExactly(0.0, 20.0, 40.0, 60.0, 80.0);
    assertThat(Ticks.of(number(1, 10_000, AmountScale.LOG), 300))
        .contains(1.0, 10.0, 100.0, 1000.0, 10_000.0);
    assertThat(Ticks.of(number(-1000, 1000, AmountScale.SIGNED_LOG), 300))
        .contains(-1000.0, 0.0, 1000.0)
        .hasSizeLessThan(10);
    assertThat(Ticks.of(number(0, 400, AmountScale.SQRT), 300)).contains(0.0, 50.0, 100.0);
    assertThat(Ticks.label(20_000)).isEqualTo("20k");
    assertThat(Ticks.label(-1.5e6)).isEqualTo("-1.5M");
    assertThat(Ticks.label(0.30000000000000004)).isEqualTo("0.3");
  }
}
