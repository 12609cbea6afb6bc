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
package dev.demilune.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.model.SavedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code demilune evaluate}: how good a model is on rows that are public. */
@Command(
    name = "evaluate",
    description = {
      "Print accuracy, balanced accuracy, log loss, AUC (two classes) and the confusion matrix on"
          + " held-out rows. The rows must be public: the numbers depend on them and are not"
          + " private."
    },
    footer = {"", "Example:", "  demilune evaluate --model census.model --data test.csv"})
final class EvaluateCommand extends DemiluneCommand {

  /** A wider matrix does not fit on a screen; --json has it. */
  private static final int MOST_CLASSES_SHOWN = 12;

  @Mixin ModelOption input = new ModelOption();

  EvaluateCommand(Console console) {
    super(console);
  }

  @Override
  void run() {
    SavedModel saved = input.load();
    fromOptions(() -> input.data.formatFor(saved.model().schema().isVectors()));
    Evaluation result;
    try (Table table = input.data.open(saved.model().schema())) {
      result = Evaluation.onPublic(saved.model(), table);
    }
    if (common.json) {
      print(json(result));
    } else {
      print(saved.privacy());
      print(text(result));
    }
  }

  private static String text(Evaluation result) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%nrows               %,d%n", result.rows()));
    text.append(percent("accuracy", result.accuracy()));
    text.append(percent("balanced accuracy", result.balancedAccuracy()));
    text.append(String.format(Locale.ROOT, "log loss           %.4f%n", result.logLoss()));
    result
        .auc()
        .ifPresent(a -> text.append(String.format(Locale.ROOT, "AUC                %.4f%n", a)));
    int classes = result.labels().size();
    if (classes > MOST_CLASSES_SHOWN) {
      return text + "\n(the confusion matrix of " + classes + " classes is in the --json output)";
    }
    List<String> header = new ArrayList<>(List.of("actual \\ predicted"));
    header.addAll(result.labels().names());
    TextTable table = new TextTable(header, IntStream.rangeClosed(1, classes).toArray());
    for (int actual = 0; actual < classes; actual++) {
      List<String> row = new ArrayList<>(List.of(result.labels().name(actual)));
      for (int predicted = 0; predicted < classes; predicted++) {
        row.add(String.format(Locale.ROOT, "%,d", result.confusion(actual, predicted)));
      }
      table.add(row.toArray(String[]::new));
    }
    return text + "\n" + table;
  }

  private static String percent(String what, double share) {
    return String.format(Locale.ROOT, "%-18s %.2f %%%n", what, 100 * share);
  }

  private static JsonObject json(Evaluation result) {
    JsonArray labels = new JsonArray();
    JsonArray confusion = new JsonArray();
    for (int actual = 0; actual < result.labels().size(); actual++) {
      labels.add(result.labels().name(actual));
      JsonArray row = new JsonArray();
      for (int predicted = 0; predicted < result.labels().size(); predicted++) {
        row.add(result.confusion(actual, predicted));
      }
      confusion.add(row);
    }
    JsonObject all = new JsonObject();
    all.addProperty("rows", result.rows());
    all.addProperty("accuracy", result.accuracy());
    all.addProperty("balancedAccuracy", result.balancedAccuracy());
    all.addProperty("logLoss", result.logLoss());
    all.addProperty("auc", result.auc().isPresent() ? result.auc().getAsDouble() : null);
    all.add("labels", labels);
    all.add("confusion", confusion);
    return all;
  }
}
