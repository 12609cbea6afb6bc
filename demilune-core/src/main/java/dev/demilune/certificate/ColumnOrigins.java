// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.certificate;

import dev.demilune.internal.Digits;
import dev.demilune.schema.Column;
import dev.demilune.schema.FeatureRange;
import dev.demilune.schema.Learned;
import dev.demilune.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where the ranges, categories and labels of a schema come from. */
final class ColumnOrigins {

  private static final int MOST_SHOWN = 200; // of plain text and pages; JSON has all

  private ColumnOrigins() {}

  /** For people: every column with what it is and where that comes from. */
  static Map<String, String> of(Schema schema) {
    Map<String, String> lines = new LinkedHashMap<>();
    if (schema.isVectors()) {
      lines.put("vectors", schema.features() + " features, declared");
    }
    for (Column column : schema.fileColumns()) {
      if (lines.size() == MOST_SHOWN) {
        lines.put("and more", schema.fileColumns().size() - MOST_SHOWN + " columns, see the JSON");
        break;
      }
      lines.put(column.name(), kind(schema, column) + ", " + origin(schema, column.name()));
    }
    lines.put("number of labels", schema.labels().size() + "");
    lines.put(
        "expected number of " + (schema.person().isPresent() ? "persons" : "rows"), rows(schema));
    return lines;
  }

  static String rows(Schema schema) {
    if (schema.expectedRows() == 0) {
      return "not declared";
    }
    boolean learned = schema.learned().map(Learned::rowCount).orElse(false);
    return schema.expectedRows() + ", " + (learned ? learned(schema) : "declared");
  }

  static String origin(Schema schema, String column) {
    Optional<Learned> learned = schema.learned();
    return learned.isPresent() && learned.get().columns().contains(column)
        ? learned(schema)
        : "declared";
  }

  private static String learned(Schema schema) {
    return schema.learned().orElseThrow().isUnchangedIn(schema)
        ? "learned privately"
        : "learned privately, and the schema was edited since";
  }

  private static String ends(FeatureRange range) {
    return Digits.plain(range.low()) + ".." + Digits.plain(range.high());
  }

  static String kind(Schema schema, Column column) {
    if (schema.person().filter(column.name()::equals).isPresent()) {
      return "names the person, of whom at most " + schema.rowsPerPerson() + " rows are used";
    }
    return kind(column);
  }

  private static String kind(Column column) {
    if (column instanceof Column.Numeric number) {
      return "number " + ends(number.range());
    } else if (column instanceof Column.Whole whole) {
      return "integer " + ends(whole.range());
    } else if (column instanceof Column.Category category) {
      return (category.ordered() ? "ordered, " : "category, ")
          + category.values().size()
          + " values";
    } else if (column instanceof Column.Hashed hashed) {
      return "hashed to " + hashed.buckets();
    } else if (column instanceof Column.Date date) {
      return "date " + date.from() + ".." + date.to();
    } else if (column instanceof Column.Label) {
      return "label";
    }
    return "not used";
  }
}
