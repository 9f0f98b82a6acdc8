/* Where this browser's player wants to be told while away: by push to this browser, by mail, and for which tables. */
import { registered } from "../install";
import { request } from "./http";
import { language } from "../sentence";

export interface Offered {
  push_key: string | null;
  has_mail: boolean;
  /** Hashes of the addresses that pushes go to. */
  screens: string[];
  mail: { address: string; is_confirmed: boolean; is_refused: boolean } | null;
}
export interface AtTable {
  is_wanted: boolean;
  can_be: boolean;
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}/notices`;

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function unpacked(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function hash(text: string): Promise<string> {
  const found = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(found), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const subscribed = async (): Promise<PushSubscription | null> => (canPush() ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null) : null);

const ADOPTED = "loot.told";
const MOST_ADOPTED = 200;

/** A table by day tells whoever has said where, without being asked; once, so that a "no" stays one. */
export async function adopt(table: string): Promise<void> {
  try {
    const before = JSON.parse(localStorage.getItem(ADOPTED) ?? "[]") as string[];
    if (before.includes(table)) return;
    const { can_be, is_wanted } = await notices.atTable(table);
    if (!can_be) return;
    if (!is_wanted) await notices.tell(table, true);
    localStorage.setItem(ADOPTED, JSON.stringify([table, ...before].slice(0, MOST_ADOPTED)));
  } catch {
    // A server without notices, or a window that remembers nothing.
  }
}

export const notices = {
  get: (): Promise<Offered> => request("GET", "/api/notices"),
  atTable: (table: string): Promise<AtTable> => request("GET", at(table)),
  tell: (table: string, is_wanted: boolean): Promise<AtTable> => request("POST", at(table), { is_wanted }),
  writeTo: (address: string): Promise<Offered> => request("POST", "/api/notices/mail", { address, language: language.slice(0, 16) }),
  confirm: (code: string): Promise<Offered> => request("POST", "/api/notices/mail/code", { code }),
  forgetMail: (): Promise<Offered> => request("DELETE", "/api/notices/mail"),
  turnOff: (token: string): Promise<unknown> => request("POST", `/api/notices/off/${encodeURIComponent(token)}`, {}),

  /** Whether pushes come to this very browser. */
  async isPushed(offered: Offered): Promise<boolean> {
    const found = await subscribed();
    return found !== null && offered.screens.includes(await hash(found.endpoint));
  },

  /** Asks the browser for leave, then the server; null when the browser does not allow it. */
  async push(key: string): Promise<Offered | null> {
    if ((await Notification.requestPermission()) !== "granted") return null;
    await registered();
    const worker = await navigator.serviceWorker.ready;
    const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: unpacked(key) });
    const { endpoint, keys } = found.toJSON();
    return request("POST", "/api/notices/screens", { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"], language: language.slice(0, 16) });
  },

  async noPush(): Promise<Offered> {
    const found = await subscribed();
    await found?.unsubscribe();
    return request("POST", "/api/notices/screens/off", { endpoint: found?.endpoint ?? "none" });
  },
};
