// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.DemiluneException;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Finished trials in a file: what was done before a program ended is not done again.
 *
 * <p>The first lines name the whole configuration of the audit, but not the number of trials, so
 * that an audit can be made longer; a file of another configuration is refused. Every trial is one
 * line, written as it is finished. A line that was cut off, as by a power failure, is dropped, and
 * its trial done again. Without a seed new trials have fresh randomness, with one they are what
 * they would have been without the interruption.
 */
public final class TrialFile extends AuditTrials {

  private static final String FIRST_LINE = "demilune audit, trials, version 1";
  private static final String LAST_OF_HEADER = "trials:";
  private static final int LARGEST_FILE = 1 << 30;

  private final FileChannel channel;
  private final Path file;

  private TrialFile(int trials, Path file, FileChannel channel) {
    super(trials);
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a file of trials, or creates it.
   *
   * @param seed what the audit's {@link Randomness} was made of, if it is reproducible
   * @throws DemiluneException if the file is of another audit or damaged, in use or not writable
   */
  public static TrialFile open(Path file, LearnerAudit audit, OptionalLong seed) {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw inUse(file);
      }
      TrialFile trials = new TrialFile(audit.trials(), file, channel);
      trials.read(header(audit, seed));
      return trials;
    } catch (IOException | RuntimeException e) {
      closeQuietly(channel, e);
      if (e instanceof OverlappingFileLockException) {
        throw inUse(file);
      }
      if (e instanceof RuntimeException fault) {
        throw fault;
      }
      throw new DemiluneException("cannot read or write " + file + ": " + e.getMessage(), e);
    }
  }

  private static void closeQuietly(FileChannel channel, Exception fault) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      fault.addSuppressed(e);
    }
  }

  private static DemiluneException inUse(Path file) {
    return new DemiluneException(
        "another audit is writing to " + file + ": wait for it, or name another file");
  }

  private static String header(LearnerAudit audit, OptionalLong seed) {
    StringBuilder header = new StringBuilder(FIRST_LINE).append('\n');
    for (Map.Entry<String, String> line : audit.configuration().entrySet()) {
      header.append(line.getKey()).append(": ").append(line.getValue()).append('\n');
    }
    header.append("seed: ").append(seed.isPresent() ? seed.getAsLong() : "none").append('\n');
    return header.append(LAST_OF_HEADER).append('\n').toString();
  }

  private void read(String header) throws IOException {
    if (channel.size() > LARGEST_FILE) {
      throw new DemiluneException(file + " is too large to be a file of trials: name another file");
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // reads on
    }
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    if (header.startsWith(text)) { // new, or cut off before the first trial
      channel.truncate(0).position(0);
      write(header);
      return;
    }
    if (!text.startsWith(header)) {
      throw new DemiluneException(
          file
              + " holds no trials of this audit but of something else (its first lines say what):"
              + " give the same options as then, or name another file for --resume");
    }
    int end = text.lastIndexOf('\n') + 1;
    int line = (int) header.lines().count();
    for (String trial : text.substring(header.length(), end).lines().toList()) {
      line++;
      remember(trial, line);
    }
    channel.truncate(text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
    channel.position(channel.size());
  }

  /** A line is the trial's number, whether the canary was there, and the bits of the score. */
  private void remember(String text, int line) {
    String[] words = text.split(" ", -1);
    try {
      int trial = Integer.parseInt(words[0]);
      boolean present = words[1].equals("with");
      double score = Double.longBitsToDouble(Long.parseUnsignedLong(words[2], 16));
      if (words.length == 3 && trial >= 0 && (present || words[1].equals("without"))) {
        if (trial < trials()) {
          super.keep(present, trial, score);
        }
        return;
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // falls through to the sentence below
    }
    throw new DemiluneException(
        file + ":" + line + " is damaged: delete the file, or name another one for --resume");
  }

  @Override
  void keep(boolean present, int trial, double score) {
    super.keep(present, trial, score);
    try {
      write(
          trial
              + (present ? " with " : " without ")
              + Long.toHexString(Double.doubleToRawLongBits(score))
              + "\n");
    } catch (IOException e) {
      throw new DemiluneException("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new DemiluneException("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }
}
