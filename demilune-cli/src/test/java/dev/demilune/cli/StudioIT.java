// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import dev.demilune.cli.browser.Browser;
import dev.demilune.cli.browser.Visit;
import dev.demilune.rows.Kernels;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The studio in a real browser: one program and one page for all tests, each with its own files.
 */
@Tag("slow")
class StudioIT {

  private static final Path PICTURES = Path.of("target", "studio");

  /** Enough steps that a training lasts until somebody cancels it. */
  private static final String ENDLESS = "100000";

  /** How often the page is opened to measure how long that takes. */
  private static final int OPENINGS = 11;

  @TempDir static Path folder;

  private static StudioProcess studio;
  private static Visit visit;
  private static Page page;
  private static String entered;
  private static double firstScreen;

  @BeforeAll
  static void open() throws Exception {
    Files.createDirectories(PICTURES);
    run("generate", "census", "--rows", "20000", "--out", "people.csv", "--seed", "1");
    run("generate", "census", "--rows", "2000", "--out", "sample.csv", "--seed", "2");
    Files.delete(folder.resolve("people.schema.yaml"));
    Files.delete(folder.resolve("sample.schema.yaml"));
    studio = StudioProcess.start(folder);
    visit = Browser.visit(studio.address());
    page = visit.page();
    page.setDefaultTimeout(120_000); // the plan is slow to answer where all tests run at once
    page.waitForSelector("body[data-ready]");
    entered = page.url();
    firstScreen = ready();
  }

  /** When the first screen could be used, in milliseconds since this page was opened. */
  private static double ready() {
    return ((Number) page.evaluate("() => performance.getEntriesByName('ready')[0].startTime"))
        .doubleValue();
  }

