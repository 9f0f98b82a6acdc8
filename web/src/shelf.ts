/* The five games on the home page, whether their rules are at this server yet or not. */

export interface Shelved {
  slug: string;
  name: string;
  tease: string;
  players: string;
  minutes: number;
  /** 0 is all skill, 1 is all luck. */
  luck: number;
}

export const SHELF: Shelved[] = [
  { slug: "loot_fiend", name: "Loot Fiend", tease: "Explore. Pack. Regret the boots.", players: "2–4", minutes: 45, luck: 0.46 },
  { slug: "looterz", name: "Looterz", tease: "Recruit a crew. Lose a crew. Win anyway.", players: "2–6", minutes: 25, luck: 0.72 },
  { slug: "labyrinth", name: "Looters of the Labyrinth", tease: "Slide in, wall them out.", players: "2–8", minutes: 60, luck: 0.22 },
  { slug: "loot_n_run", name: "Loot N Run", tease: "One more room. What could wake up?", players: "2–6", minutes: 20, luck: 0.66 },
  { slug: "crates_barrels", name: "Crates vs Barrels", tease: "The container question, settled.", players: "2", minutes: 20, luck: 0.04 },
];

export const shelved = (slug: string): Shelved | undefined => SHELF.find((game) => game.slug === slug);
