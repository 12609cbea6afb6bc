// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.auto.Learners;
import dev.demilune.learn.choice.SphereChoice;
import dev.demilune.privacy.Guarantee;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A published time is seen, wherever it hides, and only where it is secret. */
class TimeLawsTest {

  /** Tells in a setting of the certificate how long it took, to the millisecond. */
  private static class Timed extends SteppingLearner {
    private final Outlook outlook;

    Timed(Outlook outlook) {
      this.outlook = outlook;
    }

    @Override
    public Plan plan(Shape shape, Guarantee guarantee) {
      Plan sound = super.plan(shape, guarantee);
      Optional<PrivacyEvent> event = sound.event();
      if (event.isEmpty()) {
        return sound;
      }
      return TrainingPlan.of(
          this,
          shape,
          guarantee,
          event.get(),
          outlook,
          (rows, run) -> {
            long start = System.nanoTime();
            TrainedModel trained = sound.orThrow().train(rows, run);
            return told(trained, (System.nanoTime() - start) / 1_000_000);
          });
    }

    TrainedModel told(TrainedModel trained, long millis) {
      return new TrainedModel(trained.model(), Map.of("milliseconds", Long.toString(millis)));
    }
  }

  private static void check(Learner learner) {
    new TimeLaws(List.of(new Subject(learner))).laws().forEach(law -> law.check().run());
  }

  @Test
  void aTimeOnTheCertificateIsSeen() {
    assertThatThrownBy(() -> check(new Timed(Outlook.of("little").inSecretTime())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("stepping publishes how long it took")
        .hasMessageContaining("milliseconds");
  }

  @Test
  void aTimeThatIsPrintedIsSeen() {
    Learner talkative =
        new Timed(Outlook.of("little").inSecretTime()) {
          @Override
          TrainedModel told(TrainedModel trained, long millis) {
            System.out.println("trained in " + millis / 10 + " hundredths of a second");
            return trained;
          }
        };

    assertThatThrownBy(() -> check(talkative)).hasMessageContaining("hundredths of a second");
  }

  @Test
  void aTimeThatIsNotSecretMayBePublished() {
    assertThatCode(() -> check(new Timed(Outlook.of("little")))).doesNotThrowAnyException();
  }

  @Test
  void aSearchByTrialsHasASecretTimeAndPublishesNone() {
    Learner trials =
        SphereChoice.withDefaults()
            .with("projection", "2")
            .with("margin", "0.4")
            .with("margin-kept", "0.5");
    assertThatCode(() -> check(trials)).doesNotThrowAnyException();
  }

  @Test
  void everyLearnerIsHeldToTheLaw() {
    for (Learner learner : Learners.all()) {
      assertThat(LearnerLaws.described(learner))
          .as(learner.name())
          .extracting(Law::name)
          .contains(TimeLaws.NAME);
    }
  }
}
