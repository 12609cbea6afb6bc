// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.util.List;

/** What a certificate must say, and what must be refused before the allowance is used. */
final class CertificateLaws {

  private final Subject subject;

  CertificateLaws(Subject subject) {
    this.subject = subject;
  }

  List<Law> laws() {
    return List.of(
        new Law("the price of what was done is at most what was charged", this::price),
        new Law("what was done is what was planned", this::planned),
        new Law("a seeded fit says that it is not private, a secure one that it is", this::source),
        new Law("an allowance works once", this::once),
        new Law("an allowance works for its ledger's adjacency only", this::adjacency),
        new Law("what the plan refuses is refused before the allowance is used", this::refused),
        new Law("settings are read back as they are written", this::settings));
  }

  private BoundedDataset data(Adjacency adjacency, int classes, boolean declared) {
    Schema schema =
        declared
            ? subject.schema(5, classes, adjacency).expectedRows(200).build()
            : subject.schema(5, classes, adjacency).build();
    return LawTables.blobs(schema, 200, Generator.of(Seeds.randomness("certificates")));
  }

  private void price() {
    for (Adjacency adjacency : subject.adjacencies()) {
      for (boolean declared : new boolean[] {false, true}) {
        BoundedDataset data = data(adjacency, 3, declared);
        for (double epsilon : new double[] {0.01, 1, 20}) {
          Guarantee charged = withEpsilon(subject.guarantee(data), epsilon);
          if (!subject.learner().plan(Shape.of(data), charged).runnable()) {
            continue; // a learner may refuse what it says would be noise
          }
          Certificate certificate =
              subject.fit(data, charged, Randomness.reproducible(5)).certificate();
          double price = Accountant.best(event(certificate)).epsilon(charged.delta());
          Law.require(price <= epsilon, "ε = %s was charged, the event costs %s", epsilon, price);
          Law.require(
              certificate.guarantee().epsilon() <= epsilon
                  && certificate.guarantee().delta() <= charged.delta(),
              "the certificate promises %s where %s was charged",
              certificate.guarantee(),
              charged);
          Law.require(certificate.charged().equals(charged), "another charge is certified");
          Law.require(certificate.adjacency() == adjacency, "another adjacency is certified");
          Law.require(
              certificate.learner().equals(subject.learner().name())
                  // A learner that selects another one adds its name.
                  && subject.learner().settings().entrySet().stream()
                      .allMatch(set -> certifies(certificate, set.getKey(), set.getValue())),
              "another learner is certified");
        }
      }
    }
  }

  /** A rule's setting is certified as the rule, or as what it decided. */
  private static boolean certifies(Certificate certificate, String name, String value) {
    String certified = certificate.settings().get(name);
    return value.equals("auto") ? certified != null : value.equals(certified);
  }

  private void planned() {
    for (Adjacency adjacency : subject.adjacencies()) {
      for (boolean declared : new boolean[] {false, true}) {
        BoundedDataset data = data(adjacency, 3, declared);
        Guarantee guarantee = subject.guarantee(data);
        Plan plan = subject.learner().plan(Shape.of(data), guarantee);
        PrivacyEvent done = event(subject.fit(data, 6).certificate());
        Law.require(
            plan.event().map(done::equals).orElse(true),
            "the plan says %s, the certificate %s",
            plan.event(),
            done);
      }
    }
  }

  private void source() {
    BoundedDataset data = data(subject.adjacencies().get(0), 2, true);
    Guarantee guarantee = subject.guarantee(data);
    Certificate seeded = subject.fit(data, guarantee, Randomness.reproducible(7)).certificate();
    Certificate secure = subject.fit(data, guarantee, Randomness.secure()).certificate();
    Law.require(!seeded.isPrivate(), "a seeded fit is certified as private");
    Law.require(seeded.toString().contains("NOT PRIVATE"), "a seeded fit does not say so");
    Law.require(secure.isPrivate(), "a secure fit is certified as not private");
  }

  private void once() {
    BoundedDataset data = data(subject.adjacencies().get(0), 2, true);
    Guarantee guarantee = subject.guarantee(data);
    try (Ledger ledger =
        Ledger.inMemory("laws", data.adjacency(), guarantee, Randomness.reproducible(8))) {
      Allowance allowance = ledger.spend("once", guarantee);
      subject.learner().fit(data, allowance);
      boolean refused = false;
      try {
        subject.learner().fit(data, allowance);
      } catch (IllegalStateException e) {
        refused = e.getMessage().contains("second use");
      }
      Law.require(refused, "a second fit used the same allowance");
    }
  }

  private void adjacency() {
    for (Adjacency ofLedger : Adjacency.values()) {
      for (Adjacency ofData : subject.adjacencies()) {
        if (ofLedger == ofData) {
          continue;
        }
        BoundedDataset data = data(ofData, 2, true);
        Guarantee guarantee = subject.guarantee(data);
        try (Ledger ledger =
            Ledger.inMemory("laws", ofLedger, guarantee, Randomness.reproducible(15))) {
          Allowance allowance = ledger.spend("another adjacency", guarantee);
          boolean refused = false;
          try {
            subject.learner().fit(data, allowance);
          } catch (DemiluneException e) {
            refused = true;
          }
          Law.require(refused, "a ledger for %s paid for data of %s", ofLedger, ofData);
          allowance.use(ofLedger); // throws if the refused fit had used it
        }
      }
    }
  }

  private void refused() {
    BoundedDataset data = data(subject.adjacencies().get(0), 2, true);
    for (Guarantee guarantee : List.of(PureDp.of(1), ApproximateDp.of(1e-200, 1e-200))) {
      Plan plan = subject.learner().plan(Shape.of(data), guarantee);
      if (plan.runnable()) {
        continue;
      }
      Law.require(plan.reason().length() > 20, "the plan gives no reason: '%s'", plan.reason());
      try (Ledger ledger =
          Ledger.inMemory("laws", data.adjacency(), guarantee, Randomness.reproducible(9))) {
        Allowance allowance = ledger.spend("refused", guarantee);
        String message = "";
        try {
          subject.learner().fit(data, allowance);
        } catch (DemiluneException e) {
          message = e.getMessage();
        }
        Law.require(
            message.equals(plan.reason()),
            "the plan refuses with '%s', the fit says '%s'",
            plan.reason(),
            message);
        allowance.use(data.adjacency()); // throws if the refused fit had used it
      }
    }
  }

  private void settings() {
    subject
        .learner()
        .settings()
        .forEach(
            (key, value) ->
                Law.require(
                    subject
                        .learner()
                        .with(key, value)
                        .settings()
                        .equals(subject.learner().settings()),
                    "setting %s to its own value %s changes the learner",
                    key,
                    value));
    String message = "";
    try {
      subject.learner().with("no such setting", "1");
    } catch (DemiluneException e) {
      message = e.getMessage();
    }
    for (String key : subject.learner().settings().keySet()) {
      Law.require(message.contains(key), "'%s' does not list the setting %s", message, key);
    }
  }

  static PrivacyEvent event(Certificate certificate) {
    return EventJson.read(JsonParser.parseString(certificate.eventJson()));
  }

  static Guarantee withEpsilon(Guarantee guarantee, double epsilon) {
    return guarantee instanceof ApproximateDp approximate
        ? ApproximateDp.of(epsilon, approximate.delta())
        : PureDp.of(epsilon);
  }
}
