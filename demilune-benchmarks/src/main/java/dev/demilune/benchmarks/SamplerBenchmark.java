// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Gaussian draws per second on one thread: ours, exact and on integers, beside two that round in
 * double precision.
 *
 * <p>All contenders fill the same vector of {@value #SIZE} elements with noise of standard
 * deviation 2^24. They take turns, round after round in one run, so that a slow moment of the
 * machine meets all of them; the table has the median and the best round. Seconds are those of the
 * thread's processor time, so that other work on the machine does not count (but for the caches it
 * takes). The vector is short enough for {@code addTo} to stay on the calling thread.
 */
public final class SamplerBenchmark {

  static final int SIZE = 8000;

  private static final double SIGMA = 0x1p24;
  private static final int WARM_UP_ROUNDS = 8;
  private static final int ROUNDS = 25;
  private static final double SECONDS_PER_ROUND = 0.1;

  private SamplerBenchmark() {}

  /** Prints the table. */
  public static void main(String[] arguments) {
    markdown().forEach(System.out::println);
  }

  /** Measures for about ten seconds and returns the lines of a Markdown table. */
  public static List<String> markdown() {
    Randomness secure = Randomness.secure();
    RoundedGaussian rounded = RoundedGaussian.of(SIGMA);
    NormalizedGaussianSampler ziggurat =
        ZigguratSampler.NormalizedGaussian.of((UniformRandomProvider) secure::nextLong);
    SecureRandom system = new SecureRandom();
    List<Contender> contenders =
        List.of(
            new Contender(
                "RoundedGaussian.addTo, AES-256-CTR (exact)", sums -> rounded.addTo(sums, secure)),
            new Contender(
                "Commons RNG ziggurat, the same AES-256-CTR",
                sums -> {
                  for (int i = 0; i < sums.length; i++) {
                    sums[i] += Math.round(SIGMA * ziggurat.sample());
                  }
                }),
            new Contender(
                "SecureRandom.nextGaussian",
                sums -> {
                  for (int i = 0; i < sums.length; i++) {
                    sums[i] += Math.round(SIGMA * system.nextGaussian());
                  }
                }));
    for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      for (Contender contender : contenders) {
        double rate = contender.drawsPerSecond();
        if (round >= WARM_UP_ROUNDS) {
          contender.rates.add(rate);
        }
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "| sampler, sigma = 2^24, one thread | million draws per processor second, median | best |"
            + " ours is as fast, times |");
    lines.add("|---|---|---|---|");
    double ours = contenders.get(0).median();
    for (Contender contender : contenders) {
      lines.add(contender.line(ours));
    }
    return lines;
  }

  private interface Noise {
    void addTo(long[] sums);
  }

  private static final class Contender {

    final String name;
    final Noise noise;
    final long[] sums = new long[SIZE];
    final List<Double> rates = new ArrayList<>();

    Contender(String name, Noise noise) {
      this.name = name;
      this.noise = noise;
    }

    double drawsPerSecond() {
      Arrays.fill(sums, 0);
      long start = ProcessorTime.ofThread();
      long draws = 0;
      double seconds;
      do {
        noise.addTo(sums);
        draws += SIZE;
        seconds = (ProcessorTime.ofThread() - start) * 1e-9;
      } while (seconds < SECONDS_PER_ROUND);
      return draws / seconds;
    }

    double median() {
      return ProcessorTime.median(rates);
    }

    /** The last column says how many times ours is as fast as this one. */
    String line(double ours) {
      double best = rates.stream().max(Double::compare).orElseThrow();
      return String.format(
          Locale.ROOT,
          "| %s | %.1f | %.1f | %.2f |",
          name,
          median() * 1e-6,
          best * 1e-6,
          ours / median());
    }
  }
}
