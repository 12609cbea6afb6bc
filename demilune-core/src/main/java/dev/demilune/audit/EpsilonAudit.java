// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.internal.Check;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A lower bound on ε from the scores of runs on two neighboring tables.
 *
 * <p><b>Claim.</b> If the runs keep what the {@link EpsilonBound} is for, the lower bound exceeds
 * their ε with probability at most {@code falseAlarm}.
 *
 * <p><b>Proof.</b> The guess, "the canary is there if the score is beyond a threshold", is chosen
 * on the first runs, the pilots, and so does not depend on the others, which are counted. The rest
 * is the bound's own proof. ∎
 *
 * <p>An audit can refute a claim and never prove one: it is only as good as the tables and the
 * score.
 *
 * <p><b>Source.</b> Jagielski, Ullman and Oprea (2020), with the threshold chosen apart.
 *
 * @param bound what counts of right and wrong guesses say about ε
 * @param falseAlarm how often the bound may be wrong: 0.05 for a confidence of 95 %
 */
public record EpsilonAudit(EpsilonBound bound, double falseAlarm) {

  // More thresholds would choose no better: one is only worth its rank among the runs.
  private static final int EVEN_RANKS = 80;
  private static final double RANK_GROWTH = 1.06;

  // Less is no bound; and pilots that must be less sure than this say nothing.
  private static final double LEAST_WORTH = 1e-6;
  private static final double LEAST_SURE = 0.25;

  // At 5 % one of these many thresholds looks strong by chance, in the tail where runs are few.
  private static final double SUREST = 1e-4;

  /**
   * What an audit found.
   *
   * @param lowerBound on ε
   * @param guess that was counted
   * @param truePositives how many of the counted runs with the canary were guessed right
   * @param falsePositives how many of those without were guessed wrong
   * @param counted runs on each table
   */
  public record Finding(
      double lowerBound, Guess guess, int truePositives, int falsePositives, int counted) {}

  /**
   * The guess that the canary is there if a score is above a threshold, or below it.
   *
   * @param above whether scores above the threshold say that it is there; otherwise those below
   */
  public record Guess(double threshold, boolean above) {

    /** Returns in how many runs the canary is guessed to be there. */
    public int count(double[] scores) {
      int guessed = 0;
      for (double score : scores) {
        guessed += (above ? score > threshold : score < threshold) ? 1 : 0;
      }
      return guessed;
    }
  }

  public EpsilonAudit {
    Objects.requireNonNull(bound, "bound");
    if (!(falseAlarm > 0 && falseAlarm < 1)) {
      throw new IllegalArgumentException("falseAlarm must lie in (0, 1), got " + falseAlarm);
    }
  }

  /** Returns the audit of an (ε, δ) claim by any event. */
  public static EpsilonAudit byEvents(double delta, double falseAlarm) {
    return new EpsilonAudit(new EventBound(delta), falseAlarm);
  }

  /** Returns the audit of a claim of Gaussian DP, in terms of ε at a δ. */
  public static EpsilonAudit gaussian(double delta, double falseAlarm) {
    return new EpsilonAudit(new GaussianBound(delta), falseAlarm);
  }

  /**
   * Runs on both tables and compares. A run is named by its number, from 0 on, and must be
   * independent of the others; runs may happen on several threads.
   *
   * @param pilots runs on each table that choose the guess
   * @param counted runs on each table that are counted
   * @param without the score of a run on the table without the canary
   * @param with the score of a run on the table with it
   */
  public Finding of(
      int pilots, int counted, IntToDoubleFunction without, IntToDoubleFunction with) {
    return of(pilots, scores(pilots + counted, without), scores(pilots + counted, with));
  }

  private static double[] scores(int runs, IntToDoubleFunction run) {
    return IntStream.range(0, runs).parallel().mapToDouble(run).toArray();
  }

  /**
   * Compares the scores of equally many runs on both tables, of which the pilots choose the guess.
   */
  public Finding of(int pilots, double[] without, double[] with) {
    Check.between("number of runs without the canary", without.length, with.length, with.length);
    Check.between("pilots", pilots, 1, with.length - 1L);
    int counted = with.length - pilots;
    Guess guess = choose(Arrays.copyOf(without, pilots), Arrays.copyOf(with, pilots));
    int right = guess.count(Arrays.copyOfRange(with, pilots, with.length));
    int wrong = guess.count(Arrays.copyOfRange(without, pilots, without.length));
    return new Finding(bound.of(right, wrong, counted, falseAlarm), guess, right, wrong, counted);
  }

  /**
   * The guess with the best bound on the pilots themselves. Pilots are fewer than counted runs, so
   * their bound is stricter, and a rare event that looks strong by chance does not pass. Where the
   * pilots are too few for any bound, a lower confidence is used.
   */
  private Guess choose(double[] without, double[] with) {
    double[] thresholds = thresholds(without, with);
    Guess best = new Guess(0, true);
    double most = 0;
    double sure = Math.min(falseAlarm, SUREST);
    while (most < LEAST_WORTH) {
      for (double threshold : thresholds) {
        for (boolean above : new boolean[] {true, false}) {
          Guess guess = new Guess(threshold, above);
          int right = guess.count(with);
          int wrong = guess.count(without);
          double worth = right > wrong ? worth(right, wrong, with.length, sure) : 0;
          if (worth > most) {
            most = worth;
            best = guess;
          }
        }
      }
      if (sure >= LEAST_SURE) {
        break;
      }
      sure = Math.min(LEAST_SURE, Math.max(SUREST, 30 * sure));
    }
    return best;
  }

  /**
   * Returns the bound, plus a tie-breaker that is small beside any bound: how much more often the
   * guess is right than wrong.
   */
  private double worth(int right, int wrong, int pilots, double sure) {
    double share = (double) (right - wrong) / pilots;
    return bound.of(right, wrong, pilots, sure) + 0.5 * LEAST_WORTH * share;
  }

  /** Scores at evenly spaced ranks, and at ranks that are denser the nearer they are to an end. */
  private static double[] thresholds(double[] without, double[] with) {
    double[] all = Arrays.copyOf(with, with.length + without.length);
    System.arraycopy(without, 0, all, with.length, without.length);
    Arrays.sort(all);
    Set<Double> chosen = new LinkedHashSet<>();
    for (int i = 0; i < EVEN_RANKS; i++) {
      chosen.add(all[(int) ((long) i * all.length / EVEN_RANKS)]);
    }
    for (double rank = 0; rank < all.length; rank = RANK_GROWTH * (rank + 1)) {
      chosen.add(all[(int) rank]);
      chosen.add(all[all.length - 1 - (int) rank]);
    }
    return chosen.stream().mapToDouble(threshold -> threshold).toArray();
  }
}
