// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Small networks, chosen with pure ε for classes that no halfspace separates.
 *
 * <p>Open {@link dev.demilune.learn.network.NetworkChoice} first, the only public class: it chooses
 * among public random networks by the number of misclassified rows, and then, round after round,
 * among random networks around the last winner. {@code NetworkShape} says which networks are tried,
 * {@code NetworkCover} draws them, {@code NetworkSearch} scores them and keeps the leader, and
 * {@code NetworkPlan} fixes the rounds from public quantities. {@code NetworkTheorem} counts the
 * cover that the paper would choose from. One network for each class is {@code NetworkLabels} to
 * count by and {@code SideBySide} to predict with.
 *
 * <p>Candidates depend on a public number and on earlier winners, which have been paid for; no
 * count of misclassified rows leaves the package. The model is the last winner. The guarantee does
 * not depend on how good the candidates are, and no bound on the error is claimed. {@code
 * learn.auto} lists the learner.
 */
package dev.demilune.learn.network;
