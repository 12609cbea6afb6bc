// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.nio.file.Path;

/**
 * Reads IDX, the format of MNIST: one file of records of unsigned bytes (images), one of labels.
 *
 * <p>A record's features are its bytes in file order, so their number is the product of the
 * dimensions after the first. Cells are the bytes that are not zero, as numbers from 1 to 255; a
 * schema's value scale maps them to [0, 1].
 */
public final class IdxReader extends FileTable implements VectorRows {
  private static final int UNSIGNED_BYTE = 8;
  private static final int MOST_FEATURES = 1 << 24;

  private final ByteSource labels; // null where there are none
  private final long records;
  private final int size; // of a record, as the header claims
  private byte[] record; // allocated only when the file has that many bytes
  private int[] features;
  private int label = -1;
  private long at;

  private IdxReader(ByteSource images, ByteSource labels) {
    super(images);
    this.labels = labels;
    int dimensions = dimensions(images);
    if (dimensions < 2) {
      throw images.fault("the file holds single numbers, not images; name the images file first");
    }
    records = count(images);
    long product = 1;
    for (int i = 1; i < dimensions; i++) {
      // Below 2^63: the product so far is below 2^31, a count below 2^32.
      product = Math.min(product * count(images), Integer.MAX_VALUE);
    }
    if (product < 1 || product > MOST_FEATURES) {
      throw images.fault("a record must have 1 to 16,777,216 values; the file may be damaged");
    }
    size = (int) product;
    if (labels != null) {
      checkLabels();
    }
  }

  /** Opens a file of images without labels, for prediction. */
  public static IdxReader open(Path images) {
    return open(ByteSource.open(images), null);
  }

  /** Opens a file of images and the file of their labels. */
  public static IdxReader open(Path images, Path labels) {
    ByteSource first = ByteSource.open(images);
    try {
      return open(first, ByteSource.open(labels));
    } catch (DataException e) {
      first.close();
      throw e;
    }
  }

  private static IdxReader open(ByteSource images, ByteSource labels) {
    try {
      return new IdxReader(images, labels);
    } catch (DataException e) {
      images.close();
      if (labels != null) {
        labels.close();
      }
      throw e;
    }
  }

  /** Returns the number of values of each record, as the file's header gives it. */
  public int features() {
    return size;
  }

  @Override
  public String labelSource() {
    return labels == null ? source() : labels.name();
  }

  @Override
  public boolean labeled() {
    return labels != null;
  }

  @Override
  public boolean next() {
    cells = 0;
    if (at == records) { // the header's count decides; what follows is a fault
      expectEnd(in);
      if (labels != null) {
        expectEnd(labels);
      }
      return false;
    }
    at++;
    in.at(at);
    // The header may lie: the record is allocated as its bytes arrive.
    if ((record == null ? readFirst() : in.read(record)) < size) {
      throw cutShort(in);
    }
    for (int i = 0; i < record.length; i++) {
      if (record[i] != 0) { // zeros are not listed, as in all vector tables
        features[cells++] = i;
      }
    }
    if (labels != null) {
      labels.at(at);
      label = labels.read();
      if (label < 0) {
        throw cutShort(labels);
      }
    }
    return true;
  }

  private int readFirst() {
    record = in.readUpTo(size);
    features = new int[record.length];
    return record.length;
  }

  @Override
  public long line() {
    return at;
  }

  @Override
  public int column(int i) {
    return features[i];
  }

  @Override
  public double number(int i) {
    return record[features[i]] & 0xff; // bytes are signed in Java, unsigned in IDX
  }

  @Override
  public int find(int i, Vocabulary values) {
    return values.findNumber(number(i));
  }

  @Override
  public int label(Vocabulary values) {
    return labels == null ? -1 : values.findNumber(label);
  }

  @Override
  public void close() {
    super.close();
    if (labels != null) {
      labels.close();
    }
  }

  private void checkLabels() {
    if (dimensions(labels) != 1) {
      throw labels.fault("the file holds images, not labels; name the images first, then labels");
    }
    if (count(labels) != records) {
      // The row count may be private, so the message gives neither number.
      throw labels.fault(
          "the file has not as many labels as "
              + in.name()
              + " has records; they must belong together");
    }
  }

  /** Reads the magic number; returns the number of dimensions. */
  private static int dimensions(ByteSource source) {
    byte[] first = source.beginning();
    if (first.length == 0) {
      throw source.fault("the file is empty; there must be an IDX header");
    }
    byte[] magic = new byte[4];
    if (source.read(magic) < 4 || magic[0] != 0 || magic[1] != 0 || magic[3] < 1) {
      throw source.fault("the file does not begin like IDX; check which file and format this is");
    }
    if (magic[2] != UNSIGNED_BYTE) {
      throw source.fault("the values are not unsigned bytes, the only IDX type read; convert them");
    }
    return magic[3];
  }

  private static long count(ByteSource source) {
    byte[] bytes = new byte[4];
    if (source.read(bytes) < 4) {
      throw source.fault("the file ends inside its header; copy it again");
    }
    long count = 0;
    for (byte b : bytes) {
      count = (count << 8) | (b & 0xff); // big-endian, unsigned: hence a long
    }
    return count;
  }

  private static DataException cutShort(ByteSource source) {
    return source.fault("the file ends here, before its last record; copy it again");
  }

  private static void expectEnd(ByteSource source) {
    if (source.peek() >= 0) {
      throw source.fault("the file goes on after its last record; it may be damaged");
    }
  }
}
