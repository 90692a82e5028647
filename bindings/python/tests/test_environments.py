"""Environments for reinforcement learning, under the tests of PettingZoo and Gymnasium."""

import warnings
from pathlib import Path
from typing import Union

import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

import ferz
import ferz.gymnasium
import ferz.pettingzoo

#: Hands, two moves a turn, walls, gates, captures on the way, a large board, a small one, chains of captures.
NAMES = [
    "chess",
    "crazyhouse",
    "shogi",
    "marseillais",
    "duck",
    "seirawan",
    "chu-shogi",
    "ordinary-spectral-realm",
    "ataxx",
    "international-draughts",
]

OWN = "name = 'griffon-chess'\ninherits = 'chess'\npieces.queen.move = '[F?R]'\n"


def variants() -> list[Union[str, ferz.Variant]]:
    return [*NAMES, ferz.Variant.from_text(OWN)]


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_pettingzoo_accepts_any_variant(variant: Union[str, ferz.Variant]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # Observations with a mask are dictionaries.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(ferz.pettingzoo.env(variant, max_plies=60), num_cycles=60)


def test_the_same_seed_repeats_a_game() -> None:
    seed_test(lambda: ferz.pettingzoo.env("minishogi", max_plies=40), num_cycles=80)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_gymnasium_accepts_any_variant(variant: Union[str, ferz.Variant]) -> None:
    for color in ("white", "black", "random"):
        env = ferz.gymnasium.VariantEnv(variant, color=color, max_plies=60)
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            check_env(env, skip_render_check=True)
        # Whole games, by the mask.
        _, info = env.reset(seed=2)
        is_over = not info["action_mask"].any()
        while not is_over:
            action = env.action_space.sample(info["action_mask"])
            _, _, is_ended, is_left, info = env.step(action)
            assert not info["is_illegal"]
            is_over = is_ended or is_left


def test_shares_are_rewards() -> None:
    env = ferz.pettingzoo.env("chess")
    env.reset()
    for san in ["f3", "e5", "g4", "Qh4"]:
        raw = env.unwrapped
        assert isinstance(raw, ferz.pettingzoo.raw_env)
        position = raw.table.game.position
        observation, reward, is_ended, is_left, _ = env.last()
        assert observation is not None and not is_ended and not is_left and reward == 0
        action = position.move_index(position.parse_san(san), by_mover=True)
        assert observation["action_mask"][action] == 1
        env.step(action)
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())


def test_a_side_that_moves_twice_is_selected_twice() -> None:
    env = ferz.pettingzoo.env("marseillais", max_plies=6)
    env.reset(seed=1)
    selected = []
    for agent in env.agent_iter():
        observation, _, is_ended, is_left, _ = env.last()
        if is_ended or is_left:
            assert is_left
            env.step(None)
            continue
        selected.append(agent)
        assert observation is not None
        env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert ("player_0", "player_0") in zip(selected, selected[1:])
    assert ("player_1", "player_1") in zip(selected, selected[1:])


def test_both_players_see_their_first_rank_first() -> None:
    env = ferz.pettingzoo.raw_env("chess")
    env.reset()
    white, black = env.observe("player_0"), env.observe("player_1")
    names = env.table.variant.plane_names()
    pawns, turn = names.index("own pawn"), names.index("black to move")
    for seen in (white, black):
        assert seen["observation"][pawns, 1].all() and not seen["observation"][turn].any()
    assert white["action_mask"].sum() == 20 and black["action_mask"].sum() == 0
    # The same move of both sides is one action.
    position = env.table.game.position
    action = position.move_index("e2e4", by_mover=True)
    env.step(action)
    after = env.table.game.position
    assert after.move_index("e7e5", by_mover=True) == action != after.move_index("e7e5")


def test_an_illegal_action_loses() -> None:
    env = ferz.pettingzoo.env("chess")
    env.reset()
    env.step(0)
    assert env.rewards["player_0"] == -1 and all(env.terminations.values())
    raw = ferz.pettingzoo.raw_env("chess")
    raw.reset()
    with pytest.raises(ferz.MoveError, match="number 0"):
        raw.step(0)
    alone = ferz.gymnasium.VariantEnv("chess")
    alone.reset(seed=1)
    _, reward, is_ended, is_left, info = alone.step(0)
    assert (reward, is_ended, is_left, info["is_illegal"]) == (-1, True, False, True)
    assert not alone.action_masks().any()


def test_an_opponent_is_any_function() -> None:
    searcher = ferz.Searcher(ferz.Variant("chess"))

    def engine(game: ferz.Game, _: numpy.random.Generator) -> ferz.Move:
        best = searcher.search(game, nodes=200).best
        assert best is not None
        return best

    env = ferz.gymnasium.VariantEnv("chess", opponent=engine, render_mode="ansi")
    _, info = env.reset(options={"fen": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"})
    position = env.table.game.position
    _, reward, is_ended, _, _ = env.step(position.move_index("a1a8", by_mover=True))
    assert reward == 1 and is_ended and "R" in str(env.render())
    with pytest.raises(ferz.FenError):
        env.reset(options={"fen": ""})


def test_the_package_itself_needs_neither(tmp_path: Path) -> None:
    text = (Path(ferz.__file__).parent / "__init__.py").read_text()
    assert "gymnasium" not in text and "pettingzoo" not in text
