// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.certificate.AttackCurves;
import dev.demilune.learn.PrivateFit;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.report.Report;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.Optional;

/**
 * Everything that a fit publishes: progress, model, what was planned, the certificate, and the page
 * about it.
 *
 * @param event that was charged
 */
record Published(String text, PrivacyEvent event) {

  /** Exact curves take seconds for each plan, and add nothing: they follow from the event. */
  private static final AttackCurves CURVES = AttackCurves.ofAmounts();

  static Published by(
      Subject subject, BoundedDataset data, Guarantee guarantee, Randomness randomness) {
    StringBuilder text = new StringBuilder();
    PrivateFit fit =
        subject.fit(
            data,
            guarantee,
            randomness,
            (done, total) ->
                text.append("step ").append(done).append(" of ").append(total).append('\n'));
    text.append(fit.model().getClass().getSimpleName()).append('\n');
    if (fit.model() instanceof EmbeddedClassifier embedded) {
      text.append(embedded.embedding().toJson()).append('\n');
    }
    // A double's text tells it from every other; -0.0 has a text of its own.
    text.append(Arrays.toString(Subject.numbers(fit.model()))).append('\n');
    text.append(fit.model().calibration()).append('\n');
    text.append(fit.plan().outlook()).append('\n');
    text.append(fit.certificate().toJson()).append('\n').append(fit.certificate()).append('\n');
    text.append(
        Report.of("A model", new SavedModel(fit.model(), Optional.of(fit.certificate())))
            .withCurves(CURVES)
            .toHtml());
    return new Published(text.toString(), fit.plan().charged());
  }
}
