// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Renders the documentation to static pages: {@code docs/}, the README and its neighbors become
 * {@code demilune-site/target/site}, with navigation, search and links into the Javadoc.
 *
 * <p>{@link dev.demilune.site.Site} is where to begin. A {@link dev.demilune.site.Page} is a parsed
 * Markdown file; {@link dev.demilune.site.Links} leads every link to a page, a file or a class, or
 * says what is wrong with it; {@link dev.demilune.site.Navigation} is read from {@code
 * docs/index.md}; {@link dev.demilune.site.SearchIndex} is what the browser searches.
 *
 * <p>The pages stay readable as Markdown: nothing here has a syntax of its own. What is written
 * opens from the file system, asks no network for anything, and is the same for the same sources.
 */
package dev.demilune.site;
