"""One seat of a game as a Gymnasium environment, against bots of ours. To import this makes the names known:
`gymnasium.make("LootTable/LootNRun-v1", opponents="thief")`.

The observation is the row of numbers of one's seat. What may be done is `action_masks()`, as sb3-contrib asks for it, and
`info["action_mask"]`. A number that is not legal loses the game at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from loot_table.bots import Bot, make, offered
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.rl.drawing import MODES, render
from loot_table.rl.setting import LEAST, MOST, SEEDS, Setting

IDS = {
    "LootTable/CratesVsBarrels-v1": "crates_barrels",
    "LootTable/Labyrinth-v1": "labyrinth",
    "LootTable/LootFiend-v1": "loot_fiend",
    "LootTable/LootNRun-v1": "loot_n_run",
    "LootTable/Looterz-v1": "looterz",
}
ANY_SEAT = "any"  # another one in each game
SELF = "self"  # the agent plays every seat
Policy = Callable[[Any, Any], int]  # a row of numbers and a mask; a number
Opponent = str | Policy


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """`opponents` are the bot or the policy of all other seats, or a list with one for each of them, clockwise.

    With `opponents="self"` the agent plays every seat in turn: it sees what the seat to act sees (`info["seat"]`), and the
    last reward is that of the seat which acted last; `info["returns"]` has what everybody gets.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        components: Mapping[str, Any] | None = None,
        form: str = "fixed",
        seat: int | str = ANY_SEAT,
        opponents: Opponent | Sequence[Opponent] = "random",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *MODES):
            raise BadInput(f"render_mode is {', '.join(MODES)} or None, got {render_mode}")
        self.setting = setting = Setting(game, players, options, components, form)
        self.render_mode = render_mode
        self.wanted = self.checked(seat)
        self.seat = 0
        self.opponents = self.others(opponents)
        self.bots: dict[int, Bot] = {}
        self.policies: dict[int, Policy] = {}
        self.episode = setting.episode()
        self.is_over = True
        self.observation_space = spaces.Box(LEAST, MOST, (self.episode.size,), np.float32)
        self.action_space = spaces.Discrete(setting.spelling.size)

    def checked(self, seat: int | str) -> int | str:
        if seat != ANY_SEAT and seat not in range(self.setting.players):
            raise BadInput(f'seat is 0 to {self.setting.players - 1} or "{ANY_SEAT}", got {seat}')
        return seat

    def others(self, opponents: Opponent | Sequence[Opponent]) -> list[Opponent] | None:
        """One for each other seat; None where the agent plays them all."""
        if isinstance(opponents, str) and opponents == SELF:
            return None
        many = self.setting.players - 1
        listed = [opponents] * many if isinstance(opponents, str) or callable(opponents) else list(opponents)
        if len(listed) != many:
            raise BadInput(f"there are {many} other seats, and {len(listed)} opponents")
        for each in listed:
            if isinstance(each, str):
                make(each, self.setting.game, 0)  # refused now, not in the middle of a game
        return listed

    # ---- the loop

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A fresh game, played on until one's first decision; `options={"seat": 1}` is for this game alone."""
        super().reset(seed=seed)
        wanted = self.checked((options or {}).get("seat", self.wanted))
        self.deal(wanted)
        while self.is_over:  # a game that ends before one's first decision is dealt again
            self.deal(wanted)
        return self.row(self.seat), self.info()

    def deal(self, wanted: int | str) -> None:
        players = self.setting.players
        self.is_over = False
        self.seat = int(self.np_random.integers(players)) if isinstance(wanted, str) else wanted
        self.bots, self.policies = {}, {}
        for step, opponent in enumerate(self.opponents or ()):
            seat, luck = (self.seat + 1 + step) % players, int(self.np_random.integers(SEEDS))
            if isinstance(opponent, str):
                self.bots[seat] = make(opponent, self.setting.game, luck)
            else:
                self.policies[seat] = opponent
        self.episode.reset(int(self.np_random.integers(SEEDS)))
        self.go_on()

    def go_on(self) -> None:
        """Until the agent is to decide, or the game is over."""
        episode = self.episode
        while True:
            seat = episode.to_act
            if seat in self.bots:  # it gets a view and what it may do
                episode.apply(self.bots[seat].choose(episode.view(seat), offered(episode.table)))
            elif seat in self.policies:  # it gets numbers
                episode.step(int(self.policies[seat](self.row(seat), self.mask())))
            else:
                break
        self.is_over = seat < 0
        if not self.is_over:
            self.seat = seat
        if self.render_mode == "human":
            self.render()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.is_over:
            raise BadInput("the game is over or has not begun: reset comes first")
        actor, letter = self.seat, int(action)
        if letter not in self.episode.legal():
            self.is_over = True
            return self.row(self.seat), -1.0, True, False, {**self.info(), "illegal": letter}
        self.episode.step(letter)
        self.go_on()
        info = self.info()
        reward = 0.0
        if self.is_over:
            info["returns"] = self.episode.returns()
            reward = info["returns"][actor]
        return self.row(self.seat), reward, self.is_over, False, info

    # ---- what the agent gets

    def row(self, seat: int) -> Any:
        return np.frombuffer(self.episode.fresh_row(seat), np.float32)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.mask(), "seat": self.seat}

    def mask(self) -> Any:
        """What whoever decides may do; nothing when it is over."""
        if self.is_over:
            return np.zeros(self.setting.spelling.size, np.int8)
        return np.frombuffer(self.episode.fresh_mask(), np.int8)

    def action_masks(self) -> Any:
        """What may be done now, for sb3-contrib: true for each legal number."""
        return self.mask().astype(bool)

    def render(self) -> Any:
        names = [f"player_{seat}" for seat in range(self.setting.players)]
        return render(self.setting.game, self.episode.table, names, self.render_mode)


for name, slug in IDS.items():
    if name not in gymnasium.registry:
        gymnasium.register(name, "loot_table.rl.gymnasium:SeatEnv", kwargs={"game": slug})
