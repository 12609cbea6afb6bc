/**
 * Prices what a mechanism did.
 *
 * <p>A {@link dev.demilune.accounting.PrivacyEvent} says what happened (a Gaussian sum, repeated a
 * hundred times); an {@link dev.demilune.accounting.Accountant} made for it answers "which δ at
 * this ε" and "which ε at this δ". {@link dev.demilune.accounting.Calibration} is the inverse: how
 * much noise, how many steps meet a guarantee. It sits between the plain values of {@code privacy}
 * and the ledgers of {@code budget}, and can be used alone. Open {@code Accountant} first:
 *
 * <pre>{@code
 * PrivacyEvent event = new PrivacyEvent.Repeated(new PrivacyEvent.GaussianSum(30), 100);
 * double epsilon = Accountant.best(event).epsilon(1e-6);
 * }</pre>
 *
 * <p>It promises never to name a smaller price than the true one: every rounding error is bounded
 * and added, every bisection returns its safe end, and what cannot be priced is refused.
 */
package dev.demilune.accounting;
