/* The list as a file for spreadsheet programs. */
import { t } from "../sentence";
import type { LibraryGame } from "./api";
import { placeOf, resultOf } from "./filters";

/** Words that such a program would take for a formula are written as text; numbers stay numbers. */
export function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(games: LibraryGame[]): string {
  const head = [
    t("date"),
    t("game"),
    t("players"),
    t("my seats"),
    t("others"),
    t("state"),
    t("result"),
    t("place"),
    t("points"),
    t("luck"),
    t("decisions"),
    t("mistakes"),
    t("steps"),
    t("design"),
    t("table"),
  ];
  const rows = games.map((game) => {
    const names = (isMine: boolean): string =>
      game.seats
        .filter((_, seat) => game.mine.includes(seat) === isMine)
        .map((seat) => (seat.bot ? `${seat.name} (${seat.bot})` : seat.name))
        .join("; ");
    return [
      new Date(game.at * 1000).toISOString(),
      game.game_name,
      game.seats.length,
      names(true),
      names(false),
      game.phase,
      resultOf(game),
      placeOf(game),
      game.mine.map((seat) => game.seats[seat]?.score ?? "").join("; "),
      game.review?.luck ?? null,
      game.review?.own ?? null,
      game.review?.mistakes ?? null,
      game.steps,
      game.design,
      game.table,
    ];
  });
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

export function save(text: string, name: string, kind: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
