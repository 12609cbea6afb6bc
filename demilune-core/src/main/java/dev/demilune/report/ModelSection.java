// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Classifier;
import dev.demilune.schema.RowBound;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the model is, and further lines such as its fingerprint. */
final class ModelSection {

  private ModelSection() {}

  static String html(Classifier model, Map<String, String> notes) {
    RowBound bound = model.schema().rowBound();
    Map<String, String> pairs = new LinkedHashMap<>();
    pairs.put("Kind", model.kind());
    pairs.put("Features", Html.count(model.schema().features()));
    pairs.put("Classes", Html.count(model.labels().size()));
    pairs.put(
        "Rows",
        model instanceof AdditiveClassifier
            ? "scored as they are"
            : bound.rule() == RowBound.Rule.SCALE
                ? "scaled to length one"
                : "clipped to length " + bound.norm());
    pairs.putAll(notes);
    return Html.pairs(pairs);
  }
}
