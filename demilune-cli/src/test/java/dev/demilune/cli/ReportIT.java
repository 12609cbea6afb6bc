// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Locator;
import dev.demilune.certificate.AttackBounds;
import dev.demilune.cli.browser.Browser;
import dev.demilune.cli.browser.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about a model, written by the packaged command and read by a real browser. */
class ReportIT {

  private static final int LARGEST = 1_500_000;
  private static final Path PICTURES = Path.of("target", "report-pictures");

  @TempDir Path directory;
  private Workshop workshop;

  /** How often the page is opened to measure how long that takes. */
  private static final int OPENINGS = 11;

  @BeforeEach
  void setUp() throws IOException {
    workshop = new Workshop(directory);
    Files.createDirectories(PICTURES);
  }

  private void done(String command) throws Exception {
    Subprocess run = workshop.run(command.split(" "));
    assertThat(run.code()).as("%s: %s", command, run.err()).isZero();
  }

  /** Opens a page and checks what must hold of every one; takes pictures for people. */
  private Visit sound(String name) throws Exception {
    Path file = workshop.file(name + ".html");
    assertThat(Files.size(file)).isLessThan(LARGEST);
    Visit visit = Browser.visit(file);
    assertThat(visit.findings()).isEmpty();
    assertThat(visit.findingsInTheDark()).isEmpty();
    assertThat(visit.overflows(390)).isFalse();
    assertThat(visit.requests()).containsExactly(file.toUri().toString());
    assertThat(visit.errors()).isEmpty();
    visit.screenshots(PICTURES, name);
    visit.print(PICTURES.resolve(name + ".pdf"));
    return visit;
  }

  /** Data, ledger, baseline, group and date: everything that a page can have. */
  @Test
  void aFullPageIsSoundAndItsSliderSaysWhatTheAccountantSays() throws Exception {
    done("generate census --rows 4000 --seed 1 --out census.csv");
    done(
        "ledger create --ledger l.db --name census --adjacency add-or-remove-one --epsilon 3"
            + " --delta 1e-5");
    String train = "train --data census.csv --schema census.schema.yaml ";
    done(train + "--epsilon 1 --delta 1e-6 --learner class-means --model first.model --seed 1");
    train = train + "--ledger l.db ";
    done(train + "--epsilon 1 --delta 1e-6 --learner additive --model m.model --report train.html");
    done(
        "report --model m.model --data census.csv --baseline first.model --group region"
            + " --ledger l.db --date 2026-11-30 --out full.html");
    try (Visit visit = sound("full")) {
      assertThat(visit.page().title()).isEqualTo("The model m.model");
      assertThat(visit.page().locator("h2").allTextContents())
          .containsExactly(
              "In plain words",
              "What was protected, what was public",
              "What an attacker could still learn",
              "How good it is",
              "Robustness",
              "What each column does",
              "What was spent",
              "Certificate",
              "Model");
      assertThat(visit.page().locator("main").textContent())
          .contains("majority class", "first.model (ε = 1, δ = 1.0e-06, not private: seeded)")
          .contains("Accuracy by 'region'", "islands")
          .contains("train additive (this model)", "2026-11-30", "sha256 ");
      checkSlider(visit, bounds("m.model"));
      System.out.printf(
          Locale.ROOT,
          "report: a page of %,d bytes is loaded %.0f ms after it is opened (median of %d)%n",
          Files.size(workshop.file("full.html")),
          visit.opening(OPENINGS),
          OPENINGS);
    }
    try (Visit visit = sound("train")) { // written by train, without public rows
      assertThat(visit.page().locator("h2").allTextContents())
          .contains("What was spent")
          .doesNotContain("How good it is", "Robustness");
    }
  }

  /** The points of the certificate's own document, by another command. */
  private JsonArray bounds(String model) throws Exception {
    JsonObject document =
        Workshop.json(workshop.run("certificate", "--model", model, "--format=json", "--json"));
    return document.getAsJsonObject("tradeOff").getAsJsonArray("points");
  }

  private static String found(JsonArray bounds, double rate) {
    for (JsonElement point : bounds) {
      JsonObject fields = point.getAsJsonObject();
      if (fields.get("falsePositiveRate").getAsDouble() == rate) {
        return AttackBounds.percentUp(1 - fields.get("missRateAtLeast").getAsDouble());
      }
    }
    throw new AssertionError("no bound at " + rate);
  }

  private static void checkSlider(Visit visit, JsonArray bounds) {
    Locator said = visit.page().locator(".said");
    assertThat(said.textContent())
        .startsWith(
            "An attacker who accepts 1 % false alarms detects that your row was in the table")
        .contains("at most " + found(bounds, 0.01) + ";");
    Locator slider = visit.page().locator("#alarms");
    slider.focus();
    for (int i = AttackBounds.ROUND_RATES.indexOf(0.01) + 1;
        i < AttackBounds.ROUND_RATES.size();
        i++) {
      slider.press("ArrowRight");
      double rate = AttackBounds.ROUND_RATES.get(i);
      assertThat(said.textContent())
          .contains("accepts " + AttackBounds.percentUp(rate) + " false alarms")
          .contains("at most " + found(bounds, rate) + ";");
      assertThat(slider.getAttribute("aria-valuetext")).isEqualTo(AttackBounds.percentUp(rate));
    }
    slider.press("Home");
    assertThat(said.textContent()).contains("accepts 0.1 % ", found(bounds, 0.001));
    visit.page().locator(".plot .u-over").click(); // in the middle
    assertThat(said.textContent()).contains("accepts 50 % ", found(bounds, 0.5));
  }

