/* Icons and colours of the rooms. */
import amulet from "icon:game-icons/eye-of-horus";
import mask from "icon:game-icons/ceremonial-mask";
import frank from "icon:game-icons/frankenstein-creature";
import necklace from "icon:game-icons/gem-necklace";
import scarab from "icon:game-icons/gold-scarab";
import cup from "icon:game-icons/jeweled-chalice";
import chest from "icon:game-icons/locked-chest";
import mummy from "icon:game-icons/mummy-head";
import crown from "icon:game-icons/queen-crown";
import werewolf from "icon:game-icons/werewolf";
import type { IconShapes } from "$shell/parts/icon";
import { t } from "$shell/sentence";

export const TREASURES: Record<string, IconShapes> = { cup, chest, crown, mask, scarab, necklace };
export const GUARDIANS: Record<string, IconShapes> = { mummy, werewolf, frank };
export { amulet };

/** Fill, the darker line on it, and the colour of words on it. */
export const BACKS: Record<string, [fill: string, line: string, words: string]> = {
  green: ["#3E9B63", "#1F5E3A", "#1B1322"],
  yellow: ["#E7B52C", "#8A6405", "#1B1322"],
  red: ["#C93B35", "#6E1512", "#FBF3E2"],
};
export const backOf = (name: string): [string, string, string] => BACKS[name] ?? ["#6B7A8F", "#33404F", "#FBF3E2"];

export const CLAW = "M8.3-27.6C2.8-11-.9 7.4-9.2 27.6C-3.5 12.9 6.4-5.5 8.3-27.6Z";
export const clawsAt = (claws: number): number[] => Array.from({ length: claws }, (_, n) => (n - (claws - 1) / 2) * 17.5);

const NAMES: Record<string, () => string> = {
  cup: () => t("Cup"),
  chest: () => t("Chest"),
  crown: () => t("Crown"),
  mask: () => t("Mask"),
  scarab: () => t("Scarab"),
  necklace: () => t("Necklace"),
  mummy: () => t("Mummy"),
  werewolf: () => t("Werewolf"),
  frank: () => t("Frank"),
};
/** What is written on a room. */
export const nameOf = (kind: string): string => NAMES[kind]?.() ?? kind.charAt(0).toUpperCase() + kind.slice(1);
