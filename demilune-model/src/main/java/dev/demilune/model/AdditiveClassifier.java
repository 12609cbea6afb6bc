// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.internal.Check;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A generalized additive model: the score of class k is a bias plus what each {@link Part} of the
 * record adds by its {@link ShapeFunction}, plus {@link Interactions} of several parts if it has
 * any.
 *
 * <p>A record is scored as it is, without bounding its norm, so that the shapes are the model:
 * plotting them shows all that it does with a column on its own. For two classes only the
 * difference of the two scores matters.
 *
 * <p>The object is immutable and thread-safe; a row has the same scores on every machine.
 */
public final class AdditiveClassifier implements Classifier {

  private final Schema schema;
  private final double[] biases;
  private final List<ShapeFunction> shapes; // one for each part of the schema
  private final Optional<Interactions> interactions;
  private final Optional<ScoreCalibration> calibration;

  private AdditiveClassifier(
      Schema schema,
      double[] biases,
      List<ShapeFunction> shapes,
      Optional<Interactions> interactions,
      Optional<ScoreCalibration> calibration) {
    this.schema = schema;
    this.biases = biases;
    this.shapes = shapes;
    this.interactions = interactions;
    this.calibration = calibration;
  }

  /** Returns the model of these shapes, one for each of the schema's parts, in their order. */
  public static AdditiveClassifier of(Schema schema, double[] biases, List<ShapeFunction> shapes) {
    List<Part> parts = schema.parts();
    int classes = schema.labels().size();
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          "an additive model needs named columns: the schema has none");
    }
    Check.between("biases", biases.length, classes, classes);
    LinearClassifier.requireFinite("bias", biases);
    Check.between("shapes", shapes.size(), parts.size(), parts.size());
    for (int p = 0; p < parts.size(); p++) {
      if (!shapes.get(p).fits(parts.get(p)) || shapes.get(p).classes() != classes) {
        throw new IllegalArgumentException(
            "the shape of '" + parts.get(p).name() + "' does not fit its column and the classes");
      }
    }
    return new AdditiveClassifier(
        schema, biases.clone(), List.copyOf(shapes), Optional.empty(), Optional.empty());
  }

  /** Returns the model with interactions in place of any it had. */
  public AdditiveClassifier withInteractions(Interactions newInteractions) {
    if (!newInteractions.fits(schema.parts(), biases.length)) {
      throw new IllegalArgumentException("the interactions are not of this schema's parts");
    }
    return new AdditiveClassifier(
        schema,
        biases,
        shapes,
        Optional.of(newInteractions).filter(some -> some.directions() > 0),
        calibration);
  }

  /** Returns the model with another shape of one part. */
  public AdditiveClassifier withShape(int part, ShapeFunction shape) {
    List<ShapeFunction> changed = new ArrayList<>(shapes);
    changed.set(part, shape);
    of(schema, biases, changed); // checks the shape
    return new AdditiveClassifier(schema, biases, List.copyOf(changed), interactions, calibration);
  }

  @Override
  public String kind() {
    return "additive: "
        + shapes.size()
        + (shapes.size() == 1 ? " shape function" : " shape functions")
        + interactions.map(some -> " and " + counted(some.directions())).orElse("");
  }

  private static String counted(int directions) {
    return directions + (directions == 1 ? " interaction" : " interactions");
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /**
   * Refuses: the scores are not a linear function of the schema's features.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public LinearClassifier linear() {
    throw new UnsupportedOperationException("an additive model has no linear part");
  }

  @Override
  public Optional<ScoreCalibration> calibration() {
    return calibration;
  }

  @Override
  public AdditiveClassifier calibrated(ScoreCalibration some) {
    Check.between("classes of the calibration", some.classes(), biases.length, biases.length);
    return new AdditiveClassifier(schema, biases, shapes, interactions, Optional.of(some));
  }

  /** Returns the model without its calibration, as after a change that it was not made for. */
  public AdditiveClassifier uncalibrated() {
    return new AdditiveClassifier(schema, biases, shapes, interactions, Optional.empty());
  }

  @Override
  public AdditiveClassifier shifted(double[] added) {
    Check.between("numbers", added.length, biases.length, biases.length);
    double[] moved = biases.clone();
    Arrays.setAll(moved, k -> biases[k] + added[k]);
    LinearClassifier.requireFinite("bias", moved);
    return new AdditiveClassifier(
        schema, moved, shapes, interactions, calibration.map(c -> c.shifted(added)));
  }

  /** Returns what is added to the score of a class for every row. */
  public double bias(int classIndex) {
    return biases[classIndex];
  }

  /** Returns the shapes, one for each of the schema's parts. */
  public List<ShapeFunction> shapes() {
    return shapes;
  }

  /** Returns the interactions, if there are any. */
  public Optional<Interactions> interactions() {
    return interactions;
  }

  /**
   * Writes one score per class.
   *
   * @throws IllegalArgumentException if the row was not encoded from named columns
   */
  @Override
  public void scores(EncodedRow row, double[] into) {
    if (row.parts() != shapes.size()) {
      throw new IllegalArgumentException(
          "an additive model reads "
              + shapes.size()
              + " parts of a record and the row has "
              + row.parts()
              + ": encode it with the encoder of the model's schema");
    }
    System.arraycopy(biases, 0, into, 0, biases.length);
    for (int p = 0; p < shapes.size(); p++) {
      shapes.get(p).addTo(row.part(p), into);
    }
    if (interactions.isPresent()) {
      interactions.get().addTo(row, into);
    }
  }
}
