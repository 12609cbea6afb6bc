// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.DemiluneException;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.learn.additive.Additive;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.learn.label.LabelPrivate;
import dev.demilune.learn.perturb.ClassMeans;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The default learner: chooses a learner for the problem, which then trains.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency; the
 * certificate's event is the one of the learner that was chosen, and its settings name that learner
 * and say why.
 *
 * <p><b>Proof.</b> The choice is a function of the guarantee and of a {@link Shape}: the number of
 * rows where it is public or was declared, features, classes and adjacency. So neighbors have the
 * same choice, and the learner's own proof holds: its plan is what is charged and runs. ∎
 *
 * <p><b>Sampling.</b> That of the learner.
 *
 * <p><b>Relies on.</b> What the learner relies on.
 *
 * <p><b>Source.</b> The rules are ours; docs/decisions/0011 says where their constants come from.
 *
 * @param fixed settings that are given: only learners that have all of them are chosen from
 */
public record Auto(Map<String, String> fixed) implements Learner {

  /** In this order; the first whose rule holds and whose plan can run is chosen. */
  private static final List<Candidate> CANDIDATES =
      List.of(
          new Candidate(LabelPrivate.withDefaults(), AutoRules::labelsOnly),
          new Candidate(ObjectivePerturbation.withDefaults(), AutoRules::pureWithShortNoise),
          new Candidate(ClassMeans.withDefaults(), AutoRules::pure),
          new Candidate(Additive.withDefaults(), AutoRules::shapesPay),
          new Candidate(KernelMargin.withDefaults(), AutoRules::kernelPays),
          new Candidate(ObjectivePerturbation.withDefaults(), AutoRules::manyRowsOfTwoClasses),
          new Candidate(NoisyDescent.withDefaults(), AutoRules::anything));

  public Auto {
    fixed = Collections.unmodifiableMap(new LinkedHashMap<>(fixed)); // keeps the order
  }

  /** Returns the learner that chooses freely. */
  public static Auto withDefaults() {
    return new Auto(Map.of());
  }

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "auto",
          "chooses one of "
              + CANDIDATES.stream()
                  .map(some -> some.learner().name())
                  .distinct()
                  .collect(Collectors.joining(", "))
              + " from public quantities, and says why; takes the settings of each",
          "docs/decisions/0011",
          List.of(),
          LearnerDescription.ANY_ADJACENCY,
          LearnerDescription.ANY_GUARANTEE,
          AuditCase.on(AuditCase.Table.MANY_DECLARED)
              .with("steps", "4")
              .with("centering", "off")
              .leftToOthers(),
          "auto");

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public Map<String, String> settings() {
    return fixed;
  }

  @Override
  public String nameOf(String setting) {
    return CANDIDATES.stream()
        .filter(some -> some.learner().has(setting))
        .map(some -> some.learner().nameOf(setting))
        .findFirst()
        .orElse(setting);
  }

  @Override
  public Auto with(String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(fixed);
    more.put(nameOf(key), value);
    if (CANDIDATES.stream().noneMatch(some -> hasAll(some.learner(), more))) {
      throw new DemiluneException(
          "no learner that auto chooses from has "
              + (more.size() == 1 ? "a setting '" : "all of the settings '")
              + String.join("', '", more.keySet())
              + "': name the learner that is meant");
    }
    Auto changed = new Auto(more);
    changed.candidates(); // a value that no learner takes is refused here
    return changed;
  }

  private static boolean hasAll(Learner learner, Map<String, String> settings) {
    return settings.keySet().stream().allMatch(learner::has);
  }

  private List<Candidate> candidates() {
    return CANDIDATES.stream()
        .filter(some -> hasAll(some.learner(), fixed))
        .map(
            some -> {
              Candidate set = some;
              for (Map.Entry<String, String> setting : fixed.entrySet()) {
                set = set.with(setting.getKey(), setting.getValue());
              }
              return set;
            })
        .toList();
  }

  private record Choice(Learner learner, String reason, Plan plan) {}

  private Choice choose(Shape shape, Guarantee guarantee) {
    Choice refused = null;
    for (Candidate some : candidates()) {
      Optional<String> reason = some.rule().reason(shape, guarantee);
      if (reason.isPresent()) {
        Choice choice = choice(some, reason.get(), shape, guarantee);
        if (choice.plan.runnable()) {
          return choice;
        }
        refused = choice;
      }
    }
    // No rule holds because settings left few to choose from: the first of these that can run.
    for (Candidate some : refused == null ? candidates() : List.<Candidate>of()) {
      Choice choice = choice(some, "it has the settings that were given", shape, guarantee);
      if (refused == null || choice.plan.runnable()) {
        refused = choice;
      }
      if (choice.plan.runnable()) {
        break;
      }
    }
    return refused;
  }

  private static Choice choice(Candidate some, String reason, Shape shape, Guarantee guarantee) {
    return new Choice(some.learner(), reason, some.learner().plan(shape, guarantee));
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          AutoRules.requireSignal(shape, guarantee);
          Choice choice = choose(shape, guarantee);
          TrainingPlan chosen = choice.plan.orThrow();
          Map<String, String> settings = new LinkedHashMap<>();
          settings.put("chosen", choice.learner.name());
          settings.put("because", choice.reason);
          settings.putAll(chosen.settings());
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  chosen.charged(),
                  chosen.outlook().chosen(new Outlook.Choice(choice.learner.name(), choice.reason)),
                  chosen::train)
              .relyingOn(chosen.reliesOn())
              .inOnePlaceLike(List.of(chosen))
              .withSettings(settings);
        });
  }

  @Override
  public RowsNeeded rowsNeeded(Shape shape, Guarantee guarantee, Goal goal) {
    return choose(shape, guarantee).learner.rowsNeeded(shape, guarantee, goal);
  }

  /** Trains the learner of last resort. */
  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    List<Candidate> candidates = candidates();
    return candidates.get(candidates.size() - 1).learner().fitWithoutPrivacy(data);
  }
}
