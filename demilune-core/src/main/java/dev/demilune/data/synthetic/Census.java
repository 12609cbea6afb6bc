// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A synthetic table of people whose best possible classifier is known.
 *
 * <p>The people are invented. Each has six numbers and six categories, {@link #COLUMNS}, drawn one
 * after the other with plausible dependencies (older people are more often retired, retired people
 * work few hours, rents differ by region), and an income that is {@code high} with the probability
 * {@link CensusPerson#highIncomeProbability} and {@code low} otherwise. That probability is a
 * logistic function of education, hours, occupation, employment and housing, of a hump in age that
 * a linear model fits only in part, and of hours times self-employment, which it cannot fit.
 *
 * <p>All numbers are integers, so a file contains exactly the values that the probability was
 * computed from. No classifier can then be correct with probability above max(p, 1-p) on a person
 * whose probability is p; {@link Written#bestAccuracy} is the mean of this over the rows written.
 * Over ten million people it is 0.8272, the more frequent class ({@code low}) makes up 0.685 of
 * them, and logistic regression without privacy has an accuracy of about 0.822.
 */
public final class Census {

  /** The feature columns, in file order; the label {@link #LABEL} follows them. */
  public static final List<String> COLUMNS =
      List.of(
          "age",
          "education_years",
          "hours_per_week",
          "commute_minutes",
          "household_size",
          "rent",
          "employment",
          "occupation",
          "region",
          "marital_status",
          "housing",
          "driving_licence");

  /** The name of the label column, whose values are {@code low} and {@code high}. */
  public static final String LABEL = "income";

  private Census() {}

  /**
   * Returns a schema file for the table: ranges and values as the generator draws them, and the
   * adjacency that protects each person's presence.
   */
  public static String schemaYaml() {
    return """
    # A synthetic census: nobody in it exists.
    adjacency: add-or-remove-one
    columns:
      age: number 18..90
      education_years: number 6..21
      hours_per_week: number 0..67
      commute_minutes: number 0..120
      household_size: number 1..5
      rent: number 0..1800
      employment: {category: [%s]}
      occupation: {category: [%s]}
      region: {category: [%s]}
      marital_status: {category: [%s]}
      housing: {category: [%s]}
      driving_licence: {category: [%s]}
      income: {label: ["low", "high"]}
    """
        .formatted(
            quoted(CensusPerson.EMPLOYMENT),
            quoted(CensusPerson.OCCUPATION),
            quoted(CensusPerson.REGION),
            quoted(CensusPerson.MARITAL_STATUS),
            quoted(CensusPerson.HOUSING),
            quoted(CensusPerson.DRIVING_LICENCE));
  }

  /** Quotes values, because some YAML readers take a bare yes or no for a boolean. */
  private static String quoted(String[] values) {
    return '"' + String.join("\", \"", values) + '"';
  }

  /**
   * The result of writing a file.
   *
   * @param bestAccuracy the expected accuracy, on these rows, of the rule that knows the generating
   *     model
   */
  public record Written(long rows, double bestAccuracy) {}

  /**
   * Writes a CSV file with a header and {@code rows} people.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public static Written write(Appendable csv, long rows, LongSupplier uniformBits)
      throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    csv.append(String.join(",", COLUMNS)).append(',').append(LABEL).append('\n');
    CensusPerson person = new CensusPerson(uniformBits);
    double best = 0;
    for (long row = 0; row < rows; row++) {
      person.draw();
      double high = person.highIncomeProbability();
      person.appendTo(csv);
      // a fair draw of p, so Bayes accuracy is max(p, 1-p)
      csv.append(',').append(person.uniform() < high ? "high" : "low").append('\n');
      best += Math.max(high, 1 - high);
    }
    return new Written(rows, rows == 0 ? Double.NaN : best / rows);
  }
}
