// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The picture of docs/certificate.md shows lines of a certificate that was printed for a private
 * run, and says beside them what they are. {@code mvn test -pl demilune-cli
 * -Dtest=CertificatePictureTest -Ddocs.record=true} draws it anew.
 */
@Tag("slow")
class CertificatePictureTest {

  private static final boolean RECORD = Boolean.getBoolean("docs.record");
  private static final Path PICTURE = Path.of("../docs/pictures/certificate.svg");

  /** Differs from run to run: the charge's time and hashes. */
  private static final String OF_ONE_RUN = "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|[0-9a-f]{32,64}";

  private static final String GAP = "";

  /**
   * A line to show, by its beginning, and what is said of it.
   *
   * @param note empty if nothing is
   */
  private record Shown(String beginning, String note) {}

  private static final List<Shown> LINES =
      List.of(
          new Shown(
              "Private: ",
              "The promise, for every release below together. NOT PRIVATE stands here if noise was"
                  + " seeded."),
          new Shown(
              "If the attacker claims the change wrongly in 1 % ",
              "The same promise as chances: what the best attacker gains from the model. Rounded"
                  + " up."),
          new Shown(GAP, ""),
          new Shown("What is promised", ""),
          new Shown("  Unit: ", "Who is protected. Whether a row is a person, people must know."),
          new Shown("  Neighboring tables: ", ""),
          new Shown("  Epsilon: ", ""),
          new Shown("  Delta: ", "Left out of the promise; far below one in the number of rows."),
          new Shown("  Gaussian DP of the fit: ", ""),
          new Shown("  zCDP of the fit: ", "The fit's price in other currencies, to convert."),
          new Shown(GAP, ""),
          new Shown("What the model depends on", ""),
          new Shown(
              "  1. training: ",
              "One entry for each release: a learned schema and private evaluations would be 2"
                  + " and 3."),
          new Shown("  1. charged: ", "Which ledger paid, before a row was read."),
          new Shown("  1. entry: ", "The ledger's entry; verify looks for it."),
          new Shown(
              "  1. mechanism: ", "The noise, from which anybody can compute the price anew."),
          new Shown("  Together: ", ""),
          new Shown(GAP, ""),
          new Shown("How it was made", ""),
          new Shown("  Randomness: ", ""),
          new Shown("  Arithmetic: ", ""),
          new Shown("  Run: charged: ", ""),
          new Shown("  Run: ledger then: ", "How much of the total was spent just then."),
          new Shown("  Relies on: ", "What no program can check, and must hold all the same."),
          new Shown(GAP, ""),
          new Shown("What is not protected", ""),
          new Shown("  Schema: ", ""),
          new Shown("  Patterns: ", "What the model says of people in general is not a secret."),
          new Shown(GAP, ""),
          new Shown("For people to fill in", ""),
          new Shown("  curator: ", "The program writes no answer that it does not know."));

  private static final int WIDTH = 760;
  private static final int PAPER = 488;
  private static final int LINE = 21;
  private static final int TOP = 34;
  private static final int NOTE = 532;
  private static final int NOTE_LINE = 17;
  private static final int LONGEST_LINE = 60;
  private static final int LONGEST_NOTE = 31;

  @TempDir Path directory;

  @Test
  void thePictureShowsTheLinesOfAPrivateRun() throws IOException {
    String drawn = drawn(certificate());
    if (RECORD) {
      Files.writeString(PICTURE, drawn);
    } else {
      assertThat(Files.readString(PICTURE).replaceAll(OF_ONE_RUN, "#"))
          .as("draw it anew with -Ddocs.record=true")
          .isEqualTo(drawn.replaceAll(OF_ONE_RUN, "#"));
    }
  }

