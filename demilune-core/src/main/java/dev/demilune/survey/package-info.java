/**
 * Learns a schema from private rows, at a privacy cost.
 *
 * <p>A schema should be public knowledge. Where the ranges, categories or labels of a table are not
 * known, this package finds them in the rows and charges for it: private quantiles for the ends of
 * ranges, stable histograms for values, and one event for all of it, charged before the first row
 * is read. It stands after {@code mechanism}, which it uses, and hands over to {@code schema}. Open
 * {@link dev.demilune.survey.SchemaSurvey} first:
 *
 * <pre>{@code
 * SchemaSurvey survey =
 *     SchemaSurvey.of(Adjacency.REPLACE_ONE).number("age").category("plan").label("churned");
 * SurveyPlan plan = survey.plan(ApproximateDp.of(0.2, 1e-7));
 * Allowance allowance = ledger.spend("schema", plan);
 * plan.run(CsvReader.open(Path.of("customers.csv")), allowance).write(Path.of("schema.yaml"));
 * }</pre>
 *
 * <p>The names and kinds of columns are never taken from the rows: the names are the file's header,
 * which counts as public, and the caller states the kinds. Nothing that is not released with noise
 * is returned, thrown or logged.
 */
package dev.demilune.survey;
