// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.random.Witness;
import dev.demilune.rows.BoundedDataset;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Supplier;

/** Where the time of a training is secret, nothing that is published tells it. */
final class TimeLaws {

  static final String NAME = "where the time is secret, a slow run publishes what a fast one does";

  /** Far longer than the precision with which anyone would publish a time by accident. */
  private static final long DELAY_MILLIS = 60;

  private final List<Subject> subjects;

  /**
   * @param subjects configurations of one learner: time may be secret in one of them only
   */
  TimeLaws(List<Subject> subjects) {
    this.subjects = subjects;
  }

  List<Law> laws() {
    return List.of(new Law(NAME, this::publishesNoTime));
  }

  private void publishesNoTime() {
    for (Subject subject : subjects) {
      for (int features : new int[] {1, 2, 5}) {
        for (Adjacency adjacency : Adjacency.values()) {
          BoundedDataset data =
              NeighborTables.of(
                      subject,
                      features,
                      /* classes= */ 2,
                      adjacency,
                      /* declared= */ true,
                      Generator.of(Seeds.randomness("time")))
                  .table();
          for (Guarantee guarantee : Subject.GUARANTEES) {
            if (isSecret(subject.learner(), Shape.of(data), guarantee)) {
              requireSame(subject, data, guarantee);
            }
          }
        }
      }
    }
  }

  private static boolean isSecret(Learner learner, Shape shape, Guarantee guarantee) {
    return learner.plan(shape, guarantee).runnable()
        && learner.plan(shape, guarantee).orThrow().outlook().secretTime();
  }

  private static void requireSame(Subject subject, BoundedDataset data, Guarantee guarantee) {
    String fast = published(subject, data, guarantee, new Delay(0));
    String slow = published(subject, data, guarantee, new Delay(DELAY_MILLIS));
    Law.require(
        fast.equals(slow),
        "%s publishes how long it took: %s",
        subject.learner().name(),
        Replay.firstDifference(fast, slow));
  }

  private static String published(
      Subject subject, BoundedDataset data, Guarantee guarantee, Delay delay) {
    Overheard<String> heard =
        Overheard.during(
            () -> Published.by(subject, data, guarantee, Randomness.witnessed(1, delay)).text());
    return heard.result() + "\n" + heard.said();
  }

  /** Makes the first private output of a run wait. */
  private static final class Delay implements Witness {
    private long millis;

    Delay(long millis) {
      this.millis = millis;
    }

    @Override
    public <T> T release(String stream, Object mechanism, Object held, Supplier<T> draw) {
      await();
      return draw.get();
    }

    @Override
    public Race race(String stream, double epsilon, long divisor) {
      await();
      return new Race() {
        @Override
        public boolean enters(long score, BigInteger copies, boolean leads) {
          return leads;
        }

        @Override
        public BigInteger place(BigInteger drawn) {
          return drawn;
        }
      };
    }

    private synchronized void await() {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      millis = 0;
    }
  }
}
