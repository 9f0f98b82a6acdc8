/* Addresses: every screen has one that restores it. */

export type Place =
  | { page: "home" }
  | { page: "game"; slug: string }
  | { page: "new"; slug: string }
  | { page: "table"; table: string }
  | { page: "join"; code: string }
  | { page: "phone"; table: string }
  | { page: "replay"; table: string; version: number | null }
  | { page: "review"; table: string; step: number | null }
  | { page: "learn"; slug: string }
  | { page: "lesson"; slug: string; lesson: string }
  | { page: "reviews" }
  | { page: "own_puzzle"; own: string }
  | { page: "credits" }
  | { page: "library" }
  | { page: "profile" }
  | { page: "off"; token: string }
  | { page: "daily" }
  | { page: "puzzles"; slug: string }
  | { page: "puzzle"; slug: string; puzzle: string }
  | { page: "settings" }
  | { page: "operator" }
  | { page: "lab" }
  | { page: "design"; design: string; tab: Tab; job: string | null }
  | { page: "invitation"; invitation: string }
  | { page: "lost"; path: string };

const TABS = ["components", "ask", "findings", "compare", "tune", "playtests", "run"] as const;
export type Tab = (typeof TABS)[number];

/** The lab's own addresses: /lab, /lab/d/<design>, its tabs, and a run of a question. */
function labPlace(parts: string[]): Place | null {
  const [, kind, id, tab, job] = parts;
  if (parts.length === 1) return { page: "lab" };
  if (kind === "i" && id && parts.length === 3) return { page: "invitation", invitation: id };
  if (kind !== "d" || !id) return null;
  if (parts.length === 3) return { page: "design", design: id, tab: "components", job: null };
  const found = TABS.find((each) => each === tab);
  if (job && parts.length === 5 && (found === "run" || found === "tune" || found === "compare")) return { page: "design", design: id, tab: found, job };
  if (found === "run") return null;
  return found && parts.length === 4 ? { page: "design", design: id, tab: found, job: null } : null;
}

export function placeOf(path: string): Place {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, second, third, fourth] = parts;
  if (first === undefined) return { page: "home" };
  if (first === "games" && second && parts.length === 2) return { page: "game", slug: second };
  if (first === "new" && second && parts.length === 2) return { page: "new", slug: second };
  if (first === "join" && second && parts.length === 2) return { page: "join", code: second };
  if (first === "phone" && second && parts.length === 2) return { page: "phone", table: second };
  if (first === "t" && second && parts.length === 2) return { page: "table", table: second };
  if (first === "t" && second && third === "replay" && parts.length <= 4) {
    if (fourth === undefined) return { page: "replay", table: second, version: null };
    if (/^\d{1,9}$/.test(fourth)) return { page: "replay", table: second, version: Number(fourth) };
  }
  if (first === "t" && second && third === "review" && parts.length <= 4) {
    if (fourth === undefined) return { page: "review", table: second, step: null };
    if (/^\d{1,9}$/.test(fourth)) return { page: "review", table: second, step: Number(fourth) };
  }
  if (first === "learn" && parts.length <= 2) return { page: "learn", slug: second ?? "" };
  if (first === "learn" && second && third && parts.length === 3) return { page: "lesson", slug: second, lesson: third };
  if (first === "review" && parts.length === 1) return { page: "reviews" };
  if (first === "review" && second === "puzzles" && third && parts.length === 3) return { page: "own_puzzle", own: third };
  if (first === "lab") return labPlace(parts) ?? { page: "lost", path };
  if ((first === "library" || first === "profile") && parts.length === 1) return { page: first };
  if (first === "notices" && second === "off" && third && parts.length === 3) return { page: "off", token: third };
  if (first === "daily" && parts.length === 1) return { page: "daily" };
  if (first === "puzzles" && second && parts.length === 2) return { page: "puzzles", slug: second };
  if (first === "puzzles" && second && third && parts.length === 3) return { page: "puzzle", slug: second, puzzle: third };
  if (first === "operator" && parts.length === 1) return { page: "operator" };
  if (first === "settings" && parts.length === 1) return { page: "settings" };
  if (first === "credits" && parts.length === 1) return { page: "credits" };
  return { page: "lost", path };
}

const FRAMES = 300; // that a page may take to come before nobody waits for its heading

class Router {
  place = $state.raw<Place>(placeOf(location.pathname));
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener("popstate", () => this.read());
  }

  private read(): void {
    this.place = placeOf(location.pathname);
    this.query = new URLSearchParams(location.search);
  }

  go(path: string, how: "push" | "replace" = "push"): void {
    if (how === "push") history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    this.read();
    if (how === "push") {
      scrollTo(0, 0);
      requestAnimationFrame(() => this.arrive(path, FRAMES));
    }
  }

  /** A new page starts at its heading, also for those who listen; some pages have to be fetched first. */
  private arrive(path: string, left: number): void {
    const heading = document.querySelector<HTMLElement>("[data-page-start]");
    if (heading) heading.focus({ preventScroll: true });
    else if (left > 0 && location.pathname === path.split(/[?#]/)[0]) requestAnimationFrame(() => this.arrive(path, left - 1));
  }

  /** Follow links within the site without loading it anew. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || to.pathname.startsWith("/api/") || to.pathname === "/openapi.json") return;
    if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  };
}

export const router = new Router();
