"""A report: answers as one HTML file without a script, that reads in light and dark and prints well. Words first, then the
picture, then its table, then what it does not tell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from math import ceil, floor, isfinite, log10
from pathlib import Path

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.lab.answers import BAD, OPEN, Answer, Figure
from loot_table.lab.catalogue import SECOND_LEVELS, Question, question_called
from loot_table.lab.deals import Deals
from loot_table.lab.design import Design

WIDTH, ROW, RIGHT = 720, 30, 24  # of a picture, in pixels
LETTER, LEAST_LEFT, MOST_LEFT = 7.4, 80, 400  # how wide names may be, by their letters
TICKS = 5  # at most, beside the first
UNITS = {"%": "in per cent", "": "counted", "points": "in points of victory"}
STYLE = """
:root { color-scheme: light dark; --ink: #1d1a16; --paper: #fbf8f1; --faint: #6b6459; --line: #d9d2c3; --good: #2f7d4f;
  --bad: #b3391f; --open: #8a6a12; --band: #2f7d4f22; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2ecdf; --paper: #171411; --faint: #a79f90; --line: #3a342b;
  --good: #6fce95; --bad: #ff8d73; --open: #e3bd55; --band: #6fce9530; } }
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --line: #bbb; } section { break-inside: avoid; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 46rem;
  padding: 2rem 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
.says { font-size: 1.15rem; } .good { color: var(--good); } .bad { color: var(--bad); }
.open { color: var(--open); } .faint, figcaption { color: var(--faint); font-size: .875rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } figure { margin: 1rem 0; } svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg .faint { fill: var(--faint); font-size: 12px; }
code { overflow-wrap: anywhere; } ul, ol { padding-left: 1.2rem; } .summary li { margin: .4rem 0; } a { color: inherit; }
"""


def asked_twice(
    question: Question,
    design: Design,
    players: int | None,
    bot: str,
    most: int | None,
    deals: Deals,
    seed: int,
) -> Answer:
    """An answer, and what other bots say to it; of a question that is about bots, only the answer."""
    many = most or question.most
    if question.is_about_bots:
        return question.answer(design, None, players, question.bot, many, deals, seed)
    answer = question.answer(design, None, players, bot, many, deals, seed)
    other = SECOND_LEVELS.get(bot)
    if other is None:
        return answer
    return answer.checked_with(question.answer(design, None, players, other, many, deals, seed))


def write_report(answers: Sequence[Answer], path: Path) -> None:
    try:
        path.write_text(page(answers), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def page(answers: Sequence[Answer]) -> str:
    title = f"{answers[0].title}: what the lab found" if answers else "Nothing was asked"
    body = "\n".join(section(number, answer) for number, answer in enumerate(answers, 1))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<title>{escape(title)}</title><style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{whose(answers)}\n{changes(answers)}\n{summary(answers)}\n{body}\n</body></html>\n"
    )


def whose(answers: Sequence[Answer]) -> str:
    said = [
        f"{games.called(game).name}, design {design}"
        for game, design in {each.game: each.design for each in answers}.items()
    ]
    today = datetime.now(tz=UTC)
    return f'<p class="faint">{escape("; ".join([*said, f"{today.day} {today:%B %Y}"]))}</p>'


def summary(answers: Sequence[Answer]) -> str:
    """All sentences one below the other, where there are several."""
    if len(answers) < 2:
        return ""
    lines = "".join(
        f'<li><a href="#q{number}">{escape(heading_of(each))}</a> {mark(each)} {escape(each.says.split(". ")[0].rstrip("."))}.</li>'
        for number, each in enumerate(answers, 1)
    )
    return f'<ol class="summary">{lines}</ol>'


def heading_of(answer: Answer) -> str:
    return question_called(answer.question).heading


def mark(answer: Answer) -> str:
    kind = "open" if answer.verdict in OPEN else "bad" if answer.verdict in BAD else "good"
    return f'<span class="{kind}">{escape(answer.verdict)}</span>'


def changes(answers: Sequence[Answer]) -> str:
    lines = list(dict.fromkeys(line for answer in answers for line in answer.differs))
    if not lines:
        return '<p class="faint">The game as it is shipped, nothing changed.</p>'
    return "<p>Changed:</p><ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def section(number: int, answer: Answer) -> str:
    return "\n".join(
        [
            f'<section id="q{number}"><h2>{heading_of(answer)} {mark(answer)}</h2>',
            f'<p class="says">{escape(answer.says)}</p>',
            elsewhere(answer),
            *[picture(unit, answer) for unit in dict.fromkeys(each.unit for each in answer.figures)],
            table(answer.figures),
            beside(answer),
            "<p>What this does not tell you:</p><ul>",
            *[f"<li>{escape(line)}</li>" for line in answer.cannot_tell],
            "</ul>",
            f'<p class="faint">{answer.deals:,} deals from seed {answer.seed}, {answer.players} players, {escape(answer.bots)} bots, '
            f"design {answer.design}, stopped: {answer.stopped}.<br>Asked by <code>{escape(answer.command)}</code>"
            f"{shown_games(answer)}</p></section>",
        ]
    )


def elsewhere(answer: Answer) -> str:
    if not answer.elsewhere:
        return ""
    said = "; ".join(f"{bot}: {verdict}" for bot, verdict in answer.elsewhere.items())
    warning = ' <strong class="bad">The finding depends on who plays.</strong>' if answer.flips else ""
    apart = f" Otherwise there: {escape('; '.join(answer.apart))}." if answer.apart else ""
    return f"<p>With other bots: {escape(said)}.{apart}{warning}</p>"


def shown_games(answer: Answer) -> str:
    """How the games behind it are watched: the same question writes them."""
    if not answer.examples:
        return ""
    return f". With <code>--show FOLDER</code> it writes {len(answer.examples)} games that show it, for <code>loot replay</code>"


def table(figures: Sequence[Figure]) -> str:
    has_notes = any(each.note for each in figures)
    rows = "".join(
        f"<tr><td>{escape(each.name)}</td><td>{escape(each.written(each.value))}</td>"
        f"<td>{edge(each, each.interval.low)}</td><td>{edge(each, each.interval.high)}</td>"
        + (f"<td>{escape(each.note)}</td></tr>" if has_notes else "</tr>")
        for each in figures
    )
    check = "<th>check</th>" if has_notes else ""
    heading = f"<tr><th></th><th>seen</th><th>at least</th><th>at most</th>{check}</tr>"
    return f"<table><thead>{heading}</thead><tbody>{rows}</tbody></table>"


def beside(answer: Answer) -> str:
    """Two designs in two columns, and what lies between them."""
    if not answer.sides:
        return ""
    rows = "".join(
        f"<tr><td>{escape(apart.name)}</td><td>{escape(one.says())}</td><td>{escape(other.says())}</td>"
        f"<td>{escape(apart.says())}</td></tr>"
        for (one, other), apart in zip(answer.sides, answer.figures, strict=True)
    )
    heading = "<tr><th></th><th>before</th><th>after</th><th>difference, on the same deals</th></tr>"
    return f"<table><thead>{heading}</thead><tbody>{rows}</tbody></table>"


def edge(figure: Figure, value: float) -> str:
    return figure.number(value) if isfinite(value) else "?"


def picture(unit: str, answer: Answer) -> str:
    """Intervals one below the other, with the band where they are wanted. The table beside it says the same."""
    figures = [
        each for each in answer.figures if each.unit == unit and isfinite(each.interval.low + each.interval.high)
    ]
    if not figures:
        return ""
    edges: list[float] = [edge for each in figures for edge in (*each.interval, *(each.band or ()))]
    low, high = min(edges), max(edges)
    room: float = (high - low) * 0.08 or 1.0
    low, high = low - room, high + room
    left = min(max(LEAST_LEFT, LETTER * max(len(each.name) for each in figures)), MOST_LEFT)

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (WIDTH - left - RIGHT)

    height = ROW * len(figures) + 24
    drawn = []
    band = figures[0].band
    if band is not None:
        wide = x(band.high) - x(band.low)
        drawn.append(
            f'<rect x="{x(band.low):.1f}" y="0" width="{wide:.1f}" height="{height - 24}" fill="var(--band)"/>'
        )
    for row, each in enumerate(figures):
        y = ROW * row + ROW / 2
        drawn += [
            f'<text x="0" y="{y + 4:.0f}">{escape(each.name)}</text>',
            f'<line x1="{x(each.interval.low):.1f}" x2="{x(each.interval.high):.1f}" y1="{y}" y2="{y}" '
            'stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
            f'<circle cx="{x(each.value):.1f}" cy="{y}" r="5" fill="currentColor"/>',
        ]
    for value in ticks(low, high):
        said = f"{100 * value if unit in ('%', 'points') else value:g}"
        drawn.append(f'<text class="faint" x="{x(value):.1f}" y="{height - 6}" text-anchor="middle">{said}</text>')
    label = "; ".join(f"{each.name} {each.says()}" for each in figures)
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{"".join(drawn)}</svg>'
        f"<figcaption>What was seen, and where it lies, {escape(UNITS.get(unit, f'in {unit}'))}"
        f"{'; the band is what is wanted' if band else ''}.</figcaption></figure>"
    )


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two edges."""
    rough = (high - low) / TICKS
    unit: float = 10.0 ** floor(log10(rough))
    step = unit * next(each for each in (1, 2, 5, 10) if each * unit >= rough)
    return [round(number * step, 10) for number in range(ceil(low / step), floor(high / step) + 1)]
