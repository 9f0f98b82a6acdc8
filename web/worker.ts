/* What makes the client installable: a service worker that keeps the shell, and the page that is shown without a network. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc, type Plugin } from "vite";

const OFFLINE = "offline.html";

/** Writes /sw.js with the names of the files it keeps, and /offline.html, which is the page itself with a mark on it. */
export function worker(root: string): Plugin {
  return {
    name: "worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("there is no page to keep");
        const offline = String(page.source).replace("<html", "<html data-offline");
        const fonts = Object.keys(bundle).filter((name) => /(bricolage-grotesque|atkinson-hyperlegible-next)-[^-]+\.woff2$/.test(name));
        const kept = [OFFLINE, "mark.svg", ...fonts, ...[...offline.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, name]) => name!)].map((name) => `/${name}`);
        const version = createHash("sha256").update(offline).update(kept.join()).digest("hex").slice(0, 12);
        const shell = readFileSync(join(root, "src/worker/shell.js"), "utf-8").replace("__VERSION__", version).replace('["__KEPT__"]', JSON.stringify(kept));
        // Pushes are heard by the same worker: a site has one. It is one plain script, so nothing is exported.
        const heard = join(root, "src/worker/push.ts");
        const { code } = await transformWithOxc(readFileSync(heard, "utf-8"), heard);
        const script = `${shell}\n${code.replaceAll(/^export /gm, "")}\nhearPushes(self);\n`;
        this.emitFile({ type: "asset", fileName: OFFLINE, source: offline });
        this.emitFile({ type: "asset", fileName: "sw.js", source: script });
      },
    },
  };
}
