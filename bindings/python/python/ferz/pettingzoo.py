"""PettingZoo environments for any variant; PettingZoo must be installed.

    env = ferz.pettingzoo.env("crazyhouse")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        action = None if done else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

The agents are ``player_0``, who is White, and ``player_1``. An agent plays several times in a row where the rules let it. An
observation has planes (``observation``, see :meth:`ferz.Variant.plane_names`) and the legal actions
(``action_mask``, see :meth:`ferz.Position.move_index`), both with the agent's first rank first. The reward
is 1 for a won game, 0 for an equal share, -1 for a lost one, and between them for other shares. A game of
``max_plies`` half-moves is truncated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional

import numpy
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from ._environment import COLORS, Beginning, Table

if TYPE_CHECKING:
    _RenderMode = Literal["ansi", "human"]

_Observation = dict[str, NDArray[Any]]

#: The sides of the agents.
_SIDES = {f"player_{number}": color for number, color in enumerate(COLORS)}


def env(
    beginning: Beginning = "chess",
    *,
    max_plies: int = 500,
    render_mode: Optional[_RenderMode] = None,
) -> AECEnv[str, _Observation, Optional[int]]:
    """An environment with the usual wrappers: an agent that makes an illegal action loses."""
    raw = raw_env(beginning, max_plies=max_plies, render_mode=render_mode)
    wrapped = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=-1))
    return OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, _Observation, Optional[int]]):  # type: ignore[misc]
    """A game, from the start of a variant or from a position. ``reset(options={"fen": …})`` begins at a
    FEN. An illegal action raises :class:`ferz.MoveError`."""

    metadata = {
        "name": "ferz_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        beginning: Beginning = "chess",
        *,
        max_plies: int = 500,
        render_mode: Optional[_RenderMode] = None,
    ) -> None:
        super().__init__()
        self.table = Table(beginning, max_plies)
        self.render_mode = render_mode
        self.possible_agents = list(_SIDES)
        mask = Box(0, 1, (self.table.variant.n_actions,), numpy.int8)
        observation: dict[str, Space[Any]] = {
            "observation": self.table.planes_space(),
            "action_mask": mask,
        }
        self.observation_spaces = {agent: Dict(observation) for agent in _SIDES}
        actions = self.table.variant.n_actions
        self.action_spaces = {agent: Discrete(actions) for agent in _SIDES}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self.table.reset(options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def observe(self, agent: str) -> _Observation:
        side = _SIDES[agent]
        return {"observation": self.table.planes(side), "action_mask": self.table.mask(side)}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is a number while the game goes on")
        self.table.push(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Updates the agent to move and the end of the game."""
        for agent in self.agents:
            if _SIDES[agent] == self.table.game.turn:
                self.agent_selection = agent
            self.rewards[agent] = self.table.reward(_SIDES[agent])
            self.terminations[agent] = self.table.is_ended
            self.truncations[agent] = self.table.is_left

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            raise ValueError("there is no picture without a `render_mode`: ansi, human")
        text = self.table.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass
