// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Real sessions of Spark: one at a time in a process. */
final class Sessions {

  private Sessions() {}

  static SparkSession start(String master, Map<String, String> options) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(master)
            .appName("demilune tests")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "3")
            .config("spark.sql.warehouse.dir", new File("target/warehouse").toURI().toString());
    options.forEach(builder::config);
    return builder.getOrCreate();
  }

  /**
   * Makes a directory that Spark takes for its home, from the jars of this process: executors in
   * processes of their own need one.
   */
  static void makeHome() {
    try {
      Path folder = Path.of(System.getenv("SPARK_HOME"));
      Path jars = Files.createDirectories(folder.resolve("jars"));
      Files.writeString(folder.resolve("RELEASE"), "");
      String classPath =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        Path jar = Path.of(entry);
        if (entry.endsWith(".jar") && !jar.getFileName().toString().startsWith("demilune")) {
          Path link = jars.resolve(jar.getFileName());
          if (!Files.exists(link)) {
            Files.createSymbolicLink(link, jar.toAbsolutePath());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
