/* The scene of Magpies as scene.py writes it. */
export interface Scene {
  you: number | null;
  target: number;
  nest: number;
  cats: number;
  /** A thing that this seat has not seen is null. */
  magpies: { home: number; beak: (string | null)[] }[];
}
