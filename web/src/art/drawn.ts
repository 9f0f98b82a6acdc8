/* All covers in one file, from the games' own folders: one answer instead of one for each. */
import general from "./cover.svg?raw";

const found = import.meta.glob<string>(["../../../loot_table/games/*/web/cover.svg", "../../../examples/*/web/cover.svg"], { eager: true, query: "?raw", import: "default" });
const picture = (drawn: string): string => `data:image/svg+xml,${encodeURIComponent(drawn)}`;

/** By game; the empty name is for games without one. */
export const drawn = new Map<string, string>([["", picture(general)], ...Object.entries(found).map(([path, svg]): [string, string] => [path.split("/").at(-3)!, picture(svg)])]);
