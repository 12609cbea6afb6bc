/**
 * Reads tables and writes results.
 *
 * <p>First in the flow: a file becomes a {@link dev.demilune.data.Table}, a cursor over rows that
 * reads once and boxes nothing. Open {@link dev.demilune.data.Table} first, then the reader of your
 * format: CSV, LIBSVM or IDX, each plain or compressed (gzip, bzip2: recognized by content, not by
 * name). {@link dev.demilune.data.VectorTable} is for rows already in memory.
 *
 * <p>The package never guesses what a cell means (the schema says that) and never quotes a cell in
 * a message: a file and a line are enough. A malformed file gives an exception with one sentence; a
 * strange value in a well-formed file does not.
 */
package dev.demilune.data;
