// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns are found in records and beans by their letters. */
class PropertyReaderTest {

  static class Person { // not public: its getters are opened
    public int getCapitalGain() {
      return 7;
    }

    public boolean isActive() {
      return true;
    }

    public String getURL() {
      return "here";
    }

    public void getNothing() {}

    public int get() {
      return 0;
    }
  }

  record Pair(int aB, int ab) {}

  record Failing(int age) {
    @Override
    public int age() {
      throw new IllegalStateException("no");
    }
  }

  private static Object[] read(Object from, String... columns) {
    Object[] into = new Object[columns.length];
    PropertyReader.of(from.getClass(), List.of(columns)).read(from, into);
    return into;
  }

  @Test
  void readsGetters() {
    assertThat(read(new Person(), "active", "capital-gain", "url"))
        .containsExactly(true, 7, "here");
    assertThat(read(new Person(), "Capital Gain")).containsExactly(7);
  }

  @Test
  void anExactNameIsTakenBeforeOneThatIsAlike() {
    assertThat(read(new Pair(1, 2), "aB", "ab")).containsExactly(1, 2);
    assertThatThrownBy(() -> read(new Pair(1, 2), "a_b"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            Pair.class.getName()
                + " has more than one property for column 'a_b': give a map, or rename one");
  }

  @Test
  void whatIsAbsentIsToldWithWhatIsThere() {
    assertThatThrownBy(() -> read(new Person(), "actives"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the record has no value for column 'actives', but one for 'active', which is no"
                + " column: give one, or null where it is missing");
    assertThatThrownBy(() -> read(new Person(), "class"))
        .hasMessageStartingWith("the record has no value for column 'class':");
    assertThatThrownBy(() -> read(new Failing(1), "age"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(Failing.class.getName() + ".age() failed: mend it, or give a map");
  }
}
