/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
/**
 * What can be learned from so many rows for so much budget, said before there is any data.
 *
 * <p>Open {@link dev.demilune.plan.Comparison} first: it asks every learner for its plan and for
 * the rows that it needs, and says which is guaranteed, which is expected to work, and which one
 * would be chosen. {@link dev.demilune.plan.LowerBounds} has what no learner can do with less.
 *
 * <p>Learners state their own bounds ({@link dev.demilune.learn.Learner#rowsNeeded}); this package
 * only compares them. It promises never to look at a row: nothing in it takes a data set, and so
 * nothing in it costs anything.
 *
 * <pre>{@code
 * Shape shape = new Shape(10_000, 50, 2, Adjacency.ADD_OR_REMOVE_ONE);
 * Comparison all = Comparison.of(shape, ApproximateDp.of(1, 1e-6), Optional.of(new Goal(0.1, 0.1, 0.1)));
 * }</pre>
 */
package dev.demilune.plan;
