"""Runs programs of others that use pyffish on a module of one's choice: `ferz.pyffish`, or pyffish to compare.

    python tests/upstream.py fairy-stockfish PATH MODULE

runs `test.py` of a copy of Fairy-Stockfish and prints a JSON line for each assertion that does not hold, then
one with their number.

    python tests/upstream.py pychess PATH MODULE GAMES

plays games of random moves with the `FairyBoard` of a copy of pychess-variants, so many of each of its
variants, and prints a JSON line for each answer."""

from __future__ import annotations

import importlib
import importlib.util
import json
import logging
import random
import sys
import types
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable


def fairy_stockfish(path: Path) -> None:
    spec = importlib.util.spec_from_file_location("upstream_test", path / "test.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tests: Any = module.TestPyffish
    count = depth = 0

    def going_on(name: str) -> Callable[..., None]:
        """An assertion that prints when it does not hold, and lets the test go on."""
        assertion = getattr(unittest.TestCase, name)

        def wrapped(self: Any, *values: Any, **options: Any) -> None:
            nonlocal count, depth
            # Assertions use others.
            count += depth == 0
            depth += 1
            try:
                assertion(self, *values, **options)
            except AssertionError as error:
                if depth > 1:
                    raise
                told = {key: value for key, value in locals_of_test().items() if key in ("variant", "fen")}
                print(json.dumps([self._testMethodName, str(error).splitlines()[0], told]))
            finally:
                depth -= 1

        return wrapped

    for name in dir(unittest.TestCase):
        if name.startswith("assert") and not name.startswith("assertRaises") and name != "assertLogs":
            setattr(tests, name, going_on(name))
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(tests)
    result = unittest.TestResult()
    suite.run(result)
    for test, trace in result.errors:
        told = getattr(test, "params", {})
        name = getattr(test, "test_case", test)._testMethodName
        count += 1
        print(json.dumps([name, trace.splitlines()[-1], {**told}]))
    print(json.dumps(count))


def locals_of_test() -> dict[str, Any]:
    """The variables of the function that asserts."""
    return sys._getframe(2).f_locals


class Absent(types.ModuleType):
    """A module that is not needed for boards."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *values, **options: None})


def pychess(path: Path, games: int) -> None:
    sys.path.insert(0, str(path / "server"))
    for name in ["settings", "msgspec", "betza_visualizer", "pyffish_alice"]:
        sys.modules[name] = Absent(name)
    logging.disable(logging.CRITICAL)
    boards: Any = importlib.import_module("fairy.fairy_board")
    variants: Any = importlib.import_module("variants")
    for key, variant in variants.VARIANTS.items():
        # Alice chess has a module of its own, and Jieqi another start of covered pieces each time.
        if variant.uci_variant in ("alice", "jieqi"):
            continue
        for number in range(games):
            seed = f"{key} {number}"
            random.seed(seed)
            step = -1
            try:
                for step, answers in enumerate(played(boards.FairyBoard, variant, random.Random(seed))):
                    print(json.dumps([key, number, step, answers]), flush=True)
            except Exception as error:
                print(json.dumps([key, number, step + 1, {"error": f"{type(error).__name__}: {error}"}]))


def played(board_class: Any, variant: Any, numbers: random.Random) -> Iterator[dict[str, Any]]:
    board = board_class(variant.uci_variant, chess960=variant.chess960)
    for _ in range(60):
        legal = sorted(set(board.legal_moves()))
        moves = numbers.sample(legal, min(3, len(legal)))
        answers = {
            "initial": board.initial_fen,
            "moves": list(board.move_stack),
            "fen": board.fen,
            "legal": legal,
            "san": {move: board.get_san(move) for move in moves},
            "check": board.is_checked(),
            "insufficient": board.insufficient_material(),
            "immediate": board.is_immediate_game_end(),
            "optional": board.is_optional_game_end(),
            "partner": {move: board.piece_to_partner(move) for move in moves},
        }
        if not legal:
            answers["result"] = board.game_result()
        yield answers
        if not legal or answers["immediate"][0]:
            return
        board.push(moves[0])
        if numbers.random() < 0.1:
            board.pop()


def main() -> None:
    kind, path, name, *rest = sys.argv[1:]
    sys.modules["pyffish"] = importlib.import_module(name)
    if kind == "fairy-stockfish":
        fairy_stockfish(Path(path).resolve())
    else:
        pychess(Path(path).resolve(), int(rest[0]))


if __name__ == "__main__":
    main()
