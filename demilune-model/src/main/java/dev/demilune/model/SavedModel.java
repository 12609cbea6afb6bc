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

  /** Returns whether the people are protected whose data the model depends on. */
  public boolean isPrivate() {
    return certificate.isPresent() && certificate.get().chainIsPrivate();
  }

  /** Returns one sentence on the model's privacy, to show wherever the model is used. */
  public String privacy() {
    if (certificate.isEmpty()) {
      return "Not private: trained without privacy, so the model may reveal its training rows.";
    }
    Certificate promise = certificate.get();
    return promise.chainIsPrivate()
        ? "Private: " + promise.promise() + "."
        : "Not private: the noise was seeded (with secure randomness: " + promise.promise() + ").";
  }
}
