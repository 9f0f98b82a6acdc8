/* How long to wait before asking again. */
const LONGEST_WAIT = 8_000;

/** Before attempt `n`, with a little chance in it so that many do not come back at once. */
export function backoff(attempt: number, chance: number): number {
  const wait = Math.min(LONGEST_WAIT, 400 * 2 ** Math.max(0, attempt - 1));
  return attempt === 0 ? 0 : Math.round(wait * (0.75 + chance / 2));
}
