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
package dev.demilune.schema;

/**
 * Stub: a reusable sparse row of encoded features in the user's units (before norm bounding):
 * strictly increasing indices and finite values, and the label's index or -1.
 */
public final class EncodedRow {
  public int size() {
    throw new UnsupportedOperationException();
  }

  public int index(int i) {
    throw new UnsupportedOperationException();
  }

  public double value(int i) {
    throw new UnsupportedOperationException();
  }

  public int label() {
    throw new UnsupportedOperationException();
  }

  /** Euclidean norm of the encoded features. */
  public double norm() {
    throw new UnsupportedOperationException();
  }

  /** For callers with a plain dense vector. */
  public static EncodedRow of(double[] values) {
    return null;
  }
}
