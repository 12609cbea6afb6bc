// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.DemiluneException;
import dev.demilune.data.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * A signature of a model file, in a file next to it. The public key verifies that the model and its
 * certificate, with the hash of the ledger's entry, are those that were signed.
 *
 * <p>Ed25519 over the bytes of the model file, as Base64 on one line. Keys are PEM files as other
 * tools write them (PKCS#8 and X.509).
 */
public final class ModelSignature {

  private static final String ALGORITHM = "Ed25519";
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private ModelSignature() {}

  /** Returns the path of the signature of a model file. */
  public static Path fileOf(Path model) {
    return model.resolveSibling(model.getFileName() + ".sig");
  }

  /**
   * Writes a new pair of keys: the private one, which only its owner may read, and the public one.
   *
   * @throws DemiluneException if a file exists already or cannot be written
   */
  public static void newKeys(Path privateKey, Path publicKey) {
    for (Path file : new Path[] {privateKey, publicKey}) {
      if (Files.exists(file)) {
        throw new DemiluneException(
            "key "
                + file
                + " is there already: replacing it would invalidate earlier signatures; name"
                + " another file");
      }
    }
    List<Path> created = new ArrayList<>();
    try {
      KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
      if (Files.getFileStore(privateKey.toAbsolutePath().getParent())
          .supportsFileAttributeView("posix")) {
        Files.createFile(
            privateKey,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(privateKey);
      }
      created.add(privateKey);
      Files.writeString(privateKey, pem("PRIVATE KEY", pair.getPrivate()));
      Files.createFile(publicKey);
      created.add(publicKey);
      Files.writeString(publicKey, pem("PUBLIC KEY", pair.getPublic()));
    } catch (IOException | GeneralSecurityException e) {
      created.forEach(ModelSignature::deleteQuietly);
      throw new DemiluneException(
          "the keys " + privateKey + " and " + publicKey + " cannot be written: " + e.getMessage(),
          e);
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The first fault matters more.
    }
  }

  /**
   * Checks that a file contains a private key, before anything is spent on a model to be signed.
   *
   * @throws DemiluneException if it does not
   */
  public static void checkPrivateKey(Path privateKey) {
    privateKey(privateKey);
  }

  private static PrivateKey privateKey(Path file) {
    try {
      return KeyFactory.getInstance(ALGORITHM)
          .generatePrivate(new PKCS8EncodedKeySpec(der("PRIVATE KEY", file)));
    } catch (GeneralSecurityException e) {
      throw notAKey(file, "private", e);
    }
  }

  /** Signs a model file and returns the file of the signature. */
  public static Path sign(Path model, Path privateKey) {
    PrivateKey key = privateKey(privateKey);
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(bytes(model));
      String line = Base64.getEncoder().encodeToString(signature.sign()) + "\n";
      Path file = fileOf(model);
      try (AtomicFile out = AtomicFile.create(file)) {
        out.write(line.getBytes(StandardCharsets.US_ASCII));
        out.commit();
      }
      return file;
    } catch (GeneralSecurityException e) {
      throw notAKey(privateKey, "private", e);
    }
  }

  /**
   * Checks the signature next to a model file.
   *
   * @throws DemiluneException if there is none, or the model is not the one that was signed
   */
  public static void verify(Path model, Path publicKey) {
    PublicKey key;
    try {
      key =
          KeyFactory.getInstance(ALGORITHM)
              .generatePublic(new X509EncodedKeySpec(der("PUBLIC KEY", publicKey)));
    } catch (GeneralSecurityException e) {
      throw notAKey(publicKey, "public", e);
    }
    boolean genuine;
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(bytes(model));
      String line = new String(bytes(fileOf(model)), StandardCharsets.US_ASCII).strip();
      genuine = signature.verify(Base64.getDecoder().decode(line));
    } catch (GeneralSecurityException | IllegalArgumentException noSignature) {
      genuine = false;
    }
    if (!genuine) {
      throw new DemiluneException(
          "model "
              + model
              + " is not the one that was signed with the key of "
              + publicKey
              + ": ask its sender for the file and for "
              + fileOf(model).getFileName());
    }
  }

  private static String pem(String kind, Key key) {
    return "-----BEGIN "
        + kind
        + "-----\n"
        + LINES.encodeToString(key.getEncoded())
        + "\n-----END "
        + kind
        + "-----\n";
  }

  private static byte[] der(String kind, Path file) {
    String text = new String(bytes(file), StandardCharsets.US_ASCII);
    String begin = "-----BEGIN " + kind + "-----";
    int from = text.indexOf(begin);
    int to = text.indexOf("-----END " + kind + "-----");
    try {
      if (from >= 0 && to >= from + begin.length()) {
        return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
      }
    } catch (IllegalArgumentException noBase64) {
      throw notAKey(file, kind.split(" ", 2)[0].toLowerCase(Locale.ROOT), noBase64);
    }
    throw notAKey(file, kind.split(" ", 2)[0].toLowerCase(Locale.ROOT), null);
  }

  private static DemiluneException notAKey(Path file, String kind, Throwable cause) {
    return new DemiluneException(
        "key "
            + file
            + " is not a "
            + kind
            + " Ed25519 key in a PEM file: make a pair with `demilune ledger key`",
        cause);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new DemiluneException("file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