  private List<String> certificate() {
    String schema = "--schema=" + file("people.schema.yaml");
    String ledger = "--ledger=" + file("people.db");
    run("generate", "census", "--rows=4000", "--seed=1", "--out=" + file("people.csv"));
    run("ledger", "create", schema, ledger, "--name=people", "--epsilon=3", "--delta=1e-5");
    run(
        "train",
        "--data=" + file("people.csv"),
        schema,
        ledger,
        "--learner=class-means",
        "--epsilon=1",
        "--delta=1e-6",
        "--model=" + file("people.model"));
    return run("certificate", "--model=" + file("people.model")).lines().toList();
  }

  private static String drawn(List<String> certificate) {
    StringBuilder lines = new StringBuilder();
    StringBuilder notes = new StringBuilder();
    int free = 0; // where the next note can stand
    int number = 0;
    int y = TOP;
    for (Shown shown : LINES) {
      String line =
          shown.beginning.equals(GAP)
              ? "…"
              : certificate.stream()
                  .filter(one -> one.startsWith(shown.beginning))
                  .findFirst()
                  .orElseThrow(() -> new AssertionError("no line begins " + shown.beginning));
      int first = y;
      boolean heading = shown.note.isEmpty() && line.matches("[A-Z].*");
      int indent = line.startsWith(" ") ? 44 : 32;
      for (String part : cut(line)) {
        text(lines, indent, y, heading ? " font-weight=\"600\"" : "", part);
        y += LINE;
      }
      if (!shown.note.isEmpty()) {
        number++;
        int at = Math.max(first, free);
        notes
            .append("<path d=\"M" + PAPER + " " + (first - 4) + "L" + (NOTE - 24) + " " + (at - 4))
            .append("\" stroke=\"#c2571a\"/>\n<circle cx=\"" + (NOTE - 14) + "\" cy=\"" + (at - 4))
            .append("\" r=\"10\" fill=\"#fff\" stroke=\"#c2571a\"/>\n");
        text(notes, NOTE - 14, at, " text-anchor=\"middle\" fill=\"#8a3a0c\"", "" + number);
        for (String part : wrapped(shown.note, LONGEST_NOTE)) {
          text(notes, NOTE, at, "", part);
          at += NOTE_LINE;
        }
        free = at + 8;
      }
    }
    int height = Math.max(y, free) + 8;
    return String.format(
        Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sheet\" width=\"%1$d\" height=\"%2$d\""
            + " viewBox=\"0 0 %1$d %2$d\" role=\"img\" font-family=\"system-ui, sans-serif\""
            + " font-size=\"13\" fill=\"#222\">%n<title>Lines of a certificate, explained</title>%n"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n"
            + "<rect x=\"16\" y=\"10\" width=\"%3$d\" height=\"%4$d\" rx=\"4\" fill=\"#f7f7f7\""
            + " stroke=\"#e4e4e4\"/>%n%5$s%6$s</svg>%n",
        WIDTH,
        height,
        PAPER - 16,
        height - 20,
        lines,
        notes);
  }

  private static void text(StringBuilder svg, int x, int y, String attributes, String text) {
    svg.append("<text x=\"" + x + "\" y=\"" + y + "\"" + attributes + ">")
        .append(text.replace("&", "&amp;").replace("<", "&lt;"))
        .append("</text>\n");
  }

  /** Three lines at most, and no hash that is too long for one. */
  private static List<String> cut(String line) {
    List<String> all = wrapped(line.strip().replaceAll("[0-9a-f]{24}$", "…"), LONGEST_LINE);
    return all.size() <= 3 ? all : List.of(all.get(0), all.get(1), all.get(2) + " …");
  }

  private static List<String> wrapped(String text, int longest) {
    List<String> lines = new ArrayList<>(List.of(""));
    for (String word : text.split(" ", -1)) {
      String last = lines.get(lines.size() - 1);
      if (last.length() + word.length() > longest) {
        lines.add(word);
      } else {
        lines.set(lines.size() - 1, (last + " " + word).strip());
      }
    }
    return lines;
  }

  private static String run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(Main.run(words, new Console(out, err, false))).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }
}
