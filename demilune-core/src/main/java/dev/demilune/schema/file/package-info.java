// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Schemas as YAML files: reading, writing and drafting them.
 *
 * <p>Sits beside {@code schema}, which knows no files: {@link dev.demilune.schema.file.SchemaFile}
 * reads a file into a {@link dev.demilune.schema.Schema} and reports all faults with their lines.
 * Open it first. {@link dev.demilune.schema.file.AnnotatedSchema} writes a schema back, with notes
 * on where its ranges come from. The command line, the benchmarks and {@code survey} use it.
 *
 * <pre>{@code
 * Schema schema = SchemaFile.read(Path.of("schema.yaml"));
 * }</pre>
 *
 * <p>A file is public: it must be written without looking at the private rows. {@link
 * dev.demilune.schema.file.SchemaDraft} drafts one from a sample of rows that must be public too,
 * and its entry point says so: {@code ofPublic}.
 *
 * <p>Nothing here reads a private row or constructs anything but text from a file; anchors are
 * refused.
 */
package dev.demilune.schema.file;
