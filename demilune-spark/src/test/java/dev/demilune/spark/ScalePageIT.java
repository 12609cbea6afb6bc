// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java block of docs/scale.md compiles; what it does is in EstimatorIT. */
class ScalePageIT {

  private static final Pattern JAVA_BLOCK =
      Pattern.compile("^```java\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  @TempDir private Path folder;

  @Test
  void theBlockCompiles() throws IOException {
    Matcher block = JAVA_BLOCK.matcher(Files.readString(Path.of("../docs/scale.md")));
    assertThat(block.find()).isTrue();
    Path source = folder.resolve("Page.java");
    Files.writeString(
        source,
        """
        import dev.demilune.spark.*;
        import org.apache.spark.sql.*;
        class Page {
          static void run(Dataset<Row> rows, Dataset<Row> others) {
        """
            + block.group(1)
            + "}}");
    StringWriter errors = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    boolean compiled =
        compiler
            .getTask(
                errors,
                files,
                null,
                List.of("-proc:none", "-d", folder.toString(), "-cp", classPath),
                null,
                files.getJavaFileObjects(source))
            .call();
    assertThat(compiled).as(errors.toString()).isTrue();
  }
}
