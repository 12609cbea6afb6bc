// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.learn.AuditCase;
import dev.demilune.learn.Learner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The laws that every learner keeps, for learners of this project and of others.
 *
 * <p>They use the public API only, so they check what a learner does and not how. One of them, the
 * law of replay ({@link Replay}), looks at what every private output holds before noise: on
 * neighboring tables it differs by at most the declared sensitivity, and nothing else differs. The
 * learner's own tests check that without noise it is the plain algorithm.
 *
 * <pre>{@code
 * @ParameterizedTest
 * @MethodSource
 * void keepsTheLaws(Law law) {
 *   law.check().run();
 * }
 *
 * static List<Law> keepsTheLaws() {
 *   return LearnerLaws.of(MyLearner.withDefaults()).all();
 * }
 * }</pre>
 *
 * <p>Everything is seeded by {@link Seeds}. The audits are random: for a learner that satisfies its
 * guarantee one of them fails for at most one seed in a million, for each adjacency. They need a
 * learner whose linear score of a row grows with that row's own contribution.
 */
public final class LearnerLaws {

  private final Subject subject;
  private final double part;

  private LearnerLaws(Subject subject, double part) {
    this.subject = subject;
    this.part = part;
  }

  /**
   * Returns the laws for a learner in the configuration that is given: its audits must refute half
   * the noise.
   */
  public static LearnerLaws of(Learner learner) {
    return new LearnerLaws(new Subject(Objects.requireNonNull(learner, "learner")), 0.5);
  }

  /**
   * Returns the laws that the learner's own description asks for: in the configuration it names for
   * them, with the share of the noise that it says an audit refutes, and without audits where
   * another learner does the training; only those of replay and of secret time for a learner that
   * has no plan for tables of many features.
   */
  public static List<Law> described(Learner learner) {
    AuditCase audit = learner.description().audit();
    Learner configured = learner;
    for (Map.Entry<String, String> setting : audit.lawSettings().entrySet()) {
      configured = configured.with(setting.getKey(), setting.getValue());
    }
    Subject subject = new Subject(configured);
    if (!subject.plansManyFeatures()) {
      return Stream.of(
              new ReplayLaws(subject).laws(),
              new TimeLaws(List.of(subject, new Subject(learner))).laws())
          .flatMap(List::stream)
          .toList();
    }
    if (!subject.makesUseOfDelta()) {
      subject = subject.pure();
    }
    if (audit.refutedNoise() == 0 && audit.table() == AuditCase.Table.TWO_FEATURES) {
      subject = subject.auditedInThePlane();
    }
    LearnerLaws laws = new LearnerLaws(subject, audit.refutedNoise());
    return audit.auditedElsewhere() ? laws.quick() : laws.all();
  }

  /**
   * Returns the laws with an audit that need only refute a smaller part of the noise than one half:
   * for learners whose worst case no table brings about in most runs.
   */
  public LearnerLaws refuting(double partOfTheNoise) {
    return new LearnerLaws(subject, partOfTheNoise);
  }

  /** Returns the laws for δ = 0: for learners that accept a δ without using it. */
  public LearnerLaws pure() {
    return new LearnerLaws(subject.pure(), part);
  }

  /**
   * Returns the laws with audits of rows of only two features: for noise whose norm grows with the
   * number of features, and would hide a row far better than necessary.
   */
  public LearnerLaws auditedInThePlane() {
    return new LearnerLaws(subject.auditedInThePlane(), part);
  }

  /** Returns all laws, to be checked one by one. */
  public List<Law> all() {
    List<Law> laws = new ArrayList<>(quick());
    laws.addAll(audits());
    return List.copyOf(laws);
  }

  /** Returns the laws that need only a few fits. */
  public List<Law> quick() {
    List<Law> laws = new ArrayList<>();
    laws.addAll(new HostileLaws(subject).laws());
    laws.addAll(new CertificateLaws(subject).laws());
    laws.addAll(new RepeatLaws(subject).laws());
    laws.addAll(new ReplayLaws(subject).laws());
    laws.addAll(new TimeLaws(List.of(subject)).laws());
    return List.copyOf(laws);
  }

  /**
   * Returns the laws that take thousands of fits: only that the claim stands, where no share of the
   * noise is to be refuted.
   */
  public List<Law> audits() {
    List<Law> laws = new AuditLaws(subject, part).laws();
    return part == 0 ? laws.subList(0, 1) : laws;
  }
}
