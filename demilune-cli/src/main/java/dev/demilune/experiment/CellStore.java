// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
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

  private static final long LARGEST_FILE = 1L << 30; // bytes

  private final Path file;
  private final FileChannel channel;
  private final Map<String, double[]> finished = new HashMap<>();

  private CellStore(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static CellStore open(Path file) {
    CellStore store;
    try {
      store =
          new CellStore(
              file,
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw fault(file, e);
    }
    try {
      store.lock();
      store.read();
      return store;
    } catch (IOException e) {
      store.close();
      throw fault(file, e);
    } catch (DemiluneException e) {
      store.close();
      throw e;
    }
  }

  private void lock() throws IOException {
    FileLock lock; // lives as long as the channel
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new DemiluneException(
          file + " is in use by another run: wait for it, or write elsewhere with --out");
    }
  }

  /** Reads through the channel: closing another one of the same file would give up the lock. */
  private void read() throws IOException {
    if (channel.size() > LARGEST_FILE) {
      throw new DemiluneException(
          file + " is too large to be finished cells; move it away to begin anew");
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // reads on
    }
    int whole = bytes.position();
    while (whole > 0 && bytes.get(whole - 1) != '\n') {
      whole--;
    }
    int line = 0;
    for (String text :
        new String(bytes.array(), 0, whole, StandardCharsets.UTF_8).lines().toList()) {
      line++;
      try {
        JsonObject cell = JsonParser.parseString(text).getAsJsonObject();
        finished.put(cell.get("key").getAsString(), numbers(cell.getAsJsonArray("values")));
      } catch (RuntimeException e) { // of many kinds: no JSON, no such entry, no number
        throw new DemiluneException(
            file
                + ":"
                + line
                + ": this is not a finished cell; delete the line to measure it again, or the file"
                + " to begin anew",
            e);
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
    write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    finished.put(cell.key(), values.clone());
  }

  private void write(ByteBuffer bytes) {
    try {
      long start = channel.position();
      try {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(false);
      } catch (IOException e) {
        if (channel.isOpen()) {
          channel.truncate(start); // another thread may write the next line
        }
        throw e;
      }
    } catch (IOException e) {
      throw fault(file, e);
    }
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
