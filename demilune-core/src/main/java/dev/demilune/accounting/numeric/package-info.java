/**
 * Arithmetic that errs on the safe side: directed rounding, bisection and root finding.
 *
 * <p>{@link dev.demilune.accounting.numeric.RoundUp} rounds every operation up; {@link
 * dev.demilune.accounting.numeric.Bisection} and {@link
 * dev.demilune.accounting.numeric.RootFinding} return numbers that have themselves passed the test;
 * {@link dev.demilune.accounting.numeric.Rounding} names the factors by which results are moved to
 * the safe side. Open {@code RoundUp} first.
 *
 * <pre>{@code
 * double square = RoundUp.multiply(0.1, 0.1); // never below 0.01 computed exactly
 * }</pre>
 *
 * <p>It knows nothing of privacy and uses no other package; {@code accounting} and all packages
 * after it may use it.
 */
package dev.demilune.accounting.numeric;
