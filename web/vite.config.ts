import { svelte } from "@sveltejs/vite-plugin-svelte";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { here, icons } from "./icons.ts";
import { Chunks } from "./chunks.ts";
import { worker } from "./worker.ts";
import { codeWords } from "./code-words.ts";

const chunks = new Chunks();
const homes = [join(here, "../loot_table/games"), join(here, "../examples")];

/** Boards live in their games' folders, outside this one; what they import is found as if they lived here. */
function boards(): Plugin {
  return {
    name: "boards",
    enforce: "pre",
    resolveId(id, importer, options) {
      const isBare = /^[@a-z]/i.test(id) && !id.startsWith("icon:") && !id.startsWith("virtual:");
      if (!isBare || !homes.some((home) => importer?.startsWith(home))) return null;
      return this.resolve(id, join(here, "src/main.ts"), { ...options, skipSelf: true });
    },
  };
}

export default defineConfig({
  root: here,
  base: "/",
  publicDir: "public",
  plugins: [icons([join(here, "src"), ...homes]), codeWords(join(here, "../loot_table/server/words.txt")), boards(), svelte(), chunks.plugin(), worker(here)],
  resolve: { alias: { $shell: join(here, "src") } },
  build: {
    outDir: join(here, "../loot_table/server/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows files from here, not data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    cssMinify: true,
    rolldownOptions: { output: { chunkFileNames: "assets/[name]-[hash].js", codeSplitting: { groups: chunks.files } } },
  },
  server: {
    fs: { allow: [join(here, "..")] },
    proxy: { "/api": { target: process.env.LOOT_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  test: { environment: "node", include: ["tests/**/*.test.ts"] },
});
