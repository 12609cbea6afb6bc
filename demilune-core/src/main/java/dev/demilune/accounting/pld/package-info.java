/**
 * Privacy loss distributions: bounds on the ε and δ of a composition, from the laws of its losses.
 *
 * <p>A {@link dev.demilune.accounting.pld.LossLaw} is the law of one step's privacy loss; a {@link
 * dev.demilune.accounting.pld.Scenario} is a list of these; {@link
 * dev.demilune.accounting.pld.PrivacyLoss} bounds what they cost together. In between, laws are
 * discretized twice ({@code LossMasses}), tilted ({@code TiltedSteps}), composed by Fourier
 * transforms ({@code TiltedSum}, {@code Spectrum}) and read ({@code ComposedLoss}), on the grids
 * that {@code GridSearch} chooses. docs/accounting.md has the error budget.
 *
 * <p>It knows no events and no accountants: {@code accounting} turns events into laws and uses this
 * package, never the other way round. It uses {@code accounting.numeric} only. Open {@code
 * PrivacyLoss} first, then {@code LossMasses} for the proof that discretizing is safe.
 *
 * <pre>{@code
 * Scenario steps = new Scenario(List.of(new Scenario.Step(new GaussianLaw(0.1), 100)));
 * double epsilon = PrivacyLoss.of(List.of(steps)).epsilonBetween(1e-6).upper();
 * }</pre>
 *
 * <p>Every number is a bound with all rounding errors counted; choices of grids and tilts decide
 * how far the bounds are apart, never whether they hold. The classes are public for {@code
 * accounting}; they are not an API for users.
 */
package dev.demilune.accounting.pld;