  /** The median of as many as that, opened one after the other. */
  private double firstScreens(int times) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      reload();
      all.add(ready());
    }
    Collections.sort(all);
    return all.get(times / 2);
  }

  @AfterAll
  static void close() throws Exception {
    if (visit != null) {
      visit.close();
    }
    if (studio != null) {
      assertThat(studio.stop()).contains("note: the studio has stopped.");
    }
  }

  /** Every test begins with an empty form. */
  @BeforeEach
  void reload() {
    visit.forget();
    page.evaluate("() => sessionStorage.clear()");
    page.navigate("about:blank");
    page.navigate(studio.origin() + "/");
    page.waitForSelector("body[data-ready]");
  }

  /** And ends without an error, a dialog of the browser or a request to anybody else. */
  @AfterEach
  void nothingElseHappened() {
    assertThat(visit.errors()).isEmpty();
    assertThat(visit.requests())
        .allMatch(address -> address.startsWith(studio.origin()) || address.equals("about:blank"));
  }

  @Test
  void theWholeJob() throws Exception {
    System.out.printf(
        Locale.ROOT,
        "studio: first screen ready %.0f ms after it was first opened, then %.0f (median of %d)%n",
        firstScreen,
        firstScreens(OPENINGS),
        OPENINGS);
    assertThat(entered).isEqualTo(studio.origin() + "/"); // neither token nor key stay in sight

    // A schema from a public sample.
    page.selectOption("#data", "people.csv");
    page.click("#start-draft summary");
    page.selectOption("#sample", "sample.csv");
    page.fill("#draft-label", "income");
    page.selectOption("#draft-adjacency", "add-or-remove-one");
    page.click("#draft");
    saysIn("#schema-notes", "Say first that the sample is public");
    page.check("#draft-public");
    page.click("#draft");
    saysIn("#schema-state", "Sound:");
    saysIn("#schema-state", "The header of people.csv fits.");
    page.fill("#schema-name", "people.yaml");
    page.click("#save-schema");
    saysIn("#schema-notes", "Saved as people.yaml");
    page.click("#lint");
    saysIn("#lint-result", "For you only, do not publish.");
    saysIn("#lint-result", "20000 rows");
    look("schema");

    // A ledger.
    go("4 Ledgers");
    page.click("#new-ledger summary");
    page.fill("#new-file", "people.db");
    page.fill("#new-name", "people");
    page.selectOption("#new-schema", "people.yaml");
    page.fill("#new-epsilon", "3");
    page.fill("#new-delta", "1e-5");
    page.click("#create-ledger");
    saysIn("#create-notes", "Created people.db");
    saysIn("#ledger-view", "Nothing was spent yet.");

    // The plan answers every move of the slider.
    go("2 Plan and train");
    page.selectOption("#plan-ledger", "people.db");
    page.fill("#plan-rows", "20000");
    page.fill("#delta", "1e-6");
    System.out.printf(
        Locale.ROOT, "studio: the plan answers a slider move in %.0f ms (median)%n", sliderMoves());
    page.fill("#epsilon", "1");
    saysIn("#plan-status", "With ε = 1, δ = 1.0e-06, additive would train.");
    saysIn(
        "#alarm-text",
        "accepts 1 % false alarms finds out that you are in the table with probability at most");
    saysIn("#plan-bar", "this spend adds");
    saysIn("#plan-command", "demilune train --data=people.csv --schema=people.yaml --epsilon=1");
    PlaywrightAssertions.assertThat(page.locator("#bounds")).isVisible();
    saysIn("#bounds", "Rows needed by additive");
    saysIn("#bounds", "At least");
    page.click("#learners-box summary");
    saysIn("#bounds", "noisy-descent");
    look("plan");

    train("first.model", "additive");
    page.selectOption("#learner", "noisy-descent");
    saysIn("#bounds", Pattern.compile("Rows needed by noisy-descent.*about 1,\\d{3} on average"));
    page.click("#settings-box summary");
    page.getByLabel("steps", new Page.GetByLabelOptions().setExact(true)).fill("40");
    train("second.model", "noisy-descent");
    look("trained");

    models();

    go("4 Ledgers");
    saysIn("#ledger-view", "train auto");
    page.selectOption("#verify-model", "first.model");
    page.click("#verify");
    saysIn("#verify-result", "The ledger is intact, all 2 entries.");
    assertThat(page.locator("#verify-result").innerText()).doesNotContain("FAILED");
    look("ledgers");
  }

  private void train(String model, String learner) {
    page.fill("#model-name", model);
    page.click("#train:enabled");
    saysIn("#ask-text", "before the first row is read");
    saysIn("#ask-text", "Cancelling later does not refund.");
    assertThat(page.evaluate("() => document.activeElement.id")).isEqualTo("ask-no");
    page.click("#ask-yes");
    saysIn("#jobs", "Trained " + model);
    saysIn("#jobs", "by " + learner);
    assertThat(page.locator("#jobs").innerText()).doesNotContain("incubator");
    assertThat(folder.resolve(model)).isRegularFile();
  }

  private void models() throws Exception {
    go("3 Models");
    page.selectOption("#model-a", "first.model");
    page.selectOption("#model-b", "second.model");
    page.selectOption("#public-rows", "sample.csv");
    page.click("#compare");
    saysIn("#comparison", "On the public rows");
    saysIn("#comparison", "noisy-descent");
    page.focus("#report-box summary"); // with the keyboard alone
    page.keyboard().press("Enter");
    for (String choice : List.of("second.model", "region", "people.db")) {
      page.keyboard().press("Tab");
      page.keyboard().type(choice);
    }
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");
    FrameLocator report = page.frameLocator("#report-frame iframe");
    PlaywrightAssertions.assertThat(report.locator("h1").first()).containsText("first.model");
    PlaywrightAssertions.assertThat(report.locator("body")).containsText("second.model (ε = 1");
    PlaywrightAssertions.assertThat(report.locator("body")).containsText("Accuracy by 'region'");
    PlaywrightAssertions.assertThat(report.locator("body")).containsText("What was spent");
    assertThat(folder.resolve("first.report.html")).isRegularFile();
    page.selectOption("#public-rows", "");
    PlaywrightAssertions.assertThat(page.locator("#report-group")).isDisabled();
    page.selectOption("#public-rows", "sample.csv");
    look("models");
    Download model = page.waitForDownload(() -> page.click("#get-model"));
    assertThat(model.suggestedFilename()).isEqualTo("first.model");
    assertThat(model.path()).hasSameBinaryContentAs(folder.resolve("first.model"));
    Download certificate = page.waitForDownload(() -> page.click("#get-json"));
    assertThat(Files.readString(certificate.path()))
        .contains("\"epsilon\"")
        .contains("\"" + fastestKernels() + "\"");
  }

  /** What a process of this Java says that is given all that fast kernels need. */
  private static String fastestKernels() throws Exception {
    ProcessBuilder version = Subprocess.start(folder, "version", "--verbose");
    version.command().addAll(1, Kernels.javaFlags());
    String said = Subprocess.result(version.start()).out();
    return said.lines()
        .filter(line -> line.startsWith("kernels: "))
        .map(line -> line.substring("kernels: ".length()))
        .findFirst()
        .orElseThrow();
  }

  /** The median time from a move of the slider until the plan for it is shown, new ones only. */
  private static double sliderMoves() {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < 31; i++) {
      double position = -0.4 + 0.02 * i;
      Object waited =
          page.evaluate(
              """
              position => new Promise(resolve => {
                const slider = document.getElementById('epsilon-slider');
                const plan = document.getElementById('plan');
                const start = performance.now();
                slider.value = position;
                slider.dispatchEvent(new Event('input', {bubbles: true}));
                const wanted = document.getElementById('epsilon').value;
                const look = () => plan.dataset.epsilon === wanted
                  ? resolve(performance.now() - start) : setTimeout(look, 1);
                look();
              })
              """,
              position);
      times.add(((Number) waited).doubleValue());
    }
    Collections.sort(times);
    return times.get(times.size() / 2);
  }

  /** Whatever the slider does: who cancels a training does not wait behind it. */
  @Test
  void onePlanIsAskedForAtATime() throws Exception {
    prepare("slid", "3");
    Object most =
        page.evaluate(
            """
            async () => {
              const plain = window.fetch;
              let under = 0, most = 0;
              window.fetch = async (address, ...rest) => {
                const counts = address === '/api/plan';
                if (counts) most = Math.max(most, ++under);
                try {
                  return await plain(address, ...rest);
                } finally {
                  if (counts) under--;
                }
              };
              const slider = document.getElementById('epsilon-slider');
              for (let i = 0; i < 30; i++) {
                slider.value = -1 + 0.02 * i;
                slider.dispatchEvent(new Event('input', {bubbles: true}));
                await new Promise(resolve => setTimeout(resolve, 30));
              }
              window.fetch = plain;
              return most;
            }
            """);
    assertThat(most).isEqualTo(1);
    String last = page.inputValue("#epsilon");
    saysIn("#plan-status", "With ε = " + last + ", δ");
    PlaywrightAssertions.assertThat(page.locator("#train")).isEnabled();
  }

  @Test
  void aWrongFileAndAWrongRangeAreSaid() throws Exception {
    Files.writeString(folder.resolve("rows.csv"), "31,1200,low\n47,900,high\n");
    Files.writeString(folder.resolve("vectors.svm"), "+1 1:0.5 2:0.25\n-1 1:0.1\n");
    Files.writeString(folder.resolve("small.csv"), "age,job,income\n31,clerk,low\n");
    waitForFile("#data", "small.csv");
    page.click("#start-header summary");
    page.selectOption("#data", "rows.csv");
    page.click("#header");
    saysIn("#schema-notes", "the first line looks like a row");
    assertThat(page.locator("body").innerText()).doesNotContain("1200"); // it is a private row
    page.selectOption("#data", "vectors.svm");
    page.click("#header");
    saysIn("#schema-notes", "not a CSV file");

    page.selectOption("#data", "small.csv");
    page.click("#header");
    page.selectOption("#form-adjacency", "add-or-remove-one");
    kind(0, "number", "90..18");
    kind(1, "category", "clerk, nurse");
    kind(2, "label", "low, high");
    saysIn("#schema-state", "Not yet sound:");
    saysIn("#schema-state", "age");
    look("wrong-range");
    page.fill("#column-detail-0", "18..90");
    saysIn("#schema-state", "Sound: 3 features, labels low, high, add-or-remove-one");
    page.selectOption("#data", "people.csv");
    saysIn("#schema-state", "Not yet sound:");
    saysIn("#schema-state", "column 'job' is in the schema but not in the file");
    page.fill("#schema-name", "../small.yaml");
    page.click("#save-schema");
    saysIn("#schema-notes", "outside the folder");
    page.selectOption("#data", "small.csv");
    page.fill("#schema-name", "small.csv");
    page.click("#save-schema");
    saysIn("#schema-notes", "ends with .yaml");
    assertThat(folder.resolve("small.csv")).hasContent("age,job,income\n31,clerk,low");
  }

  private static void kind(int column, String kind, String detail) {
    page.selectOption("#column-kind-" + column, kind);
    page.fill("#column-detail-" + column, detail);
  }

  @Test
  void whatTheLedgerRefusesCannotBeTrained() throws Exception {
    prepare("tight", "0.5");
    page.fill("#epsilon", "0.4");
    saysIn("#plan-status", "would train");
    PlaywrightAssertions.assertThat(page.locator("#train")).isEnabled();
    page.fill("#epsilon", "0.8");
    saysIn("#plan-status", "cannot spend ε=0.8");
    saysIn("#plan-status", "Nothing was spent and no data was read.");
    PlaywrightAssertions.assertThat(page.locator("#train")).isDisabled();
    page.fill("#epsilon", "much");
    saysIn("#plan-status", "epsilon must be a number, got 'much'");
    PlaywrightAssertions.assertThat(page.locator("#train")).isDisabled();
    look("refused");

    // Who asks for it all the same is refused by the command itself.
    Object state =
        page.evaluate(
            """
            async () => {
              const {post} = await import('/api.js');
              const {form} = await import('/plan.js');
              const job = await post('train', {...form(), epsilon: '0.8'});
              for (;;) {
                const {jobs} = await post('state');
                const now = jobs.find(one => one.id === job.id);
                if (now.state !== 'running') return now.state;
                await new Promise(resolve => setTimeout(resolve, 100));
              }
            }
            """);
    assertThat(state).isEqualTo("refused");
    assertThat(entries("tight.db")).isZero();
  }

  @Test
  void aTrainingIsSeenByAllTabsSurvivesReloadsAndIsCancelledWithoutRefund() throws Exception {
    prepare("long", "3");
    page.fill("#epsilon", "1");
    page.selectOption("#learner", "noisy-descent");
    page.click("#settings-box summary");
    page.getByLabel("steps", new Page.GetByLabelOptions().setExact(true)).fill(ENDLESS);
    page.fill("#model-name", "long.model");
    page.click("#train:enabled");
    page.click("#ask-yes");
    saysIn("#jobs", "Training long.model");
    saysIn("#jobs", Pattern.compile("of " + ENDLESS + " steps"));
    look("training");

    Page second = page.context().newPage();
    second.navigate(studio.origin() + "/#ledgers");
    PlaywrightAssertions.assertThat(second.locator("#jobs")).containsText("Training long.model");
    page.reload();
    saysIn("#jobs", "Training long.model");
    assertThat(page.inputValue("#epsilon")).isEqualTo("1"); // the form survives, too
    Locator steps =
        page.getByLabel("steps", new Page.GetByLabelOptions().setExact(true)); // of this learner
    PlaywrightAssertions.assertThat(steps).hasValue(ENDLESS);
    PlaywrightAssertions.assertThat(steps).isVisible();
    page.selectOption("#learner", "class-means");
    page.selectOption("#learner", "noisy-descent");
    PlaywrightAssertions.assertThat(steps).hasValue(ENDLESS);
    saysIn("#plan-command", "--set=steps=" + ENDLESS);

    // Neither is anybody blocked, nor can the ledger be used twice at once.
    page.fill("#model-name", "other.model");
    page.fill("#epsilon", "0.5");
    page.click("#train:enabled");
    page.click("#ask-yes");
    saysIn("#train-notes", "a training on this ledger or for this model is running");

    second.click("#jobs button");
    PlaywrightAssertions.assertThat(second.locator("#ask-text"))
        .containsText("Cancelling does not refund.");
    second.click("#ask-no");
    saysIn("#jobs", "Training long.model");
    second.click("#jobs button");
    second.click("#ask-yes");
    PlaywrightAssertions.assertThat(second.locator("#jobs")).containsText("Cancelled long.model");
    saysIn("#jobs", "What the ledger long.db was charged stays charged.");
    second.close();
    assertThat(folder.resolve("long.model")).doesNotExist();
    assertThat(entries("long.db")).isEqualTo(1);
  }

  @Test
  void hostileNamesAndCellsRunNoScript() throws Exception {
    String hostile = "<img src=x onerror=alert(1)>";
    String column = "<script>alert(2)</script>";
    String label = "'\"><svg onload=alert(3)>";
    String file = hostile + " --seed=1.csv";
    StringBuilder rows = new StringBuilder('"' + column + "\",@age,\"la:bel\"\n");
    String quoted = '"' + label.replace("\"", "\"\"") + '"';
    for (int i = 0; i < 200; i++) {
      rows.append(i % 2 == 0 ? hostile : "b").append(',').append(i % 90).append(',');
      rows.append(i % 90 < 40 ? quoted : "high").append('\n');
    }
    Files.writeString(folder.resolve(file), rows.toString());
    waitForFile("#data", file);
    page.selectOption("#data", file);
    page.click("#start-header summary");
    page.click("#header");
    page.selectOption("#form-adjacency", "add-or-remove-one");
    page.fill("#form-rows", "200");
    kind(0, "category", hostile);
    kind(1, "number", "0..50");
    kind(2, "label", label + ", high");
    saysIn("#schema-state", "Sound: 2 features, labels " + label);
    page.fill("#schema-name", "@" + hostile + ".yaml");
    page.click("#save-schema");
    saysIn("#schema-notes", "Saved as ./@" + hostile + ".yaml");
    page.selectOption("#schema-file", "@" + hostile + ".yaml");
    page.click("#lint");
    saysIn("#lint-result", "200 rows");
    saysIn("#lint-result", column);

    go("4 Ledgers");
    page.click("#new-ledger summary");
    page.fill("#new-file", "--" + hostile + ".db");
    page.fill("#new-name", hostile);
    page.selectOption("#new-schema", "@" + hostile + ".yaml");
    page.fill("#new-epsilon", "50");
    page.fill("#new-delta", "1e-2");
    page.click("#create-ledger");
    saysIn("#create-notes", "Created");

    go("2 Plan and train");
    page.selectOption("#plan-data", file);
    page.selectOption("#plan-schema", "@" + hostile + ".yaml");
    page.selectOption("#plan-ledger", "--" + hostile + ".db");
    page.fill("#epsilon", "20");
    page.fill("#delta", "1e-3");
    page.fill("#purpose", hostile);
    page.fill("#model-name", hostile + ".model");
    page.click("#train:enabled");
    page.click("#ask-yes");
    saysIn("#jobs", "Trained " + hostile + ".model");
    go("4 Ledgers");
    page.selectOption("#ledger", "--" + hostile + ".db");
    saysIn("#ledger-view", hostile);
    go("3 Models");
    page.selectOption("#model-a", hostile + ".model");
    page.selectOption("#model-b", hostile + ".model");
    page.selectOption("#public-rows", file);
    page.click("#compare");
    saysIn("#comparison", hostile);
    page.click("#report");
    PlaywrightAssertions.assertThat(page.frameLocator("#report-frame iframe").locator("h1").first())
        .containsText(hostile);
    assertThat(page.locator("main img, main script, main svg[onload]").count()).isZero();
    look("hostile");
  }

  /** A page of another origin on this machine: browsers send it the cookie, and it is refused. */
  @Test
  void anotherOriginGetsNothing() throws Exception {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer other = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    byte[] html =
        "<!DOCTYPE html><html lang=en><link rel=icon href='data:,'><title>Other</title>"
            .getBytes(StandardCharsets.UTF_8);
    other.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, html.length);
          exchange.getResponseBody().write(html);
          exchange.close();
        });
    other.start();
    Page stranger = page.context().newPage();
    try {
      stranger.navigate("http://127.0.0.1:" + other.getAddress().getPort() + "/");
      Object outcomes =
          stranger.evaluate(
              """
              async origin => {
                const body = JSON.stringify({ledger: 'evil.db', name: 'evil', epsilon: '1',
                  adjacency: 'replace-one'});
                const tries = [
                  () => fetch(origin + '/api/state', {method: 'POST', credentials: 'include', body}),
                  () => fetch(origin + '/api/ledger/create', {method: 'POST', mode: 'no-cors',
                    credentials: 'include', body}),
                  () => fetch(origin + '/', {credentials: 'include'}),
                  () => import(origin + '/api.js'),
                  () => new Promise((resolve, reject) => {
                    const frame = document.createElement('iframe');
                    frame.src = origin + '/';
                    frame.onload = () => {
                      try { frame.contentDocument.title; resolve(); } catch (e) { reject(e); }
                      if (frame.contentDocument === null) reject();
                    };
                    document.body.append(frame);
                  }),
                ];
                const outcomes = [];
                for (const one of tries) {
                  try {
                    const answer = await one();
                    outcomes.push(answer && answer.type === 'opaque' ? 'opaque' : 'read');
                  } catch (e) { outcomes.push('refused'); }
                }
                return outcomes.join(' ');
              }
              """,
              studio.origin());
      assertThat(outcomes).isEqualTo("refused refused refused refused refused");
      assertThat(folder.resolve("evil.db")).doesNotExist();
    } finally {
      stranger.close();
      other.stop(0);
      visit.forget();
    }
  }

  @Test
  void aStudioThatStoppedIsSaid() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    StudioProcess brief = StudioProcess.start(elsewhere);
    try (Visit other = Browser.visit(brief.address())) {
      other.page().waitForSelector("body[data-ready]");
      PlaywrightAssertions.assertThat(other.page().locator("#stopped")).isHidden();
      assertThat(brief.stop()).contains("note: the studio has stopped.");
      PlaywrightAssertions.assertThat(other.page().locator("#stopped"))
          .containsText("The studio has stopped.");
      other.screenshots(PICTURES, "stopped");
      assertThat(other.findings()).isEmpty();
      assertThat(other.findingsInTheDark()).isEmpty();
    }
  }

  /** Browsers keep cookies by host, whatever the port. */
  @Test
  void twoStudiosInOneBrowserDoNotDisturbEachOther() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("beside"));
    try (StudioProcess brief = StudioProcess.start(elsewhere);
        Page other = page.context().newPage()) {
      other.navigate(brief.address());
      other.waitForSelector("body[data-ready]");
      PlaywrightAssertions.assertThat(other.locator("#folder")).containsText("beside");
      assertThat(page.evaluate(ASKS_AGAIN)).isEqualTo("answered");
      PlaywrightAssertions.assertThat(page.locator("#stopped")).isHidden();

      // A session that is gone is said, and not only to those who press a button.
      other.evaluate("() => localStorage.clear()");
      PlaywrightAssertions.assertThat(other.locator("#stopped")).containsText("has no key");
    } finally {
      visit.forget();
    }
  }

  private static final String ASKS_AGAIN =
      """
      async () => {
        const {refresh} = await import('/api.js');
        try {
          await refresh();
          return 'answered';
        } catch (error) {
          return error.message;
        }
      }
      """;

  /** A schema, a ledger with this much, and the plan screen with both chosen. */
  private static void prepare(String name, String epsilon) throws Exception {
    run(
        "schema",
        "draft",
        "--public",
        "sample.csv",
        "--label",
        "income",
        "--adjacency",
        "add-or-remove-one",
        "--out",
        name + ".yaml");
    run(
        "ledger",
        "create",
        "--ledger",
        name + ".db",
        "--name",
        name,
        "--schema",
        name + ".yaml",
        "--epsilon",
        epsilon,
        "--delta",
        "1e-5");
    go("2 Plan and train");
    waitForFile("#plan-ledger", name + ".db");
    page.selectOption("#plan-data", "people.csv");
    page.selectOption("#plan-schema", name + ".yaml");
    page.selectOption("#plan-ledger", name + ".db");
    page.fill("#plan-rows", "20000");
    page.fill("#delta", "1e-6");
  }

  private static void waitForFile(String select, String name) {
    page.waitForFunction(
        "([select, name]) => [...document.querySelector(select).options].some(o => o.value ==="
            + " name)",
        List.of(select, name));
  }

  private static long entries(String ledger) throws Exception {
    Subprocess shown = run("ledger", "show", "--ledger", ledger, "--json");
    return Workshop.json(shown).getAsJsonArray("entries").size();
  }

  private static Subprocess run(String... arguments) throws Exception {
    Subprocess done = Subprocess.demilune(folder, arguments);
    assertThat(done.code()).as(done.err()).isZero();
    return done;
  }

  private static void go(String screen) {
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(screen)).click();
  }

  private static void saysIn(String place, String text) {
    PlaywrightAssertions.assertThat(page.locator(place)).containsText(text, patiently());
  }

  private static void saysIn(String place, Pattern text) {
    PlaywrightAssertions.assertThat(page.locator(place)).containsText(text, patiently());
  }

  /** Trainings start a program, which takes long where all tests run at once. */
  private static LocatorAssertions.ContainsTextOptions patiently() {
    return new LocatorAssertions.ContainsTextOptions().setTimeout(60_000);
  }

  /** Pictures of the screen, and what axe finds wrong with it. */
  private static void look(String name) {
    assertThat(visit.findings()).as(name).isEmpty();
    assertThat(visit.findingsInTheDark()).as(name + " in the dark").isEmpty();
    assertThat(visit.overflows(390)).as(name + " at 390 px").isFalse();
    visit.screenshots(PICTURES, name);
  }
}
