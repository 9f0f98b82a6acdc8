/* The pictures that the guide names. */
import coins from "icon:game-icons/two-coins";
import reserve from "icon:lucide/layers";

export const icons = { coins, reserve };
