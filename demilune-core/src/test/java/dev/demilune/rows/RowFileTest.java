// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.data.CsvReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.random.StreamKey;
import dev.demilune.schema.Column;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encoded rows in a file: what is read is what was encoded, or the file is refused. */
class RowFileTest {

  private static final String DAMAGED = "the file is damaged or cut short";

  @TempDir Path directory;

  /** All that a fold can see of every row, in order. */
  @SuppressWarnings("NonApiType") // an accumulator is serializable
  private record Seen(int features, int parts) implements RowFold<ArrayList<String>> {
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
      int[] values = new int[features];
      char[] codes = new char[parts];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.copyTo(row, values);
        block.copyCodesTo(row, codes);
        BitSet nonzero = new BitSet();
        for (int j = 0; j < features; j++) {
          nonzero.set(j, values[j] != 0);
        }
        int[] some = nonzero.stream().map(j -> values[j]).toArray();
        sum.add(
            Arrays.toString(some)
                + nonzero
                + block.label(row)
                + "/"
                + block.peers(row)
                + "/"
                + block.squaredNorm(row)
                + Arrays.toString(new String(codes).chars().toArray()));
      }
    }

    @Override
    public ArrayList<String> merge(ArrayList<String> one, ArrayList<String> other) {
      one.addAll(other);
      return one;
    }
  }

  private static List<String> seen(BoundedDataset data, Batch batch) {
    List<String> rows = data.fold(new Seen(data.features(), data.schema().parts().size()), batch);
    rows.sort(null);
    return rows;
  }

  private static StreamKey key() {
    return Randomness.reproducible(1).stream("persons").key();
  }

  private static Table csv(String text) {
    return CsvReader.open(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "t.csv",
        dev.demilune.data.CsvFormat.standard());
  }

  private static Table libsvm(String text) {
    return LibsvmReader.open(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "t.svm");
  }

  private interface Opening {
    Table open();
  }

  private Path assertReadBack(Schema schema, Opening table) {
    Path file = directory.resolve("rows.dml");
    RowFileWriter.write(file, schema, table.open(), key());
    BoundedDataset expected = BoundedDataset.of(schema, table.open(), key());
    RowFile opened = RowFile.open(file);
    assertThat(opened.schema()).isEqualTo(schema);
    BoundedDataset read = opened.rows(opened.schema());
    assertThat(read.privateSize()).isEqualTo(expected.privateSize());
    assertThat(seen(read, Batch.ALL)).isEqualTo(seen(expected, Batch.ALL));
    Batch sample = Batch.sampled(PoissonSampling.withRate(0.3), key());
    assertThat(seen(read, sample)).isEqualTo(seen(expected, sample));
    assertThat(seen(read.kept(), Batch.ALL)).isEqualTo(seen(expected, Batch.ALL));
    if (!schema.adjacency().isOfPersons()) {
      assertThat(integers(read)).isEqualTo(integers(expected));
    }
    return file;
  }

  private static List<Long> integers(BoundedDataset data) {
    return IntStream.range(0, data.blocks())
        .boxed()
        .flatMap(i -> Arrays.stream(data.integers(i)).boxed())
        .toList();
  }

  private static SchemaBuilder mixed() {
    return Schema.builder()
        .number("age", 0, 100)
        .category("plan", "free", "pro")
        .integer("visits", -7, 5_000_000_000L)
        .column(Column.hashed("zip", 64))
        .cross("plan", "zip")
        .label("left", "no", "yes")
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE);
  }

  private static String mixedRows(int count) {
    StringBuilder text = new StringBuilder("age,plan,visits,zip,left\n");
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < count; i++) {
      text.append(random.nextInt(120)).append(random.nextBoolean() ? ",free," : ",pro,");
      text.append(random.nextLong(-9, 6_000_000_000L)).append(",\"z\n").append(random.nextInt(99));
      text.append(random.nextBoolean() ? "\",yes\n" : "\",no\n");
    }
    return text.toString();
  }

  @Test
  void columnsOfAllKindsAreReadBack() {
    assertReadBack(mixed().build(), () -> csv(mixedRows(5_000)));
  }

  @Test
  void noRowsAndOneRowAreReadBack() {
    assertReadBack(mixed().build(), () -> csv(mixedRows(0)));
    assertReadBack(mixed().build(), () -> csv(mixedRows(1)));
  }

  @Test
  void sparseRowsOfManyPagesAndLabelsAreReadBack() {
    List<String> labels = IntStream.range(0, 700).mapToObj(Integer::toString).toList();
    Schema schema =
        Schema.vectors(200_000, new LabelSet(labels))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(1))
            .build();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      text.append(13 * i % 700).append(' ').append(1 + i).append(":0.5 ");
      text.append(70_000 + 400 * i).append(":-0.25 200000:0.1\n");
    }
    assertReadBack(schema, () -> libsvm(text.toString()));
  }

  @Test
  void personsAreReadBack() {
    Schema schema =
        Schema.builder().person("who", 3).number("x", 0, 1).label("y", "no", "yes").build();
    StringBuilder text = new StringBuilder("who,x,y\n");
    for (int i = 0; i < 9_000; i++) {
      text.append(i * 7 % 2_000).append(",0.").append(i).append(i % 3 == 0 ? ",no\n" : ",yes\n");
    }
    assertReadBack(schema, () -> csv(text.toString()));
  }

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    Path file = assertReadBack(mixed().build(), () -> csv(mixedRows(3)));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  private void assertRefused(byte[] bytes, String sentence) throws IOException {
    Path file = Files.write(directory.resolve("other.dml"), bytes);
    assertThatThrownBy(() -> RowFile.open(file).verify())
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(sentence);
  }

  @Test
  void everyFlippedBitAndEveryCutIsNoticed() throws IOException {
    byte[] good = Files.readAllBytes(assertReadBack(mixed().build(), () -> csv(mixedRows(20))));
    for (int at = 0; at < good.length; at++) {
      byte[] flipped = good.clone();
      flipped[at] ^= (byte) (1 << (at % 8));
      String sentence =
          at < 8
              ? "this is no file of encoded rows"
              : at < 12 ? "" /* damaged, or of another version */ : DAMAGED;
      assertRefused(flipped, sentence);
      assertRefused(Arrays.copyOf(good, at), at < 8 ? "this is no file of encoded rows" : DAMAGED);
    }
    assertRefused(Arrays.copyOf(good, good.length + 1), DAMAGED);
    assertRefused(new byte[0], "this is no file of encoded rows");
    assertRefused("age,plan\n1,2\n".getBytes(StandardCharsets.UTF_8), "no file of encoded rows");
  }

  @Test
  void aNewerVersionIsRefusedByName() throws IOException {
    byte[] newer = Files.readAllBytes(assertReadBack(mixed().build(), () -> csv(mixedRows(2))));
    newer[8] = 2;
    assertRefused(newer, "the file is of format 2 and this version of Demilune reads format 1");
  }

  /** The bound on a row's norm holds also if whoever wrote the file did not keep it. */
  @Test
  void aRowBeyondItsBoundIsRefusedEvenWithTheRightChecksum() throws IOException {
    Schema schema =
        Schema.builder()
            .number("x", 0, 1)
            .number("y", 0, 1)
            .label("z", "no", "yes")
            .adjacency(Adjacency.REPLACE_ONE)
            .build();
    byte[] bytes =
        Files.readAllBytes(assertReadBack(schema, () -> csv("x,y,z\n0.9,0.1,no\n0,1,yes\n")));
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int values = RowFile.HEAD + 16;
    file.putShort(values, (short) 32_000).putShort(values + 2, (short) 32_000);
    file.putInt(values + 8, 2 * 32_000 * 32_000); // the squared norm, to match
    int index = index(bytes, schema);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, RowFile.HEAD, index - RowFile.HEAD);
    file.putInt(index + 12, (int) checksum.getValue());
    hashAgain(bytes, index);
    assertRefused(bytes, DAMAGED);
  }

  /** Returns where the index of a file of one block begins. */
  private static int index(byte[] bytes, Schema schema) {
    return bytes.length - RowFile.TAIL - schema.toJson().length() - RowFile.INDEX_ENTRY;
  }

  private static void hashAgain(byte[] bytes, int index) {
    int tail = bytes.length - RowFile.TAIL;
    byte[] hash =
        RowFile.hash(
            Arrays.copyOf(bytes, RowFile.HEAD),
            Arrays.copyOfRange(bytes, index, tail),
            Arrays.copyOfRange(bytes, tail, tail + 8));
    System.arraycopy(hash, 0, bytes, tail + 8, hash.length);
  }

  /** No block is that long, and none could be mapped. */
  @Test
  void aBlockOfTwoGigabytesIsRefused() throws IOException {
    Schema schema = mixed().build();
    byte[] bytes = Files.readAllBytes(assertReadBack(schema, () -> csv(mixedRows(2))));
    int index = index(bytes, schema);
    long length = 1L << 31;
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(index, length);
    hashAgain(bytes, index);
    Path file = Files.write(directory.resolve("long.dml"), Arrays.copyOf(bytes, RowFile.HEAD));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer end = ByteBuffer.wrap(bytes, index, bytes.length - index);
      channel.write(end, RowFile.HEAD + length); // between them is a hole, which takes no space
    }
    assertThatThrownBy(() -> RowFile.open(file))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith(file + ": " + DAMAGED);
  }

  @Test
  void aFileThatIsChangedWhileItIsReadIsRefused() throws IOException {
    Path file = assertReadBack(mixed().build(), () -> csv(mixedRows(5)));
    RowFile opened = RowFile.open(file);
    opened.verify();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {7}), RowFile.HEAD); // there is no such kind
    }
    String changed = file + ": the file was changed while it was read; encode the table again";
    assertThatThrownBy(() -> opened.block(0))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(changed);
    assertThatThrownBy(() -> opened.integers(0))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(changed);
  }

  /** A sample needs the lengths of its own rows only; whole folds keep all, though blocks go. */
  @Test
  void lengthsOfAllRowsAreKeptOnlyForManyRows() throws IOException {
    Schema schema = mixed().build();
    RowFile file = RowFile.open(assertReadBack(schema, () -> csv(mixedRows(500))));
    int[] center = new SplittableRandom(3).ints(schema.features(), -999, 999).toArray();
    CenteredLengths.Origin origin = CenteredLengths.Origin.of(center, 17);
    int[] few = new int[3];
    file.block(0).lengths(new int[] {3, 4, 499}, 3, origin, few);
    assertThat(file.keptLengths(0)).isNull();
    int[] many = new int[60];
    file.block(0).lengths(IntStream.range(440, 500).toArray(), 60, origin, many);
    CenteredLengths kept = file.keptLengths(0);
    assertThat(kept).isNotNull();
    assertThat(few[2]).isEqualTo(many[59]).isEqualTo(kept.of(499));
    int[] again = new int[60];
    CenteredLengths.Origin same = CenteredLengths.Origin.of(center, 17);
    center[0]++; // an origin does not change with the array that it was made of
    file.block(0).lengths(IntStream.range(440, 500).toArray(), 60, same, again);
    assertThat(again).isEqualTo(many);
    assertThat(file.keptLengths(0)).isSameAs(kept);
    CenteredLengths.Origin other = CenteredLengths.Origin.of(center, 17);
    file.block(0).lengths(new int[] {499}, 1, other, again);
    assertThat(again[0]).isEqualTo(CenteredLengths.of(file.block(0), other).of(499));
    // Few rows seen from elsewhere do not make all rows be computed once more.
    assertThat(file.keptLengths(0)).isSameAs(kept);
  }

  /** A center of its own for each block of wide rows would take more memory than the rows. */
  @Test
  void blocksShareTheOriginThatTheirLengthsAreSeenFrom() throws IOException {
    Schema schema = mixed().build();
    RowFile file = RowFile.open(assertReadBack(schema, () -> csv(mixedRows(5_000))));
    assertThat(file.blocks()).isGreaterThan(1);
    CenteredLengths.Origin origin = CenteredLengths.Origin.of(new int[schema.features()], 17);
    for (int i = 0; i < file.blocks(); i++) {
      StoredBlock block = file.block(i);
      int[] all = IntStream.range(0, block.rows()).toArray();
      block.lengths(all, all.length, origin, new int[all.length]);
      assertThat(file.keptLengths(i).origin()).isSameAs(origin);
    }
  }

  /** With ten times as many columns, 2,048 rows would not fit in one array of bytes. */
  @Test
  void rowsOfManyIntegersAreCutIntoSmallBlocks() {
    int columns = 10_000;
    SchemaBuilder wide = Schema.builder();
    StringBuilder header = new StringBuilder("y");
    for (int i = 0; i < columns; i++) {
      wide.integer("x" + i, 0, 2);
      header.append(",x").append(i);
    }
    Schema schema = wide.label("y", "no", "yes").adjacency(Adjacency.REPLACE_ONE).build();
    EncodedRow row = new EncodedRow();
    try (Table table = csv(header + "\nyes" + ",1".repeat(columns) + "\n")) {
      RowEncoder encoder = BlockEncoder.encoder(schema, table);
      assertThat(table.next()).isTrue();
      encoder.encode(table, row);
    }
    BlockBuilder builder = new BlockBuilder(schema, 700);
    for (int i = 0; i < 700; i++) {
      builder.add(row);
    }
    assertThat(builder.blocks()).extracting(BoundedDataset.Block::rows).containsExactly(671, 29);
    assertThat(builder.integers())
        .extracting(integers -> integers.length)
        .containsExactly(671 * columns, 29 * columns);
    BlockFormat format = new BlockFormat(schema);
    long[] integers = builder.integers().get(0);
    ByteBuffer bytes =
        ByteBuffer.wrap(format.bytes(builder.take(), integers)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.capacity()).isLessThan(1 << 27);
    assertThat(format.isSound(bytes, 671, new BlockArrays())).isTrue();
  }

  /** A worker's arrays are longer than a short block: what follows in them is of another block. */
  @Test
  void entriesBeyondTheBlockAreRefused() {
    Schema schema =
        Schema.vectors(100, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    BlockFormat format = new BlockFormat(schema);
    ByteBuffer longer = sparse(format, schema, 5);
    ByteBuffer shorter = sparse(format, schema, 1);
    BlockArrays reused = new BlockArrays();
    assertThat(format.isSound(longer, 1, reused)).isTrue();
    assertThat(format.isSound(shorter, 1, reused)).isTrue();

    int ends = 16 + 8 + 4; // after the head, one entry and padding, and the first start
    assertThat(shorter.getInt(ends)).isEqualTo(1);
    shorter.putInt(ends, 2);

    assertThat(format.block(shorter, reused)).isNull();
  }

  private static ByteBuffer sparse(BlockFormat format, Schema schema, int entries) {
    double[] row = new double[100];
    Arrays.fill(row, 0, entries, 0.1);
    BlockBuilder builder = new BlockBuilder(schema, 1);
    builder.add(schema.encode(row));
    return ByteBuffer.wrap(format.bytes(builder.cutSparse(), new long[0]))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void onlyASchemaThatEncodesAlikeIsTaken() {
    RowFile file = RowFile.open(assertReadBack(mixed().build(), () -> csv(mixedRows(9))));
    file.requireEncoding(mixed().expectedRows(50).intercept(0.5).build());
    file.requireEncoding(mixed().adjacency(Adjacency.REPLACE_ONE).build());
    assertOther(file, mixed().rows(RowBound.clip(3)).build(), "how rows are bounded (rows:)");
    assertOther(file, mixed().missingValues("", "?").build(), "the texts that mean missing");
    assertOther(file, mixed().number("more", 0, 1).build(), "column 'more'");
    assertOther(
        file,
        Schema.builder()
            .number("age", 0, 99)
            .label("left", "no", "yes")
            .adjacency(Adjacency.REPLACE_ONE)
            .build(),
        "column 'age'");
    assertOther(
        file,
        Schema.vectors(3, new LabelSet(List.of("no", "yes")))
            .adjacency(Adjacency.REPLACE_ONE)
            .build(),
        "whether rows are plain vectors");
  }

  private static void assertOther(RowFile file, Schema schema, String difference) {
    assertThatThrownBy(() -> file.rows(schema))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("what differs first is " + difference + ":");
  }

  @Test
  void aFaultOfTheTableLeavesNothingBehind() {
    Path file = directory.resolve("rows.dml");
    String ragged = mixedRows(9_000) + "1,pro,2,3,yes,6\n" + mixedRows(9_000).substring(25);
    assertThatThrownBy(() -> RowFileWriter.write(file, mixed().build(), csv(ragged), key()))
        .hasMessageStartingWith("t.csv:18002: the row has 6 cells and the first line 5");
    assertThat(directory).isEmptyDirectory();
  }
}
