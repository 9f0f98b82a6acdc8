"""A review as one HTML file without a script, that reads in light and dark and prints well. Everything in the picture is also
said in words or in a table. Made of the plain data that a page gets (`telling.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from loot_table.review.ledger import signed

Plain = Mapping[str, Any]
WIDTH, HEIGHT = 640, 220  # of the ribbon
COLOURS: Final = ("#2f6fde", "#c8501f", "#2f8d4f", "#8a5bd0", "#b08a00", "#00838f", "#b0307a", "#6b6459")
STYLE = """
:root { color-scheme: light dark; --ink: #1d1a16; --paper: #fbf8f1; --faint: #6b6459; --line: #d9d2c3; --good: #2f7d4f;
  --bad: #b3391f; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2ecdf; --paper: #171411; --faint: #a79f90; --line: #3a342b;
  --good: #6fce95; --bad: #ff8d73; } }
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --line: #bbb; } section { break-inside: avoid; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 46rem;
  padding: 2rem 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
.faint, figcaption { color: var(--faint); font-size: .875rem; } .good { color: var(--good); } .bad { color: var(--bad); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child, .words { text-align: left; } figure { margin: 1rem 0; } svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } code { overflow-wrap: anywhere; } li { margin: .4rem 0; }
"""


def page(findings: Sequence[Plain]) -> str:
    """Findings as `telling.py` gives them, in any order."""
    opening = one(findings, "opening")
    closing, ledger = one(findings, "closing"), one(findings, "ledger")
    decisions = sorted((each for each in findings if each["kind"] == "decision"), key=lambda each: int(each["step"]))
    ribbons = [each for each in findings if each["kind"] == "ribbon"]
    names: Sequence[str] = opening["names"]
    title = words(opening["ending"])
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    parts = [
        turning_points(closing),
        accounts(ledger, names),
        skill(closing),
        ribbon(next((each for each in ribbons if each["eyes"] == "public"), ribbons[0]), names),
        marked(decisions, opening),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<title>{escape(title)}</title><style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n" + "\n".join(parts) + f"\n{foot(opening)}\n</body></html>\n"
    )


def one(findings: Sequence[Plain], kind: str) -> Plain:
    return next(each for each in findings if each["kind"] == kind)


def words(told: Sequence[Any] | None) -> str:
    """A sentence told as spans, as plain words."""
    return "".join(each if isinstance(each, str) else each["text"] for each in told or ())


def toned(points: float) -> str:
    tone = {"+": "good", "−": "bad"}[signed(points / 100)[0]] if round(points) else "faint"
    return f'<span class="{tone}">{signed(points / 100)}</span>'


def turning_points(closing: Plain) -> str:
    if not closing["turning_points"]:
        return "<section><h2>What decided it</h2><p>No single moment stands out.</p></section>"
    items = []
    for each in closing["turning_points"]:
        why = "".join(
            f'<br><span class="faint">{escape(words(reason["says"]))} {escape(reason["rule"])}</span>'
            for reason in each["reasons"]
        )
        said = f"{escape(words(each['says']))} <span class='faint'>{escape(each['rule'])}, step {each['step']}</span>"
        items.append(f"<li>{toned(each['worth'])} {said}{why}</li>")
    return f"<section><h2>What decided it</h2><ol>{''.join(items)}</ol></section>"


def accounts(ledger: Plain, names: Sequence[str]) -> str:
    """Start, luck, decisions and gap sum to the result."""
    rows = []
    for each in ledger["accounts"]:
        name = escape(names[each["seat"]])
        if each["withheld"] is not None:
            rows.append(f'<tr><td>{name}</td><td colspan="6" class="words">{escape(words(each["withheld"]))}</td></tr>')
            continue
        cells = "".join(f"<td>{toned(each[key])}</td>" for key in ("luck", "own", "others", "gap"))
        rows.append(f"<tr><td>{name}</td><td>{each['start']:.0f}</td>{cells}<td>{each['result']:.0f}</td></tr>")
    heads = "".join(
        f"<th>{head}</th>" for head in ("start", "luck", "own decisions", "others’ decisions", "gap", "result")
    )
    return (
        f"<section><h2>Luck and decisions</h2><table><thead><tr><th></th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        '<p class="faint">Points of victory, 0 to 100. Each row sums to its result, and luck sums to nothing over all seats. What '
        "the evaluation saw only when a decision was made counts as that decision.</p></section>"
    )


def skill(closing: Plain) -> str:
    said = [words(each["says"]) for each in closing["rates"] if each["says"] is not None]
    return f"<section><h2>How it was played</h2><p>{'<br>'.join(map(escape, said))}</p></section>" if said else ""


def ribbon(found: Plain, names: Sequence[str]) -> str:
    """Shares stacked one above the other, the first seat at the bottom."""
    steps = found["shares"]
    across = WIDTH / max(1, len(steps) - 1)
    below, drawn = [0.0] * len(steps), []
    for seat, name in enumerate(names):
        above = [low + shares[seat] for low, shares in zip(below, steps, strict=True)]
        line = [f"{step * across:.1f},{HEIGHT * (1 - top / 100):.1f}" for step, top in enumerate(above)]
        back = [f"{step * across:.1f},{HEIGHT * (1 - low / 100):.1f}" for step, low in enumerate(below)]
        colour = COLOURS[seat % len(COLOURS)]
        drawn.append(
            f'<polygon points="{" ".join([*line, *reversed(back)])}" fill="{colour}"><title>{escape(name)}</title></polygon>'
        )
        below = above
    reach = max((max(each) for each in found["reach"]), default=0.0)
    keys = ", ".join(
        f'<span style="color:{COLOURS[seat % len(COLOURS)]}">■</span> {escape(name)}' for seat, name in enumerate(names)
    )
    first, middle, last = steps[0], steps[len(steps) // 2], steps[-1]
    label = "; ".join(
        f"{name}: {first[seat]:.0f}, {middle[seat]:.0f}, {last[seat]:.0f}" for seat, name in enumerate(names)
    )
    return (
        f'<section><h2>Who was winning</h2><figure><svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape("at the start, in the middle, at the end: " + label)}">{"".join(drawn)}</svg><figcaption>{keys}. '
        f"By what is {'public' if found['eyes'] == 'public' else 'on the table'}, step by step, ± {reach:.0f} points at the most."
        "</figcaption></figure></section>"
    )


def marked(decisions: Sequence[Plain], opening: Plain) -> str:
    some = [each for each in decisions if each["mark"] != "close"]
    rows = "".join(
        f"<tr><td>{each['step']}</td><td class='words'>{escape(words(each['says']))}"
        f"{hindsight(each)}</td><td class='words'>{escape(words(each['mark_says']))}</td>"
        f"<td>{lost(each)}</td><td class='words'>{escape(each['rule'])}</td></tr>"
        for each in some
    )
    table = (
        "<table><thead><tr><th>step</th><th class='words'></th><th class='words'>mark</th><th>lost</th><th class='words'>rule"
        f"</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    return (
        f"<section><h2>Decisions</h2><p>{len(some)} of {opening['decisions']} decisions are marked, each judged by what its seat "
        f"knew.</p>{table if some else ''}</section>"
    )


def lost(decision: Plain) -> str:
    reach = 2 * decision["error"]
    return f"{decision['loss']:.0f} ± {reach:.0f}" if reach >= 1 else f"{decision['loss']:.0f} ± {reach:.1f}"


def hindsight(decision: Plain) -> str:
    if "hindsight" not in decision:
        return ""
    open_cards = decision["hindsight"]
    return f'<br><span class="faint">With all cards open: {escape(words(open_cards["mark_says"]))}, {lost(open_cards)}.</span>'


def foot(opening: Plain) -> str:
    return (
        f'<p class="faint">{escape(opening["game"])}, rules {opening["rules"]}, {opening["steps"]} steps, '
        f"{'a close' if opening['deep'] else 'a quick'} look by evaluator <code>{escape(opening['evaluator'])}</code>. Marks need "
        "certainty: a blunder loses 10 points of victory or more, a mistake 5, an inaccuracy 2, and twice the error less is still "
        "half of that.</p>"
    )
