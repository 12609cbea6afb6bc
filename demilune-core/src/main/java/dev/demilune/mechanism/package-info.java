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
 * <p>Nothing here adds noise in floating point, and nothing here can check the sensitivity it is
 * given: that proof belongs to whoever computed the sum.
 */
package dev.demilune.mechanism;
