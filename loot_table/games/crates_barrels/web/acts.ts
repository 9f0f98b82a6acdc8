/* What a tap, a drop or a key on a tile means. */
import { announcer } from "$shell/announce.svelte";
import type { By } from "$shell/board/press";
import type { Action, Refusal } from "$shell/protocol/types";
import { plain, t } from "$shell/sentence";
import type { Play, WayOut } from "$shell/table/play.svelte";
import { look } from "./look.svelte";
import type { PawnFacts, Scene } from "./scene";
import { pickedUp, reaches } from "./spoken";
import { canRespawn, isOwn, origin, pawnOn, targetsOf } from "./targets";

/** What the pawn that is picked up, or the reserve, would do on a tile. */
function turnTo(play: Play, tile: string): Action {
  const from = origin(play);
  const isSpot = (play.scene as Scene).respawn.some((spot) => spot.tile === tile);
  if (from === null && (play.picked === "reserve" || isSpot)) return { type: "respawn", to: tile };
  return { type: "move", from: from ?? tile, to: tile };
}

export function tap(play: Play, tile: string, by: By, anchor: DOMRect | null): void {
  const pawn = pawnOn(play, tile);
  const isMyPawn = isOwn(play, pawn);
  const target = targetsOf(play).get(tile);
  look.inspected = null;
  if (target) void play.propose(target.choice.action, { anchor, isQuick: by === "mouse" });
  else if (play.isMine && isMyPawn) pick(play, tile);
  else if (pawn && !isMyPawn && !play.picked) inspect(play, pawn);
  else if (play.isMine) refuse(play, tile, anchor);
  else if (isMyPawn) void play.propose(turnTo(play, tile), { title: t("Not now"), anchor });
}

function pick(play: Play, tile: string): void {
  const isDown = origin(play) === tile;
  play.pick(isDown ? null : `pawn:${tile}`);
  if (!isDown) announcer.say(pickedUp(play, tile));
}

function inspect(play: Play, pawn: PawnFacts): void {
  look.inspected = pawn.tile;
  play.pick(null);
  announcer.say(reaches(pawn));
}

/** Ask for what the rules forbid, to be told why. */
function refuse(play: Play, tile: string, anchor: DOMRect | null): void {
  const action = turnTo(play, tile);
  const title = action.from === tile && !pawnOn(play, tile) ? t("Nothing on {tile}", { tile }) : t("Not {tile}", { tile });
  void play.propose(action, { title, anchor, way: (refusal) => wayOut(play, refusal) });
}

/** A refusal that names an enemy in the way offers to take that one instead. */
function wayOut(play: Play, refusal: Refusal): WayOut | undefined {
  const enemy = [...targetsOf(play)].find(([tile, { kind }]) => kind === "attack" && refusal.show?.includes(`cell:${tile}`));
  return enemy && { label: t("Take {tile}", { tile: enemy[0] }), run: () => void play.propose(enemy[1].choice.action) };
}

/** Why not here? */
export function explain(play: Play, tile: string, anchor: DOMRect | null): void {
  const choice = targetsOf(play).get(tile)?.choice;
  if (choice) announcer.say(t("{label} is allowed. {says}", { label: plain(choice.label), says: plain(choice.says) }));
  else refuse(play, tile, anchor);
}

/** Take from the reserve, or hear why not. */
export function respawn(play: Play, anchor: DOMRect | null): void {
  const { respawn: spots } = play.scene as Scene;
  if (canRespawn(play)) play.pick(play.picked === "reserve" ? null : "reserve");
  else void play.propose({ type: "respawn", to: (spots.find((spot) => !spot.is_covered) ?? spots[0])?.tile ?? "e5" }, { title: t("No respawn"), anchor });
}
