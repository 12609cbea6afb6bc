// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files of the page, read once: requests name them and reach nothing else. */
final class Resources {

  private static final List<String> NAMES =
      List.of(
          "studio.css",
          "icon.svg",
          "main.js",
          "api.js",
          "dom.js",
          "chart.js",
          "schema.js",
          "columns.js",
          "plan.js",
          "train.js",
          "models.js",
          "ledgers.js");

  private final Map<String, Content> byPath = new HashMap<>();

  Resources() {
    byPath.put("/", read("index.html"));
    NAMES.forEach(name -> byPath.put("/" + name, read(name)));
  }

  Optional<Content> find(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  private static Content read(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program has no " + name);
      }
      return new Content(type(name), in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String type(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return switch (ending) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalArgumentException(name);
    };
  }
}
