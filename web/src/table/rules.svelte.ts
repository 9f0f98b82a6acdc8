/* The rulebook of a game, fetched once. */
import { api } from "../protocol/http";
import type { GameRules } from "../protocol/types";

const known = new Map<string, Promise<GameRules>>();

export function rulesOf(game: string): Promise<GameRules> {
  let found = known.get(game);
  if (!found) {
    found = api.game(game);
    known.set(game, found);
    found.catch(() => known.delete(game));
  }
  return found;
}
