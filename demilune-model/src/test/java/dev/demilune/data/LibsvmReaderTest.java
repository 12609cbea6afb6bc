// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LibsvmReaderTest {
  private static final Vocabulary SIGNS = Vocabulary.numeric(List.of("-1", "1"));

  private static LibsvmReader open(String text) {
    return LibsvmReader.open(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "t.libsvm");
  }

  @Test
  void readsEntriesLabelsAndComments() {
    LibsvmReader table =
        open("# made by hand\n+1 1:0.5 3:-2e1 # é\r\n\n  -1.0\t2:1 \n1 7:nan 9:x 11:\n0 5:1");

    assertThat(table.layout()).isEqualTo(Table.Layout.VECTOR);
    assertThat(table.columns()).isEmpty();
    assertThat(table.next()).isTrue();
    assertThat(table.line()).isEqualTo(2);
    assertThat(table.label(SIGNS)).isEqualTo(1);
    assertThat(table.cells()).isEqualTo(2);
    assertThat(table.column(0)).isZero();
    assertThat(table.number(0)).isEqualTo(0.5);
    assertThat(table.column(1)).isEqualTo(2);
    assertThat(table.number(1)).isEqualTo(-20);

    assertThat(table.next()).isTrue();
    assertThat(table.line()).isEqualTo(4);
    assertThat(table.label(SIGNS)).isZero();

    assertThat(table.next()).isTrue();
    assertThat(table.cells()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      assertThat(table.number(i)).isNaN();
    }
    assertThat(table.next()).isTrue();
    assertThat(table.label(SIGNS)).isEqualTo(-1);
    assertThat(table.next()).isFalse();
  }

  @Test
  void hugeIndicesDoNotThrow() {
    LibsvmReader table = open("1 2:1 2147483647:3 2147483648:4 99999999999999999999999:5\n");

    assertThat(table.next()).isTrue();
    assertThat(table.cells()).isEqualTo(2);
    assertThat(table.column(1)).isEqualTo(2_147_483_646);
  }

  @Test
  void commentsAloneAreNoRows() {
    assertThat(open("# nothing yet\n").next()).isFalse();
  }

  private static void assertFault(String text, String message) {
    assertThatThrownBy(
            () -> {
              LibsvmReader table = open(text);
              while (table.next()) {}
            })
        .isInstanceOf(DataException.class)
        .hasMessage(message);
  }

  @Test
  void brokenFormIsRefusedWithItsLine() {
    String form = "t.libsvm:2: an entry is not of the form index:value; mend the row";
    assertFault("1 1:1\n1 secret\n", form);
    assertFault("1 1:1\n1 :5\n", form);
    assertFault("1 1:1\n1 a:5\n", form);
    assertFault("1 1:1\n1 -3:5\n", form);
    assertFault("1 1:1\n1 1.5:5\n", form);
    assertFault("1 0:1\n", "t.libsvm:1: an index is 0; LIBSVM counts features from 1");
    String order = "t.libsvm:1: indices must increase within a row; sort the entries";
    assertFault("1 2:1 2:1\n", order);
    assertFault("1 3:1 2:1\n", order);
    assertFault(
        "1:1 2:1\n", "t.libsvm:1: the row begins without a label; write it before the first index");
    String csv =
        "t.libsvm:1: there is a comma, a semicolon or a quote in the label; LIBSVM has 'label"
            + " index:value ...', and CSV needs a schema";
    assertFault("age,plan,churned\n41,pro,no\n", csv);
    assertFault("41;pro;no\n", csv);
    assertFault("1,2 3:0.5\n", csv);
    assertFault("", "t.libsvm:1: the file is empty; there must be at least a row");
    assertFault(" \n\n", "t.libsvm:1: the file is empty; there must be at least a row");
    assertFault(
        "PK\3\4",
        "t.libsvm:1: the file is a zip archive (spreadsheets are, too), not"
            + " LIBSVM text; unpack it, or save the spreadsheet as CSV, and name the file that you get");
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    byte[] bytes = {'1', ' ', '1', ':', '1', '\n', (byte) 0xe9, ' ', '1', ':', '2', '\n'};
    LibsvmReader table = LibsvmReader.open(new ByteArrayInputStream(bytes), "t.libsvm");

    assertThat(table.next()).isTrue();
    assertThatThrownBy(table::next)
        .isInstanceOf(DataException.class)
        .hasMessage("t.libsvm:2: the text is not UTF-8; convert the file to UTF-8");
  }
}
