/* Whose pawns stand where, and what can be done with the one that is picked up. */
import type { Choice } from "$shell/protocol/types";
import type { Play } from "$shell/table/play.svelte";
import type { Deed, PawnFacts, Scene } from "./scene";

export type Kind = "move" | "respawn" | Deed;

export interface Target {
  choice: Choice;
  kind: Kind;
}

export const pawnOn = (play: Play, tile: string): PawnFacts | undefined => (play.scene as Scene).pawns.find((pawn) => pawn.tile === tile);
export const isOwn = (play: Play, pawn: PawnFacts | undefined): boolean => pawn !== undefined && pawn.side === play.seat;
export const canRespawn = (play: Play): boolean => play.find((action) => action.type === "respawn") !== undefined;

/** The tile of the pawn that is picked up. */
export const origin = (play: Play): string | null => (play.picked?.startsWith("pawn:") ? play.picked.slice(5) : null);

/** Where the picked pawn may go, or a pawn from the reserve. */
export function targetsOf(play: Play): Map<string, Target> {
  const from = origin(play);
  const { deeds } = play.scene as Scene;
  const found = new Map<string, Target>();
  for (const choice of play.choices) {
    const { type, to, from: start = null } = choice.action;
    if (typeof to !== "string" || start !== from) continue;
    found.set(to, { choice, kind: deeds[`${from ?? ""}${to}`] ?? (type === "respawn" ? "respawn" : "move") });
  }
  return found;
}
