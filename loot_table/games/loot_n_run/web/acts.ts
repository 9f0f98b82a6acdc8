/* What a tap or a key means. Looting and running are fast by nature: a tap does it. */
import type { Action } from "$shell/protocol/types";
import { t } from "$shell/sentence";
import type { Play } from "$shell/table/play.svelte";
import type { Scene } from "./scene";

/** Where it was tapped; nothing for a key, which asks first. */
type Tap = DOMRect | null;

function act(play: Play, action: Action, title: string, tap: Tap, isQuick = tap !== null): void {
  if (play.seat !== null) void play.propose(action, { title, anchor: tap, isQuick });
}

const actions = (play: Play, type: string): Action[] => play.choices.map((choice) => choice.action).filter((action) => action.type === type);

export const can = (play: Play, type: string): boolean => actions(play, type).length > 0;

export const loot = (play: Play, deck: number, tap: Tap = null): void => act(play, { type: "loot", deck }, t("No loot here"), tap);

export const run = (play: Play, tap: Tap = null): void => act(play, { type: "run" }, t("No run now"), tap);

export const awaken = (play: Play, target: number, tap: Tap = null): void => act(play, { type: "awaken", target }, t("Not {who}", { who: play.names[target] ?? t("them") }), tap, false);

export const pass = (play: Play, tap: Tap): void => act(play, { type: "pass" }, t("No pass now"), tap);

export const keep = (play: Play, cards: string[], tap: Tap): void => act(play, { type: "keep", cards }, t("Nothing to keep now"), tap);

/** The Loot button: with one deck to loot there is nothing to choose. */
export function chooseDeck(play: Play, tap: Tap): void {
  const decks = actions(play, "loot");
  if (decks.length > 1) play.pick(play.picked === "loot" ? null : "loot");
  else act(play, decks[0] ?? { type: "loot", deck: 0 }, t("No loot now"), tap);
}

export function chooseTarget(play: Play, tap: Tap = null): void {
  const targets = actions(play, "awaken");
  const { hands, you } = play.scene as Scene;
  if (targets.length > 1) return play.pick(play.picked === "awaken" ? null : "awaken");
  const other = hands.findIndex((hand, seat) => seat !== you && hand.length > 0);
  act(play, targets[0] ?? { type: "awaken", target: other >= 0 ? other : you === 0 ? 1 : 0 }, t("No awaken now"), tap, false);
}

export const rect = (event: Event): DOMRect => (event.currentTarget as HTMLElement).getBoundingClientRect();
