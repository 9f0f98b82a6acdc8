"""Policies: models in files that fit their tables, or say in what they do not; functions; what they see; how they play."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rl.models import a_card, a_file, a_graph, a_model

from loot_table import bots, games
from loot_table.arena.contest import Contest
from loot_table.arena.run import run
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.rl.card import DRAWN, check_fits
from loot_table.rl.evaluate import ABOVE, BELOW, Terms, climbed, looks, within
from loot_table.rl.onnx_file import BadModel, Graph, Node, read, written
from loot_table.rl.plain_net import ROWS, PlainNet
from loot_table.rl.policy import Model, PolicyBot, read_model, source_of

SLUG = "loot_n_run"


def first_legal(row: Any, mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


def test_a_model_says_after_reading_what_was_written() -> None:
    card = a_card(SLUG)
    graph = a_graph(card)
    again = read(a_model(card, graph))
    assert again.nodes == graph.nodes
    assert again.inputs == graph.inputs
    assert again.outputs == graph.outputs
    assert all(np.array_equal(again.weights[name], each) for name, each in graph.weights.items())
    assert replace(Model(a_model(card)).card, hash="") == card


def test_layers_do_what_the_format_says() -> None:
    weights = {"a": np.array([[1, 2], [3, 4]], np.float32), "b": np.array([0.5, -20.0], np.float32)}
    nodes = (
        Node("Gemm", (ROWS, "a", "b"), ("x",), {"transB": 1, "alpha": 2.0}),
        Node("Relu", ("x",), ("y",)),
        Node("MatMul", ("y", "a"), ("z",)),
        Node("Sub", ("z", "b"), ("u",)),
        Node("Tanh", ("u",), ("v",)),
        Node("Sigmoid", ("v",), ("w",)),
        Node("Add", ("w", "b"), ("s",)),
        Node("Mul", ("s", "b"), ("t",)),
        Node("Identity", ("t",), ("out",)),
    )
    net = PlainNet(Graph(nodes, weights, ((ROWS, 2),), (("out", 2),), {}))
    given = np.array([[1.0, -1.0]], np.float32)
    hidden = np.maximum(2 * (given @ weights["a"].T) + weights["b"], 0)
    expected = (1 / (1 + np.exp(-np.tanh(hidden @ weights["a"] - weights["b"]))) + weights["b"]) * weights["b"]
    assert np.allclose(net.run({ROWS: given})["out"], expected)


@pytest.mark.parametrize("slug", games.slugs())
@pytest.mark.parametrize("form", ["fixed", "factored"])
def test_a_policy_plays_whole_games_of_every_game(slug: str, form: str) -> None:
    card = replace(a_card(slug, form=form), plays=DRAWN)
    model = Model(a_model(card))
    game = games.load(slug)
    match = Match(game, 2, nature=Random(5))
    bots = [PolicyBot(model, game, card, seat) for seat in range(2)]
    for _ in range(30):
        if match.is_over:
            break
        match.play(match.to_act, bots[match.to_act].choose(match.view(match.to_act), match.actions()))
    assert match.version > 20


def test_a_policy_sees_the_numbers_of_its_seat_and_a_mask_of_what_is_legal() -> None:
    seen: list[tuple[Any, Any]] = []

    def noted(row: Any, mask: Any) -> int:
        seen.append((row, mask))
        return first_legal(row, mask)

    game, card = games.load(SLUG), a_card(SLUG)
    match = Match(game, 2, nature=Random(5))
    PolicyBot(noted, game, card, 1).choose(match.view(match.to_act), match.actions())
    row, mask = seen[0]
    assert row.dtype == np.float32
    assert row.shape == (card.observation,)
    assert mask.dtype == np.int8
    assert mask.shape == (card.letters,)
    assert 1 < mask.sum() <= len(match.actions())


def test_the_same_seed_draws_the_same_answers() -> None:
    card = replace(a_card(SLUG), plays=DRAWN)
    model = Model(a_model(card))

    def played(seed: int) -> list[float]:
        contest = Contest(
            SLUG, ("p", "random"), 2, 6, seed, brought={"p": lambda game, dice: PolicyBot(model, game, card, dice)}
        )
        return [result.length for result in run(contest)]

    assert played(3) == played(3) != played(4)


@pytest.mark.parametrize(
    ("change", "players", "options", "says"),
    [
        ({"game": "looterz"}, 2, {}, "this model plays Looterz, not Loot N Run"),
        ({"game": "unknown"}, 2, {}, 'this model plays "unknown", not Loot N Run'),
        ({}, 3, {}, "with 2 players, not with 3"),
        ({}, 2, {"target_score": 20}, "with the usual options, not with target_score=20"),
        ({"encoding": 99}, 2, {}, "reads version 99 of the numbers of Loot N Run; here is version"),
        ({"rules": 99}, 2, {}, "knows rules version 99 of Loot N Run"),
        ({"components": "other"}, 2, {}, "knows other components of Loot N Run"),
    ],
)
def test_a_model_that_does_not_fit_says_in_what(
    change: dict[str, Any], players: int, options: dict[str, Any], says: str
) -> None:
    card = a_card(SLUG)
    check_fits(card, games.load(SLUG), 2, {})
    with pytest.raises(BadModel, match=says):
        check_fits(replace(card, **change), games.load(SLUG), players, options)


def test_a_table_with_other_numbers_than_a_card_says_is_noticed() -> None:
    card = replace(a_card(SLUG), letters=3)
    match = Match(games.load(SLUG), 2, nature=Random(5))
    with pytest.raises(BadModel, match="and 3 letters; at this table"):
        PolicyBot(first_legal, match.game, card, 1).choose(match.view(match.to_act), match.actions())


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (10**6, "which is not legal"),
        (np.zeros(3), "got \\(3,\\)"),
        (np.array(["a"] * 64), "no numbers"),
        ("up", "no numbers"),
    ],
)
def test_what_is_no_answer_is_said(answer: Any, says: str) -> None:
    game, card = games.load(SLUG), a_card(SLUG)
    match = Match(game, 2, nature=Random(5))
    with pytest.raises(BadModel, match=says):
        PolicyBot(lambda _, __: answer, game, card, 1).choose(match.view(match.to_act), match.actions())


def test_scores_that_are_no_numbers_are_said() -> None:
    game, card = games.load(SLUG), a_card(SLUG)
    match = Match(game, 2, nature=Random(5))
    with pytest.raises(BadModel, match="no numbers"):
        PolicyBot(lambda _, mask: mask * np.nan, game, card, 1).choose(match.view(match.to_act), match.actions())


# ---------------------------------------------------------------- files from anywhere


def test_every_cut_of_a_file_is_a_clear_error() -> None:
    content = a_model(a_card(SLUG))
    for length in [*range(0, 300, 7), *range(300, len(content), 997)]:
        with pytest.raises(BadModel):
            Model(content[:length])


def test_bytes_that_were_changed_are_a_clear_error_or_change_nothing() -> None:
    """The hash on the card holds what was learned; what else may change, such as a layer's name, changes no score."""
    content, card = a_model(a_card(SLUG)), a_card(SLUG)
    row, mask = np.ones(card.observation, np.float32), np.ones(card.letters, np.int8)
    usual = Model(content)(row, mask)
    rng = Random(7)
    refused = 0
    for _ in range(400):
        at, bits = int(rng.below(len(content))), int(1 + rng.below(255))
        changed = content[:at] + bytes([content[at] ^ bits]) + content[at + 1 :]
        try:
            scores = Model(changed)(row, mask)
        except BadModel:
            refused += 1
        else:
            assert scores.shape == usual.shape
    assert refused > 300


