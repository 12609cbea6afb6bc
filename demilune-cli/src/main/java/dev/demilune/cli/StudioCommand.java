// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.demilune.rows.Kernels;
import dev.demilune.studio.Commands;
import dev.demilune.studio.Studio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune studio}: the page that does the whole job. */
@Command(
    name = "studio",
    description = {
      "Open a page on this machine that does the whole job without options: schema, budget, plan,"
          + " training, report, ledgers. It works on the files of the folder in which it is"
          + " started, and on no others. Only this machine can reach it, through an address that"
          + " works once; Ctrl-C stops it."
    },
    footer = {"", "Example:", "  demilune studio"})
final class StudioCommand extends DemiluneCommand {

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "The port to listen on; by default one that is free.")
  String port;

  @Option(names = "--open", description = "Open the page in the browser.")
  boolean open;

  @Override
  void run() throws IOException, InterruptedException {
    if (common.seed != null) {
      throw usage("--seed is for commands that train: the studio trains privately only");
    }
    int number = port == null ? 0 : fromOptions(() -> port(port));
    Studio studio =
        Studio.start(Path.of("").toAbsolutePath(), number, StudioCommand::command, program());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(studio)));
    answer(
        Json.of("address", studio.address()),
        "The studio is open, for this machine only:",
        "",
        "  " + studio.address(),
        "",
        "The address works once. Ctrl-C stops the studio.");
    console.out().flush();
    if (open) {
      openBrowser(studio.address());
    }
    new CountDownLatch(1).await(); // until a signal ends the process
  }

  private static int port(String text) {
    long number = Numerals.whole("--port", text);
    if (number < 1 || number > 65535) {
      throw new IllegalArgumentException("--port must be from 1 to 65535, got " + text);
    }
    return (int) number;
  }

  private void stop(Studio studio) {
    int trainings = studio.trainings();
    studio.close();
    console.note(
        "the studio has stopped."
            + (trainings == 0
                ? ""
                : " A training was running and has ended; what it was charged stays charged."));
  }

  private static Commands.Said command(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(arguments.toArray(String[]::new), new Console(out, err, false));
    return new Commands.Said(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** How this program is started anew for a training: the same Java, its memory, fast kernels. */
  private static List<String> program() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-Xm") || flag.startsWith("-XX:"))
        .forEach(words::add);
    if (!"plain".equals(System.getenv("DEMILUNE_KERNELS"))) { // as the launcher understands it
      words.addAll(Kernels.javaFlags());
    }
    words.add("-Ddemilune.terminal=true"); // progress is shown where somebody watches
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    return words;
  }

  /**
   * Opens a file that leads to the address, and not the address: other users of the machine can see
   * the words that a program was started with.
   */
  private void openBrowser(String address) throws IOException {
    TemporaryDirectory place = TemporaryDirectory.create(); // for its owner only
    Path file = place.path().resolve("studio.html");
    Files.writeString(
        file,
        "<!DOCTYPE html><meta charset=\"utf-8\"><title>Demilune studio</title>"
            + "<meta http-equiv=\"refresh\" content=\"0; url="
            + address
            + "\">");
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> opener =
        system.startsWith("windows")
            ? List.of("rundll32", "url.dll,FileProtocolHandler", file.toUri().toString())
            : List.of(system.startsWith("mac") ? "open" : "xdg-open", file.toString());
    try {
      new ProcessBuilder(opener)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      console.note("no browser could be opened: open the address above.");
    }
  }
}
