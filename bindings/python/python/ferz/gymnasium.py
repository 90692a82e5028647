"""Gymnasium environments for any variant; Gymnasium must be installed. One player learns, another one plays
against it.

    env = ferz.gymnasium.VariantEnv("shogi", opponent=my_opponent)
    planes, info = env.reset(seed=1)
    planes, reward, terminated, truncated, info = env.step(
        env.action_space.sample(info["action_mask"])
    )

An observation has the planes of :meth:`ferz.Variant.plane_names`, and ``info["action_mask"]`` the legal
actions of :meth:`ferz.Position.move_index`, both with the player's first rank first. The reward is 1 for a
won game, 0 for an equal share, -1 for a lost one, and between them for other shares. An illegal action
ends the game with -1, and ``info["is_illegal"]`` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Literal, Optional, Union

import gymnasium
import numpy
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from ._core import Game, Move, MoveError
from ._environment import COLORS, Beginning, Table

if TYPE_CHECKING:
    from ._environment import _Color

#: Chooses a move of a game. Random numbers come from the generator, so that a seed repeats a game.
Opponent = Callable[[Game, numpy.random.Generator], Union[Move, str]]

_Planes = NDArray[numpy.uint8]


def random_opponent(game: Game, random: numpy.random.Generator) -> Move:
    """Plays any legal move."""
    moves = game.legal_moves
    return moves[int(random.integers(len(moves)))]


class VariantEnv(gymnasium.Env[_Planes, numpy.int64]):
    """A game, from the start of a variant or from a position, in which the opponent's moves are a part of
    each step. ``reset(options={"fen": …})`` begins at a FEN. A game of ``max_plies`` half-moves is truncated.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}

    def __init__(
        self,
        beginning: Beginning = "chess",
        *,
        color: Literal["white", "black", "random"] = "white",
        opponent: Opponent = random_opponent,
        max_plies: int = 500,
        render_mode: Optional[Literal["ansi", "human"]] = None,
    ) -> None:
        if color not in (*COLORS, "random"):
            raise ValueError(f"`{color}` is no side: white, black, random")
        self.table = Table(beginning, max_plies)
        self.opponent = opponent
        self.render_mode = render_mode
        self._side = color
        self.color: _Color = "black" if color == "black" else "white"
        self._is_given_up = False
        self.observation_space = self.table.planes_space()
        self.action_space = Discrete(self.table.variant.n_actions)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[_Planes, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.reset(options)
        self._is_given_up = False
        if self._side == "random":
            self.color = COLORS[int(self.np_random.integers(2))]
        self._answer()
        return self.table.planes(self.color), self._info()

    def step(
        self, action: Union[int, numpy.int64]
    ) -> tuple[_Planes, float, bool, bool, dict[str, Any]]:
        if not self._is_over():
            try:
                self.table.push(int(action))
            except MoveError:
                self._is_given_up = True
            else:
                self._answer()
        if self.render_mode == "human":
            self.render()
        reward = -1.0 if self._is_given_up else self.table.reward(self.color)
        is_ended = self._is_given_up or self.table.is_ended
        is_left = not self._is_given_up and self.table.is_left
        return self.table.planes(self.color), reward, is_ended, is_left, self._info()

    def action_masks(self) -> NDArray[numpy.bool_]:
        """The legal actions, by the name that learners with action masking use."""
        return self._mask().astype(numpy.bool_)

    def _is_over(self) -> bool:
        return self._is_given_up or self.table.is_over

    def _answer(self) -> None:
        """Plays the opponent's moves."""
        while not self.table.is_over and self.table.game.turn != self.color:
            self.table.game.push(self.opponent(self.table.game, self.np_random))

    def _mask(self) -> NDArray[numpy.int8]:
        mask = self.table.mask(self.color)
        return numpy.zeros_like(mask) if self._is_given_up else mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "is_illegal": self._is_given_up}

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            raise ValueError("there is no picture without a `render_mode`: ansi, human")
        text = self.table.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None
