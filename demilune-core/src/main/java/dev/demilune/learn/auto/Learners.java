// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Learner;
import dev.demilune.learn.additive.Additive;
import dev.demilune.learn.choice.NetChoice;
import dev.demilune.learn.choice.SphereChoice;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.gradient.ProjectedSgd;
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
import dev.demilune.learn.rescaling.RescalingPerceptron;
import java.util.List;
import java.util.stream.Collectors;

/** The learners there are, by name. */
public final class Learners {

  private static final List<Learner> ALL =
      List.of(
          Auto.withDefaults(),
          Additive.withDefaults(),
          NoisyDescent.withDefaults(),
          BatchPerceptron.withDefaults(),
          ProjectedSgd.withDefaults(),
          MarginErm.withDefaults(),
          PrivateSvm.withDefaults(),
          RescalingPerceptron.withDefaults(),
          ObjectivePerturbation.withDefaults(),
          OutputPerturbation.withDefaults(),
          NetChoice.withDefaults(),
          SphereChoice.withDefaults(),
          AngleHalfspace.withDefaults(),
          PlaneChoice.withDefaults(),
          GridAggregate.withDefaults(),
          GridHalfspaceLearner.withDefaults(),
          NetworkChoice.withDefaults(),
          ClassMeans.withDefaults(),
          LabelPrivate.withDefaults(),
          KernelMargin.withDefaults(),
          MarginChoice.of(BatchPerceptron.withDefaults()));

  private Learners() {}

  /** Returns every learner in its default configuration; the first is the library's default. */
  public static List<Learner> all() {
    return ALL;
  }

  /** Returns the learner of that name. */
  public static Learner named(String name) {
    return ALL.stream()
        .filter(learner -> learner.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new DemiluneException(
                    "there is no learner '"
                        + name
                        + "'; choose one of "
                        + ALL.stream().map(Learner::name).collect(Collectors.joining(", "))));
  }
}
