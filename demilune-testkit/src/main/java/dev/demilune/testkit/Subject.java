// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.SequenceFold;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Classifier;
import dev.demilune.model.Interactions;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.model.ShapeFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.SchemaBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The learner under test, and the ways in which the laws run it. */
final class Subject {

  static final List<Guarantee> GUARANTEES = List.of(ApproximateDp.of(1, 1e-6), PureDp.of(1));

  // For a learner that refuses what would be noise, on tables of one row.
  private static final Guarantee LARGE = ApproximateDp.of(1_000, 1e-6);

  private final Learner learner;
  private final List<Guarantee> guarantees;
  private final int canaryFeatures;
  private final Map<Asked, TrainingPlan> plans = new ConcurrentHashMap<>();

  Subject(Learner learner) {
    this(
        learner,
        GUARANTEES,
        // every column is a dozen features, and one is enough to show the canary in
        readsColumns(learner) ? 2 : LawTables.CANARY_FEATURES);
  }

  private Subject(Learner learner, List<Guarantee> guarantees, int canaryFeatures) {
    this.learner = learner;
    this.guarantees = guarantees;
    this.canaryFeatures = canaryFeatures;
  }

  /** Returns the same learner, audited on rows of two features. */
  Subject auditedInThePlane() {
    return new Subject(learner, guarantees, 2);
  }

  /** Returns another configuration of the learner. */
  Subject configured(Learner other) {
    return new Subject(other, guarantees, canaryFeatures);
  }

  /** Returns the number of features of the audit's table. */
  int canaryFeatures() {
    return canaryFeatures;
  }

  /** Returns the same learner, run with ε only, also if it accepts a δ. */
  Subject pure() {
    return new Subject(
        learner, guarantees.stream().filter(PureDp.class::isInstance).toList(), canaryFeatures);
  }

  /** Returns whether the learner is run with guarantees of this kind. */
  boolean isAskedFor(Guarantee guarantee) {
    return guarantees.stream().anyMatch(asked -> asked.getClass() == guarantee.getClass());
  }

  Learner learner() {
    return learner;
  }

  /** Returns the adjacencies of rows for which the learner has a plan. */
  List<Adjacency> adjacencies() {
    List<Adjacency> planned =
        LearnerDescription.ROW_ADJACENCIES.stream()
            .filter(adjacency -> plans(shape(5, adjacency)))
            .toList();
    Law.require(!planned.isEmpty(), "%s has no plan for any adjacency", learner.name());
    return planned;
  }

  /** Whether there is a plan for tables like those of the laws. */
  boolean plansManyFeatures() {
    return Arrays.stream(Adjacency.values())
        .anyMatch(adjacency -> plans(shape(LawTables.CANARY_FEATURES, adjacency)));
  }

  /** Whether a δ changes what the learner does. */
  boolean makesUseOfDelta() {
    Shape shape = shape(5, adjacencies().get(0));
    List<Optional<PrivacyEvent>> events =
        GUARANTEES.stream().map(guarantee -> learner.plan(shape, guarantee).event()).toList();
    return !events.get(0).equals(events.get(1));
  }

  private Shape shape(int features, Adjacency adjacency) {
    return Shape.of(schema(features, 2, adjacency).build()).withRows(1_000);
  }

  /** Starts a schema of plain vectors, or of named columns for a learner that has no other plan. */
  SchemaBuilder schema(int features, int classes, Adjacency adjacency) {
    return readsColumns()
        ? LawTables.columns(features, classes, adjacency)
        : LawTables.vectors(features, classes, adjacency);
  }

  /**
   * Returns whether the learner is one of what columns say: it has an audit of its own for them.
   */
  boolean readsColumns() {
    return readsColumns(learner);
  }

  private static boolean readsColumns(Learner learner) {
    return learner.description().audit().table() == AuditCase.Table.COLUMNS;
  }

  private boolean plans(Shape shape) {
    return guarantees.stream().anyMatch(g -> learner.plan(shape, g).runnable());
  }

  /**
   * Returns a guarantee of ε = 1 that the learner can satisfy on such data, or a large one if it
   * refuses so small a budget.
   */
  Guarantee guarantee(BoundedDataset data) {
    return Stream.concat(guarantees.stream(), Stream.of(LARGE))
        .filter(guarantee -> learner.plan(Shape.of(data), guarantee).runnable())
        .findFirst()
        .orElseThrow(() -> new AssertionError(learner.name() + " has no plan for these rows"));
  }

  /** Returns whether the learner's plan samples rows or orders them at random. */
  boolean takesRowsAtRandom(BoundedDataset data) {
    TrainingPlan plan = learner.plan(Shape.of(data), guarantee(data)).orThrow();
    return !plan.charged().fold(new SequenceFold.Every(Subject::isOfAllRows))
        || plan.outlook().randomOrder();
  }

