// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelSignatureTest {

  @TempDir Path directory;
  private Path model;
  private Path key;
  private Path open;

  @BeforeEach
  void keys() throws Exception {
    model = directory.resolve("some.model");
    key = directory.resolve("key.pem");
    open = directory.resolve("key.pub");
    Files.writeString(model, "{}");
    ModelSignature.newKeys(key, open);
  }

  @Test
  void everyChangedByteIsFound() throws Exception {
    Path signature = ModelSignature.sign(model, key);
    assertThatCode(() -> ModelSignature.verify(model, open)).doesNotThrowAnyException();

    String line = Files.readString(signature);
    Files.writeString(signature, (line.charAt(0) == 'A' ? "B" : "A") + line.substring(1));
    refused("is not the one that was signed");
    Files.writeString(signature, "no signature");
    refused("is not the one that was signed");
    Files.writeString(signature, line);
    Files.writeString(model, "{ }");
    refused("is not the one that was signed");
    Files.delete(signature);
    refused("cannot be read");
  }

  @Test
  void anotherKeyDoesNotVerify() {
    ModelSignature.sign(model, key);
    Path other = directory.resolve("other.pub");
    ModelSignature.newKeys(directory.resolve("other.pem"), other);
    assertThatThrownBy(() -> ModelSignature.verify(model, other))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is not the one that was signed with the key of " + other);
  }

  /** RFC 8410, section 10.3: a key that another program wrote. */
  @Test
  void keysOfOtherProgramsAreTaken() throws Exception {
    Files.writeString(
        key,
        """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        -----END PRIVATE KEY-----
        """);
    Files.writeString(
        open,
        """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
        -----END PUBLIC KEY-----
        """);
    ModelSignature.sign(model, key);
    assertThatCode(() -> ModelSignature.verify(model, open)).doesNotThrowAnyException();
  }

  @Test
  void otherFilesAreNoKeysAndKeysAreNotOverwritten() throws Exception {
    assertThatThrownBy(() -> ModelSignature.sign(model, open))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is not a private Ed25519 key in a PEM file");
    assertThatThrownBy(() -> ModelSignature.verify(model, key))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is not a public Ed25519 key in a PEM file");
    assertThatThrownBy(() -> ModelSignature.newKeys(key, directory.resolve("new.pub")))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is there already");
    assertThat(Files.getPosixFilePermissions(key)).hasSize(2); // read and write, by its owner
  }

  private void refused(String sentence) {
    assertThatThrownBy(() -> ModelSignature.verify(model, open))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining(sentence);
  }
}
