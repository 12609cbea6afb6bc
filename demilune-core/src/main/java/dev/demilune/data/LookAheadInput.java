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
package dev.demilune.data;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Buffered bytes whose {@code available} is zero at the end of the stream only, and waits to know.
 *
 * <p>{@link java.util.zip.GZIPInputStream} asks it whether another compressed stream follows. A
 * pipe answers such a question with an exception, and a connection may answer zero though more is
 * to come: then the rows after the first stream would be lost without a word.
 */
final class LookAheadInput extends BufferedInputStream {

  LookAheadInput(InputStream stream) {
    super(new NeverAsked(stream), 1 << 16);
  }

  @Override
  public synchronized int available() throws IOException {
    mark(1);
    if (read() < 0) {
      return 0;
    }
    reset();
    return 1;
  }

  /** Keeps the buffer from asking the stream, which may not know. */
  private static final class NeverAsked extends FilterInputStream {

    NeverAsked(InputStream stream) {
      super(stream);
    }

    @Override
    public int available() {
      return 0;
    }
  }
}
