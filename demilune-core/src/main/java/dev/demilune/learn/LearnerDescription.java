// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.privacy.Adjacency;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Everything a learner says about itself. Command line, documentation, audits, laws and benchmarks
 * derive from it.
 *
 * @param name used on the command line and on certificates
 * @param summary one line that says what it does
 * @param source whose algorithm it is
 * @param settings in the order in which they are shown
 * @param adjacencies for which it has plans
 * @param guarantees which kinds its defaults can meet
 * @param audit where an auditor attacks it
 * @param benchmark the section of docs/benchmarks.md that measures it
 */
public record LearnerDescription(
    String name,
    String summary,
    String source,
    List<Setting<?>> settings,
    Set<Adjacency> adjacencies,
    Set<GuaranteeKind> guarantees,
    AuditCase audit,
    String benchmark) {

  /** The kinds of guarantees. */
  public enum GuaranteeKind {
    /** ε alone, with δ = 0. */
    PURE,
    /** ε and a δ above 0. */
    APPROXIMATE
  }

  /** Every kind of guarantee. */
  public static final Set<GuaranteeKind> ANY_GUARANTEE =
      Collections.unmodifiableSet(EnumSet.allOf(GuaranteeKind.class));

  /** Every adjacency. */
  public static final Set<Adjacency> ANY_ADJACENCY =
      Collections.unmodifiableSet(EnumSet.allOf(Adjacency.class));

  /** Every adjacency of rows: for learners without a proof for persons who have several rows. */
  public static final Set<Adjacency> ROW_ADJACENCIES =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Adjacency.ADD_OR_REMOVE_PERSON)));

  public LearnerDescription {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(audit, "audit");
    settings = List.copyOf(settings);
  }

  /** Returns the default of every setting. */
  public Settings defaults() {
    return Settings.defaults(name, settings);
  }
}
