// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Interactions;
import dev.demilune.model.ShapeFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Column;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class AdditiveRadiusTest {

  private static Schema schema(int numbers, boolean category, int classes) {
    SchemaBuilder builder = Schema.builder();
    for (int i = 0; i < numbers; i++) {
      builder.number("n" + i, 0, 1);
    }
    if (category) {
      builder.category("c", "a", "b", "d");
    }
    String[] labels = new String[classes];
    for (int k = 0; k < classes; k++) {
      labels[k] = "k" + k;
    }
    return builder.label("y", labels).adjacency(Adjacency.REPLACE_ONE).build();
  }

  private static EncodedRow row(double[] parts) {
    EncodedRow row = new EncodedRow();
    row.start(-1);
    for (double part : parts) {
      row.addPart(part);
    }
    return row;
  }

  private static double[][] values(int points, int classes, SplittableRandom random) {
    double[][] values = new double[points][classes];
    for (double[] point : values) {
      for (int k = 0; k < classes; k++) {
        point[k] = random.nextGaussian();
      }
    }
    return values;
  }

  private static AdditiveClassifier model(
      int numbers, boolean category, int classes, SplittableRandom random) {
    Schema schema = schema(numbers, category, classes);
    List<ShapeFunction> shapes = new ArrayList<>();
    Interactions.Builder interactions = Interactions.builder(schema.parts(), classes);
    List<Interactions.Term> terms = new ArrayList<>();
    for (int p = 0; p < numbers; p++) {
      double[] inner = random.doubles(random.nextInt(4)).sorted().toArray();
      double[] breakpoints =
          DoubleStream.concat(
                  DoubleStream.concat(DoubleStream.of(0), DoubleStream.of(inner)),
                  DoubleStream.of(1))
              .toArray();
      shapes.add(ShapeFunction.curve(breakpoints, values(breakpoints.length, classes, random)));
      interactions.warp(p, new double[] {0, 0.3, 1}, new double[] {0, 0.6, 1});
      terms.add(new Interactions.Term(p, List.of(2 * random.nextGaussian(), 0.0)));
    }
    if (category) {
      shapes.add(ShapeFunction.choice(values(4, classes, random)));
      terms.add(new Interactions.Term(numbers, List.of(1.0, 2.0, 3.0, 0.0)));
    }
    AdditiveClassifier model =
        AdditiveClassifier.of(schema, random.doubles(classes).toArray(), shapes);
    double[] cosine = random.doubles(classes, -1, 1).toArray();
    double[] sine = random.doubles(classes, -1, 1).toArray();
    return random.nextBoolean()
        ? model
        : model.withInteractions(interactions.direction(1, terms, cosine, sine).build());
  }

  /** For a single straight line the radius is the distance to the tie, and not less. */
  @Test
  void aStraightLineHasItsExactRadius() {
    ShapeFunction line = ShapeFunction.curve(new double[] {0, 1}, new double[][] {{0, -1}, {0, 3}});
    AdditiveClassifier model =
        AdditiveClassifier.of(schema(1, false, 2), new double[2], List.of(line));
    // The tie is at position 1/4; positions become features twice as far apart.
    CertifiedRadius certified = CertifiedRadius.of(model);
    assertThat(certified.radius(row(new double[] {0.75}))).isCloseTo(1, within(1e-9));
    assertThat(certified.radius(row(new double[] {0.125}))).isCloseTo(0.25, within(1e-9));
    assertThat(certified.radius(row(new double[] {0.25}))).isZero();
  }

  /** Going left from 1 the score of the second class falls first in the left half. */
  @Test
  void onlySegmentsThatAreReachedCount() {
    ShapeFunction hill =
        ShapeFunction.curve(new double[] {0, 0.5, 1}, new double[][] {{0, -9}, {0, 1}, {0, 3}});
    AdditiveClassifier model =
        AdditiveClassifier.of(schema(1, false, 2), new double[2], List.of(hill));
    CertifiedRadius certified = CertifiedRadius.of(model);
    // At 0 the first class wins by 9, and moving right it loses 20 per unit: 0.45, twice that.
    assertThat(certified.radius(row(new double[] {0}))).isCloseTo(0.9, within(1e-9));
    // At 1 the steep half counts: sound, though the tie is at 0.45.
    assertThat(certified.radius(row(new double[] {1}))).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void choicesAndMissingNumbersLimitTheRadiusToOne() {
    Schema schema = schema(1, true, 2);
    AdditiveClassifier model =
        AdditiveClassifier.of(
            schema,
            new double[] {0, 100},
            List.of(
                ShapeFunction.curve(new double[] {0, 1}, new double[][] {{0, 0}, {0, 1}}),
                ShapeFunction.zero(schema.parts().get(1), 2)));
    double radius = CertifiedRadius.of(model).radius(row(new double[] {0.5, 1}));
    assertThat(radius).isLessThan(1).isCloseTo(1, within(1e-9));
    Schema ordered =
        Schema.builder()
            .number("n0", 0, 1)
            .column(Column.ordered("c", "a", "b", "d", "e"))
            .label("y", "k0", "k1")
            .adjacency(Adjacency.REPLACE_ONE)
            .build();
    AdditiveClassifier inOrder =
        AdditiveClassifier.of(
            ordered,
            new double[] {0, 100},
            List.of(model.shapes().get(0), ShapeFunction.zero(ordered.parts().get(1), 2)));
    assertThat(CertifiedRadius.of(inOrder).radius(row(new double[] {0.5, 1})))
        .isLessThan(0.5)
        .isCloseTo(0.5, within(1e-9)); // the next of four ordered values is that near
    AdditiveClassifier numbersOnly =
        AdditiveClassifier.of(
            schema(1, false, 2), new double[] {0, 100}, model.shapes().subList(0, 1));
    assertThat(CertifiedRadius.of(numbersOnly).radius(row(new double[] {0.5})))
        .isCloseTo(201, within(1e-6));
    assertThat(CertifiedRadius.of(numbersOnly).radius(row(new double[] {Double.NaN})))
        .isLessThan(1);
  }

  /**
   * Attacks along random directions and from every corner of the cube inside the radius: none may
   * succeed. That many succeed within 4 radii shows that it is an attack; with a third of the
   * slopes, tried once, they succeed inside.
   */
  @Test
  void noAttackChangesAPredictionWithinItsRadius() {
    SplittableRandom random = new SplittableRandom(31);
    int beyond = 0;
    int positive = 0;
    for (int trial = 0; trial < 200; trial++) {
      int numbers = 1 + random.nextInt(4);
      boolean category = random.nextBoolean();
      int classes = 2 + random.nextInt(3);
      AdditiveClassifier model = model(numbers, category, classes, random);
      CertifiedRadius certified = CertifiedRadius.of(model);
      double[] x = new double[numbers + (category ? 1 : 0)];
      for (int p = 0; p < x.length; p++) {
        x[p] = p < numbers ? random.nextDouble() : random.nextInt(-1, 3);
      }
      int predicted = model.predict(row(x));
      double radius = certified.radius(row(x), predicted);
      if (!(radius > 0 && radius < 10)) {
        continue;
      }
      positive++;
      boolean flipped = false;
      for (int attempt = 0; attempt < 400; attempt++) {
        double[] direction = RandomModels.direction(numbers, random);
        assertThat(model.predict(row(moved(x, direction, radius / 2)))).isEqualTo(predicted);
        flipped |= model.predict(row(moved(x, direction, 2 * radius))) != predicted;
      }
      beyond += flipped ? 1 : 0;
    }
    assertThat(positive).isGreaterThan(150);
    assertThat(beyond).isGreaterThan(positive / 4);
  }

  /** A distance of positions is half of that of features. */
  private static double[] moved(double[] x, double[] direction, double distance) {
    double[] z = x.clone();
    for (int p = 0; p < direction.length; p++) {
      z[p] = Math.max(0, Math.min(1, z[p] + distance * direction[p]));
    }
    return z;
  }
}
