// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.DemiluneException;
import dev.demilune.data.IdxReader;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;

/**
 * Plain vectors: values times the schema's value scale; entries beyond its features are dropped.
 *
 * <p>A file whose header gives the length of its records (IDX) must match the schema: the header is
 * public, and half an image is a mistake.
 */
final class VectorEncoder implements RowEncoder {
  private final int features;
  private final double valueScale;
  private final Vocabulary labels;
  private final int otherLabel;
  private final boolean labeled;

  private VectorEncoder(Schema schema, Table table) {
    features = schema.features();
    valueScale = schema.valueScale();
    labels = Vocabulary.numeric(schema.labels().names());
    otherLabel = schema.labels().other();
    labeled = table.labeled();
  }

  static VectorEncoder of(Schema schema, Table table) {
    if (table.layout() != Table.Layout.VECTOR) {
      throw new DemiluneException(
          table.source()
              + ": the file has columns but the schema describes plain vectors; use a schema that"
              + " lists the columns");
    }
    if (table instanceof IdxReader images && images.features() != schema.features()) {
      throw new DemiluneException(
          table.source()
              + ": each record has "
              + images.features()
              + " values but "
              + schema.features()
              + " features are declared; declare "
              + images.features()
              + ", or name the right file");
    }
    return new VectorEncoder(schema, table);
  }

  @Override
  public void encode(Table table, EncodedRow into) {
    int label = labeled ? table.label(labels) : -1;
    into.start(labeled && label < 0 ? otherLabel : label);
    for (int i = 0; i < table.cells(); i++) {
      if (table.column(i) < features) {
        into.add(table.column(i), table.number(i) * valueScale);
      }
    }
  }

  @Override
  public boolean hasLabel() {
    return labeled;
  }
}
