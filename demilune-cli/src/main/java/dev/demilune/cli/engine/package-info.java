// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/** Where rows are, if they are not in this process. */
package dev.demilune.cli.engine;
