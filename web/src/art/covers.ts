/* The five covers, by game. */
const found = import.meta.glob<string>("./covers/*.svg", { eager: true, query: "?url", import: "default" });

export function cover(game: string): string {
  return found[`./covers/${game}.svg`] ?? "";
}
