/* Moments of the past as frames, so that the same board can draw them. */
import { api } from "../protocol/http";
import type { Frame, Moment, Seat, TableCard } from "../protocol/types";

export type Eyes = Seat | "all" | null;

/** Whether several people with secrets share this screen: their eyes are opened over the socket only. */
export const isShared = (card: TableCard | null, mine: Seat[]): boolean => mine.length > 1 && card?.has_secrets === true && card.phase === "playing";

/** The moment as a seat saw it; where that may not be asked for, as everybody saw it. */
export async function momentAt(card: TableCard, version: number, seat: Eyes): Promise<Moment> {
  try {
    return await api.replay(card.table, version, seat);
  } catch (error) {
    if (seat === null) throw error;
    return api.replay(card.table, version, null);
  }
}

export function pastFrame(card: TableCard, moment: Moment, seat: Eyes): Frame {
  return {
    type: "frame",
    version: moment.version,
    hash: "",
    audience: typeof seat === "number" ? seat : seat === "all" ? "referee" : "spectator",
    card,
    match: {
      to_act: moment.to_act,
      decider: null,
      prompt: null,
      rule: null,
      scene: moment.scene,
      guide: moment.guide,
      actions: null,
      is_large: false,
      news: moment.news,
      earlier: false,
      undo: null,
      takeback: false,
      result: moment.result,
      curtain: null,
    },
  };
}
