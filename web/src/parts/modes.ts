/* The ways to sit down to a game. */
import armchair from "icon:lucide/armchair";
import bot from "icon:lucide/bot";
import globe from "icon:lucide/globe";
import users from "icon:lucide/users";
import { t } from "../sentence";

/** In the order in which they are offered, in the reader's language. */
export const modes = () => [
  { id: "friends" as const, label: t("Play with friends"), short: t("Friends"), hint: t("a link or code"), line: t("Private, by link or code. No clock."), act: t("Invite friends"), icon: users },
  { id: "bots" as const, label: t("Play bots"), short: t("Bots"), hint: t("starts at once"), line: t("At once, against the machine."), act: t("Play a bot now"), icon: bot },
  { id: "here" as const, label: t("One screen"), short: t("One screen"), hint: t("pass it round"), line: t("Everybody on this device, in turn."), act: t("Play on one screen"), icon: armchair },
  { id: "open" as const, label: t("Open table"), short: t("Open table"), hint: t("for anybody"), line: t("Listed in the lobby for anybody."), act: t("Open a table"), icon: globe },
];

export type Mode = ReturnType<typeof modes>[number]["id"];
