// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** One page in the {@link Browser}: what it asked for, what went wrong, and how it looks. */
public final class Visit implements AutoCloseable {

  private static final int[] WIDTHS = {1280, 390}; // a desk and a telephone
  private static final int HEIGHT = 900;

  private static final String LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd";

  // As strings, which survive the way here; the first element is enough to find a fault.
  private static final String FINDINGS =
      """
      async () => (await axe.run(document, {resultTypes: ['violations']})).violations
        .filter(v => v.impact === 'serious' || v.impact === 'critical')
        .map(v => `${v.impact} ${v.id}: ${v.help}: ${v.nodes.length} x ${v.nodes[0].html}`)
      """;

  private final BrowserContext context;
  private final Page page;
  private final List<String> errors = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();

  Visit(BrowserContext context) {
    this.context = context;
    this.page = context.newPage();
    page.setViewportSize(WIDTHS[0], HEIGHT);
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            errors.add(message.type() + ": " + message.text());
          }
        });
    page.onPageError(errors::add);
    page.onDialog(
        dialog -> {
          errors.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    context.onRequest(request -> requests.add(request.url()));
  }

  /** The page, to look at and to use. */
  public Page page() {
    return page;
  }

  /**
   * Opens the page's own address anew and again, and returns the median time until it is loaded, in
   * milliseconds: from the beginning of the navigation to the end of its load event.
   */
  public double opening(int times) {
    List<Double> all = new ArrayList<>();
    String address = page.url();
    for (int i = 0; i < times; i++) {
      page.navigate("about:blank");
      page.navigate(address);
      page.waitForFunction(LOADED + " > 0");
      all.add(((Number) page.evaluate(LOADED)).doubleValue());
    }
    Collections.sort(all);
    return all.get(times / 2);
  }

  /** Errors and warnings of the console, exceptions and dialogs until now. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  /** Every address that was asked for until now, the page's own first. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Begins the lists of errors and requests anew. */
  public void forget() {
    errors.clear();
    requests.clear();
  }

  /** The serious and the critical findings of axe, one line each. */
  public List<String> findings() {
    page.evaluate(axe());
    List<String> found = new ArrayList<>();
    for (Object line : (List<?>) page.evaluate(FINDINGS)) {
      found.add((String) line);
    }
    return found;
  }

  /** The same in dark mode, whose colors are others. */
  public List<String> findingsInTheDark() {
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    List<String> found = findings();
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    return found;
  }

  /**
   * Whether the page is wider than a window of this width, so that it must be scrolled sideways.
   * Drawings follow the window's size a frame later.
   */
  public boolean overflows(int width) {
    page.setViewportSize(width, HEIGHT);
    boolean wider =
        (boolean)
            page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>"
                    + " done(document.documentElement.scrollWidth >"
                    + " document.documentElement.clientWidth))))");
    page.setViewportSize(WIDTHS[0], HEIGHT);
    return wider;
  }

  /** Writes NAME-1280-light.png and the like: the whole page at two widths, light and dark. */
  public void screenshots(Path directory, String name) {
    for (int width : WIDTHS) {
      page.setViewportSize(width, HEIGHT);
      for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        String file = name + "-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
        page.screenshot(
            new Page.ScreenshotOptions().setPath(directory.resolve(file)).setFullPage(true));
      }
    }
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    page.setViewportSize(WIDTHS[0], HEIGHT);
  }

  /** Prints the page to a PDF file. */
  public void print(Path file) {
    page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
    page.pdf(new Page.PdfOptions().setPath(file).setFormat("A4"));
    page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.SCREEN));
  }

  @Override
  public void close() {
    context.close();
  }

  private static String axe() {
    try (InputStream source = Visit.class.getResourceAsStream("/axe.min.js")) {
      return new String(source.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
