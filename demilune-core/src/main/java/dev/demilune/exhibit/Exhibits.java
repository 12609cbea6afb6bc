// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.DemiluneException;
import java.util.List;

/** All exhibits. */
public final class Exhibits {

  private static final List<Exhibit> ALL = List.of(new ThresholdsExhibit(), new SpaceExhibit());

  private Exhibits() {}

  /** Returns all exhibits. */
  public static List<Exhibit> all() {
    return ALL;
  }

  /**
   * Returns the exhibit with this name.
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
