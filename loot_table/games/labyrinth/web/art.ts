/* The signs of walls and treasures, and those on seat cards. */
import axe from "icon:game-icons/battle-axe";
import leatherBoot from "icon:game-icons/leather-boot";
import bigWave from "icon:game-icons/big-wave";
import bullHorns from "icon:game-icons/bull-horns";
import crestedHelmet from "icon:game-icons/crested-helmet";
import crystalBall from "icon:game-icons/crystal-ball";
import cutDiamond from "icon:game-icons/cut-diamond";
import diamondRing from "icon:game-icons/diamond-ring";
import dungeonGate from "icon:game-icons/dungeon-gate";
import easterEgg from "icon:game-icons/easter-egg";
import emerald from "icon:game-icons/emerald";
import fangs from "icon:game-icons/fangs";
import gemNecklace from "icon:game-icons/gem-necklace";
import goldBar from "icon:game-icons/gold-bar";
import goldScarab from "icon:game-icons/gold-scarab";
import harp from "icon:game-icons/harp";
import ionicColumn from "icon:game-icons/ionic-column";
import jeweledChalice from "icon:game-icons/jeweled-chalice";
import maze from "icon:game-icons/maze";
import powerLightning from "icon:game-icons/power-lightning";
import queenCrown from "icon:game-icons/queen-crown";
import shepherdsCrook from "icon:game-icons/shepherds-crook";
import stairs from "icon:game-icons/stairs";
import starAltar from "icon:game-icons/star-altar";
import stoneSpear from "icon:game-icons/stone-spear";
import trophyCup from "icon:game-icons/trophy-cup";
import rubble from "icon:game-icons/stone-pile";
import walls from "icon:lucide/brick-wall";
import cards from "icon:lucide/layers";
import team from "icon:lucide/users";
import type { IconShapes } from "$shell/parts/icon";

const SYMBOLS: Record<string, IconShapes> = {
  column: ionicColumn,
  boot: leatherBoot,
  fang: fangs,
  altar: starAltar,
  spear: stoneSpear,
  crook: shepherdsCrook,
  horn: bullHorns,
  gate: dungeonGate,
  bolt: powerLightning,
  stair: stairs,
  wave: bigWave,
  meander: maze,
};

const TREASURES = [emerald, jeweledChalice, goldScarab, queenCrown, gemNecklace, crystalBall, cutDiamond, crestedHelmet, easterEgg, trophyCup, diamondRing, harp, goldBar];

export const symbolIcon = (symbol: string): IconShapes => SYMBOLS[symbol] ?? maze;
/** Treasures differ only in looks. */
export const treasureIcon = (number: number): IconShapes => TREASURES[number % TREASURES.length]!;

/** By the names that guide.py gives them. */
export const icons: Record<string, IconShapes> = { team, cards, walls, rubble, axe, treasure: cutDiamond };
