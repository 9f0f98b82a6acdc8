"""The components: what is in the box, and how a wrong card is refused."""

from __future__ import annotations

import copy
from importlib import resources
from pathlib import Path

import pytest
from looterz.tables import SHIPPED, components_with, own_card

from loot_table.engine.components import read_toml
from loot_table.engine.errors import BadComponents
from loot_table.engine.options import described
from loot_table.games.looterz import GAME
from loot_table.games.looterz.box import Options
from loot_table.games.looterz.operations import OPERATIONS


def test_the_components_say_what_is_printed_and_what_is_inferred() -> None:
    """LZ-01, LZ-R37, LZ-R38: an example shows the Life of a moment, not the hearts on the card."""
    notes = {kind["id"]: kind["provenance"] for kind in SHIPPED["card"]}
    for looter in ("dragonling", "death_knight"):
        assert notes[looter]["life"].startswith("ours")
        assert "at that moment" in notes[looter]["life"]
    assert "at least 1)" in notes["king"]["life"]
    assert "second may be declined is ours" in notes["hydra"]["ability"]
    assert "inferred" in notes["mermaid"]["ability"]
    assert SHIPPED["players"]["provenance"].startswith("rulebook")


def test_the_rulebook_counts_what_is_in_the_box() -> None:
    """LZ-07."""
    rulebook = resources.files("loot_table.games.looterz").joinpath("rulebook.md").read_text("utf-8")
    box = SHIPPED["components"]
    for part in ("looterz_cards", "life_tokens", "loot_tokens", "dice", "player_aids"):
        words = {"looterz_cards": "Looterz cards", "dice": "six-sided dice"}.get(part, part.replace("_", " "))
        words = words.replace("life", "Life").replace("loot t", "Loot t")
        assert f"{box[part]} {words}" in rulebook


def test_rulebook_and_data_file_name_every_operation() -> None:
    """The card language: whoever adds an operation also tells those who write cards."""
    rulebook = resources.files("loot_table.games.looterz").joinpath("rulebook.md").read_text("utf-8")
    words = SHIPPED["vocabulary"]
    assert words["ops"] == list(OPERATIONS)
    assert [op for op in OPERATIONS if f"| `{op}` |" not in rulebook] == []
    assert set(words["cost_ops"]) == {op.word for op in OPERATIONS.values() if op.is_cost}
    assert set(words["hostile_ops"]) == {op.word for op in OPERATIONS.values() if op.is_hostile}
    assert set(words["harm_ops"]) == {op.word for op in OPERATIONS.values() if op.is_harm}


def test_every_option_of_the_data_file_is_there_with_its_default() -> None:
    found = {option.name: option for option in described(Options)}
    assert set(found) == set(SHIPPED["options"])
    for name, written in SHIPPED["options"].items():
        assert found[name].default == written["default"], name
        if "values" in written:
            assert list(found[name].choices) == written["values"]
        elif "min" in written:
            assert (found[name].least, found[name].most) == (written["min"], written["max"])


def test_the_set_has_thirty_kinds_and_sixty_cards_as_described() -> None:
    kinds = GAME.read_components(None).kinds
    assert len(kinds) == 30
    assert {kind.copies for kind in kinds} == {2}
    triggers = [ability.trigger for kind in kinds for ability in kind.abilities]
    counts = [triggers.count(word) for word in ("activation", "recruitment", "last_wish")]
    # The Paladin is one of three with Taunt and one of six with a Last Wish.
    assert counts == [9, 10, 6]
    assert sum(kind.has_taunt for kind in kinds) == 3


