// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The browser on this machine, started once for all tests of this process: unpacking the driver and
 * starting cost about three seconds.
 *
 * <p>It belongs to one thread, as Playwright does. It ends with this process: its driver does when
 * its standard input closes. A test that visits a page where no Chromium is installed is skipped.
 */
public final class Browser {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  // A browser by itself looks for updates, first runs and accounts. Tests of root have no sandbox.
  private static final List<String> SWITCHES =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private static com.microsoft.playwright.Browser shared;

  private Browser() {}

  /** Opens a file and waits until it is loaded. */
  public static Visit visit(Path file) {
    return visit(file.toUri().toString());
  }

  /** Opens an address, with cookies and storage of its own, and waits until it is loaded. */
  public static Visit visit(String address) {
    Visit visit = new Visit(browser().newContext());
    visit.page().navigate(address);
    return visit;
  }

  /** As before, in a browser that runs no script. */
  public static Visit visitWithoutScript(Path file) {
    Visit visit =
        new Visit(
            browser()
                .newContext(
                    new com.microsoft.playwright.Browser.NewContextOptions()
                        .setJavaScriptEnabled(false)));
    visit.page().navigate(file.toUri().toString());
    return visit;
  }

  private static synchronized com.microsoft.playwright.Browser browser() {
    if (shared == null) {
      Optional<Path> program = program();
      assumeTrue(program.isPresent(), "there is no Chromium on the path; Debian: chromium");
      shared =
          Playwright.create(
                  new Playwright.CreateOptions()
                      .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(program.get())
                      .setArgs(SWITCHES));
    }
    return shared;
  }

  private static Optional<Path> program() {
    List<String> folders = List.of(System.getenv("PATH").split(File.pathSeparator, -1));
    return NAMES.stream()
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
