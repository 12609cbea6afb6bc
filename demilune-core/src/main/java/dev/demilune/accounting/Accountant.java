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
 * The price of one event: for every ε a δ, and for every δ an ε.
 *
 * <p>An accountant is made for an event and immutable. Its answers are upper bounds: they may
 * exceed the true price by rounding or by the looseness of a theorem, and are never below it.
 */
public interface Accountant {

  /** Returns how the price is computed, for a certificate. */
  String name();

  /**
   * Returns an ε such that the event is (ε, δ)-differentially private: the smallest one this
   * accountant can prove. Infinity when there is none, as for Gaussian noise and δ = 0.
   *
   * @param delta at least 0 and below 1
   */
  double epsilon(double delta);

  /**
   * Returns a δ such that the event is (ε, δ)-differentially private: the smallest one this
   * accountant can prove, at most 1.
   *
   * @param epsilon at least 0
   */
  double delta(double epsilon);

  /**
   * Returns the tightest accountant that is valid for the event.
   *
   * <p>Only Gaussian sums: exact Gaussian DP. Otherwise the smaller of zero-concentrated DP and,
   * where there are pure steps, basic composition of these with the price of the rest.
   *
   * @throws dev.demilune.DemiluneException if the event has too little noise to be priced
   */
  static Accountant best(PrivacyEvent event) {
    return Totals.of(event).best();
  }
}
