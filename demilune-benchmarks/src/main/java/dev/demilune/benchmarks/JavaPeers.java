// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.io.IOException;
import java.nio.file.Path;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.sgd.linear.LogisticRegressionTrainer;
import org.tribuo.datasource.LibSVMDataSource;

/** Trains with another library for the JVM, in a process of its own: LIBSVM file in, model out. */
public final class JavaPeers {

  private JavaPeers() {}

  /** Arguments: liblinear or tribuo, the file of rows, the file for the model. */
  public static void main(String[] arguments) throws IOException {
    Path rows = Path.of(arguments[1]);
    Path model = Path.of(arguments[2]);
    switch (arguments[0]) {
      case "liblinear" -> liblinear(rows, model);
      case "tribuo" -> tribuo(rows, model);
      default -> throw new IllegalArgumentException("unknown peer " + arguments[0]);
    }
  }

  /** With the defaults of LIBLINEAR: solver 1, C = 1, tolerance 0.1, no intercept. */
  private static void liblinear(Path rows, Path model) throws IOException {
    Linear.disableDebugOutput();
    Problem problem = readProblem(rows);
    Parameter parameter = new Parameter(SolverType.L2R_L2LOSS_SVC_DUAL, /* C= */ 1, /* eps= */ 0.1);
    Linear.train(problem, parameter).save(model);
  }

  private static Problem readProblem(Path rows) throws IOException {
    try {
      return Problem.readFromFile(rows, /* bias= */ -1);
    } catch (de.bwaldvogel.liblinear.InvalidInputDataException e) {
      throw new IOException(e);
    }
  }

  /** Logistic regression as the tutorial of Tribuo has it: AdaGrad, five epochs. */
  private static void tribuo(Path rows, Path model) throws IOException {
    MutableDataset<Label> data =
        new MutableDataset<>(new LibSVMDataSource<>(rows, new LabelFactory()));
    new LogisticRegressionTrainer().train(data).serializeToFile(model);
  }
}
