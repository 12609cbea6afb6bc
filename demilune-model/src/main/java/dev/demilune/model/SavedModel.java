// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.privacy.Certificate;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of a model file: the model, and its certificate unless it was trained without
 * privacy.
 *
 * @param model the model, bit for bit as it was saved
 * @param certificate the guarantee; empty for a model trained without privacy
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

  /** Returns one sentence on the model's privacy, to show wherever the model is used. */
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
