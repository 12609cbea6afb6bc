// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.model.LinearClassifier;
import dev.demilune.model.ModelFile;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.Schema;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What a service gets that scores with {@code demilune-model}: little, and enough. */
class SmallArtifactIT {

  private static final long LARGEST = 1_000_000; // bytes, with dependencies

  private static final String PROGRAM =
      """
      import dev.demilune.data.CsvReader;
      import dev.demilune.data.Table;
      import dev.demilune.model.Classifier;
      import dev.demilune.model.ModelFile;
      import dev.demilune.schema.EncodedRow;
      import dev.demilune.schema.RowEncoder;
      import dev.demilune.score.Scorer;
      import java.nio.file.Path;
      import java.util.Map;

      public class Score {
        public static void main(String[] files) {
          Classifier model = ModelFile.load(Path.of(files[0])).model();
          Scorer scorer = Scorer.of(model);
          System.out.println(scorer.label(Map.of("age", 9)));
          System.out.println(scorer.label(new double[] {99}));
          try (Table table = CsvReader.open(Path.of(files[1]))) {
            RowEncoder encoder = model.schema().encoder(table);
            EncodedRow row = new EncodedRow();
            while (table.next()) {
              encoder.encode(table, row);
              System.out.println(model.labels().names().get(model.predict(row)));
            }
          } catch (RuntimeException e) {
            System.out.println(e.getMessage());
          }
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void itIsSmallAndBringsAParserOnly() throws Exception {
    List<String> brought = new ArrayList<>();
    NodeList all =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of(System.getProperty("demilune.root"), "demilune-model/pom.xml").toFile())
            .getElementsByTagName("dependency");
    for (int i = 0; i < all.getLength(); i++) {
      Element dependency = (Element) all.item(i);
      if (word(dependency, "scope").isEmpty() && word(dependency, "optional").isEmpty()) {
        brought.add(word(dependency, "artifactId"));
      }
    }
    assertThat(brought).containsExactly("gson"); // which brings annotations
    long size = 0;
    for (Path jar : List.of(jar("demilune-model"), jar("gson"), jar("error_prone_annotations"))) {
      size += Files.size(jar);
    }
    assertThat(size).isBetween(LARGEST / 4, LARGEST);
  }

  @Test
  void itScoresWithoutTheRestOnTheClassPath() throws Exception {
    Subprocess run = score("-cp", Files.writeString(directory.resolve("people.csv"), "age\n9\n99"));
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("child%nadult%nchild%nadult%n".formatted());
  }

  /** The sample of a service says that it needs nothing else. */
  @Test
  void theSampleCompilesWithoutTheRest() throws Exception {
    Path sample =
        Path.of(
            System.getProperty("demilune.root"),
            "demilune-samples/src/main/java/dev/demilune/samples/Sample05ScoringService.java");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                said,
                said,
                "-d",
                directory.toString(),
                "-cp",
                smallPath(),
                "-sourcepath",
                directory.toString(),
                sample.toString());
    assertThat(said.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
  }

  @Test
  void itIsAModule() throws Exception {
    ProcessBuilder java = new ProcessBuilder(java(), "--module-path", smallPath());
    java.command().addAll(List.of("--describe-module", "dev.demilune.model"));
    Subprocess run = Subprocess.result(java.start());
    assertThat(run.out())
        .contains("requires com.google.gson transitive")
        .doesNotContain("java.sql", "yaml", "sqlite");
  }

  @Test
  void aCompressedTableIsRefusedInOneSentence() throws Exception {
    Path table = directory.resolve("people.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(table))) {
      out.write("age\n9\n".getBytes(UTF_8));
    }
    assertThat(score("-cp", table).out())
        .endsWith(
            table
                + ": the file is compressed by gzip; add org.apache.commons:commons-compress to the"
                + " class path, or decompress it"
                + System.lineSeparator());
  }

  private Subprocess score(String pathOption, Path table) throws Exception {
    Schema schema =
        Schema.builder()
            .number("age", 0, 100)
            .label("group", "child", "adult")
            .adjacency(Adjacency.REPLACE_ONE)
            .build();
    Path model = directory.resolve("groups.model");
    ModelFile.saveWithoutPrivacy(
        model, LinearClassifier.of(schema, new double[][] {{-1}, {1}}, new double[] {0, 0}));
    Path program = Files.writeString(directory.resolve("Score.java"), PROGRAM);
    ProcessBuilder java =
        new ProcessBuilder(
            java(),
            "-XX:TieredStopAtLevel=1",
            pathOption,
            smallPath(),
            program.toString(),
            model.toString(),
            table.toString());
    return Subprocess.result(java.start());
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String smallPath() throws IOException {
    return jar("demilune-model") + File.pathSeparator + jar("gson");
  }

  /** The jar of an artifact on this test's class path. */
  private static Path jar(String artifact) {
    return List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).stream()
        .map(Path::of)
        .filter(path -> path.getFileName().toString().matches(artifact + "-[0-9].*\\.jar"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(artifact + " is not on the class path"));
  }

  private static String word(Element element, String name) {
    NodeList found = element.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }
}
