# SPDX-FileCopyrightText: 2026 the Demilune authors
# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks compare with in Python: the step of a training in numpy, and scikit-learn."""
import ctypes
import gzip
import sys
import time


def versions():
    import numpy
    print("numpy", numpy.__version__, "with", blas())
    try:
        import sklearn
        print("scikit-learn", sklearn.__version__)
    except ImportError:
        pass


def blas():
    """The library that numpy multiplies with, and the kernels that it chose for this processor."""
    import numpy
    numpy.ones((8, 8)) @ numpy.ones((8, 8))
    for line in open("/proc/self/maps"):
        path = line.split()[-1]
        if "openblas" in path:
            library = ctypes.CDLL(path)
            core = library.openblas_get_corename
            core.restype = ctypes.c_char_p
            config = library.openblas_get_config
            config.restype = ctypes.c_char_p
            return " ".join(config().decode().split()[:2]) + " for " + core().decode()
    return "a BLAS that is not OpenBLAS"


def idx(path):
    import numpy
    data = gzip.open(path).read()
    sizes = [int.from_bytes(data[4 + 4 * i:8 + 4 * i], "big") for i in range(data[3])]
    return numpy.frombuffer(data, numpy.uint8, offset=4 + 4 * len(sizes)).reshape(sizes)


def step(images, labels, steps):
    """Prints clock and processor seconds of full-batch hinge steps in single precision."""
    import numpy as np
    y = idx(labels).astype(np.intp)
    X = idx(images).reshape(len(y), -1).astype(np.float32)
    X /= np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-9)
    n, d = X.shape
    W = np.zeros((d, 10), np.float32)
    b = np.zeros(10, np.float32)
    rows = np.arange(n)
    C = np.empty((n, 10), np.float32)
    for i in range(int(steps)):
        start, used = time.perf_counter(), time.process_time()
        S = X @ W
        S += b
        own = S[rows, y]
        S[rows, y] = -np.inf
        other = S.argmax(1)
        active = (own - S[rows, other] < 1).astype(np.float32)
        C.fill(0)
        C[rows, y] = active
        C[rows, other] = -active
        G = X.T @ C
        W += np.float32(1 / n) * G
        b += np.float32(1 / n) * C.sum(0)
        if i >= int(steps) // 2:
            print("step", time.perf_counter() - start, time.process_time() - used)


def svm(path):
    """Trains scikit-learn's linear SVM with its defaults on a LIBSVM file."""
    import warnings
    from sklearn.datasets import load_svmlight_file
    from sklearn.svm import LinearSVC
    warnings.simplefilter("ignore")
    rows, labels = load_svmlight_file(path)
    LinearSVC().fit(rows, labels)


if __name__ == "__main__":
    {"versions": versions, "step": step, "svm": svm}[sys.argv[1]](*sys.argv[2:])
