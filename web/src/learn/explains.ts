/* For words that are drawn, such as "1 in 3" on the back of a card: pointing at them, holding a finger on them or reaching
 * what they stand on by the keyboard tells what they mean. A tap still does what it does. */
import { terms } from "./terms.svelte";

const POINTED = 350; // milliseconds of pointing
const HELD = 450; // of a finger

export function explains(node: SVGElement | HTMLElement, word: string): { update(next: string): void; destroy(): void } {
  let means = word;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const owner = node.closest<HTMLElement>("button, [tabindex]");

  const show = (): void => {
    const term = terms.of(means);
    if (term && node.isConnected) terms.open = { term, at: node.getBoundingClientRect(), by: node };
  };
  const hide = (): void => {
    clearTimeout(timer);
    if (terms.open?.by === node) terms.open = null;
  };
  const pointed = (event: Event): void => {
    if ((event as PointerEvent).pointerType === "mouse") timer = setTimeout(show, POINTED);
  };
  const pressed = (event: Event): void => {
    if ((event as PointerEvent).pointerType !== "mouse") timer = setTimeout(show, HELD);
    else hide();
  };
  const reached = (): void => {
    if (owner?.matches(":focus-visible")) show();
  };
  const on: [EventTarget | null, string, (event: Event) => void][] = [
    [node, "pointerenter", pointed],
    [node, "pointerleave", hide],
    [node, "pointerdown", pressed],
    [node, "pointerup", hide],
    [node, "pointercancel", hide],
    [owner, "focus", reached],
    [owner, "blur", hide],
  ];
  for (const [target, name, does] of on) target?.addEventListener(name, does);
  return {
    update: (next) => (means = next),
    destroy: () => {
      hide();
      for (const [target, name, does] of on) target?.removeEventListener(name, does);
    },
  };
}
