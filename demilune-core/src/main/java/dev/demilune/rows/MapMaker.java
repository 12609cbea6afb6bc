// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.io.Serializable;
import java.util.function.Supplier;

/**
 * Makes a map of rows for one thread, in any process that holds rows: it is serializable, and holds
 * public or released constants only.
 *
 * @param <M> a {@link dev.demilune.embed.GridMap} or a {@link dev.demilune.embed.CodeMap}
 */
@FunctionalInterface
public interface MapMaker<M> extends Supplier<M>, Serializable {}
