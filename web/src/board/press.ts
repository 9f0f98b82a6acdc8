/* Fingers and mouse on a board or a card: tap, drag, long press, pinch and wheel, told apart once for all boards. */

const HOLD = 420; // milliseconds that make a press a long one
const FAR = 9; // pixels that make it a drag

export interface Point {
  x: number;
  y: number;
}

export type By = "mouse" | "touch" | "key";

export interface Press {
  /** A click that ends no drag and no long press; by the keyboard too, where the element is a button. */
  tap?(event: MouseEvent, by: By): void;
  /** A finger rests. After it come `slide` and `lift` instead of a drag. */
  hold?(at: Point): void;
  slide?(at: Point): void;
  lift?(at: Point): void;
  /** Whether a drag may begin here. */
  canDrag?(from: Point, by: By): boolean;
  drag?(at: Point, from: Point): void;
  /** Let go, over an element; `null` when the drag was broken off. */
  drop?(at: Point, on: Element | null, by: By): void;
  /** Two fingers, or the wheel: grown by a factor about a point. */
  pinch?(factor: number, at: Point): void;
  /** The wheel, where it is no pinch; `false` to leave it to the page. */
  wheel?(event: WheelEvent): boolean | void;
  /** Two fingers have moved by so much. */
  pan?(by: Point): void;
}

const pointOf = (event: PointerEvent | WheelEvent): Point => ({ x: event.clientX, y: event.clientY });
const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const byOf = (event: PointerEvent): By => (event.pointerType === "mouse" ? "mouse" : "touch");

/** `use:press={{ tap, canDrag, drag, drop }}` */
export function press(node: Element, given: Press): { update(next: Press): void; destroy(): void } {
  const element = node as HTMLElement;
  let own = given;
  let from: (Point & { id: number }) | null = null;
  let state: "pressed" | "held" | "dragged" | null = null;
  let isDone = false; // the press was more than a tap, so the click that follows is none; a key's click always is
  let timer = 0;
  const fingers = new Map<number, Point>();

  function down(event: PointerEvent): void {
    isDone = false;
    fingers.set(event.pointerId, pointOf(event));
    listen(true);
    if (fingers.size > 1) {
      clearTimeout(timer);
      if (state === "dragged") own.drop?.(pointOf(event), null, "touch");
      state = null;
      isDone = true;
      return;
    }
    if (event.button !== 0) return;
    from = { ...pointOf(event), id: event.pointerId };
    state = "pressed";
    if (event.pointerType !== "mouse" && own.hold) {
      timer = window.setTimeout(() => {
        state = "held";
        isDone = true;
        own.hold?.(from!);
      }, HOLD);
    }
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const at = pointOf(event);
    fingers.set(event.pointerId, at);
    if (fingers.size > 1) return pinched(event.pointerId, before, at);
    if (!from || event.pointerId !== from.id) return;
    if (state === "held") own.slide?.(at);
    else if (state === "dragged") own.drag?.(at, from);
    else if (state === "pressed" && apart(at, from) > FAR) {
      clearTimeout(timer);
      if (!own.canDrag?.(from, byOf(event))) {
        state = null;
        return;
      }
      state = "dragged";
      isDone = true;
      own.drag?.(at, from);
    }
  }

  function pinched(id: number, before: Point, at: Point): void {
    const other = [...fingers].find(([each]) => each !== id)![1];
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    own.pinch?.(apart(at, other) / Math.max(1, apart(before, other)), middle);
    own.pan?.({ x: (at.x - before.x) / fingers.size, y: (at.y - before.y) / fingers.size });
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (!fingers.size) listen(false);
    if (!from || event.pointerId !== from.id) return;
    clearTimeout(timer);
    const was = state;
    state = null;
    from = null;
    const at = pointOf(event);
    if (was === "held") own.lift?.(at);
    else if (was === "dragged") own.drop?.(at, event.type === "pointerup" ? document.elementFromPoint(at.x, at.y) : null, byOf(event));
  }

  function click(event: MouseEvent): void {
    if (isDone && event.detail !== 0) {
      isDone = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const kind = (event as PointerEvent).pointerType;
    own.tap?.(event, event.detail === 0 ? "key" : kind === "touch" || kind === "pen" ? "touch" : "mouse");
  }

  function wheel(event: WheelEvent): void {
    if (own.wheel) {
      if (own.wheel(event) !== false) event.preventDefault();
      return;
    }
    if (!own.pinch) return;
    event.preventDefault();
    own.pinch(Math.exp(-event.deltaY / 500), pointOf(event));
  }

  const menu = (event: Event): void => {
    if (state || isDone) event.preventDefault();
  };

  // A board that one finger scrolls is not scrolled by two, or the browser would take them away.
  const keep = (event: TouchEvent): void => {
    if (own.pinch && event.touches.length > 1 && event.cancelable) event.preventDefault();
  };

  // Only while something is pressed does the window listen, so that a drag may leave the element.
  function listen(isOn: boolean): void {
    const change = isOn ? window.addEventListener : window.removeEventListener;
    change("pointermove", move as EventListener);
    change("pointerup", up as EventListener);
    change("pointercancel", up as EventListener);
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("click", click, { capture: true });
  element.addEventListener("contextmenu", menu);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("touchstart", keep, { passive: false });
  element.addEventListener("touchmove", keep, { passive: false });
  return {
    update: (next) => (own = next),
    destroy: () => {
      clearTimeout(timer);
      if (state !== "dragged") listen(false); // a drag goes on when what it began on is not drawn any more
    },
  };
}

/** A copy of an element that follows the finger. */
export function twinOf(element: HTMLElement): { move(by: Point): void; remove(): void } {
  const box = element.getBoundingClientRect();
  const twin = element.cloneNode(true) as HTMLElement;
  for (const name of [...twin.attributes].map((each) => each.name)) if (name.startsWith("data-") || ["role", "tabindex", "id"].includes(name)) twin.removeAttribute(name);
  twin.setAttribute("aria-hidden", "true");
  twin.style.cssText = `position:fixed;margin:0;left:${box.left}px;top:${box.top}px;width:${box.width}px;z-index:40;pointer-events:none;opacity:.85`;
  document.body.append(twin);
  return { move: (by) => (twin.style.translate = `${by.x}px ${by.y}px`), remove: () => twin.remove() };
}
