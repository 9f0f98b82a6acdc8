/* Picking, previewing and committing a turn; what is not allowed is explained. */
import type { Action } from "$shell/protocol/types";
import { isSame, type Play, type Preview } from "$shell/table/play.svelte";
import type { Scene } from "./scene";
import { backsIn, DECKS, oddsOf, percent } from "./words";

type By = "pointer" | "key";

function previewOf(play: Play, action: Action): Preview {
  const scene = play.scene as Scene;
  if (action.type === "loot") {
    const deck = scene.decks[Number(action.deck)]!;
    const back = scene.backs.find((each) => each.name === deck.back);
    const odds = back?.one_in ? `1 in ${back.one_in} hides a guardian.` : "";
    return { action, label: `Loot ${DECKS[Number(action.deck)]}`, says: `A ${deck.back} room, only for your eyes. ${odds}`, locks: true };
  }
  if (action.type === "run") {
    const now = scene.scores[scene.you!]!;
    return { action, label: `Run +${scene.mine!.points}`, says: `${now} becomes ${now + scene.mine!.points}, and your rooms go to the discard pile.`, locks: true };
  }
  if (action.type === "awaken") {
    const target = Number(action.target);
    const odds = oddsOf(scene, target);
    const chances = odds
      ? `${percent(odds.caught)} caught: Mummy ${percent(odds.mummy)}, Werewolf ${percent(odds.werewolf)}, Frank ${percent(odds.frank)}. Otherwise they score.`
      : "";
    return { action, label: `Awaken ${play.names[target]}`, says: `${backsIn(scene, scene.hands[target]!)}. ${chances}`, locks: true };
  }
  return { action, label: "Pass", says: "There is nothing else to do." };
}

/** Fast by nature: a tap does it, unless the player wants to confirm or it comes from the keyboard. */
function take(play: Play, action: Action, by: By, isFast: boolean, title: string, anchor: DOMRect | null): void {
  const choice = play.find((each) => isSame(each, action));
  if (!choice) return void play.explain(title, action, anchor);
  play.propose(previewOf(play, choice.action), isFast && by === "pointer", anchor);
}

export const moves = {
  loot(play: Play, deck: number, by: By, anchor: DOMRect | null): void {
    if (play.seat !== null) take(play, { type: "loot", deck }, by, true, "No loot here", anchor);
  },
  run(play: Play, by: By, anchor: DOMRect | null): void {
    if (play.seat !== null) take(play, { type: "run" }, by, true, "No run now", anchor);
  },
  awaken(play: Play, target: number, by: By, anchor: DOMRect | null): void {
    if (play.seat !== null) take(play, { type: "awaken", target }, by, false, `Not ${play.names[target] ?? "them"}`, anchor);
  },
  /** The Loot button: with one deck to loot there is nothing to choose. */
  chooseDeck(play: Play, by: By, anchor: DOMRect | null): void {
    const decks = play.choices.filter((choice) => choice.action.type === "loot");
    if (decks.length === 1) take(play, decks[0]!.action, by, true, "No loot", anchor);
    else if (decks.length) play.pick(play.picked === "loot" ? null : "loot");
    else void play.explain("No loot now", { type: "loot", deck: 0 }, anchor);
  },
  chooseTarget(play: Play, by: By, anchor: DOMRect | null): void {
    const targets = play.choices.filter((choice) => choice.action.type === "awaken");
    const scene = play.scene as Scene;
    if (targets.length === 1) take(play, targets[0]!.action, by, false, "No awaken", anchor);
    else if (targets.length) play.pick(play.picked === "awaken" ? null : "awaken");
    else {
      const other = scene.hands.findIndex((hand, seat) => seat !== scene.you && hand.length > 0);
      void play.explain("No awaken now", { type: "awaken", target: other >= 0 ? other : (scene.you ?? 0) === 0 ? 1 : 0 }, anchor);
    }
  },
  pass(play: Play): void {
    void play.commit({ type: "pass" });
  },
  keep(play: Play, cards: string[]): void {
    const choice = play.find((action) => action.type === "keep" && JSON.stringify(action.cards) === JSON.stringify(cards));
    if (choice) void play.commit(choice.action);
  },
};
