// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.cli.SystemCalls.Call;
import dev.demilune.model.ModelFile;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged program, killed with signal 9 at every single write, in turn, of a spend and of a
 * model file. A killed process takes nothing back that it has written, so this says nothing of
 * power cuts; for those count the synchronizations, which stand in the right places here too.
 */
class KillIT {

  private static final ApproximateDp TOTAL = ApproximateDp.of(100, 1e-2);

  @TempDir Path elsewhere;
  @TempDir Path workshops;

  @BeforeAll
  static void assumeTraceable() throws Exception {
    SystemCalls.assumeTraceable();
  }

  @Test
  void whereverTrainingIsKilledNothingIsUnderCounted() throws Exception {
    SystemCalls calls = new SystemCalls(elsewhere);
    Path first = workshop("first");
    List<Call> all = calls.record(first, train(first));
    assertThat(all).contains(new Call("openat", ordinalOf(all, "openat", "data.csv"), "data.csv"));
    int looks = looksAtTheHeader(all);
    chargesDurablyBeforeItReads(all, looks);

    int charged = 0;
    int models = 0;
    List<Call> writes = toKillAt(all);
    assertThat(writes).hasSizeGreaterThan(15);
    for (int i = 0; i < writes.size(); i++) {
      Call call = writes.get(i);
      Path place = workshop("killed-" + i);
      List<Call> done = calls.killAt(call, place, train(place));

      LedgerCheck check = Ledger.verify(place.resolve("l.db").toString());
      assertThat(check.fault()).as("%s", call).isEmpty();
      boolean rowsWereOpened = openings(done).size() > looks;
      assertThat(check.entries()).as("%s", call).isBetween(rowsWereOpened ? 1L : 0L, 1L);
      charged += (int) check.entries();
      Path model = place.resolve("out.model");
      if (Files.exists(model)) { // then it is whole, and paid for
        models++;
        String hash = ModelFile.load(model).certificate().orElseThrow().entryHash();
        assertThat(check.hash(1)).as("%s", call).contains(hash);
      }
      assertThat(strangers(place)).as("%s", call).isEmpty();
      goesOn(place, check.entries(), i % 8 == 0);
    }
    // Kills came before the charge and after it, before the model and after it.
    assertThat(charged).isBetween(1, writes.size() - 1);
    assertThat(models).isBetween(1, charged - 1);
    System.err.printf(
        "killed at each of %d writes of a training: %d were charged, %d had their model, nothing"
            + " was lost%n",
        writes.size(), charged, models);
  }

