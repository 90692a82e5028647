"""ferz.pyffish under the tests of Fairy-Stockfish, and in the boards of pychess.

They run if copies of these programs are there, for which they have no license to be here:

    FERZ_FAIRY_STOCKFISH=…/Fairy-Stockfish FERZ_PYCHESS=…/pychess-variants ./test tests/test_upstream.py
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from differential import hand_sorted

SCRIPT = str(Path(__file__).with_name("upstream.py"))


def copy_of(variable: str, needed: str) -> Path:
    path = os.environ.get(variable)
    if not path:
        print(f"skipped: {variable} does not name a copy of that program")
        pytest.skip(f"{variable} names no copy of that program")
    assert (Path(path) / needed).is_file(), f"{variable}: there is no {needed} in {path}"
    return Path(path)


def answers(*arguments: object, cwd: Path) -> list[Any]:
    command = [sys.executable, SCRIPT, *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd)
    return [json.loads(line) for line in done.stdout.splitlines()]


#: What does not hold of `test.py`: the test, a pattern for its message, and why.
OTHERWISE = [
    ("test_info", r"False is not true", "the name of the program"),
    ("test_legal_moves", r"Lists differ", "moves are sorted here; the same moves in another order"),
    ("test_get_san", r"'\+Le4=L' != 'Ge4=L'", "promoted forms have the letters of the FEN"),
    ("test_get_san_moves", r"'Ba6=\+B', '\+Fd6'", "promoted forms have the letters of the FEN"),
    ("test_get_san", r"'ef6=F' != 'e5f6=F'", "a file is enough to tell the pawns apart"),
    ("test_get_san", r"'Nbd2/E' != 'Nd2/E'", "knights that cannot gate are told apart as well"),
    ("test_validate_fen", r"-8 != 1", "a rank of nine squares on a board of eight"),
    ("test_has_insufficient_material", r"E0502", "a rank of nine squares on a board of eight"),
    ("test_has_insufficient_material", r"Tuples differ", "sides of which the library does not know that they cannot win"),
    ("test_get_fen", r"w - - 2 2' != .* w KQkq - 2 2'", "a king that passes has lost its rights"),
]


def test_fairy_stockfish() -> None:
    path = copy_of("FERZ_FAIRY_STOCKFISH", "test.py")
    *found, count = answers("fairy-stockfish", path, "ferz.pyffish", cwd=path)
    reasons: Counter[str] = Counter()
    for test, message, told in found:
        known = [why for name, pattern, why in OTHERWISE if name == test and re.search(pattern, message)]
        assert known, (test, message, told)
        reasons[known[0]] += 1
    print(f"{count - len(found)} of {count} assertions of Fairy-Stockfish's test.py hold")
    for why, number in reasons.items():
        print(f"{number:4} {why}")
    assert count > 600 and len(found) <= 31


#: Variants whose texts of moves differ, and why.
SAN_OTHERWISE = {
    # Checks to royal pieces that are not kings.
    "atomic atomic960 chak spartan xiangfu": r"[+#]$",
    "seirawan seirawan960 shouse": r"(?<=^[NBRQKHE])[a-h]?[1-8]?(?=x?[a-h][1-8]/[HE][+#]?$)",
    "sittuyin": r"^[a-h]?[1-8]?(?=[a-h][1-8]=F[+#]?$)",
    # Letters of promoted forms, and what tells pieces of one letter apart there.
    "chak chennis mansindam shinobi shinobiplus shogun xiangfu": r"^\+?[A-Z][a-i]?[0-9]*(?=x?@?[a-i])|=\+?[A-Z]",
}

#: A horde without king has no files of its own to begin on: see docs/python.md.
FEN_OTHERWISE = {"horde960"}

#: Start positions whose definition leaves a field out, which is taken for another one there.
CLOCK_OTHERWISE = {"chennis", "xiangfu"}


def alike(key: str, given: dict[str, Any]) -> dict[str, Any]:
    """An answer without what is told to be otherwise."""
    given = {**given, "initial": None}
    for field in ("immediate", "optional"):
        # If the answer is no, its result says nothing.
        given[field] = given[field] if given[field][0] else [False]
    fields = hand_sorted(given["fen"].partition(" | ")[0]).replace("[-]", "[]").split(" ")
    if key in CLOCK_OTHERWISE:
        del fields[-2]
    # Games of the Shogi family begin with another form of FEN there.
    given["fen"] = [field for field in fields if field not in ("", "-", "0")]
    if key in FEN_OTHERWISE:
        given["fen"] = [field for field in given["fen"] if field == "b" or not re.fullmatch("[a-h]+", field)]
    for keys, pattern in SAN_OTHERWISE.items():
        if key in keys.split():
            given["san"] = {move: re.sub(pattern, "", text) for move, text in given["san"].items()}
    return given


def test_boards_of_pychess() -> None:
    path = copy_of("FERZ_PYCHESS", "server/fairy/fairy_board.py")
    games = int(os.environ.get("FERZ_PYCHESS_GAMES", "1"))
    ours = answers("pychess", path, "ferz.pyffish", games, cwd=path)
    theirs = answers("pychess", path, "pyffish", games, cwd=path)
    variants = set()
    for (*place, mine), (*other, yours) in zip(ours, theirs):
        assert place == other, (place, other)
        assert "error" not in mine and "error" not in yours, (place, mine, yours)
        key = place[0]
        variants.add(key)
        one, two = alike(key, mine), alike(key, yours)
        different = [field for field in one if one[field] != two[field]]
        assert not different, (place, different, mine, yours)
    assert len(ours) == len(theirs) > 3000 and len(variants) > 60
    print(f"{len(ours)} positions of {len(variants)} variants of pychess: FairyBoard answers the same")
