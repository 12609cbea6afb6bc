// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.tuning;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.learn.AuditCase;
import dev.demilune.learn.CorrectCount;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Outlook;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainedModel;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.TrainingRun;
import dev.demilune.learn.UnprotectedFit;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.LogarithmicNumber;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Private search for the best settings of a learner: a secret number of runs, each with a
 * configuration drawn from a public list, of which only the best model leaves.
 *
 * <p><b>Claim.</b> The fit meets the allowance's guarantee for the schema's adjacency, the search
 * included; the certificate's event is the selection of the best among a logarithmic number of
 * runs, each being one of the learner's plans and a noisy count of correct predictions.
 *
 * <p><b>Proof.</b> One run draws a configuration without looking at the rows, trains it by a plan
 * that was fixed beforehand, and counts the rows that the model classifies correctly, with noise:
 * the count moves by at most one between neighbors ({@link CorrectCount}) and {@link TuningPlan}
 * gives it noise for that. So a run is one of several compositions, and all its output is
 * configuration, model and noisy count. The runs are independent and alike; their number K is drawn
 * before them from its own stream, has P(K = k) proportional to (1-γ)^k/k, the truncated negative
 * binomial law of η = 0, and is kept secret. The output is the best run by its noisy count, and the
 * first of equals, which is equivalent to a random tag drawn with each run to break ties: a total
 * order on outputs that does not depend on the rows. Its privacy cost is that of {@link
 * PrivacyEvent.Selection} (Papernot and Steinke 2022, Theorem 2), and the guarantee of one run is
 * the largest for which the accountant's cost of the whole is within the allowance. The
 * certificates of single runs are not released. ∎
 *
 * <p><b>Sampling.</b> {@link LogarithmicNumber} for K, {@link UniformInteger} for configurations,
 * the learner's own noise, and rounded Gaussian (for pure guarantees: discrete Laplace) noise on
 * counts. All exact.
 *
 * <p><b>Relies on.</b> What the learner relies on; configurations chosen without the data; K
 * staying secret. K shows in the running time: see docs/limits.md.
 *
 * <p><b>Source.</b> Papernot and Steinke, ICLR 2022; Liu and Talwar, STOC 2019, for the idea. We
 * count correct predictions on the training rows themselves, within the run.
 *
 * @param learner the learner whose settings are tried; settings that are not tried keep its values
 * @param tried the configurations, all of them equally likely in a run
 * @param runs how many runs are made on average; 0 for twice the number of configurations
 */
public record Tuning(Learner learner, Configurations tried, int runs) implements Learner {

  private static final int MOST_RUNS = 1000;
  private static final String TRY = "try ";

  private static final Setting<Integer> RUNS =
      Setting.integer(
              "runs",
              1,
              MOST_RUNS,
              0,
              "how many runs are made on average; by rule twice the number of configurations")
          .or("auto", 0);

  private static final LearnerDescription DESCRIPTION =
      new LearnerDescription(
          "tune",
          "private search for the best settings of another learner",
          "Liu, Talwar 2019; Papernot, Steinke 2022",
          List.of(RUNS),
          LearnerDescription.ANY_ADJACENCY,
          LearnerDescription.ANY_GUARANTEE,
          AuditCase.on(AuditCase.Table.MANY_DECLARED).leftToOthers(),
          "tuning");

  public Tuning {
    Check.between("runs", runs, 0, MOST_RUNS);
    tried = tried.renamed(learner::nameOf);
    if (runs == 1) {
      throw new IllegalArgumentException("runs must be 0 or at least 2, got 1");
    }
    for (Map<String, String> configuration : tried.all()) {
      configure(learner, configuration); // a value that the learner refuses is refused here
    }
  }

  /** Returns the search among configurations with the default number of runs. */
  public static Tuning of(Learner learner, Configurations tried) {
    return new Tuning(learner, tried, 0);
  }

  @Override
  public LearnerDescription description() {
    return DESCRIPTION;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("learner", learner.name());
    settings.put("runs", RUNS.text(runs));
    tried.values().forEach((key, values) -> settings.put(TRY + key, String.join(",", values)));
    learner
        .settings()
        .forEach(
            (key, value) -> {
              if (!tried.values().containsKey(key)) {
                settings.put(key, value);
              }
            });
    return settings;
  }

  @Override
  public String nameOf(String setting) {
    return learner.nameOf(setting);
  }

