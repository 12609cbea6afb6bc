// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.learn.Learner;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The laws that every learner keeps, for learners of this project and of others.
 *
 * <p>They use the public API only, so they check what a learner does and not how. The learner's own
 * tests check its internals: that exact sums on neighboring tables differ by at most the claimed
 * sensitivity, and that without noise it is the plain algorithm.
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

  /** Returns the laws for a learner. */
  public static LearnerLaws of(Learner learner) {
    return new LearnerLaws(new Subject(Objects.requireNonNull(learner, "learner")), 0.5);
  }

  /**
   * Returns the laws with an audit that must refute only a part of the noise smaller than one half:
   * for learners whose worst case does not occur in most runs on any table.
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
    return List.copyOf(laws);
  }

  /** Returns the laws that need thousands of fits. */
  public List<Law> audits() {
    return new AuditLaws(subject, part).laws();
  }
}
