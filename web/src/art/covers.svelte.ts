/* Covers of the games, fetched together when the first is shown. */

const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 360 200'/%3E";

let covers = $state.raw<Map<string, string> | null>(null);
let isComing = false;

/** The picture of a game, or of no game in particular; nothing until it has come. */
export function cover(game: string): string {
  if (!isComing) {
    isComing = true;
    import("./drawn").then(
      ({ drawn }) => (covers = drawn),
      () => (isComing = false), // asked for again with the next page
    );
  }
  return covers === null ? BLANK : (covers.get(game) ?? covers.get("")!);
}