def wrong(ability: str) -> str:
    with pytest.raises(BadComponents) as caught:
        GAME.read_components(components_with(own_card("oddity", ability)))
    return str(caught.value)


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ('trigger = "activaton"\neffects = [{ op = "loot" }]', 'did you mean "activation"'),
        ('effects = [{ op = "loot" }]', "trigger is missing"),
        ('trigger = "activation"\neffects = [{ op = "destory" }]', 'did you mean "destroy"'),
        ('trigger = "activation"\neffects = [{ n = 2 }]', "op is missing"),
        ('trigger = "activation"\neffects = [{ op = "loot", n = 0 }]', "n must be a whole number from 1 to 36"),
        ('trigger = "activation"\neffects = [{ op = "loot", n = 1.5 }]', "n must be a whole number from 1 to 36"),
        ('trigger = "activation"\neffects = [{ op = "loot", n = true }]', "n must be a whole number"),
        ('trigger = "activation"\neffects = [{ op = "loot", pick = "each" }]', 'there is no key "pick"'),
        ('trigger = "activation"\neffects = [{ op = "damage", excludeself = true }]', 'did you mean "exclude_self"'),
        ('trigger = "activation"\neffects = [{ op = "damage", who = "all" }]', "who must be one of you, each"),
        ('trigger = "activation"\neffects = [{ op = "damage", pick = "random" }]', "choose, each, self"),
        ('trigger = "activation"\neffects = [{ op = "steal", from = "poorest" }]', "richest, any"),
        ('trigger = "activation"\neffects = [{ op = "enter" }]', "from is missing; it is one of graveyard"),
        ('trigger = "activation"\neffects = [{ op = "enter", from = "draw_pile", pick = "choose" }]', "top card"),
        ('trigger = "activation"\neffects = [{ op = "exhaust", side = "theirs" }]', "any, own, enemy"),
        ('trigger = "activation"\neffects = [{ op = "exhaust", side = "own", pick = "each" }]', "side goes only"),
        ('trigger = "activation"\neffects = [{ op = "damage", min_life = 4, max_life = 2 }]', "no Looter could be"),
        ('trigger = "activation"\neffects = [{ op = "damage", min_power = 4, max_power = 2 }]', "no Looter could be"),
        ('trigger = "activation"\neffects = [{ op = "damage", max_power = 7 }]', "from 1 to 6"),
        ('trigger = "activation"\neffects = [{ op = "damage", taunt = 1 }]', "taunt must be true or false"),
        ('trigger = "activation"\neffects = [{ op = "take_control", side = "own" }]', "any or enemy"),
        ('trigger = "activation"\neffects = [{ op = "take_control", pick = "each" }]', "pick must be one of choose"),
        ('trigger = "activation"\neffects = [{ op = "take_control", duration = "ever" }]', "turn, permanent"),
        ('trigger = "activation"\neffects = [{ op = "attack", who = "each" }]', "only the Looter itself attacks"),
        ('trigger = "activation"\neffects = [{ op = "damage", pick = "self", who = "each" }]', 'needs who = "you"'),
        ('trigger = "activation"\neffects = [{ op = "damage", pick = "self", exclude_self = true }]', "no target"),
        ('trigger = "last_wish"\neffects = [{ op = "gain_life", pick = "self" }]', "has left play"),
        ('trigger = "last_wish"\neffects = [{ op = "attack" }]', "has left play"),
        ('trigger = "activation"\noptional = true\neffects = [{ op = "loot" }]', "always a free choice"),
        ('trigger = "activation"\ncost = [{ op = "loot" }]\neffects = [{ op = "loot" }]', "discard, sacrifice"),
        (
            'trigger = "activation"\ncost = [{ op = "discard", who = "each" }]\neffects = [{ op = "loot" }]',
            'no key "who"',
        ),
        (
            'trigger = "activation"\ncost = [{ op = "discard" }, { op = "discard" }]\neffects = [{ op = "loot" }]',
            "larger n (LZ-R28)",
        ),
        ('trigger = "activation"\neffects = []', "at least one step"),
        ('trigger = "activation"', "at least one step"),
        ('trigger = "activation"\neffects = ["loot"]', "must be a table"),
        ('trigger = "activation"\neffects = 3', "must be a list"),
        ('trigger = "activation"\nwhen = "now"\neffects = [{ op = "loot" }]', 'no key "when"'),
    ],
)
def test_a_wrong_ability_is_refused_with_card_and_place(ability: str, said: str) -> None:
    message = wrong(ability)
    assert said in message
    assert message.startswith("card oddity, ability 1")


def changed(**values: object) -> str:
    data = copy.deepcopy(SHIPPED)
    for key, value in values.items():
        if value is None:
            data["card"][0].pop(key)
        else:
            data["card"][0][key] = value
    with pytest.raises(BadComponents) as caught:
        GAME.read_components(data)
    return str(caught.value)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"life": 0}, "card dragonling: life must be a whole number from 1 to 6; got 0"),
        ({"life": 7}, "card dragonling: life must be a whole number from 1 to 6; got 7"),
        ({"power": "three"}, "card dragonling: power must be a whole number from 1 to 6"),
        ({"copies": 11}, "card dragonling: copies must be a whole number from 1 to 10"),
        ({"copies": 3}, "looterz_cards must be the sum of all copies, 61; got 60"),
        ({"role": "late"}, "card dragonling: role must be one of early, finish, catch_up, rebuild"),
        ({"keywords": ["tount"]}, 'did you mean "taunt"'),
        ({"id": "Dragonling"}, "lower-case words"),
        ({"id": "barbarian"}, "two cards have this id"),
        ({"name": ""}, "name must be one line of 1 to 40"),
        ({"text": "a\nb"}, "text must be one line"),
        ({"live": 3}, 'there is no key "live" (did you mean "life"?)'),
        ({"power": None}, "power is missing"),
    ],
)
def test_a_wrong_card_is_refused_with_its_field(values: dict[str, object], said: str) -> None:
    assert said in changed(**values)


def test_two_activations_on_one_card_are_refused() -> None:
    twice = own_card("twice", *['trigger = "activation"\neffects = [{ op = "loot" }]'] * 2)
    with pytest.raises(BadComponents, match="at most one activation"):
        GAME.read_components(components_with(twice))


def test_too_few_cards_a_wrong_section_and_unknown_words_are_refused() -> None:
    data = copy.deepcopy(SHIPPED)
    data["card"] = data["card"][:11]
    data["components"]["looterz_cards"] = 22
    with pytest.raises(BadComponents, match="23 cards are needed"):
        GAME.read_components(data)
    for section, key, value, said in (
        ("vocabulary", "ops", ["fly"], "'fly' is not one of them"),
        ("vocabulary", "hostile_ops", ["loot"], "'loot' is not one of them"),
        ("loot_target", "2", 99, "from 1 to 36"),
        ("setup", "party_limit", 0, "from 1 to 20"),
        ("setup", "party_size", 3, 'no key "party_size"'),
    ):
        data = copy.deepcopy(SHIPPED)
        data[section][key] = value
        with pytest.raises(BadComponents, match=said):
            GAME.read_components(data)
    data = copy.deepcopy(SHIPPED)
    del data["setup"]
    with pytest.raises(BadComponents, match="setup must be a table"):
        GAME.read_components(data)


def test_a_file_that_is_not_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[card]]\nid = "a"\nlife = = 3\n')
    with pytest.raises(BadComponents, match="line 3"):
        read_toml(file)


def test_the_shipped_set_reads_the_same_from_its_file() -> None:
    assert GAME.read_components(SHIPPED).hash == GAME.read_components(None).hash
