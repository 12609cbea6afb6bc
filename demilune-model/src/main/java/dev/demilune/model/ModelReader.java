// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.demilune.DemiluneException;
import dev.demilune.embed.Embedding;
import dev.demilune.embed.Embeddings;
import dev.demilune.privacy.Certificate;
import dev.demilune.schema.Schema;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what {@link ModelWriter} wrote: the first lines, the checksum, then the content as a
 * stream.
 *
 * <p>Memory is bounded by the file: weights are allocated only when the file is long enough to hold
 * as many as its schema asks for.
 */
final class ModelReader {

  private static final Set<String> KINDS =
      Set.of(ModelFile.LINEAR, ModelFile.EMBEDDED, ModelFile.NETWORK, ModelFile.ADDITIVE);
  private static final long MOST_WEIGHTS = Integer.MAX_VALUE - 8; // the largest array on every JVM
  private static final int HEAD = 200; // characters; the first two fields take fewer than 60
  private static final int TRAILER = ModelWriter.trailer("0".repeat(64)).length();

  private final Path file;
  private final long size;

  private ModelReader(Path file, long size) {
    this.file = file;
    this.size = size;
  }

  static SavedModel read(Path file) {
    if (!Files.exists(file)) {
      throw new ModelFileException(file, "does not exist: check the path of the model");
    }
    if (!Files.isRegularFile(file)) {
      throw new ModelFileException(file, "is not a file: name the model's file");
    }
    try {
      return new ModelReader(file, Files.size(file)).read();
    } catch (FileSystemException e) {
      throw new ModelFileException(file, "cannot be read: check its permissions", e);
    } catch (IOException e) {
      throw new ModelFileException(
          file, "cannot be read (" + e.getMessage() + "): check the disk", e);
    }
  }

  private SavedModel read() throws IOException {
    checkHead();
    checkSum();
    try {
      return content();
    } catch (ModelFileException fault) {
      throw fault;
    } catch (DemiluneException part) { // of the schema or the certificate, with its own message
      throw malformed(part.getMessage(), part);
    } catch (EOFException
        | MalformedJsonException
        | JsonParseException
        | IllegalStateException
        | UnsupportedOperationException // null instead of a value
        | NullPointerException // a missing field
        | IllegalArgumentException e) {
      throw malformed("its content is not what its version should hold", e);
    }
  }

  private void checkHead() throws IOException {
    if (size == 0) {
      throw new ModelFileException(file, "is empty: copy the model again or train it again");
    }
    String head;
    try (InputStream in = Files.newInputStream(file)) {
      head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
    }
    long version;
    try (JsonReader json = new JsonReader(new StringReader(head))) {
      json.beginObject();
      if (!json.nextName().equals("format") || !json.nextString().equals(ModelFile.FORMAT)) {
        throw new IllegalStateException("another format");
      }
      expect(json, "version");
      version = json.nextLong();
    } catch (IOException | IllegalStateException | IllegalArgumentException e) {
      throw new ModelFileException(
          file, "is not a Demilune model: name the file that training wrote", e);
    }
    if (version > ModelFile.VERSION) {
      throw new ModelFileException(
          file,
          "was written by a newer Demilune (file version "
              + version
              + ", this program reads up to "
              + ModelFile.VERSION
              + "): update Demilune");
    }
    if (version < 1) {
      throw malformed("its version is " + version, null);
    }
  }

