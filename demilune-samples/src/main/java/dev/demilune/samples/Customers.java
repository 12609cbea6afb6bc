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
package dev.demilune.samples;

import dev.demilune.random.Randomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes up a table of customers, some of whom leave: more of the young, the free and the rare
 * visitors.
 */
public final class Customers {

  private Customers() {}

  /** Writes a CSV file of made-up customers; the same seed writes the same file. */
  public static Path write(Path file, int rows, long seed) {
    Randomness randomness = Randomness.reproducible(seed).stream("customers");
    List<String> lines = new ArrayList<>();
    lines.add("age,plan,visits,churned");
    for (int i = 0; i < rows; i++) {
      double age = 18 + 70 * uniform(randomness);
      boolean pro = uniform(randomness) < 0.4;
      double visits = 300 * uniform(randomness) * uniform(randomness);
      double staying = (age - 45) / 15 + (pro ? 2 : -1) + (visits - 60) / 30;
      boolean churned = uniform(randomness) < 1 / (1 + Math.exp(staying));
      lines.add(
          String.format(
              Locale.ROOT,
              "%.0f,%s,%.0f,%s",
              age,
              pro ? "pro" : "free",
              visits,
              churned ? "yes" : "no"));
    }
    try {
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double uniform(Randomness randomness) {
    return (randomness.nextLong() >>> 11) * 0x1p-53;
  }
}
