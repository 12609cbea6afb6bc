// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

/** The arithmetic of Nguyen, Ullman and Zakynthinou (2020). */
final class NguyenUllmanZakynthinou {

  private NguyenUllmanZakynthinou() {}

  static PublishedNumbers singleRowDescent(Problem p) {
    Worksheet lines = new Worksheet();
    double length = projection(p, lines);
    double asked = SingleRowDescent.directions(p.gamma(), length);
    int runs = SingleRowDescent.runs(p.beta());
    double slope = SingleRowDescent.slope(p.gamma());
    lines.add("runs", runs, "k = ⌈ln(8/β)⌉ = ⌈ln(8/%s)⌉", p.beta());
    lines.add("steps", SingleRowDescent.steps(p.n()), "n² in each run = %s²", p.n());
    lines.add("slope", slope, "L = 1/(0.86γ) = 1/(0.86·%s)", p.gamma());
    noise(lines, p, "", p.epsilon() / runs, p.delta() / runs, "ε/k");
    noise(lines, p, ", repaired", p.epsilon() / (2 * runs), p.delta() / runs, "ε/(2k)");
    lines.add(
        "total ε", 2 * p.epsilon(), "ε for the runs and ε for the choice = 2·%s", p.epsilon());
    lines.add("total ε, repaired", p.epsilon(), "ε/2 + ε/2 = 2·%s", p.epsilon() / 2);
    lines.add(
        "sensitivity of the choice, repaired",
        SingleRowDescent.largestLoss(p.gamma()),
        "(1 + 0.96γ)/(0.86γ), not given in the paper = (1 + 0.96·%s)/(0.86·%s)",
        p.gamma(),
        p.gamma());
    lines.add(
        "rows, repaired",
        SingleRowDescent.rows(p.d(), p.gamma(), p.alpha(), p.beta(), p.epsilon(), p.delta()),
        "8e(1 + ln n)·√(L² + m(σ/n)²) + (4/ε)·%s·ln(8k/β) ≤ αn/4 (Theorem 6, constants derived"
            + " here), in m = %s dimensions",
        SingleRowDescent.largestLoss(p.gamma()),
        Math.min(p.d(), asked));
    return new PublishedNumbers(
        "projected-sgd", "Nguyen, Ullman, Zakynthinou 2020, Algorithms 1 and 3", lines.lines());
  }

  /** The lines of the projection that both algorithms share; returns β_JL. */
  private static double projection(Problem p, Worksheet lines) {
    double length = SingleRowDescent.failureOfLength(p.n(), p.alpha(), p.beta());
    double asked = SingleRowDescent.directions(p.gamma(), length);
    lines.add(
        "failure of one length",
        length,
        "β_JL = αβ²/(64n) = %s·%s²/(64·%s)",
        p.alpha(),
        p.beta(),
        p.n());
    lines.add(
        "directions",
        asked,
        "m = ln(2/β_JL)/(η²/4 - η³/6) = ln(2/%s)/(η²/4 - η³/6) with η = γ/100 = %s%s",
        length,
        p.gamma() / 100,
        asked >= p.d() ? ", not fewer than features: no projection" : "");
    return length;
  }

  private static void noise(
      Worksheet lines, Problem p, String form, double epsilon, double delta, String share) {
    double sigma = SingleRowDescent.noise(p.gamma(), p.n(), epsilon, delta);
    lines.add(
        "noise" + form,
        sigma,
        "σ = nL·√(32 ln(n/δ')·ln(1/δ'))/ε' = nL·%s with ε' = " + share + " = %s, δ' = δ/k = %s",
        sigma / (p.n() * SingleRowDescent.slope(p.gamma())),
        epsilon,
        delta);
  }

  static PublishedNumbers net(Problem p) {
    Worksheet lines = new Worksheet();
    double asked = SingleRowDescent.directions(p.gamma(), projection(p, lines));
    double dimension = Math.min(p.d(), asked);
    double enough = NetOfBall.logEnough(dimension, p.gamma());
    lines.add(
        "log10 of the net",
        NetOfBall.logPrinted(dimension, p.gamma()) / Math.log(10),
        "(10/γ)^m = (10/%s)^%s",
        p.gamma(),
        dimension);
    lines.add(
        "log10 of the net, repaired",
        enough / Math.log(10),
        "(1 + 20/γ)^m = (1 + 20/%s)^%s; the printed number is below what any net has",
        p.gamma(),
        dimension);
    lines.add(
        "rows, repaired",
        NetOfBall.rows(
            enough, p.alpha(), p.beta(), p.epsilon(), p.shape().adjacency().contributionsChanged()),
        "max(8, 2r/ε)·ln(4|W|/β)/α with ln|W| = %s (Theorem 11, constants derived here)",
        enough);
    return new PublishedNumbers(
        "net-choice", "Nguyen, Ullman, Zakynthinou 2020, Algorithm 2", lines.lines());
  }
}
