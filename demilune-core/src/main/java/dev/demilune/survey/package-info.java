/**
 * Learns a schema from private rows, for a price.
 *
 * <p>A schema should be public knowledge. Where nobody knows the ranges, the categories or the
 * labels of a table, this package finds them in the rows themselves and pays: private quantiles for
 * the ends of ranges, stable histograms for values, one event for all of it, charged before the
 * first row is read. It stands after {@code mechanism}, which it uses, and hands over to {@code
 * schema}. Open {@link dev.demilune.survey.SchemaSurvey} first:
 *
 * <pre>{@code
 * SchemaSurvey survey =
 *     SchemaSurvey.of(Adjacency.REPLACE_ONE).number("age").category("plan").label("churned");
 * SurveyPlan plan = survey.plan(ApproximateDp.of(0.2, 1e-7));
 * Allowance allowance = ledger.spend("schema", plan);
 * plan.run(CsvReader.open(Path.of("customers.csv")), allowance).write(Path.of("schema.yaml"));
 * }</pre>
 *
 * <p>Which columns there are, and of what kind, it never takes from the rows: the first is the
 * file's header, which counts as public, the second is said by whoever asks. Nothing that is not
 * released with noise is returned, thrown or logged.
 */
package dev.demilune.survey;
