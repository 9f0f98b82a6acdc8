/* Cards as they come: of a table that was set aside before anything of it could be read, hardly anything is there. */
import { t } from "../sentence";
import type { Frame, TableCard } from "./types";

const BLANK: TableCard = {
  table: "",
  code: "",
  game: "",
  game_name: "",
  phase: "aside",
  aside: null,
  players: 0,
  is_public: false,
  spectators: "public",
  options: {},
  options_changed: {},
  has_own_components: false,
  design: null,
  is_playtest: false,
  deal: null,
  rules_version: 0,
  has_secrets: false,
  commitment: null,
  beginning: null,
  has_hints: false,
  hints: 0,
  counts: true,
  series: null,
  team_talk: null,
  host: 0,
  starts_in: null,
  to_act: null,
  clock: null,
  previous: null,
  next: null,
  offer: null,
  is_paused: false,
  seats: [],
};

type Told<Card> = { [Field in keyof Card]?: Card[Field] | null };

/** A card with every field, so that nobody else has to ask what is there. A game that is not known is "". */
export function whole<Card extends Told<TableCard>>(told: Card): Card & TableCard {
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  return { ...BLANK, game_name: t("A table"), ...known, game: told.game ?? "" } as Card & TableCard;
}

export const wholeFrame = (frame: Frame): Frame => ({ ...frame, card: whole(frame.card) });
