/**
 * Random bits that say whether they are secure, and samplers that are exact.
 *
 * <p>Noise sits between the sums over private rows and everything that may be published. A learner
 * gets its {@link dev.demilune.random.Randomness} from its allowance, takes one stream per purpose,
 * and adds {@link dev.demilune.random.RoundedGaussian} noise to integer sums:
 *
 * <pre>{@code
 * Randomness randomness = Randomness.secure();
 * long[] sums = {120_000, -4_500};
 * RoundedGaussian.of(0x1p24).addTo(sums, randomness.stream("gradient 1"));
 * }</pre>
 *
 * <p>Open {@code Randomness} first, then {@code RoundedGaussian}, which has the longest proof. Most
 * other samplers draw uniform integers and compare integers.
 *
 * <p>Promises: floating point decides no outcome without a proved margin and an exact fallback; no
 * seed is ever chosen silently; nothing here reads data.
 */
package dev.demilune.random;
