// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links in a small repository: where they lead, and what is said of those that lead nowhere. */
class LinksTest {

  private static final String API =
      "demilune-core/target/reports/apidocs/dev.demilune/dev/demilune/";

  @TempDir Path root;
  @TempDir Path out;

  @BeforeEach
  void aRepository() throws IOException {
    file("README.md", "# Home\n\n[docs](docs/index.md)\n");
    file(
        "docs/index.md", "# Index\n\n## Start\n\n| page | |\n|---|---|\n| [other](other.md) | |\n");
    file("docs/other.md", "# Other\n\n## A `b`, and c!\n\n## Twice\n\n## Twice\n");
  }

  @Test
  void whatLeadsNowhereIsToldWithFileAndLine() throws IOException {
    file(
        "docs/wrong.md",
        """
        # Wrong

        [a](absent.md)

        text
        [b](other.md#absent)

        | x |
        |---|
        | ![c](absent.svg) |

        [d](#absent) [e](../../outside.md)
        """);
    assertThat(write())
        .containsExactly(
            "docs/wrong.md:3: there is no file docs/absent.md",
            "docs/wrong.md:6: there is no heading '#absent' in docs/other.md",
            "docs/wrong.md:10: there is no file docs/absent.svg",
            "docs/wrong.md:12: there is no heading '#absent' in docs/wrong.md",
            "docs/wrong.md:12: there is no file ../outside.md");
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void headingsHaveTheNamesThatGithubGivesThem() throws IOException {
    file(
        "docs/right.md",
        "# Right\n\n[a](other.md#a-b-and-c) [b](other.md#twice) [c](other.md#twice-1) [d](#right)\n");
    assertThat(write()).isEmpty();
    assertThat(page("docs/other.html"))
        .contains("<h2 id=\"a-b-and-c\">", "<h2 id=\"twice\">", "<h2 id=\"twice-1\">");
    assertThat(page("docs/right.html")).contains("href=\"../docs/other.html#twice-1\"");
  }

  @Test
  void foldersAreListedSourcesAreShownAndOtherFilesAreCopied() throws IOException {
    file("src/main/java/dev/demilune/Some.java", "class Some<T> {}\n");
    file("docs/data.json", "{}");
    file(
        "docs/files.md",
        "# Files\n\n[a](../src/main/java/dev/demilune/Some.java) [b](data.json) [c](more/)\n");
    file("docs/more/one.md", "# The first\n");
    assertThat(write()).isEmpty();
    assertThat(page("docs/files.html"))
        .contains("../src/main/java/dev/demilune/Some.java.html", "../docs/more/index.html");
    assertThat(page("src/main/java/dev/demilune/Some.java.html")).contains("class Some&lt;T&gt;");
    assertThat(page("docs/data.json")).isEqualTo("{}");
    assertThat(page("docs/more/index.html"))
        .contains("<a href=\"../../docs/more/one.html\">The first</a>");
  }

  @Test
  void classesLeadToTheirJavadocWhereThereIsOne() throws IOException {
    file(API + "learn/Learner.html", "<html>");
    file(API + "learn/package-summary.html", "<html>");
    file(API + "learn/class-use/Learner.html", "<html>");
    file(API + "learn/Twin.html", "<html>");
    file(API + "data/Twin.html", "<html>");
    file("demilune-core/src/main/java/dev/demilune/learn/Learner.java", "interface Learner {}\n");
    file(
        "docs/code.md",
        """
        # Code

        `Learner` `Learner.plan(Shape)` `dev.demilune.learn` `Twin` `Absent` `learner`

        [`x`](../demilune-core/src/main/java/dev/demilune/learn/Learner.java)
        """);
    assertThat(write()).isEmpty();
    String learner = "../api/core/dev.demilune/dev/demilune/learn/Learner.html";
    assertThat(page("docs/code.html"))
        .contains(
            "<a href=\"" + learner + "\"><code>Learner</code></a>",
            "<a href=\"" + learner + "\"><code>Learner.plan(Shape)</code></a>",
            "learn/package-summary.html\"><code>dev.demilune.learn</code></a>",
            " <code>Twin</code> <code>Absent</code> <code>learner</code>",
            "<a href=\"" + learner + "\"><code>x</code></a>");
    assertThat(out.resolve("api/core/dev.demilune/dev/demilune/learn/Learner.html")).exists();
  }

  @Test
  void pagesHaveTheirNeighborsAndStandInTheirGroup() throws IOException {
    file("docs/unlisted.md", "# Unlisted\n");
    assertThat(write()).isEmpty();
    assertThat(page("docs/other.html"))
        .contains("<h2>Start</h2>", "aria-current=\"page\">Other</a>", "<h2>More</h2>")
        .contains("<a rel=\"next\" href=\"../index.html\">Next: Home</a>")
        .doesNotContain("rel=\"prev\"");
  }

  private List<String> write() {
    return Site.read(root).write(out);
  }

  private String page(String target) throws IOException {
    return Files.readString(out.resolve(target));
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
