// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.model.ShapeFunction;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explaining and editing a model by the packaged program. */
class ExplainIT {

  @TempDir Path directory;

  private Workshop workshop;

  @BeforeEach
  void open() throws Exception {
    workshop = new Workshop(directory);
  }

  /** Two curves that are known: age from -2 to 2 with a spike, and nurses by one. */
  private void model() throws Exception {
    Subprocess trained = workshop.train("data.csv");
    assertThat(trained.code()).as(trained.err()).isZero();
    Schema schema = SchemaFile.read(workshop.file("schema.yaml"));
    ShapeFunction age =
        ShapeFunction.curve(
                new double[] {0, 0.5, 0.75, 1}, new double[][] {{0, -2}, {0, 2}, {0, 1}, {0, 2}})
            .withStandardErrors(new double[][] {{0.5}, {0.25}, {0.25}, {0.5}});
    ShapeFunction job = ShapeFunction.choice(new double[][] {{0, 0}, {0, 1}, {0, 0}});
    ModelFile.save(
        workshop.file("shapes.model"),
        AdditiveClassifier.of(schema, new double[2], List.of(age, job)),
        ModelFile.load(workshop.file("out.model")).certificate().orElseThrow());
  }

  @Test
  void showsCurvesAsTextJsonPicturesAndTables() throws Exception {
    model();
    Subprocess run = workshop.run("explain", "--model=shapes.model", "--svg=plots", "--csv=tables");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("What each column adds to the score of 'high' against 'low':")
        .contains("-2.00 ± 0.98 at 0")
        .contains("1.96 standard errors", "nor which people were in the data")
        .contains("wrote plots to plots");
    assertThat(Files.readString(workshop.file("plots/1-age.svg"))).startsWith("<svg");
    assertThat(Files.readString(workshop.file("plots/importance.svg"))).startsWith("<svg");
    assertThat(Files.readString(workshop.file("tables/2-job.csv")))
        .contains("\nnurse,high,1.0,,,\n");

    JsonObject result = Workshop.json(workshop.run("explain", "--model=shapes.model", "--json"));
    assertThat(result.keySet())
        .containsExactly(
            "model", "private", "measure", "classes", "importance", "remarks", "effects");
    Subprocess page = workshop.run("report", "--model=shapes.model", "--out=page.html");
    assertThat(page.code()).as(page.err()).isZero();
    assertThat(Files.readString(workshop.file("page.html")))
        .contains("What each column does", "<polyline class=\"line0\"");
    Subprocess predicted =
        workshop.run(
            "predict", "--model=shapes.model", "--data=data.csv", "--radius", "--out=p.csv");
    assertThat(predicted.code()).as(predicted.err()).isZero();
  }

  @Test
  void anEditedModelIsANewFileWhoseCertificateSaysSo() throws Exception {
    model();
    String[] edit = {
      "explain",
      "--model=shapes.model",
      "--edit=age: increasing",
      "--edit=job:constant",
      "--model-out=edited.model",
      "--json"
    };
    JsonObject result = Workshop.json(workshop.run(edit));
    assertThat(result.getAsJsonArray("edits")).hasSize(2);
    SavedModel edited = ModelFile.load(workshop.file("edited.model"));
    assertThat(edited.certificate().orElseThrow().edits())
        .containsExactly("explain --edit 'age: increasing'", "explain --edit 'job: constant'");
    ShapeFunction age = ((AdditiveClassifier) edited.model()).shapes().get(0);
    assertThat(age.value(2, 1) - age.value(2, 0)).isGreaterThan(1.5);
    assertThat(ModelFile.load(workshop.file("shapes.model")).certificate().orElseThrow().edits())
        .isEmpty();
  }

  @Test
  void aSignatureIsNotCarriedOver() throws Exception {
    model();
    Subprocess keys = workshop.run("ledger", "key", "--out=signing.pem");
    assertThat(keys.code()).as(keys.err()).isZero();
    Subprocess signed =
        workshop.run(
            "explain",
            "--model=shapes.model",
            "--edit=age: zero",
            "--model-out=edited.model",
            "--sign=signing.pem");
    assertThat(signed.code()).as(signed.err()).isZero();
    assertThat(workshop.file("edited.model.sig")).exists();
    assertThat(workshop.file("shapes.model.sig")).doesNotExist();
  }

  @Test
  void badInputGetsASentence() throws Exception {
    model();
    refused(2, "--edit needs --model-out", "--edit=age: smooth");
    refused(2, "--model-out is for an edited model", "--model-out=x.model");
    refused(2, "an edit is a column, a colon and one of", "--edit=age", "--model-out=x.model");
    refused(1, "the model has no column 'height'", "--edit=height:zero", "--model-out=x.model");
    refused(1, "is a category without an order", "--edit=job:smooth", "--model-out=x.model");
    refused(2, "would replace the file of --model", "--edit=age:zero", "--model-out=shapes.model");
    refused(1, "is not a directory", "--svg=data.csv");
    assertThat(workshop.file("x.model")).doesNotExist();
    Subprocess linear =
        workshop.run("explain", "--model=out.model", "--edit=age:zero", "--model-out=x.model");
    assertThat(linear.code()).isEqualTo(1);
    assertThat(linear.err()).contains("only an additive model has shape functions to edit");
  }

  private void refused(int code, String sentence, String... options) throws Exception {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "explain";
    arguments[1] = "--model=shapes.model";
    System.arraycopy(options, 0, arguments, 2, options.length);
    Subprocess run = workshop.run(arguments);
    assertThat(run.code()).as(run.err()).isEqualTo(code);
    assertThat(run.err()).contains(sentence).doesNotContain("\tat ");
  }
}