def test_a_model_without_a_card_is_refused() -> None:
    with pytest.raises(BadModel, match="has no card"):
        Model(written(a_graph(a_card(SLUG))))


def test_weights_that_are_not_those_of_the_card_are_refused() -> None:
    card = replace(a_card(SLUG), hash="of another net")
    with pytest.raises(BadModel, match="not the one that its card tells of"):
        Model(a_model(card))


def test_inputs_that_nobody_gives_are_refused() -> None:
    card = a_card(SLUG)
    graph = a_graph(card)
    with pytest.raises(BadModel, match='"observation" and, if it wants it, "mask"; here are "pixels"'):
        Model(a_model(card, replace(graph, inputs=(("pixels", card.observation),))))


def test_a_net_of_another_size_than_its_card_is_refused() -> None:
    card = a_card(SLUG)
    with pytest.raises(BadModel, match="unlike its card says"):
        Model(a_model(card, replace(a_graph(card), inputs=((ROWS, 5),))))


def test_layers_that_do_not_fit_each_other_are_refused() -> None:
    card = a_card(SLUG)
    graph = a_graph(card)
    with pytest.raises(BadModel, match="do not fit each other"):
        Model(a_model(card, replace(graph, nodes=graph.nodes[:1])))(
            np.zeros(card.observation, np.float32), np.ones(card.letters)
        )


