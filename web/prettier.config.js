// Boards have long lines: a tag is one thing to look at. Of 120 to 240 this width changes the fewest lines.
export default {
  printWidth: 200,
  bracketSameLine: true,
  plugins: ["prettier-plugin-svelte"],
};
