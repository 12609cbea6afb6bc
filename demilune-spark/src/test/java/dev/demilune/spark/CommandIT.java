// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static dev.demilune.cli.engine.Engine.Purpose.TRAINING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.cli.engine.Engine;
import dev.demilune.data.CsvReader;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line with Spark behind it: files of every format, and the one jar. */
class CommandIT {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1.5, 1e-5);
  private static final Engine.Place HERE =
      new Engine.Place(Optional.of("local[2]"), OptionalInt.empty());

  private static final String YAML =
      """
      adjacency: replace-one
      expected-rows: 300
      columns:
        size: number 0..10
        weight: number 0..1
        job: {category: [clerk, nurse]}
        works: {label: ["no", "yes"]}
      """;

  @TempDir Path folder;

  private Path csv;

  @BeforeEach
  void write() throws Exception {
    SplittableRandom random = new SplittableRandom(9);
    StringBuilder rows = new StringBuilder("size,weight,job,works\n");
    for (int i = 0; i < 300; i++) {
      boolean works = random.nextBoolean();
      rows.append(random.nextInt(6) + (works ? 4 : 0))
          .append(',')
          .append(i % 10 == 0 ? "" : Double.toString(random.nextInt(100) / 100.0))
          .append(',')
          .append(random.nextInt(3) == 0 ? "clerk" : "nurse")
          .append(',')
          .append(works ? "yes" : "no")
          .append('\n');
    }
    csv = folder.resolve("rows.csv");
    Files.writeString(csv, rows);
    Files.writeString(folder.resolve("schema.yaml"), YAML);
  }

  private static byte[] trained(BoundedDataset rows, Schema schema) {
    Learner learner = Rows.learner("noisy-descent steps=4 rate=0.5");
    TrainingPlan plan = learner.plan(Shape.of(schema), GUARANTEE).orThrow();
    try (Ledger ledger =
        Ledger.inMemory("test", schema.adjacency(), GUARANTEE, Randomness.reproducible(7))) {
      return ModelBytes.of(plan.run(rows, ledger.spend("test", plan))).file();
    }
  }

  @Test
  void everyFormatGivesTheSameModelAndPredictions() throws Exception {
    Schema schema = SchemaFile.parse(YAML, "schema");
    byte[] local = trained(BoundedDataset.of(schema, CsvReader.open(csv)), schema);
    Path model = folder.resolve("a.model");
    Files.write(model, local);
    SparkSession spark = Sessions.start("local[2]", Map.of());
    Dataset<Row> typed =
        spark.read().option("header", "true").option("inferSchema", "true").csv(csv.toString());
    typed.write().parquet(folder.resolve("rows.parquet").toString());
    typed.write().orc(folder.resolve("rows.orc").toString());
    typed.write().json(folder.resolve("rows.json").toString());

    List<String> predicted = new ArrayList<>();
    for (String format : List.of("csv", "parquet", "orc", "json")) {
      List<String> data = List.of(folder.resolve("rows." + format).toString());
      try (Engine.Source source = new SparkEngine().open(schema, data, HERE, TRAINING)) {
        assertThat(trained(source.rows(Randomness.secure().key(), Progress.NONE), schema))
            .as(format)
            .isEqualTo(local);
        Path out = folder.resolve("of-" + format + ".csv");
        source.predict(model, out.toString());
        predicted.add(sorted(out));
      }
    }
    assertThat(predicted.get(0)).contains("nurse,yes,yes").contains("nurse,no,no");
    // The columns are the same but for how their files write numbers.
    assertThat(predicted.get(1)).isEqualTo(predicted.get(2));
    assertThat(counts(predicted.get(0))).isEqualTo(counts(predicted.get(1)));
    assertThat(counts(predicted.get(3))).isEqualTo(counts(predicted.get(1)));
  }

  private static Map<String, Long> counts(String rows) {
    return rows.lines()
        .map(row -> row.substring(row.lastIndexOf(',')))
        .collect(Collectors.groupingBy(label -> label, Collectors.counting()));
  }

  private static String sorted(Path directory) throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      List<String> rows = new ArrayList<>();
      for (Path file : files.filter(each -> each.toString().endsWith(".csv")).toList()) {
        rows.addAll(Files.readAllLines(file));
      }
      return rows.stream().sorted().collect(Collectors.joining("\n"));
    }
  }

  /** Without a header columns are known by their places. */
  @Test
  void aFileWithoutAHeaderGivesTheSameModel() throws Exception {
    Schema placed = SchemaFile.parse("header: false\n" + YAML, "schema");
    List<String> lines = Files.readAllLines(csv);
    Path bare = folder.resolve("bare.csv");
    Files.write(bare, lines.subList(1, lines.size()));
    byte[] local =
        trained(BoundedDataset.of(placed, CsvReader.open(bare, placed.csvFormat())), placed);

    try (Engine.Source source =
        new SparkEngine().open(placed, List.of(bare.toString()), HERE, TRAINING)) {
      BoundedDataset rows = source.rows(Randomness.secure().key(), Progress.NONE);
      assertThat(trained(rows, placed)).isEqualTo(local);
    }
  }

  @Test
  void columnsThatDoNotMatchAreRefused() {
    Schema other = SchemaFile.parse(YAML.replace("size:", "length:"), "schema");

    assertThatThrownBy(() -> new SparkEngine().open(other, List.of(csv.toString()), HERE, TRAINING))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("no column 'length'");
    assertThatThrownBy(() -> new SparkEngine().open(other, List.of("rows.txt"), HERE, TRAINING))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("must end with");
  }

  /** The jar for spark-submit, with Spark's jars beside it, as a program of its own. */
  @Test
  void theOneJarTrainsTheModelThatTheCommandTrains() throws Exception {
    List<String> options =
        List.of(
            "train --schema schema.yaml --data rows.csv --epsilon 1.5 --delta 1e-5 --learner"
                .concat(" noisy-descent --set steps=4 --seed 7 --model")
                .split(" "));
    OneJar alone = OneJar.alone(folder);

    alone.run(0, plus(options, "local.model"));
    OneJar.withSpark(folder)
        .run(0, plus(options, "spark.model", "--engine", "spark", "--master", "local[2]"));

    assertThat(Files.readAllBytes(folder.resolve("spark.model")))
        .isEqualTo(Files.readAllBytes(folder.resolve("local.model")));
    assertThat(alone.run(1, plus(options, "no.model", "--engine", "spark")))
        .contains("spark-submit")
        .contains("Nothing was spent");
    assertThat(alone.run(2, plus(options, "no.model", "--master", "local[2]")))
        .contains("--engine");
  }

  /** Every option of the page's commands is one of the command that it stands with. */
  @Test
  void thePageOfScaleNamesOptionsThatThereAre() throws Exception {
    String page = Files.readString(Path.of("../docs/scale.md"));
    Matcher commands =
        Pattern.compile("demilune-spark-all.jar (train|predict) ((?:.*\\\\\n)*.*)").matcher(page);
    int found = 0;
    for (; commands.find(); found++) {
      String help = OneJar.alone(folder).run(0, List.of(commands.group(1), "--help"));
      Matcher options = Pattern.compile("--[a-z-]+").matcher(commands.group(2));
      while (options.find()) {
        assertThat(help).contains(options.group());
      }
    }
    assertThat(found).isEqualTo(2);
  }

  private static List<String> plus(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }
}
