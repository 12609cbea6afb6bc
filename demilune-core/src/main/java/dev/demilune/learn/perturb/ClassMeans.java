// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.embed.LinearEmbedding;
import dev.demilune.learn.ChargedPlan;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LegacyPlan;
import dev.demilune.learn.LegacySetting;
import dev.demilune.learn.ModelMemory;
import dev.demilune.learn.Plan;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Projection;
import dev.demilune.learn.RowOutlook;
import dev.demilune.learn.RowsTimesBudget;
import dev.demilune.learn.Shape;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Gives a row the class whose mean is nearest: one noisy sum of the rows of each class, after a
 * public random projection where there are too many features for the noise.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency, a pure one
 * included; the event is one release, of the {@link ClassSums}.
 *
 * <p><b>Proof.</b> Rows enter through the class sums only, whose noise is that of {@link
 * ClassSums#noise}. The projection is drawn from a public number, and how many directions it has
 * follows from the guarantee and the {@link Shape}. The rest is post-processing ({@link
 * NearestMean}). ∎
 *
 * <p>Pure noise on a vector of d entries has length d/ε and Gaussian noise √d/μ, so the projection,
 * which keeps distances up to a factor near one, takes off more noise than it costs: by the rule
 * the noise of a class's sum is a fifth as long as that class has rows, if classes are of equal
 * size.
 *
 * <p><b>Sampling.</b> That of the class sums' noise.
 *
 * <p><b>Relies on.</b> Ranges, labels and the expected row count chosen without the data; one row
 * per person.
 *
 * <p><b>Source.</b> Nearest means are as old as the trade; noise on sums by class is due to Blum,
 * Dwork, McSherry and Nissim (2005). Ours to answer for: one noise for all classes whose price is
 * that of two of them, means shrunk by what is noise in them, and the projection.
 *
 * @param projection the public projection
 */
public record ClassMeans(Projection projection) implements Learner {

  // Chosen on folds of training rows, see docs/decisions.
  private static final double NOISE_PER_ROW = 0.2;
  private static final int FEWEST_DIRECTIONS = 8;
  private static final int DIRECTIONS_FOR_UNKNOWN_ROWS = 64;

  public ClassMeans {
    Objects.requireNonNull(projection, "projection");
  }

  /** Returns the learner in its default configuration. */
  public static ClassMeans withDefaults() {
    return new ClassMeans(new Projection(Projection.Kind.SIGNS, 0, 1));
  }

  @Override
  public String name() {
    return "class-means";
  }

  @Override
  public String summary() {
    return "nearest class mean, from one noisy sum of each class's rows after a random projection:"
        + " pure privacy with many classes or few rows (Blum, Dwork, McSherry, Nissim 2005)";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(Projection.KEY, projection.text());
    settings.put("draw", Integer.toString(projection.draw()));
    return settings;
  }

  @Override
  public ClassMeans with(String key, String value) {
    return switch (key) {
      case Projection.KEY -> new ClassMeans(projection.with(value));
      case "draw" ->
          new ClassMeans(
              projection.withDraw(LegacySetting.wholeNumber(key, value, 0, Integer.MAX_VALUE)));
      default -> throw LegacySetting.unknown(name(), key, settings());
    };
  }

  /** What is released, and of how many features. */
  private record Release(NoisySum noise, int directions) {
    PrivacyEvent event() {
      return noise.event();
    }
  }

  private Release release(Shape shape, Guarantee guarantee) {
    ModelMemory.require(shape);
    NoisySum noise = ClassSums.noise(shape.adjacency(), shape.classes(), guarantee);
    int directions = projection.outputsOrAll(shape.features(), wanted(shape, noise));
    projection.requireMemory(shape.features(), directions);
    return new Release(noise, directions);
  }

  /** The most directions for which the noise of a class's sum is short beside its rows. */
  private static double wanted(Shape shape, NoisySum noise) {
    if (shape.rows() == 0) {
      return DIRECTIONS_FOR_UNKNOWN_ROWS;
    }
    double allowed = NOISE_PER_ROW * shape.rows() / shape.classes();
    int directions = FEWEST_DIRECTIONS;
    while (directions < shape.features()
        && ClassSums.noiseLength(noise, directions + 1, shape.classes()) <= allowed) {
      directions++;
    }
    return directions;
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    Release release;
    try {
      release = release(shape, guarantee);
    } catch (DemiluneException e) {
      return new Plan.Refused(name(), e.getMessage());
    }
    Map<String, String> details = new LinkedHashMap<>();
    boolean counted = shape.rows() == 0 && !shape.adjacency().rowCountIsPublic();
    details.put("rows", RowOutlook.rows(shape, counted));
    details.put(Projection.KEY, shape.features() + " to " + release.directions + " features");
    double length = ClassSums.noiseLength(release.noise, release.directions, shape.classes());
    details.put(
        "noiseMultiplier",
        String.format(
            Locale.ROOT,
            "%.4g",
            ClassSums.deviation(release.noise, release.directions, shape.classes())));
    details.put("noiseLength", String.format(Locale.ROOT, "%.4g rows", length));
    String outlook =
        counted
            ? "the rows of each class are counted by the same release"
            : RowOutlook.of(shape, Optional.empty(), RowsTimesBudget.of(shape, guarantee));
    return new LegacyPlan(name(), true, outlook, Optional.of(release.event()), details);
  }

  @Override
  public PrivateFit fit(BoundedDataset data, Allowance allowance, Progress progress) {
    allowance.requireAdjacency(data.adjacency());
    Release release =
        ChargedPlan.of(
            data, allowance, shape -> release(shape, allowance.guarantee()), Release::event);
    Optional<LinearEmbedding> map = projection.mapTo(data.features(), release.directions);
    Randomness randomness = allowance.use(data.adjacency());
    BoundedDataset images = Projection.images(data, map);
    long[] sums = ClassSums.of(images);
    release.noise.release(sums, randomness.stream("class sums"));
    NearestMean means =
        NearestMean.of(
            images,
            sums,
            Shape.of(data).rows(),
            ClassSums.deviation(release.noise, images.features(), images.classes()));
    progress.step(1, 1);
    return new PrivateFit(
        Projection.pullBack(data, map, means.classifier()),
        allowance.certify(name(), settings(), release.event()));
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    long[] sums = ClassSums.of(data);
    return new UnprotectedFit(
        NearestMean.of(data, sums, data.privateSize(), /* noise= */ 0).classifier());
  }
}
