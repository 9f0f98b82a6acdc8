/* Letters and figures that work anywhere on the page. */
import { isShortcut, usual } from "../table/keys";

/** Run what stands under the key; whether there was something. */
export function shortcut(event: KeyboardEvent, does: Record<string, (() => void) | undefined | false>): boolean {
  const run = isShortcut(event) ? does[usual(event)] : undefined;
  if (!run) return false;
  event.preventDefault();
  event.stopPropagation();
  run();
  return true;
}