  private static boolean isOfAllRows(PrivacyEvent release) {
    return !(release instanceof PrivacyEvent.PoissonSampled
        || release instanceof PrivacyEvent.SampledWithoutReplacement);
  }

  PrivateFit fit(BoundedDataset data, long seed) {
    return fit(data, guarantee(data), Randomness.reproducible(seed));
  }

  PrivateFit fit(BoundedDataset data, Guarantee guarantee, Randomness randomness) {
    return fit(data, guarantee, randomness, Progress.NONE);
  }

  PrivateFit fit(
      BoundedDataset data, Guarantee guarantee, Randomness randomness, Progress progress) {
    // Planned once for thousands of fits; a learner that has a way of its own to fit keeps it.
    TrainingPlan plan =
        plans.computeIfAbsent(
            new Asked(Shape.of(data), guarantee),
            asked -> learner.plan(asked.shape, asked.guarantee).orThrow());
    try (Ledger ledger = Ledger.inMemory("laws", data.adjacency(), guarantee, randomness)) {
      Allowance allowance = ledger.spend("a law", guarantee);
      return plan.isOf(learner)
          ? plan.run(data, allowance, progress)
          : learner.fit(data, allowance, progress);
    }
  }

  private record Asked(Shape shape, Guarantee guarantee) {}

  /** Fits and returns the number of steps, which progress must count one by one. */
  int steps(BoundedDataset data, long seed) {
    AtomicInteger heard = new AtomicInteger();
    AtomicInteger announced = new AtomicInteger();
    PrivateFit fit =
        fit(
            data,
            guarantee(data),
            Randomness.reproducible(seed),
            (done, total) -> {
              Law.require(
                  done == heard.incrementAndGet(), "progress says step %d at call %s", done, heard);
              announced.set(total);
            });
    Law.require(
        heard.get() == announced.get(), "%s of %s announced steps were done", heard, announced);
    requireFinite(fit.model());
    return heard.get();
  }

  static void requireFinite(Classifier classifier) {
    for (double number : numbers(classifier)) {
      Law.require(Double.isFinite(number), "a weight or a bias is not finite");
    }
  }

  /** Compares all weights and biases bit by bit. */
  static boolean sameBits(Classifier one, Classifier other) {
    return Arrays.equals(numbers(one), numbers(other)); // compares doubles by their bits
  }

  /** Returns all weights and biases of a model. */
  static double[] numbers(Classifier classifier) {
    DoubleStream.Builder numbers = DoubleStream.builder();
    if (classifier instanceof NetworkClassifier network) {
      for (NetworkLayer layer : network.layers()) {
        for (int unit = 0; unit < layer.units(); unit++) {
          numbers.add(layer.bias(unit));
          for (int input = 0; input < layer.inputs(); input++) {
            numbers.add(layer.weight(unit, input));
          }
        }
      }
      return numbers.build().toArray();
    }
    if (classifier instanceof AdditiveClassifier additive) {
      return numbers(additive);
    }
    LinearClassifier model = classifier.linear();
    for (int k = 0; k < model.classes(); k++) {
      numbers.add(model.bias(k));
      for (int j = 0; j < model.features(); j++) {
        numbers.add(model.weight(k, j));
      }
    }
    return numbers.build().toArray();
  }

  /** Everything that an additive model publishes, its standard errors and shares included. */
  private static double[] numbers(AdditiveClassifier model) {
    DoubleStream.Builder numbers = DoubleStream.builder();
    for (int k = 0; k < model.labels().size(); k++) {
      numbers.add(model.bias(k));
    }
    for (ShapeFunction shape : model.shapes()) {
      DoubleStream.of(shape.breakpoints()).forEach(numbers::add);
      DoubleStream.of(shape.shares()).forEach(numbers::add);
      for (int point = 0; point < shape.points(); point++) {
        for (int k = 0; k < shape.classes(); k++) {
          numbers.add(shape.value(point, k));
        }
        for (int c = 0; shape.hasStandardErrors() && c < shape.errorColumns(); c++) {
          numbers.add(shape.standardError(point, c));
        }
      }
    }
    model.interactions().ifPresent(of -> numbers(model.shapes().size(), of, numbers));
    return numbers.build().toArray();
  }

  private static void numbers(int parts, Interactions of, DoubleStream.Builder numbers) {
    for (int part = 0; part < parts; part++) {
      if (of.hasWarp(part)) {
        DoubleStream.of(of.warpBreakpoints(part)).forEach(numbers::add);
        DoubleStream.of(of.warpValues(part)).forEach(numbers::add);
      }
    }
    for (int j = 0; j < of.directions(); j++) {
      numbers.add(of.offset(j));
      of.terms(j).forEach(term -> term.coefficients().forEach(numbers::add));
      DoubleStream.of(of.cosine(j)).forEach(numbers::add);
      DoubleStream.of(of.sine(j)).forEach(numbers::add);
    }
  }
}
