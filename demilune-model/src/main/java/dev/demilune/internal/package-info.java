// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Small helpers that all packages share: argument checks, array growth, durable file names.
 *
 * <p>First in the order of packages: it uses nothing but {@link dev.demilune.DemiluneException}.
 * Open {@link dev.demilune.internal.Check} first: it refuses bad arguments with messages of name,
 * rule and value.
 *
 * <p>Not part of the library's interface: it may change at any time, and programs that use the
 * library must not import it. Nothing here sees private rows. The values in messages of {@code
 * Check} are printed, so callers must pass public values only.
 */
package dev.demilune.internal;
