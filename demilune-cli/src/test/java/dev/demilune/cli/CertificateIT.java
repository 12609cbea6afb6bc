// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static dev.demilune.cli.Workshop.assertRefused;
import static dev.demilune.cli.Workshop.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a private table to a certificate that somebody else verifies, and to forgeries of it. */
class CertificateIT {

  @TempDir Path directory;
  private Workshop workshop;

  @BeforeEach
  void publish() throws Exception {
    workshop = new Workshop(directory);
    workshop.write("data.csv", Workshop.rows(4000));
    done(
        "ledger",
        "create",
        "--ledger=l.db",
        "--name=people",
        "--adjacency=add-or-remove-one",
        "--epsilon=9",
        "--delta=1e-5");
    done("ledger", "key", "--out=key");
    done(
        "schema",
        "learn",
        "--data=data.csv",
        "--number=age=0..120",
        "--category=job",
        "--label=income",
        "--labels=low,high",
        "--epsilon=1",
        "--delta=1e-7",
        "--ledger=l.db",
        "--out=learned.yaml");
  }

  private Subprocess done(String... arguments) throws Exception {
    Subprocess run = workshop.run(arguments);
    assertThat(run.code()).as(String.join(" ", arguments) + "\n" + run.err()).isZero();
    return run;
  }

  /** The checks are the result, and are printed; the last sentence names the one that failed. */
  private void notVerified(String what, String... options) throws Exception {
    String[] words = {"certificate", "verify"};
    Subprocess run =
        workshop.run(
            Stream.concat(Arrays.stream(words), Arrays.stream(options)).toArray(String[]::new));
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("FAILED: " + what + ": ");
    assertThat(run.err()).contains("is NOT verified: " + what + " failed");
  }

  private JsonObject train(String schema, String model, String... more) throws Exception {
    String[] arguments = {
      "train",
      "--data=data.csv",
      "--schema=" + schema,
      "--epsilon=1",
      "--delta=1e-6",
      "--learner=noisy-descent",
      "--set=steps=5",
      "--ledger=l.db",
      "--model=" + model,
      "--json"
    };
    String[] all =
        Stream.concat(Arrays.stream(arguments), Arrays.stream(more)).toArray(String[]::new);
    return json(workshop.run(all));
  }

  private static double epsilon(JsonObject json, String field) {
    return json.getAsJsonObject(field).get("epsilon").getAsDouble();
  }

  private static String result(JsonObject verified, String what) {
    for (var check : verified.getAsJsonArray("checks")) {
      if (check.getAsJsonObject().get("what").getAsString().equals(what)) {
        return check.getAsJsonObject().get("result").getAsString();
      }
    }
    return "absent";
  }

  @Test
  void theChainGoesFromTheSchemaToTheEvaluationAndIsVerified() throws Exception {
    JsonObject trained = train("learned.yaml", "m", "--sign=key", "--by=Ann Lee");
    double fit = epsilon(trained, "guarantee");
    assertThat(epsilon(trained, "total")).isGreaterThan(fit + 0.9).isLessThanOrEqualTo(fit + 1);
    JsonObject circumstances =
        trained.getAsJsonObject("certificate").getAsJsonObject("circumstances");
    assertThat(circumstances.keySet())
        .containsExactly("software", "charged", "by", "ledger then", "kernels");
    assertThat(circumstances.get("kernels").getAsString()).isEqualTo("plain loops");
    assertThat(circumstances.get("software").getAsString())
        .matches("demilune \\S+, jar sha256 [0-9a-f]{64}");

    JsonObject scored =
        json(
            workshop.run(
                "evaluate",
                "--model=m",
                "--data=data.csv",
                "--private",
                "--epsilon=0.5",
                "--ledger=l.db",
                "--append-certificate=scored",
                "--json"));
    assertThat(epsilon(scored, "total")).isEqualTo(epsilon(trained, "total") + 0.5);

    JsonObject verified =
        json(
            workshop.run(
                "certificate", "verify", "--model=m", "--key=key.pub", "--ledger=l.db", "--json"));
    assertThat(verified.get("verified").getAsBoolean()).isTrue();
    JsonArray checks = verified.getAsJsonArray("checks");
    assertThat(checks).allMatch(c -> c.getAsJsonObject().get("result").getAsString().equals("ok"));
    assertThat(checks).hasSize(9);

    String shown = done("certificate", "--model=scored").out();
    assertThat(shown)
        .contains("for all 3 releases on its certificate")
        .contains("3. private evaluation: ε = 0.5")
        .contains("age: number")
        .contains("learned privately");
    notVerified("signature", "--model=scored", "--key=key.pub");
    done("certificate", "sign", "--model=scored", "--key=key");
    done("certificate", "verify", "--model=scored", "--key=key.pub");
    done("ledger", "verify", "--ledger=l.db", "--model=scored", "--public-key=key.pub");
  }

