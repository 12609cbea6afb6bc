// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Learners that add noise once: to an objective, to its minimizer, or to sums by class.
 *
 * <p>Open {@link dev.demilune.learn.perturb.OutputPerturbation} first, the simplest private
 * learner; {@link dev.demilune.learn.perturb.ObjectivePerturbation} perturbs the objective instead,
 * and {@link dev.demilune.learn.perturb.ClassMeans} releases one sum per class. All three meet pure
 * guarantees too.
 *
 * <p>The proofs count the error of the solver: {@code CertifiedMinimum} returns only when it has
 * proved that the minimizer is near, and {@code PenalizedHinge} bounds the rounding error of its
 * gradients. {@link dev.demilune.learn.perturb.VectorNoise} is the noise of a vector with its
 * privacy cost, for any sensitivity.
 *
 * <p>No fit here fails or returns another result because a search did not converge. Its running
 * time may depend on the rows; docs/limits.md says so. {@code learn.kernel}, {@code learn.label}
 * and {@code learn.auto} build on this package.
 */
package dev.demilune.learn.perturb;
