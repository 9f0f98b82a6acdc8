// Boards have long lines: a tag is one thing to look at. Wider than this is hard to read, narrower doubles the lines.
export default {
  printWidth: 200,
  bracketSameLine: true,
  plugins: ["prettier-plugin-svelte"],
};
