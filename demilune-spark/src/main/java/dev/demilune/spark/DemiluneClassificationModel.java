// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.DemiluneException;
import dev.demilune.data.VectorTable;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Certificate;
import dev.demilune.schema.EncodedRow;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.classification.ProbabilisticClassificationModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple3;

/**
 * A private model as a transformer of Spark ML, with its certificate. Using it is post-processing
 * and costs nothing.
 *
 * <p>It appends scores ({@code rawPrediction}), probabilities where the model is calibrated, and
 * predictions. It is saved as its parameters and the model file that Demilune reads everywhere.
 */
public final class DemiluneClassificationModel
    extends ProbabilisticClassificationModel<Vector, DemiluneClassificationModel>
    implements MLWritable {

  private static final long serialVersionUID = 1;

  private static final String FILE = "demilune.model";

  private String uid; // no initial value: it is set while Spark's constructors run
  private final ModelBytes bytes;

  DemiluneClassificationModel(String uid, ModelBytes bytes) {
    this(Uid.give(uid), bytes);
  }

  @SuppressWarnings("UnusedVariable") // what was given is taken by uid()
  private DemiluneClassificationModel(Uid given, ModelBytes bytes) {
    this.bytes = bytes;
  }

  @Override
  public String uid() {
    if (uid == null) {
      uid = Uid.take("demiluneModel");
    }
    return uid;
  }

  /** Returns the model that Demilune uses everywhere. */
  public Classifier classifier() {
    return bytes.classifier();
  }

  /** Returns the certificate of a private model. */
  public Optional<Certificate> certificate() {
    return bytes.saved().certificate();
  }

  /** Returns the bytes of the model file. */
  public byte[] modelFile() {
    return bytes.file();
  }

  /** Returns the names of the labels, in the order of scores. */
  public List<String> labels() {
    return classifier().labels().names();
  }

  @Override
  public int numClasses() {
    return classifier().labels().size();
  }

  @Override
  public int numFeatures() {
    return classifier().schema().isVectors() ? classifier().schema().features() : -1;
  }

  private String probabilityOrNone() {
    return classifier().calibration().isPresent() ? getProbabilityCol() : "";
  }

  @Override
  public StructType transformSchema(StructType columns) {
    SparkSchema.forPrediction(classifier().schema(), columns, getFeaturesCol());
    return Predictions.appended(
        columns, getRawPredictionCol(), probabilityOrNone(), getPredictionCol());
  }

  /** Appends scores, probabilities and predictions; columns whose names are empty are left out. */
  @Override
  public Dataset<Row> transform(Dataset<?> data) {
    StructType frame = data.schema();
    StructType appended = transformSchema(frame);
    SparkSchema columns = SparkSchema.forPrediction(classifier().schema(), frame, getFeaturesCol());
    Predictions predictions =
        new Predictions(
            JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext()).broadcast(bytes),
            columns,
            frame,
            columns.columns().stream().mapToInt(frame::fieldIndex).toArray(),
            !getRawPredictionCol().isEmpty(),
            !probabilityOrNone().isEmpty(),
            !getPredictionCol().isEmpty());
    MapPartitionsFunction<Row, Row> function = predictions::of;
    return data.toDF().mapPartitions(function, Encoders.row(appended));
  }

  /** Returns the scores of a vector, for a schema of vectors. */
  @Override
  public Vector predictRaw(Vector features) {
    double[] scores = new double[numClasses()];
    classifier().scores(encoded(features), scores);
    return Vectors.dense(scores);
  }

  @Override
  public Vector raw2probabilityInPlace(Vector raw) {
    double[] scores = raw.toArray();
    classifier().requireCalibration().probabilities(scores, scores);
    return Vectors.dense(scores);
  }

  @Override
  public double predict(Vector features) {
    int best = classifier().predict(encoded(features), new double[numClasses()]);
    return Predictions.values(labels())[best];
  }

  private EncodedRow encoded(Vector features) {
    if (!classifier().schema().isVectors()) {
      throw new DemiluneException(
          "the model reads columns by name and no vectors: use transform, on a DataFrame with them");
    }
    VectorTable table = VectorTable.of(new double[][] {features.toArray()});
    EncodedRow row = new EncodedRow();
    table.next();
    classifier().schema().encoder(table).encode(table, row);
    return row;
  }

  /** Names the columns that a summary would read; raw, because Spark declares it in two ways. */
  @Override
  @SuppressWarnings({"rawtypes", "unchecked"})
  public Tuple3 findSummaryModel() {
    return new Tuple3<>(this, probabilityOrNone(), getPredictionCol());
  }

  @Override
  public DemiluneClassificationModel copy(ParamMap extra) {
    return copyValues(new DemiluneClassificationModel(uid(), bytes), extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new Writer(this);
  }

  /** Reads a model that was saved. */
  public static MLReader<DemiluneClassificationModel> read() {
    return new Reader();
  }

  public static DemiluneClassificationModel load(String path) {
    return read().load(path);
  }

  private static final class Writer extends MLWriter {
    private final DemiluneClassificationModel model;

    Writer(DemiluneClassificationModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter$.MODULE$.saveMetadata(model, path, sparkSession());
      Path file = new Path(path, FILE);
      try {
        FileSystem files = file.getFileSystem(sc().hadoopConfiguration());
        try (FSDataOutputStream out = files.create(file)) {
          out.write(model.modelFile());
        }
      } catch (IOException e) {
        throw new DemiluneException("the model cannot be written to " + file, e);
      }
    }
  }

  private static final class Reader extends MLReader<DemiluneClassificationModel> {

    @Override
    public DemiluneClassificationModel load(String path) {
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader$.MODULE$.loadMetadata(
              path, sparkSession(), DemiluneClassificationModel.class.getName());
      Path file = new Path(path, FILE);
      byte[] bytes;
      try {
        FileSystem files = file.getFileSystem(sc().hadoopConfiguration());
        try (FSDataInputStream in = files.open(file)) {
          bytes = in.readAllBytes();
        }
      } catch (IOException e) {
        throw new DemiluneException("the model cannot be read from " + file, e);
      }
      DemiluneClassificationModel model =
          new DemiluneClassificationModel(metadata.uid(), ModelBytes.of(bytes));
      metadata.getAndSetParams(model, Option.empty());
      return model;
    }
  }
}
