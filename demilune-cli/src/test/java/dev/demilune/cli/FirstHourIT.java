// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody does first, in every format, for people and for scripts. */
class FirstHourIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  @Test
  void trainsPrivatelyAndSaysWhatItPromises() throws Exception {
    Subprocess run =
        workshop.run(
            "train",
            "--data=data.csv",
            "--schema=schema.yaml",
            "--epsilon=20",
            "--delta=1e-3",
            "--model=out.model",
            "--report=out.html");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("ε = ")
        .contains("adding or removing one row", "noisy-descent", "model written to out.model");
    assertThat(run.err())
        .isEqualTo(
            "amber: no ledger that lasts: nothing records this spend; count it yourself, or see 'demilune"
                + " ledger create --help'.\n"
                + "amber: epsilon is above 10: someone who suspects that a person is in the table may"
                + " become 4.9e+08 times as sure. Choose a smaller one.\n"
                + "next: demilune report --model out.model --out report.html\n"
                + "next: demilune predict --model out.model --data NEW.csv --out predictions.csv\n");
    assertThat(Files.readString(workshop.file("out.html"))).contains("<!DOCTYPE html>", "Private:");

    Subprocess evaluated = workshop.run("evaluate", "--model=out.model", "--data=data.csv");
    assertThat(evaluated.out()).contains("Private: ε = ", "rows               400", "AUC");
    Subprocess certified = workshop.run("certify", "--model=out.model", "--data=data.csv");
    assertThat(certified.out()).contains("400 rows, accuracy ", "robust accuracy");
    workshop.assertOnly("out.model", "out.html");
  }

  @Test
  void aSeedGivesTheSameModelTwiceAndSaysThatItIsNotPrivate() throws Exception {
    Subprocess first = workshop.train("data.csv", "--json");
    byte[] model = Files.readAllBytes(workshop.file("out.model"));
    JsonObject result = json(first);
    assertThat(result.get("private").getAsBoolean()).isFalse();
    assertThat(first.err()).contains("NOT private");
    assertThat(result.keySet())
        .contains("learner", "guarantee", "private", "seconds", "model", "certificate");
    assertThat(result.getAsJsonObject("guarantee").keySet())
        .containsExactlyInAnyOrder("epsilon", "delta", "adjacency");
    assertThat(result.getAsJsonObject("guarantee").get("epsilon").getAsDouble())
        .isLessThanOrEqualTo(20);

    assertThat(workshop.train("data.csv").out()).startsWith("NOT PRIVATE: seeded");
    assertThat(Files.readAllBytes(workshop.file("out.model"))).isEqualTo(model);
    assertThat(workshop.run("evaluate", "--model=out.model", "--data=data.csv").out())
        .startsWith("Not private: the noise was seeded");
  }

  @Test
  void stepsOnSamplesAreAskedForByTheirRate() throws Exception {
    for (String learner : new String[] {"noisy-descent", "batch-perceptron"}) {
      Subprocess run =
          workshop.run(
              "train",
              "--data=data.csv",
              "--schema=schema.yaml",
              "--learner=" + learner,
              "--set=rate=0.2",
              "--epsilon=2",
              "--delta=1e-3",
              "--model=out.model",
              "--json");
      JsonObject certificate = json(run).getAsJsonObject("certificate");
      assertThat(certificate.toString())
          .contains(
              "\"kind\":\"poisson-sampled\",\"rate\":0.2,\"adjacency\":\"add-or-remove-one\"");
      assertThat(json(run).getAsJsonObject("guarantee").get("epsilon").getAsDouble())
          .isBetween(1.99, 2.0);
    }
  }

  @Test
  void aPageIsWrittenAboutAModelWithRowsOrWithout() throws Exception {
    workshop.train("data.csv", "--learner=kernel-margin", "--set=features=100");
    Subprocess bare = workshop.run("report", "--model=out.model", "--out=page.html");
    assertThat(bare.out()).isEqualTo("report written to page.html\n");
    assertThat(Files.readString(workshop.file("page.html")))
        .contains("The model out.model", "Not private: the noise was seeded", "Certificate")
        .contains("linear in 100 random features of the row")
        .doesNotContain("Confusion matrix");

    String[] full = {"report", "--model=out.model", "--data=data.csv", "--out=page.html", "--json"};
    JsonObject result = json(workshop.run(full));
    assertThat(result.keySet())
        .containsExactly("model", "private", "rows", "accuracy", "notices", "report");
    assertThat(result.get("rows").getAsLong()).isEqualTo(400);
    assertThat(Files.readString(workshop.file("page.html")))
        .contains("Confusion matrix", "robust accuracy");

    Subprocess clash = workshop.run("report", "--model=out.model", "--out=out.model");
    assertThat(clash.code()).isEqualTo(2);
    assertThat(clash.err()).contains("--out out.model would replace the file of --model");
    Subprocess pipe =
        workshop.run("report", "--model=out.model", "--data=/dev/null", "--out=other.html");
    assertThat(pipe.code()).isEqualTo(1);
    assertThat(pipe.err())
        .contains("--data /dev/null must be a file and no pipe: it is opened twice");
    workshop.assertOnly("out.model", "page.html");
  }

  @Test
  void whatAFewRowsCannotTellIsSaidPlainly() throws Exception {
    workshop.train("data.csv");
    workshop.write("bare.csv", "age,job\n30,clerk\n");
    Subprocess checked = workshop.run("schema", "check", "schema.yaml", "--data=bare.csv");
    assertThat(checked.code()).isZero();
    assertThat(checked.err())
        .isEqualTo("note: the label's column is not in bare.csv: it will do for predict only.\n");

    workshop.write("wrong.csv", "age,job,income\n99,clerk,low\n");
    String[] certify = {"certify", "--model=out.model", "--data=wrong.csv", "--json"};
    assertThat(json(workshop.run(certify)).getAsJsonArray("radii")).hasSize(1);

    workshop.write("nobody.csv", "age,job,income\n");
    String score = "evaluate --model=out.model --data=nobody.csv --private --epsilon=20 --seed=3";
    Subprocess paid = workshop.run(score.split(" "));
    assertThat(paid.out()).contains("balanced accuracy  not known\n").doesNotContain("NaN");
  }

  @Test
  void kernelModelsAreTrainedCertifiedAndUsedLikeOthers() throws Exception {
    for (String base : new String[] {"noisy-descent", "batch-perceptron"}) {
      JsonObject trained =
          json(
              workshop.train(
                  "data.csv",
                  "--learner=kernel-margin",
                  "--set=base=" + base,
                  "--set=features=100",
                  "--json"));
      assertThat(trained.get("learner").getAsString()).isEqualTo("kernel-margin");
      String[] certify = {
        "certify", "--model=out.model", "--data=data.csv", "--radius=0,0.02,9", "--json"
      };
      JsonObject certified = json(workshop.run(certify));
      assertThat(certified.get("accuracy").getAsDouble()).isGreaterThan(0.9);
      double[] robust =
          certified.getAsJsonArray("radii").asList().stream()
              .mapToDouble(at -> at.getAsJsonObject().get("robustAccuracy").getAsDouble())
              .toArray();
      assertThat(robust).hasSize(3);
      assertThat(robust[0]).isEqualTo(certified.get("accuracy").getAsDouble());
      // Most rows keep their class within a fiftieth of the age range, none within nine of them.
      assertThat(robust[1]).isBetween(0.5, robust[0]);
      assertThat(robust[2]).isZero();
      assertThat(workshop.run("predict", "--model=out.model", "--data=data.csv").code()).isZero();
    }
  }

  @Test
  void twoPrivateRunsDiffer() throws Exception {
    String[] train = {
      "train",
      "--data=data.csv",
      "--schema=schema.yaml",
      "--epsilon=1",
      "--delta=1e-3",
      "--model=out.model"
    };
    assertThat(workshop.run(train).code()).isZero();
    String first = Files.readString(workshop.file("out.model"));
    assertThat(workshop.run(train).code()).isZero();
    assertThat(Files.readString(workshop.file("out.model"))).isNotEqualTo(first);
  }

  @Test
  void theAdjacencyMayComeFromTheCommandLine() throws Exception {
    workshop.write("schema.yaml", Workshop.SCHEMA.replace("adjacency: add-or-remove-one\n", ""));
    Subprocess without = workshop.train("data.csv");
    assertThat(without.code()).isEqualTo(1);
    assertThat(without.err()).contains("adjacency is missing");
    JsonObject result = json(workshop.train("data.csv", "--adjacency=replace-one", "--json"));
    assertThat(result.getAsJsonObject("guarantee").get("adjacency").getAsString())
        .isEqualTo("replace-one");
  }

  @Test
  void evaluateAndCertifyGiveScriptsTheirFields() throws Exception {
    json(workshop.train("data.csv", "--json"));
    JsonObject evaluated =
        json(workshop.run("evaluate", "--model=out.model", "--data=data.csv", "--json"));
    assertThat(evaluated.keySet()).contains("rows", "accuracy", "balancedAccuracy", "confusion");
    assertThat(evaluated.get("accuracy").getAsDouble()).isGreaterThan(0.9);
    JsonObject certified =
        json(
            workshop.run(
                "certify", "--model=out.model", "--data=data.csv", "--radius=0,0.1,9", "--json"));
    assertThat(certified.keySet()).contains("rows", "accuracy", "radii");
    assertThat(certified.getAsJsonArray("radii")).hasSize(3);
    assertThat(certified.get("accuracy")).isEqualTo(evaluated.get("accuracy"));
    double last = 1;
    for (var at : certified.getAsJsonArray("radii")) {
      double robust = at.getAsJsonObject().get("robustAccuracy").getAsDouble();
      assertThat(robust).isLessThanOrEqualTo(last);
      last = robust;
    }
    JsonObject predicted =
        json(
            workshop.run(
                "predict", "--model=out.model", "--data=data.csv", "--out=p.csv", "--json"));
    assertThat(predicted.get("rows").getAsInt()).isEqualTo(400);
    assertThat(Files.readAllLines(workshop.file("p.csv"))).hasSize(401);
  }

  @Test
  void demoGivesScriptsItsFields() throws Exception {
    JsonObject result = json(workshop.run("demo", "--json", "--out=demo.html"));
    assertThat(result.keySet())
        .contains("learner", "guarantee", "private", "seconds", "certificate", "accuracy")
        .contains("report");
    assertThat(result.get("private").getAsBoolean()).isTrue();
    assertThat(result.getAsJsonObject("guarantee").get("epsilon").getAsDouble())
        .isLessThanOrEqualTo(1);
    JsonObject accuracy = result.getAsJsonObject("accuracy");
    double majority = accuracy.get("majority").getAsDouble();
    double best = accuracy.get("bestPossible").getAsDouble();
    // Five standard deviations of an accuracy on 20,000 rows are 1.4 %.
    assertThat(accuracy.get("private").getAsDouble()).isBetween(majority + 0.02, best + 0.014);
    assertThat(accuracy.get("withoutPrivacy").getAsDouble()).isBetween(best - 0.03, best + 0.014);
    assertThat(Files.readString(workshop.file("demo.html")))
        .contains("without privacy (300 steps)");
    workshop.assertOnly("demo.html");
  }

  @Test
  void generateGivesScriptsItsFieldsAndWritesWhatItSays() throws Exception {
    JsonObject census =
        json(workshop.run("generate", "census", "--rows=50", "--out=c.csv", "--json"));
    assertThat(census.get("rows").getAsInt()).isEqualTo(50);
    assertThat(census.get("data").getAsString()).isEqualTo("c.csv");
    assertThat(census.get("schema").getAsString()).isEqualTo("c.schema.yaml");
    assertThat(census.get("bestAccuracy").getAsDouble()).isBetween(0.5, 1.0);
    assertThat(Files.readAllLines(workshop.file("c.csv"))).hasSize(51);
    JsonObject points =
        json(
            workshop.run(
                "generate",
                "large-margin",
                "--rows=9",
                "--features=4",
                "--margin=0.2",
                "--out=m.svm",
                "--json"));
    assertThat(points.keySet()).containsExactlyInAnyOrder("rows", "features", "margin", "data");
    assertThat(Files.readAllLines(workshop.file("m.svm"))).hasSize(9);
    workshop.assertOnly("c.csv", "c.schema.yaml", "m.svm");
  }

  @Test
  void readsCompressedImages() throws Exception {
    int images = 200;
    writeIdx("images.gz", images, 4, 4);
    writeIdx("labels.gz", images);
    String both = "--data=images.gz,labels.gz";
    Subprocess run =
        workshop.run(
            "train",
            both,
            "--features=16",
            "--classes=2",
            "--unit-rows",
            "--adjacency=replace-one",
            "--epsilon=20",
            "--delta=1e-3",
            "--model=out.model",
            "--json");
    json(run);
    writeIdx("wide.gz", images, 8, 4);
    Subprocess wide =
        workshop.run("predict", "--model=out.model", "--data=wide.gz", "--format=idx");
    assertThat(wide.code()).isEqualTo(1);
    assertThat(wide.err()).contains("each record has 32 values but 16 features are declared");
    JsonObject evaluated = json(workshop.run("evaluate", "--model=out.model", both, "--json"));
    assertThat(evaluated.get("accuracy").getAsDouble()).isGreaterThan(0.9);
    Subprocess unlabeled =
        workshop.run("predict", "--model=out.model", "--data=images.gz", "--format=idx");
    assertThat(unlabeled.out().lines().limit(3)).containsExactly("row,prediction", "1,0", "2,1");
  }

  /** Images whose left half is bright for even numbers and the right half for odd ones. */
  private void writeIdx(String name, int records, int... sides) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes))) {
      out.writeInt(0x800 + 1 + sides.length);
      out.writeInt(records);
      for (int side : sides) {
        out.writeInt(side);
      }
      for (int i = 0; i < records; i++) {
        if (sides.length == 0) {
          out.writeByte(i % 2);
        }
        for (int pixel = 0; sides.length > 0 && pixel < 16; pixel++) {
          boolean left = pixel % 4 < 2;
          out.writeByte(left == (i % 2 == 0) ? 200 + i % 50 : 0);
        }
      }
    }
    Files.write(workshop.file(name), bytes.toByteArray());
  }
}
