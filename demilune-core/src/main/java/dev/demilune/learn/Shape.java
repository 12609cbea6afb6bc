// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.internal.Check;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import java.util.List;

/**
 * The public size of a learning problem.
 *
 * @param rows the public number of rows, or what was declared as expected; 0 when it is private and
 *     was not declared, and when it is public but the rows were not read yet and none are expected
 * @param integers the declared range of each feature if all are integers ({@link
 *     Schema#integerRanges}); else empty
 * @param parts what the columns say of a record; empty for plain vectors
 */
public record Shape(
    long rows,
    int features,
    int classes,
    Adjacency adjacency,
    List<FeatureRange> integers,
    List<Part> parts) {

  public Shape {
    integers = List.copyOf(integers);
    if (!integers.isEmpty()) {
      Check.between("ranges of integers", integers.size(), features, features);
    }
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Check.atLeastOne("features", features);
    Check.between("classes", classes, 2, Integer.MAX_VALUE);
    parts = List.copyOf(parts);
  }

  /** The size of a problem of plain vectors. */
  public Shape(long rows, int features, int classes, Adjacency adjacency) {
    this(rows, features, classes, adjacency, List.of(), List.of());
  }

  /** Returns the shape that a schema declares, before any row is read. */
  public static Shape of(Schema schema) {
    return new Shape(
        schema.expectedRows(),
        schema.features(),
        schema.labels().size(),
        schema.adjacency(),
        schema.integerRanges(),
        schema.parts());
  }

  /**
   * Returns the shape of the data as far as it is public: the row count only where the adjacency
   * allows.
   */
  public static Shape of(BoundedDataset data) {
    Shape declared = of(data.schema());
    return declared.adjacency.rowCountIsPublic() ? declared.withRows(data.publicSize()) : declared;
  }

  /** Returns the shape of the same problem with another number of rows. */
  public Shape withRows(long others) {
    return new Shape(others, features, classes, adjacency, integers, parts);
  }

  /** Returns the shape of the same problem with other directions of its columns, say. */
  public Shape withParts(List<Part> others) {
    return new Shape(rows, features, classes, adjacency, integers, others);
  }

  /** Returns how many weight vectors a linear model has: two classes need one. */
  public static int outputs(int classes) {
    return classes == 2 ? 1 : classes;
  }
}
