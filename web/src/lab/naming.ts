/* Which rules name what stands in a row of the components: its name, its words, and the columns of its numbers. */
import type { Row, Sheet } from "./api";

const PLAIN = new Set(["id", "code", "symbol", "name", "order", "count", "text", "value", "yes", "none", "the", "and", "art", "ids", "copies", "role", "rotations", "index", "label"]);

function wordsOf(sheet: Sheet, row: Row): string[] {
  const texts = row.cells.flatMap((cell, n) => {
    const column = sheet.columns[n]!;
    if (column.kind === "text" || column.kind === "texts") return [cell];
    const says = cell !== "" && cell !== "0" && cell !== "no";
    return sheet.is_list && says && (column.kind === "number" || column.kind === "yes") ? [column.name] : [];
  });
  const words = [row.name, ...texts].flatMap((text) => (text.length > 60 ? [] : text.toLowerCase().split(/[^\p{L}]+/u)));
  return [...new Set(words)].filter((word) => word.length > 2 && !PLAIN.has(word));
}

/** Each word with the numbers of the rules that use it, in one or many; a word that most rules use says nothing. */
export function namedIn(rules: Record<string, string>, sheet: Sheet, row: Row): { word: string; rules: string[] }[] {
  const all = Object.entries(rules);
  return wordsOf(sheet, row)
    .map((word) => {
      const stem = word.length > 4 && word.endsWith("s") ? word.slice(0, -1) : word;
      const named = new RegExp(`(?<!\\p{L})${stem}(s|es)?(?!\\p{L})`, "iu");
      return { word, rules: all.filter(([, text]) => named.test(text)).map(([number]) => number) };
    })
    .filter((each) => each.rules.length > 0 && each.rules.length <= Math.max(6, all.length / 4));
}
