// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.CsvReader;
import dev.demilune.data.IdxReader;
import dev.demilune.data.LibsvmReader;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Known public data sets, where they are at hand: counts that their pages state. */
class SharedDataTest {

  /** Loads MNIST in a virtual machine that has no more than 120 MB of heap. */
  @Test
  void mnistLoadsIn120MegabytesOfHeap() throws IOException, InterruptedException {
    Path images = SharedData.file("mnist/train-images-idx3-ubyte.gz");
    Path labels = SharedData.file("mnist/train-labels-idx1-ubyte.gz");
    Process loading =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx120m",
                "-cp",
                System.getProperty("java.class.path"),
                LoadMnist.class.getName(),
                images.toString(),
                labels.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(loading.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(loading.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(output.strip()).isEqualTo("60000 rows, 6742 of label 1");
  }

  /** The program of the test above. */
  static final class LoadMnist {
    public static void main(String[] args) {
      Schema schema =
          Schema.vectors(784, LabelSet.numbered(10))
              .valueScale(1 / 255.0)
              .adjacency(Adjacency.REPLACE_ONE)
              .build();
      BoundedDataset data =
          BoundedDataset.of(schema, IdxReader.open(Path.of(args[0]), Path.of(args[1])));
      System.out.println(data.publicSize() + " rows, " + counts(data)[1] + " of label 1");
    }
  }

  private static long[] counts(BoundedDataset data) {
    long[] counts = new long[data.classes()];
    for (int b = 0; b < data.blocks(); b++) {
      for (int i = 0; i < data.block(b).rows(); i++) {
        counts[data.block(b).label(i)]++;
      }
    }
    return counts;
  }

  @Test
  void sectorLoads() {
    Path file = SharedData.file("sector/sector.scale.bz2");
    List<String> names = IntStream.rangeClosed(1, 105).mapToObj(Integer::toString).toList();
    BoundedDataset data =
        BoundedDataset.of(
            Schema.vectors(55_197, new LabelSet(names)).adjacency(Adjacency.REPLACE_ONE).build(),
            LibsvmReader.open(file));

    assertThat(data.publicSize()).isEqualTo(6_412);
    assertThat(counts(data)).doesNotContain(0L);
    assertThat(data.block(0)).isInstanceOf(SparseBlock.class);
  }

  @Test
  void uspsLoads() {
    BoundedDataset data =
        BoundedDataset.of(
            Schema.vectors(256, LabelSet.numbered(10)).adjacency(Adjacency.REPLACE_ONE).build(),
            LibsvmReader.open(SharedData.file("usps/usps.train.libsvm.gz")));

    assertThat(counts(data)).containsExactly(1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644);
  }

  @Test
  void adultLoadsWithItsBlanks() {
    String[] kinds = {
      "age 17 90", "workclass", "weight 0 1500000", "education", "years 1 16", "marital", "job",
      "relationship", "race", "sex", "gain 0 100000", "loss 0 5000", "hours 1 100", "country"
    };
    SchemaBuilder builder = Schema.builder().withoutHeader().adjacency(Adjacency.REPLACE_ONE);
    for (String kind : kinds) {
      String[] words = kind.split(" ", -1);
      if (words.length == 3) {
        builder.number(words[0], Double.parseDouble(words[1]), Double.parseDouble(words[2]));
      } else {
        builder.categoryWithOther(words[0], "other", "Private", "Bachelors", "White", "Male");
      }
    }
    Schema schema = builder.label("income", "<=50K", ">50K").build();
    Path file = SharedData.file("adult/adult.data");
    BoundedDataset data = BoundedDataset.of(schema, CsvReader.open(file, schema.csvFormat()));

    assertThat(counts(data)).containsExactly(24_720, 7_841);
  }

  @Test
  void kddCupLoads() {
    SchemaBuilder builder = Schema.builder().withoutHeader().adjacency(Adjacency.REPLACE_ONE);
    for (int i = 0; i < 41; i++) {
      builder.number("c" + i, 0, 1000);
    }
    Schema schema = builder.labelWithOther("kind", "attack", "normal.").build();
    Path file = SharedData.file("kddcup99_10pct/kddcup.data_10_percent.gz");
    BoundedDataset data = BoundedDataset.of(schema, CsvReader.open(file, schema.csvFormat()));

    assertThat(counts(data)).containsExactly(97_278, 494_021 - 97_278);
  }
}
