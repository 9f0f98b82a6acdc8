"""How long the tiers of checks may take, in minutes on two idle cores: what tests are designed by. Nothing fails by it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tier:
    minutes: float
    command: str
    holds: str


TIERS = {
    "quick": Tier(1.5, "make quick", "style, types, and the interpreted tests near what has changed"),
    "test": Tier(
        8, "make test", "style, types, every test of both builds but those of the browser, parity, the client"
    ),
    "browser": Tier(6, "make test", "every page and board in a real browser: tests/e2e without what is marked long"),
    "soak": Tier(60, "make soak", "the same promises with large numbers: tests/soak, and tests/e2e marked long"),
    "learning": Tier(4, "make test-train", "what needs PyTorch: training for a minute, models of any kind"),
    "train": Tier(120, "loot value train GAME", "the nets of one game, trained anew at every number of players"),
}
HEAVY = "not heavy"  # for pytest -m: what the interpreted build leaves to the compiled one


def main() -> None:
    for name, tier in TIERS.items():
        print(f"{name:8} {tier.minutes:5g} minutes  {tier.command:30} {tier.holds}")


if __name__ == "__main__":
    main()
