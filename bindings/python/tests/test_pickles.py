"""Positions travel to other processes."""

import pickle
import subprocess
import sys

import ferz
from walks import walk

NAMES = ["chess", "crazyhouse", "shogi", "xiangqi", "duck", "seirawan", "3check", "alice", "janggi", "baroque"]


def test_a_thousand_positions_come_back_from_another_process() -> None:
    positions = [position for name in NAMES for position in walk(ferz.Variant(name).start(), 100)]
    assert len(positions) == 1000
    there = """
import pickle, sys
from ferz import _load
positions = pickle.load(sys.stdin.buffer)
# Each variant is compiled once.
assert _load.load_variant.cache_info().misses == 10
sys.stdout.buffer.write(pickle.dumps([(p, p.fen, p.legal_texts()) for p in positions]))
"""
    sent = pickle.dumps(positions)
    done = subprocess.run([sys.executable, "-c", there], input=sent, capture_output=True, check=True)
    back = pickle.loads(done.stdout)
    assert len(back) == 1000
    for position, (again, fen, texts) in zip(positions, back):
        assert (again, hash(again)) == (position, hash(position))
        assert (fen, texts) == (position.fen, position.legal_texts())


def test_a_pickle_of_another_game_is_refused() -> None:
    from ferz._load import load_variant

    chess = ferz.Variant("chess")
    assert load_variant("chess", None, chess.definition_hash) == chess
    for arguments in [("chess", None, "0" * 16), (None, None, "0" * 16)]:
        try:
            load_variant(*arguments)
        except ferz.FerzError:
            continue
        raise AssertionError(arguments)
