// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.fuzz;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.EventJson;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.IdxReader;
import dev.demilune.data.JsonLinesReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import dev.demilune.model.ModelFile;
import dev.demilune.model.ModelSignature;
import dev.demilune.privacy.Certificate;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.postgresql.Driver;

/**
 * Every parser that reads what others may have written, fed with bytes.
 *
 * <p>{@link #feed} returns whatever the bytes are: a {@link DemiluneException} is the parser's way
 * to say no, and anything else that is thrown is a finding.
 */
enum Parser {
  CSV(2_500_000) {
    @Override
    void parse(byte[] bytes) {
      CsvFormat format = CsvFormat.standard();
      if (bytes.length > 0 && bytes[bytes.length - 1] == '#') {
        format = format.withoutHeader().delimitedBy(bytes.length % 2 == 0 ? ';' : '€');
      }
      readAll(CsvReader.open(new ByteArrayInputStream(bytes), "x.csv", format));
    }
  },
  LIBSVM(2_500_000) {
    @Override
    void parse(byte[] bytes) {
      readAll(LibsvmReader.open(new ByteArrayInputStream(bytes), "x.svm"));
    }
  },
  JSON_LINES(600_000) {
    @Override
    void parse(byte[] bytes) {
      readAll(
          JsonLinesReader.open(
              new ByteArrayInputStream(bytes), "x.jsonl", List.of("a", "é", "b"), List.of("b")));
    }
  },
  /** The images, then the labels, which begin at the last two zero bytes. */
  IDX(600_000) {
    @Override
    void parse(byte[] bytes) throws IOException {
      int cut = bytes.length;
      for (int i = bytes.length - 2; i > 0 && cut == bytes.length; i--) {
        cut = bytes[i] == 0 && bytes[i + 1] == 0 ? i : cut;
      }
      Path images = scratch("images", Arrays.copyOf(bytes, cut));
      readAll(IdxReader.open(images));
      readAll(
          IdxReader.open(images, scratch("labels", Arrays.copyOfRange(bytes, cut, bytes.length))));
    }
  },
  GZIP(1_000_000) {
    @Override
    void parse(byte[] bytes) {
      readCompressed(new byte[] {0x1f, (byte) 0x8b, 8}, bytes);
    }
  },
  BZIP2(30_000) {
    @Override
    void parse(byte[] bytes) {
      readCompressed(new byte[] {'B', 'Z', 'h', '1'}, bytes);
    }
  },
  SCHEMA_YAML(150_000) {
    @Override
    void parse(byte[] bytes) {
      SchemaFile.parse(text(bytes), "schema.yaml");
    }
  },
  SCHEMA_JSON(400_000) {
    @Override
    void parse(byte[] bytes) {
      Schema.fromJson(text(bytes));
    }
  },
  EVENT_JSON(400_000) {
    @Override
    void parse(byte[] bytes) {
      EventJson.parse(text(bytes));
    }
  },
  CERTIFICATE_JSON(400_000) {
    @Override
    void parse(byte[] bytes) {
      JsonElement json;
      try {
        json = JsonParser.parseString(text(bytes));
      } catch (JsonParseException noJson) {
        return; // the model file's reader has met this case before
      }
      Certificate.fromJson(json);
    }
  },
  /** A model file up to its checksum, which is made to match: so what is behind it is reached. */
  MODEL(80_000) {
    @Override
    void parse(byte[] bytes) throws IOException {
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      whole.write(bytes);
      String trailer = "  \"sha256\": \"" + sha256(bytes) + "\"\n}\n";
      whole.write(trailer.getBytes(StandardCharsets.US_ASCII));
      ModelFile.load(scratch("model", whole.toByteArray()));
    }
  },
  /** The key of a signature, and the signature. */
  SIGNATURE(1_000_000) {
    @Override
    void parse(byte[] bytes) throws IOException {
      Path model = scratch("signed", new byte[] {1});
      Path file = scratch("signed.sig", bytes);
      try {
        ModelSignature.checkPrivateKey(file);
      } finally {
        ModelSignature.verify(model, file);
      }
    }
  },
  /** An address is looked at before a driver sees it; nothing is connected to. */
  LEDGER_URL(1_500_000) {
    @Override
    void parse(byte[] bytes) {
      String location = text(bytes);
      Ledger.checkLocation(location);
      if (Ledger.isDatabase(location)) { // then the driver must understand it, and keep quiet
        LOGGED.setLength(0);
        if (Driver.parseURL(location, null) == null || LOGGED.length() > 0) {
          throw new AssertionError("the driver has something to say: " + LOGGED);
        }
      }
    }
  },
  /** An SQLite file: found out by SQLite, by our checks or by the chain of hashes. */
  LEDGER_FILE(3_000) {
    @Override
    void parse(byte[] bytes) throws IOException {
      Path file = scratch("ledger.db", bytes);
      try {
        Ledger.verify(file.toString());
        Ledger.open(file, Randomness.secure()).close();
      } finally {
        for (String more : List.of("-wal", "-shm", "-journal")) {
          Files.deleteIfExists(Path.of(file + more));
        }
      }
    }
  };

  private static final Vocabulary VALUES = Vocabulary.of(List.of("a", "1", "no", "+1", "é"));
  private static final StringBuilder LOGGED = new StringBuilder();
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");
  private static Path scratch;

  static {
    DRIVER.setUseParentHandlers(false);
    DRIVER.addHandler(
        new StreamHandler() {
          @Override
          public synchronized void publish(LogRecord said) {
            LOGGED.append(said.getMessage());
          }
        });
  }

  /** How many inputs a whole run tries. */
  final int executions;

  Parser(int executions) {
    this.executions = executions;
  }

  abstract void parse(byte[] bytes) throws IOException;

  /** The name of the folder with examples. */
  String folder() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  final void feed(byte[] bytes) {
    try {
      parse(bytes);
    } catch (DemiluneException no) {
      if (no.getMessage() == null || no.getMessage().length() > 20_000) {
        throw new AssertionError("a message that nobody will read", no);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void readAll(Table table) {
    try (table) {
      while (table.next()) {
        table.label(VALUES);
        for (int i = 0; i < table.cells(); i++) {
          table.column(i);
          table.number(i);
          table.find(i, VALUES);
        }
      }
    }
  }

  private static void readCompressed(byte[] magic, byte[] rest) {
    byte[] all = Arrays.copyOf(magic, magic.length + rest.length);
    System.arraycopy(rest, 0, all, magic.length, rest.length);
    readAll(CsvReader.open(new ByteArrayInputStream(all), "x", CsvFormat.standard()));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static synchronized Path scratch(String name, byte[] bytes) throws IOException {
    if (scratch == null) {
      Path memory = Path.of("/dev/shm");
      scratch =
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "demilune-fuzz")
              : Files.createTempDirectory("demilune-fuzz");
      Runtime.getRuntime().addShutdownHook(new Thread(Parser::tidy));
    }
    return Files.write(scratch.resolve(name), bytes);
  }

  private static void tidy() {
    try (var files = Files.list(scratch)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(scratch);
    } catch (IOException stays) {
      // Small files in a temporary directory.
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
