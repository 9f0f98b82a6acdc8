"""The rules of Crates vs Barrels a second time, deliberately naive: dictionaries, loops, no shared code."""

from __future__ import annotations

from dataclasses import dataclass, replace

HOME = {"c": "e1", "b": "e9"}
DIAMONDS = ["a5", "e5", "i5"]
Tile = tuple[int, int]
Turn = tuple[str, str]  # from and to; a respawn comes from "", a pass goes to "", too


def tile(name: str) -> Tile:
    return ord(name[0]) - ord("a"), int(name[1]) - 1


def name(where: Tile) -> str:
    return chr(ord("a") + where[0]) + str(where[1] + 1)


@dataclass(frozen=True)
class Naive:
    pawns: tuple[tuple[str, str], ...]  # (tile, "c" or "b"), sorted
    carriers: tuple[str, str]  # of crates and of barrels, "" for none
    mover: str
    past: frozenset[tuple[object, ...]]
    movement: str = "line"
    home_attack: str = "sanctuary"
    respawning: bool = True
    forbids: bool = True
    passing: bool = False
    is_over: bool = False

    def key(self) -> tuple[object, ...]:
        return self.pawns, self.carriers, self.mover

    def at(self, where: str) -> str:
        return dict(self.pawns).get(where, "")

    def carrier(self, side: str) -> str:
        return self.carriers["cb".index(side)]

    def steps(self) -> list[Tile]:
        straight = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        return straight if self.movement == "orthogonal" else [*straight, (1, 1), (1, -1), (-1, 1), (-1, -1)]

    def targets(self, origin: str) -> set[str]:
        found = set()
        for step in self.steps():
            first = add(tile(origin), step)
            if not on_board(first):
                continue
            found.add(name(first))
            if self.at(name(first)):
                continue
            for second in self.steps() if self.movement == "steps" else [step]:
                then = add(first, second)
                if on_board(then) and name(then) != origin:
                    found.add(name(then))
        return found

    def may_land(self, origin: str, target: str) -> bool:
        if self.at(target) == self.mover:
            return False
        if target == HOME[self.mover] and self.carrier(self.mover) != origin:
            return self.home_attack != "sanctuary" and self.at(target) != ""
        return True

    def all_turns(self) -> list[Turn]:
        own = [where for where, side in self.pawns if side == self.mover]
        home = HOME[self.mover]
        must_leave = self.home_attack == "vacate" and home in own
        found = [
            (origin, target)
            for origin in own
            if not must_leave or origin == home
            for target in self.targets(origin)
            if self.may_land(origin, target)
        ]
        if self.respawning and len(own) < 5 and not must_leave:
            found += [("", diamond) for diamond in DIAMONDS if not self.at(diamond)]
        if self.passing and own and not must_leave:
            found.append(("", ""))
        return found

    def turns(self) -> list[Turn]:
        if self.is_over:
            return []
        found = self.all_turns()
        if not self.forbids:
            return found
        fresh = [turn for turn in found if not self.is_repeat(turn)]
        return fresh or found

    def is_repeat(self, turn: Turn) -> bool:
        after = self.after(turn)
        return not after.is_over and after.key() in self.past

    def after(self, turn: Turn) -> Naive:
        origin, target = turn
        enemy = "b" if self.mover == "c" else "c"
        board = dict(self.pawns)
        carriers = {"c": self.carriers[0], "b": self.carriers[1]}
        attacked = board.pop(target, "")
        if target and carriers[enemy] == target:
            carriers[enemy] = ""
        board.pop(origin, None)
        if target:
            board[target] = self.mover
        is_over = False
        if origin and carriers[self.mover] == origin:
            carriers[self.mover] = target
            is_over = target == HOME[self.mover]
        elif origin and not carriers[self.mover] and target == HOME[enemy]:
            carriers[self.mover] = target
        if attacked and enemy not in board.values():
            is_over = is_over or not self.respawning or all(diamond in board for diamond in DIAMONDS)
        after = replace(
            self,
            pawns=tuple(sorted(board.items())),
            carriers=(carriers["c"], carriers["b"]),
            mover=enemy,
            is_over=is_over,
        )
        return replace(after, past=self.past | {after.key()})


def add(one: Tile, other: Tile) -> Tile:
    return one[0] + other[0], one[1] + other[1]


def on_board(where: Tile) -> bool:
    return 0 <= where[0] < 9 and 0 <= where[1] < 9


def start(position: str, **options: object) -> Naive:
    """A naive table from a position string."""
    ranks, mover, _ = position.split()
    pawns: list[tuple[str, str]] = []
    carriers = ["", ""]
    for row, line in enumerate(ranks.split("/")):
        file = 0
        for letter in line:
            if letter.isdigit():
                file += int(letter)
                continue
            pawns.append((name((file, 8 - row)), letter.lower()))
            if letter.isupper():
                carriers["cb".index(letter.lower())] = name((file, 8 - row))
            file += 1
    table = Naive(tuple(sorted(pawns)), (carriers[0], carriers[1]), mover, frozenset())
    chosen = {
        key: value for key, value in options.items() if key in ("movement", "home_attack", "respawning", "passing")
    }
    table = replace(table, forbids=options.get("repetition", "forbid") == "forbid", **chosen)  # type: ignore[arg-type]
    return replace(table, past=frozenset({table.key()}))


def perft(table: Naive, depth: int) -> int:
    """How many games of so many turns there are."""
    if depth == 1:
        return len(table.turns())
    return sum(perft(table.after(turn), depth - 1) for turn in table.turns())
