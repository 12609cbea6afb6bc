/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.accounting;

/**
 * Pure steps composed with steps of another kind: the pure ε shifts the profile of the rest.
 *
 * <p><b>Claim.</b> If the other steps alone are (ε, δ)-DP and the pure ε add up to E, all steps
 * together, interleaved and adaptive as they may be, are (ε + E, δ)-DP.
 *
 * <p><b>Proof.</b> Write the likelihood of a whole transcript as P = P₁P₂ on one table and Q = Q₁Q₂
 * on its neighbour, index 1 collecting the conditional likelihoods of the other steps, 2 those of
 * the pure ones. Q₂ ≥ e^-E P₂ at every transcript, so ∫(P - e^(ε+E) Q)⁺ ≤ ∫(P₁P₂ - e^ε Q₁P₂)⁺. The
 * right side compares two runs whose pure steps behave alike; these are then post-processing, and
 * it is at most δ. ∎
 */
record BasicCompositionAccountant(double pureEpsilon, Accountant rest) implements Accountant {

  @Override
  public String name() {
    return rest.name() + " plus basic composition of the pure steps";
  }

  @Override
  public double epsilon(double delta) {
    return Up.add(pureEpsilon, rest.epsilon(delta));
  }

  @Override
  public double delta(double epsilon) {
    Arguments.epsilon(epsilon);
    if (epsilon < pureEpsilon) {
      return 1;
    }
    // Rounded down, since a smaller ε has a larger δ.
    return rest.delta(Math.max(0, Math.nextDown(epsilon - pureEpsilon)));
  }
}
