/**
 * Rényi divergences: a bound for every order, and its conversion to ε and δ.
 *
 * <p>A {@link dev.demilune.accounting.renyi.RenyiCurve} bounds the divergence of one step, or of
 * several: curves of composed steps add up. {@link dev.demilune.accounting.renyi.RenyiConversion}
 * turns a curve into (ε, δ) at the best order; open it first.
 *
 * <pre>{@code
 * double epsilon = new RenyiConversion(PureCurves.laplace(0.1)).epsilon(1e-6);
 * }</pre>
 *
 * <p>It knows no events and no accountants: {@code accounting} turns events into curves and uses
 * this package, never the other way round. It uses {@code accounting.numeric} only. Every value is
 * rounded up. The classes are public for {@code accounting}; they are not an API for users.
 */
package dev.demilune.accounting.renyi;
