// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real PostgreSQL server of its own, from the programs that are installed. */
public final class PostgresServer implements AutoCloseable {

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  private final Path programs;
  private final Path directory;
  private final int port;
  private int schemas;

  private PostgresServer(Path programs, Path directory, int port) {
    this.programs = programs;
    this.directory = directory;
    this.port = port;
  }

  /** Starts a server, or skips the tests that need one and says so. */
  public static PostgresServer start() {
    Optional<Path> programs = programs();
    if (programs.isEmpty()) {
      System.err.println(
          "SKIPPED: ledgers in PostgreSQL are NOT tested, because it is not installed here"
              + " (Debian: apt-get install postgresql)");
    }
    Assumptions.assumeTrue(programs.isPresent(), "PostgreSQL is not installed");
    try (ServerSocket free = new ServerSocket(0)) {
      Path directory = Files.createTempDirectory("postgres");
      PostgresServer server = new PostgresServer(programs.get(), directory, free.getLocalPort());
      if (isRoot()) { // which PostgreSQL refuses to run as
        run(List.of("chown", "postgres", directory.toString()));
      }
      server.program("initdb", "--auth=trust", "--username=demilune", "--pgdata=" + server.data());
      free.close();
      server.resume();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> programs() {
    if (!Files.isDirectory(DEBIAN)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private Path data() {
    return directory.resolve("data");
  }

  /** Stops the server as a power cut would: nothing is finished, nothing is flushed. */
  void crash() {
    program("pg_ctl", "stop", "--mode=immediate", "--pgdata=" + data());
  }

  void resume() {
    program(
        "pg_ctl",
        "start",
        "--wait",
        "--pgdata=" + data(),
        "--log=" + directory.resolve("log"),
        "--options=-p "
            + port
            + " -c listen_addresses=127.0.0.1 -c max_connections=250 -c unix_socket_directories="
            + directory);
  }

  /** The address of a schema that holds nothing yet. */
  public String newSchema() {
    String name = "ledger_" + ++schemas;
    sql("", "CREATE SCHEMA " + name);
    return url(name);
  }

  String url(String schema) {
    return "jdbc:postgresql://127.0.0.1:"
        + port
        + "/postgres?user=demilune&currentSchema="
        + schema;
  }

  void sql(String schema, String... statements) {
    try (Connection connection =
            DriverManager.getConnection(url(schema.isEmpty() ? "public" : schema));
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private void program(String name, String... arguments) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(programs.resolve(name).toString());
    command.addAll(List.of(arguments));
    run(command);
  }

  private static void run(List<String> command) {
    try {
      Path log = Files.createTempFile("postgres", ".out"); // a pipe would stay open with the server
      int exit =
          new ProcessBuilder(command)
              .directory(new java.io.File("/"))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start()
              .waitFor();
      String said = Files.readString(log);
      Files.delete(log);
      if (exit != 0) {
        throw new IllegalStateException(command + " failed: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    crash();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
