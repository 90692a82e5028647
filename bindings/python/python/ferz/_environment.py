"""The common parts of the PettingZoo and Gymnasium environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, Union

import numpy
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from ._core import Game, Position, Variant

if TYPE_CHECKING:
    _Color = Literal["white", "black"]

COLORS: tuple[_Color, _Color] = ("white", "black")
Beginning = Union[str, Variant, Position]


class Table:
    """A game with what its players see of it. Each player sees its own first rank first."""

    def __init__(self, beginning: Beginning, max_plies: int) -> None:
        if max_plies < 1:
            raise ValueError("a game has at least one half-move")
        self.beginning = Variant(beginning) if isinstance(beginning, str) else beginning
        self.variant = (
            self.beginning if isinstance(self.beginning, Variant) else self.beginning.variant
        )
        self.max_plies = max_plies
        self.game = Game(self.beginning)

    def reset(self, options: Optional[dict[str, Any]]) -> None:
        """Begins a game, at the FEN of the options if they have one; the API tests have other options too."""
        fen = (options or {}).get("fen")
        self.game = Game(self.beginning) if fen is None else Game(self.variant, fen)

    def planes_space(self) -> Space[Any]:
        planes = len(self.variant.plane_names())
        shape = (planes, self.variant.ranks, self.variant.files)
        return Box(0, 255, shape, numpy.uint8)

    def planes(self, viewer: _Color) -> NDArray[numpy.uint8]:
        return self.game.position.to_numpy(viewer=viewer, by_viewer=True).copy()

    def mask(self, viewer: _Color) -> NDArray[numpy.int8]:
        """1 for each action that is legal now; none is for a player who is not to move."""
        if self.is_over or self.game.turn != viewer:
            return numpy.zeros(self.variant.n_actions, numpy.int8)
        return self.game.position.mask_to_numpy(by_mover=True).astype(numpy.int8)

    def push(self, action: int) -> None:
        """Plays an action of the side to move. Raises :class:`ferz.MoveError`."""
        self.game.push(self.game.position.move_at(action, by_mover=True))

    @property
    def is_ended(self) -> bool:
        """Whether the rules have ended the game."""
        return self.game.is_game_over()

    @property
    def is_left(self) -> bool:
        """Whether the game was truncated."""
        return not self.is_ended and self.game.ply() >= self.max_plies

    @property
    def is_over(self) -> bool:
        return self.is_ended or self.is_left

    def reward(self, viewer: _Color) -> float:
        """From -1 for a lost game to 1 for a won one."""
        outcome = self.game.outcome()
        if outcome is None:
            return 0.0
        return 2.0 * (outcome.white if viewer == "white" else outcome.black) - 1.0

    def text(self) -> str:
        return f"{self.game}\n{self.game.fen()}"
