// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What to expect of a plan, from public quantities alone.
 *
 * @param expectation one sentence for people
 * @param noise the noise multipliers of its releases, where noise is added
 * @param randomOrder whether rows are taken in a secret random order
 * @param secretTime whether how long it takes tells something that is not paid for: a number of
 *     trials, runs or steps that depends on the rows; then nobody may publish the time
 * @param choice which learner was chosen to train, where one was
 * @param details steps, rows and the like, for people to read; no program parses them
 */
public record Outlook(
    String expectation,
    Optional<Noise> noise,
    boolean randomOrder,
    boolean secretTime,
    Optional<Choice> choice,
    Map<String, String> details) {

  /**
   * Noise relative to the sensitivity.
   *
   * @param least of all releases
   * @param most of all releases
   */
  public record Noise(double least, double most) {

    /** Returns it as text. */
    public String text() {
      return least == most
          ? String.format(Locale.ROOT, "%.4g", least)
          : String.format(Locale.ROOT, "%.4g to %.4g", least, most);
    }
  }

  /**
   * A learner that was chosen for the problem.
   *
   * @param learner its name
   * @param because the rule that chose it
   */
  public record Choice(String learner, String because) {}

  public Outlook {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details)); // keeps the order
  }

  /** Returns an outlook in words only. */
  public static Outlook of(String expectation) {
    return new Outlook(expectation, Optional.empty(), false, false, Optional.empty(), Map.of());
  }

  /** Returns the outlook with another sentence for people. */
  public Outlook saying(String other) {
    return new Outlook(other, noise, randomOrder, secretTime, choice, details);
  }

  /** Returns the outlook with one more detail for people. */
  public Outlook with(String detail, String text) {
    Map<String, String> more = new LinkedHashMap<>(details);
    more.put(detail, text);
    return withDetails(more);
  }

  /** Returns the outlook with other details for people. */
  public Outlook withDetails(Map<String, String> others) {
    return new Outlook(expectation, noise, randomOrder, secretTime, choice, others);
  }

  /** Returns the outlook of releases that all have this noise multiplier. */
  public Outlook withNoise(double multiplier) {
    return withNoise(new Noise(multiplier, multiplier));
  }

  /** Returns the outlook of releases with this noise. */
  public Outlook withNoise(Noise some) {
    return new Outlook(expectation, Optional.of(some), randomOrder, secretTime, choice, details)
        .with("noiseMultiplier", some.text());
  }

  /** Returns the outlook of a training that takes the rows in a secret random order. */
  public Outlook inRandomOrder() {
    return new Outlook(expectation, noise, true, secretTime, choice, details)
        .with("order", "random");
  }

  /** Returns the outlook of a training of which nobody may learn how long it took. */
  public Outlook inSecretTime() {
    return new Outlook(expectation, noise, randomOrder, true, choice, details);
  }

  /** Returns the outlook of a learner that another one chose. */
  public Outlook chosen(Choice some) {
    Map<String, String> more = new LinkedHashMap<>();
    more.put("chosen", some.learner);
    more.put("because", some.because);
    more.putAll(details);
    return new Outlook(
        some.learner + ", because " + some.because + "; " + expectation,
        noise,
        randomOrder,
        secretTime,
        Optional.of(some),
        more);
  }
}
