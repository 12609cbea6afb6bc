// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.experiment.DataFetch;
import dev.demilune.experiment.DataSets;
import dev.demilune.experiment.DataSets.DataSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code demilune data}: the public data sets that experiments are made with. */
@Command(
    name = "data",
    description = "Public data sets for experiments: list them, or fetch them with a checksum.",
    footer = {"", "Example:", "  demilune data fetch mnist"},
    subcommands = {DataCommands.ListCommand.class, DataCommands.Fetch.class})
final class DataCommands extends CommandGroup {

  /** The folder in which data sets are kept. */
  static final class Cache {
    @Option(
        names = "--cache",
        paramLabel = "DIR",
        description =
            "Where data sets are kept; by default demilune/data in $XDG_CACHE_HOME or ~/.cache.")
    Path cache;

    Path folder() {
      return cache == null ? DataFetch.defaultCache(System.getenv("XDG_CACHE_HOME")) : cache;
    }
  }

  /** {@code demilune data list}. */
  @Command(
      name = "list",
      description = "List the data sets, and whether they were fetched.",
      footer = {"", "Example:", "  demilune data list --cache data"})
  static final class ListCommand extends DemiluneCommand {
    @Mixin Cache cache = new Cache();

    @Override
    void run() {
      Path folder = cache.folder();
      TextTable table = new TextTable(List.of("name", "fetched", "what"));
      for (DataSet set : DataSets.known().all()) {
        table.add(set.name(), set.isIn(folder.resolve(set.name())) ? "yes" : "no", set.title());
      }
      answer(
          Json.of(
              "cache",
              folder,
              "dataSets",
              Json.array(
                  DataSets.known().all(),
                  set ->
                      Json.of(
                          "name", set.name(),
                          "title", set.title(),
                          "license", set.license(),
                          "origin", set.origin().isEmpty() ? null : set.origin(),
                          "fetched", set.isIn(folder.resolve(set.name()))))),
          table.toString());
    }
  }

  /** {@code demilune data fetch}. */
  @Command(
      name = "fetch",
      description = {
        "Fetch data sets: whole and with the pinned content, or not at all.",
        "A connection that broke is continued the next time. The origins are public servers that"
            + " Demilune has no part in; --mirror takes another place."
      },
      footer = {
        "",
        "Examples:",
        "  demilune data fetch mnist adult",
        "  demilune data fetch usps --mirror /media/data"
      })
  static final class Fetch extends DemiluneCommand {
    @Mixin Cache cache = new Cache();

    @Parameters(
        arity = "1..*",
        paramLabel = "NAME",
        description = "Data sets that 'demilune data list' names.")
    List<String> names;

    @Option(
        names = "--mirror",
        paramLabel = "PLACE",
        description =
            "A folder, or an http or https address, that has data sets in folders of their names.")
    String mirror;

    @Override
    void run() {
      List<DataSet> sets = fromOptions(() -> names.stream().map(DataSets.known()::named).toList());
      DataFetch fetch = DataFetch.into(cache.folder(), Optional.ofNullable(mirror));
      List<Integer> counts = new ArrayList<>();
      for (DataSet set : sets) {
        try (ProgressBar bar = new ProgressBar(console, set.name() + " in kB")) {
          counts.add(fetch.fetch(set, bar));
        }
        if (!common.json) {
          int count = counts.get(counts.size() - 1);
          print(
              set.name()
                  + (count == 0
                      ? ": there already, in "
                      : ": " + count + (count == 1 ? " file" : " files") + " fetched to ")
                  + cache.folder().resolve(set.name())
                  + " (license: "
                  + set.license()
                  + ")");
        }
      }
      if (common.json) {
        List<Object> fetched = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
          fetched.add(
              Json.of(
                  "name", sets.get(i).name(),
                  "files", counts.get(i),
                  "folder", cache.folder().resolve(sets.get(i).name())));
        }
        print(pretty(Json.of("fetched", fetched)));
      }
    }
  }
}
