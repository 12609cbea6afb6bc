// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Markdown as the pages use it: CommonMark with tables. */
final class Markdown {

  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Parser PARSER =
      Parser.builder()
          .extensions(EXTENSIONS)
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .build();

  private Markdown() {}

  static Node parse(String markdown) {
    return PARSER.parse(markdown);
  }

  /** Returns the HTML of a document whose headings have these identifiers. */
  static String html(Node document, Map<Heading, String> identifiers) {
    return HtmlRenderer.builder()
        .extensions(EXTENSIONS)
        .attributeProviderFactory(
            context ->
                (node, tag, attributes) -> {
                  if (node instanceof Heading heading) {
                    attributes.put("id", identifiers.get(heading));
                  } else if (tag.equals("pre")) {
                    attributes.put("tabindex", "0"); // scrolls, so the keyboard must reach it
                  }
                })
        .build()
        .render(document)
        // Wide tables scroll by themselves; in text and code the tag is escaped, so this is no
        // text.
        .replace(
            "<table>",
            "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"table\"><table>")
        .replace("</table>", "</table></div>");
  }

  /** Returns the words of a node, without marks. */
  static String text(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(FencedCodeBlock part) {
            text.append(part.getLiteral()).append(' ');
          }

          @Override
          public void visit(IndentedCodeBlock part) {
            text.append(part.getLiteral()).append(' ');
          }

          @Override
          public void visit(SoftLineBreak part) {
            text.append(' ');
          }

          @Override
          public void visit(HardLineBreak part) {
            text.append(' ');
          }

          @Override
          protected void visitChildren(Node parent) {
            super.visitChildren(parent);
            boolean apart = parent instanceof Block && !(parent instanceof TableBlock);
            if (apart || parent instanceof TableCell) {
              text.append(' ');
            }
          }
        });
    return text.toString().strip();
  }

  /** Returns the line of the file that a node begins on, from 1. */
  static int line(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.getSourceSpans().isEmpty()) {
        return at.getSourceSpans().get(0).getLineIndex() + 1;
      }
    }
    return 1;
  }

  /** Returns the identifier that GitHub gives to a heading, but for repetitions. */
  static String identifier(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{M}\\p{N}_ -]", "")
        .strip()
        .replace(' ', '-');
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
