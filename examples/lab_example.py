"""A designer's evening: take a game, make it worse, find out from the figures alone what is wrong, and mend it.

python examples/lab_example.py
"""

from __future__ import annotations

from pathlib import Path

from loot_table import lab


def main(deals: int = 400) -> list[str]:
    """What the lab says at each step."""
    budget = lab.Budget(deals)
    shipped = lab.Design("loot_n_run")
    worse = shipped.set("scoring.start.2", [12, 0]).called("The first one starts with twelve")
    said = [f"What was changed: {', '.join(worse.differs())}."]
    with lab.Deals() as played:  # games are played once, whoever asks for them
        said.append(lab.fair(worse, 2, budget=budget, deals=played).says)
        said.append(lab.length(worse, 2, budget=budget, deals=played).says)
        said.append(lab.compare(shipped, worse, 2, budget=budget, deals=played).says)
        knobs = ["scoring.start.2.0=0,6,12", "tokens.count=11..12"]
        tuned = lab.tune(worse, ["seats within 15 points"], knobs, trials=6, most=deals, deals=played)
        said.append(tuned.says)
        answers = [lab.fair(worse, 2, budget=budget, deals=played)]
    lab.write_report(answers, Path("worse.html"))
    return said


if __name__ == "__main__":
    print("\n".join(main()))
