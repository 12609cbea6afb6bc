// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The packaged program, running as a studio in a directory. */
final class StudioProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader err;
  private final String address;

  private StudioProcess(Process process, String address) {
    this.process = process;
    this.err = process.errorReader(UTF_8);
    this.address = address;
  }

  static StudioProcess start(Path directory) throws IOException {
    Process process = Subprocess.start(directory, "studio", "--json").start();
    BufferedReader out = process.inputReader(UTF_8);
    StringBuilder answer = new StringBuilder();
    String line;
    do { // it goes on running, so there is no end of the file to wait for
      line = out.readLine();
      answer.append(line);
    } while (line != null && !line.equals("}"));
    String address =
        JsonParser.parseString(answer.toString()).getAsJsonObject().get("address").getAsString();
    return new StudioProcess(process, address);
  }

  /** The address that was printed, with its token. */
  String address() {
    return address;
  }

  String origin() {
    return address.substring(0, address.indexOf("/?"));
  }

  int port() {
    return Integer.parseInt(origin().substring(origin().lastIndexOf(':') + 1));
  }

  /** Stops it as Ctrl-C does, and returns what it says. */
  String stop() throws Exception {
    process.toHandle().destroy(); // the process's own way would close its pipes
    process.waitFor(30, TimeUnit.SECONDS);
    StringBuilder said = new StringBuilder();
    err.lines().forEach(line -> said.append(line).append('\n'));
    return said.toString();
  }

  @Override
  public void close() throws Exception {
    stop();
  }
}
