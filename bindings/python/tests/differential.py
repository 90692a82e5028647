"""Compares ferz.pyffish with pyffish itself: every function, at positions of random games.

    python tests/differential.py [POSITIONS] [VARIANT...]

prints what differs, and how often each function was asked. What differs for a reason is made alike by
``alike`` or stands in ``is_told``; both are told in docs/python.md."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ferz
import ferz.pyffish as ours
from ferz._notations import GAMES

Question = tuple[str, list[Any]]


class Child:
    """pyffish in a process that is started again when it dies."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def ask(self, question: Question) -> Any:
        if self.process is None:
            script = str(Path(__file__).with_name("pyffish_child.py"))
            self.process = subprocess.Popen(
                [sys.executable, script],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            code = self.process.wait()
            self.process = None
            return {"died": code}
        return json.loads(line)

    def close(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def answer(question: Question) -> Any:
    """What Ferz says, in the same form."""
    function, arguments = question
    try:
        return json.loads(json.dumps({"result": getattr(ours, function)(*arguments)}))
    except (ferz.FerzError, KeyError, NotImplementedError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


def histories(name: str, count: int, seed: int) -> Iterator[tuple[list[str], ferz.Game]]:
    """Moves of random games, from the start to each of so many positions; some games go back and forth, so
    that positions come again."""
    numbers = random.Random(f"{name} {seed}")
    variant = ours._variant(name)
    moves: list[str] = []
    game = ferz.Game(variant)
    back_and_forth = False
    for _ in range(count):
        yield list(moves), game
        legal = [] if game.outcome() is not None else game.position.legal_texts()
        if not legal or len(moves) >= 120:
            moves, game = [], ferz.Game(variant)
            back_and_forth = numbers.random() < 0.3
            continue
        for _ in range(numbers.randrange(1, 4)):
            text = numbers.choice(legal)
            if back_and_forth and len(moves) > 3:
                last = moves[-2]
                back = last[2:4] + last[0:2]
                text = back if back in legal else text
            game.push(text)
            moves.append(ours_text(game))
            legal = [] if game.outcome() is not None else game.position.legal_texts()
            if not legal:
                break


def ours_text(game: ferz.Game) -> str:
    """The last move as pyffish writes it."""
    last = game.pop()
    text = ours._text(game.position, last, False)
    game.push(last)
    return text


def questions(name: str, moves: list[str], game: ferz.Game, numbers: random.Random) -> Iterator[Question]:
    fen = ours.start_fen(name)
    now = ours._fen(game.position)
    yield "legal_moves", [name, fen, moves]
    yield "get_fen", [name, fen, moves]
    yield "gives_check", [name, fen, moves]
    yield "has_insufficient_material", [name, fen, moves]
    yield "is_immediate_game_end", [name, fen, moves]
    yield "is_optional_game_end", [name, fen, moves]
    yield "game_result", [name, fen, moves]
    yield "validate_fen", [now, name]
    yield "get_fen", [name, now, []]
    if "[" in now and name not in ("seirawan", "shouse"):
        yield "get_fen", [name, fen, moves, False, True]
    yield "get_fen", [name, fen, moves, False, False, True]
    yield "get_fog_fen", [now, name]
    if name in COUNTED:
        for begun in (-1, 1, max(1, len(moves) - 10)):
            yield "get_fen", [name, fen, moves, False, False, False, begun]
            yield "is_optional_game_end", [name, fen, moves, False, begun]
    if moves:
        yield "piece_to_partner", [name, fen, moves]
        for notation in [ours.NOTATION_DEFAULT, ours.NOTATION_SAN, ours.NOTATION_LAN, *notations(name)]:
            yield "get_san_moves", [name, fen, moves[:12], False, notation]
    legal = game.position.legal_moves() if game.outcome() is None else []
    for move in numbers.sample(legal, min(3, len(legal))):
        text = ours._text(game.position, move, False)
        yield "is_capture", [name, fen, moves, text]
        for notation in [ours.NOTATION_SAN, ours.NOTATION_LAN, *notations(name)]:
            yield "get_san", [name, now, text, False, notation]


#: Games that end with a number of checks.
COUNTED_CHECKS = {"3check", "5check", "checkshogi", "karouk"}

#: Games in which a side with few pieces counts moves to a draw.
COUNTED = {"makruk", "makpong", "cambodian", "karouk", "ai-wok", "asean"}


def notations(name: str) -> list[int]:
    """The notations that are made for a game."""
    return [notation for notation, games in GAMES.items() if name in games]


def once(name: str) -> Iterator[Question]:
    yield "start_fen", [name]
    yield "two_boards", [name]
    yield "captures_to_hand", [name]


def hand_sorted(fen: str) -> str:
    """Pieces in hand in one order."""
    fields = fen.split(" ")
    if len(fields) == 4 and fields[2] != "-":
        # The form of shogi has numbers before the letters.
        fields[2] = "".join(sorted(re.findall(r"[0-9]*[A-Za-z]", fields[2])))
        return " ".join(fields)
    return re.sub(r"\[([^\]]*)\]", lambda hand: f"[{''.join(sorted(hand[1].replace('-', '')))}]", fen)


def alike(function: str, result: Any) -> Any:
    """What is left of an answer when the differences are taken away that are told."""
    if function == "legal_moves":
        return sorted(set(result))
    if function == "start_fen":
        # There, it is as somebody has written it; `get_fen` says the rest.
        return hand_sorted(" ".join(result.split(" ")[:2]))
    if function in ("get_fen", "get_fog_fen"):
        return hand_sorted(result)
    if function in ("is_immediate_game_end", "is_optional_game_end"):
        # There, an end that is not there has a result as well.
        return result if result[0] else [False]
    return result


#: Ends that are claimed, or that Ferz alone knows.
NO_MATES = ours._CLAIMS | {"insufficient-material"}

#: There, squares of en passant stand in the FENs of these games whether or not a piece could capture there,
#: and with them that of the piece itself.
ODD_PAWNS = {"berolina", "pawnback", "pawnsideways", "petrified", "wolf"}


def is_told(
    name: str, question: Question, theirs: Any, mine: Any, game: ferz.Game, child: Child
) -> str | None:
    """Why two answers may differ, if there is a reason that the documents tell."""
    function, outcome = question[0], game.outcome()
    if function == "game_result" and (outcome is None or outcome.reason in NO_MATES):
        return "there, a game without mate has the result of a mate that has not happened"
    if function in ("get_fen", "get_fog_fen") and name in ODD_PAWNS:
        one, other = (fen.split(" ") for fen in (theirs, mine))
        if one[:3] + one[4:] == other[:3] + other[4:]:
            return "squares of en passant of pawns that are not those of chess"
    if function == "validate_fen" and name in ("seirawan", "shouse") and theirs == -5:
        fen = question[1][0]
        if child.ask(("get_fen", [name, fen, []])) == {"result": fen}:
            return "that program refuses what it writes itself: gates of a side that cannot castle"
    if function in ("get_san", "get_san_moves"):
        one, other = (text if isinstance(text, list) else [text] for text in (theirs, mine))
        has_promoted = "+" in game.position.fen or "+" in "".join(other)
        if has_promoted and len(one) == len(other):
            # Letters apart, there may be signs of check that are not there.
            other = [text if is_promoted(text, own) else own for text, own in zip(one, other)]
            if name == "shoshogi":
                # It has royal pieces that are not kings.
                checks = [f"{text}+" for text in one]
                other = [text[:-1] if is_promoted(text, own) else own for text, own in zip(checks, other)]
            if one == other:
                return "promoted forms are written as in the FEN"
        if name in COUNTED_CHECKS and [text.replace("#", "+") for text in one] == other:
            return "the last check that counts is written as a mate there"
        if len(one) == len(other) and are_checks(question, one, other, child):
            return "there, no sign of check stands for royal pieces that are not kings"
    return None


def are_checks(question: Question, theirs: list[str], mine: list[str], child: Child) -> bool:
    """Whether texts of moves differ in signs of check alone, and that program's own `gives_check` is true
    after the moves that have a sign here and none there."""
    function, arguments = question
    for index, (text, other) in enumerate(zip(theirs, mine)):
        if text == other:
            continue
        moves = [arguments[2]] if function == "get_san" else arguments[2][: index + 1]
        check = child.ask(("gives_check", [*arguments[:2], moves]))
        if f"{text}+" != other or check != {"result": True}:
            return False
    return True


SAN = re.compile(r"(\+?[A-Z]|)([a-w]?[0-9]*)([-x@]?[a-z][0-9]+.*)")


PROMOTION = re.compile(r"=\+?[A-Z]")


def is_promoted(theirs: str, mine: str) -> bool:
    """Whether two texts of a move differ in the letters of promoted forms alone: `+R` may be `D` there, and
    what is called `G` like another piece is told from it by its square."""
    one, other = SAN.fullmatch(theirs), SAN.fullmatch(mine)
    if one is None or other is None:
        return theirs == mine
    return PROMOTION.sub("=", one[3]) == PROMOTION.sub("=", other[3])


class Report:
    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.excused: Counter[str] = Counter()
        self.differences: list[tuple[str, Question, Any, Any]] = []

    def compare(self, child: Child, name: str, question: Question, game: ferz.Game) -> None:
        function = question[0]
        theirs, mine = child.ask(question), answer(question)
        self.asked[function] += 1
        if "result" in theirs and "result" in mine:
            if alike(function, theirs["result"]) == alike(function, mine["result"]):
                return
            reason = is_told(name, question, theirs["result"], mine["result"], game, child)
            if reason is not None:
                self.excused[reason] += 1
                return
        elif "result" not in theirs and "result" not in mine:
            return
        self.differences.append((name, question, theirs, mine))


def compare(name: str, count: int, child: Child, report: Report, seed: int = 1) -> None:
    numbers = random.Random(f"{name} {seed} questions")
    game = ferz.Game(ours._variant(name))
    for question in once(name):
        report.compare(child, name, question, game)
    for moves, game in histories(name, count, seed):
        for question in questions(name, moves, game, numbers):
            report.compare(child, name, question, game)


def main() -> None:
    arguments = sys.argv[1:]
    count = int(arguments.pop(0)) if arguments else 5
    names = arguments or ours.variants()
    report, child = Report(), Child()
    for name in names:
        before = len(report.differences)
        compare(name, count, child, report)
        found = report.differences[before:]
        print(f"{name}: {len(found)} differences", flush=True)
        shown: Counter[str] = Counter()
        for _, question, theirs, mine in found:
            shown[question[0]] += 1
            if shown[question[0]] <= 2:
                print(f"  {question}\n    pyffish {str(theirs)[:300]}\n    ferz    {str(mine)[:300]}")
    child.close()
    print(sum(report.asked.values()), "questions", dict(report.asked))
    print(sum(report.excused.values()), "excused", dict(report.excused))
    by_function = Counter((question[0]) for _, question, _, _ in report.differences)
    print(len(report.differences), "differences", dict(by_function))


if __name__ == "__main__":
    main()
