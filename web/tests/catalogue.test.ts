/* Whatever stands on the page in plain letters goes through the catalogue: no component has words of its own. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { describe, expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");
/** What people read or hear of attributes, and of the properties that our own parts show. */
const TOLD = ["aria-label", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt", "label", "text", "line"];
/** The same in every language: names of products, people and places, commands, keys. */
const SAME = ["Loot Table", "Ana", "game-icons.net", "CC BY 3.0", "Lucide", "loot verify", "Esc", "U"];
const NUMBER_OF_A_RULE = /^[A-Z]{2}-\d+$/;

interface Node {
  type: string;
  [field: string]: unknown;
}

function own(words: string): string[] {
  const rest = SAME.reduce((left, same) => (left.trim() === same || same.includes(" ") ? left.replaceAll(same, "") : left), words).trim();
  return /\p{L}/u.test(rest) && !NUMBER_OF_A_RULE.test(rest) ? [rest.replace(/\s+/g, " ")] : [];
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.flatMap(nodes) : isNode(value) ? [value] : []);

/** Words that an expression may turn out to be; what is given to functions, `t` among them, is theirs. */
function spoken(expression: Node): string[] {
  const all = (...fields: string[]): string[] => fields.flatMap((field) => nodes(expression[field]).flatMap(spoken));
  switch (expression.type) {
    case "Literal":
      return typeof expression["value"] === "string" ? own(expression["value"]) : [];
    case "TemplateLiteral":
      return [...nodes(expression["quasis"]).flatMap((piece) => own((piece["value"] as { cooked: string }).cooked)), ...all("expressions")];
    case "ConditionalExpression":
      return all("consequent", "alternate");
    case "LogicalExpression":
    case "BinaryExpression":
      return expression["operator"] === "===" || expression["operator"] === "!==" ? [] : all("left", "right");
    default:
      return [];
  }
}

function strangers(node: Node): string[] {
  if (node.type === "Text") return own(node["data"] as string);
  if (node.type === "ExpressionTag") return spoken(node["expression"] as Node);
  if (node.type === "StyleDirective") return [];
  if (node.type === "Attribute") return TOLD.includes(node["name"] as string) ? nodes(node["value"]).flatMap(strangers) : [];
  return Object.entries(node).flatMap(([field, value]) => (field === "expression" || field === "metadata" ? [] : nodes(value).flatMap(strangers)));
}

const wordsOf = (source: string): string[] => strangers(parse(source, { modern: true }).fragment as unknown as Node);

describe("words of components", () => {
  const files = (readdirSync(SOURCE, { recursive: true }) as string[]).filter((path) => path.endsWith(".svelte"));

  it.each(files)("%s has none of its own", (path) => {
    expect(wordsOf(readFileSync(join(SOURCE, path), "utf8"))).toEqual([]);
  });

  it.each([
    ["<p>Pull up a chair.</p>", ["Pull up a chair."]],
    ["{#if a}<b>Yes</b>{:else}{#each all as one}No{/each}{/if}", ["Yes", "No"]],
    ["{#await x}Wait{:then y}{y}{:catch}Broken{/await}", ["Wait", "Broken"]],
    ["<Part>{#snippet hole()}here{/snippet}</Part>", ["here"]],
    ['<a href="/home" aria-label="Home" title={`To ${name}`}></a>', ["Home", "To"]],
    ['<p>{isOn ? "On" : other || "Off"}</p>', ["On", "Off"]],
    ["<svelte:head><title>Credits · Loot Table</title></svelte:head>", ["Credits ·"]],
  ])("finds those of %s", (source, words) => expect(wordsOf(source)).toEqual(words));

  it.each([
    '<p class="lead">{t("Pull up a chair.")} {name === "Ana" ? 1 : 2}</p>',
    '<a aria-label={t("{name}, home", { name: "Loot Table" })}>Loot Table · {code}</a>',
    "<kbd>Esc</kbd> <b>LT-13</b> 7 %",
  ])("finds none in %s", (source) => expect(wordsOf(source)).toEqual([]));
});