  private void checkSum() throws IOException {
    MessageDigest digest = ModelWriter.digest();
    String trailer;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      long left = Math.max(0, size - TRAILER);
      while (left > 0) {
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          break;
        }
        digest.update(buffer, 0, read);
        left -= read;
      }
      trailer = new String(in.readNBytes(TRAILER), StandardCharsets.ISO_8859_1);
    }
    if (!trailer.matches("  \"sha256\": \"[0-9a-f]{64}\"\n}\n")) {
      throw new ModelFileException(
          file, "is cut short or was edited: copy the model again or train it again");
    }
    if (!trailer.equals(ModelWriter.trailer(HexFormat.of().formatHex(digest.digest())))) {
      throw new ModelFileException(
          file,
          "is damaged or was edited (its checksum does not match): copy the model again or train it"
              + " again");
    }
  }

  private SavedModel content() throws IOException {
    try (JsonReader json =
        new JsonReader(
            new InputStreamReader(
                new BufferedInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      json.setStrictness(Strictness.STRICT);
      json.beginObject();
      expect(json, "format");
      json.skipValue();
      expect(json, "version");
      int version = json.nextInt();
      expect(json, "kind");
      String kind = json.nextString();
      if (!KINDS.contains(kind)) {
        throw malformed("its kind is unknown", null);
      }
      expect(json, "private");
      boolean isPrivate = json.nextBoolean();
      expect(json, "certificate");
      JsonElement certificate = JsonParser.parseReader(json);
      Optional<Certificate> promise =
          certificate.isJsonNull()
              ? Optional.empty()
              : Optional.of(Certificate.fromJson(certificate));
      expect(json, "schema");
      JsonObject schemaJson = JsonParser.parseReader(json).getAsJsonObject();
      Schema schema = Schema.fromJson(schemaJson.toString());
      JsonElement calibration = JsonNull.INSTANCE;
      if (version >= ModelFile.CALIBRATED_VERSION) {
        expect(json, "calibration");
        calibration = JsonParser.parseReader(json);
      }
      Classifier model = model(json, kind, schema);
      if (!calibration.isJsonNull()) {
        model = model.calibrated(ScoreCalibration.fromJson(calibration.getAsJsonObject()));
      }
      SavedModel saved = new SavedModel(model, promise);
      if (saved.isPrivate() != isPrivate) {
        throw malformed("it calls itself private and its certificate does not agree", null);
      }
      return saved;
    }
  }

  private Classifier model(JsonReader json, String kind, Schema schema) throws IOException {
    if (kind.equals(ModelFile.NETWORK)) {
      expect(json, "layers");
      return NetworkJson.read(json, schema, size / 2); // a weight takes at least two characters
    }
    if (kind.equals(ModelFile.ADDITIVE)) {
      return AdditiveJson.read(json, schema);
    }
    if (kind.equals(ModelFile.EMBEDDED)) {
      expect(json, "embedding");
      Embedding embedding = embedding(JsonParser.parseReader(json), schema);
      return EmbeddedClassifier.of(
          schema, embedding, linear(json, Embeddings.images(schema, embedding)));
    }
    return linear(json, schema);
  }

  private LinearClassifier linear(JsonReader json, Schema features) throws IOException {
    expect(json, "biases");
    double[] biases = new double[features.labels().size()];
    decimals(json, biases, 0, biases.length, "biases");
    return LinearClassifier.ofFeatureMajor(features, weights(json, features), biases);
  }

  /** Draws an embedding again if the file is long enough for its weights. */
  private Embedding embedding(JsonElement json, Schema schema) {
    JsonObject object = json.getAsJsonObject();
    String size = object.has("frequencies") ? "frequencies" : "outputs";
    if (object.get("inputs").getAsLong() != schema.features()
        || object.get(size).getAsLong() > this.size) {
      throw malformed("its embedding does not fit its schema or its weights", null);
    }
    return Embeddings.fromJson(object);
  }

  private double[] weights(JsonReader json, Schema schema) throws IOException {
    int classes = schema.labels().size();
    long cells = (long) schema.features() * classes;
    if (cells > MOST_WEIGHTS) {
      throw malformed("its schema needs more weights than this program can hold", null);
    }
    if (cells > size / 2) { // every weight takes at least two characters
      throw malformed("it holds fewer weights than its schema needs", null);
    }
    double[] weights = new double[(int) cells];
    String field = json.nextName();
    json.beginArray();
    if (field.equals("weights")) {
      for (int j = 0; j < schema.features(); j++) {
        if (!json.hasNext()) {
          throw malformed("it holds weights for fewer features than its schema has", null);
        }
        decimals(json, weights, j * classes, classes, "weights of a feature");
      }
    } else if (field.equals("weightsBase64")) {
      binary(json, weights);
    } else {
      throw new IllegalStateException("no weights");
    }
    if (json.hasNext()) {
      throw malformed("it holds more weights than its schema needs", null);
    }
    json.endArray();
    return weights;
  }

  private void decimals(JsonReader json, double[] into, int from, int count, String what)
      throws IOException {
    json.beginArray();
    for (int i = 0; i < count; i++) {
      if (!json.hasNext()) {
        throw malformed("its " + what + " are fewer than its classes", null);
      }
      if (json.peek() != JsonToken.NUMBER) { // NaN, say, in quotes
        throw malformed("one of its " + what + " is not a number", null);
      }
      into[from + i] = json.nextDouble();
    }
    if (json.hasNext()) {
      throw malformed("its " + what + " are more than its classes", null);
    }
    json.endArray();
  }

  private void binary(JsonReader json, double[] weights) throws IOException {
    int at = 0;
    while (at < weights.length) {
      int expected = Math.min(ModelWriter.CHUNK, weights.length - at) * Double.BYTES;
      byte[] bytes = json.hasNext() ? Base64.getDecoder().decode(json.nextString()) : new byte[0];
      if (bytes.length != expected) {
        throw malformed("it holds fewer weights than its schema needs", null);
      }
      ByteBuffer doubles = ByteBuffer.wrap(bytes);
      while (doubles.hasRemaining()) {
        weights[at++] = doubles.getDouble();
      }
    }
  }

  private static void expect(JsonReader json, String name) throws IOException {
    if (!json.nextName().equals(name)) {
      throw new IllegalStateException("expected " + name);
    }
  }

  private ModelFileException malformed(String fault, Throwable cause) {
    return new ModelFileException(
        file, "cannot be used: " + fault + "; train the model again", cause);
  }
}
