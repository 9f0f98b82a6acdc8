/* Beside every file that gzip made smaller, a smaller one still by Brotli, which browsers take over https and from this machine. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const folder = join(import.meta.dirname, "../../loot_table/server/static");

for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith(".gz")) continue;
  const path = join(folder, name.slice(0, -".gz".length));
  const plain = readFileSync(path);
  const small = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  if (small.length < statSync(join(folder, name)).size) writeFileSync(`${path}.br`, small);
}
