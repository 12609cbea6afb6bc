// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.budget.Ledger;
import dev.demilune.budget.TableColumns;
import dev.demilune.budget.entry.Composition;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Wrong files, schemas and options. Each gets one sentence with the file or option and what to do,
 * the right exit code, and costs nothing: the bytes of the ledger stay.
 */
class WrongInputsTest {

  private static final String SCHEMA = Workshop.SCHEMA;

  @TempDir static Path directory;

  @BeforeAll
  static void write() throws IOException {
    String rows = Workshop.rows(40);
    text("people.csv", rows);
    text("schema.yaml", SCHEMA);
    text("empty.csv", "");
    text("semicolon.csv", rows.replace(',', ';'));
    text("tab.csv", rows.replace(',', '\t'));
    text("headerless.csv", rows.substring(rows.indexOf('\n') + 1));
    text("misspelt.csv", rows.replace("income", "incme"));
    text("bare.csv", "age,job\n30,clerk\n");
    text("extra.csv", "age,job,income,more\n30,clerk,low,1\n");
    text("twice.csv", "age,age,income\n30,30,low\n");
    text("people.arff", "% people\n@relation people\n");
    bytes("people.zip", "PK\3\4rest".getBytes(UTF_8));
    bytes("utf16.csv", rows.getBytes(UTF_16));
    bytes("latin.csv", "\u00e4ge,job,income\n30,clerk,low\n".getBytes(ISO_8859_1));
    bytes("people.xz", new byte[] {(byte) 0xfd, '7', 'z', 'X', 'Z', 0, 0});
    bytes("people.parquet", "PAR1\u0015\u0004".getBytes(UTF_8));
    bytes("people.h5", new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n'});
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(rows.getBytes(UTF_8));
    }
    bytes("cut.csv.gz", Arrays.copyOf(packed.toByteArray(), 12));
    bytes("images", ByteBuffer.allocate(18).putInt(0x803).putInt(1).putInt(1).putInt(2).array());
    bytes("labels", ByteBuffer.allocate(9).putInt(0x801).putInt(1).array());
    text("rows.csv", "a,b,c\n1,2,3\n");
    text("rows-semicolon.csv", "a;b;c\n1;2;3\n");
    text("rows-headerless.csv", "1,2,3\n4,5,6\n");
    text("headerless.yaml", "header: false\n" + SCHEMA);
    text("broken.yaml", "columns: [\n");
    text("unknown.yaml", SCHEMA + "colour: red\n");
    text("reversed.yaml", SCHEMA.replace("0..100", "100..0"));
    text("unlabeled.yaml", SCHEMA.replace("  income: {label: [low, high]}\n", ""));
    text("no-adjacency.yaml", SCHEMA.replace("adjacency: add-or-remove-one\n", ""));
    Files.createDirectory(directory.resolve("folder"));
    ledger("l.db", Adjacency.ADD_OR_REMOVE_ONE, "age", "job", "income");
    ledger("replace.db", Adjacency.REPLACE_ONE, "age", "job", "income");
    ledger("other.db", Adjacency.ADD_OR_REMOVE_ONE, "name", "town");
    ledger("abc.db", Adjacency.ADD_OR_REMOVE_ONE, "a", "b", "c");
    assertThat(
            run(
                new StringBuilder(),
                "train --data @people.csv --schema @schema.yaml --epsilon 5 --delta 1e-3 --seed 1"
                    + " --learner noisy-descent --model @trained.model"))
        .isZero();
  }

  private static void text(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }

  private static void bytes(String name, byte[] content) throws IOException {
    Files.write(directory.resolve(name), content);
  }

  private static void ledger(String name, Adjacency adjacency, String... columns) {
    Ledger.create(
        directory.resolve(name).toString(),
        "people",
        "",
        adjacency,
        ApproximateDp.of(10, 1e-2),
        Composition.COMPOSED,
        Optional.of(TableColumns.named(List.of(columns))));
  }

  /** Runs a command, in which @ stands for the directory. */
  private static int run(StringBuilder said, String command) {
    String[] words = command.replace("@", directory + "/").split(" +", -1);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(words, new Console(new ByteArrayOutputStream(), err, false));
    said.append(err.toString(UTF_8));
    return code;
  }

