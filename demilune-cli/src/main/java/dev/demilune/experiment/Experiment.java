// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A figure as it is declared: what is measured, along which axis, beside which published numbers,
 * and by which rule a claim counts as reproduced.
 *
 * @param name of its files
 * @param title of the figure
 * @param source the paper, with the figure or table; empty if it stands for itself
 * @param x the parameter along the horizontal axis
 * @param values of that parameter, as they were written
 * @param seeds how many draws each point has
 * @param quick whether this is the rough form
 * @param rough what the rough form has less of, in words; empty in the full one
 * @param differs what is not as in the paper, and why
 */
public record Experiment(
    String name,
    String title,
    String source,
    String x,
    List<String> values,
    int seeds,
    boolean quick,
    String rough,
    AxisStyle horizontal,
    AxisStyle vertical,
    List<Curve> curves,
    List<Published> published,
    Optional<Claim> claim,
    String differs) {

  public Experiment {
    values = List.copyOf(values);
    curves = List.copyOf(curves);
    published = List.copyOf(published);
  }

  /**
   * One of the two axes.
   *
   * @param ends low and high; empty to take them from the results
   */
  public record AxisStyle(String title, boolean logarithmic, List<Double> ends) {
    public AxisStyle {
      ends = List.copyOf(ends);
    }
  }

  /**
   * A curve that is measured.
   *
   * @param parameters all but the one along the axis and the seed
   */
  record Curve(String name, Measure measure, Map<String, String> parameters) {
    Curve {
      parameters = Map.copyOf(parameters);
    }
  }

  /**
   * A curve that was published.
   *
   * @param beside the measured curve that it belongs to; empty if to none
   */
  record Published(String name, String beside, Map<String, Double> values) {
    Published {
      values = new LinkedHashMap<>(values);
    }
  }

  /**
   * A cell, and where it goes in the figure.
   *
   * @param at the index of its value along the axis; -1 if the cell has a result for each of them
   */
  record Planned(int curve, int at, Cell cell) {}

  /** Returns all cells, equal ones as often as they are used. */
  List<Planned> plan() {
    return IntStream.range(0, curves.size()).boxed().flatMap(c -> plan(c).stream()).toList();
  }

  /** Returns the cells of one curve. */
  List<Planned> plan(int index) {
    List<Planned> cells = new ArrayList<>();
    Curve curve = curves.get(index);
    boolean together = curve.measure().inner().equals(x);
    for (int at = together ? -1 : 0; at < (together ? 0 : values.size()); at++) {
      String value = together ? String.join(",", values) : values.get(at);
      for (int seed = 1; seed <= seeds; seed++) {
        cells.add(new Planned(index, at, cell(curve, value, seed)));
      }
    }
    return cells;
  }

  private Cell cell(Curve curve, String value, int seed) {
    Measure measure = curve.measure();
    Map<String, String> all = new HashMap<>(curve.parameters());
    all.put(x, value);
    all.put("seed", Integer.toString(seed));
    Parameters read = Parameters.of(all).only(measure.parameters(), measure.hasSettings());
    return new Cell(measure, measure.essential(read));
  }

  /** Returns the public data sets that it reads. */
  public Set<String> dataSets() {
    Set<String> names = new TreeSet<>();
    plan()
        .forEach(
            planned -> {
              Cell cell = planned.cell();
              names.add(cell.measure().dataSet(cell.parameters()));
            });
    names.remove("");
    return names;
  }

  /** Returns whether all of it is computed from formulas: nothing is trained or measured. */
  boolean isFormula() {
    return curves.stream().allMatch(curve -> curve.measure().isFormula());
  }

  /** Returns the number of different cells. */
  public int size() {
    return (int) plan().stream().map(planned -> planned.cell().key()).distinct().count();
  }
}
