// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.Gson;
import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What has become of a paper here: each theorem, algorithm and table, and each fault found in it.
 *
 * <p>The files beside this class are the only place where this is written; {@code demilune papers}
 * and the tables of docs/papers are made from them.
 *
 * @param neighbors which tables its guarantees are about
 * @param prepare commands that write the files that the others read
 */
record Paper(
    String name,
    String authors,
    String title,
    String neighbors,
    List<String> prepare,
    List<Part> parts,
    List<Erratum> errata) {

  /** How a part of a paper exists here. */
  enum Status {
    /** It runs, or holds, as its authors say. */
    @SerializedName("as published")
    AS_PUBLISHED("as published"),
    /** It runs, or holds, in another form that is proved and said. */
    @SerializedName("repaired")
    REPAIRED("repaired"),
    /** It is shown not to hold. */
    @SerializedName("exhibit")
    EXHIBIT("exhibit"),
    /** No computer can run it; the numbers are given. */
    @SerializedName("infeasible")
    INFEASIBLE("infeasible"),
    /** It is missing. */
    @SerializedName("not here yet")
    NOT_HERE_YET("not here yet");

    private final String words;

    Status(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * A theorem, an algorithm or a table.
   *
   * @param says what it says
   * @param here what there is of it here
   * @param run commands that show it
   */
  record Part(String name, String says, Status status, String here, List<String> run) {
    Part {
      Objects.requireNonNull(status, name);
    }
  }

  /**
   * A fault of a paper.
   *
   * @param here what is done instead
   * @param kind privacy, utility, theory, crash or typo
   * @param test that holds it, as package.Class#method below dev.demilune; null if there is none
   */
  record Erratum(String where, String wrong, String here, String kind, String test) {}

  @Override
  public String toString() {
    return name;
  }

  /** Returns all papers. */
  static List<Paper> all() {
    return Arrays.stream(read("index", String[].class))
        .map(name -> read(name, Paper.class))
        .toList();
  }

  private static <T> T read(String name, Class<T> type) {
    try (Reader file =
        new InputStreamReader(
            Paper.class.getResourceAsStream("papers/" + name + ".json"), StandardCharsets.UTF_8)) {
      return new Gson().fromJson(file, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
