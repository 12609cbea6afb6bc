/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.budget;

import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LedgerInAFileTest extends LedgerLaws {

  @TempDir Path directory;

  @Override
  Ledger ledger(String name, Adjacency adjacency, Guarantee total, Composition composition) {
    Path file = directory.resolve("ledger.db");
    Ledger.create(file, name, adjacency, total, composition);
    return Ledger.open(file, Randomness.secure());
  }
}
