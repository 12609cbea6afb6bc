// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * A synthetic table of visits to a clinic, in which one patient may have many rows.
 *
 * <p>Nobody in it exists. Visit after visit a patient is drawn, some far more often than others: of
 * n visits by p patients the i-th has about n/(2√(ip)). What is the patient's own (age, weight,
 * whether a smoker) is the same at every visit; blood pressure, glucose, ward and length of stay
 * are not. A patient comes back within a month with a probability that is a logistic function of
 * them all, so the best possible accuracy is known.
 *
 * @param patients how many there are to draw from
 */
public record Visits(long patients) {

  private static final String[] WARDS = {"medicine", "surgery", "emergency", "day"};
  private static final double[] WARD_EFFECTS = {0.3, -0.2, 0.9, -1.0};

  public Visits {
    Check.between("patients", patients, 1, Integer.MAX_VALUE);
  }

  /** Returns a schema file for the table: the unit is a patient, ten of whose visits are used. */
  public static String schemaYaml() {
    return """
    # Synthetic visits to a clinic: nobody in them exists.
    person: patient
    rows-per-person: 10
    columns:
      patient: ignore
      age: number 18..95
      weight: number 40..140
      smoker: {category: ["no", "yes"]}
      pressure: number 80..200
      glucose: number 50..300
      ward: {category: [medicine, surgery, emergency, day]}
      days: number 0..20
      returned: {label: ["no", "yes"]}
    """;
  }

  /**
   * Writes a CSV file with a header and so many visits.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public Census.Written write(Appendable csv, long rows, LongSupplier uniformBits)
      throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    csv.append("patient,age,weight,smoker,pressure,glucose,ward,days,returned\n");
    Draws draws = new Draws(uniformBits);
    long salt = uniformBits.getAsLong();
    double best = 0;
    for (long row = 0; row < rows; row++) {
      double place = draws.uniform();
      long patient = (long) (patients * place * place); // low numbers come often
      double returns = visit(csv, patient, new Draws(traits(salt + patient)), draws);
      csv.append(draws.uniform() < returns ? ",yes\n" : ",no\n");
      best += Math.max(returns, 1 - returns);
    }
    return new Census.Written(rows, rows == 0 ? Double.NaN : best / rows);
  }

  /** Writes a visit and returns the probability that the patient comes back. */
  private static double visit(Appendable csv, long patient, Draws own, Draws draws)
      throws IOException {
    int age = 18 + own.below(78);
    int weight = 50 + own.below(35) + own.below(35);
    boolean smoker = own.below(4) == 0;
    long pressure = within(95 + 0.4 * age + 14 * draws.normal(), 80, 200);
    long glucose = within(60 + 0.6 * weight + 28 * draws.normal(), 50, 300);
    int ward = draws.below(WARDS.length);
    int days = draws.below(8) + draws.below(ward == 3 ? 1 : 8);
    csv.append("P").append(Long.toString(patient)).append(',');
    csv.append(Integer.toString(age)).append(',').append(Integer.toString(weight)).append(',');
    csv.append(smoker ? "yes" : "no").append(',').append(Long.toString(pressure)).append(',');
    csv.append(Long.toString(glucose)).append(',').append(WARDS[ward]).append(',');
    csv.append(Integer.toString(days));
    double score =
        0.05 * (age - 57)
            + 0.03 * (weight - 84)
            + (smoker ? 0.8 : -0.3)
            + 0.03 * (pressure - 118)
            + 0.02 * (glucose - 110)
            + WARD_EFFECTS[ward]
            + 0.15 * (days - 6);
    return 1 / (1 + StrictMath.exp(-score));
  }

  /** The same bits for the same patient at every visit (Steele, Lea and Flood 2014). */
  private static LongSupplier traits(long patient) {
    long[] state = {patient * 0x9e3779b97f4a7c15L};
    return () -> {
      state[0] += 0x9e3779b97f4a7c15L;
      long bits = (state[0] ^ (state[0] >>> 30)) * 0xbf58476d1ce4e5b9L;
      bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
      return bits ^ (bits >>> 31);
    };
  }

  private static long within(double value, long low, long high) {
    return Math.max(low, Math.min(high, Math.round(value)));
  }
}
