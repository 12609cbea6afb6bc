// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Kernels;
import dev.demilune.schema.Learned;
import dev.demilune.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A training that is planned to the last release, and the only way to run it.
 *
 * <p>It is made once, from public quantities. A ledger charges this object, and this object runs:
 * what runs is what was charged. Only this class uses the allowance, checks the adjacency of the
 * data and certifies the planned event.
 */
public final class TrainingPlan implements Plan, PaidPlan {

  /** What a learner does with the rows, all of it paid for by the event of the plan. */
  @FunctionalInterface
  public interface Trainer {

    /** Trains. Whatever it returns may be published. */
    TrainedModel train(BoundedDataset rows, TrainingRun run);
  }

  private final Learner learner;
  private final Map<String, String> settings;
  private final Shape shape;
  private final Guarantee guarantee;
  private final PrivacyEvent event;
  private final Outlook outlook;
  private final List<String> reliesOn;
  private final boolean inOnePlace;
  private final Trainer trainer;

  private TrainingPlan(
      Learner learner,
      Map<String, String> settings,
      Shape shape,
      Guarantee guarantee,
      PrivacyEvent event,
      Outlook outlook,
      List<String> reliesOn,
      boolean inOnePlace,
      Trainer trainer) {
    this.learner = learner;
    this.settings = settings;
    this.shape = shape;
    this.guarantee = guarantee;
    this.event = Objects.requireNonNull(event, "event");
    this.outlook = Objects.requireNonNull(outlook, "outlook");
    this.reliesOn = reliesOn;
    this.inOnePlace = inOnePlace;
    this.trainer = Objects.requireNonNull(trainer, "trainer");
  }

  /**
   * Returns a plan.
   *
   * @param event what the trainer does, built from the mechanisms that draw its noise; it costs at
   *     most the guarantee
   * @throws DemiluneException if the unit is a person, and the learner is not proved for that
   */
  public static TrainingPlan of(
      Learner learner,
      Shape shape,
      Guarantee guarantee,
      PrivacyEvent event,
      Outlook outlook,
      Trainer trainer) {
    if (!learner.description().adjacencies().contains(shape.adjacency())) {
      shape
          .adjacency()
          .requireRows(learner.name() + " is no learner of sums such as noisy-descent, and");
    }
    return new TrainingPlan(
        learner, learner.settings(), shape, guarantee, event, outlook, List.of(), false, trainer);
  }

  /** Returns the plan with what it relies on beyond what all learners do, one phrase each. */
  public TrainingPlan relyingOn(String... phrases) {
    return relyingOn(List.of(phrases));
  }

  /** Returns the plan with what it relies on beyond what all learners do, one phrase each. */
  public TrainingPlan relyingOn(List<String> phrases) {
    return new TrainingPlan(
        learner,
        settings,
        shape,
        guarantee,
        event,
        outlook,
        List.copyOf(phrases),
        inOnePlace,
        trainer);
  }

  /** Returns the plan with other public settings on its certificate. */
  public TrainingPlan withSettings(Map<String, String> others) {
    return new TrainingPlan(
        learner, others, shape, guarantee, event, outlook, reliesOn, inOnePlace, trainer);
  }

  /**
   * Returns the plan as one that needs all rows in one process, because it is more than a sum over
   * rows.
   */
  public TrainingPlan inOnePlace() {
    return inOnePlace(true);
  }

  /** Returns the plan as one that needs all rows in one process if any of its parts does. */
  public TrainingPlan inOnePlaceLike(List<TrainingPlan> parts) {
    return inOnePlace(parts.stream().anyMatch(part -> part.inOnePlace));
  }

  private TrainingPlan inOnePlace(boolean needed) {
    return new TrainingPlan(
        learner, settings, shape, guarantee, event, outlook, reliesOn, needed, trainer);
  }

  /**
   * Returns the plan as that of another learner, which leaves a setting to a rule. Its certificate
   * shows what the rule decided.
   */
  public TrainingPlan decidedFor(Learner asked, String setting, String decided) {
    Map<String, String> shown = new LinkedHashMap<>(asked.settings());
    shown.put(setting, decided);
    return new TrainingPlan(
        asked,
        shown,
        shape,
        guarantee,
        event,
        outlook.with(setting, decided),
        reliesOn,
        inOnePlace,
        trainer);
  }

  @Override
  public String learner() {
    return learner.name();
  }

  @Override
  public String doneBy() {
    return learner.name();
  }

  /** Returns whether it is the plan of this learner, in this configuration. */
  public boolean isOf(Learner some) {
    return learner.equals(some);
  }

  /** Returns the public settings that the certificate will show. */
  public Map<String, String> settings() {
    return settings;
  }

  /** Returns the public size that it was made for. */
  public Shape shape() {
    return shape;
  }

  @Override
  public Guarantee guarantee() {
    return guarantee;
  }

