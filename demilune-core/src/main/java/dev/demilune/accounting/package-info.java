/**
 * Computes the privacy cost of what a mechanism did.
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
 * <p>It promises never to return a smaller cost than the true one: every rounding error is bounded
 * and added, every bisection returns its safe end, and events without a known bound are refused.
 *
 * <p>The mathematics is in the packages below, which know no events: {@code pld} (privacy loss
 * distributions), {@code renyi} (Rényi curves) and {@code numeric} (rounding). Here an event is
 * flattened, each release becomes a law or a curve, and the tightest valid accountant answers.
 *
 * <p><b>Events are folded, not asked.</b> A question about events is an {@link
 * dev.demilune.accounting.EventFold}, with one method for every kind. A new kind does not compile
 * until every accountant handles it. A test for one kind is used only where a theorem is about that
 * kind alone.
 *
 * <p><b>How events and ledgers may change.</b> Certificates and ledgers hold events for years, so:
 *
 * <ul>
 *   <li>The meaning of a written event never changes. An accountant may find a smaller cost for it,
 *       or a corrected larger one; what the event says was done stays the same.
 *   <li>A new meaning is a new kind, with a new name; the fields of a kind are never added to.
 *   <li>Old kinds are read forever, even when nothing writes them any more.
 *   <li>Unknown kinds, unknown fields and missing fields are refused: an event that is not
 *       understood has no known cost.
 *   <li>Names of kinds and fields in JSON never change, nor does the order in which fields are
 *       written: the hash of a ledger's entry is over the written text.
 *   <li>The same holds for ledgers: an entry is never changed or removed, its rule of composition
 *       is the one it was created with or one that admits less, a new format is a new format
 *       number, older formats are brought up to date by an explicit step, and newer ones are
 *       refused.
 * </ul>
 */
package dev.demilune.accounting;
