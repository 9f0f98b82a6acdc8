"""What the browser draws of Magpies, from one view alone."""

from __future__ import annotations

from typing import Any

from loot_table.engine.sentence import Voice
from magpies.table import CAT, HIDDEN, TARGET, THINGS, TableView


def scene(view: TableView, voice: Voice) -> dict[str, Any]:
    hidden = sum(beak.count(HIDDEN) for beak in view.beaks)
    return {
        "you": view.seat if view.seat >= 0 else None,
        "target": TARGET,
        "nest": sum(view.unseen) - hidden,
        "cats": view.unseen[CAT],
        "magpies": [
            {"home": home, "beak": [None if thing == HIDDEN else THINGS[thing] for thing in beak]}
            for home, beak in zip(view.home, view.beaks, strict=True)
        ],
    }
