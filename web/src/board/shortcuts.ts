/* Letters and figures that work anywhere on the page. */
import { isShortcut } from "../table/keys";

/** Run what stands under the key; whether there was something. */
export function shortcut(event: KeyboardEvent, does: Record<string, (() => void) | undefined | false>): boolean {
  const run = isShortcut(event) ? does[event.key.length === 1 ? event.key.toLowerCase() : event.key] : undefined;
  if (!run) return false;
  event.preventDefault();
  event.stopPropagation();
  run();
  return true;
}
