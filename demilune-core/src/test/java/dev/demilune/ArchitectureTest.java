// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShouldConjunction;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.PaidPlan;
import dev.demilune.exhibit.NotPrivate;
import dev.demilune.learn.Learner;
import dev.demilune.random.Randomness;
import dev.demilune.random.Witness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowFold;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the sources to the design: the order of the packages, and what no package may do. */
class ArchitectureTest {

  /** A package may use those before it, never those after. */
  static final List<String> ORDER =
      List.of(
          "internal",
          "data",
          "data.synthetic",
          "privacy",
          "schema",
          "schema.file",
          "accounting.numeric",
          "accounting.pld",
          "accounting.renyi",
          "accounting",
          "random",
          "budget.entry",
          "budget.store",
          "budget",
          "mechanism",
          "survey",
          "embed",
          "model",
          "robust",
          "score",
          "evaluate",
          "explain",
          "certificate",
          "report",
          "rescaling",
          "feasibility",
          "center",
          "rows",
          "learn",
          "learn.published",
          "learn.calibrate",
          "learn.gradient",
          "learn.additive",
          "learn.perturb",
          "learn.rescaling",
          "learn.choice",
          "learn.grid",
          "learn.network",
          "learn.label",
          "learn.kernel",
          "learn.tuning",
          "learn.auto",
          "learn.compare",
          "audit",
          "exhibit");

  private static final String ROOT = "dev.demilune";

  private static final String KERNELS = ROOT + ".rows.Kernels";

  /** The sources of the artifact that scores, on which the library depends. */
  static final Path SMALL = Path.of("../demilune-model/src/main/java");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  /** Post-processing: what cannot touch private rows, not even through others, costs nothing. */
  private static final ArchRule AFTER_TRAINING =
      noClasses()
          .that()
          .resideInAnyPackage(
              ROOT + ".model..",
              ROOT + ".robust..",
              ROOT + ".score..",
              ROOT + ".explain..",
              ROOT + ".certificate..",
              ROOT + ".report..",
              ROOT + ".evaluate..")
          .should()
          .transitivelyDependOnClassesThat()
          .resideInAPackage(ROOT + ".rows..");

  @Test
  void theSourcesAreThere() {
    assertThat(MAIN.size()).isGreaterThan(60);
    assertThat(MAIN.contain(ArchitectureTest.class)).isFalse();
  }

