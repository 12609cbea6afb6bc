/**
 * Finds a point that satisfies most of many linear constraints, each of them somebody's, privately
 * and in exact arithmetic.
 *
 * <p>The constraints are {@link dev.demilune.feasibility.Constraints}, integers within declared
 * bounds, and the depth of a point is the number of constraints it satisfies. A deep point is
 * chosen coordinate after coordinate: {@link dev.demilune.feasibility.SliceLevels} says how deep
 * the points can be that begin with the coordinates already chosen and a next one, and {@link
 * dev.demilune.feasibility.LineDepth} says it for the last coordinate. Both change by at most one
 * when one constraint is changed, so that {@link dev.demilune.mechanism.QuasiConcave} can choose
 * from them. {@link dev.demilune.feasibility.ConvexDepth} is the function of the paper, kept for
 * small cases as something to compare with. Open {@code Constraints} first:
 *
 * <pre>{@code
 * Constraints constraints = Constraints.of(normals, rightSides, Bounds.of(columnBounds, rightBound));
 * SliceLevels first = SliceLevels.of(constraints, List.of(), Rational.of(-8), Rational.of(8));
 * int deepest = first.best(); // private, like everything here
 * }</pre>
 *
 * <p>The package stands between {@code mechanism} and the grid learners. Nothing here lets a
 * floating-point number decide: where doubles put numbers into order, they do so only when they are
 * further apart than their proved error, and exact integers decide the rest.
 */
package dev.demilune.feasibility;
