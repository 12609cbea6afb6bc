/**
 * Published algorithms that are not private as claimed, each with a repaired form.
 *
 * <p>Last in the order of packages, and for invented tables only. An {@link
 * dev.demilune.exhibit.Exhibit} runs the published algorithm on two neighboring tables, thousands
 * of times, and audits it: a lower bound on ε above the claim refutes it. Then the repaired learner
 * faces the same tables and the same attack. Open {@link
 * dev.demilune.exhibit.HalfspacesViaThresholds} first; {@link dev.demilune.exhibit.Exhibits} lists
 * them.
 *
 * <pre>{@code
 * Exhibit exhibit = Exhibits.named("half-spaces-via-thresholds");
 * ExhibitResult result =
 *     exhibit.run(ApproximateDp.of(1, 1e-6), 2_000, 0.9999, Randomness.secure(), Progress.NONE);
 * System.out.println(result.sentence());
 * }</pre>
 *
 * <p>A class marked {@link dev.demilune.exhibit.NotPrivate} is not a {@link
 * dev.demilune.learn.Learner} and takes neither an allowance nor a user's rows, and no other
 * package of the library uses this one; an architecture test enforces this.
 */
package dev.demilune.exhibit;
