// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python wrapper has the parameters and setters of the Java class, and is valid Python. It is
 * not run here: that needs PySpark.
 */
class PythonWrapperIT {

  private static final Path WRAPPER = Path.of("../python/demilune_spark/__init__.py");

  /** Parameters that PySpark's own mixins declare, and those that are only there to be refused. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "featuresCol",
          "labelCol",
          "predictionCol",
          "rawPredictionCol",
          "probabilityCol",
          "thresholds",
          "weightCol");

  /** Refused ones, and Spark's own for those who write stages. */
  private static final Set<String> NO_SETTERS =
      Set.of("setWeightCol", "setThresholds", "setDefault");

  private static final Map<String, String> TYPES =
      Map.of(
          "Param", "toString",
          "DoubleParam", "toFloat",
          "IntParam", "toInt",
          "LongParam", "toInt",
          "BooleanParam", "toBoolean",
          "StringArrayParam", "toListString");

  @TempDir Path folder;

  @Test
  void parametersAreThoseOfTheJavaClass() throws IOException {
    Matcher declared =
        Pattern.compile(
                "(\\w+) = Param\\(\\s*Params\\._dummy\\(\\),\\s*\"(\\w+)\",\\s*\"([^\"]*)\",\\s*"
                    + "TypeConverters\\.(\\w+)")
            .matcher(Files.readString(WRAPPER));
    Map<String, String> python = new TreeMap<>();
    while (declared.find()) {
      assertThat(declared.group(1)).isEqualTo(declared.group(2));
      python.put(declared.group(2), declared.group(3) + " " + declared.group(4));
    }
    Map<String, String> java = new TreeMap<>();
    for (Param<?> param : new DemiluneClassifier().params()) {
      if (!ELSEWHERE.contains(param.name())) {
        java.put(param.name(), param.doc() + " " + TYPES.get(param.getClass().getSimpleName()));
      }
    }
    assertThat(python).isEqualTo(java);
  }

  @Test
  void settersAreThoseOfTheJavaClass() throws IOException {
    Set<String> java =
        Arrays.stream(DemiluneClassifier.class.getMethods())
            .map(method -> method.getName())
            .filter(name -> name.matches("set[A-Z].*"))
            .filter(name -> !NO_SETTERS.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    Matcher defined = Pattern.compile("def (set\\w+)\\(").matcher(Files.readString(WRAPPER));
    Set<String> python = new TreeSet<>();
    while (defined.find()) {
      python.add(defined.group(1));
    }
    assertThat(python).isEqualTo(java);
  }

  @Test
  void itIsValidPython() throws Exception {
    Process python;
    try {
      python =
          new ProcessBuilder(
                  "python3",
                  "-c",
                  "import sys; compile(open(sys.argv[1], encoding='utf-8').read(), 'w', 'exec')",
                  WRAPPER.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("said").toFile())
              .start();
    } catch (IOException e) {
      System.err.println(
          "SKIPPED: the Python wrapper is NOT compiled, because there is no python3");
      Assumptions.abort("no python3");
      return;
    }
    assertThat(python.waitFor()).as(Files.readString(folder.resolve("said"))).isZero();
  }
}
