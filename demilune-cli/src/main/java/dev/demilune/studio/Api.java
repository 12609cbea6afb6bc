// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Setting;
import dev.demilune.learn.auto.Learners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a page can ask for. Nearly every answer is that of a command, with its own checks and
 * messages.
 */
final class Api {

  private final Folder folder;
  private final Commands commands;
  private final Jobs jobs;
  private final Tickets tickets;
  private final SchemaDesk schemas;
  private final Map<String, Function<Ask, Object>> answers = new LinkedHashMap<>();

  Api(Folder folder, Commands commands, Jobs jobs, Tickets tickets) {
    this.folder = folder;
    this.commands = commands;
    this.jobs = jobs;
    this.tickets = tickets;
    this.schemas = new SchemaDesk(folder);
    answers.put("state", ask -> state());
    answers.put("learners", ask -> learners());
    answers.put("header", schemas::header);
    answers.put("schema/check", schemas::check);
    answers.put("schema/read", ask -> Map.of("text", schemas.read(ask)));
    answers.put("schema/save", ask -> Map.of("schema", schemas.write(ask)));
    answers.put("schema/draft", ask -> run(draft(ask)));
    answers.put("schema/lint", ask -> run(lint(ask)));
    answers.put("plan", this::plan);
    answers.put("compare", ask -> run(comparison(ask)));
    answers.put("train", this::train);
    answers.put("cancel", this::cancel);
    answers.put("ledger/create", ask -> run(newLedger(ask)));
    answers.put("ledger/show", ask -> run(onLedger("show", ask)));
    answers.put(
        "ledger/verify",
        ask -> run(onLedger("verify", ask).with("--model", existing(ask, "model"))));
    answers.put("certificate", ask -> run(certificate(ask, "json")));
    answers.put("evaluate", ask -> run(onModel(ask, "evaluate").with("--data", data(ask))));
    answers.put("report", this::report);
    answers.put("open", this::open);
  }

  /** Answers a request, or refuses it. */
  Object answer(String what, Ask ask) {
    Function<Ask, Object> answer = answers.get(what);
    if (answer == null) {
      throw new RequestRefused("the studio does not know this request");
    }
    return answer.apply(ask);
  }

  /**
   * What a page that opens has to know.
   *
   * @param cut whether the folder has more files than are listed
   */
  record State(String folder, List<Folder.Entry> files, boolean cut, List<Job.View> jobs) {}

  private State state() {
    Folder.Listing listing = folder.list();
    return new State(folder.name(), listing.files(), listing.cut(), jobs.views());
  }

  /** A learner, for a form that is made from its description. */
  record LearnerForm(
      String name,
      String summary,
      List<String> guarantees,
      List<String> adjacencies,
      List<SettingForm> settings) {}

  record SettingForm(
      String name, String byDefault, String range, String purpose, List<String> listed) {}

  private static List<LearnerForm> learners() {
    return Learners.all().stream().map(Api::form).toList();
  }

  private static LearnerForm form(Learner learner) {
    return new LearnerForm(
        learner.name(),
        learner.summary(),
        learner.description().guarantees().stream().map(Setting::word).sorted().toList(),
        learner.description().adjacencies().stream().map(Setting::word).sorted().toList(),
        learner.description().settings().stream()
            .map(
                setting ->
                    new SettingForm(
                        setting.name(),
                        setting.defaultText(),
                        setting.range(),
                        setting.purpose(),
                        setting.listed()))
            .toList());
  }

  private CommandLineBuilder draft(Ask ask) {
    return new CommandLineBuilder("schema", "draft")
        .with("--public", folder.existing(ask.text("sample")))
        .with("--label", ask.maybe("label"))
        .with("--adjacency", ask.maybe("adjacency"));
  }

  private CommandLineBuilder lint(Ask ask) {
    return new CommandLineBuilder("schema", "lint")
        .with("--schema", folder.existing(ask.text("schema")))
        .with("--data", data(ask));
  }

  private CommandLineBuilder training(Ask ask) {
    CommandLineBuilder line =
        new CommandLineBuilder("train")
            .with("--data", data(ask))
            .with("--schema", folder.existing(ask.text("schema")))
            .with("--epsilon", ask.text("epsilon"))
            .with("--delta", ask.maybe("delta"))
            .with("--expected-rows", ask.maybe("rows"))
            .with("--learner", ask.maybe("learner"));
    ask.texts("settings").forEach((name, value) -> line.with("--set", name + "=" + value));
    return line.with("--ledger", existing(ask, "ledger"))
        .with("--purpose", ask.maybe("purpose"))
        .with("--model", folder.writable(ask.text("model")));
  }

  private Planned plan(Ask ask) {
    Reply reply = run(training(ask).flag("--dry-run"));
    Path model = folder.path(folder.writable(ask.text("model")));
    boolean replaces = Files.exists(model, LinkOption.NOFOLLOW_LINKS);
    return new Planned(reply.code(), reply.command(), reply.result(), reply.notes(), replaces);
  }

