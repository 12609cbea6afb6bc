// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * One person of the {@link Census}; the object is reused for each draw.
 *
 * <p>All probabilities are simple enough to check by reading: tables of weights, and sums of
 * uniform numbers for bell shapes.
 */
final class CensusPerson {

  static final String[] EMPLOYMENT = {
    "private", "public", "self-employed", "unemployed", "retired"
  };
  static final String[] OCCUPATION = {
    "office", "trade", "transport", "care", "teaching", "engineering", "management", "farming"
  };
  static final String[] REGION = {"north", "east", "south", "west", "centre", "islands"};
  static final String[] MARITAL_STATUS = {"single", "married", "divorced", "widowed"};
  static final String[] HOUSING = {"owner", "tenant", "family"};
  static final String[] DRIVING_LICENCE = {"no", "yes"};

  private static final int SELF_EMPLOYED = 2;
  private static final int UNEMPLOYED = 3;
  private static final int RETIRED = 4;

  private static final double[] EMPLOYMENT_WEIGHTS = {62, 17, 12, 9};
  private static final double[] REGION_WEIGHTS = {24, 15, 20, 18, 20, 3};
  private static final int[] REGION_RENT = {700, 600, 650, 850, 1200, 500};
  // Occupations of people with at most 11, 12 to 15, and at least 16 years of education.
  private static final double[][] OCCUPATION_WEIGHTS = {
    {12, 30, 22, 16, 1, 2, 4, 13},
    {28, 17, 11, 16, 6, 9, 9, 4},
    {18, 4, 3, 11, 20, 24, 18, 2}
  };
  // Marital status below 30, from 30 to 59, and from 60 on.
  private static final double[][] MARITAL_WEIGHTS = {
    {78, 20, 2, 0.2}, {24, 58, 17, 1}, {8, 58, 14, 20}
  };

  private static final double[] OCCUPATION_EFFECT = {0.1, -0.1, -0.3, -0.7, 0.2, 1.1, 1.6, -0.9};
  private static final double[] EMPLOYMENT_EFFECT = {0.2, 0.1, -0.1, -2.2, -1.3};
  private static final double[] REGION_EFFECT = {-0.1, -0.3, 0, 0.2, 0.6, -0.4};
  private static final double[] HOUSING_EFFECT = {0.5, -0.2, -0.6};

  private final LongSupplier uniformBits;
  private final int[] numbers = new int[6];
  private final int[] categories = new int[6];

  CensusPerson(LongSupplier uniformBits) {
    this.uniformBits = uniformBits;
  }

  /** Draws a person. */
  void draw() {
    // 18 to 90, fewer at both ends
    int age = 18 + (int) (73 * (0.55 * uniform() + 0.45 * uniform()));
    int education = 6 + (int) (16 * bell());
    int employment = age >= 64 && uniform() < 0.85 ? RETIRED : choose(EMPLOYMENT_WEIGHTS);
    int occupation = choose(OCCUPATION_WEIGHTS[education < 12 ? 0 : education < 16 ? 1 : 2]);
    int region = choose(REGION_WEIGHTS);
    int marital = choose(MARITAL_WEIGHTS[age < 30 ? 0 : age < 60 ? 1 : 2]);
    boolean works = employment < UNEMPLOYED; // private, public or self-employed
    int housing = age < 28 && uniform() < 0.4 ? 2 : uniform() < 0.2 + 0.006 * age ? 0 : 1;

    numbers[0] = age;
    numbers[1] = education;
    numbers[2] = works ? 12 + (int) (56 * bell()) : (int) (8 * uniform());
    numbers[3] = works ? (int) (120 * uniform() * uniform()) : 0;
    numbers[4] = 1 + (int) ((marital == 1 ? 5 : 3) * uniform());
    numbers[5] = housing == 1 ? REGION_RENT[region] + (int) (600 * bell()) : 0;
    categories[0] = employment;
    categories[1] = occupation;
    categories[2] = region;
    categories[3] = marital;
    categories[4] = housing;
    categories[5] = uniform() < (age < 25 ? 0.6 : 0.85) ? 1 : 0;
  }

  /** The probability, given everything in the row, that the person's income is high. */
  double highIncomeProbability() {
    double age = (numbers[0] - 50) / 20.0; // centered, so that -0.8·age² is a hump at about 54
    double hours = (numbers[2] - 40) / 10.0;
    double logit =
        -0.7
            + 0.45 * (numbers[1] - 14)
            - 0.8 * age * age
            + 0.3 * age
            + 0.5 * hours
            // the product that no linear model fits
            + (categories[0] == SELF_EMPLOYED ? 0.5 * hours : 0)
            + EMPLOYMENT_EFFECT[categories[0]]
            + OCCUPATION_EFFECT[categories[1]]
            + REGION_EFFECT[categories[2]]
            + HOUSING_EFFECT[categories[4]]
            + (categories[3] == 1 ? 0.4 : 0)
            + (categories[5] == 1 ? 0.2 : 0);
    return 1 / (1 + Math.exp(-logit));
  }

  /** Appends the features, separated by commas. */
  void appendTo(Appendable csv) throws IOException {
    for (int number : numbers) {
      csv.append(Integer.toString(number)).append(',');
    }
    csv.append(EMPLOYMENT[categories[0]]).append(',').append(OCCUPATION[categories[1]]);
    csv.append(',').append(REGION[categories[2]]).append(',').append(MARITAL_STATUS[categories[3]]);
    csv.append(',').append(HOUSING[categories[4]]).append(',');
    csv.append(DRIVING_LICENCE[categories[5]]);
  }

  /** A uniform number in [0, 1). */
  double uniform() {
    return (uniformBits.getAsLong() >>> 11) * 0x1p-53;
  }

  /** A number in [0, 1), most often near one half. */
  private double bell() {
    return (uniform() + uniform() + uniform()) / 3;
  }

  private int choose(double[] weights) {
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    double left = uniform() * total;
    int choice = 0;
    // the last takes what rounding leaves
    while (choice < weights.length - 1 && left >= weights[choice]) {
      left -= weights[choice];
      choice++;
    }
    return choice;
  }
}