def test_a_layer_that_numpy_cannot_do_is_for_a_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    card = a_card(SLUG)
    graph = a_graph(card)
    strange = replace(graph, nodes=(Node("Conv", (ROWS,), ("scores",)),))
    with pytest.raises(BadModel, match=r"loot-table\[onnx\]"):
        Model(a_model(card, strange))


def test_no_file_and_a_file_of_something_else_are_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_model(tmp_path / "none.onnx")
    (tmp_path / "words.onnx").write_text("not a model")
    with pytest.raises(BadModel, match=r"words\.onnx: this"):
        read_model(tmp_path / "words.onnx")


# ---------------------------------------------------------------- on the ladder


def test_a_function_is_a_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("def first(row, mask):\n    return int(mask.argmax())\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    source = source_of("mine:first", a_card(SLUG))
    assert source(games.load(SLUG), 1).letter(np.zeros(3), np.array([0, 1, 1]), [1, 2]) == 1
    with pytest.raises(BadInput, match="for which game"):
        source_of("mine:first")
    with pytest.raises(BadInput, match="has no function last"):
        source_of("mine:last", a_card(SLUG))
    with pytest.raises(BadInput, match="cannot be loaded: ModuleNotFoundError"):
        source_of("nowhere:first", a_card(SLUG))


def test_a_rung_has_an_interval_that_holds_at_every_look(tmp_path: Path) -> None:
    source = source_of(str(a_file(tmp_path, a_card(SLUG))))
    rung = climbed("mine", source, "thief", Terms(games=600, seed=3))
    assert rung.verdict == BELOW, "a net that has learned nothing"
    assert rung.low <= rung.share <= rung.high < rung.fair == 0.5
    assert rung.games < 600, "it stops when it is known"
    assert rung.games % 2 == 0


def test_looks_take_every_game_once(tmp_path: Path) -> None:
    contest = Contest(SLUG, ("greedy", "random"), 2, 500)
    numbers = [number for look in looks(contest, 500) for number in look]
    assert numbers == list(range(500))


def test_a_policy_can_be_above_its_fair_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A good bot takes its place."""
    source = source_of(str(a_file(tmp_path, a_card(SLUG))))
    monkeypatch.setattr(type(source), "__call__", lambda _, game, seed: bots.make("greedy", game, seed))
    rung = climbed("mine", source, "random", Terms(games=400))
    assert rung.verdict == ABOVE
    assert rung.by_seat[0] > 0.5 < rung.by_seat[1]


def test_deals_that_all_ended_alike_are_no_proof_of_certainty() -> None:
    low, high = within([0.0] * 100)
    assert low == 0.0
    assert 0.03 < high < 0.15
    assert within([0.5] * 10) != (0.5, 0.5)


def test_too_few_games_for_an_interval_are_refused(tmp_path: Path) -> None:
    source = source_of(str(a_file(tmp_path, a_card(SLUG))))
    with pytest.raises(BadInput, match="200 games at least"):
        climbed("mine", source, "random", Terms(games=100))
