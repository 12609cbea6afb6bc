// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.privacy.Certificate;
import java.util.List;

/** A point with its privacy certificate, and nothing else that depends on the rows. */
public record PrivatePoint(List<Rational> coordinates, Certificate certificate) {

  public PrivatePoint {
    coordinates = List.copyOf(coordinates);
  }
}
