# SPDX-FileCopyrightText: 2026 the Demilune authors
# SPDX-License-Identifier: Apache-2.0
"""Differentially private classifiers on Spark, from Python.

A thin wrapper: the classes of ``demilune-spark`` do the work, so its jar must be on the
driver's and the executors' class path (``spark.jars``). Every parameter is the Java one and
means the same; docs/scale.md describes them.

    model = (
        DemiluneClassifier()
        .setSchema("census.schema.yaml")
        .setEpsilon(1.0)
        .setDelta(1e-6)
        .setLedger("jdbc:postgresql://db.example.org/privacy?user=ada&currentSchema=people")
        .setPurpose("income model")
        .fit(rows)
    )
    predicted = model.transform(others)
"""

import sys

from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import (
    HasFeaturesCol,
    HasLabelCol,
    HasPredictionCol,
    HasProbabilityCol,
    HasRawPredictionCol,
)
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel

__all__ = ["DemiluneClassifier", "DemiluneClassificationModel"]

_JAVA_PACKAGE = "dev.demilune.spark"


class _Reader(JavaMLReader):
    """Reads what the Java class of the same name has saved."""

    @classmethod
    def _java_loader_class(cls, clazz):
        return _JAVA_PACKAGE + "." + clazz.__name__


class _Readable(JavaMLReadable):
    @classmethod
    def read(cls):
        """Returns a reader of what was saved."""
        return _Reader(cls)


class _Columns(
    HasFeaturesCol, HasLabelCol, HasPredictionCol, HasRawPredictionCol, HasProbabilityCol
):
    """The columns that estimator and model name as Spark's own do."""

    def setFeaturesCol(self, value):
        return self._set(featuresCol=value)

    def setPredictionCol(self, value):
        return self._set(predictionCol=value)

    def setRawPredictionCol(self, value):
        return self._set(rawPredictionCol=value)

    def setProbabilityCol(self, value):
        return self._set(probabilityCol=value)


def _refuse_tuners():
    """Refuses a fit that a tuner of PySpark asks for; they run in Python, where Java sees none."""
    frame = sys._getframe()
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("pyspark.ml.tuning"):
            raise ValueError(
                "CrossValidator and TrainValidationSplit fit many models on the same rows and show"
                " the best, and neither the fits nor the choice would be paid for: use"
                " 'demilune tune', which is, or settings chosen on public data"
            )
        frame = frame.f_back


class DemiluneClassifier(JavaEstimator, _Columns, _Readable, JavaMLWritable):
    """A private classifier. Each call of fit charges the ledger for one model."""

    schema = Param(
        Params._dummy(),
        "schema",
        "the schema: a file, or its text in YAML or JSON",
        TypeConverters.toString,
    )
    epsilon = Param(
        Params._dummy(), "epsilon", "ε of the fit, above 0", TypeConverters.toFloat
    )
    delta = Param(Params._dummy(), "delta", "δ of the fit; 0 for none", TypeConverters.toFloat)
    adjacency = Param(
        Params._dummy(),
        "adjacency",
        "what one person can change: a check against that of the schema",
        TypeConverters.toString,
    )
    personCol = Param(
        Params._dummy(),
        "personCol",
        "the column that says whose row it is, where it is not called as in the schema",
        TypeConverters.toString,
    )
    rowsPerPerson = Param(
        Params._dummy(),
        "rowsPerPerson",
        "how many rows of one person are used at most: a check against that of the schema",
        TypeConverters.toInt,
    )
    partitions = Param(
        Params._dummy(),
        "partitions",
        "divides the rows into so many parts, which the certificate then says",
        TypeConverters.toInt,
    )
    allowOtherTable = Param(
        Params._dummy(),
        "allowOtherTable",
        "charges a ledger that is for a table with other columns",
        TypeConverters.toBoolean,
    )
    ledger = Param(
        Params._dummy(),
        "ledger",
        "the ledger to charge: a file or a PostgreSQL address",
        TypeConverters.toString,
    )
    purpose = Param(
        Params._dummy(),
        "purpose",
        "what the model is for, in the ledger's entry",
        TypeConverters.toString,
    )
    learner = Param(
        Params._dummy(), "learner", "the name of the learner", TypeConverters.toString
    )
    settings = Param(
        Params._dummy(),
        "settings",
        "settings of the learner, each as key=value",
        TypeConverters.toListString,
    )
    seed = Param(
        Params._dummy(),
        "seed",
        "repeats a fit and protects nobody: for tests, without a ledger",
        TypeConverters.toInt,
    )

    def __init__(self):
        super().__init__()
        self._java_obj = self._new_java_obj(_JAVA_PACKAGE + ".DemiluneClassifier", self.uid)
        self._transfer_params_from_java()

    def setLabelCol(self, value):
        return self._set(labelCol=value)

    def setSchema(self, value):
        return self._set(schema=value)

    def setEpsilon(self, value):
        return self._set(epsilon=value)

    def setDelta(self, value):
        return self._set(delta=value)

    def setAdjacency(self, value):
        return self._set(adjacency=value)

    def setPersonCol(self, value):
        return self._set(personCol=value)

    def setRowsPerPerson(self, value):
        return self._set(rowsPerPerson=value)

    def setPartitions(self, value):
        return self._set(partitions=value)

    def setAllowOtherTable(self, value):
        return self._set(allowOtherTable=value)

    def setLedger(self, value):
        return self._set(ledger=value)

    def setPurpose(self, value):
        return self._set(purpose=value)

    def setLearner(self, value):
        return self._set(learner=value)

    def setSettings(self, *values):
        return self._set(settings=list(values))

    def setSeed(self, value):
        return self._set(seed=value)

    def _fit(self, dataset):
        _refuse_tuners()
        return super()._fit(dataset)

    def _create_model(self, java_model):
        return DemiluneClassificationModel(java_model)


class DemiluneClassificationModel(JavaModel, _Columns, _Readable, JavaMLWritable):
    """A private model. Using it is post-processing and costs nothing."""

    def certificate(self):
        """Returns the certificate as text; None for a model that has none."""
        found = self._java_obj.certificate()
        return found.get().toString() if found.isPresent() else None

    def labels(self):
        """Returns the names of the labels, in the order of scores."""
        return list(self._java_obj.labels())

    def modelFile(self):
        """Returns the bytes of the model file that all commands of Demilune read."""
        return bytes(self._java_obj.modelFile())

    @property
    def numClasses(self):
        return self._java_obj.numClasses()

    @property
    def numFeatures(self):
        return self._java_obj.numFeatures()


# PySpark finds the Python class of a stage in a saved pipeline by the name of its Java class.
for _name in ("dev", "dev.demilune", _JAVA_PACKAGE):
    sys.modules.setdefault(_name, sys.modules[__name__])