  /** What most of the cases share; a case may give an option of its own. */
  private static String complete(String command) {
    String all = command;
    if (command.startsWith("train") || command.startsWith("tune")) {
      all += command.contains("--data") ? "" : " --data @people.csv";
      all +=
          command.contains("--schema") || command.contains("--features")
              ? ""
              : " --schema @schema.yaml";
      all += command.contains("--epsilon") ? "" : " --epsilon 1";
      all += command.contains("--delta") ? "" : " --delta 1e-4";
      all += command.contains("--ledger") ? "" : " --ledger @l.db";
      all += command.contains("--model") ? "" : " --model @m.model";
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        // files
        "train --data @nowhere.csv ! 1 ! nowhere.csv: there is no such file; check the name",
        "train --data @folder ! 1 ! folder is a directory: name a file",
        "train --data @empty.csv ! 1 ! empty.csv:1: the file is empty",
        "train --data @people.zip ! 1 ! a zip archive (spreadsheets are, too), not CSV text; unpack it",
        "train --data @utf16.csv ! 1 ! UTF-16 rather than UTF-8, not CSV text; save it as UTF-8",
        "train --data @latin.csv ! 1 ! latin.csv:1: the text is not UTF-8; convert the file",
        "train --data @semicolon.csv ! 1 ! looks like ';' between cells, and not ',': write delimiter",
        "train --data @tab.csv ! 1 ! tab.csv:1: this looks like a tab between cells",
        "train --data @headerless.csv ! 1 ! looks like a row: if there is no header, write header: false",
        "train --data @misspelt.csv ! 1 ! of the first line, counted from 1, is written almost like",
        "train --data @bare.csv ! 1 ! bare.csv: the label column is not in the file; add it",
        "train --data @extra.csv ! 1 ! extra.csv: column 4 of the first line, counted from 1, is not in the schema",
        "train --data @twice.csv ! 1 ! twice.csv:1: columns 1 and 2 have the same name; rename one",
        "train --data @people.arff ! 1 ! people.arff:1: this looks like ARFF: delete everything up to @data",
        "train --data @people.xz ! 1 ! compressed in a way other than gzip or bzip2, not CSV text; unpack it",
        "train --data @people.parquet ! 1 ! the file is Parquet, not CSV text; convert it first",
        "train --data @people.h5 ! 1 ! the file is HDF5, not CSV text; convert it first",
        "train --data @l.db ! 1 ! the file is an SQLite database, not CSV text; convert it first",
        "train --data @images ! 1 ! IDX (binary images or labels), not CSV text; name that format",
        "train --data @cut.csv.gz ! 1 ! the gzip data is cut short or damaged; copy the file again",
        "train --data @people.csv,@people.csv ! 2 ! --data takes one file for csv",
        "train --data @people.zip --schema @headerless.yaml ! 1 ! a zip archive",
        "train --data @utf16.csv --features 3 --classes 2 --norm 1 --adjacency add-or-remove-one ! 1 ! UTF-16 rather than UTF-8, not LIBSVM text",
        "train --data @images,@labels --features 784 --classes 10 --norm 1 --adjacency add-or-remove-one ! 1 ! each record has 2 values but 784 features are declared",
        "train --data @labels,@images --features 2 --classes 10 --norm 1 --adjacency add-or-remove-one ! 1 ! labels",
        "train --data @images --format idx --features 2 --classes 10 --norm 1 --adjacency add-or-remove-one ! 2 ! images,labels",
        "train --data @people.csv --features 16000000 --classes 1..1000 --norm 1 --adjacency add-or-remove-one --learner noisy-descent ! 1 ! DEMILUNE_JAVA_OPTS=-Xmx",
        // outputs
        "train --model @nowhere/m.model ! 1 ! create it first",
        "train --model @folder ! 1 ! folder is a directory: name a file in it",
        "train --model @people.csv ! 2 ! would replace the file of --data: name another file",
        "train --model @semicolon.csv ! 1 ! there is a file that is not a model and would be lost; name another",
        "train --report @rows.csv ! 1 ! there is a file that is not a page and would be lost",
        "train --model @x --report @x ! 2 ! --model and --report name the same file: name two",
        "train --sign @nowhere.pem ! 1 ! --sign ",
        // schemas
        "train --schema @nowhere.yaml ! 1 ! nowhere.yaml: there is no such file; check the name",
        "train --schema @broken.yaml ! 1 ! broken.yaml:",
        "train --schema @unknown.yaml ! 1 ! unknown.yaml: line 6: 'colour' is not a setting; known are",
        "train --schema @reversed.yaml ! 1 ! reversed.yaml:",
        "train --schema @unlabeled.yaml ! 1 ! unlabeled.yaml",
        "train --schema @no-adjacency.yaml ! 1 ! adjacency",
        "schema draft --public @people.csv --out @rows.csv ! 1 ! there is a file that is not a schema and would be lost",
        "encode --data @people.csv --schema @schema.yaml --out - ! 2 ! give --out a name",
        // ledgers
        "train --ledger @nowhere.db ! 1 ! nowhere.db: there is no such file; check the name",
        "train --ledger @people.csv ! 1 ! is not a ledger: create one with",
        "train --ledger @replace.db ! 1 ! counts for replace-one and this training is for add-or-remove-one",
        "train --ledger @other.db ! 1 ! is for a table with other columns",
        "train --epsilon 50 ! 3 ! Nothing was spent and no data was read",
        "ledger create --ledger @new.db --name x --epsilon 1 ! 2 ! --adjacency is missing",
        "ledger create --ledger @l.db --name x --epsilon 1 --adjacency replace-one ! 1 ! l.db",
        // options
        "train --epsilon 0 ! 2 ! epsilon must be a number greater than 0, got 0",
        "train --epsilon much ! 2 ! epsilon must be a number, got 'much'",
        "train --delta 1 ! 2 ! delta must be below 1 (1 promises nothing), got 1",
        "train --seed 3 ! 2 ! --seed and --ledger exclude each other",
        "train --learner perceptron ! 2 ! perceptron",
        "train --set margn=3 --learner batch-perceptron ! 2 ! margin",
        "train --epsilom 3 ! 2 ! did you mean --epsilon?",
        "tran --epsilon 3 ! 2 ! did you mean train?",
        "tune --learner batch-perceptron --try margn=1,2 ! 2 ! margin",
        // other spends
        "feasible --constraints @rows-semicolon.csv --bound 9,9,9 --expected-rows 100 --epsilon 1 --ledger @abc.db ! 1 ! this looks like ';' between cells, and not ',': give --delimiter ';'",
        "feasible --constraints @rows-headerless.csv --bound 9,9,9 --expected-rows 100 --epsilon 1 --ledger @abc.db ! 1 ! looks like a row: if there is no header, give --columns",
        "feasible --constraints @rows.csv --bound 9,9 --expected-rows 100 --epsilon 1 --ledger @abc.db ! 1 ! the file has 3 columns, and bounds are declared for 1 variables",
        "feasible --constraints @rows.csv --bound 9,9,9 --expected-rows 100 --epsilon 1 --ledger @l.db ! 1 ! is for a table with other columns",
        "center --points @rows.csv --bound 9,9 --expected-rows 100 --epsilon 1 --ledger @abc.db ! 1 ! the file has 3 columns, and bounds are declared for 2",
        "schema learn --data @people.csv --number agee --category job --label income --epsilon 1 --delta 1e-4 --out @s.yaml --ledger @l.db ! 1 ! is written almost like 'agee'",
        "schema learn --data @tab.csv --number age --category job --label income --epsilon 1 --delta 1e-4 --out @s.yaml --ledger @l.db ! 1 ! give --delimiter tab",
        "evaluate --model @trained.model --data @misspelt.csv --private --epsilon 1 --ledger @l.db ! 1 ! is written almost like 'income'",
        "evaluate --model @trained.model --data @people.zip --private --epsilon 1 --ledger @l.db ! 1 ! a zip archive",
        "evaluate --model @people.csv --data @people.csv --private --epsilon 1 --ledger @l.db ! 1 ! people.csv",
      })
  void oneSentenceTheRightCodeAndNothingSpent(String command, int code, String sentence)
      throws IOException {
    List<Path> ledgers =
        List.of("l.db", "replace.db", "other.db", "abc.db").stream()
            .map(directory::resolve)
            .toList();
    StringBuilder before = new StringBuilder();
    for (Path ledger : ledgers) {
      before.append(Arrays.hashCode(Files.readAllBytes(ledger))).append(' ');
    }
    StringBuilder said = new StringBuilder();

    assertThat(run(said, complete(command))).as(said.toString()).isEqualTo(code);

    assertThat(said.toString()).contains(sentence);
    assertThat(said.toString().lines().filter(line -> line.startsWith("demilune: ")))
        .as(said.toString())
        .hasSize(1);
    assertThat(said.toString())
        .doesNotContain("Exception", "\tat ", "stays charged", "clerk", "nurse");
    StringBuilder after = new StringBuilder();
    for (Path ledger : ledgers) {
      after.append(Arrays.hashCode(Files.readAllBytes(ledger))).append(' ');
    }
    assertThat(after.toString()).isEqualTo(before.toString());
    assertThat(directory.resolve("m.model")).doesNotExist();
    assertThat(directory.resolve("s.yaml")).doesNotExist();
  }

  @Test
  void anotherTableIsChargedKnowingly() throws IOException {
    StringBuilder said = new StringBuilder();
    Path model = directory.resolve("another.model");
    String train = complete("train --ledger @other.db --learner class-means --model " + model);
    assertThat(run(said, train + " --allow-other-table")).as(said.toString()).isZero();
    assertThat(said.toString())
        .contains("next: demilune predict --model ")
        .doesNotContain("demilune: ");
    StringBuilder shown = new StringBuilder();
    assertThat(run(shown, "ledger verify --ledger @other.db --model " + model)).isZero();
    Files.delete(model);
  }

  @Test
  void roomIsCheckedByPublicSizes() {
    Room.checkMemory(1000, 16_000);
    assertThatThrownBy(() -> Room.checkMemory(1001, 16_000)).hasMessageContaining("1,001 weights");
    Path file = directory.resolve("m.model");
    Room.checkDisk("--model", file, 1000, 8096);
    assertThatThrownBy(() -> Room.checkDisk("--model", file, 1000, 8095))
        .hasMessageContaining("the disk has 8,095 bytes left and the file needs at least 8,096");
  }
}
