// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The trainings of the studio, each a process of its own: one at a time for a ledger, and nothing
 * else has to wait. They are kept here and not in a page, so that every tab sees the same ones.
 */
final class Jobs implements AutoCloseable {

  private static final int MOST_RUNNING = 4;
  private static final int MOST_KEPT = 20;
  private static final long PATIENCE_SECONDS = 5;

  private final Path folder;
  private final List<String> program;
  private final Map<String, Job> jobs = new LinkedHashMap<>(); // in the order of their start
  private final Map<String, Process> processes = new LinkedHashMap<>();

  /**
   * @param program how this program is started anew, without arguments
   */
  Jobs(Path folder, List<String> program) {
    this.folder = folder;
    this.program = program;
  }

  /**
   * Starts a training.
   *
   * @param ledger what is charged; empty if nothing is
   */
  synchronized Job start(List<String> arguments, String ledger, String model) {
    List<Job> running = jobs.values().stream().filter(Job::isRunning).toList();
    if (running.stream().anyMatch(job -> job.excludes(ledger, model))) {
      throw new RequestRefused(
          "a training "
              + (ledger.isEmpty() ? "without a ledger" : "on this ledger")
              + " or for this model is running: wait for it, or cancel it. Nothing was spent");
    }
    if (running.size() >= MOST_RUNNING) {
      throw new RequestRefused(
          MOST_RUNNING + " trainings are running: wait for one. Nothing was spent");
    }
    Job job = new Job(Session.secret(), arguments, ledger, model);
    Process process = process(arguments);
    jobs.put(job.id(), job);
    processes.put(job.id(), process);
    forgetOldest();
    watch(job, process);
    return job;
  }

  private Process process(List<String> arguments) {
    List<String> words = new ArrayList<>(program);
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().put("NO_COLOR", "1");
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void watch(Job job, Process process) {
    Thread listener = daemon(() -> listen(job, process));
    daemon(
            () -> {
              String out = new String(process.getInputStream().readAllBytes(), UTF_8);
              int code = process.waitFor();
              listener.join();
              job.end(code, out);
              synchronized (this) {
                processes.remove(job.id());
              }
            })
        .start();
    listener.start();
  }

  private static void listen(Job job, Process process) throws IOException {
    try (BufferedReader lines = process.errorReader(UTF_8)) { // a line also ends at \\r
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        job.hear(line.strip());
      }
    }
  }

  /** Work that may fail, because a process ends and its pipes close. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static Thread daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.setDaemon(true);
    return thread;
  }

  private void forgetOldest() {
    jobs.values().stream()
        .filter(job -> !job.isRunning())
        .limit(Math.max(0, jobs.size() - MOST_KEPT))
        .map(Job::id)
        .toList()
        .forEach(jobs::remove);
  }

  /** Ends a training, by a signal first and by force if that is not enough; refunds nothing. */
  void cancel(String id) {
    Optional<Process> running;
    synchronized (this) {
      Job job = jobs.get(id);
      if (job == null || !job.cancel()) {
        throw new RequestRefused("this training has ended already");
      }
      running = Optional.ofNullable(processes.get(id));
    }
    running.ifPresent(Jobs::end);
  }

  private static void end(Process process) {
    ProcessHandle handle = process.toHandle(); // which leaves the pipes to those who read them
    handle.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        handle.destroyForcibly();
      }
    } catch (InterruptedException e) {
      handle.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** What pages are told, the newest first. */
  synchronized List<Job.View> views() {
    List<Job.View> views = new ArrayList<>();
    jobs.values().forEach(job -> views.add(0, job.view()));
    return views;
  }

  /** How many are running. */
  synchronized int running() {
    return processes.size();
  }

  /** Ends all that are running. */
  @Override
  public void close() {
    List<Process> left;
    synchronized (this) {
      jobs.values().forEach(Job::cancel);
      left = List.copyOf(processes.values());
    }
    left.forEach(process -> process.toHandle().destroy()); // all at once
    left.forEach(Jobs::end);
  }
}
