/* Words for who listens to the board: what a tile is, and what a pawn can do. */
import type { Play } from "$shell/table/play.svelte";
import { plain, t } from "$shell/sentence";
import { look } from "./look.svelte";
import type { Ends } from "./motion";
import type { PawnFacts, Scene } from "./scene";
import { isOwn, pawnOn, targetsOf, type Kind, type Target } from "./targets";

export const sideName = (side: number): string => (side === 0 ? t("Crates") : t("Barrels"));

const KINDS: Record<Kind, () => string> = {
  move: () => t("move"),
  attack: () => t("attack"),
  respawn: () => t("respawn"),
  pick_up: () => t("pick up loot"),
  win: () => t("win"),
  draw: () => t("ends in a draw"),
};

function pawnName(play: Play, pawn: PawnFacts): string {
  const name = isOwn(play, pawn) ? (pawn.side === 0 ? t("your crate") : t("your barrel")) : pawn.side === 0 ? t("crate") : t("barrel");
  const n = (play.scene as Scene).sides[pawn.side]!.home_in;
  if (!pawn.carries) return name;
  return n ? t("{pawn} carrying loot, home in {n}", { pawn: name, n }) : t("{pawn} carrying loot", { pawn: name });
}

/** Everything on a tile: "e4, your crate, last move". */
export function tileName(play: Play, tile: string, target: Target | undefined, last: Ends | null): string {
  const scene = play.scene as Scene;
  const pawn = pawnOn(play, tile);
  const parts = [tile, pawn ? pawnName(play, pawn) : t("empty")];
  scene.sides.forEach((side, number) => side.loot === tile && parts.push(t("Loot Tile of the {side}", { side: sideName(number) })));
  if (scene.respawn.some((spot) => spot.tile === tile)) parts.push(t("Respawn Tile"));
  if (play.picked === `pawn:${tile}`) parts.push(t("picked up"));
  if (target) parts.push(t("legal: {kind}", { kind: KINDS[target.kind]() }));
  if (last && (last.to === tile || last.from === tile)) parts.push(t("last move"));
  if (look.hasThreats) scene.sides.forEach((side, number) => side.attacks.includes(tile) && parts.push(t("under attack by {side}", { side: sideName(number) })));
  return parts.join(", ");
}

/** "e2 picked up. e3, e4, e7 attack." */
export function pickedUp(play: Play, tile: string): string {
  const targets = [...targetsOf(play)].map(([to, { kind }]) => (kind === "move" ? to : `${to} ${KINDS[kind]()}`));
  return t("{tile} picked up. {targets}.", { tile, targets: targets.join(", ") });
}

export function reaches(pawn: PawnFacts): string {
  const parts = { tile: pawn.tile, tiles: pawn.reach.join(" ") || t("nothing") };
  return pawn.side === 0 ? t("The crate on {tile} reaches {tiles}.", parts) : t("The barrel on {tile} reaches {tiles}.", parts);
}

/** What is said instead of the hint: a pawn's reach, or what the turn under the mouse or the cursor would do. */
export function aside(play: Play, targets: Map<string, Target>): string | null {
  const pawn = look.inspected ? pawnOn(play, look.inspected) : undefined;
  if (pawn) return reaches(pawn);
  const choice = look.over ? targets.get(look.over)?.choice : undefined;
  return choice ? `${plain(choice.label)}: ${plain(choice.says)}` : null;
}
