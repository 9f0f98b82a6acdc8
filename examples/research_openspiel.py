"""OpenSpiel's own search plays Crates vs Barrels against chance, and its environment shows rows of numbers.
`python examples/research_openspiel.py`"""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, random_agent

from loot_table.rl import openspiel


def main(moves: int = 40, simulations: int = 10) -> list[float]:
    """What both sides get; 0 while nobody has won."""
    openspiel.register()
    rng = np.random.RandomState(1)
    game = pyspiel.load_game("crates_barrels", {"players": 2, "options": "turn_limit:40"})
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    while not state.is_terminal() and state.move_number() < moves:
        is_bot = state.current_player() == 0
        number = bot.step(state) if is_bot else rng.choice(state.legal_actions())
        print(state.action_to_string(int(number)))
        state.apply_action(int(number))
    table = rl_environment.Environment(game)
    agents = [random_agent.RandomAgent(seat, game.num_distinct_actions()) for seat in range(2)]
    step = table.reset()
    while not step.last():
        step = table.step([agents[step.observations["current_player"]].step(step).action])
    print("a game at random:", step.rewards)
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    main()
