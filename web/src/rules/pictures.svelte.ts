/* Pictures of rules, each fetched once and made into a frame that the game's own board can draw. */
import { api } from "../protocol/http";
import { whole } from "../protocol/cards";
import type { DrawnPicture, Frame, PictureFacts, PictureScene, SeatCard } from "../protocol/types";
import { system } from "../settings.svelte";

const known = new Map<string, Promise<DrawnPicture>>();

export function pictureOf(slug: string, number: number): Promise<DrawnPicture> {
  const key = `${slug} ${number}`;
  let found = known.get(key);
  if (!found) {
    found = api.picture(slug, number);
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

/** As if it were a table at which this seat looks on. */
export function frameOf(picture: DrawnPicture, moment: PictureScene): Frame {
  const seats = picture.seats.map(({ name, colour }, seat): SeatCard => ({
    seat,
    kind: "human",
    name,
    colour,
    team: null,
    is_ready: true,
    is_here: true,
    bot: null,
    is_held: false,
    has_resigned: false,
    clock: null,
  }));
  return {
    type: "frame",
    version: 0,
    hash: "",
    audience: picture.seat >= 0 ? picture.seat : "spectator",
    card: whole({ game: picture.game, phase: "playing", players: seats.length, has_secrets: true, seats }),
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
      result: null,
      curtain: null,
    },
  };
}

const USUAL = 640; // pixels
const SMALL = 390;
// How tall a picture is, as a part of its width.
const TALL = { board: 0.8125, mine: 0.28, both: 1.08 };
const TALL_SMALL = { board: 1.08, mine: 0.46, both: 1.64 };

/** How large a picture is laid out before it is made to fit: like the screen it is looked at on. `least`: a board that is
 * not drawn narrower than that. */
export function sizeOf(shows: () => PictureFacts["shows"], least: () => number | undefined): { readonly wide: number; readonly tall: number } {
  const wide = (): number => (system.isCompact ? SMALL : Math.max(USUAL, least() ?? 0));
  return {
    get wide() {
      return wide();
    },
    get tall() {
      return Math.round(wide() * (system.isCompact ? TALL_SMALL : TALL)[shows()]);
    },
  };
}
