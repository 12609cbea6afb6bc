// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.Arrays;

/** Recognizes a file's format by its first bytes, for the message when it is the wrong one. */
final class FileKind {

  /** A zero byte and no mark: a format that is not known, or a broken text. */
  static final String BINARY = "binary";

  private static final String ZIP = "a zip archive (spreadsheets are, too)";
  private static final String TWICE = "compressed twice";
  private static final String OTHERWISE = "compressed in a way other than gzip or bzip2";
  private static final String IDX = "IDX (binary images or labels)";
  private static final String UTF_16 = "UTF-16 rather than UTF-8";

  private static final String ROWS = "one of encoded rows, made by 'demilune encode'";

  private FileKind() {}

  /** Returns what to do with a file of such a kind. */
  static String remedy(String kind) {
    return switch (kind) {
      case ZIP -> "unpack it, or save the spreadsheet as CSV, and name the file that you get";
      case TWICE, OTHERWISE -> "unpack it first; gzip and bzip2 are read as they are";
      case IDX -> "name that format (idx)";
      case ROWS -> "name the table that it was made from; only training reads encoded rows";
      case UTF_16 -> "save it as UTF-8";
      default -> "convert it first";
    };
  }

  /** Returns a phrase such as "a zip archive", or "" if the bytes may begin a text. */
  static String of(byte[] first) {
    if (ByteSource.startsWith(first, 'P', 'K', 3, 4)) {
      return ZIP;
    }
    if (ByteSource.startsWith(first, 0x1f, 0x8b) || isBzip2(first)) {
      return TWICE;
    }
    if (ByteSource.startsWith(first, 0xfd, '7', 'z', 'X', 'Z')
        || ByteSource.startsWith(first, '7', 'z', 0xbc, 0xaf)
        || ByteSource.startsWith(first, 0x28, 0xb5, 0x2f, 0xfd)) {
      return OTHERWISE;
    }
    // a CSV column may be named PAR1
    if (ByteSource.startsWith(first, 'P', 'A', 'R', '1') && !isText(first)) {
      return "Parquet";
    }
    if (ByteSource.startsWith(first, 'S', 'Q', 'L', 'i', 't', 'e', ' ', 'f') && !isText(first)) {
      return "an SQLite database";
    }
    if (ByteSource.startsWith(first, 0x89, 'H', 'D', 'F')) {
      return "HDF5";
    }
    if (ByteSource.startsWith(first, 0x89, 'D', 'M', 'L', '\r', '\n', 0x1a, '\n')) {
      return ROWS;
    }
    // type code from 8 on, then the dimensions
    if (ByteSource.startsWith(first, 0, 0) && first.length > 3 && first[2] >= 8 && first[3] > 0) {
      return IDX;
    }
    if (ByteSource.startsWith(first, 0xff, 0xfe) || ByteSource.startsWith(first, 0xfe, 0xff)) {
      return UTF_16;
    }
    for (byte b : first) {
      if (b == 0) {
        return BINARY;
      }
    }
    return "";
  }

  /**
   * Returns whether a bzip2 stream begins: a level, then the magic number of a block or of the end.
   * The first three letters alone may be text.
   */
  static boolean isBzip2(byte[] first) {
    if (!ByteSource.startsWith(first, 'B', 'Z', 'h') || first.length < 4) {
      return false;
    }
    byte[] number = Arrays.copyOfRange(first, 4, Math.min(first.length, 10));
    return first[3] >= '1'
        && first[3] <= '9'
        && (number.length < 6 // cut short
            || ByteSource.startsWith(number, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59)
            || ByteSource.startsWith(number, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90));
  }

  private static boolean isText(byte[] first) {
    for (byte b : first) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