  @Test
  void whereverACreationIsKilledThereIsALedgerOrNone() throws Exception {
    SystemCalls calls = new SystemCalls(elsewhere);
    Path first = Files.createDirectory(workshops.resolve("first"));
    List<Call> writes = toKillAt(calls.record(first, create(first)));
    writes.removeIf(call -> !call.file().equals("l.db"));
    assertThat(writes).hasSizeGreaterThan(5);
    int made = 0;
    for (int i = 0; i < writes.size(); i++) {
      Path place = Files.createDirectory(workshops.resolve("killed-" + i));
      calls.killAt(writes.get(i), place, create(place));

      Path file = place.resolve("l.db");
      if (Files.exists(file)) {
        try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
          assertThat(ledger.total()).isEqualTo(Amount.of(PureDp.of(2)));
          ledger.spend("after", PureDp.of(1));
          made++;
        } catch (DemiluneException none) {
          assertThat(none).hasMessageContaining("is not a ledger");
        }
      }
    }
    assertThat(made).isBetween(1, writes.size() - 1);
  }

  /** How often the file is opened for its header, which is public, before the first charge. */
  private static int looksAtTheHeader(List<Call> all) {
    int charge = indexOf(all, "pwrite64", "l.db-wal");
    assertThat(charge).isNotNegative();
    int looks = openings(all.subList(0, charge)).size();
    assertThat(openings(all)).hasSizeGreaterThan(looks);
    return looks;
  }

  private static List<Integer> openings(List<Call> calls) {
    return IntStream.range(0, calls.size())
        .filter(i -> calls.get(i).name().equals("openat"))
        .filter(i -> calls.get(i).file().equals("data.csv"))
        .boxed()
        .toList();
  }

  /** In the recording: the log of the ledger is synchronized after its last write, then rows. */
  private static void chargesDurablyBeforeItReads(List<Call> all, int looks) {
    int opened = openings(all).get(looks);
    List<Call> before = all.subList(0, opened);
    int lastWrite = lastIndexOf(before, "pwrite64", "l.db-wal");
    int lastSync = lastIndexOf(before, "fsync", "l.db-wal");
    assertThat(lastWrite).isNotNegative();
    assertThat(lastSync).isGreaterThan(lastWrite);
    // And the model is synchronized before it gets its name, the name before the end.
    int model = indexOf(all, "rename", ".demilune.tmp");
    assertThat(lastIndexOf(all.subList(0, model), "fsync", ".demilune.tmp")).isNotNegative();
    assertThat(indexOf(all.subList(model, all.size()), "fsync", "")).isNotNegative();
  }

  /** All writes; of those that give the index beside the log its size, all alike, the first. */
  private static List<Call> toKillAt(List<Call> all) {
    List<Call> writes = new ArrayList<>();
    for (Call call : all) {
      boolean again =
          call.file().endsWith("-shm") && indexOf(writes, call.name(), call.file()) >= 0;
      if (call.writes() && !again) {
        writes.add(call);
      }
    }
    return writes;
  }

  private static int ordinalOf(List<Call> calls, String name, String file) {
    int index = indexOf(calls, name, file);
    assertThat(index).as("%s of %s in %s", name, file, calls).isNotNegative();
    return calls.get(index).ordinal();
  }

  private static int indexOf(List<Call> calls, String name, String file) {
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).name().equals(name) && calls.get(i).file().equals(file)) {
        return i;
      }
    }
    return -1;
  }

  private static int lastIndexOf(List<Call> calls, String name, String file) {
    for (int i = calls.size() - 1; i >= 0; i--) {
      if (calls.get(i).name().equals(name) && calls.get(i).file().equals(file)) {
        return i;
      }
    }
    return -1;
  }

  /** The ledger takes the next spend; every so often the whole program runs again. */
  private void goesOn(Path place, long entries, boolean again) throws Exception {
    try (Ledger ledger = Ledger.open(place.resolve("l.db"), Randomness.secure())) {
      ledger.spend("after", PureDp.of(0.5));
      assertThat(ledger.entries()).hasSize((int) entries + 1);
    }
    if (again) {
      Subprocess run = Subprocess.demilune(place, train(place));
      assertThat(run.code()).as(run.err()).isZero();
      ModelFile.load(place.resolve("out.model"));
      assertThat(Ledger.verify(place.resolve("l.db").toString()).entries()).isEqualTo(entries + 2);
    }
  }

  /** Files that nobody would know what to do with. */
  private static List<String> strangers(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.matches("data\\.csv|schema\\.yaml|out\\.model|l\\.db(-wal|-shm)?"))
          .filter(name -> !name.matches("\\.demilune-[0-9a-f-]{36}\\.tmp"))
          .toList();
    }
  }

  private Path workshop(String name) throws IOException {
    Path place = Files.createDirectory(workshops.resolve(name));
    new Workshop(place);
    Ledger.create(place.resolve("l.db"), "people", Adjacency.ADD_OR_REMOVE_ONE, TOTAL);
    return place;
  }

  private static String[] train(Path place) {
    List<String> words = new ArrayList<>(List.of("train", "--epsilon=20", "--delta=1e-3"));
    words.add("--data=" + place.resolve("data.csv"));
    words.add("--schema=" + place.resolve("schema.yaml"));
    words.add("--ledger=" + place.resolve("l.db"));
    words.add("--model=" + place.resolve("out.model"));
    return words.toArray(String[]::new);
  }

  private static String[] create(Path place) {
    return new String[] {
      "ledger",
      "create",
      "--ledger=" + place.resolve("l.db"),
      "--name=people",
      "--adjacency=replace-one",
      "--epsilon=2"
    };
  }
}
