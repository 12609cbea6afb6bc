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
package dev.demilune.accounting;

import java.util.List;

/**
 * The smaller answer of several accountants for the same event.
 *
 * <p>Each answer is an upper bound whatever the data, and which one is smaller depends on public
 * numbers only; so the smaller one is an upper bound too.
 */
record TightestAccountant(List<Accountant> accountants) implements Accountant {

  TightestAccountant {
    accountants = List.copyOf(accountants);
  }

  @Override
  public String name() {
    return "the smallest of: "
        + String.join(", ", accountants.stream().map(Accountant::name).toList());
  }

  @Override
  public double epsilon(double delta) {
    return accountants.stream().mapToDouble(a -> a.epsilon(delta)).min().orElseThrow();
  }

  @Override
  public double delta(double epsilon) {
    return accountants.stream().mapToDouble(a -> a.delta(epsilon)).min().orElseThrow();
  }
}
