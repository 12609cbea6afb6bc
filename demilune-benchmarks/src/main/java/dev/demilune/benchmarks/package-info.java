/**
 * Measurements of speed and accuracy, each a section of the page of benchmarks.
 *
 * <p>It stands at the end of the flow and uses the library as a stranger would. Nothing depends on
 * it and nothing in it is published; its tables are written to {@code docs/benchmarks.md} with the
 * machine they were taken on. {@link dev.demilune.benchmarks.Benchmarks} lists the sections; {@link
 * dev.demilune.benchmarks.NoiseLoops} is the smallest one to read first.
 *
 * <p>Promises: contenders take turns in one run, so that a slow moment of the machine meets all of
 * them; what is printed is a median, with the spread or the best beside it.
 */
package dev.demilune.benchmarks;
