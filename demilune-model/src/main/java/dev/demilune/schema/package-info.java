/**
 * Public knowledge about a table, and the encoding and bounding of its rows.
 *
 * <p>Second in the flow: a {@link dev.demilune.data.Table} comes in, and {@code
 * dev.demilune.rows.BoundedDataset} turns its rows into integers of bounded norm, which is all a
 * learner sees. Open {@link dev.demilune.schema.Schema} first.
 *
 * <pre>{@code
 * Schema schema = Schema.builder()
 *     .number("age", 0, 120)
 *     .category("plan", "free", "pro")
 *     .label("churned", "no", "yes")
 *     .adjacency(Adjacency.REPLACE_ONE)
 *     .build();
 * BoundedDataset data = BoundedDataset.of(schema, CsvReader.open(Path.of("customers.csv")));
 * }</pre>
 *
 * <p>The package never infers a range, a category, a label or a mean from private rows; never
 * throws, stops or warns because of the value of a cell; and never prints a cell. Bad cells become
 * public defaults. The one exception to the first promise has it in its name: {@code
 * SchemaDraft.ofPublic} of {@code schema.file} drafts a schema from a sample that is public.
 */
package dev.demilune.schema;
