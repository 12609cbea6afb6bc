// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.concurrent.atomic.AtomicInteger;

/** The greatest depth seen, wherever it is. */
final class BestDepth implements DepthRecords {

  private final AtomicInteger best;

  /** Starts with a depth that is not worth looking for, or known to be reached. */
  BestDepth(int least) {
    this.best = new AtomicInteger(least);
  }

  @Override
  public int known(double from, double to) {
    return best.get();
  }

  @Override
  public boolean isWithin(Flat flat, int row) {
    return true;
  }

  @Override
  public void offer(Flat line, LineSweep sweep, double from, double to) {
    long least = Quotients.step(from) - Quotients.MARGIN;
    long most = Quotients.step(to) + Quotients.MARGIN;
    for (int group = 0; group < sweep.groups(); group++) {
      if (sweep.depth(group) > best.get()) {
        long step = Quotients.step(line.nearly(sweep.row(group), 0));
        if (step >= least && step <= most) {
          offer(sweep.depth(group));
        }
      }
    }
  }

  @Override
  public void offer(int depth, Flat flat, int row) {
    offer(depth);
  }

  void offer(int depth) {
    best.accumulateAndGet(depth, Math::max);
  }

  int depth() {
    return best.get();
  }
}
