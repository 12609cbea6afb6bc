// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whole trainings, files in and model out, each in a process of its own: ours with privacy beside
 * linear classifiers of others without, on the same rows.
 */
final class PeerTrainingBenchmark {

  private static final String OURS = "`noisy-descent`, ε = 1, one core";

  private PeerTrainingBenchmark() {}

  static List<String> markdown(Effort effort) {
    Peers peers = Peers.find();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Whole commands, start and reading included: `demilune train`, by %s, with δ = 1e-5 and"
                + " secure randomness, beside linear classifiers of others with their defaults and"
                + " without privacy. We read MNIST from its gzip files; others read the same rows as"
                + " LIBSVM text, written before. One core means confined to it, runtime and all. A"
                + " contender's times are divided by ours on one core, round by round; median and,"
                + " in brackets, the least and the most, of %d rounds on a9a and %d on MNIST.",
            CommandLine.described(),
            effort.of(7, 3, 1),
            effort.of(2, 1, 1)));
    lines.addAll(peers.described());
    lines.addAll(
        Markdown.table(
            "| data | contender | seconds | processor seconds | times ours on one core | by"
                + " processor time |"));
    lines.addAll(contest(TrainingFiles.a9a(effort), peers, effort.of(7, 3, 1)));
    lines.addAll(contest(TrainingFiles.mnist(effort), peers, effort.of(2, 1, 1)));
    return lines;
  }

  private static List<String> contest(TrainingFiles files, Peers peers, int rounds) {
    Map<String, Child> contenders = contenders(files, peers);
    Map<String, List<Child.Run>> runs = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      contenders.forEach(
          (name, child) ->
              runs.computeIfAbsent(name, key -> new ArrayList<>()).add(child.run().orThrow(child)));
    }
    List<Double> ours = seconds(runs.get(OURS));
    List<Double> oursUsed = processorSeconds(runs.get(OURS));
    List<String> lines = new ArrayList<>();
    runs.forEach(
        (name, measured) ->
            lines.add(
                Markdown.row(
                    files.title(),
                    name,
                    Spread.of(seconds(measured)).text("%.2f"),
                    Spread.of(processorSeconds(measured)).text("%.2f"),
                    Spread.ofRatios(seconds(measured), ours).text("%.2f"),
                    Spread.ofRatios(processorSeconds(measured), oursUsed).text("%.2f"))));
    return lines;
  }

  private static Map<String, Child> contenders(TrainingFiles files, Peers peers) {
    Path ourModel = TrainingFiles.temporary(".model");
    Path model = TrainingFiles.temporary(".model"); // ours replaces no file of another kind
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "train",
                "--learner=noisy-descent",
                "--epsilon=1",
                "--delta=1e-5",
                "--model=" + ourModel));
    arguments.addAll(files.arguments());
    Child ours = CommandLine.child(List.of(), arguments);
    Map<String, Child> contenders = new LinkedHashMap<>();
    contenders.put(OURS, oneCore(ours));
    contenders.put("`noisy-descent`, ε = 1, all cores", ours);
    if (Peers.hasLiblinear()) {
      contenders.put(
          "LIBLINEAR, default (solver 1)", oneCore(Peers.liblinear(files.libsvm(), model)));
    }
    if (peers.hasScikitLearn()) {
      contenders.put("scikit-learn, LinearSVC", oneCore(peers.scikitLearn(files.libsvm())));
    }
    contenders.put(
        "liblinear-java, default (solver 1)", oneCore(javaPeer("liblinear", files, model)));
    contenders.put("Tribuo, logistic regression", oneCore(javaPeer("tribuo", files, model)));
    return contenders;
  }

  private static Child oneCore(Child child) {
    return Peers.canConfine() ? child.onOneCore() : child;
  }

  private static Child javaPeer(String name, TrainingFiles files, Path model) {
    return Child.java(
        List.of("-XX:+UseParallelGC"),
        JavaPeers.class,
        name,
        files.libsvm().toString(),
        model.toString());
  }

  private static List<Double> seconds(List<Child.Run> runs) {
    return runs.stream().map(Child.Run::seconds).toList();
  }

  private static List<Double> processorSeconds(List<Child.Run> runs) {
    return runs.stream().map(Child.Run::processorSeconds).toList();
  }
}
