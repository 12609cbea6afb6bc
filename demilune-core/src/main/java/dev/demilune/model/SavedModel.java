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
package dev.demilune.model;

import dev.demilune.privacy.Certificate;
import java.util.Objects;
import java.util.Optional;

/**
 * What a model file holds: the model, and its certificate unless it was trained without privacy.
 *
 * @param model the model, bit for bit as it was saved
 * @param certificate what was promised; empty for a model made without privacy
 */
public record SavedModel(Classifier model, Optional<Certificate> certificate) {

  public SavedModel {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(certificate, "certificate");
  }

  /** Returns whether the people in the training data are protected. */
  public boolean isPrivate() {
    return certificate.isPresent() && certificate.get().isPrivate();
  }

  /** Returns one sentence on the model's privacy, to be shown wherever the model is used. */
  public String privacy() {
    if (certificate.isEmpty()) {
      return "Not private: trained without privacy, so the model may reveal its training rows.";
    }
    Certificate promise = certificate.get();
    String guarantee = promise.guarantee().describe() + ", " + promise.adjacency().phrase();
    return promise.isPrivate()
        ? "Private: " + guarantee + "."
        : "Not private: the noise was seeded (with secure randomness: " + guarantee + ").";
  }
}
