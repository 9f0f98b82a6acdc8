import type { GameOption, OptionValue } from "../protocol/types";
import { t } from "../sentence";

export type Options = Record<string, OptionValue>;

export const optionName = (name: string): string => {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

export function optionValue(value: OptionValue): string {
  if (typeof value === "boolean") return value ? t("On") : t("Off");
  return typeof value === "number" ? String(value) : optionName(value);
}

/** Only what differs from the default travels, and is told. */
export const changedOf = (options: GameOption[], values: Options): Options =>
  Object.fromEntries(options.filter(({ name, default: usual }) => (values[name] ?? usual) !== usual).map(({ name }) => [name, values[name]!]));
