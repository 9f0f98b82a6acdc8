/* How much script and style the first page and a table load, compressed. Fails beyond what we promise. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MOST = 200 * 1024;
const folder = join(import.meta.dirname, "../../loot_table/server/static/assets");
const page = readFileSync(join(folder, "../index.html"), "utf-8");
const names = readdirSync(folder);
const weigh = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;

/** A script with everything it imports at once. */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next] of readFileSync(join(folder, name), "utf-8").matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) withImports(next, found);
  return found;
}

const entry = names.filter((name) => page.includes(name) && name.endsWith(".js"));
const home = entry.reduce((found, name) => withImports(name, found), new Set());
const report = (title, set) => {
  const script = [...set].reduce((sum, name) => sum + weigh(name), 0);
  console.log(`${title.padEnd(34)} ${(script / 1024).toFixed(1).padStart(7)} kB of script, compressed`);
  return script;
};
const sizes = [report("first page", home)];
const table = names.find((name) => name.startsWith("table-") && name.endsWith(".js"));
for (const board of names.filter((name) => name.startsWith("Board") && name.endsWith(".js"))) {
  sizes.push(report(`table with ${board}`, withImports(board, withImports(table, new Set(home)))));
}
const style = names.filter((name) => name.endsWith(".css")).reduce((sum, name) => sum + weigh(name), 0);
console.log(`${"all style".padEnd(34)} ${(style / 1024).toFixed(1).padStart(7)} kB`);
if (Math.max(...sizes) > MOST) {
  console.error("More than 200 kB of script before somebody can play.");
  process.exit(1);
}
