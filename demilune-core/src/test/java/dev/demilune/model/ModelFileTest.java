// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.demilune.embed.ArcCosineFeatures;
import dev.demilune.embed.Embedding;
import dev.demilune.embed.Embeddings;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.GroupedFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.embed.PolynomialSketch;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {

  /** Bytes up to and including the version's digit. */
  private static final int VERSION_END =
      "{\n  \"format\": \"demilune-model\",\n  \"version\": 1".length();

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("model.json");
  }

  private static Schema schema() {
    return Schema.builder()
        .number("age", 0, 120)
        .category("plan", "free", "\"pro\" é")
        .label("churned", "no", "yes")
        .adjacency(Adjacency.REPLACE_ONE)
        .rows(RowBound.clip(1.5))
        .build();
  }

  private static LinearClassifier small() {
    return LinearClassifier.of(
        schema(),
        new double[][] {{0, -0.0, Double.MIN_VALUE}, {1.0 / 3, -Math.PI * 1e300, 1e-310}},
        new double[] {0.1, Double.MAX_VALUE});
  }

  private static LinearClassifier random(int features, int classes) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] weights = new double[classes][features];
    double[] biases = new double[classes];
    for (int k = 0; k < classes; k++) {
      biases[k] = random.nextGaussian();
      for (int j = 0; j < features; j++) {
        // all exponents and signs, no NaN or infinity
        weights[k][j] = Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
      }
    }
    Schema schema =
        Schema.vectors(features, LabelSet.numbered(classes))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .build();
    return LinearClassifier.of(schema, weights, biases);
  }

  private static void assertSameBits(LinearClassifier actual, LinearClassifier expected) {
    assertThat(actual.schema()).isEqualTo(expected.schema());
    for (int k = 0; k < expected.classes(); k++) {
      assertThat(Double.doubleToRawLongBits(actual.bias(k)))
          .isEqualTo(Double.doubleToRawLongBits(expected.bias(k)));
      for (int j = 0; j < expected.features(); j++) {
        if (Double.doubleToRawLongBits(actual.weight(k, j))
            != Double.doubleToRawLongBits(expected.weight(k, j))) {
          throw new AssertionError("weight of class " + k + ", feature " + j);
        }
      }
    }
  }

  @Test
  void aModelComesBackBitForBitWithItsCertificate() {
    ModelFile.save(file, small(), Certificates.secure());
    SavedModel saved = ModelFile.load(file);
    assertSameBits(saved.model().linear(), small());
    assertThat(saved.certificate()).contains(Certificates.secure());
    assertThat(saved.isPrivate()).isTrue();
    assertThat(saved.privacy())
        .isEqualTo("Private: ε = 1, δ = 1.0e-06, adding or removing one row.");
  }

  @Test
  void everyKindOfGuaranteeComesBack() {
    for (Guarantee guarantee :
        new Guarantee[] {PureDp.of(0.1), ApproximateDp.of(1.0 / 3, 1e-300)}) {
      ModelFile.save(file, small(), Certificates.of(guarantee, true, "secure"));
      assertThat(ModelFile.load(file).certificate().orElseThrow().guarantee()).isEqualTo(guarantee);
    }
  }

  @Test
  void weightsOfAllSizesComeBackExactly() {
    LinearClassifier model = random(500, 7);
    ModelFile.save(file, model, Certificates.secure());
    assertSameBits(ModelFile.load(file).model().linear(), model);
  }

  @Test
  void anEmbeddedModelComesBackWithItsEmbedding() throws IOException {
    for (int frequencies : new int[] {50, 20_000}) { // decimal and compact weights
      EmbeddedClassifier model = embedded(frequencies);
      ModelFile.save(file, model, Certificates.secure());
      EmbeddedClassifier loaded = (EmbeddedClassifier) ModelFile.load(file).model();
      assertSameBits(loaded.linear(), model.linear());
      assertThat(loaded.schema()).isEqualTo(model.schema());
      EncodedRow row = model.schema().encode(new Object[] {43.5, "free"});
      double[] before = new double[2];
      double[] after = new double[2];
      model.scores(row, before);
      loaded.scores(row, after);
      assertThat(after).isEqualTo(before);
    }
    assertThat(Files.readString(file))
        .startsWith(
            "{\n  \"format\": \"demilune-model\",\n  \"version\": 2,\n  \"kind\": \"embedded\",\n");
  }

  /** Other maps than projections and Fourier features are unknown to programs before version 4. */
  @Test
  void modelsOfEveryKernelComeBackAndScoreTheSame() throws IOException {
    for (Embedding map :
        List.of(
            PolynomialSketch.of(3, 0.1, 3, 40, 9),
            ArcCosineFeatures.of(0, 1, 3, 40, 9),
            ArcCosineFeatures.of(1, 1.0 / 3, 3, 40, 9),
            GroupedFeatures.of(
                Kernel.LAPLACIAN,
                GroupedFeatures.Form.ADDITIVE,
                new int[] {1, 2},
                new double[] {0.1, 1.0 / 3},
                20,
                9))) {
      EmbeddedClassifier model = embedded(map);
      ModelFile.save(file, model, Certificates.secure());
      EmbeddedClassifier loaded = (EmbeddedClassifier) ModelFile.load(file).model();
      assertThat(loaded.embedding().toJson()).isEqualTo(map.toJson());
      EncodedRow row = model.schema().encode(new Object[] {43.5, "free"});
      double[] before = new double[2];
      double[] after = new double[2];
      model.scores(row, before);
      loaded.scores(row, after);
      assertThat(after).isEqualTo(before);
      assertThat(Files.readString(file)).contains("\"version\": 4,\n  \"kind\": \"embedded\"");
    }
  }

  private static EmbeddedClassifier embedded(int frequencies) {
    return embedded(FourierFeatures.of(Kernel.GAUSSIAN, 0.7, 3, frequencies, 9));
  }

  private static EmbeddedClassifier embedded(Embedding features) {
    Schema images = Embeddings.images(schema(), features);
    double[][] weights = new double[2][features.outputs()];
    SplittableRandom random = new SplittableRandom(2);
    for (int j = 0; j < features.outputs(); j++) {
      weights[1][j] = random.nextGaussian();
    }
    return EmbeddedClassifier.of(
        schema(), features, LinearClassifier.of(images, weights, new double[] {0, 0.5}));
  }

  @Test
  void anEmbeddingThatDoesNotFitIsRefused() throws IOException {
    ModelFile.save(file, embedded(50), Certificates.secure());
    String text = Files.readString(file);
    for (String[] change :
        new String[][] {
          {"\"inputs\": 3", "\"inputs\": 4"},
          {"\"frequencies\": 50", "\"frequencies\": 1000000"},
          {"\"frequencies\": 50", "\"frequencies\": 51"},
          {"\"kernel\": \"gaussian\"", "\"kernel\": \"none\""},
          {"\"draw\"", "\"drawn\""},
          {"\"inputs\"", "\"input\""}
        }) {
      assertThat(text).contains(change[0]);
      Files.writeString(file, withChecksum(text.replace(change[0], change[1])));
      assertThatThrownBy(() -> ModelFile.load(file))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("cannot be used: ")
          .hasMessageEndingWith("; train the model again");
    }
  }

  @Test
  void aLargeModelIsWrittenCompactlyAndComesBackExactly() throws IOException {
    LinearClassifier model = random(20_001, 7); // not a whole number of chunks
    ModelFile.save(file, model, Certificates.secure());
    assertThat(Files.size(file)).isLessThan(11L * 7 * 20_001 + 10_000);
    assertSameBits(ModelFile.load(file).model().linear(), model);
  }

  @Test
  void theFileIsReadableJson() throws IOException {
    ModelFile.save(file, small(), Certificates.secure());
    String text = Files.readString(file);
    assertThat(text).startsWith("{\n  \"format\": \"demilune-model\",\n  \"version\": 1,\n");
    assertThat(text)
        .contains("[0.0, 0.3333333333333333]")
        .contains("\"learner\": \"noisy-descent\"");
    assertThat(JsonParser.parseString(text).getAsJsonObject().get("private").getAsBoolean())
        .isTrue();
  }

  @Test
  void aModelWithoutPrivacySaysSo() throws IOException {
    ModelFile.saveWithoutPrivacy(file, small());
    SavedModel saved = ModelFile.load(file);
    assertThat(saved.isPrivate()).isFalse();
    assertThat(saved.certificate()).isEmpty();
    assertThat(saved.privacy()).startsWith("Not private: trained without privacy");
    assertThat(Files.readString(file)).contains("\"private\": false");
  }

  @Test
  void aSeededModelIsNotPrivateEither() {
    ModelFile.save(file, small(), Certificates.seeded());
    assertThat(ModelFile.load(file).isPrivate()).isFalse();
    assertThat(ModelFile.load(file).privacy()).startsWith("Not private: the noise was seeded");
  }

  @Test
  void aFileCutAnywhereIsRefused() throws IOException {
    ModelFile.save(file, small(), Certificates.secure());
    byte[] bytes = Files.readAllBytes(file);
    Path cut = directory.resolve("cut.json");
    for (int length = 0; length < bytes.length; length += length < 100 ? 1 : 13) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      String reason =
          length == 0
              ? "is empty"
              : length < VERSION_END ? "is not a Demilune model" : "is cut short or was edited";
      assertThatThrownBy(() -> ModelFile.load(cut))
          .as("first %d bytes", length)
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining(reason)
          .hasMessageStartingWith(cut.toString())
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void aChangedByteIsNoticed() throws IOException {
    ModelFile.save(file, small(), Certificates.secure());
    byte[] bytes = Files.readAllBytes(file);
    Path edited = directory.resolve("edited.json");
    for (int at = 0; at < bytes.length; at += 7) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      Files.write(edited, changed);
      assertThatThrownBy(() -> ModelFile.load(edited))
          .as("byte %d", at)
          .isInstanceOf(ModelFileException.class);
    }
  }

  @Test
  void whatIsNoModelIsRefusedInOneSentence() throws IOException {
    assertThatThrownBy(() -> ModelFile.load(file))
        .hasMessage(file + " does not exist: check the path of the model");
    assertThatThrownBy(() -> ModelFile.load(directory)).hasMessageContaining("is not a file");
    for (String text :
        new String[] {
          "age,plan\n1,free\n", "{}", "[]", "{\"format\": \"other\"}", "\0\u0001", "{\"format\": 3"
        }) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> ModelFile.load(file))
          .isInstanceOf(ModelFileException.class)
          .hasMessage(file + " is not a Demilune model: name the file that training wrote");
    }
  }

  @Test
  void aFileFromANewerVersionIsToldApartFromADamagedOne() throws IOException {
    Files.writeString(
        file,
        "{\n  \"format\": \"demilune-model\",\n  \"version\": "
            + (ModelFile.VERSION + 1)
            + ",\n  \"new\": 1}");
    assertThatThrownBy(() -> ModelFile.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessage(
            file
                + " was written by a newer Demilune (file version "
                + (ModelFile.VERSION + 1)
                + ", this program reads up to "
                + ModelFile.VERSION
                + "): update Demilune");
  }

  /** Whoever edits a file and mends its checksum too still gets a sentence, never a wrong model. */
  @Test
  void editsWithAMendedChecksumAreStillChecked() throws IOException {
    assertRefused(
        text -> text.replace("[0.0, 0.3333333333333333]", "[0.0]"),
        "weights of a feature are fewer");
    assertRefused(
        text -> text.replace("[0.0, 0.3333333333333333]", "[0.0, 1, 2]"),
        "weights of a feature are more");
    assertRefused(text -> text.replace("0.3333333333333333", "NaN"), "");
    assertRefused(text -> text.replace("0.3333333333333333", "\"NaN\""), "is not a number");
    assertRefused(text -> text.replace("0.3333333333333333", "1e999"), "");
    assertRefused(text -> text.replace("    [0.0, 0.3333333333333333],\n", ""), "fewer features");
    assertRefused(text -> text.replace("\"weights\": [", "\"weights\": [ [1, 2],"), "more weights");
    assertRefused(text -> text.replace("\"biases\": [0.1, ", "\"biases\": ["), "biases are fewer");
    assertRefused(
        text -> text.replace("\"private\": true,\n  \"cert", "\"private\": false,\n  \"cert"),
        "does not agree");
    assertRefused(text -> text.replace("\"linear\"", "\"cubic\""), "kind is unknown");
    assertRefused(
        text -> text.replace("\"epsilon\": 1.0", "\"epsilon\": -1.0"),
        "the certificate is damaged");
    assertRefused(text -> text.replace("ADD_OR_REMOVE_ONE", "ANY"), "adjacency must be one of");
    assertRefused(text -> text.replace("\"labels\"", "\"lables\""), "");
    assertRefused(
        text ->
            text.replace(
                "\"schema\": {", "\"schema\": {" + "\"a\":[".repeat(300) + "]".repeat(300)),
        "");
    assertRefused(
        text -> text.replace("\"certificate\": {", "\"certificate\": 7, \"x\": {"), "certificate");
    assertRefused(
        text -> text.replace("\"ledger\": \"customers\"", "\"ledger\": \"a\\nb\""),
        "the certificate is damaged");
  }

  private void assertRefused(UnaryOperator<String> edit, String reason) throws IOException {
    ModelFile.save(file, small(), Certificates.secure());
    String text = Files.readString(file);
    String edited = edit.apply(text);
    assertThat(edited).isNotEqualTo(text);
    Files.writeString(file, withChecksum(edited));
    assertThatThrownBy(() -> ModelFile.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageStartingWith(file + " cannot be used: ")
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  private static String withChecksum(String text) {
    String content = text.substring(0, text.lastIndexOf("  \"sha256\""));
    String sum =
        HexFormat.of()
            .formatHex(ModelWriter.digest().digest(content.getBytes(StandardCharsets.UTF_8)));
    return content + ModelWriter.trailer(sum);
  }

  @Test
  void aSchemaThatAsksForMoreWeightsThanTheFileHoldsTakesNoMemory() throws IOException {
    assertRefusedWithFeatures(16_000_000, 3, "it holds fewer weights than its schema needs");
  }

  @Test
  void aSchemaThatAsksForMoreWeightsThanAnArrayHoldsIsRefused() throws IOException {
    assertRefusedWithFeatures(
        16_000_000, 200, "its schema needs more weights than this program can hold");
  }

  private void assertRefusedWithFeatures(int features, int classes, String reason)
      throws IOException {
    ModelFile.save(file, random(10, classes), Certificates.secure());
    String text = Files.readString(file).replace("\"vectors\": 10", "\"vectors\": " + features);
    Files.writeString(file, withChecksum(text));
    assertThatThrownBy(() -> ModelFile.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessage(file + " cannot be used: " + reason + "; train the model again");
  }

  @Test
  void savingLeavesNothingButTheFileAndReplacesAnOlderOne() throws IOException {
    Files.writeString(file, "older");
    ModelFile.save(file, small(), Certificates.secure());
    ModelFile.saveWithoutPrivacy(file, small());
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
    assertThatThrownBy(
            () -> ModelFile.saveWithoutPrivacy(directory.resolve("none/model.json"), small()))
        .hasMessageContaining("there is no directory");
  }
}