  @Test
  void aSchemaThatWasEditedIsSaid() throws Exception {
    String yaml = Files.readString(workshop.file("learned.yaml"));
    workshop.write("edited.yaml", yaml.replaceFirst("age: number \\S+", "age: number 0..99"));
    JsonObject certificate = train("edited.yaml", "m").getAsJsonObject("certificate");

    assertThat(certificate.getAsJsonObject("chain").getAsJsonArray("notes").toString())
        .contains("the schema was edited after learning");
    assertThat(certificate.getAsJsonObject("chain").getAsJsonArray("before")).hasSize(1);
  }

  @Test
  void everyFormatIsWritten() throws Exception {
    train("learned.yaml", "m");
    done("certificate", "export", "--model=m", "--format=json", "--out=c.json");
    JsonObject document =
        JsonParser.parseString(Files.readString(workshop.file("c.json"))).getAsJsonObject();
    assertThat(document.getAsJsonObject("model").get("sha256").getAsString())
        .isEqualTo(sha256(Files.readAllBytes(workshop.file("m"))));
    done("certificate", "verify", "--certificate=c.json", "--ledger=l.db");
    document.addProperty("epsilon", 0.01);
    workshop.write("forged.json", document.toString());
    notVerified("document", "--certificate=forged.json");

    assertThat(done("certificate", "show", "--model=m", "--format=nist").out())
        .contains("\nLarge epsilon: ")
        .contains("\nAccess control: not known\n");
    assertThat(
            done("certificate", "--model=m", "--format=registry", "--answer=curator=Agency").out())
        .startsWith("url_slug: demilune-")
        .contains("- Agency\n");
    done("certificate", "export", "--model=m", "--format=html", "--out=c.html");
    assertThat(Files.readString(workshop.file("c.html")))
        .contains("</html>", "default-src 'none'", "script-src 'sha256-");

    assertRefused(workshop.run("certificate", "--format=text"), 2, "--model is missing");
    assertRefused(workshop.run("certificate", "--model=m", "--format=pdf"), 2, "--format must be");
    assertRefused(workshop.run("certificate", "export", "--model=m"), 2, "--out is missing");
    assertRefused(
        workshop.run("certificate", "--model=m", "--answer=acess=x"), 2, "'acess' is nothing");
    assertRefused(
        workshop.run("certificate", "--model=m", "--audit=data.csv"), 1, "--audit data.csv");
    assertRefused(workshop.run("certificate", "verify"), 2, "give --model, or --certificate");
  }

  @Test
  void forgeriesAreFoundWithTheirChecksumRecomputed() throws Exception {
    train("schema.yaml", "m", "--sign=key");
    String model = Files.readString(workshop.file("m"));
    String[][] forgeries = {
      {"\"epsilon\": [0-9.]+", "\"epsilon\": 0.01", "price of training"},
      {"\"noiseMultiplier\": [0-9.]+", "\"noiseMultiplier\": 99.0", "price of training"},
      {"ADD_OR_REMOVE_ONE", "REPLACE_ONE", "ledger entry of training"},
      {"\"purpose\": \"[^\"]+\"", "\"purpose\": \"else\"", "ledger entry of training"},
      {"\"biases\": \\[[^,]+", "\"biases\": [0.125", "signature"},
    };
    for (String[] forgery : forgeries) {
      String forged = model.replaceFirst(forgery[0], forgery[1]);
      assertThat(forged).as(forgery[0]).isNotEqualTo(model);
      workshop.write("m", sealed(forged));
      Subprocess run =
          workshop.run(
              "certificate", "verify", "--model=m", "--key=key.pub", "--ledger=l.db", "--json");
      assertThat(run.code()).as(forgery[0]).isEqualTo(1);
      JsonObject verified = JsonParser.parseString(run.out()).getAsJsonObject();
      assertThat(result(verified, forgery[2])).as(forgery[0]).isEqualTo("FAILED");
      assertThat(result(verified, "signature")).as(forgery[0]).isEqualTo("FAILED");
    }
  }

  /** Puts the right checksum under a model file. */
  private static String sealed(String model) throws Exception {
    String body = model.substring(0, model.lastIndexOf("  \"sha256\""));
    return body + "  \"sha256\": \"" + sha256(body.getBytes(StandardCharsets.UTF_8)) + "\"\n}\n";
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