  @Override
  public Tuning with(String name, String value) {
    String key = nameOf(name);
    if (key.equals("runs")) {
      int number = RUNS.parse(value);
      if (number == 1) {
        throw new DemiluneException("setting 'runs' must be at least 2 or auto, got '1'");
      }
      return new Tuning(learner, tried, number);
    }
    if (!settings().containsKey(key) && !tried.values().containsKey(key)) {
      throw Settings.unknown(name(), key, settings());
    }
    if (key.startsWith(TRY)) {
      Map<String, List<String>> values = new LinkedHashMap<>(tried.values());
      values.put(key.substring(TRY.length()), List.of(value.split(",", -1)));
      return new Tuning(learner, new Configurations(values), runs);
    }
    if (key.equals("learner")) {
      if (!value.equals(learner.name())) {
        throw new DemiluneException(
            "the settings to try are those of "
                + learner.name()
                + ": make a new search for "
                + value);
      }
      return this;
    }
    if (tried.values().containsKey(key)) {
      throw new DemiluneException(
          "setting '" + key + "' is being tried and cannot be fixed as well: give it one place");
    }
    return new Tuning(learner.with(key, value), tried, runs);
  }

  @Override
  public Plan plan(Shape shape, Guarantee guarantee) {
    return Plan.of(
        this,
        () -> {
          TuningPlan plan = planned(shape, guarantee);
          return TrainingPlan.of(
                  this,
                  shape,
                  guarantee,
                  plan.event(),
                  outlook(plan),
                  (rows, run) -> search(rows, plan, run))
              .relyingOn(
                  "settings to try chosen without the data",
                  "the number of runs staying secret, and with it the running time")
              .inOnePlaceLike(plan.plans());
        });
  }

  private Outlook outlook(TuningPlan plan) {
    String runsOnAverage = String.format(Locale.ROOT, "%.3g", plan.runs().mean());
    return Outlook.of(
            "one run has "
                + plan.perRun().describe()
                + "; "
                + runsOnAverage
                + " runs are made on average, each as long as one training")
        .with("configurations", Integer.toString(tried.size()))
        .with("runs on average", runsOnAverage)
        .with("guarantee of one run", plan.perRun().describe())
        .inSecretTime(); // it tells the number of runs
  }

  private TrainedModel search(BoundedDataset rows, TuningPlan plan, TrainingRun search) {
    List<Map<String, String>> configurations = tried.all();
    Randomness randomness = search.randomness();
    long wanted = plan.runs().sample(randomness.stream("number of runs"));
    Best best = null;
    for (int number = 1; number <= wanted; number++) {
      Randomness own = randomness.stream("run " + number);
      int chosen = (int) UniformInteger.below(configurations.size(), own.stream("configuration"));
      TrainingRun part = search.part(number, Progress.NONE);
      Classifier model = plan.plans().get(chosen).train(rows, part).model();
      long score = plan.score().of(CorrectCount.of(rows, model), own.stream("score"));
      // Compared by noisy scores only; the first of equals stays, as the proof has it.
      if (best == null || score > best.score) {
        best = new Best(configurations.get(chosen), model, score);
      }
    }
    search.progress().step(1, 1); // one report for all runs: their number is secret
    return new TrainedModel(best.model, best.configuration);
  }

  @Override
  public UnprotectedFit fitWithoutPrivacy(BoundedDataset data) {
    Best best = null;
    for (Map<String, String> configuration : tried.all()) {
      Classifier model = configure(learner, configuration).fitWithoutPrivacy(data).model();
      long score = CorrectCount.of(data, model);
      if (best == null || score > best.score) {
        best = new Best(configuration, model, score);
      }
    }
    return new UnprotectedFit(best.model);
  }

  private record Best(Map<String, String> configuration, Classifier model, long score) {}

  private TuningPlan planned(Shape shape, Guarantee guarantee) {
    List<Learner> learners = new ArrayList<>();
    for (Map<String, String> configuration : tried.all()) {
      learners.add(configure(learner, configuration));
    }
    double mean = runs == 0 ? 2.0 * tried.size() : runs;
    return TuningPlan.of(learners, LogarithmicNumber.ofMean(mean), shape, guarantee);
  }

  private static Learner configure(Learner learner, Map<String, String> configuration) {
    Learner configured = learner;
    for (Map.Entry<String, String> setting : configuration.entrySet()) {
      configured = configured.with(setting.getKey(), setting.getValue());
    }
    return configured;
  }
}
