/**
 * Reading tables and writing results.
 *
 * <p>First in the flow: a file becomes a {@link dev.demilune.data.Table}, a cursor over rows that
 * reads once and boxes nothing. Open {@link dev.demilune.data.Table} first, then the reader of your
 * format: CSV, LIBSVM or IDX, each plain or compressed (gzip, bzip2: recognised by content, not by
 * name). {@link dev.demilune.data.VectorTable} is for rows already in memory.
 *
 * <p>The package never guesses what a cell means, which is the schema's business, and never quotes
 * a cell in a message: a file and a line are enough. A file that is broken gives one sentence; a
 * strange value in a file that is well formed does not.
 */
package dev.demilune.data;
