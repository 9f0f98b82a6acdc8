/* Holding and dragging a card. A long press reads it; a drag drops it somewhere, which previews and never commits. */

const HOLD = 450; // milliseconds
const FAR = 9; // pixels that make a drag of a press

export interface Grip {
  /** A finger rests on the card. */
  hold(): void;
  /** Whether it may be dragged now. */
  canDrag(): boolean;
  /** It was let go over this, the nearest thing that is or holds a place for cards. */
  drop(on: HTMLElement): void;
}

/** `use:grip={{ hold, canDrag, drop }}` */
export function grip(card: HTMLElement, given: Grip): { update(next: Grip): void; destroy(): void } {
  let own = given;
  let from: { x: number; y: number; id: number } | null = null;
  let timer = 0;
  let twin: HTMLElement | null = null;
  let isDone = false; // the press was a hold or a drag, so no click follows

  function end(): void {
    clearTimeout(timer);
    twin?.remove();
    twin = null;
    from = null;
    for (const type of ["pointerup", "pointercancel"] as const) window.removeEventListener(type, up);
    window.removeEventListener("pointermove", move);
  }

  function down(event: PointerEvent): void {
    isDone = false;
    if (!event.isPrimary || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    for (const type of ["pointerup", "pointercancel"] as const) window.addEventListener(type, up);
    window.addEventListener("pointermove", move);
    if (event.pointerType === "mouse") return;
    timer = window.setTimeout(() => {
      isDone = true;
      own.hold();
    }, HOLD);
  }

  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.hypot(x, y) > FAR) clearTimeout(timer);
    if (!twin && !isDone && Math.hypot(x, y) > FAR && own.canDrag()) {
      isDone = true;
      twin = twinOf(card);
    }
    if (twin) twin.style.translate = `${x}px ${y}px`;
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== from?.id) return;
    const isDrop = twin !== null && event.type === "pointerup";
    end();
    if (!isDrop) return;
    const on = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-cell], [data-crew]");
    if (on && on !== card) own.drop(on);
  }

  function click(event: MouseEvent): void {
    if (!isDone) return;
    isDone = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const menu = (event: Event): void => {
    if (from || isDone) event.preventDefault();
  };

  card.addEventListener("pointerdown", down);
  card.addEventListener("click", click, { capture: true });
  card.addEventListener("contextmenu", menu);
  return {
    update: (next) => (own = next),
    destroy: end,
  };
}

function twinOf(card: HTMLElement): HTMLElement {
  const box = card.getBoundingClientRect();
  const twin = card.cloneNode(true) as HTMLElement;
  for (const name of ["data-card", "data-cell", "data-hand", "role", "tabindex"]) twin.removeAttribute(name);
  twin.setAttribute("aria-hidden", "true");
  twin.style.cssText = `position:fixed;margin:0;left:${box.left}px;top:${box.top}px;width:${box.width}px;z-index:40;pointer-events:none;opacity:.85`;
  document.body.append(twin);
  return twin;
}
