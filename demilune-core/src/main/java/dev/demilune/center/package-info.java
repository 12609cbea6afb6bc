/**
 * Finds a point in the middle of many points, one per person, privately and in exact arithmetic: a
 * private Tukey median in one, two or three dimensions.
 *
 * <p>{@link dev.demilune.center.Points} are integers within declared bounds. The depth of a place
 * is the least number of points in a halfspace that contains it; {@link
 * dev.demilune.center.TukeyDepth} gives it coordinate by coordinate, as a {@link
 * dev.demilune.mechanism.SlicedFunction}, and {@link dev.demilune.center.Center} plans the search;
 * open it first.
 *
 * <pre>{@code
 * Center center = Center.of(bounds, Adjacency.ADD_OR_REMOVE_ONE).expecting(1_000);
 * CenterPlan plan = center.plan(guarantee);
 * List<Rational> middle = plan.run(points, ledger.spend("the middle", plan)).coordinates();
 * }</pre>
 *
 * <p>The package stands after {@code feasibility}, whose fractions and samples it uses. No
 * floating-point number decides anything here.
 */
package dev.demilune.center;
