"""The designer's lab: change a component or an option, and know whether the game is still fair, how long it is, and what
the change did. `docs/lab.md` is its guide.

    from loot_table import lab
    shorter = lab.Design("loot_n_run").set("scoring.target.4", 33)
    print(lab.fair(shorter, players=4).says)
"""

from __future__ import annotations

from loot_table.lab.answers import Answer
from loot_table.lab.cards import cards
from loot_table.lab.choices import choices
from loot_table.lab.deals import Budget, Deals
from loot_table.lab.design import Design, read_design, write_design
from loot_table.lab.frontier import Tuned
from loot_table.lab.habits import ladder, restrict, styles
from loot_table.lab.luck import luck
from loot_table.lab.questions import compare, fair, length
from loot_table.lab.report import write_report
from loot_table.lab.stories import exciting
from loot_table.lab.tune import tune
from loot_table.lab.usage import dead

__all__ = [
    "Answer",
    "Budget",
    "Deals",
    "Design",
    "Tuned",
    "cards",
    "choices",
    "compare",
    "dead",
    "exciting",
    "fair",
    "ladder",
    "length",
    "luck",
    "read_design",
    "restrict",
    "styles",
    "tune",
    "write_design",
    "write_report",
]
