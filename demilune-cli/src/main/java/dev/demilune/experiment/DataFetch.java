// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import dev.demilune.experiment.DataSets.DataSet;
import dev.demilune.learn.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

/**
 * Fetches data sets into a folder, from their origins or from a mirror, file by file over one
 * connection at a time.
 *
 * <p>Files wait in a folder beside their place until all of them are there and have their pinned
 * checksums; a data set is used only if it is whole. What a cut connection leaves is kept and
 * continued the next time. One process at a time fetches a data set.
 */
public final class DataFetch {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long LARGEST_FILE = 1L << 30; // bytes; the largest that is pinned has 10 MB
  private static final int KILOBYTE = 1000;
  private static final int OK = 200;
  private static final int PARTIAL = 206;
  private static final int NOT_SATISFIABLE = 416;

  private final Path cache;
  private final Optional<String> mirror;
  private final Duration patience;
  private final long largestFile;
  private final HttpClient client;

  private DataFetch(Path cache, Optional<String> mirror, Duration patience, long largestFile) {
    this.cache = cache;
    this.mirror = mirror;
    this.patience = patience;
    this.largestFile = largestFile;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(patience)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .proxy(ProxySelector.getDefault())
            .build();
  }

  /**
   * Returns what fetches into a folder.
   *
   * @param mirror a folder or an http address that holds data sets, each in a folder of its name;
   *     empty to go to the origins
   */
  public static DataFetch into(Path cache, Optional<String> mirror) {
    return new DataFetch(cache, mirror, PATIENCE, LARGEST_FILE);
  }

  /**
   * Returns the same with other limits.
   *
   * @param time without a byte after which a server is given up
   * @param bytes of the largest file that is taken
   */
  DataFetch withLimits(Duration time, long bytes) {
    return new DataFetch(cache, mirror, time, bytes);
  }

