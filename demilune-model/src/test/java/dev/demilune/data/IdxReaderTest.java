// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.model.LabeledRows;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxReaderTest {
  @TempDir Path directory;

  private Path images(int type, byte[] values, int... dimensions) throws IOException {
    return write("images", type, values, dimensions);
  }

  private Path labels(byte[] values, int... dimensions) throws IOException {
    return write("labels", 8, values, dimensions);
  }

  private Path write(String name, int type, byte[] values, int... dimensions) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 + 4 * dimensions.length + values.length);
    bytes.putInt(type << 8 | dimensions.length);
    for (int dimension : dimensions) {
      bytes.putInt(dimension);
    }
    bytes.put(values);
    return Files.write(directory.resolve(name), bytes.array());
  }

  private static void readAll(IdxReader table) {
    try (table) {
      while (table.next()) {}
    }
  }

  @Test
  void readsImagesAndLabels() throws IOException {
    Path images = images(8, new byte[] {0, 1, (byte) 255, 0, 7, 0, 0, 0}, 2, 2, 2);
    try (IdxReader table = IdxReader.open(images, labels(new byte[] {3, (byte) 200}, 2))) {
      assertThat(table.features()).isEqualTo(4);
      assertThat(table.layout()).isEqualTo(Table.Layout.VECTOR);
      assertThat(table.labeled()).isTrue();
      assertThat(table.next()).isTrue();
      assertThat(table.line()).isEqualTo(1);
      assertThat(table.cells()).isEqualTo(2);
      assertThat(table.column(0)).isEqualTo(1);
      assertThat(table.number(0)).isEqualTo(1);
      assertThat(table.column(1)).isEqualTo(2);
      assertThat(table.number(1)).isEqualTo(255);
      Vocabulary names = Vocabulary.numeric(List.of("200", "3"));
      assertThat(table.label(names)).isEqualTo(1);
      assertThat(table.next()).isTrue();
      assertThat(table.label(names)).isZero();
      assertThat(table.next()).isFalse();
    }
  }

  @Test
  void aBadLabelIsToldWithTheFileOfTheLabels() throws IOException {
    Path images = images(8, new byte[] {5, 6}, 2, 1);
    Path labels = labels(new byte[] {1, 9}, 2);
    Schema schema =
        Schema.vectors(1, new LabelSet(List.of("0", "1")))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(1))
            .build();
    try (IdxReader table = IdxReader.open(images, labels)) {
      LabeledRows rows = LabeledRows.of(schema, table);
      assertThat(rows.next()).isTrue();
      assertThatThrownBy(rows::next)
          .hasMessage(
              labels
                  + ":2: the label is not one of the schema's labels; correct it or leave the row"
                  + " out");
    }
  }

  @Test
  void labelsMayBeAbsent() throws IOException {
    try (IdxReader table = IdxReader.open(images(8, new byte[] {5, 6}, 1, 2))) {
      assertThat(table.labeled()).isFalse();
      assertThat(table.next()).isTrue();
      assertThat(table.label(Vocabulary.numeric(List.of("0")))).isEqualTo(-1);
    }
  }

  @Test
  void brokenFilesAreRefused() throws IOException {
    Path labels = labels(new byte[] {1, 2}, 2);
    Path images = images(8, new byte[3], 2, 2);
    fault(() -> readAll(IdxReader.open(images, labels)))
        .hasMessage(images + ":2: the file ends here, before its last record; copy it again");
    images(8, new byte[5], 2, 2);
    fault(() -> readAll(IdxReader.open(images, labels)))
        .hasMessage(images + ":2: the file goes on after its last record; it may be damaged");
    images(8, new byte[6], 3, 2);
    fault(() -> IdxReader.open(images, labels))
        .hasMessage(
            labels
                + ":1: the file has not as many labels as "
                + images
                + " has records; they must belong together");
    images(13, new byte[6], 3, 2);
    fault(() -> IdxReader.open(images))
        .hasMessage(
            images + ":1: the values are not unsigned bytes, the only IDX type read; convert them");
    images(8, new byte[6], 3, -1, -1);
    fault(() -> IdxReader.open(images))
        .hasMessage(
            images + ":1: a record must have 1 to 16,777,216 values; the file may be damaged");
    Files.write(images, new byte[] {0, 0, 8, 3, 0});
    fault(() -> IdxReader.open(images))
        .hasMessage(images + ":1: the file ends inside its header; copy it again");
    Files.write(images, new byte[0]);
    fault(() -> IdxReader.open(images))
        .hasMessage(images + ":1: the file is empty; there must be an IDX header");
    Files.writeString(images, "a,b\n1,2\n");
    fault(() -> IdxReader.open(images))
        .hasMessage(
            images + ":1: the file does not begin like IDX; check which file and format this is");
  }

  @Test
  void filesInTheWrongOrderAreNoticed() throws IOException {
    Path images = images(8, new byte[4], 2, 2);
    Path labels = labels(new byte[2], 2);
    fault(() -> IdxReader.open(labels, images))
        .hasMessage(
            labels + ":1: the file holds single numbers, not images; name the images file first");
    fault(() -> IdxReader.open(images, images))
        .hasMessage(
            images + ":1: the file holds images, not labels; name the images first, then labels");
  }

  @Test
  void labelsCutShortAreNoticed() throws IOException {
    Path images = images(8, new byte[4], 2, 2);
    Path labels = labels(new byte[1], 2);
    fault(() -> readAll(IdxReader.open(images, labels)))
        .hasMessage(labels + ":2: the file ends here, before its last record; copy it again");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> fault(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return assertThatThrownBy(call).isInstanceOf(DataException.class);
  }
}
