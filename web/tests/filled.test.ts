import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import Filled from "../src/parts/Filled.svelte";

const drawn = (html: string): ReturnType<typeof createRawSnippet> => createRawSnippet(() => ({ render: () => html }));
const shown = (props: { template: string } & Record<string, unknown>): string => render(Filled, { props: props as never }).body.replace(/<!--.*?-->/g, "");

describe("a template with holes that are drawn", () => {
  it("has each where the language wants it", () => {
    const holes = { who: drawn("<b>Ana</b>"), what: drawn("<i>cup</i>") };
    expect(shown({ template: "{who} takes {what}.", ...holes })).toBe("<b>Ana</b> takes <i>cup</i>.");
    expect(shown({ template: "{what}: {who}", ...holes })).toBe("<i>cup</i>: <b>Ana</b>");
  });

  it("shows a hole that nobody fills", () => {
    expect(shown({ template: "{who} waits." })).toBe("{who} waits.");
  });

  it("keeps its words for those who listen where only the holes are seen", () => {
    expect(shown({ template: "{time} left", isHeard: true, time: drawn("<b>7:12</b>") })).toBe('<b>7:12</b><span class="sr"> left</span>');
  });
});
