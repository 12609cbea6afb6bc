/**
 * Statistical tests with known error rates, and the laws that every learner must satisfy.
 *
 * <p>It is outside the flow of data: tests of this project, and of projects that build on it, call
 * it. A statistical test here is a number to compare with another number, so that a test can show
 * both that the right law passes and that a wrong one would fail:
 *
 * <pre>{@code
 * long seed = Seeds.seed();
 * double limit = KolmogorovSmirnov.limit(draws.length, 1e-6);
 * assertThat(KolmogorovSmirnov.distance(draws, NormalLaw::cdf)).as("seed %d", seed).isLessThan(limit);
 * }</pre>
 *
 * <p>Open {@link dev.demilune.testkit.KolmogorovSmirnov} first for continuous laws, {@link
 * dev.demilune.testkit.ChiSquare} for integers, {@link dev.demilune.audit.ClopperPearson} for
 * single probabilities. Authors of learners open {@link dev.demilune.testkit.LearnerLaws}.
 *
 * <p>Promises: every limit holds at the stated false-alarm rate or a smaller one; nothing reruns a
 * failed test; every seed can be given again with {@code -Dseed=...}.
 */
package dev.demilune.testkit;
