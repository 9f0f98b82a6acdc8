/** So many days in a row, by this device's calendar, on which a game ended: up to today, or to yesterday while today may yet come. */
export function daysInARow(seconds: number[], now: Date): number {
  const days = new Set(seconds.map((each) => new Date(each * 1000).toDateString()));
  const day = new Date(now);
  if (!days.has(day.toDateString())) day.setDate(day.getDate() - 1);
  let count = 0;
  for (; days.has(day.toDateString()); day.setDate(day.getDate() - 1)) count += 1;
  return count;
}
