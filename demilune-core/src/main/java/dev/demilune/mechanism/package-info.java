/**
 * Turns exact integers into differentially private releases.
 *
 * <p>A mechanism is an immutable value that holds public constants only: sensitivity and noise. The
 * private numbers are arguments of its {@code release}, and its {@code event} describes the release
 * to an accountant, from the same fields that drew the noise. Each class carries its proof: Claim,
 * Proof, Sampling, Relies on, Source. The package stands between {@code random} and {@code learn}.
 * Open {@link dev.demilune.mechanism.NoisyIntegerSum} first:
 *
 * <pre>{@code
 * NoisyIntegerSum noise = NoisyIntegerSum.of(sensitivitySquared, noiseMultiplier);
 * noise.release(sums, allowance.use(adjacencyOfTheSums)); // the sums are now noisy
 * PrivacyEvent event = noise.event();
 * }</pre>
 *
 * <p>To choose one of several candidates, {@link dev.demilune.mechanism.Exponential} chooses from a
 * stream of integer scores of any length; {@link dev.demilune.mechanism.GeneralizedExponential} is
 * for candidates that differ in sensitivity.
 *
 * <p>Where the candidates are the points of an ordered domain too large to visit, {@link
 * dev.demilune.mechanism.QuasiConcave} searches a {@link dev.demilune.mechanism.StepFunction} by
 * its pieces, and {@link dev.demilune.mechanism.StableChoice} returns a candidate that is ahead by
 * a large gap. {@link dev.demilune.mechanism.CoordinateSearch} does so for points of several
 * coordinates, given any {@link dev.demilune.mechanism.SlicedFunction}.
 *
 * <p>{@link dev.demilune.mechanism.NoisyCounts} is for counts of which one person changes a few,
 * {@link dev.demilune.mechanism.StableHistogram} for counts of values not listed in advance, and
 * {@link dev.demilune.mechanism.Quantile} for the quantiles of a column.
 *
 * <p>Every output is drawn through {@link dev.demilune.random.Randomness#release}, so that the test
 * kit's law of replay can compare what it holds on two neighboring tables.
 *
 * <p>Nothing here adds noise in floating point or lets floating point decide a choice. Nothing here
 * can check the sensitivity it is given: the caller that computes the sum or the score must prove
 * it.
 */
package dev.demilune.mechanism;
