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
package dev.demilune.exhibit;

import dev.demilune.DemiluneException;
import java.util.List;

/** All exhibits. */
public final class Exhibits {

  private static final List<Exhibit> ALL = List.of(new ThresholdsExhibit(), new SpaceExhibit());

  private Exhibits() {}

  /** Returns all of them. */
  public static List<Exhibit> all() {
    return ALL;
  }

  /**
   * Returns the exhibit of a name.
   *
   * @throws DemiluneException if there is none
   */
  public static Exhibit named(String name) {
    return ALL.stream()
        .filter(exhibit -> exhibit.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new DemiluneException(
                    "there is no exhibit '"
                        + name
                        + "': show one of "
                        + String.join(", ", ALL.stream().map(Exhibit::name).toList())));
  }
}
