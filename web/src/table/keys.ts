/* When a plain key is ours: nobody is typing, no dialog is open, and the keys are not switched off. */
import { settings } from "../settings.svelte";
import { usualKey } from "./keymap";

export const isTyping = (event: KeyboardEvent): boolean => {
  const target = event.target as HTMLElement;
  return target.matches("input, textarea, select, [contenteditable]") || target.closest("dialog") !== null;
};

export const isTaken = (event: KeyboardEvent): boolean => event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;

/** What a pressed key usually is, by the reader's own keys. */
export const usual = (event: KeyboardEvent): string => usualKey(settings.get("keys"), event.key);

export const isShortcut = (event: KeyboardEvent): boolean => !isTaken(event) && !isTyping(event) && settings.get("hasKeys");
