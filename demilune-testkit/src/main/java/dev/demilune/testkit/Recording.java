// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.learn.perturb.TiltedMinimum;
import dev.demilune.mechanism.Exponential;
import dev.demilune.random.Witness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** All private outputs of a run, in their order; those of an earlier run may be given again. */
final class Recording implements Witness {

  private final Recording frozen;
  private final List<Release> releases = new ArrayList<>();

  private Recording(Recording frozen) {
    this.frozen = frozen;
  }

  /** Returns a recording of a run that draws its outputs. */
  static Recording fresh() {
    return new Recording(null);
  }

  /**
   * Returns a recording of a run that is given these outputs. It stops the run with an {@link
   * AssertionError} at the first release that is not the one of the earlier run.
   */
  static Recording replaying(Recording earlier) {
    return new Recording(earlier);
  }

  synchronized List<Release> releases() {
    return List.copyOf(releases);
  }

  @Override
  public synchronized <T> T release(
      String stream, Object mechanism, Object held, Supplier<T> draw) {
    @SuppressWarnings("unchecked") // the same mechanism in the same place gives the same type
    T output = frozen == null ? draw.get() : (T) frozenOutput(stream, mechanism, held);
    releases.add(new Release(stream, mechanism, held, copy(output)));
    return output;
  }

  private Object frozenOutput(String stream, Object mechanism, Object held) {
    Release earlier = earlier(new Release(stream, mechanism, held, null));
    return mechanism instanceof TiltedMinimum
        ? TiltedMove.minimum(earlier, (TiltedMinimum.Objective) held)
        : copy(earlier.output());
  }

  private Release earlier(Release now) {
    int number = releases.size();
    Law.require(
        number < frozen.releases.size(),
        "release %d, %s, is one more than on the neighboring table",
        number + 1,
        now);
    Release earlier = frozen.releases.get(number);
    Law.require(
        earlier.isLike(now),
        "release %d is %s, and on the neighboring table %s",
        number + 1,
        now,
        earlier);
    return earlier;
  }

  @Override
  public synchronized Race race(String stream, double epsilon, long divisor) {
    Exponential mechanism = new Exponential(epsilon, divisor);
    Release now = new Release(stream, mechanism, null, null);
    RecordedRace race =
        frozen == null
            ? new RecordedRace(null)
            : new RecordedRace(((RecordedRace) earlier(now).held()).place());
    releases.add(new Release(stream, mechanism, race, race));
    return race;
  }

  /** Callers may change the arrays they are given. */
  private static Object copy(Object output) {
    if (output instanceof long[] longs) {
      return longs.clone();
    }
    if (output instanceof int[] ints) {
      return ints.clone();
    }
    return output instanceof double[] doubles ? doubles.clone() : output;
  }

  /** The scores of a race, and which candidate won. */
  static final class RecordedRace implements Race {
    private final BigInteger frozen;
    private final List<Long> scores = new ArrayList<>();
    private final List<BigInteger> starts = new ArrayList<>();
    private BigInteger entered = BigInteger.ZERO;
    private BigInteger place = BigInteger.ZERO;

    RecordedRace(BigInteger frozen) {
      this.frozen = frozen;
    }

    @Override
    public boolean enters(long score, BigInteger copies, boolean leads) {
      BigInteger start = entered;
      entered = start.add(copies);
      scores.add(score);
      starts.add(start);
      boolean wins =
          frozen == null ? leads : frozen.compareTo(start) >= 0 && frozen.compareTo(entered) < 0;
      place = wins ? (frozen == null ? start : frozen) : place;
      return wins;
    }

    @Override
    public BigInteger place(BigInteger drawn) {
      place = frozen == null ? drawn : frozen;
      return place;
    }

    BigInteger place() {
      return place;
    }

    BigInteger candidates() {
      return entered;
    }

    /** Returns the first candidates of the groups of equal score, in their order. */
    List<BigInteger> starts() {
      return starts;
    }

    List<Long> scores() {
      return scores;
    }
  }
}