  @Test
  void everyPackageUsesOnlyThoseBeforeIt() {
    TreeSet<String> wrong = new TreeSet<>();
    for (JavaClass type : MAIN) {
      String from = step(type);
      if (from.isEmpty()) {
        continue; // the root: the exception that all use, and the front door that uses all
      }
      assertThat(ORDER).as("place of package %s in the order", from).contains(from);
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass();
        if (target.getPackageName().startsWith(ROOT)
            && ORDER.indexOf(step(target)) > ORDER.indexOf(from)) {
          wrong.add(type.getName() + " uses " + target.getName());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** The package's name below the root, empty for the root itself. */
  private static String step(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
  }

  @Test
  void packagesFormNoCycle() {
    SlicesRuleDefinition.slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(MAIN);
  }

  /** The mathematics of prices knows no events; those who price events use it. */
  @Test
  void lossDistributionsAndRenyiCurvesKnowNoEvents() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + ".accounting.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".accounting")
        .check(MAIN);
  }

  @Test
  void noRoomIsCrowded() {
    Map<String, Long> files =
        MAIN.stream()
            .filter(type -> type.isTopLevelClass() && !type.getName().endsWith("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertThat(files).allSatisfy((room, count) -> assertThat(count).as(room).isLessThan(37));
  }

  /** The module descriptor binds programs on the module path; this binds our own programs too. */
  @Test
  void programsUseOnlyExportedPackages() throws IOException {
    Set<String> exported = packagesAfter("exports ", Path.of("src/main/java/module-info.java"));
    exported.addAll(packagesAfter("exports ", SMALL.resolve("module-info.java")));
    TreeSet<String> hidden =
        ORDER.stream()
            .map(step -> ROOT + "." + step)
            .filter(name -> !exported.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(hidden)
        .containsExactly(
            ROOT + ".accounting.numeric",
            ROOT + ".accounting.pld",
            ROOT + ".accounting.renyi",
            ROOT + ".budget.store",
            ROOT + ".internal");

    TreeSet<String> all = new TreeSet<>();
    TreeSet<String> wrong = new TreeSet<>();
    for (String program : List.of("cli", "samples", "benchmarks")) {
      for (Path source : sources(Path.of("../demilune-" + program + "/src/main/java"))) {
        for (String used : packagesAfter("import ", source)) {
          all.add(used);
          if (hidden.contains(used)) {
            wrong.add(source + " uses " + used);
          }
        }
      }
    }
    assertThat(all).contains(ROOT, ROOT + ".budget", ROOT + ".schema.file"); // imports were found
    assertThat(wrong).isEmpty();
  }

  private static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /** Our packages in lines that begin with a keyword; class names are cut off. */
  private static Set<String> packagesAfter(String keyword, Path source) throws IOException {
    Pattern line =
        Pattern.compile(
            "(?m)^\\s*" + keyword + "(?:static )?(dev\\.demilune[a-z.]*?)(?:\\.[A-Z].*)?;");
    return line.matcher(Files.readString(source))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void whatComesAfterTrainingCannotReachPrivateRowsEvenThroughOthers() {
    AFTER_TRAINING.check(MAIN);
  }

  @Test
  void theRuleOnPrivateRowsWouldNoticeALearner() {
    assertThatThrownBy(
            () ->
                noClasses()
                    .that()
                    .resideInAPackage(ROOT + ".audit..") // through its learners, among others
                    .should()
                    .transitivelyDependOnClassesThat()
                    .resideInAPackage(ROOT + ".rows..")
                    .check(MAIN))
        .isInstanceOf(AssertionError.class);
  }

  /** What is folded over rows can be sent to where rows live: it holds values, and no rows. */
  @Test
  void foldsOverRowsAreSerializableAndHoldNoRows() {
    List<JavaClass> folds =
        MAIN.stream()
            .filter(type -> type.isAssignableTo(RowFold.class) && !type.isInterface())
            .toList();
    assertThat(folds).hasSizeGreaterThan(3);
    for (JavaClass fold : folds) {
      for (JavaField field : fold.getAllFields()) {
        JavaClass type = field.getRawType().getBaseComponentType();
        if (!field.getModifiers().contains(JavaModifier.STATIC)) {
          assertThat(type.isPrimitive() || type.isAssignableTo(Serializable.class))
              .as("%s is sent to where rows live", field.getFullName())
              .isTrue();
        }
      }
    }
  }

  /** The order of the packages says the same of all that come before; here it is in words. */
  @Test
  void nothingUsesWhatIsNotPrivate() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".exhibit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".exhibit..")
        .check(MAIN);
    noClasses()
        .that()
        .areAnnotatedWith(NotPrivate.class)
        .should()
        .beAssignableTo(Learner.class)
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Allowance.class, BoundedDataset.class)
        .check(MAIN);
  }

  @Test
  void randomnessComesFromOnePlaceOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Random.class, SplittableRandom.class, ThreadLocalRandom.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(StrictMath.class, "random")
        .check(MAIN);
  }

  /** Whoever looks on at private outputs, or sets them, is a test. */
  @Test
  void nobodyLooksOn() {
    noClasses()
        .should()
        .callMethod(Randomness.class, "witnessed", long.class, Witness.class)
        .orShould()
        .implement(Witness.class)
        .check(MAIN);
  }

  /** Each of them is replayed on neighboring tables, in the test kit's tests; so must be others. */
  @Test
  void everythingThatIsPaidForIsReplayed() {
    assertThat(
            MAIN.stream()
                .filter(type -> type.isAssignableTo(PaidPlan.class) && !type.isInterface())
                .map(JavaClass::getSimpleName))
        .containsExactlyInAnyOrder(
            "TrainingPlan",
            "EvaluationPlan",
            "SurveyPlan",
            "DeepPointPlan",
            "CenterPlan",
            "RescaledPointPlan");
  }

  /**
   * No text of a file can name a class: nothing here looks for classes or builds objects by name.
   * One user of reflection calls the getters of an object that the caller holds; the other has a
   * rule of its own, the next.
   */
  @Test
  void noFileCanMakeUsRunCode() {
    runsNoCodeOfFiles(
            noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".schema.PropertyReader")
                .and()
                .doNotHaveFullyQualifiedName(KERNELS)
                .should()
                .callMethod(Class.class, "forName", String.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.lang.reflect.."))
        .check(MAIN);
  }

  /** It loads one class whose name is a constant, and calls its constructor without arguments. */
  @Test
  void theKernelsLoadOneClassAndNoOther() throws IOException {
    runsNoCodeOfFiles(
            noClasses()
                .that()
                .haveFullyQualifiedName(KERNELS)
                .should()
                .dependOnClassesThat(
                    resideInAPackage("java.lang.reflect..")
                        .and(not(equivalentTo(Constructor.class)))))
        .check(MAIN);
    JavaClass kernels = MAIN.get(KERNELS);
    assertThat(
            kernels.getMethodCallsFromSelf().stream()
                .map(call -> call.getTarget().getOwner().getSimpleName() + "." + call.getName())
                .filter(call -> call.matches("(Class|Constructor)\\..*")))
        .containsExactlyInAnyOrder(
            "Class.getModule",
            "Class.forName",
            "Class.getDeclaredConstructor",
            "Constructor.newInstance");
    assertThat(Files.readString(source(kernels)))
        .containsOnlyOnce("Class.forName(\"" + ROOT + ".rows.VectorKernels\")");
  }

  private static ArchRule runsNoCodeOfFiles(ClassesShouldConjunction rule) {
    return rule.orShould()
        .dependOnClassesThat()
        .belongToAnyOf(ObjectInputStream.class, ClassLoader.class, ServiceLoader.class)
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage("javax.script..", "javax.naming..")
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage("org.snakeyaml.engine.v2.constructor..")
        .orShould()
        .callMethod(Gson.class, "fromJson", String.class, Class.class)
        .orShould()
        .callMethod(Gson.class, "fromJson", JsonElement.class, Class.class);
  }

  @Test
  void nothingIsPrinted() {
    GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MAIN);
  }

  @Test
  void everyMechanismAndLearnerCarriesItsClaim() throws IOException {
    List<String> without = new ArrayList<>();
    int seen = 0;
    for (JavaClass type : MAIN) {
      boolean mechanism =
          step(type).equals("mechanism")
              && type.isTopLevelClass()
              && !type.isInterface()
              && !type.isEnum()
              && type.getModifiers().contains(JavaModifier.PUBLIC)
              && !type.isAssignableTo(Throwable.class);
      boolean learner = type.isAssignableTo(Learner.class) && !type.isInterface();
      if (mechanism || learner) {
        seen++;
        if (!claims(Files.readString(source(type)))) {
          without.add(type.getName());
        }
      }
    }
    assertThat(seen).isGreaterThanOrEqualTo(3);
    assertThat(without).isEmpty();
  }

  private static Path source(JavaClass type) {
    return Path.of("src/main/java").resolve(type.getName().replace('.', '/') + ".java");
  }

  /** Whether the Javadoc of the file's type states a claim and proves it or links to a proof. */
  private static boolean claims(String source) {
    int declaration = source.indexOf("\npublic ");
    String javadoc = declaration < 0 ? "" : source.substring(0, declaration);
    return javadoc.contains("<b>Claim.</b>")
        && (javadoc.contains("<b>Proof.</b>") || javadoc.contains("docs/proofs/"));
  }

  @Test
  void aClassWithoutAClaimWouldBeNoticed() {
    assertThat(claims("/** Adds noise. */\npublic record Noise() {}")).isFalse();
    assertThat(claims("/** <b>Claim.</b> Private. */\npublic record Noise() {}")).isFalse();
    assertThat(claims("\npublic record Noise() { /* <b>Claim.</b> <b>Proof.</b> */ }")).isFalse();
    assertThat(claims("/** <b>Claim.</b> a <b>Proof.</b> b */\npublic record Noise() {}")).isTrue();
  }
}
