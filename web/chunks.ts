/* Few files for each visit: what the first page needs is one, what every table needs besides is another, each board a third, and
   what an invited friend sees first a fourth. */
import type { Plugin, Rolldown } from "vite";

/** The files, the first served first: a file takes along what its modules need and no earlier one has. */
const FILES = ["shell", "table", "room"];

/** Who is in which file, known once everything has been read. */
export class Chunks {
  private readonly groups = new Map<string, string>();

  /** For `codeSplitting`. */
  readonly files = FILES.map((name, place) => ({ name, priority: FILES.length - place, test: (id: string) => this.groups.get(id) === name }));

  plugin(): Plugin {
    const groups = this.groups;
    return {
      name: "chunks",
      apply: "build",
      buildEnd() {
        const imports = (id: string): readonly string[] => this.getModuleInfo(id)?.importedIds ?? [];
        /** A module with everything that it imports at once. */
        const closure = (id: string, found = new Set<string>()): Set<string> => {
          if (found.has(id)) return found;
          found.add(id);
          for (const next of imports(id)) closure(next, found);
          return found;
        };
        const all = [...this.getModuleIds()];
        const ending = (name: string): string[] => all.filter((id) => id.endsWith(name));
        const put = (ids: Iterable<string>, name: string): void => {
          for (const id of ids) if (!groups.has(id)) groups.set(id, name);
        };
        groups.clear();
        put(
          ending("/src/main.ts").flatMap((id) => [...closure(id)]),
          "shell",
        );
        // What the home page and the ready room both use is at hand on either.
        const closures = (name: string): Set<string> => new Set(ending(name).flatMap((id) => [...closure(id)]));
        const room = closures("/src/table/ReadyRoom.svelte");
        put(
          [...closures("/src/pages/Home.svelte")].filter((id) => room.has(id)),
          "shell",
        );
        const boards = ending("/web/Board.svelte").map((id) => closure(id));
        const pages = all.filter((id) => id.includes("/src/pages/") && this.getModuleInfo(id)?.dynamicImporters.length).map((id) => closure(id));
        const uses = new Map<string, number>();
        for (const board of boards) for (const id of board) uses.set(id, 1 + (uses.get(id) ?? (pages.some((page) => page.has(id)) ? 1 : 0)));
        put(
          ending("/src/pages/TablePage.svelte").flatMap((id) => [...closure(id)]),
          "table",
        );
        put(
          [...uses].filter(([, count]) => count > 1).map(([id]) => id),
          "table",
        );
        put(room, "room");
      },
      generateBundle: { order: "post", handler: (_, bundle) => shortcut(bundle) },
    };
  }
}

/** A file that only says where its page is found is left out: whoever wants the page asks there. */
function shortcut(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
  for (const { fileName, code } of chunks) {
    const told = /^export\{(\w+) as default\}from[`"']\.\/([^`"']+)[`"'];?\s*$/.exec(code);
    if (!told) continue;
    const [, name, target] = told;
    const [from, to] = [fileName.split("/").at(-1)!, target!];
    for (const chunk of chunks) {
      chunk.code = chunk.code
        .replaceAll(new RegExp(`import\\([\`"']\\./${from.replaceAll(".", "\\.")}[\`"']\\)`, "g"), `import("./${to}").then(m=>({default:m.${name}}))`)
        .replaceAll(`"assets/${from}"`, `"assets/${to}"`);
      if (chunk.fileName !== fileName && chunk.code.includes(from)) throw new Error(`${chunk.fileName} still asks for ${from}`);
    }
    delete bundle[fileName];
  }
}
