/* Which key does what at a table, and the reader's own keys for it. */
import { t } from "../sentence";

/** The reader's own keys, by the usual one. */
export type OwnKeys = Record<string, string>;

/** What can be given another key, in the order of the help page. */
export const actions = (): [usual: string, does: string][] => [
  ["?", t("keys and help")],
  [".", t("to the prompt")],
  ["b", t("to the board")],
  ["h", t("to your own area")],
  ["l", t("to the log")],
  ["p", t("to the players")],
  ["/", t("type a move")],
  ["w", t("say what is on the table")],
  ["e", t("why is this not allowed?")],
  ["u", t("undo")],
  ["q", t("a hint, alone against bots")],
  ["[", t("look at an earlier moment")],
  ["]", t("look at a later moment")],
  ["m", t("sound off or on")],
  ["r", t("turn what is in hand; run")],
  ["f", t("flip what is in hand; fit or flip the board")],
];

/** What some board does by itself; each says so on its help page. */
const OF_BOARDS = "acdginostxyz+-0123456789";

/** How a key is written on a button. */
export const written = (key: string): string => key.toUpperCase();

/** The key for something now. */
export const keyFor = (own: OwnKeys, usual: string): string => own[usual] ?? usual;

/** What a pressed key usually is, by the reader's own keys; nothing if it has been given away. */
export function usualKey(own: OwnKeys, key: string): string {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  for (const [usual, now] of Object.entries(own)) if (now === pressed) return usual;
  return Object.hasOwn(own, pressed) ? "" : pressed;
}

/** Why a key cannot be given to something, as a sentence; null if it can. */
export function whyNot(own: OwnKeys, usual: string, key: string): string | null {
  const wanted = key.toLowerCase();
  if (key.length !== 1 || !/^[!-~]|\p{L}$/u.test(key)) return t("That key has a meaning of its own. Choose a letter or a sign.");
  const other = actions().find(([each]) => each !== usual && keyFor(own, each) === wanted);
  if (other) return t("“{key}” is already the key for: {does}. Give that another key first.", { key: written(wanted), does: other[1] });
  if (OF_BOARDS.includes(wanted)) return t("“{key}” is a key of some boards. Choose another.", { key: written(wanted) });
  return null;
}

/** The reader's own keys with one changed; a key that is the usual one is nothing of their own. */
export function changed(own: OwnKeys, usual: string, key: string): OwnKeys {
  const { [usual]: _, ...rest } = own;
  const wanted = key.toLowerCase();
  return wanted === usual ? rest : { ...rest, [usual]: wanted };
}
