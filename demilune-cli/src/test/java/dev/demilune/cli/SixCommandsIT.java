// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a table that nobody here has seen to a signed model, predictions and a certificate, in six
 * commands, each of which the one before it names.
 */
class SixCommandsIT {

  @TempDir Path directory;
  private int commands;

  /** Runs a command and expects that it is done, and says which commands usually come next. */
  private Subprocess run(List<String> next, String... words) throws Exception {
    commands++;
    Subprocess run = Subprocess.demilune(directory, words);
    assertThat(run.code()).as("%s: %s", String.join(" ", words), run.err()).isZero();
    List<String> said = run.err().lines().filter(line -> line.startsWith("next: ")).toList();
    assertThat(said).hasSize(next.size());
    for (int i = 0; i < said.size(); i++) {
      assertThat(said.get(i)).startsWith("next: demilune " + next.get(i));
    }
    return run;
  }

  private void checkEnd(Subprocess trained, Subprocess verified, String data, String label)
      throws IOException {
    assertThat(commands).isLessThanOrEqualTo(6);
    assertThat(trained.out()).contains("Charged: ε = 1, δ = ");
    assertThat(trained.err()).doesNotContain("amber: no ledger", "red:");
    assertThat(verified.out())
        .contains("ok      signature of t.model", "ok      entry of t.model")
        .contains("its event, priced anew, costs no more than ε = 1")
        .contains("ok      table: one, by the fingerprint of its columns")
        .doesNotContain("FAILED");
    assertThat(Files.readString(directory.resolve("t.html"))).contains(">Certificate</h2>");
    List<String> rows = Files.readAllLines(directory.resolve(data));
    List<String> predicted = Files.readAllLines(directory.resolve("predictions.csv"));
    int column = List.of(predicted.get(0).split(",", -1)).indexOf("prediction");
    assertThat(column).as(predicted.get(0)).isNotNegative();
    int offset = rows.size() - predicted.size(); // without a header there is one line less
    int right = 0;
    for (int i = 1; i < predicted.size(); i++) {
      boolean is = rows.get(i + offset).endsWith(label);
      right += is == predicted.get(i).split(",", -1)[column].equals(label.substring(1)) ? 1 : 0;
    }
    assertThat(right).isGreaterThan(8 * predicted.size() / 10);
  }

  /** Semicolons, decimal commas, dates, identifiers, a constant and free text. */
  @Test
  void aTableOfAnotherCountryWithAPublicSample() throws Exception {
    clients("sample.csv", 200, 1);
    clients("clients.csv", 3000, 2);
    Subprocess drafted =
        run(
            List.of("ledger create --schema s.yaml"),
            "schema",
            "draft",
            "--public",
            "sample.csv",
            "--out",
            "s.yaml");
    assertThat(drafted.err()).contains("cells are separated by ';'", "the label is 'churned'");
    assertThat(Files.readString(directory.resolve("s.yaml")))
        .contains("delimiter: \";\"", "decimal: \",\"", "date: \"d.m.Y\"")
        .contains("client_nr: ignore", "an identifier", "a constant", "free text");
    run(
        List.of("ledger key --out", "train --data DATA --schema s.yaml"),
        "ledger",
        "create",
        "--schema",
        "s.yaml",
        "--ledger",
        "t.db",
        "--name",
        "clients",
        "--epsilon",
        "3",
        "--delta",
        "1e-5");
    run(List.of("train --sign key.pem"), "ledger", "key", "--out", "key.pem");
    Subprocess trained =
        run(
            List.of(
                "ledger verify --ledger t.db --model t.model --public-key key.pem.pub", "predict"),
            "train",
            "--data",
            "clients.csv",
            "--schema",
            "s.yaml",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--ledger",
            "t.db",
            "--sign",
            "key.pem",
            "--model",
            "t.model",
            "--report",
            "t.html");
    run(
        List.of(),
        "predict",
        "--model",
        "t.model",
        "--data",
        "sample.csv",
        "--out",
        "predictions.csv");
    Subprocess verified =
        run(
            List.of(),
            "ledger",
            "verify",
            "--ledger",
            "t.db",
            "--model",
            "t.model",
            "--public-key",
            "key.pem.pub");
    checkEnd(trained, verified, "sample.csv", ";yes");
  }

  private void clients(String name, int rows, long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder csv = new StringBuilder("client_nr;since;paid;country;visits;remark;churned\n");
    for (int i = 0; i < rows; i++) {
      int visits = random.nextInt(30);
      double paid = 20 + 900 * random.nextDouble();
      csv.append(
          String.format(
              Locale.GERMANY,
              "K-%06d;%d.%d.%d;%.2f;CH;%d;said this and that %d;%s%n",
              random.nextInt(1_000_000),
              1 + random.nextInt(28),
              1 + random.nextInt(12),
              2015 + random.nextInt(10),
              paid,
              visits,
              i,
              visits < 12 ? "yes" : "no"));
    }
    Files.writeString(directory.resolve(name), csv);
  }

  /** Commas, quotes, no header, and no public sample: the schema is learned and paid for. */
  @Test
  void aTableWithoutAHeaderOfWhichNothingIsPublic() throws Exception {
    Random random = new Random(3);
    StringBuilder csv = new StringBuilder();
    for (int i = 0; i < 4000; i++) {
      int age = 18 + random.nextInt(70);
      csv.append("\"Guest, the \"\"").append(i).append("\"\" one\",").append(age).append(',');
      csv.append(random.nextBoolean() ? "\"Bern, old town\"," : "Basel,");
      csv.append(age > 45 ? "back" : "gone").append('\n');
    }
    Files.writeString(directory.resolve("guests.csv"), csv);
    run(
        List.of("ledger key --out", "schema learn"),
        "ledger",
        "create",
        "--ledger",
        "t.db",
        "--name",
        "guests",
        "--adjacency",
        "add-or-remove-one",
        "--epsilon",
        "3",
        "--delta",
        "1e-5");
    run(List.of("train --sign key.pem"), "ledger", "key", "--out", "key.pem");
    Subprocess learned =
        run(
            List.of("train --data guests.csv --schema s.yaml --epsilon E --delta D --ledger t.db"),
            "schema",
            "learn",
            "--data",
            "guests.csv",
            "--columns",
            "name,age,town,came",
            "--number",
            "age=0..120",
            "--category",
            "town",
            "--ignore",
            "name",
            "--label",
            "came",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--ledger",
            "t.db",
            "--out",
            "s.yaml");
    assertThat(learned.err())
        .contains("a pair of noisy quantiles, not the least and largest value");
    Subprocess trained =
        run(
            List.of(
                "ledger verify --ledger t.db --model t.model --public-key key.pem.pub", "predict"),
            "train",
            "--data",
            "guests.csv",
            "--schema",
            "s.yaml",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--ledger",
            "t.db",
            "--sign",
            "key.pem",
            "--model",
            "t.model",
            "--report",
            "t.html");
    run(
        List.of(),
        "predict",
        "--model",
        "t.model",
        "--data",
        "guests.csv",
        "--out",
        "predictions.csv");
    Subprocess verified =
        run(
            List.of(),
            "ledger",
            "verify",
            "--ledger",
            "t.db",
            "--model",
            "t.model",
            "--public-key",
            "key.pem.pub");
    checkEnd(trained, verified, "guests.csv", ",back");
  }
}
