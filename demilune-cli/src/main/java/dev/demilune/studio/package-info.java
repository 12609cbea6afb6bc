// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The studio: a page on this machine from which the whole job is done without typing options.
 *
 * <p>It has no knowledge of its own. {@link dev.demilune.studio.Api} turns a request into the
 * command line that a person would type, runs it through {@link dev.demilune.studio.Commands} and
 * returns what it says, with the command line for copying. A training is a process of its own
 * ({@link dev.demilune.studio.Jobs}), so that it can be cancelled and blocks nobody.
 *
 * <p>Open {@link dev.demilune.studio.Studio} first, then {@link dev.demilune.studio.Gate}, through
 * which every request passes: the loopback interface only, one host name, no other origin, a
 * session that begins with a token which works once. {@link dev.demilune.studio.Folder} lets no
 * request reach a file outside the folder that the studio was started in.
 *
 * <p>Nothing here reads a row of a table. What a page shows is public or is said by a command,
 * which marks what its user must not publish.
 */
package dev.demilune.studio;
