import { t, tn } from "../sentence";

/** 7:12, or 1:02:05. */
export function time(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{n} min ago", { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? tn(hours, "{n} hour ago", "{n} hours ago") : tn(Math.floor(hours / 24), "{n} day ago", "{n} days ago");
}
