/* The service worker: registered once a page has come to rest, and never for a table's sake. */

const SCRIPT = "/sw.js";
const PAUSE = 1500; // milliseconds, in which the page comes to rest
let isAsked = false;

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
}

let policy: ReturnType<Policies["createPolicy"]> | null = null;

/** The page's policy lets nobody name a script by a mere text; this names one only. */
export function registered(): Promise<ServiceWorkerRegistration> {
  const policies = (window as { trustedTypes?: Policies }).trustedTypes;
  if (!policies) return navigator.serviceWorker.register(SCRIPT);
  policy ??= policies.createPolicy("loot-worker", { createScriptURL: (url) => (url === SCRIPT ? url : "") });
  return navigator.serviceWorker.register(policy.createScriptURL(SCRIPT));
}

/** Where a browser has none, or a plain http address may have none, everything works without. */
export function keepShell(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD || isAsked) return;
  isAsked = true;
  setTimeout(() => void registered().catch(() => undefined), PAUSE);
}
