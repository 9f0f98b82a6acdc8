/* How many tables wait for this player: in the title, on the icon of the page and of the app. */

/** "(2) Loot Table"; nothing for none. */
export function titled(title: string, count: number): string {
  const bare = title.replace(/^\(\d+\) /, "");
  return count ? `(${count}) ${bare}` : bare;
}

let shown = 0;

/** Pages name themselves as they like: the number is put in front again. */
function prefix(): void {
  const wanted = titled(document.title, shown);
  if (document.title !== wanted) document.title = wanted;
}

/** Keeps the number in front from now on; the answer ends it. */
export function keepTitle(): () => void {
  const observer = new MutationObserver(prefix);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

type Badged = Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

export function showBadge(count: number): void {
  shown = count;
  prefix();
  document.querySelector('link[rel="icon"]')?.setAttribute("href", count ? "/mark-waits.svg" : "/mark.svg");
  const app = navigator as Badged;
  // Only an installed app has one; elsewhere it is refused.
  void (count ? app.setAppBadge?.(count) : app.clearAppBadge?.())?.catch(() => undefined);
}
