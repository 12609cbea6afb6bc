// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.demilune.embed.Embedding;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.LinearEmbedding;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Writes the JSON that {@link ModelFile} describes. */
final class ModelWriter {

  /** Doubles in one string of Base64; a multiple of 3, so that no string but the last is padded. */
  static final int CHUNK = 3 << 10;

  private static final Gson PRETTY =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  private ModelWriter() {}

  static void write(SavedModel saved, OutputStream out) throws IOException {
    DigestOutputStream digested = new DigestOutputStream(out, digest());
    Writer text = new BufferedWriter(new OutputStreamWriter(digested, StandardCharsets.UTF_8));
    text.write("{\n  \"format\": \"" + ModelFile.FORMAT + "\",\n");
    text.write("  \"version\": " + version(saved.model()) + ",\n");
    text.write("  \"kind\": \"" + kind(saved.model()) + "\",\n");
    text.write("  \"private\": " + saved.isPrivate() + ",\n");
    text.write("  \"certificate\": ");
    text.write(saved.certificate().map(c -> indented(c.toJson())).orElse("null"));
    text.write(",\n  \"schema\": ");
    text.write(indented(JsonParser.parseString(saved.model().schema().toJson())));
    text.write(",\n");
    if (version(saved.model()) >= ModelFile.CALIBRATED_VERSION) {
      text.write("  \"calibration\": ");
      text.write(saved.model().calibration().map(c -> indented(c.toJson())).orElse("null"));
      text.write(",\n");
    }
    if (saved.model() instanceof NetworkClassifier network) {
      NetworkJson.write(text, network);
    } else if (saved.model() instanceof AdditiveClassifier additive) {
      AdditiveJson.write(text, additive);
    } else {
      if (saved.model() instanceof EmbeddedClassifier classifier) {
        text.write("  \"embedding\": ");
        text.write(indented(classifier.embedding().toJson()) + ",\n");
      }
      linear(text, saved.model().linear());
    }
    text.flush();
    byte[] sum = digested.getMessageDigest().digest();
    out.write(trailer(HexFormat.of().formatHex(sum)).getBytes(StandardCharsets.US_ASCII));
  }

  private static String kind(Classifier model) {
    if (model instanceof NetworkClassifier) {
      return ModelFile.NETWORK;
    }
    if (model instanceof AdditiveClassifier) {
      return ModelFile.ADDITIVE;
    }
    return model instanceof EmbeddedClassifier ? ModelFile.EMBEDDED : ModelFile.LINEAR;
  }

  /** The oldest version that can hold the model. */
  private static int version(Classifier model) {
    return Math.max(versionOfKind(model), model.calibration().map(ModelWriter::version).orElse(1));
  }

  private static int version(ScoreCalibration calibration) {
    return calibration.lapse() > 0 ? ModelFile.LAPSING_VERSION : ModelFile.CALIBRATED_VERSION;
  }

  private static int versionOfKind(Classifier model) {
    return switch (kind(model)) {
      case ModelFile.LINEAR -> ModelFile.LINEAR_VERSION;
      case ModelFile.NETWORK -> ModelFile.NETWORK_VERSION;
      case ModelFile.ADDITIVE -> ModelFile.ADDITIVE_VERSION;
      default -> version(((EmbeddedClassifier) model).embedding());
    };
  }

  private static int version(Embedding embedding) {
    boolean first = embedding instanceof FourierFeatures || embedding instanceof LinearEmbedding;
    return first ? ModelFile.EMBEDDED_VERSION : ModelFile.KERNEL_VERSION;
  }

  private static void linear(Writer text, LinearClassifier model) throws IOException {
    text.write("  \"biases\": ");
    double[] biases = new double[model.classes()];
    for (int k = 0; k < biases.length; k++) {
      biases[k] = model.bias(k);
    }
    decimals(text, biases);
    text.write(",\n");
    if ((long) model.features() * model.classes() <= ModelFile.MOST_DECIMAL_WEIGHTS) {
      decimalWeights(text, model);
    } else {
      binaryWeights(text, model);
    }
  }

  /** The last two lines, which the checksum does not cover; always of the same length. */
  static String trailer(String checksum) {
    return "  \"sha256\": \"" + checksum + "\"\n}\n";
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance(ModelFile.CHECKSUM);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + ModelFile.CHECKSUM, e);
    }
  }

  private static String indented(JsonElement json) {
    return PRETTY.toJson(json).replace("\n", "\n  ");
  }

  private static void decimalWeights(Writer text, LinearClassifier model) throws IOException {
    text.write("  \"weights\": [");
    double[] feature = new double[model.classes()];
    for (int j = 0; j < model.features(); j++) {
      for (int k = 0; k < feature.length; k++) {
        feature[k] = model.weight(k, j);
      }
      text.write(j == 0 ? "\n    " : ",\n    ");
      decimals(text, feature);
    }
    text.write("\n  ],\n");
  }

  static void decimals(Writer text, double[] values) throws IOException {
    text.write('[');
    for (int k = 0; k < values.length; k++) {
      text.write(k == 0 ? "" : ", ");
      text.write(Double.toString(values[k])); // reads back as the same double
    }
    text.write(']');
  }

  private static void binaryWeights(Writer text, LinearClassifier model) throws IOException {
    text.write("  \"weightsBase64\": [");
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK * Double.BYTES); // big-endian
    String between = "\n    \"";
    for (int j = 0; j < model.features(); j++) {
      for (int k = 0; k < model.classes(); k++) {
        chunk.putDouble(model.weight(k, j));
        boolean last = j == model.features() - 1 && k == model.classes() - 1;
        if (!chunk.hasRemaining() || last) {
          text.write(between);
          text.write(
              Base64.getEncoder().encodeToString(Arrays.copyOf(chunk.array(), chunk.position())));
          text.write('"');
          between = ",\n    \"";
          chunk.clear();
        }
      }
    }
    text.write("\n  ],\n");
  }
}
