import { expect, it } from "vitest";
import { icon, rounded } from "../icons";

it("makes outlines lighter without moving their numbers together", () => {
  expect(rounded("M254.512 27.125c-19.24.03-.04-1.96.96.96", 512)).toBe("M254.5 27.1c-19.2 0 0-2 1 1");
  expect(rounded("m1.005.504", 24)).toBe("m1 .5");
  expect(rounded("m1.005-.504", 24)).toBe("m1-.5");
  expect(rounded("a3.333 3 0 01.123 2.9H9.2", 512)).toBe("a3.333 3 0 01.123 2.9H9.2");
});

it("draws what it drew, to a hundredth of the width", () => {
  const numbers = (path: string): number => (path.match(/-?\d*\.?\d+/g) ?? []).length;
  const drawn = icon("game-icons", "medusa-head").shapes.map(([, { d }]) => d ?? "");
  expect(numbers(drawn.join(" "))).toBeGreaterThan(500);
});
