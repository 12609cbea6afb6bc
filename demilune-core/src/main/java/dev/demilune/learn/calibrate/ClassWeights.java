// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Setting;
import dev.demilune.schema.LabelSet;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How much a row of each class counts in training: alike, by declared weights, or balanced, so that
 * all classes count alike however rare they are.
 *
 * <p><b>Claim.</b> A sum over rows in which each contribution is multiplied by {@link #factors} of
 * its class has at most the sensitivity that it has without.
 *
 * <p><b>Proof.</b> A factor is a weight divided by the largest weight: between 0 and 1, and a
 * function of public weights or of counts that were released before. A row's contribution v becomes
 * f·v, with |f·v| ≤ |v|; a row that is added or removed moves the sum by that, a replaced one by
 * |f·v - f'·v'| ≤ |v| + |v'|. These are the bounds that the sum has without factors. ∎
 *
 * <p>In integers the factor multiplies the real coefficient of a row before it is rounded toward
 * zero, so the bound is that of the code which rounds.
 */
public final class ClassWeights {

  /** All rows count alike. */
  public static final ClassWeights OFF = new ClassWeights(List.of(), "off");

  /** Classes count alike, by noisy counts of their rows. */
  public static final ClassWeights BALANCED = new ClassWeights(List.of(), "balanced");

  /** The setting of learners that take weights. */
  public static final Setting<ClassWeights> SETTING =
      Setting.value(
              "class-weights",
              "one weight above 0 per class, in the order of the labels, as in 1,5",
              ClassWeights::parse,
              Object::toString,
              OFF,
              "how much a row of each class counts; balanced: all classes alike, by noisy counts"
                  + " bought in the fit")
          .or("balanced", BALANCED)
          .or("off", OFF);

  private static final double LARGEST_RATIO = 1e9; // of two weights: no factor underflows

  private final List<Double> weights; // none unless declared
  private final String text;

  private ClassWeights(List<Double> weights, String text) {
    this.weights = weights;
    this.text = text;
  }

  /**
   * Returns declared weights, in the order of the labels.
   *
   * @throws DemiluneException if one is not above 0
   */
  public static ClassWeights of(double... weights) {
    for (double weight : weights) {
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) { // NaN fails, too
        throw new DemiluneException("a class weight must be above 0, got " + weight);
      }
    }
    double least = Arrays.stream(weights).min().orElse(1);
    double most = Arrays.stream(weights).max().orElse(1);
    if (!(most / least <= LARGEST_RATIO)) {
      throw new DemiluneException(
          "class weights must be within a factor of " + LARGEST_RATIO + " of each other");
    }
    List<Double> list = Arrays.stream(weights).boxed().toList();
    return new ClassWeights(
        list, list.stream().map(Object::toString).collect(Collectors.joining(",")));
  }

  private static ClassWeights parse(String text) {
    try {
      return of(Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray());
    } catch (NumberFormatException | DemiluneException notWeights) {
      return null;
    }
  }

  /**
   * Returns the value of a setting with one number per class, which people may give by label:
   * {@code no=1,yes=5}, also in braces and with colons, becomes {@code 1.0,5.0}. Any other text is
   * returned as it is.
   *
   * @throws DemiluneException if a label is unknown, missing or given twice
   */
  public static String byPosition(String setting, String text, LabelSet labels) {
    String inner = text.strip().replaceAll("^\\{|}$", "");
    if (!inner.contains("=") && !inner.contains(":")) {
      return text;
    }
    String[] ordered = new String[labels.size()];
    for (String part : inner.split(",", -1)) {
      int at = Math.max(part.lastIndexOf('='), part.lastIndexOf(':'));
      String name = at < 0 ? part.strip() : part.substring(0, at).strip();
      int label = labels.names().indexOf(name);
      if (label < 0) {
        throw new DemiluneException(
            setting
                + " names '"
                + name
                + "', which is not a label: the labels are "
                + String.join(", ", labels.names()));
      }
      if (at < 0 || ordered[label] != null) {
        throw new DemiluneException(
            setting + " needs one number for '" + name + "', as in " + name + "=5");
      }
      ordered[label] = part.substring(at + 1).strip();
    }
    for (int k = 0; k < ordered.length; k++) {
      if (ordered[k] == null) {
        throw new DemiluneException(
            setting + " needs a number for every label, and has none for '" + labels.name(k) + "'");
      }
    }
    return String.join(",", ordered);
  }

  /** Returns whether rows do not count alike. */
  public boolean isOn() {
    return !equals(OFF);
  }

  /** Returns whether noisy counts of the classes' rows are needed. */
  public boolean isBalanced() {
    return equals(BALANCED);
  }

  /**
   * Checks that there is a weight for every class.
   *
   * @throws DemiluneException if not
   */
  public void require(int classes) {
    if (!weights.isEmpty() && weights.size() != classes) {
      throw new DemiluneException(
          "class-weights has "
              + weights.size()
              + " weights and there are "
              + classes
              + " classes: give one for each, in the order of the labels");
    }
  }

  /**
   * Returns the factor of every class: above 0, and 1 for the class that counts most.
   *
   * @param counts noisy numbers of rows of the classes, all above 0; used by balanced weights only
   */
  public double[] factors(double[] counts) {
    double[] raw = new double[isBalanced() ? counts.length : weights.size()];
    Arrays.setAll(raw, k -> isBalanced() ? 1 / counts[k] : weights.get(k));
    double most = Arrays.stream(raw).max().orElse(1);
    Arrays.setAll(raw, k -> raw[k] / most); // a quotient of doubles in (0, most] is at most 1
    return raw;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassWeights that
        && text.equals(that.text)
        && weights.equals(that.weights);
  }

  @Override
  public int hashCode() {
    return Objects.hash(text, weights);
  }

  @Override
  public String toString() {
    return text;
  }
}
