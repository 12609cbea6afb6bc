// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.privacy.Notice.Level;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoticeTest {

  @Test
  void lightsAreTurnedOnByPublicFacts() {
    assertThat(Notice.of(ApproximateDp.of(10, 1e-6), 999_999)).isEmpty();
    assertThat(Notice.of(PureDp.of(3), 10)).isEmpty(); // no delta
    assertThat(Notice.of(ApproximateDp.of(1, 0.5), 0)).isEmpty(); // no number of rows
    assertThat(Notice.of(ApproximateDp.of(10.5, 1e-3), 1000))
        .allMatch(notice -> notice.level() == Level.AMBER)
        .extracting(notice -> notice.text().replaceAll(":.*", ""))
        .containsExactly("epsilon is above 10", "delta is not below one in the number of rows");
    assertThat(Notice.of(PureDp.of(11), 0).get(0).text()).contains("6.0e+04 times as sure");
    assertThat(Notice.of(Optional.empty(), 0)).extracting(Notice::level).containsExactly(Level.RED);
    assertThat(Notice.seeded().level()).isEqualTo(Level.RED);
    assertThat(Level.AMBER.word()).isEqualTo("amber");
  }
}
