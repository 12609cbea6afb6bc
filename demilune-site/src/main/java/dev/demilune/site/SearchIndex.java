// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import com.google.gson.Gson;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;

/**
 * An inverted index of the sections of pages. The browser loads it as a script, because a page that
 * was opened from a file may not fetch one.
 */
final class SearchIndex {

  private static final int IN_TITLE = 12;
  private static final int IN_HEADING = 6;
  private static final int MOST_IN_TEXT = 4; // long sections repeat words
  private static final int EXCERPT = 160;

  private record Section(String page, String href, String heading, String excerpt) {}

  private final List<Section> sections = new ArrayList<>();
  private final Map<String, Map<Integer, Integer>> weights = new TreeMap<>();

  /** Adds the sections of a page, before its links are rewritten or after. */
  void add(Page page) {
    Heading heading = null;
    StringBuilder text = new StringBuilder();
    for (Node node = page.document().getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading next) {
        add(page, heading, text.toString().strip());
        heading = next;
        text.setLength(0);
      } else if (!(node instanceof HtmlBlock)) {
        text.append(Markdown.text(node)).append(' ');
      }
    }
    add(page, heading, text.toString().strip());
  }

  private void add(Page page, Heading heading, String text) {
    if (heading == null && text.isEmpty()) {
      return;
    }
    boolean top = heading == null || heading.getLevel() == 1;
    String title = heading == null ? page.title() : Markdown.text(heading);
    String href = page.target() + (top ? "" : "#" + page.identifiers().get(heading));
    Map<String, Integer> counts = new HashMap<>();
    for (String word : words(text)) {
      counts.merge(word, 1, (a, b) -> Math.min(a + b, MOST_IN_TEXT));
    }
    for (String word : words(title)) {
      counts.merge(word, top ? IN_TITLE : IN_HEADING, Integer::sum);
    }
    counts.forEach(
        (word, weight) ->
            weights.computeIfAbsent(word, w -> new TreeMap<>()).put(sections.size(), weight));
    sections.add(new Section(page.title(), href, top ? "" : title, excerpt(text)));
  }

  private static String excerpt(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= EXCERPT ? line : line.substring(0, EXCERPT).strip() + " …";
  }

  /**
   * Returns the words of a text as they are looked for: lower case, without accents, Greek letters
   * by name.
   */
  static List<String> words(String text) {
    String plain =
        Normalizer.normalize(text, Normalizer.Form.NFKD)
            .toLowerCase(Locale.ROOT)
            .replaceAll("\\p{M}", "") // the accents, which stand behind their letters now
            .replace("ε", " epsilon ")
            .replace("δ", " delta ")
            .replace("μ", " mu ")
            .replace("ρ", " rho ");
    List<String> words = new ArrayList<>();
    for (String word : plain.split("[^\\p{L}\\p{N}]+", -1)) {
      if (word.length() > 1) {
        words.add(word);
      }
    }
    return words;
  }

  /** Returns the script: sections, and for every word the sections that have it with weights. */
  String script() {
    Map<String, List<Integer>> postings = new TreeMap<>();
    weights.forEach(
        (word, found) -> {
          List<Integer> flat = new ArrayList<>();
          found.forEach((section, weight) -> flat.addAll(List.of(section, weight)));
          postings.put(word, flat);
        });
    List<List<String>> rows =
        sections.stream()
            .map(section -> List.of(section.page, section.href, section.heading, section.excerpt))
            .toList();
    return "window.demiluneIndex = "
        + new Gson().toJson(Map.of("sections", rows, "words", postings))
        + ";\n";
  }
}
