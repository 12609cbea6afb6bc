// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.random.DiscreteLaplace;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import java.security.SecureRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Draws on one thread: ours, exact and on integers, beside two Gaussians that round in double
 * precision and the system's own random numbers. The vector is short enough for {@code addTo} to
 * stay on the calling thread.
 */
@State(Scope.Thread)
public class NoiseLoops {

  static final int DRAWS = 8_000;

  private static final double SIGMA = 0x1p24;

  private final long[] sums = new long[DRAWS];
  private final byte[] bytes = new byte[Long.BYTES * DRAWS];
  private final Randomness secure = Randomness.secure();
  private final RoundedGaussian gaussian = RoundedGaussian.of(SIGMA);
  private final DiscreteLaplace laplace = DiscreteLaplace.of(1 << 24, 1);
  private final SecureRandom system = new SecureRandom();
  private final NormalizedGaussianSampler ziggurat =
      ZigguratSampler.NormalizedGaussian.of((UniformRandomProvider) secure::nextLong);

  /** Exact rounded Gaussian noise. */
  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public long[] roundedGaussian() {
    gaussian.addTo(sums, secure);
    return sums;
  }

  /** The same draws one by one. */
  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public long[] sampleOneByOne() {
    for (int i = 0; i < DRAWS; i++) {
      sums[i] += gaussian.sample(secure);
    }
    return sums;
  }

  /** The ziggurat of Commons RNG on the same random bits. */
  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public long[] ziggurat() {
    for (int i = 0; i < DRAWS; i++) {
      sums[i] += Math.round(SIGMA * ziggurat.sample());
    }
    return sums;
  }

  /** The Gaussian of the JDK. */
  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public long[] systemGaussian() {
    for (int i = 0; i < DRAWS; i++) {
      sums[i] += Math.round(SIGMA * system.nextGaussian());
    }
    return sums;
  }

  /** Exact discrete Laplace noise. */
  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public long[] discreteLaplace() {
    for (int i = 0; i < DRAWS; i++) {
      sums[i] += laplace.sample(secure);
    }
    return sums;
  }

  /** Eight secure bytes at a time. */
  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public long[] secureLongs() {
    for (int i = 0; i < DRAWS; i++) {
      sums[i] ^= secure.nextLong();
    }
    return sums;
  }

  /** As many bytes from the system's generator, at once. */
  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public byte[] systemBytes() {
    system.nextBytes(bytes);
    return bytes;
  }
}
