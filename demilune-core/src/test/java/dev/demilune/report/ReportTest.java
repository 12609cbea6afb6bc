// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.model.AdditiveClassifier;
import dev.demilune.model.Certificates;
import dev.demilune.model.LinearClassifier;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.model.SavedModel;
import dev.demilune.model.ShapeFunction;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Certificate;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ReportTest {

  private static final String HOSTILE = "<script>alert('1')</script> & \"quotes\"";

  private static LinearClassifier model(int classes) {
    SplittableRandom random = new SplittableRandom(3);
    String[] names = new String[classes];
    double[][] weights = new double[classes][3];
    for (int k = 0; k < classes; k++) {
      names[k] = k == 1 ? HOSTILE : "label " + k;
      for (int j = 0; j < 3; j++) {
        weights[k][j] = random.nextGaussian();
      }
    }
    Schema schema =
        Schema.vectors(3, LabelSet.of(names))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.scale())
            .build();
    return LinearClassifier.of(schema, weights, new double[classes]);
  }

  /** Rows whose label is the model's own prediction nine times in ten. */
  private static VectorTable table(LinearClassifier model) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] rows = new double[2000][3];
    String[] labels = new String[rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 3; j++) {
        rows[i][j] = random.nextGaussian();
      }
      int label =
          random.nextInt(10) == 0 ? random.nextInt(model.classes()) : model.predict(rows[i]);
      labels[i] = model.labels().name(label);
    }
    return VectorTable.of(rows, labels);
  }

  private static Report full(int classes, Optional<Certificate> certificate) {
    LinearClassifier model = model(classes);
    return Report.of("Churn " + HOSTILE, new SavedModel(model, certificate))
        .withNote("Data", HOSTILE)
        .withEvaluation(Evaluation.onPublic(model, table(model)))
        .withRobustness(RobustAccuracy.onPublic(model, table(model)));
  }

  /** The page without the scripts that it is given, which are the same on every page. */
  static String withoutScripts(String html) {
    return html.replace(Script.UPLOT.html(), "").replace(Script.ATTACKER.html(), "");
  }

  static void assertWellFormed(String html) throws Exception {
    // Apart from void elements in the head, the page is XML: a stray tag or quote would not parse.
    String plain = withoutScripts(html);
    String body = plain.substring(plain.indexOf("<body>"), plain.indexOf("</html>"));
    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(body)))
                .getElementsByTagName("h2")
                .getLength())
        .isPositive();
  }

  @Test
  void saysWhatKindOfModelItIs() {
    Schema schema = model(2).schema();
    NetworkLayer hidden = NetworkLayer.of(3, new double[12], new double[4]);
    NetworkLayer last = NetworkLayer.of(4, new double[4], new double[1]);
    NetworkClassifier network = NetworkClassifier.of(schema, List.of(hidden, last));
    assertThat(Report.of("x", new SavedModel(network, Optional.empty())).toHtml())
        .contains("network of 4 hidden rectified linear units");
    assertThat(Report.of("x", new SavedModel(model(2), Optional.empty())).toHtml())
        .contains("linear")
        .doesNotContain("network");
  }

  @Test
  void showsCertificateNumbersAndCurve() throws Exception {
    String html = full(3, Optional.of(Certificates.secure())).toHtml();
    assertWellFormed(html);
    assertThat(html)
        .contains("Private: ε = 1, δ = 1.0e-06, adding or removing one row.")
        .contains("banner good")
        .contains("one row per person")
        .contains("<td>60</td>")
        .contains("balanced accuracy")
        .contains("Confusion matrix")
        .contains("<polyline")
        .contains("scaled to length one");
  }

  @Test
  void showsHostileTextAsText() throws Exception {
    String html = full(3, Optional.of(Certificates.secure())).toHtml();
    assertThat(withoutScripts(html)).doesNotContain("<script").doesNotContain("</script");
    assertThat(html).contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;quotes");
  }

  @Test
  void showsShapeFunctionsOfHostileColumnsAndWhatWasEdited() throws Exception {
    Schema schema =
        Schema.builder()
            .number(HOSTILE, 0, 1)
            .category("job " + HOSTILE, HOSTILE, "clerk")
            .label("y", "no " + HOSTILE, "yes")
            .adjacency(Adjacency.REPLACE_ONE)
            .build();
    ShapeFunction curve =
        ShapeFunction.curve(new double[] {0, 1}, new double[][] {{0, -1}, {0, 1}})
            .withStandardErrors(new double[][] {{0.1}, {0.2}});
    SavedModel saved =
        new SavedModel(
            AdditiveClassifier.of(
                schema,
                new double[2],
                List.of(curve, ShapeFunction.zero(schema.parts().get(1), 2))),
            Optional.of(Certificates.secure().withEdit("explain --edit '" + HOSTILE + "'")));
    String html = Report.of("x", saved).toHtml();
    assertWellFormed(html);
    assertThat(html)
        .contains("What each column does", "class=\"band0\"", "Edited after training")
        .contains("scored as they are", "Accuracy and calibration of the edited model are not");
    assertThat(withoutScripts(html)).doesNotContain("<script");
  }

  @Test
  void loadsNothing() throws Exception {
    String html = withoutScripts(full(3, Optional.of(Certificates.secure())).toHtml());
    assertThat(html)
        .contains("default-src 'none'")
        .doesNotContain("https:")
        .doesNotContain("src=")
        .doesNotContain("url(")
        .doesNotContain("@import");
    assertThat(html.replace("href=\"#part", "")).doesNotContain("href=");
    assertThat(html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "")).doesNotContain("http:");
  }

  @Test
  void saysWhenAModelIsNotPrivate() {
    assertThat(full(3, Optional.empty()).toHtml())
        .contains("banner bad")
        .contains("Not private: trained without privacy")
        .doesNotContain(">Certificate</h2>", "What an attacker", "<script");
    assertThat(full(3, Optional.of(Certificates.seeded())).toHtml())
        .contains("banner bad")
        .contains("Not private: the noise was seeded");
  }

  @Test
  void whatIsWeakButPrivateIsNotMarkedAsNotPrivate() {
    assertThat(full(3, Optional.of(Certificates.secure())).toHtml())
        .contains("<p class=\"banner weak\">amber: no ledger that lasts")
        .doesNotContain("banner bad");
  }

  @Test
  void manyClassesGetAListOfMistakesInsteadOfAMatrix() throws Exception {
    String html = full(40, Optional.of(Certificates.secure())).toHtml();
    assertWellFormed(html);
    assertThat(html).contains("Most frequent mistakes").doesNotContain("Confusion matrix");
  }

  @Test
  void aPageWithoutNumbersIsAPage() throws Exception {
    String html =
        Report.of("Plain", new SavedModel(model(2), Optional.of(Certificates.secure()))).toHtml();
    assertWellFormed(html);
    assertThat(html).doesNotContain("How good it is", "Robustness", "What was spent");
  }

  @Test
  void aModelThatNothingChangesGetsASentenceInsteadOfACurve() throws Exception {
    Schema schema = model(2).schema();
    LinearClassifier constant = LinearClassifier.of(schema, new double[2][3], new double[] {1, 0});
    VectorTable rows = VectorTable.of(new double[][] {{1, 0, 0}}, new String[] {"label 0"});
    String html =
        Report.of("Constant", new SavedModel(constant, Optional.empty()))
            .withRobustness(RobustAccuracy.onPublic(constant, rows))
            .toHtml();
    assertWellFormed(html);
    assertThat(html).contains("No row&#39;s prediction changes").doesNotContain("<svg");
  }

  @Test
  void writesAFile(@TempDir Path directory) throws IOException {
    Report report = full(3, Optional.of(Certificates.secure()));
    Path file = directory.resolve("report.html");
    report.write(file);
    assertThat(Files.readString(file)).isEqualTo(report.toHtml());
  }
}