  /**
   * A reply, and what only a page says before it asks for the training.
   *
   * @param replaces whether the model's file is there already, however its name was typed
   */
  record Planned(
      int code, String command, JsonElement result, List<Reply.Note> notes, boolean replaces) {}

  private CommandLineBuilder comparison(Ask ask) {
    return new CommandLineBuilder("plan")
        .with("--schema", folder.existing(ask.text("schema")))
        .with("--rows", ask.maybe("rows"))
        .with("--epsilon", ask.text("epsilon"))
        .with("--delta", ask.maybe("delta"))
        .with("--margin", ask.maybe("margin"))
        .with("--error", ask.maybe("error"));
  }

  private Object train(Ask ask) {
    List<String> words = training(ask).flag("--json").words();
    String ledger = existing(ask, "ledger").orElse("");
    return jobs.start(words, ledger, folder.writable(ask.text("model"))).view();
  }

  private Object cancel(Ask ask) {
    jobs.cancel(ask.text("id"));
    return Map.of();
  }

  private CommandLineBuilder newLedger(Ask ask) {
    return new CommandLineBuilder("ledger", "create")
        .with("--ledger", folder.writable(ask.text("ledger")))
        .with("--name", ask.text("name"))
        .with("--description", ask.maybe("description"))
        .with("--schema", existing(ask, "schema"))
        .with("--adjacency", ask.maybe("adjacency"))
        .with("--composition", ask.maybe("composition"))
        .with("--epsilon", ask.text("epsilon"))
        .with("--delta", ask.maybe("delta"));
  }

  private CommandLineBuilder onLedger(String what, Ask ask) {
    return new CommandLineBuilder("ledger", what)
        .with("--ledger", folder.existing(ask.text("ledger")));
  }

  private CommandLineBuilder onModel(Ask ask, String... command) {
    return new CommandLineBuilder(command).with("--model", folder.existing(ask.text("model")));
  }

  private CommandLineBuilder certificate(Ask ask, String format) {
    return onModel(ask, "certificate", "show").with("--format", format);
  }

  private Object report(Ask ask) {
    String page = folder.writable(ask.text("out"));
    Reply reply =
        run(
            onModel(ask, "report")
                .with("--data", existing(ask, "data"))
                .with("--baseline", existing(ask, "baseline"))
                .with("--group", ask.maybe("group"))
                .with("--ledger", existing(ask, "ledger"))
                .with("--out", page));
    return reply.code() == 0
        ? new Opened(reply, tickets.issue(Tickets.Ticket.ofPage(page, bytes(page))))
        : new Opened(reply, null);
  }

  /** A page or a download that is ready to be fetched. */
  record Opened(Reply reply, String address) {}

  /** Opens a page of the folder, or lets a model or its certificate be saved; never a table. */
  private Object open(Ask ask) {
    String file = folder.existing(ask.text("file"));
    Optional<String> format = ask.maybe("certificate");
    if (format.isPresent()) {
      return Map.of("address", tickets.issue(certificateOf(file, format.get())));
    }
    Folder.Kind kind = kind(file);
    if (kind == Folder.Kind.TABLE) {
      throw new RequestRefused("rows of a table are not shown");
    }
    Tickets.Ticket ticket =
        kind == Folder.Kind.PAGE
            ? Tickets.Ticket.ofPage(file, bytes(file))
            : Tickets.Ticket.ofDownload(file, bytes(file));
    return Map.of("address", tickets.issue(ticket));
  }

  private Tickets.Ticket certificateOf(String model, String format) {
    List<String> words =
        new CommandLineBuilder("certificate", "show")
            .with("--model", model)
            .with("--format", format)
            .words();
    Commands.Said said = commands.run(words);
    if (said.code() != 0) {
      throw new RequestRefused(Reply.notes(said.err()).get(0).text());
    }
    String ending = format.equals("text") ? "txt" : format;
    return Tickets.Ticket.ofDownload(model + ".certificate." + ending, said.out().getBytes(UTF_8));
  }

  private Folder.Kind kind(String file) {
    try {
      return Folder.kind(folder.path(file))
          .orElseThrow(() -> new RequestRefused("the studio does not open such files"));
    } catch (IOException e) {
      throw new RequestRefused("'" + file + "' cannot be read");
    }
  }

  private byte[] bytes(String file) {
    Path path = folder.path(file);
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new RequestRefused("'" + file + "' cannot be read");
    }
  }

  private String data(Ask ask) {
    return folder.existing(ask.text("data"));
  }

  private Optional<String> existing(Ask ask, String field) {
    return ask.maybe(field).map(folder::existing);
  }

  private Reply run(CommandLineBuilder line) {
    List<String> shown = line.words();
    List<String> words = Stream.concat(shown.stream(), Stream.of("--json")).toList();
    return Reply.of(shown, commands.run(words));
  }
}
