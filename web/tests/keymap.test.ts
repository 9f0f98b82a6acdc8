import { expect, it } from "vitest";
import { actions, changed, keyFor, usualKey, whyNot, type OwnKeys } from "../src/table/keymap";

it("means what it usually means until it is changed", () => {
  expect(usualKey({}, "U")).toBe("u");
  expect(usualKey({}, "Enter")).toBe("Enter");
  const own = changed({}, "u", "K");
  expect(own).toEqual({ u: "k" });
  expect([usualKey(own, "k"), usualKey(own, "K"), usualKey(own, "u"), usualKey(own, "b")]).toEqual(["u", "u", "", "b"]);
  expect(keyFor(own, "u")).toBe("k");
});

it("can exchange two keys by way of a third, and goes back", () => {
  let own: OwnKeys = changed({}, "u", "k");
  expect(whyNot(own, "b", "u")).toBeNull();
  own = changed(own, "b", "u");
  expect(usualKey(own, "u")).toBe("b");
  expect(whyNot(own, "u", "b")).toBeNull();
  own = changed(own, "u", "b");
  expect([usualKey(own, "u"), usualKey(own, "b"), usualKey(own, "k")]).toEqual(["b", "u", "k"]);
  expect(changed(changed(own, "u", "u"), "b", "b")).toEqual({});
});

it("refuses what is taken, what boards use and what is no key, with a sentence", () => {
  expect(whyNot({}, "u", "b")).toBe("“B” is already the key for: to the board. Give that another key first.");
  expect(whyNot({}, "u", "c")).toBe("“C” is a key of some boards. Choose another.");
  for (const key of ["Enter", "Tab", " ", "ArrowUp", "5"]) expect(whyNot({}, "u", key)).not.toBeNull();
  expect(whyNot({}, "u", "u")).toBeNull();
  expect(whyNot({}, "u", "ü")).toBeNull();
});

it("gives each key one meaning", () => {
  const keys = actions().map(([key]) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
