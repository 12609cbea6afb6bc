// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are listed, whatever else lies in the folder. */
class FolderTest {

  @TempDir Path root;

  @Test
  void hiddenTreesAreNotLookedInto() throws Exception {
    Files.createDirectories(root.resolve(".git/objects"));
    for (int i = 0; i < 10; i++) {
      Files.writeString(root.resolve(".git/objects/" + i + ".csv"), "");
    }
    Files.writeString(root.resolve(".secret.csv"), "");
    Files.writeString(root.resolve("people.csv"), "");
    Folder.Listing listing = new Folder(root, 1).list();
    assertThat(names(listing)).containsExactly("people.csv");
    assertThat(listing.cut()).isFalse();
  }

  @Test
  void aListThatIsCutSaysSo() throws Exception {
    for (int i = 0; i < 4; i++) {
      Files.writeString(root.resolve(i + ".csv"), "");
    }
    assertThat(new Folder(root, 4).list().cut()).isFalse();
    Folder.Listing listing = new Folder(root, 3).list();
    assertThat(listing.files()).hasSize(3);
    assertThat(listing.cut()).isTrue();
  }

  @Test
  void aFolderThatCannotBeReadHidesNothingElse() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(Files.createDirectory(root.resolve(name)).resolve("t.csv"), "");
    }
    Path closed = root.resolve("b");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try {
      assumeFalse(Files.isReadable(closed), "this user may read every folder");
      assertThat(names(new Folder(root).list())).containsExactly("a/t.csv", "c/t.csv");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static List<String> names(Folder.Listing listing) {
    return listing.files().stream().map(Folder.Entry::name).toList();
  }
}
