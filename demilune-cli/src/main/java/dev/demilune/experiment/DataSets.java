// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.DemiluneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** The public data sets that can be fetched: their files, origins and checksums. */
public record DataSets(List<DataSet> all) {

  private static final DataSets KNOWN = read();

  public DataSets {
    all = List.copyOf(all);
  }

  /**
   * One data set.
   *
   * @param name of its folder
   * @param origin the address that its files are below; empty if no server has them in this form
   */
  public record DataSet(
      String name, String title, String license, String origin, List<File> files) {
    public DataSet {
      files = List.copyOf(files);
    }

    /** Returns whether all files are in a folder, by their names. */
    public boolean isIn(Path folder) {
      return files.stream().allMatch(file -> Files.exists(file.in(folder)));
    }
  }

  /**
   * One file.
   *
   * @param sha256 of its content, decompressed if the name ends in .gz
   */
  public record File(String name, String sha256) {

    /** Returns its place in a folder. */
    public Path in(Path folder) {
      return folder.resolve(name);
    }

    /**
     * Checks the content.
     *
     * @throws DemiluneException if it is another, or cannot be read
     */
    void check(Path path) {
      if (!sha256.equals(hash(path))) {
        throw new DemiluneException(
            path
                + " is not the pinned file: its content has another checksum than "
                + sha256.substring(0, 16)
                + "…; delete it and fetch it again");
      }
    }

    private String hash(Path path) {
      try (InputStream file = Files.newInputStream(path);
          InputStream content = name.endsWith(".gz") ? new GZIPInputStream(file, 1 << 16) : file) {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        new DigestInputStream(content, digest).transferTo(OutputStream.nullOutputStream());
        return HexFormat.of().formatHex(digest.digest());
      } catch (IOException e) {
        return "unreadable: " + e.getMessage(); // for one, not gzip at all
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e); // every Java has it
      }
    }
  }

  /** Returns all data sets. */
  public static DataSets known() {
    return KNOWN;
  }

  /**
   * Returns the data set with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public DataSet named(String name) {
    return all.stream()
        .filter(set -> set.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no such data set: "
                        + Yaml.unknown(name, all.stream().map(DataSet::name).toList())));
  }

  private static DataSets read() {
    try (InputStream in = DataSets.class.getResourceAsStream("data-sets.yaml")) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a catalog. */
  static DataSets parse(String yaml) {
    List<DataSet> sets = new ArrayList<>();
    Yaml.parse(yaml, "data-sets.yaml")
        .map()
        .forEach(
            (name, node) -> {
              Map<String, Yaml> entries =
                  node.map(Set.of("title", "license", "origin", "files"), Set.of());
              List<File> files = new ArrayList<>();
              entries
                  .get("files")
                  .map()
                  .forEach((file, hash) -> files.add(new File(file, hash.text())));
              String origin = entries.get("origin").text();
              sets.add(
                  new DataSet(
                      name,
                      entries.get("title").text(),
                      entries.get("license").text(),
                      origin.equals("none") ? "" : origin,
                      files));
            });
    return new DataSets(sets);
  }
}
