// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.schema.*;
import java.util.*;

public class Scratch {
  static PublicData data(String n) {
    return switch (n) {
      case "adult" -> PublicTables.adult();
      case "bank" -> PublicTables.bank();
      case "magic" -> PublicTables.magic();
      case "german" -> PublicTables.german();
      case "breast" -> PublicTables.breastCancer();
      case "skin" -> PublicTables.skin();
      case "kdd" -> PublicTables.kddCup();
      case "banknote" -> PublicTables.banknote();
      case "vehicle" -> PublicTables.vehicle();
      case "derm" -> PublicTables.dermatology();
      default -> throw new RuntimeException(n);
    };
  }

  static List<EncodedRow> test(PublicData d) {
    List<EncodedRow> rows = new ArrayList<>();
    try (Table t = d.test().get()) {
      RowEncoder e = d.schema().encoder(t);
      while (t.next()) {
        EncodedRow r = new EncodedRow();
        e.encode(t, r);
        if (r.label() >= 0) rows.add(r);
      }
    }
    return rows;
  }

  static double auc(double[] s, int[] y) {
    Integer[] o = new Integer[s.length];
    for (int i = 0; i < o.length; i++) o[i] = i;
    Arrays.sort(o, Comparator.comparingDouble(i -> s[i]));
    double sum = 0;
    long n1 = 0;
    int i = 0;
    while (i < o.length) {
      int j = i;
      while (j < o.length && s[o[j]] == s[o[i]]) j++;
      double r = (i + 1 + j) / 2.0;
      for (int k = i; k < j; k++)
        if (y[o[k]] == 1) {
          sum += r;
          n1++;
        }
      i = j;
    }
    return 100 * (sum - n1 * (n1 + 1) / 2.0) / (n1 * (double) (s.length - n1));
  }

  static double[] measure(Classifier m, List<EncodedRow> rows, int classes) {
    double[] s = new double[rows.size()];
    int[] y = new int[s.length];
    double right = 0, ll = 0;
    double[] into = new double[classes];
    for (int i = 0; i < s.length; i++) {
      EncodedRow r = rows.get(i);
      m.scores(r, into);
      y[i] = r.label();
      s[i] = into[1] - into[0];
      int best = 0;
      double mx = into[0];
      for (int k = 1; k < classes; k++)
        if (into[k] > mx) {
          mx = into[k];
          best = k;
        }
      if (best == y[i]) right++;
      double z = 0;
      for (double v : into) z += Math.exp(v - mx);
      ll += Math.log(z) + mx - into[y[i]];
    }
    return new double[] {
      classes == 2 ? auc(s, y) : Double.NaN, 100 * right / s.length, ll / s.length
    };
  }

  public static void main(String[] a) {
    int seeds = Integer.parseInt(a[1]);
    String[] epss = a[2].split(",");
    for (String n : a[0].split(",")) {
      PublicData d = data(n);
      Task task = Task.of(d);
      List<EncodedRow> test = test(d);
      int classes = d.schema().labels().size();
      for (int v = 3; v < a.length; v++) {
        String[] parts = a[v].split(":");
        Learner l = Learners.named(parts[0]);
        for (int i = 1; i < parts.length; i++)
          l = l.with(parts[i].split("=")[0], parts[i].split("=")[1]);
        StringBuilder out = new StringBuilder(n + " " + a[v]);
        for (String e : epss) {
          double[][] all = new double[seeds][];
          long t0 = System.nanoTime();
          for (int s = 0; s < seeds; s++) {
            Classifier m =
                e.equals("inf")
                    ? l.fitWithoutPrivacy(task.rows()).model()
                    : SeededRuns.fit(
                        l, task.rows(), ApproximateDp.of(Double.parseDouble(e), 1e-5), s + 1);
            all[s] = measure(m, test, classes);
          }
          double sec = (System.nanoTime() - t0) * 1e-9 / seeds;
          double[] mean = new double[3], sd = new double[3];
          for (int k = 0; k < 3; k++) {
            for (double[] x : all) mean[k] += x[k] / seeds;
            for (double[] x : all) sd[k] += Math.pow(x[k] - mean[k], 2);
          }
          out.append(
              String.format(
                  "  [%s] %.2f(%.2f)/%.2f/%.4f %.1fs",
                  e,
                  mean[0],
                  Math.sqrt(sd[0] / Math.max(1, seeds - 1) / seeds),
                  mean[1],
                  mean[2],
                  sec));
        }
        System.out.println(out);
      }
    }
  }
}
