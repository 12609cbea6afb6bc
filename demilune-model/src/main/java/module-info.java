// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What loading a model and scoring with it needs: the part of Demilune that runs in services.
 *
 * <p>It trains nothing, keeps no ledger, and needs a JSON parser only. Start at {@link
 * dev.demilune.model.ModelFile}.
 */
@SuppressWarnings("module") // the library, to which helpers are opened, is built after this
module dev.demilune.model {
  requires transitive com.google.gson;
  requires static org.apache.commons.compress; // for compressed tables, where it is there

  exports dev.demilune;
  exports dev.demilune.data;
  exports dev.demilune.embed;
  exports dev.demilune.model;
  exports dev.demilune.privacy;
  exports dev.demilune.random;
  exports dev.demilune.robust;
  exports dev.demilune.schema;
  exports dev.demilune.score;
  exports dev.demilune.internal to
      dev.demilune;
}