  /** Ten classes, no names of columns; and a page without a browser's scripts. */
  @Test
  void tenClassesAndNoScriptAreSoundToo() throws Exception {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      rows.append(i % 10)
          .append(' ')
          .append(i % 10 + 1)
          .append(":1 12:")
          .append(i % 7)
          .append('\n');
    }
    workshop.write("digits.txt", rows.toString());
    done(
        "train --data digits.txt --features 12 --classes 0..9 --unit-rows --adjacency replace-one"
            + " --epsilon 2 --delta 1e-5 --learner noisy-descent --model ten.model");
    done("report --model ten.model --data digits.txt --out ten.html");
    try (Visit visit = sound("ten")) {
      assertThat(visit.page().locator(".matrix .hit").count()).isEqualTo(10);
      assertThat(visit.page().locator(".matrix .miss").count()).isEqualTo(90);
      assertThat(visit.page().locator(".attacker > svg").isVisible()).isFalse();
      assertThat(visit.page().locator(".plot canvas").isVisible()).isTrue();
    }
    try (Visit visit = Browser.visitWithoutScript(workshop.file("ten.html"))) {
      assertThat(visit.page().locator(".attacker > svg").isVisible()).isTrue();
      assertThat(visit.page().locator("#alarms").isVisible()).isFalse();
      visit.page().locator(".attacker summary").click();
      assertThat(visit.page().locator(".attacker tbody tr").count())
          .isEqualTo(AttackBounds.ROUND_RATES.size());
    }
  }

  /** Names and cells that would run if they were not escaped, or turn the text around. */
  @Test
  void hostileNamesAndCellsRunNothing() throws Exception {
    String script = "<script>document.title='ran'</script>";
    String image = "<img src=x onerror=document.title='ran'>";
    workshop.write(
        "hostile.yaml",
        """
        adjacency: add-or-remove-one
        columns:
          "age %1$s": number 0..100
          "job \\"%2$s\\"": {category: ["%1$s", "\\u202enurse"]}
          town: ignore
          income: {label: ["low %2$s", "high ' %1$s"]}
        """
            .formatted(script, image));
    StringBuilder csv =
        new StringBuilder("age " + script + ",\"job \"\"" + image + "\"\"\",town,income\n");
    for (int i = 0; i < 200; i++) {
      csv.append(i % 90).append(i % 2 == 0 ? "," + script : ",\u202enurse");
      csv.append(i % 3 == 0 ? "," + image : ",\"\"\" onload=\"\"x\"");
      csv.append(i % 90 > 50 ? ",high ' " + script : ",low " + image).append('\n');
    }
    workshop.write("hostile.csv", csv.toString());
    done(
        "ledger create --ledger l.db --name "
            + script
            + " --adjacency add-or-remove-one --epsilon 30 --delta 1e-3");
    done(
        "train --data hostile.csv --schema hostile.yaml --learner additive --epsilon 9 --delta 1e-4"
            + " --ledger l.db --model h.model --purpose "
            + image.replace(' ', '/'));
    done("report --model h.model --data hostile.csv --group town --ledger l.db --out hostile.html");
    try (Visit visit = sound("hostile")) {
      assertThat(visit.page().title()).isEqualTo("The model h.model");
      assertThat(visit.page().locator("img").count()).isZero();
      assertThat(visit.page().locator("script").count()).isEqualTo(2);
      assertThat(visit.page().locator("main").textContent())
          .contains(script, image, "\ufffdnurse")
          .doesNotContain("\u202e");
    }
  }

  @Test
  void wrongOptionsAreRefusedInOneSentence() throws Exception {
    done("train --data data.csv --schema schema.yaml --epsilon 1 --delta 1e-3 --model m.model");
    String[] bare = {"report", "--model=m.model", "--out=r.html", ""};
    bare[3] = "--group=job";
    assertRefused(workshop.run(bare), 2, "--group needs --data");
    bare[3] = "--baseline=m.model";
    assertRefused(workshop.run(bare), 2, "--baseline needs --data");
    bare[3] = "--date=today";
    assertRefused(workshop.run(bare), 2, "--date must be a day such as 2026-11-30, got 'today'");
    bare[3] = "--ledger=none.db";
    assertRefused(workshop.run(bare), 1, "none.db");
    String[] rows = {"report", "--model=m.model", "--out=r.html", "--data=data.csv", ""};
    rows[4] = "--group=town";
    assertRefused(workshop.run(rows), 1, "there is no column 'town'; name one of age, job, income");
    rows[4] = "--group=age";
    assertRefused(workshop.run(rows), 1, "column 'age' has more than 50 values");
    workshop.write("other.yaml", Workshop.SCHEMA.replace("[low, high]", "[high, low]"));
    done("train --data data.csv --schema other.yaml --epsilon 1 --delta 1e-3 --model other.model");
    rows[4] = "--baseline=other.model";
    assertRefused(workshop.run(rows), 1, "it has other labels than the model");
    workshop.assertOnly("m.model", "other.model", "other.yaml");
  }
}
