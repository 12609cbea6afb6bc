// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkClassifierTest {

  @TempDir Path directory;

  private static Schema schema(int features, int classes) {
    return Schema.vectors(features, LabelSet.numbered(classes))
        .adjacency(Adjacency.REPLACE_ONE)
        .rows(RowBound.clip(2))
        .build();
  }

  /** |x| - |y| of halves, less an eighth: what no linear model can do. */
  private static NetworkClassifier absolute() {
    return NetworkClassifier.of(
        schema(2, 2),
        List.of(
            NetworkLayer.of(2, new double[] {1, 0, -1, 0, 0, 1, 0, -1}, new double[4]),
            NetworkLayer.of(4, new double[] {1, 1, -1, -1}, new double[] {-0.125})));
  }

  @Test
  void scoresAreThoseOfTheLayers() {
    double[] scores = new double[2];
    absolute()
        .scores(absolute().schema().encode(new double[] {-1, 0.5}), scores); // halved by the bound
    assertThat(scores).containsExactly(0, 0.5 - 0.25 - 0.125);
    absolute().scores(absolute().schema().encode(new double[] {0.5, -1}), scores);
    assertThat(scores).containsExactly(0, 0.25 - 0.5 - 0.125);
    assertThat(absolute().predict(new double[] {0.25, 0})).isZero(); // a tie
    assertThat(absolute().predict(new double[] {-0.26, 0})).isEqualTo(1);
  }

  @Test
  void manyClassesHaveAUnitEach() {
    NetworkClassifier model =
        NetworkClassifier.of(
            schema(1, 3),
            List.of(NetworkLayer.of(1, new double[] {1, 0, -1}, new double[] {0, 0.125, 0})));
    double[] scores = new double[3];
    model.scores(model.schema().encode(new double[] {-1}), scores);
    assertThat(scores).containsExactly(-0.5, 0.125, 0.5);
    assertThatThrownBy(model::linear).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void layersThatDoNotFitAreRefused() {
    NetworkLayer twoToOne = NetworkLayer.of(2, new double[2], new double[1]);
    assertThatThrownBy(() -> NetworkClassifier.of(schema(3, 2), List.of(twoToOne)))
        .hasMessage("a layer takes 2 inputs, the one before it has 3");
    assertThatThrownBy(() -> NetworkClassifier.of(schema(2, 3), List.of(twoToOne)))
        .hasMessage("the last layer must have a unit for each class");
    assertThatThrownBy(() -> NetworkClassifier.of(schema(2, 2), List.of()))
        .hasMessage("the last layer must have a unit for each class");
    assertThatThrownBy(() -> NetworkLayer.of(1, new double[] {Double.NaN}, new double[1]))
        .hasMessage("every weight must be finite, got NaN");
  }

  private static NetworkClassifier random(int features, int classes) {
    SplittableRandom random = new SplittableRandom(3);
    List<NetworkLayer> layers =
        List.of(
            layer(features, 5, random),
            layer(5, 4, random),
            layer(4, NetworkClassifier.outputs(classes), random));
    return NetworkClassifier.of(schema(features, classes), layers);
  }

  private static NetworkLayer layer(int inputs, int units, SplittableRandom random) {
    double[] weights = new double[inputs * units];
    for (int i = 0; i < weights.length; i++) {
      // all exponents and signs, no NaN or infinity
      weights[i] = Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
    }
    double[] biases = new double[units];
    biases[0] = -0.0;
    biases[units - 1] = Double.MIN_VALUE;
    return NetworkLayer.of(inputs, weights, biases);
  }

  @Test
  void aNetworkComesBackBitForBit() throws IOException {
    Path file = directory.resolve("model.json");
    for (int classes : new int[] {2, 3}) {
      NetworkClassifier model = random(7, classes);
      ModelFile.save(file, model, Certificates.secure());
      SavedModel saved = ModelFile.load(file);
      assertThat(saved.certificate()).contains(Certificates.secure());
      NetworkClassifier loaded = (NetworkClassifier) saved.model();
      assertThat(loaded.schema()).isEqualTo(model.schema());
      assertThat(loaded.layers()).hasSameSizeAs(model.layers());
      for (int l = 0; l < model.layers().size(); l++) {
        assertSameBits(loaded.layers().get(l), model.layers().get(l));
      }
    }
    assertThat(Files.readString(file))
        .startsWith(
            "{\n  \"format\": \"demilune-model\",\n  \"version\": 3,\n  \"kind\": \"network\",\n");
  }

  private static void assertSameBits(NetworkLayer actual, NetworkLayer expected) {
    assertThat(actual.units()).isEqualTo(expected.units());
    assertThat(actual.inputs()).isEqualTo(expected.inputs());
    for (int unit = 0; unit < expected.units(); unit++) {
      assertThat(Double.doubleToRawLongBits(actual.bias(unit)))
          .isEqualTo(Double.doubleToRawLongBits(expected.bias(unit)));
      for (int i = 0; i < expected.inputs(); i++) {
        assertThat(Double.doubleToRawLongBits(actual.weight(unit, i)))
            .isEqualTo(Double.doubleToRawLongBits(expected.weight(unit, i)));
      }
    }
  }

  /** Whoever edits a file and mends its checksum too still gets a sentence, never a wrong model. */
  @Test
  void editedLayersAreRefusedInOneSentence() throws IOException {
    Path file = directory.resolve("model.json");
    ModelFile.save(file, absolute(), Certificates.secure());
    String text = Files.readString(file);
    for (String[] change :
        new String[][] {
          {"[1.0, 1.0, -1.0, -1.0]", "[1.0, 1.0, -1.0]", "not as many as its inputs"},
          {"[1.0, 1.0, -1.0, -1.0]", "[1.0, 1.0, -1.0, 1, 1]", "not as many as its inputs"},
          {"[1.0, 1.0, -1.0, -1.0]", "[1.0, 1.0, -1.0, \"NaN\"]", "is not a number"},
          {"[1.0, 1.0, -1.0, -1.0]", "[1.0, 1.0, -1.0, 1e999]", "content is not what"},
          {"[1.0, 1.0, -1.0, -1.0]", "[1.0, 1.0, -1.0, 1], [1, 1, 1, 1]", "more units"},
          {"\"biases\": [-0.125]", "\"biases\": [-0.125, 1]", "not as many as its inputs"},
          {"\"biases\": [-0.125]", "\"biases\": []", "more units"},
          {"\"biases\": [-0.125]", "\"biasses\": [-0.125]", "content is not what"},
          {"\"layers\": [", "\"layers\": [], \"more\": [", "content is not what"},
          {"\"network\"", "\"linear\"", "content is not what"},
          {"\"vectors\": 2", "\"vectors\": 3", "not as many as its inputs"},
          {"\"vectors\": 2", "\"vectors\": 1000000", "fewer weights than its layers need"}
        }) {
      assertThat(text).contains(change[0]);
      Files.writeString(file, withChecksum(text.replace(change[0], change[1])));
      assertThatThrownBy(() -> ModelFile.load(file))
          .as(change[1])
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("cannot be used: ")
          .hasMessageContaining(change[2])
          .hasMessageEndingWith("; train the model again");
    }
  }

  private static String withChecksum(String text) {
    String body = text.substring(0, text.indexOf("  \"sha256\""));
    byte[] sum = ModelWriter.digest().digest(body.getBytes(StandardCharsets.UTF_8));
    return body + ModelWriter.trailer(HexFormat.of().formatHex(sum));
  }
}
