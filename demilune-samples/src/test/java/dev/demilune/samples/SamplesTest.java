// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.synthetic.Visits;
import dev.demilune.learn.PrivateFit;
import dev.demilune.model.ModelFile;
import dev.demilune.privacy.Adjacency;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {

  @TempDir private Path folder;
  private Path train;
  private Path heldOut;

  @BeforeEach
  void writeCustomers() {
    train = Customers.write(folder.resolve("train.csv"), 20_000, 1);
    heldOut = Customers.write(folder.resolve("held-out.csv"), 5_000, 2);
  }

  @Test
  void aPrivateModelPredictsNearlyAsWellAsOneWithoutPrivacy() {
    double withoutPrivacy = Sample01TrainAndPredict.wrong(train, heldOut);
    double privately = Sample01TrainAndPredict.right(train, heldOut);

    assertThat(withoutPrivacy).isGreaterThan(0.75);
    assertThat(privately).isGreaterThan(withoutPrivacy - 0.03);
  }

  @Test
  void aRangeFromTheDataGivesTheOldestCustomerAway() {
    assertThat(Sample02ChoosingRanges.wrong(train).toJson()).contains("88");
    assertThat(Sample02ChoosingRanges.right().toJson()).doesNotContain("88");
  }

  @Test
  void aCountedTableGivesItsCountAway() {
    assertThat(Sample03TheRowCount.wrong(heldOut).expectedRows()).isEqualTo(5_000);
    assertThat(Sample03TheRowCount.right().expectedRows()).isEqualTo(20_000);
  }

  @Test
  void aBoughtCountIsOnTheCertificate() {
    PrivateFit declared = Sample03TheRowCount.rightWithoutAnEstimate(train);

    // count + mean + steps: three parts where a declared count leaves two
    assertThat(declared.certificate().toString().split("Gaussian sum", -1)).hasSize(4);
  }

  @Test
  void aSavedModelKeepsItsCertificate() {
    PrivateFit fit = Sample03TheRowCount.rightWithoutAnEstimate(train);
    Path right = folder.resolve("right.model");
    Path wrong = folder.resolve("wrong.model");
    Sample04SavingAndLoading.right(fit, right);
    Sample04SavingAndLoading.wrong(fit, wrong);

    assertThat(ModelFile.load(right).certificate()).contains(fit.certificate());
    assertThat(ModelFile.load(wrong).isPrivate()).isFalse();
    assertThat(Sample04SavingAndLoading.predictFirst(right, heldOut)).isIn("no", "yes");
  }

  @Test
  void theUnitIsOnTheCertificate() throws IOException {
    Path visits = folder.resolve("visits.csv");
    SplittableRandom bits = new SplittableRandom(1);
    try (Writer csv = Files.newBufferedWriter(visits)) {
      new Visits(3_000).write(csv, 12_000, bits::nextLong);
    }

    PrivateFit wrong = Sample06SeveralRowsPerPerson.wrong(visits);
    PrivateFit right = Sample06SeveralRowsPerPerson.right(visits);

    assertThat(wrong.certificate().adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(right.certificate().adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_PERSON);
    assertThat(right.certificate().settings()).containsEntry("rows-per-person", "10");
  }

  @Test
  void aServiceScoresRawValues() {
    Path file = folder.resolve("churn.model");
    Sample04SavingAndLoading.right(Sample03TheRowCount.rightWithoutAnEstimate(train), file);
    Sample05ScoringService service = Sample05ScoringService.start(file);
    Map<String, Object> likelyToGo = Map.of("age", 20, "plan", "free", "visits", 1);
    assertThat(service.right(likelyToGo)).isEqualTo("yes");
    assertThat(service.right(Map.of("age", 80, "plan", "pro", "visits", 200))).isEqualTo("no");
    assertThat(service.faults(likelyToGo)).isEmpty();
    assertThat(service.faults(Map.of("age", 20, "plan", "gold", "visits", "few")))
        .containsExactly(
            "column 'plan': the value is not listed",
            "column 'visits': the value is not readable as declared");
    // Raw years taken for a feature drown everything else.
    assertThat(Sample05ScoringService.wrong(ModelFile.load(file).model(), 20, false, 1))
        .isEqualTo("no");
  }
}
