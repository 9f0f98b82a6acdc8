import { describe, expect, it } from "vitest";
import { lines } from "../src/review/picture";

describe("words in a picture", () => {
  const fits = (line: string): boolean => line.length <= 10;

  it("stand on as many lines as they need", () => {
    expect(lines("one two three four", 3, fits)).toEqual(["one two", "three four"]);
  });

  it("end in dots where there is no room for all", () => {
    expect(lines("one two three four five", 2, fits)).toEqual(["one two", "three …"]);
  });

  it("are never lost for being long", () => {
    expect(lines("incomprehensibilities", 2, fits)).toEqual(["incomprehensibilities"]);
  });
});
