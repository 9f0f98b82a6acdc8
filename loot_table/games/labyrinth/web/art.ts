/* The signs of walls and treasures, and those on seat cards. */
import axe from "icon:game-icons/battle-axe";
import boot from "icon:game-icons/leather-boot";
import wave from "icon:game-icons/big-wave";
import horn from "icon:game-icons/bull-horns";
import crestedHelmet from "icon:game-icons/crested-helmet";
import crystalBall from "icon:game-icons/crystal-ball";
import cutDiamond from "icon:game-icons/cut-diamond";
import diamondRing from "icon:game-icons/diamond-ring";
import gate from "icon:game-icons/dungeon-gate";
import easterEgg from "icon:game-icons/easter-egg";
import emerald from "icon:game-icons/emerald";
import fang from "icon:game-icons/fangs";
import gemNecklace from "icon:game-icons/gem-necklace";
import goldBar from "icon:game-icons/gold-bar";
import goldScarab from "icon:game-icons/gold-scarab";
import harp from "icon:game-icons/harp";
import column from "icon:game-icons/ionic-column";
import jeweledChalice from "icon:game-icons/jeweled-chalice";
import meander from "icon:game-icons/maze";
import bolt from "icon:game-icons/power-lightning";
import queenCrown from "icon:game-icons/queen-crown";
import crook from "icon:game-icons/shepherds-crook";
import stair from "icon:game-icons/stairs";
import altar from "icon:game-icons/star-altar";
import spear from "icon:game-icons/stone-spear";
import trophyCup from "icon:game-icons/trophy-cup";
import rubble from "icon:game-icons/stone-pile";
import walls from "icon:lucide/brick-wall";
import cards from "icon:lucide/layers";
import team from "icon:lucide/users";
import type { IconShapes } from "$shell/parts/icon";

const SYMBOLS: Record<string, IconShapes> = { column, boot, fang, altar, spear, crook, horn, gate, bolt, stair, wave, meander };
const TREASURES = [emerald, jeweledChalice, goldScarab, queenCrown, gemNecklace, crystalBall, cutDiamond, crestedHelmet, easterEgg, trophyCup, diamondRing, harp, goldBar];

export const symbolIcon = (symbol: string): IconShapes => SYMBOLS[symbol] ?? meander;
/** Treasures differ only in looks. None for a number below 0. */
export const treasureIcon = (number: number): IconShapes | undefined => TREASURES[number % TREASURES.length];

/** By the names that guide.py gives them. */
export const icons: Record<string, IconShapes> = { team, cards, walls, rubble, axe, treasure: cutDiamond };
