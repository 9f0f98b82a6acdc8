"""Every game as a PettingZoo environment whose agents act in turn: `env("loot_n_run", players=3, options={"target_score": 30})`.

An agent's observation holds the numbers of its seat's view and the mask of what it may do; the mask stands in its info as
well. Whoever does not decide sees its view too, with an empty mask. Every array is handed out once and never written again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.rl.drawing import MODES, render
from loot_table.rl.setting import LEAST, MOST, Seeds, Setting


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - as PettingZoo calls it
    """A game of ours as PettingZoo knows games. The checks that its wrappers make are made here, so none is needed."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        components: Mapping[str, Any] | None = None,
        form: str = "fixed",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *MODES):
            raise BadInput(f"render_mode is {', '.join(MODES)} or None, got {render_mode}")
        self.setting = setting = Setting(game, players, options, components, form)
        self.metadata = {**type(self).metadata, "name": setting.name}
        self.render_mode = render_mode
        self.seeds = Seeds()
        self.seed = 0
        self.letters: list[int] = []  # all that was said since the beginning
        self.episode = setting.episode()
        self.size = self.episode.size
        self.actions = setting.spelling.size
        self.possible_agents = [f"player_{seat}" for seat in range(setting.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.agent_selection = ""
        self.is_over = True  # or has not begun
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.blank = np.zeros(self.actions, np.int8)
        self.quiet: dict[str, dict[str, Any]] = {}  # what each agent's info is while it does not decide
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self.observed() for agent in self.possible_agents}
        self.state_space = spaces.Box(LEAST, MOST, (setting.players * self.size,), np.float32)

    def observed(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(LEAST, MOST, (self.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # ---- the loop: reset, last, step

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A fresh game. The same seed makes the same luck, for this game and all that follow without one."""
        self.seed = self.seeds.next(seed)
        self.letters = []
        self.episode.reset(self.seed)
        self.begin()

    def begin(self) -> None:
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.is_over = False
        self.quiet = {agent: {"action_mask": self.blank.copy()} for agent in agents}
        self.infos = self.quiet.copy()
        self.agent_selection = agents[0]
        self.ask()

    def ask(self) -> None:
        """Whose turn it is, and what may be done; or how it ended."""
        seat = self.episode.to_act
        if seat < 0:
            self.end()
            return
        agent = self.agent_selection = self.possible_agents[seat]
        self.infos[agent] = {"action_mask": np.frombuffer(self.episode.fresh_mask(), np.int8)}
        if self.render_mode == "human":
            self.render()

    def end(self) -> None:
        agents = self.possible_agents
        self.is_over = True
        self.rewards = dict(zip(agents, self.episode.returns(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(agents, True)
        self.agent_selection = agents[0]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.is_over:
            self.leave(action)
            return
        if action is None:
            raise BadInput("None is for agents whose game is over")
        letter = int(action)
        self.episode.step(letter)
        self.letters.append(letter)
        self.infos[agent] = self.quiet[agent]
        self.ask()

    def leave(self, action: int | None) -> None:
        """Once the game is over its agents leave one by one, each after a last look."""
        if not self.agents:
            raise BadInput("the game is over or has not begun: reset comes first")
        if action is not None:
            raise BadInput("the game is over: an agent can only say None")
        agent = self.agents.pop(0)
        for known in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del known[agent]
        self._clear_rewards()
        if self.agents:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent's seat sees now, whether it decides or not."""
        row = np.frombuffer(self.episode.fresh_row(self.seat_of[agent]), np.float32)
        info = self.infos.get(agent)
        mask = info["action_mask"] if info is not None else self.blank.copy()
        return {"observation": row, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        info = self.infos[agent]
        if not observe:
            return None, self._cumulative_rewards[agent], self.terminations[agent], False, info
        row = np.frombuffer(self.episode.fresh_row(self.seat_of[agent]), np.float32)
        observation = {"observation": row, "action_mask": info["action_mask"]}
        return observation, self._cumulative_rewards[agent], self.terminations[agent], False, info

    def state(self) -> Any:
        """What all seats together know, the views one after the other: for training with a common critic."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    # ---- to see, to keep, to copy

    def render(self) -> Any:
        return render(self.setting.game, self.episode.table, self.possible_agents, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def copy(self) -> raw_env:
        """An environment of its own at the same point, with the same luck to come."""
        twin = raw_env.__new__(raw_env)
        twin.__dict__.update(self.__dict__)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "letters", "seeds"):
            setattr(twin, name, getattr(self, name).copy())
        twin.infos = {agent: {"action_mask": info["action_mask"].copy()} for agent, info in self.infos.items()}
        twin.episode = self.episode.copy()
        return twin

    def __deepcopy__(self, memo: object) -> raw_env:
        return self.copy()

    def save(self) -> dict[str, Any]:
        """Where the game stands, as plain data fit for JSON: the seed and all that was said. `restore` plays it again, on
        another machine and the other build as well."""
        return {
            "setting": self.setting.plain(),
            "seeds": [self.seeds.first, self.seeds.drawn],
            "seed": self.seed,
            "letters": self.letters.copy(),
            "left": len(self.possible_agents) - len(self.agents),  # agents that have left the game since its end
        }

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go to where `save` was; of the same setting."""
        if saved["setting"] != self.setting.plain():
            raise BadInput(f"saved was {saved['setting']}, this is {self.setting.plain()}")
        self.seeds = Seeds(*saved["seeds"])
        self.seed = saved["seed"]
        self.letters = list(saved["letters"])
        self.agents = []
        if self.seeds.drawn == 0:  # it was never reset
            return
        self.episode.reset(self.seed)
        for letter in self.letters:
            self.episode.step(letter)
        self.begin()
        for _ in range(saved["left"]):
            self.step(None)

    def __reduce__(self) -> Any:
        setting = self.setting
        game = setting.game.slug if setting.game.slug in games.slugs() else setting.game
        wishes = (game, setting.players, setting.options, setting.components, setting.form, self.render_mode)
        return restored, (wishes, self.save())


def restored(wishes: tuple[Any, ...], saved: Mapping[str, Any]) -> raw_env:
    made = raw_env(*wishes)
    made.restore(saved)
    return made


env = raw_env
