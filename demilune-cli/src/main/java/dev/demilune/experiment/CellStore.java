// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The finished cells of an experiment: one line of JSON each, on the disk before the next begins.
 *
 * <p>A process that is killed leaves at most one torn line at the end, which is cut off when the
 * file is opened again. One process at a time may have it open.
 */
final class CellStore implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;
  private final Map<String, double[]> finished = new HashMap<>();

  private CellStore(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static CellStore open(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      CellStore store = new CellStore(file, channel);
      store.lock();
      store.read();
      return store;
    } catch (IOException e) {
      throw fault(file, e);
    }
  }

  @SuppressWarnings("resource") // the lock lives as long as the channel
  private void lock() throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      channel.close();
      throw new DemiluneException(
          file + " is in use by another run: wait for it, or write elsewhere with --out");
    }
  }

  private void read() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    int line = 0;
    for (String text : new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().toList()) {
      line++;
      try {
        JsonObject cell = JsonParser.parseString(text).getAsJsonObject();
        finished.put(cell.get("key").getAsString(), numbers(cell.getAsJsonArray("values")));
      } catch (JsonParseException | IllegalStateException | NullPointerException e) {
        throw new DemiluneException(
            file + ":" + line + ": this is not a finished cell; delete the file to begin anew", e);
      }
    }
    channel.truncate(whole);
    channel.position(whole);
  }

  private static double[] numbers(JsonArray values) {
    double[] numbers = new double[values.size()];
    for (int i = 0; i < numbers.length; i++) {
      JsonElement value = values.get(i);
      numbers[i] = value.isJsonNull() ? Double.NaN : value.getAsDouble();
    }
    return numbers;
  }

  /** Returns what a cell gave. */
  synchronized Optional<double[]> find(Cell cell) {
    return Optional.ofNullable(finished.get(cell.key())).map(double[]::clone);
  }

  /** Adds a finished cell, durably. */
  synchronized void add(Cell cell, double[] values, double seconds) {
    JsonObject line = new JsonObject();
    line.addProperty("key", cell.key());
    line.addProperty("measure", cell.measure().name());
    JsonObject parameters = new JsonObject();
    cell.parameters().values().forEach(parameters::addProperty);
    line.add("parameters", parameters);
    JsonArray numbers = new JsonArray();
    for (double value : values) {
      if (Double.isNaN(value)) {
        numbers.add(JsonNull.INSTANCE);
      } else if (Double.isInfinite(value)) {
        numbers.add(Double.toString(value)); // JSON has no such number
      } else {
        numbers.add(value);
      }
    }
    line.add("values", numbers);
    line.addProperty("seconds", Math.round(seconds * 1000) / 1000.0);
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
    } catch (IOException e) {
      throw fault(file, e);
    }
    finished.put(cell.key(), values.clone());
  }

  private static DemiluneException fault(Path file, IOException e) {
    return new DemiluneException(
        "cannot keep finished cells in " + file + " (" + e.getMessage() + "); choose another --out",
        e);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw fault(file, e);
    }
  }
}
