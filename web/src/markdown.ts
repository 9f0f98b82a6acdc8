/* Our rulebooks' Markdown as plain data: headings, lists, tables, paragraphs. Never markup, so nothing in it can run. */

export type Inline =
  | { kind: "text" | "strong" | "em" | "code"; text: string }
  | { kind: "rule"; text: string };

export interface Item {
  rule: string | null;
  words: Inline[];
}

export type Block =
  | { kind: "heading"; level: number; words: Inline[]; id: string }
  | { kind: "paragraph"; words: Inline[] }
  | { kind: "list"; items: Item[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

const RULE = /\b[A-Z]{2}-(?:[A-Z]+-)?[A-Z]?\d+[a-z]?\b/;
const INLINE = new RegExp(`\\*\\*(.+?)\\*\\*|\\*(.+?)\\*|\`([^\`]+)\`|\\[([^\\]]+)\\]\\([^)]*\\)|(${RULE.source})`, "g");

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let last = 0;
  const plain = (words: string): void => {
    if (words) found.push({ kind: "text", text: words });
  };
  for (const match of text.matchAll(INLINE)) {
    plain(text.slice(last, match.index));
    const [whole, strong, em, code, link, rule] = match;
    if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em.replaceAll("**", "") });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else if (link !== undefined) plain(link);
    else if (rule !== undefined) found.push({ kind: "rule", text: rule });
    last = match.index + whole.length;
  }
  plain(text.slice(last));
  return found;
}

function item(text: string): Item {
  const found = new RegExp(`^\\*\\*(${RULE.source})\\*\\*\\s*`).exec(text);
  return found ? { rule: found[1]!, words: inlines(text.slice(found[0].length)) } : { rule: null, words: inlines(text) };
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

export function parse(source: string): Block[] {
  const lines = source.replaceAll("\r", "").split("\n");
  const blocks: Block[] = [];
  let n = 0;
  while (n < lines.length) {
    const line = lines[n]!;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) n++;
    else if (heading) {
      const text = heading[2]!;
      blocks.push({ kind: "heading", level: heading[1]!.length, words: inlines(text), id: slug(text) });
      n++;
    } else if (line.startsWith("```")) {
      const code: string[] = [];
      for (n++; n < lines.length && !lines[n]!.startsWith("```"); n++) code.push(lines[n]!);
      blocks.push({ kind: "code", text: code.join("\n") });
      n++;
    } else if (/^\s*\|/.test(line)) {
      const rows: string[][] = [];
      for (; n < lines.length && /^\s*\|/.test(lines[n]!); n++) rows.push(cells(lines[n]!));
      const body = rows.slice(1).filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
      blocks.push({ kind: "table", head: rows[0]!.map(inlines), rows: body.map((row) => row.map(inlines)) });
    } else if (/^\s*(?:[-*]|\d+\.)\s+/.test(line)) {
      const items: string[] = [];
      for (; n < lines.length && lines[n]!.trim() && !/^#/.test(lines[n]!); n++) {
        const start = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(lines[n]!);
        if (start) items.push(start[1]!);
        else items[items.length - 1] += " " + lines[n]!.trim();
      }
      blocks.push({ kind: "list", items: items.map(item) });
    } else {
      const words: string[] = [];
      for (; n < lines.length && lines[n]!.trim() && !/^(#|\s*\||```|\s*[-*]\s)/.test(lines[n]!); n++) words.push(lines[n]!.trim());
      if (!words.length) words.push(lines[n++]!.trim());
      blocks.push({ kind: "paragraph", words: inlines(words.join(" ")) });
    }
  }
  return blocks;
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
