/* Notices by the browser itself; asked for only when somebody wants them. */
import { settings } from "./settings.svelte";

export const canNotify = (): boolean => "Notification" in window;

/** Switch them on or off; whether they are on then. A browser that has been told "never" keeps them off. */
export async function wantNotices(wanted: boolean): Promise<boolean> {
  const may = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
  settings.set("notifies", may);
  return may;
}

export function notify(title: string, body: string, tag: string): void {
  if (document.visibilityState !== "hidden" || !settings.get("notifies") || !canNotify()) return;
  if (Notification.permission === "granted") new Notification(title, { body, tag });
}
