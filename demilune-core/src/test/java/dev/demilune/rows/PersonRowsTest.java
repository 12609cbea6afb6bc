// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvReader;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PersonRowsTest {

  private static final int MOST = 3;
  private static final Schema SCHEMA =
      Schema.builder()
          .person("who", MOST)
          .number("x", 0, 1000)
          .label("y", "no", "yes")
          .rows(dev.demilune.schema.RowBound.clip(2))
          .build();

  /** What is stored of each row: its first value and how many peers it has. */
  @SuppressWarnings("NonApiType") // an accumulator is serializable
  private static final class Stored implements RowFold<ArrayList<String>> {
    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public ArrayList<String> empty() {
      return new ArrayList<>();
    }

    @Override
    public void add(ArrayList<String> sum, BoundedDataset.Block block, BitSet rows) {
      int[] values = new int[1];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.copyTo(row, values);
        sum.add(values[0] + "/" + block.label(row) + "/" + block.peers(row));
      }
    }

    @Override
    public ArrayList<String> merge(ArrayList<String> one, ArrayList<String> other) {
      one.addAll(other);
      return one;
    }
  }

  private static List<String> stored(BoundedDataset data) {
    List<String> all = data.fold(new Stored());
    Collections.sort(all);
    return all;
  }

  private static BoundedDataset read(List<String> lines, long seed) {
    return read(lines, SCHEMA, seed);
  }

  private static BoundedDataset read(List<String> lines, Schema schema, long seed) {
    String text = "x,who,y\n" + String.join("\n", lines) + "\n";
    return BoundedDataset.of(
        schema,
        CsvReader.open(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            "rows.csv",
            schema.csvFormat()),
        Randomness.reproducible(seed).key());
  }

  private static List<String> table(Random random, int persons) {
    List<String> lines = new ArrayList<>();
    for (int p = 0; p < persons; p++) {
      int rows = 1 + random.nextInt(2 * MOST);
      for (int i = 0; i < rows; i++) {
        lines.add(random.nextInt(1000) + ",p" + p + "," + (random.nextBoolean() ? "yes" : "no"));
      }
    }
    return lines;
  }

  @Test
  void usesAtMostSoManyRowsOfAPersonAndCountsPersons() {
    BoundedDataset data = read(table(new Random(1), 200), 1);
    assertEquals(200, data.privateSize());
    TreeMap<String, Integer> byPeers = new TreeMap<>();
    for (String row : stored(data)) {
      byPeers.merge(row.substring(row.lastIndexOf('/') + 1), 1, Integer::sum);
    }
    assertEquals(Set.of("1", "2", "3"), byPeers.keySet());
    byPeers.forEach((peers, rows) -> assertEquals(0, rows % Integer.parseInt(peers)));
    assertEquals(
        200, byPeers.get("1") + byPeers.get("2") / 2 + byPeers.get("3") / 3); // all persons
  }

  @Test
  void theChoiceDoesNotDependOnTheOrderOfRows() {
    List<String> lines = table(new Random(2), 100);
    List<String> expected = stored(read(lines, 7));
    for (int i = 0; i < 5; i++) {
      Collections.shuffle(lines, new Random(i));
      assertEquals(expected, stored(read(lines, 7)));
    }
    assertNotEquals(expected, stored(read(lines, 8)), "another key chooses other rows");
  }

  /** As on a cluster: parts of persons in many places, merged in any order. */
  @Test
  void partsThatAreMergedKeepWhatOnePlaceKeeps() {
    PersonChoice choice = PersonChoice.of(Randomness.reproducible(7).key(), MOST);
    Random random = new Random(4);
    List<String> lines = table(random, 100);
    PersonRows inOnePlace = new PersonRows(SCHEMA, choice);
    Map<String, List<HeldRows>> parts = new TreeMap<>();
    for (String line : lines) {
      String[] cells = line.split(",", -1);
      EncodedRow row = new EncodedRow();
      row.start(cells[2].equals("yes") ? 1 : 0);
      row.add(0, 1 + Integer.parseInt(cells[0])); // a zero is no entry
      row.addPart(1 + Integer.parseInt(cells[0]));
      inOnePlace.add(cells[1], row);
      List<HeldRows> hers = parts.computeIfAbsent(cells[1], name -> new ArrayList<>());
      if (hers.isEmpty() || random.nextBoolean()) {
        hers.add(new HeldRows(cells[1]));
      }
      hers.get(random.nextInt(hers.size())).add(row, choice);
    }
    parts.values().forEach(hers -> Collections.shuffle(hers, random));
    BoundedDataset data = merged(parts, choice);

    assertEquals(stored(inOnePlace.bounded()), stored(data));
    assertEquals(100, data.privateSize());
  }

  private static BoundedDataset merged(Map<String, List<HeldRows>> parts, PersonChoice choice) {
    List<HeldRows> persons = new ArrayList<>();
    parts.forEach(
        (name, hers) -> {
          HeldRows all = new HeldRows(name);
          hers.forEach(part -> all.merge(part, choice));
          persons.add(all);
        });
    List<StoredBlock> blocks = new ArrayList<>();
    BlockEncoder.ofPersons(SCHEMA, persons.iterator())
        .forEachRemaining(block -> blocks.add((StoredBlock) block));
    List<long[]> none = Collections.nCopies(blocks.size(), new long[0]);
    return BoundedDataset.of(SCHEMA, LocalRows.of(blocks, none));
  }

  @Test
  void addingAPersonChangesNoOtherRow() {
    List<String> lines = table(new Random(3), 50);
    List<String> before = stored(read(lines, 7));
    List<String> more = new ArrayList<>(lines);
    for (int i = 0; i < 10; i++) {
      more.add(0, (900 + i) + ",new,yes");
    }
    List<String> after = new ArrayList<>(stored(read(more, 7)));
    before.forEach(row -> assertTrue(after.remove(row)));
    assertEquals(MOST, after.size());
    after.forEach(row -> assertTrue(row.endsWith("/3")));
  }

  @Test
  void everyRowOfAPersonIsUsedUnderSomeKey() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      lines.add(100 * i + ",p,no");
    }
    Set<String> seen = new HashSet<>();
    for (int key = 0; key < 100; key++) {
      seen.addAll(stored(read(lines, key)));
    }
    assertEquals(10, seen.size()); // one is never among 3 of 10 with probability 0.7^100 < 1e-15
  }

  @Test
  void equalRowsAreInterchangeable() {
    List<String> lines = List.of("5,p,no", "5,p,no", "5,p,no", "5,p,no", "5,p,no");
    List<String> rows = stored(read(lines, 1));
    assertEquals(MOST, rows.size());
    assertEquals(1, new HashSet<>(rows).size());
  }

  @Test
  void missingNamesAreOneCommonPersonAndBlanksDoNotTellPersonsApart() {
    BoundedDataset data =
        read(List.of("1,,no", "2,,no", "3,,no", "4,,no", "5,,no", "6, p,no", "7,p ,no"), 1);
    assertEquals(2, data.privateSize());
    assertEquals(MOST + 2, stored(data).size());
  }

  @Test
  void choosesTheSameAfterATripToAnotherMachine() throws Exception {
    PersonChoice choice = PersonChoice.of(Randomness.reproducible(5).key(), 4);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(choice);
    }
    PersonChoice other;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      other = (PersonChoice) in.readObject();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    byte[] row = {1, 2, 3};
    assertEquals(choice.ranks().of("p", row), other.ranks().of("p", row));
    assertNotEquals(choice.ranks().of("p", row), other.ranks().of("q", row));
    assertEquals(-677596830758867978L, choice.ranks().of("p", row)); // part of every seeded run
  }

  @Test
  void whatIsProvedForRowsIsRefused() {
    BoundedDataset data = read(List.of("1,p,no", "2,q,yes"), 1);
    assertThrows(IllegalStateException.class, () -> data.block(0));
    assertThrows(IllegalStateException.class, () -> data.integers(0));
    assertThrows(
        IllegalStateException.class,
        () -> data.foldNumbered(() -> 0, (sum, i) -> {}, (one, two) -> one));
    VectorSum unaware =
        new VectorSum() {
          @Override
          public int size() {
            return 1;
          }

          @Override
          public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
            sum[0] += rows.cardinality();
          }
        };
    assertThrows(IllegalStateException.class, () -> data.fold(unaware));
    assertThrows(DemiluneException.class, data::publicSize);
  }

  /** Shares of rows with the second label less those with the first. */
  private record Balance() implements VectorSum {
    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      int whole = Shares.of(Adjacency.ADD_OR_REMOVE_PERSON);
      rows.stream()
          .forEach(r -> sum[0] += (block.label(r) == 1 ? 1L : -1L) * block.shares(r, whole));
    }
  }

  /** The premise that names are people's own: without it a sum moves by two, and no further. */
  @Test
  void peopleWhoShareANameOrHaveNoneMoveASumByTwoAtMost() {
    int whole = Shares.of(Adjacency.ADD_OR_REMOVE_PERSON);
    for (String name : List.of("smith", "")) {
      List<String> one = new ArrayList<>();
      List<String> other = new ArrayList<>();
      for (int i = 0; i < MOST; i++) {
        one.add(i + "," + name + ",yes");
        other.add(500 + i + "," + name + ",no");
      }
      List<String> both = new ArrayList<>(one);
      both.addAll(other);
      long most = 0;
      for (int seed = 0; seed < 200; seed++) {
        long before = read(one, seed).fold(new Balance())[0];
        most = Math.max(most, Math.abs(read(both, seed).fold(new Balance())[0] - before));
      }
      assertEquals(2L * whole, most);
    }
    assertTrue(Adjacency.ADD_OR_REMOVE_PERSON.premise().contains("one text of their own"));
  }

  @Test
  void aFileWithoutTheColumnIsRefused() {
    Schema other =
        Schema.builder().person("someone", 2).number("x", 0, 1).label("y", "no", "yes").build();
    DemiluneException e =
        assertThrows(DemiluneException.class, () -> read(List.of("1,p,no"), other, 1));
    assertTrue(e.getMessage().contains("'someone', which says whose row it is"), e.getMessage());
  }

  @Test
  void sharesOfAPersonAreAtMostOne() {
    int whole = Shares.of(Adjacency.ADD_OR_REMOVE_PERSON);
    for (int m = 1; m <= Schema.MOST_ROWS_PER_PERSON; m++) {
      long sum = (long) m * Shares.ofRow(whole, m);
      assertTrue(sum <= whole && sum > 0.96 * whole, m + " rows have " + sum);
      assertTrue(m > 12 || sum == whole);
    }
    assertEquals(1, Shares.ofRow(Shares.of(Adjacency.ADD_OR_REMOVE_ONE), 1));
    long[] noisy = {whole, -whole, whole / 2, whole / 2 - 1, 0};
    Shares.toWholes(noisy, whole);
    assertEquals(List.of(1L, -1L, 1L, 0L, 0L), java.util.Arrays.stream(noisy).boxed().toList());
  }
}
