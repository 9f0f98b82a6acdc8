/* Keeps the shell, so that the page comes at once and says so when there is no network. It keeps nothing else: what the
 * server answers under /api holds secrets and changes, and never passes through here. The build fills in version and files. */

const CACHE = "loot-shell-__VERSION__";
const KEPT = ["__KEPT__"];
const OFFLINE = "/offline.html";

// Files with a hash in their name come from the browser's own cache. A new version waits until no tab needs the old one.
self.addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT))));

self.addEventListener("activate", (event) =>
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("loot-shell-") && name !== CACHE).map((name) => caches.delete(name))))),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // A page is asked for anew each time; the kept one only says that nothing can be reached.
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(OFFLINE)));
  else if (KEPT.includes(pathname) && pathname !== OFFLINE) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
});

const kept = (path) => caches.open(CACHE).then((cache) => cache.match(path, { ignoreVary: true }));
