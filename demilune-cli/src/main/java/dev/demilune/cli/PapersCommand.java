// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code demilune papers}: what has become of the papers behind the learners. */
@Command(
    name = "papers",
    description = {
      "List the papers behind the learners: every theorem, algorithm and table, and whether it is"
          + " here as published, repaired, as an exhibit of what fails, or not at all.",
      "With a name, also what each says, the command that runs it, and the faults of the paper with"
          + " the tests that hold them."
    },
    footer = {
      "",
      "Examples:",
      "  demilune papers",
      "  demilune papers nguyen-ullman-zakynthinou-2020"
    })
final class PapersCommand extends DemiluneCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PAPER",
      description = "Which paper; without it, all are listed.")
  String name;

  @Override
  void run() {
    List<Paper> listed =
        Paper.all().stream().filter(paper -> name == null || paper.name().equals(name)).toList();
    if (listed.isEmpty()) {
      throw usage(
          "there is no paper '"
              + name
              + "': name one of "
              + Paper.all().stream().map(Paper::name).collect(Collectors.joining(", ")));
    }
    answer(
        Json.of("papers", Json.array(listed, PapersCommand::json)),
        listed.stream()
            .map(paper -> name == null ? brief(paper) : inFull(paper))
            .collect(Collectors.joining("\n\n")));
  }

  private static String heading(Paper paper) {
    return paper.name() + "\n" + paper.authors() + ": " + paper.title() + "\n";
  }

  private static String brief(Paper paper) {
    TextTable table = new TextTable(List.of("part", "status", "here"));
    paper.parts().forEach(part -> table.add(part.name(), part.status().toString(), part.here()));
    return heading(paper) + table;
  }

  private static String inFull(Paper paper) {
    StringBuilder text = new StringBuilder(heading(paper));
    text.append("neighbors: ").append(paper.neighbors()).append('\n');
    lines(text, "$ ", paper.prepare());
    for (Paper.Part part : paper.parts()) {
      text.append('\n').append(part.name()).append(" (").append(part.status()).append(")\n");
      lines(text, "  ", List.of(part.says(), "here: " + part.here()));
      lines(text, "  $ ", part.run());
    }
    for (Paper.Erratum erratum : paper.errata()) {
      text.append("\nerratum, ").append(erratum.where()).append(" (").append(erratum.kind());
      text.append(")\n");
      lines(text, "  ", List.of(erratum.wrong(), "here: " + erratum.here()));
      lines(text, "  test: ", List.of(erratum.test() == null ? "none" : erratum.test()));
    }
    return text.toString().stripTrailing();
  }

  private static void lines(StringBuilder text, String before, List<String> lines) {
    lines.forEach(line -> text.append(before).append(line).append('\n'));
  }

  private static JsonObject json(Paper paper) {
    return Json.of(
        "name", paper.name(),
        "authors", paper.authors(),
        "title", paper.title(),
        "neighbors", paper.neighbors(),
        "prepare", paper.prepare(),
        "parts", Json.array(paper.parts(), PapersCommand::json),
        "errata", Json.array(paper.errata(), PapersCommand::json));
  }

  private static JsonObject json(Paper.Part part) {
    return Json.of(
        "name", part.name(),
        "says", part.says(),
        "status", part.status(),
        "here", part.here(),
        "run", part.run());
  }

  private static JsonObject json(Paper.Erratum erratum) {
    return Json.of(
        "where", erratum.where(),
        "wrong", erratum.wrong(),
        "here", erratum.here(),
        "kind", erratum.kind(),
        "test", erratum.test());
  }
}
