/**
 * Published algorithms that do not keep the privacy they claim, each beside the form that does.
 *
 * <p>After everything else, and for made-up tables only. An {@link dev.demilune.exhibit.Exhibit}
 * runs the published steps on two neighbouring tables, thousands of times, and lets the auditor
 * look: a lower bound on ε above the claim refutes it. Then the repaired learner gets the same
 * tables and the same attack. Open {@link dev.demilune.exhibit.HalfSpacesViaThresholds} first;
 * {@link dev.demilune.exhibit.Exhibits} lists them.
 *
 * <pre>{@code
 * Exhibit exhibit = Exhibits.named("half-spaces-via-thresholds");
 * ExhibitResult result =
 *     exhibit.run(ApproximateDp.of(1, 1e-6), 2_000, 0.9999, Randomness.secure(), Progress.NONE);
 * System.out.println(result.sentence());
 * }</pre>
 *
 * <p>What is marked {@link dev.demilune.exhibit.NotPrivate} is no {@link
 * dev.demilune.learn.Learner}, takes no allowance and no user's rows, and no other package uses
 * this one: a test of the architecture says so.
 */
package dev.demilune.exhibit;
