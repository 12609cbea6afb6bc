// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.FirstLine;
import dev.demilune.learn.Setting;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.AnnotatedSchema;
import dev.demilune.schema.file.SchemaDraft;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demilune schema draft}: a first schema from rows that are public. */
@Command(
    name = "draft",
    description = {
      "Draft a schema from a PUBLIC sample: which columns are numbers, their ranges widened to"
          + " round numbers, the categories, the label. THE SAMPLE MUST BE PUBLIC: nothing protects"
          + " the people in it. For private rows there is 'demilune schema learn'."
    },
    footer = {
      "",
      "Example:",
      "  demilune schema draft --public sample.csv --label income --out schema.yaml"
    })
final class SchemaDraftCommand extends DemiluneCommand {

  @Option(
      names = "--public",
      paramLabel = "FILE",
      required = true,
      description = "The sample, a CSV file that may be shown to anyone.")
  Path sample;

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "The column to predict; by default one that is called so, or the last one.")
  String label;

  @Option(
      names = "--adjacency",
      paramLabel = "WHAT",
      description =
          "What one person can change, to be written into the schema: add-or-remove-one,"
              + " replace-one or replace-label; add-or-remove-person goes with --person. By default"
              + " add-or-remove-one, with a note.")
  String adjacency;

  @Option(
      names = "--person",
      paramLabel = "COLUMN",
      description =
          "The column that says whose row it is: the unit of privacy is then a person with all"
              + " rows. Needs --rows-per-person.")
  String person;

  @Option(
      names = "--rows-per-person",
      paramLabel = "K",
      description = "With --person: how many rows of one person are used at most.")
  Integer rowsPerPerson;

  @Option(
      names = "--header",
      paramLabel = "yes|no",
      description =
          "Whether the first line names the columns. By default it does unless it looks like a row.")
  String header;

  private List<String> candidates = List.of();

  @Mixin CsvOptions csv = new CsvOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The schema to write; by default it is printed.")
  Path out;

  @Override
  void run() {
    Adjacency chosen = fromOptions(this::unit);
    boolean named = fromOptions(this::saysHeader);
    CsvFormat given = fromOptions(csv::format);
    checkApart(new FileRoles().reads("--public", sample).replaces("--out", out, FileRoles.SCHEMA));
    console.note(
        "THE SAMPLE MUST BE PUBLIC: the schema shows its ranges and values to everyone. For private"
            + " rows use 'demilune schema learn'.");
    CsvFormat format = recognized(given, named);
    AnnotatedSchema drafted = draft(format, chosen);
    if (out != null) {
      drafted.write(out);
    }
    if (!common.json && out == null) {
      console.out().print(drafted.toYaml());
      return;
    }
    answer(
        Json.of(
            "schema", out,
            "yaml", drafted.toYaml(),
            "features", drafted.schema().features(),
            "label", CsvOptions.labelOf(drafted.schema()),
            "labelCandidates", candidates,
            "adjacency", Setting.word(chosen)),
        "schema written to " + out + "; read it, line by line, before you use it");
    if (out != null) {
      next(
          "ledger create --schema "
              + out
              + " --ledger FILE.db --name TABLE --epsilon 3 --delta 1e-6");
    }
  }

  private Adjacency unit() {
    if ((person == null) != (rowsPerPerson == null)) {
      throw new IllegalArgumentException(
          "--person COLUMN and --rows-per-person K go together: give both, or neither");
    }
    if (rowsPerPerson != null
        && (rowsPerPerson < 1 || rowsPerPerson > Schema.MOST_ROWS_PER_PERSON)) {
      throw new IllegalArgumentException(
          "--rows-per-person must be from 1 to "
              + Schema.MOST_ROWS_PER_PERSON
              + ", got "
              + rowsPerPerson);
    }
    if (person != null && person.equals(label)) {
      throw new IllegalArgumentException("--person and --label name the same column: name two");
    }
    Adjacency byUnit =
        person == null ? Adjacency.ADD_OR_REMOVE_ONE : Adjacency.ADD_OR_REMOVE_PERSON;
    Adjacency chosen = adjacency == null ? byUnit : SchemaOptions.parseAdjacency(adjacency);
    if (chosen.isOfPersons() != (person != null)) {
      throw new IllegalArgumentException(
          chosen.isOfPersons()
              ? "--adjacency add-or-remove-person needs --person COLUMN, whose row it is, and"
                  + " --rows-per-person K, how many of one person are used at most"
              : "with --person the adjacency is add-or-remove-person: leave --adjacency out");
    }
    return chosen;
  }

  private boolean saysHeader() {
    if (header != null && !header.equals("yes") && !header.equals("no")) {
      throw new IllegalArgumentException("--header must be yes or no, got '" + header + "'");
    }
    if (header != null && header.equals("yes") && csv.columns != null) {
      throw new IllegalArgumentException(
          "--columns names the columns of a file without a header: leave --header yes out");
    }
    return header != null;
  }

  /** How the sample is written: what options leave open is taken from its first line, and said. */
  private CsvFormat recognized(CsvFormat given, boolean headerIsSaid) {
    if (!Files.isRegularFile(sample)) {
      return given; // a pipe can be opened once
    }
    FirstLine line = FirstLine.of(sample);
    if (line.isArff() || line.isLibsvm()) {
      throw new DemiluneException(new FormLook(sample, given, false).anotherForm().orElseThrow());
    }
    CsvFormat format = given;
    Optional<Character> other =
        csv.delimiter == null ? line.delimiterInsteadOf(given.delimiter()) : Optional.empty();
    if (other.isPresent()) {
      format = format.delimitedBy(other.get());
      console.note("cells are separated by " + FormLook.word(other.get()) + ", as it seems.");
    }
    if (csv.columns == null
        && (headerIsSaid ? header.equals("no") : line.isLikeARow(format.delimiter()))) {
      format = format.withoutHeader();
      console.note(
          (headerIsSaid
                  ? ""
                  : "the first line looks like a row and not like names (--header yes if it"
                      + " is a header): ")
              + "columns are called c1, c2 and so on; --columns gives them better names.");
    }
    return format;
  }

  private AnnotatedSchema draft(CsvFormat format, Adjacency chosen) {
    CsvReader rows = CsvReader.open(sample, format);
    SchemaDraft draft = SchemaDraft.ofPublic(rows, format, chosen);
    if (!format.header()) {
      draft.columns(
          csv.columns != null
              ? csv.columns
              : rows.columns().stream().map(position -> "c" + position).toList());
    }
    if (label != null) {
      draft.label(label);
    }
    if (person != null) {
      draft.person(person, rowsPerPerson);
    }
    AnnotatedSchema drafted = draft.draft();
    candidates = draft.labelCandidates();
    if (label == null) {
      String taken = CsvOptions.labelOf(drafted.schema());
      List<String> others = candidates.stream().filter(name -> !name.equals(taken)).toList();
      console.note(
          "the label is '"
              + taken
              + "', as no --label was named"
              + (others.isEmpty()
                  ? "."
                  : "; others could be '"
                      + String.join("', '", others.subList(0, Math.min(5, others.size())))
                      + "'."));
    }
    return adjacency != null || person != null
        ? drafted
        : new AnnotatedSchema(
            drafted.schema(),
            drafted
                .notes()
                .setting("adjacency", "assumed; replace-one where the number of rows is public"));
  }
}