  /**
   * Returns where data sets are kept: below {@code XDG_CACHE_HOME}, or below {@code ~/.cache}.
   *
   * @param cacheHome the value of that variable; may be null
   */
  public static Path defaultCache(String cacheHome) {
    Path home =
        cacheHome == null || cacheHome.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cacheHome);
    return home.resolve("demilune").resolve("data");
  }

  /**
   * Fetches a data set, and returns the number of files that had to be fetched: 0 if all were
   * there.
   *
   * @param progress counts the kilobytes of each file that a server announces the length of
   * @throws DemiluneException if a file cannot be had, or is not the pinned one
   */
  public int fetch(DataSet set, Progress progress) {
    Path folder = cache.resolve(set.name());
    if (set.isIn(folder)) {
      set.files().forEach(file -> file.check(file.in(folder)));
      return 0;
    }
    Path waiting = cache.resolve("." + set.name() + ".partial");
    try {
      Files.createDirectories(waiting);
      Path mark = waiting.resolve(".lock");
      try (FileChannel channel =
          FileChannel.open(mark, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        if (!locked(channel)) {
          throw new DemiluneException(
              "another run is fetching " + set.name() + " to " + cache + ": wait for it");
        }
        for (DataSets.File file : set.files()) {
          fetch(set, file, waiting, progress);
        }
        Files.createDirectories(folder);
        for (DataSets.File file : set.files()) {
          Files.move(file.in(waiting), file.in(folder), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.delete(mark);
      }
      Files.delete(waiting);
      return set.files().size();
    } catch (IOException e) {
      throw new DemiluneException(
          "cannot keep " + set.name() + " in " + cache + " (" + e.getMessage() + ")", e);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null; // until the channel is closed
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private void fetch(DataSet set, DataSets.File file, Path waiting, Progress progress)
      throws IOException {
    Path whole = file.in(waiting);
    if (Files.exists(whole)) { // fetched and checked before another file failed
      return;
    }
    String source = source(set, file);
    Path part = waiting.resolve(file.name() + ".part");
    boolean continued = Files.exists(part);
    if (source.startsWith("http://") || source.startsWith("https://")) {
      download(address(source), part, progress);
    } else {
      copy(Path.of(source), part);
    }
    try {
      file.check(part);
    } catch (DemiluneException e) {
      Files.delete(part);
      if (continued) { // perhaps the first half was another server's
        fetch(set, file, waiting, progress);
        return;
      }
      throw new DemiluneException(
          source
              + " is not the pinned file: its content has another checksum than "
              + file.sha256().substring(0, 16)
              + "…; nothing was kept, try another --mirror",
          e);
    }
    Files.move(part, whole);
  }

  private String source(DataSet set, DataSets.File file) {
    if (mirror.isPresent()) {
      String base = mirror.get().replaceFirst("/+$", "");
      return base + "/" + set.name() + "/" + file.name();
    }
    if (set.origin().isEmpty()) {
      throw new DemiluneException(
          "no public server has "
              + set.name()
              + " in this form: name a folder or server that has it with --mirror");
    }
    return set.origin() + file.name();
  }

  private static URI address(String source) {
    try {
      URI address = URI.create(source);
      if (address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new DemiluneException(source + " is no address; check --mirror");
  }

  private static void copy(Path from, Path part) throws IOException {
    if (!Files.isRegularFile(from)) {
      throw new DemiluneException(from + ": there is no such file in the mirror");
    }
    Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING);
  }

  private void download(URI address, Path part, Progress progress) throws IOException {
    long have = Files.exists(part) ? Files.size(part) : 0;
    HttpResponse<InputStream> response = get(address, have);
    if (response.statusCode() == NOT_SATISFIABLE) { // what we have is not a part of it
      response.body().close();
      have = 0;
      response = get(address, 0);
    }
    try (InputStream body = response.body()) {
      int status = response.statusCode();
      if (status != OK && status != PARTIAL) {
        throw new DemiluneException(
            address + ": the server answered " + status + "; try again later, or name a --mirror");
      }
      boolean appended = status == PARTIAL && have > 0;
      long announced = response.headers().firstValueAsLong("Content-Length").orElse(0);
      try (OutputStream out =
              Files.newOutputStream(
                  part,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE,
                  appended ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
          StallGuard guard = new StallGuard(body, patience)) {
        transfer(new Transfer(address, body, out, guard), appended ? have : 0, announced, progress);
      } catch (TooLarge e) {
        Files.delete(part); // nothing of it would ever be taken
        throw e;
      }
    }
  }

  /** A server's answer on its way to the disk. */
  private record Transfer(URI address, InputStream body, OutputStream out, StallGuard guard) {}

  private void transfer(Transfer of, long have, long announced, Progress progress)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    long received = 0;
    while (true) {
      int count;
      try {
        count = of.guard.read(buffer);
      } catch (IOException e) { // of the network, not of the disk
        throw of.guard.stalled() ? stalled(of.address, e) : cut(of.address, e);
      }
      if (count < 0) {
        return;
      }
      received += count;
      if (have + received > largestFile) {
        throw new TooLarge(
            of.address
                + " is larger than any file of a data set, "
                + largestFile
                + " bytes: nothing was kept, try another --mirror");
      }
      of.out.write(buffer, 0, count);
      if (announced > 0) {
        progress.step((int) (received / KILOBYTE), (int) (announced / KILOBYTE));
      }
    }
  }

  /** What no checksum has to be computed for. */
  private static final class TooLarge extends DemiluneException {
    private TooLarge(String message) {
      super(message);
    }
  }

  private DemiluneException stalled(URI address, IOException e) {
    return new DemiluneException(
        address
            + ": the server has sent nothing for "
            + patience.toSeconds()
            + " s; run it again to go on, or name a --mirror",
        e);
  }

  private HttpResponse<InputStream> get(URI address, long from) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).timeout(patience).header("User-Agent", "demilune");
    if (from > 0) {
      request.header("Range", "bytes=" + from + "-");
    }
    try {
      return client.send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw cut(address, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemiluneException("interrupted; run it again to go on", e);
    }
  }

  private static DemiluneException cut(URI address, IOException e) {
    return new DemiluneException(
        address
            + ": the server cannot be reached, or the connection broke; run it again to go on, or"
            + " name a --mirror",
        e);
  }
}
