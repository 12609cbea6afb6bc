// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Differentially private classifiers.
 *
 * <p>The exported packages are the library's interface. The others hold the mathematics of the
 * accountants, the ledger's storage and small helpers; they may change at any time.
 */
module dev.demilune {
  requires transitive com.google.gson;
  requires transitive dev.demilune.model;
  requires java.sql;
  requires org.apache.commons.compress;
  requires org.apache.commons.numbers.gamma;
  requires org.snakeyaml.engine;
  requires org.xerial.sqlitejdbc;

  exports dev.demilune.accounting;
  exports dev.demilune.audit;
  exports dev.demilune.budget;
  exports dev.demilune.budget.entry;
  exports dev.demilune.center;
  exports dev.demilune.certificate;
  exports dev.demilune.data.synthetic;
  exports dev.demilune.evaluate;
  exports dev.demilune.exhibit;
  exports dev.demilune.explain;
  exports dev.demilune.feasibility;
  exports dev.demilune.learn;
  exports dev.demilune.learn.additive;
  exports dev.demilune.learn.auto;
  exports dev.demilune.learn.calibrate;
  exports dev.demilune.learn.choice;
  exports dev.demilune.learn.compare;
  exports dev.demilune.learn.gradient;
  exports dev.demilune.learn.grid;
  exports dev.demilune.learn.kernel;
  exports dev.demilune.learn.label;
  exports dev.demilune.learn.network;
  exports dev.demilune.learn.perturb;
  exports dev.demilune.learn.published;
  exports dev.demilune.learn.rescaling;
  exports dev.demilune.learn.tuning;
  exports dev.demilune.mechanism;
  exports dev.demilune.report;
  exports dev.demilune.rescaling;
  exports dev.demilune.rows;
  exports dev.demilune.schema.file;
  exports dev.demilune.survey;
}
