"""The designer's lab: change a component or an option, and know whether the game is still fair, how long it is, and what
the change did. `docs/lab.md` is its guide.

    from loot_table import lab
    shorter = lab.Design("loot_n_run").set("scoring.target.4", 33)
    print(lab.fair(shorter, players=4).says)
"""

from __future__ import annotations

from loot_table.lab.answers import Answer
from loot_table.lab.deals import Budget, Deals
from loot_table.lab.design import Design, read_design, write_design
from loot_table.lab.questions import compare, exciting, fair, length

__all__ = [
    "Answer",
    "Budget",
    "Deals",
    "Design",
    "compare",
    "exciting",
    "fair",
    "length",
    "read_design",
    "write_design",
]
