/* Which part of the site an address belongs to, by its first word. */

export type Section = "play" | "learn" | "daily" | "library" | "lab";

const SECTIONS: Record<string, Section> = {
  "": "play",
  new: "play",
  games: "play",
  join: "play",
  learn: "learn",
  lessons: "learn",
  daily: "daily",
  puzzles: "daily",
  library: "library",
  profile: "library",
  lab: "lab",
};

/** A table is played; its replay and its review are of the library. Settings and credits are of no part. */
export function sectionOf(path: string): Section | null {
  const [first = "", , third] = path.split("/").filter(Boolean);
  if (first === "t") return third ? "library" : "play";
  return Object.hasOwn(SECTIONS, first) ? SECTIONS[first]! : null;
}
