// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs every Java block of the README and of docs, in a folder with a table of
 * customers, and looks for the lines that the page says it prints.
 */
class SnippetsTest {

  /** A block of Java and, where one sentence later there is one, the text that it prints. */
  private static final Pattern JAVA_BLOCK =
      Pattern.compile("```java\n(.*?)```\n(?:\n[^\n`]+\n\n```text\n(.*?)```)?", Pattern.DOTALL);

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> everyJavaBlockCompilesAndRuns() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(
              Stream.of(ROOT.resolve("README.md")), docs.filter(f -> f.toString().endsWith(".md")))
          .filter(page -> !page.endsWith("scale.md")) // needs Spark: ScalePageIT compiles it there
          .forEach(page -> addBlocks(page, tests));
    }
    assertThat(tests).as("the README has a Java block").isNotEmpty();
    return tests;
  }

  private void addBlocks(Path page, List<DynamicTest> tests) {
    try {
      Matcher blocks = JAVA_BLOCK.matcher(Files.readString(page));
      for (int i = 1; blocks.find(); i++) {
        String name = "Snippet" + (tests.size() + 1);
        String code = blocks.group(1);
        List<String> printed =
            Optional.ofNullable(blocks.group(2)).stream().flatMap(String::lines).toList();
        tests.add(
            DynamicTest.dynamicTest(
                page.getFileName() + " block " + i, () -> run(name, code, printed)));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void run(String name, String code, List<String> printed) throws Exception {
    Customers.write(folder.resolve("customers.csv"), 5_000, 1);
    Path source = folder.resolve(name + ".java");
    Files.writeString(source, wrapped(name, code));
    StringWriter errors = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    boolean compiled =
        compiler
            .getTask(
                errors,
                files,
                null,
                List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                null,
                files.getJavaFileObjects(source))
            .call();
    assertThat(compiled).as(errors.toString()).isTrue();

    Path output = folder.resolve(name + ".out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                folder
                    + System.getProperty("path.separator")
                    + System.getProperty("java.class.path"),
                name)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output).lines()).containsAll(printed);
  }

  /** Import lines stay on top; the rest becomes the body of main. */
  private static String wrapped(String name, String code) {
    StringBuilder imports = new StringBuilder();
    StringBuilder body = new StringBuilder();
    code.lines()
        .forEach(line -> (line.startsWith("import ") ? imports : body).append(line).append('\n'));
    return imports
        + "public class "
        + name
        + " {\n  public static void main(String[] arguments) throws Exception {\n"
        + body
        + "  }\n}\n";
  }
}
