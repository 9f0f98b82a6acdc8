/* The words of table codes as a module of its own: `import packed from "virtual:code-words"`, half as long as the list itself. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Sorted words: of each, how many letters it shares with the one before, and the others. */
export function pack(words: string[]): string {
  let before = "";
  return words
    .map((word) => {
      let shared = 0;
      while (shared < word.length && word[shared] === before[shared]) shared++;
      before = word;
      return shared + word.slice(shared);
    })
    .join("");
}

export function codeWords(path: string): Plugin {
  const ID = "\0code-words";
  return {
    name: "code-words",
    resolveId: (id) => (id === "virtual:code-words" ? ID : null),
    load(id) {
      if (id !== ID) return null;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(pack(readFileSync(path, "utf-8").trim().split("\n")))}`;
    },
  };
}
