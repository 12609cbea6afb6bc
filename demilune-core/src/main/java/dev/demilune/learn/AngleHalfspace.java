/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.schema.BoundedDataset;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The exponential mechanism over all halfspaces of the plane that an integer grid can tell apart,
 * scored by their mistakes: no margin is asked for.
 *
 * <p><b>Claim.</b> The fit is ε-DP, with δ = 0, for the schema's adjacency and the allowance's ε.
 * But for one choice in twenty, a halfspace makes at most (r/ε')·ln(20N) mistakes more than the
 * best there is, where N = 8·(2·32000² + 1), ε' is its part of ε, and r is 1 where a row is added
 * or removed and 2 where something is replaced.
 *
 * <p><b>Proof.</b> Rows are integers of the {@link BoundedDataset}'s grid. A row is right or wrong
 * for a normal by itself, so a neighbour moves every count by at most one, and all in one direction
 * where a row is added or removed. {@link FlatSearch} among the N points of {@link Perimeter}, a
 * public set, is of bounded range ε' then; there are as many choices as parts of ε. The best point
 * is as good as the best halfspace without rows on its border, by the claim of Perimeter; the loss
 * is that of FlatSearch. ∎
 *
 * <p><b>Sampling.</b> Two comparisons in integers for a row, a sort of where counts change, and one
 * exact race among the pieces between.
 *
 * <p><b>Relies on.</b> Ranges, labels and settings chosen without the data; one row per person.
 *
 * <p><b>Source.</b> Repaired from Huang, Chen and Tsai, "On the sample complexity of privately
 * learning half-spaces", whose algorithm chooses angles by sorting them by their quality on the
 * rows and is not private. We keep the angles, and choose by the exponential mechanism. In the
 * plane this needs no reduction to thresholds: on the 2^33 points of a half-circle {@link
 * dev.demilune.mechanism.QuasiConcave#best} would take the exponential mechanism all the same, with
 * a third of the budget.
 *
 * @param projection of the rows; none by default
 */
public record AngleHalfspace(Projection projection) implements Learner {

  private static final Perimeter PERIMETER = Perimeter.of(BoundedDataset.GRID_RADIUS);
  private static final BigInteger POINTS = BigInteger.valueOf(PERIMETER.points());
  private static final double FAILURE = 0.05;
  private static final int PLANE = 2;

  public AngleHalfspace {
    Objects.requireNonNull(projection, "projection");
  }

  /** Returns the learner in its default configuration. */
  public static AngleHalfspace withDefaults() {
    return new AngleHalfspace(new Projection(Projection.Kind.SIGNS, Integer.MAX_VALUE, 1));
  }

  @Override
  public String name() {
    return "angle-halfspace";
  }

  @Override
  public String summary() {
    return "private choice from all halfspaces of the plane, one or two features, δ = 0, no margin"
        + " needed (repaired from Huang, Chen, Tsai)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    return settings;
  }

  @Override
  public AngleHalfspace with(String key, String value) {
    return switch (key) {
      case Projection.KEY -> new AngleHalfspace(projection.with(value));
      case "draw" ->
          new AngleHalfspace(
              projection.withDraw(Setting.wholeNumber(key, value, 0, Integer.MAX_VALUE)));
      default -> throw Setting.unknown(name(), key, settings());
    };
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    try {
      ReleasePlan.checkMemory(shape);
      PureChoices choices = choices(shape, guarantee);
      Map<String, String> details = new LinkedHashMap<>();
      details.put("rows", PureChoices.rows(shape));
      details.put(
          Projection.KEY, shape.features() + " to " + features(shape.features()) + " features");
      details.put("choices", Integer.toString(choices.choices()));
      details.put("epsilonPerChoice", String.format(Locale.ROOT, "%.4g", choices.epsilon()));
      details.put("halfspaces", POINTS.toString());
      return new Plan(
          name(),
          true,
          choices.outlook(shape, Math.log(POINTS.doubleValue())),
          Optional.of(choices.event()),
          details);
    } catch (DemiluneException e) {
      return Plan.refused(name(), e.getMessage());
    }
  }

  private PureChoices choices(Shape shape, Guarantee guarantee) {
    requirePlane(shape.features());
    return PureChoices.of(shape, guarantee, LinearTraining.outputs(shape.classes()));
  }

  private void requirePlane(int all) {
    int features = features(all);
    if (features > PLANE) {
      throw new DemiluneException(
          name()
              + " is for the plane, one feature and a constant or two features without, and not for "
              + features
              + " features: set projection to 2, or use net-choice or noisy-descent");
    }
    projection.requireMemory(all, features);
  }

  /** How many features are left; the number that would be best is not known without a margin. */
  private int features(int all) {
    return projection.outputsOrAll(all, Double.POSITIVE_INFINITY);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    ReleasePlan.checkMemory(Shape.of(data));
    PureChoices choices =
        ChargedPlan.of(
            data, allowance, shape -> choices(shape, allowance.guarantee()), PureChoices::event);
    Randomness randomness = allowance.use(data.adjacency());
    FlatSearch search =
        new FlatSearch(POINTS, ValueShift.ofCounts(data.adjacency()), choices.epsilon(), FAILURE);
    Rows rows = Rows.of(data, this);
    int[][] chosen = new int[choices.choices()][];
    for (int problem = 0; problem < chosen.length; problem++) {
      BigInteger number =
          search.choose(rows.right(problem), 0, randomness.stream("halfspace " + problem));
      chosen[problem] = PERIMETER.point(number.longValueExact());
      progress.step(problem + 1, chosen.length);
    }
    return new PrivateFit(
        rows.classifier(chosen), allowance.certify(name(), settings(), choices.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    requirePlane(data.features());
    Rows rows = Rows.of(data, this);
    int[][] chosen = new int[LinearTraining.outputs(data.classes())][];
    for (int problem = 0; problem < chosen.length; problem++) {
      chosen[problem] = best(rows.right(problem));
    }
    return new UnprotectedFit(rows.classifier(chosen));
  }

  /** The middle of the first piece that gets most rows right. */
  private static int[] best(StepFunction right) {
    int best = 0;
    for (int piece = 1; piece < right.pieces(); piece++) {
      best = right.value(piece) > right.value(best) ? piece : best;
    }
    return PERIMETER.point(right.first(best).add(right.last(best)).shiftRight(1).longValueExact());
  }

  /** The rows as they are scored, and the way back to a model of the data. */
  private record Rows(BoundedDataset data, Optional<LinearEmbedding> map, BoundedDataset view) {

    static Rows of(BoundedDataset data, AngleHalfspace settings) {
      Optional<LinearEmbedding> map =
          settings.projection().mapTo(data.features(), settings.features(data.features()));
      return new Rows(data, map, Projection.images(data, map));
    }

    /** Counts, for every point, the rows that it gets right: private. */
    StepFunction right(int problem) {
      int positive = Halfspaces.positive(problem, data.classes());
      StepFunction.Builder right = StepFunction.builder(POINTS);
      int[] row = new int[view.features()];
      for (int part = 0; part < view.blocks(); part++) {
        BoundedDataset.Block block = view.block(part);
        for (int i = 0; i < block.rows(); i++) {
          block.copyTo(i, row);
          int second = row.length == PLANE ? row[1] : view.gridIntercept();
          PERIMETER.count(row[0], second, block.label(i) == positive, right);
        }
      }
      return right.build();
    }

    LinearClassifier classifier(int[][] chosen) {
      return Projection.pullBack(data, map, Halfspaces.classifier(view, chosen));
    }
  }
}
