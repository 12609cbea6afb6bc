/**
 * Finds a point that satisfies most of many linear constraints, one per person, privately and in
 * exact arithmetic.
 *
 * <p>The constraints are {@link dev.demilune.feasibility.Constraints}, integers within declared
 * bounds, and the depth of a point is the number of constraints it satisfies. A deep point is
 * chosen coordinate by coordinate: {@link dev.demilune.feasibility.SliceLevels} bounds the depth of
 * the points that begin with the coordinates already chosen and a next one, and {@link
 * dev.demilune.feasibility.LineDepth} gives it for the last coordinate. Both change by at most one
 * when one constraint is changed, so that {@link dev.demilune.mechanism.QuasiConcave} can choose
 * from them, among the fractions of a {@link dev.demilune.feasibility.RationalDomain}: this is
 * {@link dev.demilune.feasibility.DeepPoint}; open it first. {@link
 * dev.demilune.feasibility.GridHalfspace} learns halfspaces with it, and with an {@link
 * dev.demilune.feasibility.Objective} it is a linear program.
 *
 * <pre>{@code
 * DeepPoint search = DeepPoint.of(bounds, Adjacency.ADD_OR_REMOVE_ONE).expecting(600);
 * DeepPointPlan plan = search.plan(guarantee);
 * List<Rational> point = plan.run(constraints, ledger.spend("a point", plan)).coordinates();
 * }</pre>
 *
 * <p>The package stands between {@code mechanism} and the grid learners. Nothing here lets a
 * floating-point number decide: where doubles put numbers into order, they do so only when they are
 * further apart than their proved error, and exact integers decide the rest.
 */
package dev.demilune.feasibility;
