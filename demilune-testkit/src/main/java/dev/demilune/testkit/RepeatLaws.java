// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.budget.Ledger;
import dev.demilune.learn.PrivateFit;
import dev.demilune.model.Classifier;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/** What must give the same bits again, and what must not. */
final class RepeatLaws {

  /** Two choices among few candidates may be equal by chance; fifty are not. */
  private static final int MOST_FITS = 50;

  private final Subject subject;

  RepeatLaws(Subject subject) {
    this.subject = subject;
  }

  List<Law> laws() {
    return List.of(
        new Law("one thread and many give the same bits", this::threads),
        new Law("unless rows are taken at random, their order changes nothing", this::order),
        new Law("two allowances never share their noise", this::freshNoise),
        new Law("a saved model is loaded bit for bit, with its certificate", this::savedModel));
  }

  /**
   * Rows are summed block by block, and noise is drawn piece by piece. So one table has rows for
   * three blocks, and another has more weights than one stream of noise serves. A table with both
   * would take longer and show no more.
   */
  private void threads() {
    requireSameBitsOnAnyThreads(sparse(/* count= */ 4_100, /* features= */ 20, /* classes= */ 3));
    requireSameBitsOnAnyThreads(sparse(/* count= */ 60, /* features= */ 440, /* classes= */ 20));
  }

  private BoundedDataset sparse(int count, int features, int classes) {
    Schema schema = subject.schema(features, classes, subject.adjacencies().get(0)).build();
    double[][] rows = new double[count][features];
    int[] labels = new int[count];
    Generator generator = Generator.of(Seeds.randomness("threads"));
    for (int i = 0; i < count; i++) {
      labels[i] = generator.integer(0, classes - 1);
      for (int entry = 0; entry < 5; entry++) {
        rows[i][generator.integer(0, features - 1)] = generator.number(-1, 1);
      }
    }
    return LawTables.bound(schema, rows, labels);
  }

  private void requireSameBitsOnAnyThreads(BoundedDataset data) {
    Law.require(
        Subject.sameBits(fitIn(new ForkJoinPool(1), data), fitIn(new ForkJoinPool(7), data)),
        "the number of threads changed the model");
  }

  private Classifier fitIn(ForkJoinPool pool, BoundedDataset data) {
    try {
      return pool.submit(() -> subject.fit(data, 10).model()).join();
    } finally {
      pool.shutdown();
    }
  }

  private void order() {
    for (Adjacency adjacency : subject.adjacencies()) {
      Schema schema = subject.schema(6, 3, adjacency).build();
      Generator generator = Generator.of(Seeds.randomness("order"));
      int count = 3_000;
      double[][] rows = new double[count][];
      int[] labels = new int[count];
      double[][] turned = new double[count][];
      int[] turnedLabels = new int[count];
      for (int i = 0; i < count; i++) {
        rows[i] = generator.vector(6, 1);
        labels[i] = generator.integer(0, 2);
        turned[count - 1 - i] = rows[i];
        turnedLabels[count - 1 - i] = labels[i];
      }
      BoundedDataset data = LawTables.bound(schema, rows, labels);
      if (subject.takesRowsAtRandom(data)) {
        return; // a seeded sample takes positions, whichever rows are there
      }
      Classifier one = subject.fit(data, 11).model();
      Classifier other = subject.fit(LawTables.bound(schema, turned, turnedLabels), 11).model();
      Law.require(Subject.sameBits(one, other), "the order of rows changed the model");
    }
  }

  private void freshNoise() {
    BoundedDataset data = blobs();
    Guarantee each = subject.guarantee(data);
    Guarantee total =
        each instanceof PureDp
            ? PureDp.of(MOST_FITS)
            : ApproximateDp.of(MOST_FITS, MOST_FITS * each.delta());
    for (Randomness randomness : List.of(Randomness.reproducible(12), Randomness.secure())) {
      try (Ledger ledger = Ledger.inMemory("laws", data.adjacency(), total, randomness)) {
        PrivateFit first = subject.learner().fit(data, ledger.spend("again", each));
        boolean same = true;
        for (int i = 1; same && i < MOST_FITS; i++) {
          PrivateFit next = subject.learner().fit(data, ledger.spend("again", each));
          same = Subject.sameBits(first.model(), next.model());
        }
        Law.require(!same, "all fits have the same noise");
      }
    }
    Law.require(
        Subject.sameBits(subject.fit(data, 13).model(), subject.fit(data, 13).model()),
        "the same seed gave another model");
  }

  private void savedModel() {
    PrivateFit fit = subject.fit(blobs(), 14);
    try {
      Path folder = Files.createTempDirectory("demilune-laws");
      Path file = folder.resolve("model.json");
      try {
        ModelFile.save(file, fit.model(), fit.certificate());
        SavedModel loaded = ModelFile.load(file);
        Law.require(Subject.sameBits(fit.model(), loaded.model()), "a weight changed in the file");
        Law.require(
            loaded.model().schema().equals(fit.model().schema()), "the schema changed in the file");
        Law.require(
            loaded.certificate().equals(Optional.of(fit.certificate())),
            "the certificate changed in the file");
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BoundedDataset blobs() {
    Schema schema = subject.schema(5, 3, subject.adjacencies().get(0)).build();
    return LawTables.blobs(schema, 200, Generator.of(Seeds.randomness("repeat")));
  }
}
