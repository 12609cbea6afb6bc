// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Invented tables with known properties, for tests, benchmarks and the command line.
 *
 * <p>Two kinds. {@link dev.demilune.data.synthetic.Census}, {@link
 * dev.demilune.data.synthetic.LargeMargin}, {@code TwoMoons}, {@code XorBlobs} and {@code
 * HiddenPoint} have a known best rule, so that a learner's loss can be measured. {@link
 * dev.demilune.data.synthetic.HardInstance} and its subclasses are the distributions from the
 * proofs of published lower bounds; each says which learners it is hard for. Open {@code Census}
 * first.
 *
 * <p>Everything here writes text, CSV or LIBSVM, from a source of uniform bits that the caller
 * supplies; the same bits give the same file again.
 *
 * <p>These numbers are good enough for data and never used as noise. The package uses only {@code
 * internal}, reads no table, and no part of training uses it.
 */
package dev.demilune.data.synthetic;
