// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Certificates for tests of what carries them. */
public final class Certificates {

  private Certificates() {}

  public static Certificate secure() {
    return of(ApproximateDp.of(1, 1e-6), true, "secure (AES-CTR)");
  }

  public static Certificate seeded() {
    return of(ApproximateDp.of(1, 1e-6), false, "seeded with 42");
  }

  public static Certificate of(Guarantee guarantee, boolean isPrivate, String randomness) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("steps", "60");
    settings.put("a \"quoted\" <name> & more", "é </script>");
    return new Certificate(
        guarantee,
        guarantee,
        Adjacency.ADD_OR_REMOVE_ONE,
        "noisy-descent",
        settings,
        "60 times a Gaussian sum of noise multiplier 30.5",
        "{\"kind\":\"repeated\",\"times\":60,\"event\":{\"kind\":\"gaussian-sum\",\"noiseMultiplier\":30.5}}",
        "exact Gaussian accounting",
        randomness,
        isPrivate,
        "customers",
        "churn model",
        "",
        List.of("ranges and labels chosen without the data", "one row per person"),
        "exact integers");
  }
}
