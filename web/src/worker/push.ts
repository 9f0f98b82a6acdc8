/* What a service worker does with pushes: it shows them, and a tap opens the table. The words come from the server. */

/** What is told: no more than the table's card says. */
export interface Notice {
  kind: string;
  text: string;
  path: string;
  tag: string;
}

interface Page {
  url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
type Pushed = Waits & { data: { json(): unknown } | null };
type Tapped = Waits & { notification: { data: unknown; close(): void } };

/** As much of a service worker as this needs; the page's own types are not a worker's. */
export interface Worker {
  addEventListener(kind: "push", heard: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", heard: (event: Tapped) => void): void;
  location: { origin: string };
  registration: { showNotification(title: string, options: Record<string, unknown>): Promise<void> };
  navigator: { setAppBadge?: () => Promise<void> };
  clients: { matchAll(wish: { type: "window"; includeUncontrolled: boolean }): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
}

/** A table of this site, whatever a push says. */
export function pathOf(told: unknown): string {
  const path = (told as Partial<Notice> | null)?.path;
  return typeof path === "string" && /^\/t\/[A-Za-z0-9_-]{1,40}$/.test(path) ? path : "/";
}

export function hearPushes(worker: Worker): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(worker, event)));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, pathOf(event.notification.data)));
  });
}

async function show(worker: Worker, event: Pushed): Promise<void> {
  let told: Partial<Notice> = {};
  try {
    told = (event.data?.json() ?? {}) as Partial<Notice>;
  } catch {
    // A browser demands that something is shown for every push.
  }
  const text = typeof told.text === "string" && told.text ? told.text : "Loot Table";
  const data = { path: pathOf(told) };
  for (const page of await pages(worker)) page.postMessage({ type: "noticed" }); // it may count anew
  await worker.registration.showNotification("Loot Table", { body: text, tag: String(told.tag ?? ""), icon: "/mark.svg", data });
  await worker.navigator.setAppBadge?.().catch(() => undefined);
}

const pages = (worker: Worker): Promise<Page[]> => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

async function open(worker: Worker, path: string): Promise<void> {
  const address = worker.location.origin + path;
  const there = (await pages(worker)).find((page) => page.url.split(/[?#]/)[0] === address);
  await (there ? there.focus() : worker.clients.openWindow(address));
}
