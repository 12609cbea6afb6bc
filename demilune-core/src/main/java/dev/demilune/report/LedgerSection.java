// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.privacy.Amount;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** The section on the ledger: its total as a bar, filled by every spend, and a table of them. */
final class LedgerSection {

  /** A table of more would be most of the page. */
  static final int MOST_LISTED = 500;

  private static final int WIDTH = 440;
  private static final int HEIGHT = 40;

  private LedgerSection() {}

  /**
   * Returns the section.
   *
   * @param entryHash that of the model's own entry; empty if it has none
   */
  static String html(LedgerState ledger, String entryHash) {
    Balance balance = ledger.balance();
    String total =
        "Of "
            + balance.total().describe()
            + " for table '"
            + ledger.name()
            + "' ("
            + ledger.adjacency().phrase()
            + "), "
            + balance.spent().describe()
            + " is spent and "
            + balance.left().describe()
            + " is left.";
    boolean composed = !balance.sum().equals(balance.spent());
    String caption =
        balance.entries().isEmpty()
            ? "Nothing was spent yet."
            : "Epsilon of the total, and every spend in order"
                + (ofModel(balance, entryHash) ? "; that of this model is marked." : ".")
                + (composed
                    ? " Together they cost less than one by one, "
                        + balance.sum().describe()
                        + " ("
                        + balance.accountant()
                        + "); each is drawn with its share of what they cost together."
                    : "");
    String own =
        ofModel(balance, entryHash)
            ? ""
            : Html.paragraph("This model was not charged to this ledger.");
    return Html.paragraph(total)
        + own
        + Html.figure(bar(balance, entryHash, total), caption)
        + balance.reliesOn().stream().map(Html::paragraph).collect(Collectors.joining())
        + (balance.entries().isEmpty() ? "" : table(balance, entryHash));
  }

  private static boolean ofModel(Balance balance, String entryHash) {
    return balance.entries().stream().anyMatch(entry -> isOf(entry, entryHash));
  }

  private static boolean isOf(LedgerEntry entry, String entryHash) {
    return !entryHash.isEmpty() && entry.hash().equals(entryHash);
  }

  private static String bar(Balance balance, String entryHash, String total) {
    StringBuilder svg = new StringBuilder(4096);
    svg.append("<svg class=\"ledger\" role=\"img\" width=\"" + WIDTH + "\" height=\"" + HEIGHT)
        .append("\" viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\">\n<title>" + Html.escape(total))
        .append("</title>\n<rect class=\"left\" x=\"0\" y=\"0\" width=\"" + WIDTH)
        .append("\" height=\"" + HEIGHT + "\"/>\n");
    // Where spends compose they cost less than their sum, and each has its share of that.
    double filled = Math.min(1, value(balance.spent()) / value(balance.total()));
    double scale = WIDTH * filled / Math.max(Double.MIN_NORMAL, value(balance.sum()));
    int hidden = hidden(balance);
    double from =
        scale * balance.entries().stream().limit(hidden).mapToDouble(e -> value(e.amount())).sum();
    rect(svg, "spend0", 0, from, "the first " + hidden);
    for (LedgerEntry entry : balance.entries().subList(hidden, balance.entries().size())) {
      double width = scale * value(entry.amount());
      String style = isOf(entry, entryHash) ? "own" : "spend" + entry.number() % 2;
      String what = entry.number() + ". " + entry.purpose() + ": " + entry.amount().describe();
      rect(svg, style, from, width, what);
      from += width;
    }
    return svg.append("</svg>\n").toString();
  }

  private static void rect(
      StringBuilder svg, String style, double from, double width, String what) {
    if (width > 0) {
      svg.append("<rect class=\"" + style + "\" x=\"" + Html.decimal(from, 2))
          .append("\" y=\"0\" width=\"" + Html.decimal(width, 2) + "\" height=\"" + HEIGHT)
          .append("\"><title>" + Html.escape(what) + "</title></rect>\n");
    }
  }

  private static int hidden(Balance balance) {
    return Math.max(0, balance.entries().size() - MOST_LISTED);
  }

  private static double value(Amount amount) {
    return amount.epsilon().doubleValue();
  }

  private static String table(Balance balance, String entryHash) {
    int hidden = hidden(balance);
    List<List<String>> rows =
        balance.entries().stream()
            .skip(hidden)
            .map(
                entry ->
                    List.of(
                        Long.toString(entry.number()),
                        entry.time().toString().substring(0, 10),
                        entry.purpose() + (isOf(entry, entryHash) ? " (this model)" : ""),
                        entry.learner().isEmpty() ? "–" : entry.learner(),
                        plain(entry.amount().epsilon()),
                        entry.amount().delta().toString()))
            .toList();
    return Html.scrolling(
            "Every spend",
            Html.table(List.of("#", "when", "what for", "learner", "epsilon", "delta"), rows))
        + (hidden == 0 ? "" : Html.paragraph("The first " + hidden + " are not listed."));
  }

  private static String plain(BigDecimal value) {
    return Math.abs(value.scale()) <= 20 ? value.toPlainString() : value.toString();
  }
}
