// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.audit.CanaryTable;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.auto.Learners;
import dev.demilune.learn.choice.NetChoice;
import dev.demilune.learn.choice.SphereChoice;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.MarginLoss;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.grid.AngleHalfspace;
import dev.demilune.learn.grid.GridAggregate;
import dev.demilune.learn.grid.GridHalfspaceLearner;
import dev.demilune.learn.grid.PlaneChoice;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.learn.label.LabelPrivate;
import dev.demilune.learn.network.NetworkChoice;
import dev.demilune.learn.perturb.ClassMeans;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.learn.perturb.OutputPerturbation;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.testkit.Law;
import dev.demilune.testkit.LearnerLaws;
import dev.demilune.testkit.Seeds;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every learner there is, so that a new one is held to the laws without a word. */
@Tag("slow")
class LearnerLawsTest {

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource
  void everyLearnerKeepsTheLaws(String learner, Law law) {
    law.check().run();
  }

  static Stream<Arguments> everyLearnerKeepsTheLaws() {
    return Learners.all().stream()
        .flatMap(
            learner ->
                LearnerLaws.described(learner).stream()
                    .map(law -> Arguments.of(learner.name(), law)));
  }

  @ParameterizedTest(name = "{0}, pure: {1}")
  @MethodSource
  void learnersWithPureNoiseKeepTheLaws(String learner, Law law) {
    law.check().run();
  }

  /**
   * Noise of the L2 ball shows its full loss only where it is long, so that an audit sees less of
   * it than of Gaussian noise.
   */
  static Stream<Arguments> learnersWithPureNoiseKeepTheLaws() {
    return Stream.of(
            ClassMeans.withDefaults(),
            ObjectivePerturbation.withDefaults(),
            OutputPerturbation.withDefaults(),
            LabelPrivate.withDefaults())
        .flatMap(learner -> pure(learner).stream().map(law -> Arguments.of(learner.name(), law)));
  }

