// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.kernel;

import dev.demilune.DemiluneException;
import dev.demilune.embed.ArcCosineFeatures;
import dev.demilune.embed.Embedding;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.GroupedFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.embed.PolynomialSketch;
import dev.demilune.learn.Projection;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Settings;
import dev.demilune.schema.Schema;
import java.util.List;

/**
 * Which public map the settings of {@link KernelMargin} describe.
 *
 * @param frequencies half as many as there are features
 * @param width of a radial kernel; 0 for the rule
 */
record KernelMap(Settings values, int frequencies, double width) {

  /** How the kernels of groups of features are combined. */
  public enum Form {
    JOINT,
    ADDITIVE,
    PRODUCT
  }

  static final Setting<KernelKind> KERNEL =
      Setting.oneOf("kernel", KernelKind.GAUSSIAN, "which kernel");

  static final Setting<Integer> DEGREE =
      Setting.integer(
          "degree", 1, PolynomialSketch.MOST_DEGREE, 2, "degree of the polynomial kernel");

  static final Setting<Double> OFFSET =
      Setting.number(
          "offset",
          0,
          1e3,
          1,
          "constant added to the inner product by polynomial and arc-cosine kernels");

  static final Setting<Form> FORM =
      Setting.oneOf(
          "form",
          Form.JOINT,
          "one kernel of the whole row, or the mean or product of one for each of 'groups'");

  static final Setting<FeatureGroups> GROUPS =
      Setting.value(
          "groups",
          FeatureGroups.RANGE,
          FeatureGroups::parse,
          FeatureGroups::text,
          FeatureGroups.COLUMNS,
          "groups of features for 'form'");

  /** In the order in which they follow the settings that were there before them. */
  static final List<Setting<?>> SETTINGS = List.of(DEGREE, OFFSET, FORM, GROUPS);

  /** Of a row in the unit ball. */
  private static final double WIDTH = 0.6;

  /** Over the root of a group's share of the features; see docs/decisions/0024. */
  private static final double ADDITIVE_WIDTH = 0.15;

  private KernelKind kind() {
    return values.get(KERNEL);
  }

  private Form form() {
    return values.get(FORM);
  }

  private double widthOrRule() {
    return width > 0 ? width : WIDTH;
  }

  /**
   * Refuses what cannot be drawn for rows of so many features, before anything is paid for.
   *
   * @throws DemiluneException with what to change
   */
  void check(int features) {
    if (form() == Form.JOINT) {
      if (features > FourierFeatures.MOST_INPUTS) {
        throw new DemiluneException(
            features
                + " features are more than the "
                + FourierFeatures.MOST_INPUTS
                + " that kernels are drawn for: leave out the setting 'features', and rows are"
                + " taken as they are");
      }
      return;
    }
    if (kind().radial().isEmpty()) {
      throw new DemiluneException(
          "form="
              + Setting.word(form())
              + " is for kernels of a distance, and "
              + Setting.word(kind())
              + " is none: use gaussian, laplacian or a matern kernel, or form=joint");
    }
    FeatureGroups groups = values.get(GROUPS);
    if (groups.features() > 0 && groups.features() != features) {
      throw new DemiluneException(
          "the groups have "
              + groups.features()
              + " features together, and the rows "
              + features
              + ": give sizes that add up to that, or groups=columns");
    }
    long most = groups.features() > 0 ? groups.groups().size() : features;
    if (form() == Form.ADDITIVE && most > frequencies) {
      throw new DemiluneException(
          "an additive kernel of up to "
              + most
              + " groups needs two features for each: set features to "
              + 2 * most
              + " or more");
    }
    if ((long) features * frequencies > GroupedFeatures.MOST_ENTRIES) {
      throw new DemiluneException(
          features
              + " features times "
              + frequencies
              + " frequencies are more than fit in memory: set features to "
              + 2 * (GroupedFeatures.MOST_ENTRIES / features)
              + " or less, or use form=joint");
    }
  }

  /** Returns the map for rows of this schema. */
  Embedding draw(Schema schema) {
    int draw = values.get(Projection.DRAW);
    int inputs = schema.features();
    double offset = values.get(OFFSET);
    return switch (kind()) {
      case POLYNOMIAL ->
          PolynomialSketch.of(values.get(DEGREE), offset, inputs, 2 * frequencies, draw);
      case ARC_COSINE_0 -> ArcCosineFeatures.of(0, offset, inputs, 2 * frequencies, draw);
      case ARC_COSINE_1 -> ArcCosineFeatures.of(1, offset, inputs, 2 * frequencies, draw);
      default ->
          form() == Form.JOINT
              ? FourierFeatures.of(radial(), widthOrRule(), inputs, frequencies, draw)
              : grouped(schema, draw);
    };
  }

  private Kernel radial() {
    return kind().radial().orElseThrow();
  }

  private GroupedFeatures grouped(Schema schema, int draw) {
    int[] sizes = values.get(GROUPS).sizes(schema);
    double[] widths = new double[sizes.length];
    for (int g = 0; g < sizes.length; g++) {
      widths[g] = values.get(GROUPS).width(g, width > 0 ? width : rule(sizes[g], schema));
    }
    GroupedFeatures.Form combined = GroupedFeatures.Form.valueOf(form().name());
    return GroupedFeatures.of(radial(), combined, sizes, widths, frequencies, draw);
  }

  /** A row's length is shared by all features, and a kernel of few of them sees little of it. */
  private double rule(int size, Schema schema) {
    return form() == Form.PRODUCT
        ? WIDTH
        : ADDITIVE_WIDTH * Math.sqrt((double) size / schema.features());
  }

  /** Returns the width, where there is one of the whole row. */
  String widthText() {
    if (kind().radial().isEmpty()) {
      return "none";
    }
    return form() == Form.JOINT || width > 0 ? Double.toString(widthOrRule()) : "by group";
  }
}
