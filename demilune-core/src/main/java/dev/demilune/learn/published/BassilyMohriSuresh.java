// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

/** The arithmetic of Bassily, Mohri and Suresh (2022). */
final class BassilyMohriSuresh {

  private BassilyMohriSuresh() {}

  static PublishedNumbers bootstrap(Problem p) {
    Worksheet lines = new Worksheet();
    int runs = BootstrapErm.runs(p.beta());
    double epsilon = BootstrapErm.epsilonOfRun(p.epsilon(), p.delta(), runs);
    double delta = BootstrapErm.deltaOfRun(p.delta(), runs);
    double asked = BootstrapErm.directions(p.n(), p.beta(), p.epsilon(), p.delta());
    double scores = (asked < p.d() ? 4 : 1) / p.gamma();
    lines.add(
        "directions",
        asked,
        "k = εm·ln(m/β)/(ln(1/β)·ln^1.5(1/δ)) with m = %s rows%s",
        p.n(),
        asked >= p.d() ? ", not fewer than features: no projection" : "");
    lines.add(
        "runs", runs, "M = ⌈ln(2/β)⌉ = ⌈ln(2/%s)⌉, each on m rows with replacement", p.beta());
    lines.add(
        "ε of a run",
        epsilon,
        "ε' = ε/(4M·ln(2M/δ)) = %s/(4·%s·ln(2·%s/%s))",
        p.epsilon(),
        runs,
        runs,
        p.delta());
    lines.add(
        "δ of a run",
        delta,
        "δ' = δ²/(4M·ln(2M/δ)) = %s²/(4·%s·ln(2·%s/%s))",
        p.delta(),
        runs,
        runs,
        p.delta());
    lines.add(
        "noise multiplier",
        BootstrapErm.noiseMultiplier(epsilon, delta),
        "2√ln(1/δ')/ε' = 2√ln(1/%s)/%s",
        delta,
        epsilon);
    lines.add(
        "sensitivity of the choice",
        scores * p.gamma() / p.n(),
        "Λr/m, which lacks 1/ρ = %s/%s",
        scores * p.gamma(),
        p.n());
    lines.add(
        "sensitivity of the choice, repaired",
        BootstrapErm.sensitivity(p.n(), scores),
        "min(2x, 1 + x)/m with x = Λr/ρ = %s",
        scores);
    lines.add(
        "error at these rows, repaired",
        BootstrapErm.error(p.n(), p.d(), p.gamma(), p.beta(), p.epsilon(), p.delta()),
        "Theorem 3.2, constants derived here");
    lines.add(
        "rows, repaired",
        BootstrapErm.rows(p.d(), p.gamma(), p.alpha(), p.beta(), p.epsilon(), p.delta()),
        "from where that error is at most %s",
        p.alpha());
    return new PublishedNumbers(
        "margin-erm", "Bassily, Mohri, Suresh 2022, Algorithms 2 and 4", lines.lines());
  }

  static PublishedNumbers fourier(Problem p) {
    Worksheet lines = new Worksheet();
    double frequencies = FourierErm.frequencies(p.n(), p.beta());
    lines.add(
        "frequencies", frequencies, "D = m²·ln(2m/β) = %s²·ln(2·%s/%s)", p.n(), p.n(), p.beta());
    lines.add("features", 2 * frequencies, "2D, a cosine and a sine each = 2·%s", frequencies);
    lines.add(
        "error at these rows, repaired",
        FourierErm.error(p.n(), p.gamma(), p.beta(), p.epsilon(), p.delta()),
        "Theorem 4.2, constants derived here, for a margin of %s in the kernel's space",
        p.gamma());
    lines.add(
        "rows, repaired",
        FourierErm.rows(p.gamma(), p.alpha(), p.beta(), p.epsilon(), p.delta()),
        "from where that error is at most %s",
        p.alpha());
    return new PublishedNumbers(
        "kernel-margin",
        "Bassily, Mohri, Suresh 2022, Algorithm 3, on top of margin-erm's",
        lines.lines());
  }

  static PublishedNumbers selection(Problem p) {
    Worksheet lines = new Worksheet();
    int margins = MarginSelection.margins(p.n());
    lines.add("margins", margins, "⌈log2(m)/2⌉ = ⌈log2(%s)/2⌉, from 1/2 to 2^-%s", p.n(), margins);
    lines.add(
        "total ε", 2 * p.epsilon(), "ε for the choice and ε for the learner = 2·%s", p.epsilon());
    lines.add("total ε, repaired", p.epsilon(), "ε/2 + ε/2 = 2·%s", p.epsilon() / 2);
    lines.add(
        "sensitivity at the margin",
        BootstrapErm.sensitivity(p.n(), 1 / p.gamma()),
        "min(2x, 1 + x)/m with x = Λr/ρ = %s",
        1 / p.gamma());
    lines.add(
        "error at these rows, repaired",
        MarginSelection.error(p.n(), p.d(), p.gamma(), p.beta(), p.epsilon(), p.delta()),
        "Lemma F.1 and Theorem 3.2, constants derived here");
    lines.add(
        "rows, repaired",
        MarginSelection.rows(p.d(), p.gamma(), p.alpha(), p.beta(), p.epsilon(), p.delta()),
        "from where that error is at most %s",
        p.alpha());
    return new PublishedNumbers(
        "margin-choice", "Bassily, Mohri, Suresh 2022, Algorithm 6", lines.lines());
  }
}
