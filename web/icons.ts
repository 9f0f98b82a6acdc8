/* Icons one by one: `import coin from "icon:game-icons/two-coins"` is that icon's shapes as plain data, never markup. */
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);

type Shape = [tag: string, attributes: Record<string, string>, children: Shape[]];
interface IconSet {
  width?: number;
  height?: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
  aliases?: Record<string, { parent: string }>;
}

const sets = new Map<string, IconSet>();

function iconSet(name: string): IconSet {
  let found = sets.get(name);
  if (!found) {
    found = JSON.parse(readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), "utf-8")) as IconSet;
    sets.set(name, found);
  }
  return found;
}

/** The shapes of an icon's body. Icon sets use plain elements with double-quoted attributes only. */
export function shapes(body: string): Shape[] {
  const top: Shape[] = [];
  const open: Shape[][] = [top];
  for (const [, closing, tag, written, single] of body.matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g)) {
    if (closing) {
      open.pop();
      continue;
    }
    const attributes = Object.fromEntries([...(written ?? "").matchAll(/([\w:-]+)="([^"]*)"/g)].map((a) => [a[1], a[2]]));
    const shape: Shape = [tag!, attributes as Record<string, string>, []];
    open.at(-1)!.push(shape);
    if (!single) open.push(shape[2]);
  }
  return top;
}

/** Outlines as fine as they can be seen: a tenth of a unit in a box of hundreds, a hundredth in one of tens. Those with arcs
 * stay as they are: their flags may stand right before a number. */
export function rounded(outline: string, width: number): string {
  if (/a/i.test(outline)) return outline;
  const digits = width > 100 ? 1 : 2;
  return outline.replace(/-?\d*\.\d+/g, (number, at: number, whole: string) => {
    const short = String(Number(Number(number).toFixed(digits))).replace(/^(-?)0\./, "$1.");
    // A number that began with its dot or its sign may have stood right behind another.
    return !short.startsWith("-") && /[\d.]/.test(whole[at - 1] ?? "") ? ` ${short}` : short;
  });
}

function lighter(all: Shape[], width: number): Shape[] {
  return all.map(([tag, attributes, children]) => [tag, attributes.d ? { ...attributes, d: rounded(attributes.d, width) } : attributes, lighter(children, width)]);
}

export function icon(set: string, name: string): { box: string; shapes: Shape[] } {
  const all = iconSet(set);
  const found = all.icons[name] ?? all.icons[all.aliases?.[name]?.parent ?? ""];
  if (!found) throw new Error(`there is no icon ${set}/${name}`);
  const width = found.width ?? all.width ?? 16;
  const height = found.height ?? all.height ?? 16;
  return { box: `0 0 ${width} ${height}`, shapes: lighter(shapes(found.body), width) };
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [path] : [];
  });
}

/** Every icon named in the sources, for the credits page. */
export function usedIcons(folders: string[]): Record<string, string[]> {
  const used: Record<string, Set<string>> = {};
  for (const path of folders.flatMap(sources)) {
    for (const [, set, name] of readFileSync(path, "utf-8").matchAll(/["']icon:([a-z-]+)\/([a-z0-9-]+)["']/g)) {
      (used[set!] ??= new Set()).add(name!);
    }
  }
  return Object.fromEntries(Object.entries(used).map(([set, names]) => [set, [...names].sort()]));
}

export function icons(folders: string[]): Plugin {
  const CREDITS = "\0icon-credits";
  return {
    name: "icons",
    enforce: "pre",
    resolveId(id) {
      if (id === "virtual:icon-credits") return CREDITS;
      return id.startsWith("icon:") ? "\0" + id : null;
    },
    load(id) {
      if (id === CREDITS) return `export default ${JSON.stringify(usedIcons(folders))}`;
      if (!id.startsWith("\0icon:")) return null;
      const [set, name] = id.slice("\0icon:".length).split("/");
      return `export default ${JSON.stringify(icon(set!, name!))}`;
    },
  };
}

export const here = dirname(new URL(import.meta.url).pathname);