  private static List<Law> pure(Learner learner) {
    LearnerLaws laws = LearnerLaws.of(learner).pure().auditedInThePlane();
    return learner.description().audit().refutedNoise() == 0
        ? withoutRefuting(laws).toList()
        : laws.refuting(0.3).all();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource
  void choicesKeepTheLaws(String settings, Law law) {
    law.check().run();
  }

  /**
   * Few candidates, because an audit is thousands of fits. A canary at right angles to the other
   * rows splits the candidates in halves of equal weight, of which it makes one e^ε times as likely
   * as the other: at most half of ε shows, and less by what an audit of so many fits can be sure
   * of. So a quarter of the noise is what must be refuted.
   */
  static Stream<Arguments> choicesKeepTheLaws() {
    Learner refined = NetChoice.withDefaults().with("cover", "refine").with("rounds", "1");
    Learner networks =
        NetworkChoice.withDefaults()
            .with("candidates", "64")
            .with("units", "2")
            .with("rounds", "1");
    Learner net = NetChoice.withDefaults().with("cover", "net").with("projection", "3");
    Learner circle = SphereChoice.withDefaults().with("projection", "1").with("margin", "0.4");
    Learner trials =
        SphereChoice.withDefaults()
            .with("projection", "2")
            .with("margin", "0.4")
            .with("margin-kept", "0.5");
    Learner blocks =
        GridAggregate.withDefaults().with("blocks", "9").with("bits", "6").with("projection", "2");
    Learner mean =
        GridAggregate.withDefaults()
            .with("combine", "mean")
            .with("blocks", "300")
            .with("rounds", "2")
            .with("projection", "4");
    return Stream.of(
            of(refined, LearnerLawsTest::withoutRefuting),
            of(refined.with("rounds", "3"), LearnerLawsTest::ofManyRows),
            of(net.with("margin", "1"), laws -> laws.quick().stream()),
            of(networks, laws -> laws.refuting(0.25).audits().stream()),
            of(circle, LearnerLawsTest::withoutRefuting),
            of(AngleHalfspace.withDefaults().with("projection", "1"), LearnerLawsTest::ofThePlane),
            of(PlaneChoice.withDefaults().with("projection", "2"), LearnerLawsTest::ofFewRows),
            of(blocks, LearnerLawsTest::withoutRefuting),
            of(mean, LearnerLawsTest::withoutRefuting),
            of(
                GridHalfspaceLearner.withDefaults().with("projection", "1"),
                LearnerLawsTest::ofThePlane),
            of(
                AngleHalfspace.withDefaults()
                    .with("projection", "1")
                    .with("search", "half-circles"),
                LearnerLawsTest::ofThePlane),
            of(trials, laws -> laws.quick().stream()),
            of(SphereChoice.withDefaults(), laws -> laws.quick().stream()))
        .flatMap(arguments -> arguments);
  }

  private static Stream<Law> withoutRefuting(LearnerLaws laws) {
    return Stream.concat(laws.quick().stream(), laws.audits().stream().limit(1));
  }

  /** Several rounds are refused for a declared single row, which says too little for its budget. */
  private static Stream<Law> ofManyRows(LearnerLaws laws) {
    return withoutRefuting(laws).filter(law -> !law.name().startsWith("one row"));
  }

  /**
   * A table of one class apart: images of long rows are shortened before they are counted, and
   * without a margin a border between the shortened and the long ones is as good as any. On rows
   * that are not projected the law is kept, see AngleHalfspaceTest.
   */
  private static Stream<Law> ofThePlane(LearnerLaws laws) {
    return withoutRefuting(laws).filter(law -> !law.name().startsWith("a table of one class"));
  }

  /**
   * The work goes with the square of the rows, and three laws have thousands that are not declared:
   * that neither threads nor the order of rows change anything is in PlaneChoiceTest. For one class
   * see above; in place of audits CellChoiceLawTest has the law of the choice.
   */
  private static Stream<Law> ofFewRows(LearnerLaws laws) {
    return laws.quick().stream()
        .filter(law -> !law.name().startsWith("a table of one class"))
        .filter(law -> !law.name().startsWith("where the row count is private"))
        .filter(law -> !law.name().startsWith("one thread and many"))
        .filter(law -> !law.name().startsWith("unless rows are taken at random"));
  }

  private static Stream<Arguments> of(Learner learner, Function<LearnerLaws, Stream<Law>> laws) {
    return laws.apply(LearnerLaws.of(learner).pure())
        .map(law -> Arguments.of(learner.settings().toString(), law));
  }

  /** So the audit of the one learner is an audit of the other, on rows that are not embedded. */
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void onFewRowsKernelMarginIsNoisyDescent(Adjacency adjacency) {
    BoundedDataset data = CanaryTable.of(adjacency, 64, 300).table(true);
    for (Guarantee guarantee :
        List.of(
            ApproximateDp.of(0.25, 0.25), ApproximateDp.of(1, 1e-6), ApproximateDp.of(4, 0.1))) {
      assertThat(weights(KernelMargin.withDefaults(), data, guarantee))
          .isEqualTo(weights(NoisyDescent.withDefaults(), data, guarantee));
    }
  }

  private static List<Double> weights(Learner learner, BoundedDataset data, Guarantee guarantee) {
    try (Ledger ledger =
        Ledger.inMemory("laws", data.adjacency(), guarantee, Seeds.randomness("few rows"))) {
      LinearClassifier model = learner.fit(data, ledger.spend("few", guarantee)).model().linear();
      return IntStream.range(0, model.classes() * model.features())
          .mapToObj(i -> model.weight(i / model.features(), i % model.features()))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void embeddedRowsKeepTheLaws(Law law) {
    law.check().run();
  }

  /**
   * By itself the learner takes the small tables of the laws without features. That half the noise
   * is refuted is left out: an audit's canary and its opposite have images at right angles, and not
   * opposite ones, so that replacing a row shows less here than it may. Few steps, because an audit
   * is thousands of fits.
   */
  static Stream<Law> embeddedRowsKeepTheLaws() {
    Learner few = KernelMargin.withDefaults().with("features", "128").with("steps", "10");
    return Stream.concat(
        withoutRefuting(LearnerLaws.of(few.with("width", "0.2"))),
        withoutRefuting(
            LearnerLaws.of(
                few.with("features", "16").with("steps", "3").with("kernel", "polynomial"))));
  }

  @ParameterizedTest
  @MethodSource
  void ownLossesThatBreakTheirPromisesKeepTheLaws(Law law) {
    law.check().run();
  }

  /** A hundred times as steep as it says, with a jump where it says it is smooth. */
  static Stream<Law> ownLossesThatBreakTheirPromisesKeepTheLaws() {
    MarginLoss steep =
        new MarginLoss() {
          @Override
          public String name() {
            return "steep";
          }

          @Override
          public double slope(double margin) {
            return margin < 0 ? -100 : 100;
          }

          @Override
          public double lipschitz() {
            return 1;
          }

          @Override
          public double smoothness() {
            return 1;
          }
        };
    return withoutRefuting(LearnerLaws.of(MarginErm.withDefaults().withLoss(steep)));
  }

  @ParameterizedTest(name = "{0} at rate {1}: {2}")
  @MethodSource
  void learnersOnSamplesKeepTheLaws(String learner, String rate, Law law) {
    law.check().run();
  }

  /** Audits at a rate at which half the noise can be told from all of it: a sample hides much. */
  static Stream<Arguments> learnersOnSamplesKeepTheLaws() {
    Learner descent = NoisyDescent.withDefaults().with("steps", "9");
    Learner perceptron = BatchPerceptron.withDefaults().with("rounds", "5");
    Learner machine = PrivateSvm.withDefaults().with("steps", "9");
    return Stream.of(
            Stream.of(
                    descent.with("rate", "0.3"),
                    perceptron.with("rate", "0.05"),
                    machine.with("rate", "0.2"))
                .flatMap(learner -> of(learner, LearnerLaws.of(learner).quick())),
            Stream.of(
                    descent.with("rate", "0.8"),
                    perceptron.with("rate", "0.8"),
                    machine.with("rate", "0.8"))
                .flatMap(learner -> of(learner, LearnerLaws.of(learner).audits())))
        .flatMap(arguments -> arguments);
  }

  private static Stream<Arguments> of(Learner learner, List<Law> laws) {
    return laws.stream()
        .map(law -> Arguments.of(learner.name(), learner.settings().get("rate"), law));
  }
}
