// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * A synthetic table of loans, written as an office exports it: semicolons, decimal commas, points
 * between thousands, dates as d.m.Y, amounts over several powers of ten, incomes that are missing,
 * codes with many values. Its schema declares all that.
 *
 * <p>A loan is {@code yes}, defaulted, with a probability that is a logistic function of the
 * logarithms of amount and income, of the age of the account, the month in which it was opened, the
 * grade, the branch, and of whether the income is known. It is computed from what is written, so
 * {@link Census.Written#bestAccuracy} is the best that any classifier can expect on these rows.
 */
public final class Loans {

  private static final String[] GRADES = {"poor", "fair", "good", "excellent"};
  private static final String[] PURPOSES = {"car", "house", "study", "other"};
  private static final LocalDate FIRST = LocalDate.of(2005, 1, 1);
  private static final int DAYS = 7670; // up to 2025-12-31
  private static final int BRANCHES = 200;

  private Loans() {}

  /** Returns a schema file for the table. */
  public static String schemaYaml() {
    return """
    # Synthetic loans, written as an office exports them: nobody in the table exists.
    adjacency: add-or-remove-one
    delimiter: ";"
    decimal: ","
    thousands: "."
    missing-values: ["", "NA"]
    columns:
      loan: ignore
      amount: {number: 100..1000000, scale: log, knots: 6, monotone: increasing}
      income: {number: 1000..1000000, scale: log, knots: 6, missing: own}
      since: {date: d.m.Y, range: 2005-01-01..2025-12-31, take: [age, month]}
      grade: {ordered: ["poor", "fair", "good", "excellent"], monotone: decreasing}
      purpose: {category: ["car", "house", "study", "other"]}
      branch: {hashed: 64}
      defaulted: {label: ["no", "yes"]}
    """;
  }

  /**
   * Writes a CSV file with a header and {@code rows} loans.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public static Census.Written write(Appendable csv, long rows, LongSupplier uniformBits)
      throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Draws draws = new Draws(uniformBits);
    csv.append("loan;amount;income;since;grade;purpose;branch;defaulted\n");
    double best = 0;
    for (long row = 1; row <= rows; row++) {
      double amount = money(8.5 + 1.3 * draws.normal(), 100);
      double income = money(10.3 + 0.6 * draws.normal(), 1000);
      double known = draws.uniform();
      LocalDate since = FIRST.plusDays(draws.below(DAYS));
      int grade = draws.below(GRADES.length);
      int purpose = draws.below(PURPOSES.length);
      int branch = (int) (BRANCHES * draws.uniform() * draws.uniform()); // few have most loans
      boolean missing = known < 0.15;
      double years = (since.toEpochDay() - FIRST.toEpochDay()) / 365.25;
      double score =
          -0.4
              + 0.9 * (StrictMath.log(amount) - 8.5)
              + (missing ? 1.2 : -1.2 * (StrictMath.log(income) - 10.3))
              + 0.12 * (years - 10)
              + (since.getMonthValue() >= 11 ? 0.8 : -0.2)
              - 0.8 * (grade - 1.5)
              + 0.25 * (branch * 37 % 7 - 3);
      double defaults = 1 / (1 + StrictMath.exp(-score));
      csv.append(Long.toString(row)).append(';').append(written(amount)).append(';');
      csv.append(missing ? (known < 0.05 ? "NA" : "") : written(income)).append(';');
      csv.append(String.valueOf(since.getDayOfMonth())).append('.');
      csv.append(String.valueOf(since.getMonthValue())).append('.');
      csv.append(String.valueOf(since.getYear())).append(';');
      csv.append(GRADES[grade]).append(';').append(PURPOSES[purpose]).append(";B");
      csv.append(String.valueOf(1000 + branch)).append(';');
      csv.append(draws.uniform() < defaults ? "yes" : "no").append('\n');
      best += Math.max(defaults, 1 - defaults);
    }
    return new Census.Written(rows, rows == 0 ? Double.NaN : best / rows);
  }

  /** An amount in whole cents between the least and a million. */
  private static double money(double logarithm, double least) {
    double amount = StrictMath.exp(logarithm); // StrictMath: the same file on every machine
    return Math.rint(100 * Math.max(least, Math.min(1e6, amount))) / 100;
  }

  private static String written(double amount) {
    return String.format(Locale.GERMANY, "%,.2f", amount);
  }
}
