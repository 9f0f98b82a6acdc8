/* Covers, from the games' own folders. */
import general from "./cover.svg?url";

const found = import.meta.glob<string>("../../../loot_table/games/*/web/cover.svg", { eager: true, query: "?url", import: "default" });

export const cover = (game: string): string => found[`../../../loot_table/games/${game}/web/cover.svg`] ?? general;
