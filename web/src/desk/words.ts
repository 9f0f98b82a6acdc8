/* Sizes and spans as an operator reads them. */
import { language } from "../sentence";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function size(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(language, { style: "unit", unit: UNITS[unit], maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}

/** When something was done, to the minute. */
export function moment(at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);
}
