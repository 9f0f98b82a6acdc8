// As wide as the lines that were here first: what changes least.
export default {
  printWidth: 160,
  bracketSameLine: true,
  plugins: ["prettier-plugin-svelte"],
};
