/* The faces: one icon for each kind of Looter, one for each word on a card. */
import barbarian from "icon:game-icons/barbarian";
import deathKnight from "icon:game-icons/black-knight-helm";
import alchemist from "icon:game-icons/bubbling-flask";
import demon from "icon:game-icons/daemon-skull";
import djinn from "icon:game-icons/djinn";
import dragonling from "icon:game-icons/dragon-head";
import dwarf from "icon:game-icons/dwarf-face";
import ghost from "icon:game-icons/ghost";
import goblin from "icon:game-icons/goblin-head";
import assassin from "icon:game-icons/hooded-assassin";
import hydra from "icon:game-icons/hydra";
import king from "icon:game-icons/king";
import activation from "icon:game-icons/lightning-trio";
import bard from "icon:game-icons/lyre";
import summoner from "icon:game-icons/magic-portal";
import medusa from "icon:game-icons/medusa-head";
import mermaid from "icon:game-icons/mermaid";
import orc from "icon:game-icons/orc-head";
import pirate from "icon:game-icons/pirate-captain";
import cleric from "icon:game-icons/prayer";
import necromancer from "icon:game-icons/raise-zombie";
import thief from "icon:game-icons/robber";
import scarecrow from "icon:game-icons/scarecrow";
import zombie from "icon:game-icons/shambling-zombie";
import leprechaun from "icon:game-icons/shamrock";
import taunt from "icon:game-icons/shield";
import cube from "icon:game-icons/slime";
import lastWish from "icon:game-icons/tombstone";
import troll from "icon:game-icons/troll";
import recruitment from "icon:game-icons/trumpet-flag";
import unknown from "icon:game-icons/uncertainty";
import coins from "icon:game-icons/two-coins";
import vampire from "icon:game-icons/vampire-dracula";
import paladin from "icon:game-icons/visored-helm";
import witch from "icon:game-icons/witch-face";
import wizard from "icon:game-icons/wizard-face";
import layers from "icon:lucide/layers";
import users from "icon:lucide/users";
import type { IconShapes } from "$shell/parts/icon";
import { t } from "$shell/sentence";
import type { Word } from "./scene";

const FACES: Record<string, IconShapes> = {
  dragonling,
  barbarian,
  dwarf,
  scarecrow,
  troll,
  paladin,
  assassin,
  mermaid,
  hydra,
  gelatinous_cube: cube,
  cleric,
  king,
  vampire,
  pirate,
  wizard,
  orc,
  witch,
  medusa,
  thief,
  necromancer,
  summoner,
  bard,
  goblin,
  djinn,
  demon,
  zombie,
  death_knight: deathKnight,
  ghost,
  alchemist,
  leprechaun,
};

export const WORD_ICONS: Record<Word, IconShapes> = { taunt, activation, recruitment, last_wish: lastWish };
export const WORD_NAMES: Record<Word, string> = { taunt: t("Taunt"), activation: t("Activation"), recruitment: t("Recruitment"), last_wish: t("Last Wish") };
export const ICONS: Record<string, IconShapes> = { hand: layers, crew: users, coins };
export const TONES: Record<Word | "plain", [light: string, dark: string]> = {
  plain: ["#6B7A8F", "#33404F"],
  taunt: ["#3D7EA6", "#16405C"],
  activation: ["#AD700C", "#5E3C00"],
  recruitment: ["#34855A", "#14472B"],
  last_wish: ["#7C5AA8", "#3A2358"],
};

export const faceOf = (kind: string): IconShapes => FACES[kind] ?? unknown;

/** A heart with its tip down, 16 wide. */
export const HEART = "M0 3.2C-1.6-1.8-8.2-1.2-8 4.2-7.8 8.6-2.4 11.4 0 14.2 2.4 11.4 7.8 8.6 8 4.2 8.2-1.2 1.6-1.8 0 3.2Z";