  @Override
  public Adjacency adjacency() {
    return shape.adjacency();
  }

  @Override
  public PrivacyEvent charged() {
    return event;
  }

  /** Returns what to expect of it. */
  public Outlook outlook() {
    return outlook;
  }

  /** Returns what it relies on beyond what all learners do, one phrase each. */
  public List<String> reliesOn() {
    return reliesOn;
  }

  /** Returns whether it needs all rows in one process; then no cluster can run it. */
  public boolean needsOnePlace() {
    return inOnePlace;
  }

  /**
   * Refuses, before the charge, a plan that no cluster can run.
   *
   * @throws DemiluneException with the nearest thing that works
   */
  public void requireSum() {
    if (inOnePlace) {
      throw new DemiluneException(
          learner()
              + " needs all rows in one process, because it is more than a sum over rows: train it"
              + " without a cluster, or use noisy-descent");
    }
  }

  @Override
  public boolean runnable() {
    return true;
  }

  @Override
  public String reason() {
    return outlook.expectation();
  }

  @Override
  public Optional<PrivacyEvent> event() {
    return Optional.of(event);
  }

  @Override
  public Map<String, String> details() {
    return outlook.details();
  }

  @Override
  public TrainingPlan orThrow() {
    return this;
  }

  /** Trains privately and returns the model with its certificate, and nothing else. */
  public PrivateFit run(BoundedDataset rows, Allowance allowance) {
    return run(rows, allowance, Progress.NONE);
  }

  /**
   * Trains privately, reporting how many of the planned steps are done.
   *
   * @throws DemiluneException if the allowance was charged for another plan or counts for another
   *     adjacency than that of the rows, or if the rows are of another shape than was planned for;
   *     the allowance then stays unused
   */
  public PrivateFit run(BoundedDataset rows, Allowance allowance, Progress progress) {
    requireShape(rows);
    TrainingRun run =
        new TrainingRun(allowance.use(this, rows.adjacency()), allowance.purpose(), progress);
    TrainedModel trained = train(rows, run);
    Map<String, String> shown = new LinkedHashMap<>(settings);
    if (rows.adjacency().isOfPersons()) {
      shown.put("rows-per-person", Integer.toString(rows.schema().rowsPerPerson()));
    }
    shown.putAll(trained.released());
    Certificate ofFit = allowance.certify(learner(), shown, event, reliesOn.toArray(String[]::new));
    return new PrivateFit(
        trained.model(), withKernels(withSchema(ofFit, trained.model().schema()), rows), this);
  }

  /** Says which loops long runs use: of no consequence but for time, and the same for all rows. */
  private static Certificate withKernels(Certificate ofFit, BoundedDataset rows) {
    // A seeded run has no circumstances, and machines of a cluster have kernels of their own.
    return ofFit.circumstances().isEmpty() || !rows.isInOnePlace()
        ? ofFit
        : ofFit.withCircumstance("kernels", Kernels.name());
  }

  /** A model depends on the release that its schema was learned by, if it was. */
  private static Certificate withSchema(Certificate ofFit, Schema schema) {
    if (schema.learned().isEmpty()) {
      return ofFit;
    }
    Learned learned = schema.learned().get();
    Certificate chained = ofFit.withEarlier(learned.release());
    return learned.isUnchangedIn(schema)
        ? chained
        : chained.withChainNote(
            "the schema was edited after learning; what was changed by hand must not come from the"
                + " rows");
  }

  /**
   * Trains as a part of a larger plan, whose event holds the event of this one. Only a plan that
   * runs can hand out a {@link TrainingRun}, so nothing trains that was not charged.
   */
  public TrainedModel train(BoundedDataset rows, TrainingRun run) {
    requireShape(rows);
    return trainer.train(rows, run);
  }

  /** Releases and their noise are planned for this number of features and classes, and no other. */
  private void requireShape(BoundedDataset rows) {
    if (!rows.isInOnePlace()) {
      requireSum();
    }
    if (!shape.integers().isEmpty() && !shape.integers().equals(rows.schema().integerRanges())) {
      throw new DemiluneException(
          "the plan of "
              + learner()
              + " is for other ranges of integers than the rows have: plan for their schema");
    }
    // The noise on counts of what columns say is planned for these columns.
    if (!shape.parts().isEmpty() && !shape.parts().equals(rows.schema().parts())) {
      throw new DemiluneException(
          "the plan of "
              + learner()
              + " is for other columns than the rows have: plan for their schema");
    }
    if (rows.features() != shape.features() || rows.classes() != shape.classes()) {
      throw new DemiluneException(
          "the plan of "
              + learner()
              + " is for "
              + shape.features()
              + " features and "
              + shape.classes()
              + " classes, and the rows have "
              + rows.features()
              + " and "
              + rows.classes()
              + ": plan for the schema of these rows");
    }
  }
}
