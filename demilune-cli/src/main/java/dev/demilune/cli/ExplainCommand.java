// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import dev.demilune.DemiluneException;
import dev.demilune.data.AtomicFile;
import dev.demilune.explain.Effect;
import dev.demilune.explain.Explanation;
import dev.demilune.explain.ExplanationFiles;
import dev.demilune.explain.ShapeEdit;
import dev.demilune.model.ModelFile;
import dev.demilune.model.ModelSignature;
import dev.demilune.model.SavedModel;
import dev.demilune.report.EffectChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune explain}: what a model does with each column, and edits of it. */
@Command(
    name = "explain",
    description = {
      "Show what a model does with each column: its shape functions with the band that the"
          + " mechanism's known noise implies, and the importance of columns, from the model file"
          + " alone. Reads no rows and costs nothing. --edit changes a shape function and writes a"
          + " new model, whose certificate says so."
    },
    footer = {
      "",
      "Examples:",
      "  demilune explain --model census.model --svg plots",
      "  demilune explain --model census.model --edit \"age: smooth\" --edit \"sex: constant\""
          + " --model-out edited.model"
    })
final class ExplainCommand extends DemiluneCommand {

  @Option(
      names = "--model",
      paramLabel = "FILE",
      required = true,
      description = "The model to explain.")
  Path file;

  @Option(
      names = {"--svg", "--out"},
      paramLabel = "DIR",
      description = "Draw every column into a directory, one SVG file each.")
  Path plots;

  @Option(
      names = "--csv",
      paramLabel = "DIR",
      description = "Write the numbers of every column into a directory, one CSV file each.")
  Path tables;

  @Option(
      names = "--edit",
      paramLabel = "EDIT",
      description =
          "Change a column's shape function of an additive model: 'age: smooth', increasing,"
              + " decreasing, constant (its mean, also in interactions) or zero. May be"
              + " repeated; edits are done in order.")
  List<String> edits = List.of();

  @Option(
      names = "--model-out",
      paramLabel = "FILE",
      description = "The edited model to write; with --edit only.")
  Path modelOut;

  @Option(
      names = "--sign",
      paramLabel = "FILE",
      description = "Sign the edited model with this private key; a signature is not carried over.")
  Path signingKey;

  @Override
  void run() {
    List<ShapeEdit> parsed = fromOptions(() -> edits.stream().map(ShapeEdit::parse).toList());
    if (parsed.isEmpty() != (modelOut == null)) {
      throw usage(
          parsed.isEmpty()
              ? "--model-out is for an edited model: say what to change with --edit"
              : "--edit needs --model-out, the file of the edited model");
    }
    if (signingKey != null && modelOut == null) {
      throw usage("--sign signs the edited model: it needs --edit and --model-out");
    }
    checkApart(
        new FileRoles()
            .reads("--model", file)
            .reads("--sign", signingKey)
            .writes("--model-out", modelOut)
            .writes("--sign", signingKey == null ? null : ModelSignature.fileOf(modelOut)));
    if (signingKey != null) {
      ModelSignature.checkPrivateKey(signingKey);
    }
    SavedModel saved = ModelFile.load(file);
    for (ShapeEdit edit : parsed) {
      saved = edit.apply(saved);
    }
    Explanation explanation = Explanation.of(saved.model());
    write("--svg", plots, explanation, ".svg", e -> EffectChart.svg(explanation, e));
    write("--csv", tables, explanation, ".csv", e -> ExplanationFiles.csv(explanation, e));
    if (modelOut != null) {
      save(saved);
    }
    JsonObject result = Json.of("model", file, "private", saved.isPrivate());
    ExplanationFiles.json(explanation)
        .entrySet()
        .forEach(e -> result.add(e.getKey(), e.getValue()));
    if (modelOut != null) {
      Json.add(
          result, "modelOut", modelOut, "edits", parsed.stream().map(e -> e.toString()).toList());
    }
    answer(
        result,
        saved.privacy(),
        table(explanation),
        String.join("\n", explanation.remarks()),
        explanation.effects().isEmpty() ? null : explanation.importanceBasis(),
        explanation.effects().isEmpty() ? null : written(plots, "plots"),
        explanation.effects().isEmpty() ? null : written(tables, "tables"),
        modelOut == null ? null : "wrote the edited model to " + modelOut);
  }

  private static String written(Path directory, String what) {
    return directory == null ? null : "wrote " + what + " to " + directory;
  }

  private void save(SavedModel edited) {
    if (edited.certificate().isPresent()) {
      ModelFile.save(modelOut, edited.model(), edited.certificate().get());
    } else {
      ModelFile.saveWithoutPrivacy(modelOut, edited.model());
    }
    if (signingKey != null) {
      ModelSignature.sign(modelOut, signingKey);
    }
  }

  /** Writes a file for each column and one for their importance. */
  private static void write(
      String option,
      Path directory,
      Explanation explanation,
      String end,
      Function<Effect, String> form) {
    if (directory == null || explanation.effects().isEmpty()) {
      return;
    }
    create(option, directory);
    for (Effect effect : explanation.effects()) {
      String name = ExplanationFiles.fileName(explanation, effect) + end;
      write(directory.resolve(name), form.apply(effect));
    }
    write(
        directory.resolve("importance" + end),
        end.equals(".svg")
            ? EffectChart.importance(explanation)
            : ExplanationFiles.importanceCsv(explanation));
  }

  private static void write(Path file, String text) {
    try (AtomicFile out = AtomicFile.create(file)) {
      out.write(text.getBytes(UTF_8));
      out.commit();
    }
  }

  private static void create(String option, Path directory) {
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectory(directory);
      }
    } catch (IOException e) {
      throw new DemiluneException(
          option + " " + directory + " is not a directory and cannot be made one: name another", e);
    }
  }

  private static String table(Explanation explanation) {
    if (explanation.effects().isEmpty()) {
      return null;
    }
    TextTable table = new TextTable(List.of("column", "importance", "lowest", "highest"), 1);
    for (Effect effect : explanation.effects()) {
      int line = widest(explanation, effect);
      String suffix =
          explanation.lines().size() == 1 ? "" : " (" + explanation.lines().get(line) + ")";
      table.add(
          printable(effect.name()),
          String.format(Locale.ROOT, "%.3f", effect.importance()),
          cell(effect.lowest(line), line) + printable(suffix),
          cell(effect.highest(line), line) + printable(suffix));
    }
    return "What each column adds to the " + printable(explanation.measure()) + ":\n" + table;
  }

  /** The class that a column moves most. */
  private static int widest(Explanation explanation, Effect effect) {
    int widest = 0;
    double most = -1;
    for (int line = 0; line < explanation.lines().size(); line++) {
      double spread =
          effect.highest(line).values().get(line) - effect.lowest(line).values().get(line);
      if (spread > most) {
        most = spread;
        widest = line;
      }
    }
    return widest;
  }

  private static String cell(Effect.Point point, int line) {
    String value = String.format(Locale.ROOT, "%+.2f", point.values().get(line));
    String band =
        point.standardErrors().isEmpty()
            ? ""
            : String.format(Locale.ROOT, " ± %.2f", point.halfWidth(line));
    return value + band + " at " + printable(point.label());
  }

  /** A file's names must not move the cursor of a terminal. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
