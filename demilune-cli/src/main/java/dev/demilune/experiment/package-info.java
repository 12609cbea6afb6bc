// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Figures of papers, redrawn by one command.
 *
 * <p>An {@link dev.demilune.experiment.Experiment} is declared in a YAML file: what is measured,
 * along which axis, beside which published numbers, and by which rule a claim counts as reproduced.
 * {@link dev.demilune.experiment.ExperimentFile} reads it, and {@link
 * dev.demilune.experiment.Laboratory} measures its cells, keeps each as soon as it is finished, and
 * writes CSV, SVG and a page. {@link dev.demilune.experiment.DataFetch} brings the public data
 * sets.
 *
 * <p>Everything here is public: rows come from data sets that anybody can download, or from a seed.
 * Nothing reads the rows of a user, and no result is private or needs to be.
 */
package dev.demilune.experiment;
