// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.DemiluneException;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Encoded rows in a file: written once ({@link RowFileWriter}), trained on many times, also where
 * they do not fit into memory.
 *
 * <p>The file holds a mark and a version, the blocks ({@link BlockFormat}), the index, the schema
 * that the rows were encoded by, and an end that has the SHA-256 of all but the blocks. The index
 * has length, number of rows and CRC-32C of each block. Blocks are mapped into memory; a fold
 * copies one after the other into arrays of its workers, so that it needs a few blocks of memory
 * for each, however large the file is. Lengths of rows that every step of a training needs are kept
 * ({@link CenteredLengths}), up to a sixteenth of the heap.
 *
 * <p>Opening reads no block. {@link #verify} reads all of them, and what it says is about the file:
 * every file that was written here and not damaged since passes, whatever its rows are. So it may
 * run before a ledger is charged. It says neither which block is damaged nor how many there are,
 * since their number tells the number of rows.
 *
 * <p>The file holds private rows in the clear, like the table that it was made from.
 *
 * <p><b>Relies on.</b> Nobody writes to the file between its check and the end of training: a fold
 * reads it anew and checks its layout only.
 */
public final class RowFile {

  static final byte[] BEGINNING = {(byte) 0x89, 'D', 'M', 'L', '\r', '\n', 0x1a, '\n'}; // as of PNG
  static final byte[] END = {'D', 'M', 'L', 'E', 'N', 'D', '\r', '\n'};
  static final int VERSION = 1;
  static final int HEAD = 16; // the mark, the version, zero
  static final int INDEX_ENTRY = 16; // length, rows, checksum
  static final int HASH = 32;
  static final int TAIL =
      8 + HASH + 8; // blocks, length of the schema, SHA-256, the mark of the end

  /** Keeps the index below the longest array. */
  static final int MOST_BLOCKS = Integer.MAX_VALUE / (2 * INDEX_ENTRY);

  private static final long LARGEST_WINDOW = 1L << 30; // a mapped buffer is below 2 GB

  // Lengths of rows that are kept from fold to fold: 4 bytes each, a sixteenth of the heap at most.
  private static final long MOST_LENGTHS = Runtime.getRuntime().maxMemory() / 64;

  private final Path path;
  private final Schema schema;
  private final BlockFormat format;
  private final ByteBuffer[] blocks; // mapped
  private final int[] rowsOf; // each block
  private final int[] checksums;
  private final long rows;
  private final CenteredLengths.Kept[] lengths; // of the first blocks
  private boolean verified;

  private RowFile(Path path, Schema schema, ByteBuffer[] blocks, int[] rowsOf, int[] checksums) {
    this.path = path;
    this.schema = schema;
    this.format = new BlockFormat(schema);
    this.blocks = blocks;
    this.rowsOf = rowsOf;
    this.checksums = checksums;
    this.rows = IntStream.of(rowsOf).asLongStream().sum();
    this.lengths = new CenteredLengths.Kept[blocksBelow(MOST_LENGTHS, rowsOf)];
    Arrays.setAll(lengths, i -> new CenteredLengths.Kept());
  }

  private static int blocksBelow(long most, int[] rowsOf) {
    long left = most;
    int blocks = 0;
    while (blocks < rowsOf.length && left >= rowsOf[blocks]) {
      left -= rowsOf[blocks++];
    }
    return blocks;
  }

  /** Returns whether a file begins like one of encoded rows. */
  public static boolean isOne(Path path) {
    if (!Files.isRegularFile(path)) { // a pipe cannot be mapped, nor read twice
      return false;
    }
    try (FileChannel channel = FileChannel.open(path)) {
      return Arrays.equals(bytes(channel, 0, (int) Math.min(8, channel.size())), BEGINNING);
    } catch (IOException e) {
      return false; // open() reports the reason
    }
  }

  /**
   * Opens a file and checks all but its blocks; reads no row.
   *
   * @throws DemiluneException if it is not such a file, is damaged or cut, or of a newer version
   */
  public static RowFile open(Path path) {
    try (FileChannel channel = FileChannel.open(path)) {
      return read(path, channel);
    } catch (IOException e) {
      throw new DemiluneException(
          path + ": the file cannot be read; check path and permissions", e);
    }
  }

  private static RowFile read(Path path, FileChannel channel) throws IOException {
    long size = channel.size();
    byte[] head = bytes(channel, 0, (int) Math.min(HEAD, size));
    if (!Arrays.equals(Arrays.copyOf(head, BEGINNING.length), BEGINNING)) {
      throw new DemiluneException(
          path + ": this is no file of encoded rows; 'demilune encode' makes one from a table");
    }
    int version = head.length < HEAD ? VERSION : little(head).getInt(BEGINNING.length);
    if (version > VERSION) {
      throw new DemiluneException(
          path
              + ": the file is of format "
              + version
              + " and this version of Demilune reads format "
              + VERSION
              + ": use a newer one, or encode the table with this one");
    }
    if (size < HEAD + TAIL || version != VERSION || little(head).getInt(12) != 0) {
      throw damaged(path);
    }
    byte[] tail = bytes(channel, size - TAIL, TAIL);
    int count = little(tail).getInt(0);
    int schemaLength = little(tail).getInt(4);
    long between = (long) INDEX_ENTRY * count + schemaLength;
    if (!Arrays.equals(Arrays.copyOfRange(tail, TAIL - END.length, TAIL), END)
        || count < 0
        || count > MOST_BLOCKS
        || schemaLength < 0
        || between > Math.min(Integer.MAX_VALUE, size - HEAD - TAIL)) {
      throw damaged(path);
    }
    byte[] description = bytes(channel, size - TAIL - between, (int) between);
    byte[] hash = hash(head, description, Arrays.copyOf(tail, 8));
    if (!MessageDigest.isEqual(hash, Arrays.copyOfRange(tail, 8, 8 + HASH))) {
      throw damaged(path);
    }
    return mapped(path, channel, description, count, size - TAIL - between);
  }

  /** Maps the blocks; what describes them is as it was written. */
  private static RowFile mapped(
      Path path, FileChannel channel, byte[] description, int count, long end) throws IOException {
    int indexLength = INDEX_ENTRY * count;
    Schema schema;
    try {
      schema =
          Schema.fromJson(
              new String(
                  description,
                  indexLength,
                  description.length - indexLength,
                  StandardCharsets.UTF_8));
    } catch (SchemaException e) { // undamaged: fields that this version does not know
      throw new DemiluneException(
          path + ": the schema in the file cannot be read here: " + e.getMessage(), e);
    }
    ByteBuffer index = little(description);
    ByteBuffer[] blocks = new ByteBuffer[count];
    int[] rowsOf = new int[count];
    int[] checksums = new int[count];
    long at = HEAD;
    int first = 0; // of the window
    long start = at;
    for (int i = 0; i <= count; i++) {
      long length = i < count ? index.getLong(INDEX_ENTRY * i) : 0;
      // a longer block could not be mapped, and is not written
      if (length < 0 || length > Math.min(Integer.MAX_VALUE, end - at)) {
        throw damaged(path);
      }
      if (i == count || at + length - start > LARGEST_WINDOW) {
        map(channel, start, at - start, index, first, i, blocks);
        first = i;
        start = at;
      }
      if (i < count) {
        rowsOf[i] = index.getInt(INDEX_ENTRY * i + 8);
        checksums[i] = index.getInt(INDEX_ENTRY * i + 12);
        at += length;
      }
    }
    if (at != end || IntStream.of(rowsOf).asLongStream().sum() > Schema.MOST_ROWS) {
      throw damaged(path);
    }
    return new RowFile(path, schema, blocks, rowsOf, checksums);
  }

  private static void map(
      FileChannel channel,
      long start,
      long length,
      ByteBuffer index,
      int from,
      int to,
      ByteBuffer[] blocks)
      throws IOException {
    ByteBuffer window = channel.map(MapMode.READ_ONLY, start, length);
    int at = 0;
    for (int i = from; i < to; i++) {
      int ofBlock = Math.toIntExact(index.getLong(INDEX_ENTRY * i));
      blocks[i] = window.slice(at, ofBlock).order(ByteOrder.LITTLE_ENDIAN);
      at += ofBlock;
    }
  }

  /** Returns the schema that the rows were encoded by. */
  public Schema schema() {
    return schema;
  }

  /**
   * Refuses a schema by which records would have been encoded in another way.
   *
   * @throws DemiluneException with the first thing that differs
   */
  public void requireEncoding(Schema wanted) {
    Optional<String> difference = schema.encodingDifference(wanted);
    if (difference.isPresent()) {
      throw new DemiluneException(
          path
              + ": the rows were encoded with another schema; what differs first is "
              + difference.get()
              + ": leave --schema out to use the file's own, or encode the table again");
    }
  }

  /**
   * Reads all blocks once and checks them; does nothing if that was done.
   *
   * @throws DemiluneException if any is not as it was written
   */
  public synchronized void verify() {
    if (verified) {
      return;
    }
    int workers = Runtime.getRuntime().availableProcessors();
    boolean sound =
        IntStream.range(0, workers)
            .parallel()
            .allMatch(
                worker -> {
                  BlockArrays reused = new BlockArrays();
                  return IntStream.range(0, blocks.length)
                      .filter(i -> i % workers == worker)
                      .allMatch(i -> isSound(i, reused));
                });
    if (!sound) {
      throw damaged(path);
    }
    verified = true;
  }

  private boolean isSound(int index, BlockArrays reused) {
    CRC32C checksum = new CRC32C();
    try {
      checksum.update(blocks[index].duplicate());
      return (int) checksum.getValue() == checksums[index]
          && format.isSound(blocks[index], rowsOf[index], reused);
    } catch (InternalError e) {
      throw changed(e);
    }
  }

  /**
   * Returns the rows as training reads them, after {@link #verify}.
   *
   * @param wanted a schema that encodes as the file's own does, for what else it says
   */
  public BoundedDataset rows(Schema wanted) {
    requireEncoding(wanted);
    verify();
    return BoundedDataset.of(wanted, LocalRows.of(this));
  }

  long rows() {
    return rows;
  }

  int blocks() {
    return blocks.length;
  }

  /** Returns a block of its own. */
  StoredBlock block(int index) {
    return block(index, new BlockArrays());
  }

  /** Returns the lengths that are kept of a block's rows; null if there are none. */
  CenteredLengths keptLengths(int index) {
    return index < lengths.length ? lengths[index].last() : null;
  }

  /** Returns a reader for one worker: a block is gone when it returns the next. */
  IntFunction<StoredBlock> reader() {
    BlockArrays reused = new BlockArrays();
    return index -> block(index, reused);
  }

  private StoredBlock block(int index, BlockArrays into) {
    try {
      StoredBlock block = format.block(blocks[index], into);
      if (block == null) {
        throw changed(null);
      }
      return index < lengths.length ? block.keepingLengthsIn(lengths[index]) : block;
    } catch (InternalError e) {
      throw changed(e);
    }
  }

  long[] integers(int index) {
    try {
      long[] exact = format.integers(blocks[index]);
      if (exact == null) {
        throw changed(null);
      }
      return exact;
    } catch (InternalError e) {
      throw changed(e);
    }
  }

  /** Java reports a mapped page that is gone, because the file was cut meanwhile, as this error. */
  private DemiluneException changed(InternalError cause) {
    return new DemiluneException(
        path + ": the file was changed while it was read; encode the table again", cause);
  }

  private static DemiluneException damaged(Path path) {
    return new DemiluneException(
        path + ": the file is damaged or cut short; copy it again, or encode the table again");
  }

  static byte[] hash(byte[]... parts) {
    MessageDigest digest = sha256();
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns a buffer on these bytes, as all numbers of the file are: least byte first. */
  static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] bytes(FileChannel channel, long from, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {}
    return bytes.array();
  }
}
