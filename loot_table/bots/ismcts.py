"""Information-set Monte Carlo tree search, one for every game: it plays on in tables imagined from a view.

Every iteration imagines a table that the seat cannot tell from the real one, goes down the tree of answers, lets nature
decide as it comes (open loop), plays a little further as a decent player would, and values what it has come to.
Statistics are kept by answer, so what is learned in one imagined table counts in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from loot_table.bots.knowledge import Knowledge
from loot_table.bots.tree import Node, Try, best_try, decided, expectations, lines_of
from loot_table.engine.playout import sampled
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import NATURE, Action, Seat, State, View
from loot_table.engine.thought import IsTimeUp, Thought, never

# What other seats do in the tree.
FOR_THEMSELVES: Final = 0  # each takes what is best for itself (max^n)
AGAINST_ME: Final = 1  # all take what is worst for the seat that thinks (paranoid)
AS_USUAL: Final = 2  # what a decent player does who sees what they see; they are no part of the tree

CHECKED_EVERY: Final = 4  # iterations between two looks at the clock
SLIP: Final = 0.1  # how often somebody in a guided playout does anything
DOUBTS: Final = 24  # tables that are hardly plausible in a row, before one is taken all the same
FARTHEST_REUSE: Final = 64  # tables looked at to find the new view in the old tree


@final
class Search:
    """The thinking of one seat through one match."""

    def __init__(self, knowledge: Knowledge, seed: int, others: int = FOR_THEMSELVES) -> None:
        self.knowledge = knowledge
        self.others = others
        self.rng = Random(seed)
        self.luck = mixed(seed)  # from which the tables of this decision are imagined
        self.is_guided = not knowledge.plays_at_random
        self.ripe = knowledge.ripe
        self.view: View | None = None
        self.root: Node | None = None
        self.me: Seat = 0
        self.certain: State | None = None  # the only table there can be, when nothing is hidden
        self.path: list[Try] = []
        self.movers: list[Seat] = []
        self.nodes: list[Node] = []
        self.is_settled = False  # whether it is certain what the question leads to

    def throw(self, seed: int) -> None:
        """Go on with other dice."""
        self.rng = Random(seed)
        self.luck = mixed(seed)

    def think(self, view: View, actions: Sequence[Action], nodes: int, is_time_up: IsTimeUp = never) -> Thought:
        """The best answer after so many iterations, or fewer when time is up. A single answer is given at once."""
        self.me = view.to_act
        world = view.imagine(self.rng)
        self.certain = None if self.knowledge.has_secrets else world
        decision = world.decision()
        actions = actions or self.knowledge.listed(world, decision, self.rng)
        root = self.continued(view)
        if root is None:
            root = Node(decision)
            self.furnish(root, world, actions, self.certain is not None)
        else:
            root.keep(actions)
        self.view, self.root = view, root
        self.luck = mixed(self.luck)
        if len(root.tries) > 1:
            self.iterate(view, root, nodes, is_time_up)
        return Thought(decided(root.tries).action, lines_of(root))

    def iterate(self, view: View, root: Node, nodes: int, is_time_up: IsTimeUp) -> None:
        checked = 0
        self.is_settled = root.certain_end(self.me) is not None
        while root.visits < nodes and not self.is_settled:
            self.visit(view, root)
            checked += 1
            if checked == CHECKED_EVERY:
                checked = 0
                if is_time_up():
                    return

    # ---------------------------------------------------------------- one iteration

    def visit(self, view: View, root: Node) -> None:
        """From the root to a new leaf, and the leaf's value back to all that was tried on the way."""
        path, movers, nodes = self.path, self.movers, self.nodes
        path.clear()
        movers.clear()
        nodes.clear()
        node = root
        one = self.chosen(root, root.tries)
        world = self.imagined(view, one)
        is_sure = self.certain is not None
        seat: Seat = self.me
        while True:
            path.append(one)
            movers.append(seat)
            nodes.append(node)
            world.apply(one.action)
            if world.agenda and world.agenda[-1].who() == NATURE:
                is_sure = False
                self.let_nature(world)
            if self.others == AS_USUAL:
                is_sure = self.let_others(world) and is_sure
            if not world.agenda or one.visits < self.ripe:
                break
            node = self.next_node(one, world, is_sure)
            seat = node.decision.seat
            if node.visits == 0 and is_sure:
                known = node.certain_end(seat)
                if known is not None:
                    self.settle(known)
                    self.learn(known)
                    return
            one = self.chosen(node, self.possible(node, world, is_sure))
        if is_sure and not world.agenda and self.others == FOR_THEMSELVES:
            self.settle(world.standings())
        self.learn(self.playout(world))

    def settle(self, end: list[float]) -> None:
        """The game ends here for certain: so do the questions before that leave nothing better, from the last on."""
        known: list[float] | None = end
        number = len(self.path)
        while known is not None and number > 0:
            number -= 1
            seat = self.movers[number]
            self.path[number].settle(seat, known)
            known = self.nodes[number].certain_end(seat)
        self.is_settled = known is not None

    def imagined(self, view: View, one: Try) -> State:
        """A table to try an answer on. The n-th try of every answer at the root meets the same table and the same luck."""
        if self.is_guided:
            self.rng = Random(self.luck + int(one.visits))
        if self.certain is not None:
            return self.certain.copy()
        plausible = self.knowledge.plausible
        world = view.imagine(self.rng)
        if plausible is not None:
            for _ in range(DOUBTS):
                if self.rng.unit() < plausible(world, self.me):
                    break
                world = view.imagine(self.rng)
        return world

    def let_nature(self, world: State) -> None:
        while world.agenda and world.agenda[-1].who() == NATURE:
            world.happen(world.chance().sample(world, self.rng))

    def let_others(self, world: State) -> bool:
        """The other seats play as usual until it is my turn again. Returns whether there was nothing to do."""
        is_idle = True
        while world.agenda and world.agenda[-1].who() != self.me:
            is_idle = False
            if world.agenda[-1].who() == NATURE:
                self.let_nature(world)
            else:
                world.apply(self.knowledge.answer(world, self.rng))
        return is_idle

    def next_node(self, one: Try, world: State, is_sure: bool) -> Node:
        decision = world.decision()
        node = one.node
        if node is None:
            node = one.node = Node(decision)
        else:
            node = node.asked(decision)
        if not node.tries:
            self.furnish(node, world, self.knowledge.listed(world, decision, self.rng), is_sure)
        return node

    def furnish(self, node: Node, world: State, actions: Sequence[Action], is_sure: bool) -> None:
        """The answers to try, the most promising first where the game says which."""
        many = len(actions)
        likings = self.knowledge.likings
        node.is_large = node.decision.is_large(world)
        if likings is None or many < 2:
            for action in actions:
                node.tries.append(Try(action, 1.0 / many))
            return
        expected = expectations(likings(world, actions, self.rng))
        tries = [Try(action, prior) for action, prior in zip(actions, expected, strict=True)]
        if node.is_large:
            tries.sort(key=lambda one: -one.prior)
        node.tries = tries
        if is_sure and self.others == FOR_THEMSELVES and not node.is_large:
            settle_ends(world, tries, node.decision.seat)

    def possible(self, node: Node, world: State, is_sure: bool) -> list[Try]:
        """The tries that the rules allow in this imagined table."""
        if is_sure:
            return node.tries
        if not node.is_large:
            return node.there(node.decision.actions(world))
        found: list[Try] = []
        width = node.width()
        for one in node.tries:
            if len(found) >= width:
                break
            if node.decision.why_not(world, one.action) is None:
                found.append(one)
        return found or node.there([node.decision.sample(world, self.rng)])

    def chosen(self, node: Node, tries: list[Try]) -> Try:
        node.visits += 1
        if node.is_large and len(tries) > node.width():
            tries = tries[: node.width()]
        return best_try(tries)

    # ---------------------------------------------------------------- what a leaf is worth

    def playout(self, world: State) -> list[float]:
        """Each seat's share of the victory, after a few more decisions or at the end."""
        knowledge = self.knowledge
        if not self.is_guided:
            sampled(world, self.rng, knowledge.cut)
        else:
            self.let_nature(world)
            left = knowledge.cut
            while world.agenda and left > 0:
                left -= 1
                if self.rng.unit() < SLIP:
                    world.apply(world.decision().sample(world, self.rng))
                else:
                    world.apply(knowledge.answer(world, self.rng))
                self.let_nature(world)
        if not world.agenda:
            return world.standings()
        if knowledge.value is not None:
            return knowledge.value(world)
        return [1.0 / world.players] * world.players

    def learn(self, shares: list[float]) -> None:
        mine = shares[self.me]
        is_paranoid = self.others == AGAINST_ME
        for number in range(len(self.path)):
            seat = self.movers[number]
            self.path[number].learn(1.0 - mine if is_paranoid and seat != self.me else shares[seat])

    # ---------------------------------------------------------------- from one decision to the next

    def continued(self, view: View) -> Node | None:
        """The node that a new view has come to, if answers alone have led there and taught the seat nothing else."""
        if self.root is None or self.view is None or self.view.to_act != view.to_act:
            return None
        waiting: list[tuple[Node, State]] = [(self.root, self.view.imagine(self.rng))]
        looked = 0
        while waiting:
            node, world = waiting.pop(0)
            for one in node.tries:
                if one.node is None or looked >= FARTHEST_REUSE or node.decision.why_not(world, one.action) is not None:
                    continue
                looked += 1
                after = world.copy()
                after.apply(one.action)
                if after.to_act < 0:
                    continue
                found = one.node.asked(after.decision())
                if after.to_act == view.to_act and after.view(view.seat) == view:
                    return found if found.tries else None
                waiting.append((found, after))
        return None


def settle_ends(world: State, tries: list[Try], seat: Seat) -> None:
    """Which answers end the game, and how, is seen before any is tried."""
    for one in tries:
        after = world.copy()
        after.apply(one.action)
        if not after.agenda:
            one.settle(seat, after.standings())
