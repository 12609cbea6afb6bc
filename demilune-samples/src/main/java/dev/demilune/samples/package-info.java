/**
 * A numbered course: one trap per file, {@code wrong()} beside {@code right()}.
 *
 * <p>Start with {@link dev.demilune.samples.Sample01TrainAndPredict}. The samples are compiled and
 * run by the build.
 */
package dev.demilune.samples;
