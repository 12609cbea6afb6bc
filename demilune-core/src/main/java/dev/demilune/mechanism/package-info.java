/**
 * Turns exact integers into releases that protect people.
 *
 * <p>A mechanism is an immutable value that holds public constants only: sensitivity and noise. The
 * private numbers are arguments of its {@code release}, and its {@code event} tells an accountant
 * what was done, from the same fields that drew the noise. Each class carries its proof: Claim,
 * Proof, Sampling, Relies on, Source. The package stands between {@code random} and {@code learn}.
 * Open {@link dev.demilune.mechanism.NoisyIntegerSum} first:
 *
 * <pre>{@code
 * NoisyIntegerSum noise = NoisyIntegerSum.of(sensitivitySquared, noiseMultiplier);
 * noise.release(sums, allowance.use(adjacencyOfTheSums)); // the sums are now noisy
 * PrivacyEvent event = noise.event();
 * }</pre>
 *
 * <p>Where one of several candidates is to be chosen, {@link dev.demilune.mechanism.Exponential}
 * chooses from a stream of integer scores of any length; {@link
 * dev.demilune.mechanism.GeneralizedExponential} is for candidates that differ in sensitivity.
 *
 * <p>Where the candidates are the points of an ordered domain too large to visit, {@link
 * dev.demilune.mechanism.QuasiConcave} searches a {@link dev.demilune.mechanism.StepFunction} by
 * its pieces, and {@link dev.demilune.mechanism.StableChoice} returns a candidate that is the best
 * by far.
 *
 * <p>{@link dev.demilune.mechanism.NoisyCounts} is for counts of which one person moves a few,
 * {@link dev.demilune.mechanism.StableHistogram} for counts of values that nobody has listed, and
 * {@link dev.demilune.mechanism.Quantile} for the quantiles of a column.
 *
 * <p>Nothing here adds noise in floating point or lets it decide a choice, and nothing here can
 * check the sensitivity it is given: that proof belongs to whoever computed the sum or the score.
 */
package dev.demilune.mechanism;
