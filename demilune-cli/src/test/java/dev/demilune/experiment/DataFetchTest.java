// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.demilune.DemiluneException;
import dev.demilune.experiment.DataSets.DataSet;
import dev.demilune.learn.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data sets from a server on this machine, whole or not at all. */
class DataFetchTest {

  private static final String CONTENT = "1,2,3\n".repeat(20_000);

  @TempDir Path directory;

  private final Map<String, byte[]> files = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private HttpServer server;
  private final CountDownLatch over = new CountDownLatch(1);
  private int cutAfter = Integer.MAX_VALUE;
  private boolean stalls;
  private DataSet set;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    files.put("/rows.csv", CONTENT.getBytes(UTF_8));
    files.put("/more.gz", gzip(CONTENT));
    set =
        DataSets.parse(
                "tiny: {title: t, license: l, origin: 'http://localhost:"
                    + server.getAddress().getPort()
                    + "/', files: {rows.csv: "
                    + hash(CONTENT)
                    + ", more.gz: "
                    + hash(CONTENT)
                    + "}}")
            .all()
            .get(0);
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    asked.add(exchange.getRequestURI().getPath() + (range == null ? "" : " " + range));
    byte[] content = files.get(exchange.getRequestURI().getPath());
    if (content == null) {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
      return;
    }
    int from = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
    exchange.sendResponseHeaders(range == null ? 200 : 206, content.length - from);
    int length = Math.min(content.length - from, cutAfter);
    exchange.getResponseBody().write(content, from, length);
    exchange.getResponseBody().flush();
    if (stalls) {
      await(over);
    }
    exchange.close(); // with less than was announced, the connection breaks
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String hash(String text) {
    try {
      return java.util.HexFormat.of()
          .formatHex(
              java.security.MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private DataFetch fetch() {
    return DataFetch.into(directory, Optional.empty());
  }

  private List<String> names(String folder) throws IOException {
    Path place = directory.resolve(folder);
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (var all = Files.list(place)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void fetchesOnceAndThenHasIt() throws IOException {
    assertThat(fetch().fetch(set, Progress.NONE)).isEqualTo(2);
    assertThat(Files.readString(directory.resolve("tiny/rows.csv"))).isEqualTo(CONTENT);
    assertThat(names("")).containsExactly("tiny");
    assertThat(fetch().fetch(set, Progress.NONE)).isZero();
    assertThat(asked).containsExactly("/rows.csv", "/more.gz");
  }

  @Test
  void aFileWithAnotherContentIsRefusedAndNothingIsThere() throws IOException {
    files.put("/more.gz", gzip(CONTENT + "4,5,6\n"));
    assertThatThrownBy(() -> fetch().fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("/more.gz is not the pinned file")
        .hasMessageContaining("nothing was kept");
    assertThat(names("tiny")).isEmpty();
    files.put("/more.gz", gzip(CONTENT));
    assertThat(fetch().fetch(set, Progress.NONE)).isEqualTo(2);
    assertThat(asked).containsExactly("/rows.csv", "/more.gz", "/more.gz");
  }

  @Test
  void whatIsThereAlreadyIsCheckedToo() throws IOException {
    fetch().fetch(set, Progress.NONE);
    Files.writeString(directory.resolve("tiny/rows.csv"), "other");
    assertThatThrownBy(() -> fetch().fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("rows.csv is not the pinned file");
  }

  @Test
  void aFileThatIsNotThereIsOneSentence() throws IOException {
    files.remove("/more.gz");
    assertThatThrownBy(() -> fetch().fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("/more.gz: the server answered 404");
    assertThat(names("tiny")).isEmpty();
  }

  @Test
  void aConnectionThatBrokeIsContinued() throws IOException {
    cutAfter = 50_000;
    assertThatThrownBy(() -> fetch().fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the connection broke; run it again to go on");
    assertThat(names("tiny")).isEmpty();
    long kept = Files.size(directory.resolve(".tiny.partial/rows.csv.part"));
    assertThat(kept).isBetween(1L, 50_000L);
    cutAfter = Integer.MAX_VALUE;
    assertThat(fetch().fetch(set, Progress.NONE)).isEqualTo(2);
    assertThat(asked).containsExactly("/rows.csv", "/rows.csv bytes=" + kept + "-", "/more.gz");
    assertThat(Files.readString(directory.resolve("tiny/rows.csv"))).isEqualTo(CONTENT);
  }

  /** Half a file and then nothing, over a connection that stays open. */
  @Test
  @Timeout(20) // seconds; without a guard it waits forever
  void aServerThatFallsSilentIsGivenUpAndContinued() throws IOException {
    stalls = true;
    cutAfter = 50_000;
    DataFetch impatient = fetch().withLimits(Duration.ofSeconds(1), 1 << 20);
    assertThatThrownBy(() -> impatient.fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("/rows.csv: the server has sent nothing for 1 s; run it again");
    stalls = false;
    cutAfter = Integer.MAX_VALUE;
    over.countDown();
    assertThat(fetch().fetch(set, Progress.NONE)).isEqualTo(2);
    assertThat(asked).hasSize(3);
    assertThat(asked.get(1)).startsWith("/rows.csv bytes=");
  }

  @Test
  void aFileWithoutEndIsGivenUp() throws IOException {
    DataFetch small = fetch().withLimits(Duration.ofSeconds(30), CONTENT.length() - 1);
    assertThatThrownBy(() -> small.fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("/rows.csv is larger than any file of a data set")
        .hasMessageContaining("nothing was kept");
    assertThat(names(".tiny.partial")).containsExactly(".lock");
  }

  @Test
  void theProgressEndsWithTheFile() {
    List<String> steps = new ArrayList<>();
    fetch().fetch(set, (done, total) -> steps.add(done + "/" + total));
    assertThat(steps).contains("120/120"); // kB of the first file
  }

  @Test
  void whatAnotherServerBeganIsFetchedAnew() throws IOException {
    Path waiting = Files.createDirectories(directory.resolve(".tiny.partial"));
    Files.writeString(waiting.resolve("rows.csv.part"), "another beginning");
    assertThat(fetch().fetch(set, Progress.NONE)).isEqualTo(2);
    assertThat(asked).containsExactly("/rows.csv bytes=17-", "/rows.csv", "/more.gz");
  }

  @Test
  void oneProcessAtATime() throws IOException {
    Path waiting = Files.createDirectories(directory.resolve(".tiny.partial"));
    try (FileChannel other =
        FileChannel.open(
            waiting.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();
      assertThatThrownBy(() -> fetch().fetch(set, Progress.NONE))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("another run is fetching tiny to ");
    }
    assertThat(fetch().fetch(set, Progress.NONE)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a b", "http:///data", "https://["})
  void anAddressThatIsNoneIsOneSentence(String mirror) {
    assertThatThrownBy(
            () -> DataFetch.into(directory, Optional.of(mirror)).fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("/tiny/rows.csv is no address; check --mirror");
  }

  @Test
  void aServerThatIsNotThereIsOneSentence() {
    server.stop(0);
    assertThatThrownBy(() -> fetch().fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the server cannot be reached");
  }

  @Test
  void aMirrorIsAFolderOrAServer() throws IOException {
    Path mirror = Files.createDirectories(directory.resolve("mirror/tiny")).getParent();
    Files.write(mirror.resolve("tiny/rows.csv"), files.get("/rows.csv"));
    DataFetch folder = DataFetch.into(directory.resolve("one"), Optional.of(mirror.toString()));
    assertThatThrownBy(() -> folder.fetch(set, Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("more.gz: there is no such file in the mirror");
    Files.write(mirror.resolve("tiny/more.gz"), files.get("/more.gz"));
    assertThat(folder.fetch(set, Progress.NONE)).isEqualTo(2);
    assertThat(asked).isEmpty();

    files.put("/copy/tiny/rows.csv", files.get("/rows.csv"));
    files.put("/copy/tiny/more.gz", files.get("/more.gz"));
    String address = "http://localhost:" + server.getAddress().getPort() + "/copy/";
    assertThat(
            DataFetch.into(directory.resolve("two"), Optional.of(address))
                .fetch(set, Progress.NONE))
        .isEqualTo(2);
    assertThat(asked).containsExactly("/copy/tiny/rows.csv", "/copy/tiny/more.gz");
  }

  @Test
  void aSetWithoutAnOriginNeedsAMirror() {
    assertThatThrownBy(() -> fetch().fetch(DataSets.known().named("usps"), Progress.NONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("no public server has usps in this form")
        .hasMessageContaining("--mirror");
  }

  @Test
  void theCatalogIsSound() {
    for (DataSet known : DataSets.known().all()) {
      assertThat(known.origin()).matches("(https://.*/)?");
      assertThat(known.files()).isNotEmpty();
      known.files().forEach(file -> assertThat(file.sha256()).matches("[0-9a-f]{64}"));
    }
    assertThatThrownBy(() -> DataSets.known().named("mnits"))
        .hasMessageContaining("did you mean 'mnist'?");
  }

  /** The pins, against the data sets that are on this machine. */
  @Test
  void thePinsAreThoseOfTheDataSets() {
    Path shared = Path.of("..", "..", "shared", "data");
    if (!Files.isDirectory(shared)) {
      System.err.println("SKIPPED: there are no public data sets at ../shared/data");
      return;
    }
    DataFolder folder = DataFolder.among(List.of(shared));
    DataSets.known().all().forEach(known -> assertThat(folder.require(known.name())).exists());
  }

  @Test
  void theCacheIsWhereOthersKeepTheirs() {
    assertThat(DataFetch.defaultCache("/c")).isEqualTo(Path.of("/c/demilune/data"));
    assertThat(DataFetch.defaultCache(null))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".cache/demilune/data"));
  }
}
