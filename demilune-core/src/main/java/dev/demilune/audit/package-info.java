/**
 * The adversary's side: tries to refute the guarantees of our own learners.
 *
 * <p>Last in the order of packages, and for made-up data only: an audit trains a learner many times
 * on two small made-up tables that differ in one row, the canary, and looks for an event that is
 * likelier with it than the claimed ε and δ allow. What comes out is a lower bound on ε with a
 * stated confidence. Open {@link dev.demilune.audit.LearnerAudit} first; {@link
 * dev.demilune.audit.WorstCase} makes the tables that a learner's description names. {@link
 * dev.demilune.audit.EpsilonAudit} and {@link dev.demilune.audit.OneRun} are the statistics, for
 * mechanisms of any kind.
 *
 * <pre>{@code
 * LearnerAudit audit =
 *     LearnerAudit.of(learner, ApproximateDp.of(1, 1e-5), Adjacency.ADD_OR_REMOVE_ONE, 4_000);
 * AuditResult result = audit.run(Randomness.reproducible(1), Progress.NONE);
 * if (result.refuted()) { ... }
 * }</pre>
 *
 * <p>An audit can refute a claim and never prove one. Nothing here reads a user's table.
 */
package dev.demilune.audit;
