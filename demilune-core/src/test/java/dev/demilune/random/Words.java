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
package dev.demilune.random;

import java.util.PrimitiveIterator;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Random words written down beforehand; asking for more than there are fails the test. */
final class Words {

  private Words() {}

  static LongSupplier of(long... words) {
    PrimitiveIterator.OfLong left = LongStream.of(words).iterator();
    return left::nextLong;
  }
}
