// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The case in which a learner reveals most about one row: an auditor attacks it there.
 *
 * <p>The tables are tiny, so that a fit takes less than a millisecond, and the settings are those
 * under which most is revealed: few steps, because noise and privacy cost compose alike for few and
 * for many, and no centering, whose noise would also hide the canary.
 *
 * @param table which rows stand beside the canary
 * @param statistic what the auditor looks at
 * @param settings of the learner while it is attacked
 * @param lawSettings of the learner while it is held to the laws of the test kit, which fit it
 *     thousands of times
 * @param refutedNoise the share of its noise with which an audit of some thousand fits refutes the
 *     claim: a half for most; 0 where audits see too little, and its sums or laws are tested
 *     elsewhere
 * @param auditedElsewhere whether the laws leave audits out, because another learner does the
 *     training or a test of its own audits it
 */
public record AuditCase(
    Table table,
    Statistic statistic,
    Map<String, String> settings,
    Map<String, String> lawSettings,
    double refutedNoise,
    boolean auditedElsewhere) {

  /** The rows beside the canary. */
  public enum Table {
    /** None where the row count may be declared, so that weights stay near zero; else zero rows. */
    MANY_DECLARED,
    /** None, of one feature, and one row declared. */
    ONE_FEATURE,
    /** None, of two features, and one row declared. */
    TWO_FEATURES,
    /** None, of one feature and many classes. */
    MANY_CLASSES,
    /** As many declared, of numbers in named columns: for learners of what columns say. */
    COLUMNS,
    /** Of one feature, rows at zero of the other class: the threshold then lies on one side. */
    ROWS_AT_ZERO
  }

  /** What the auditor looks at in a model. */
  public enum Statistic {
    /** How far the canary's row is on the side of the second class. */
    SCORE,
    /** Only on which side it is: for learners that count mistakes, however large they are. */
    SIDE,
    /** The first weight of the second class. */
    FIRST_WEIGHT
  }

  public AuditCase {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    lawSettings = Collections.unmodifiableMap(new LinkedHashMap<>(lawSettings));
    if (!(refutedNoise >= 0 && refutedNoise <= 0.5)) {
      throw new IllegalArgumentException("refutedNoise must be from 0 to 0.5, got " + refutedNoise);
    }
  }

  /** Returns an attack by the canary's score, which refutes half the noise. */
  public static AuditCase on(Table table) {
    return new AuditCase(table, Statistic.SCORE, Map.of(), Map.of(), 0.5, false);
  }

  /** Returns the attack with one setting of the learner changed. */
  public AuditCase with(String setting, String value) {
    return new AuditCase(
        table,
        statistic,
        and(settings, setting, value),
        lawSettings,
        refutedNoise,
        auditedElsewhere);
  }

  /** Returns the attack with one setting of the learner changed for the laws of the test kit. */
  public AuditCase withForLaws(String setting, String value) {
    return new AuditCase(
        table,
        statistic,
        settings,
        and(lawSettings, setting, value),
        refutedNoise,
        auditedElsewhere);
  }

  private static Map<String, String> and(Map<String, String> some, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(some);
    more.put(name, value);
    return more;
  }

  /** Returns the attack by another statistic. */
  public AuditCase by(Statistic other) {
    return new AuditCase(table, other, settings, lawSettings, refutedNoise, auditedElsewhere);
  }

  /** Returns the attack of which it is known that it refutes this share of the noise. */
  public AuditCase refuting(double shareOfNoise) {
    return new AuditCase(table, statistic, settings, lawSettings, shareOfNoise, auditedElsewhere);
  }

  /** Returns the attack on a learner whose audits the laws leave to others. */
  public AuditCase leftToOthers() {
    return new AuditCase(table, statistic, settings, lawSettings, refutedNoise, true);
  }
}
