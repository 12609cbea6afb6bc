// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.data.DataException;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When predictions are handed over: see {@link EvaluationTest} for what they are. */
class PredictorTest {

  private static final int BATCH = 256;

  private final List<Long> lines = new ArrayList<>();
  private int passedOn; // how many of them

  private final Predictor predictor =
      Predictor.of(
          LinearClassifier.of(
              Schema.vectors(1, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build(),
              new double[][] {{-1}, {1}},
              new double[2]));

  private final Predictor.Consumer consumer =
      new Predictor.Consumer() {
        @Override
        public void accept(long line, int predicted, double[] scores, double r, Object[] copies) {
          lines.add(line);
        }

        @Override
        public void passOn() {
          passedOn = lines.size();
        }
      };

  /** A table that says which row is asked for, from 1, before it gives the row. */
  private static Table asking(int rows, IntConsumer asked) {
    VectorTable table = VectorTable.of(new double[rows][1]);
    int[] next = {0};
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("next")) {
                asked.accept(++next[0]);
              }
              try {
                return method.invoke(table, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A pipe that stays open: what is scored is not kept until more batches are full. */
  @Test
  void scoredRowsAreHandedOverBeforeTheNextRowIsWaitedFor() {
    Table table =
        asking(
            3 * BATCH,
            row -> {
              if (row == BATCH + 1) { // the other threads have time to score the first rows
                assertThat(ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.MINUTES)).isTrue();
              }
              if (row == BATCH + 2) {
                assertThat(lines).hasSize(BATCH);
                assertThat(passedOn).isEqualTo(BATCH);
              }
            });
    assertThat(predictor.walk(table, consumer)).isEqualTo(3 * BATCH);
    assertThat(lines).isEqualTo(LongStream.rangeClosed(1, 3 * BATCH).boxed().toList());
  }

  @Test
  void theRowsBeforeAFaultAreHandedOver() {
    for (int before : new int[] {0, 1, 10, BATCH, 5 * BATCH + 3}) {
      lines.clear();
      Table table =
          asking(
              before + 9,
              row -> {
                if (row == before + 1) {
                  throw new DataException("t.csv:9: a fault");
                }
              });
      assertThatThrownBy(() -> predictor.walk(table, consumer))
          .isInstanceOf(DataException.class)
          .hasMessage("t.csv:9: a fault");
      assertThat(lines).isEqualTo(LongStream.rangeClosed(1, before).boxed().toList());
      assertThat(passedOn).isEqualTo(before);
    }
  }
}
