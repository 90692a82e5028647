"""What strangers send is an exception and never the end of the process."""

import io
import random
from collections.abc import Callable
from typing import Any

import pytest

import ferz

TEXTS = [
    "",
    "\0",
    "x",
    "🙂" * 100,
    "[" * 100_000,
    "name = 'x'\ninherits = 'x'\n",
    "name = 'x'\ninherits = 'chess'\nboard.files = 1000000\n",
    "name = 'x'\ninherits = 'chess'\nstart = '" + "9" * 10_000 + "'\n",
    "name = 'x'\ninherits = 'chess'\npieces.queen.move = '" + "[" * 50_000 + "'\n",
    "name = 'x'\ninherits = 'chess'\npieces.queen.move = '" + "a" * 50_000 + "Q'\n",
    "[mine:chess]\nking = -\nstartFen = 9/9/9\n",
    "[mine:nosuch]\n",
    "Game: x\n",
]

FENS = [
    "",
    " ",
    "xx",
    "\0",
    "9" * 100_000,
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqKQkq e9 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -5 99999999999999999999",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1",
    "é" * 1000,
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_bad_definition_raises(text: str) -> None:
    with pytest.raises(ferz.FerzError):
        ferz.Variant.from_text(text)
    try:
        variant, findings = ferz.Variant.read(text)
    except ferz.FerzError:
        return
    assert variant is None and any(finding.is_error for finding in findings)


@pytest.mark.parametrize("fen", FENS, ids=range(len(FENS)))
def test_a_bad_fen_raises(fen: str) -> None:
    chess = ferz.Variant("chess")
    with pytest.raises(ferz.FenError):
        chess.position(fen)
    assert any(finding.is_error for finding in chess.check_fen(fen))
    with pytest.raises(ferz.FenError):
        ferz.Game(chess, fen)


@pytest.mark.parametrize("fen", ["k7/8/8/8/8/8/8/KK6 w - - 0 1", "kK6/8/8/8/8/8/8/8 w - - 0 1"])
def test_an_odd_fen_is_played_and_said_to_be_odd(fen: str) -> None:
    chess = ferz.Variant("chess")
    assert chess.position(fen).fen == fen
    findings = chess.check_fen(fen)
    assert findings and not any(finding.is_error for finding in findings)


@pytest.mark.parametrize("text", ["", "\0", "e2", "e2e5", "i9i10", "Q" * 100_000, "é", "@@@@", "0000", "[", "e2e4;" * 1000])
def test_a_bad_move_raises(text: str) -> None:
    start = ferz.Variant("chess").start()
    with pytest.raises(ferz.MoveError):
        start.play(text)
    with pytest.raises(ferz.MoveError):
        start.parse_san(text)
    game = ferz.Game(start)
    with pytest.raises(ferz.MoveError):
        game.push(text)
    assert game.ply() == 0


@pytest.mark.parametrize("text", ["", "Ü", "[" * 100_000, "(" * 10_000, "z" * 10_000, "R99999999999999", "[F?"])
def test_a_bad_movement_raises(text: str) -> None:
    with pytest.raises(ferz.DefinitionError):
        ferz.Movement(text)


def test_a_bad_game_raises() -> None:
    for text in ["[Variant \"nosuch\"]\n\n1. e4 *", "1. e5 *", "[FEN \"x\"]\n\n*", "\0"]:
        with pytest.raises(ferz.RecordError):
            ferz.Game.from_record(text, ferz.Variant("chess") if "nosuch" not in text else None)
    (odd,) = ferz.read_games(io.StringIO("[Variant \"nosuch\"]\n\n1. e4 *"))
    assert odd.game is None and odd.findings
    assert list(ferz.read_games(io.StringIO(""))) == []
    # A text is no path.
    with pytest.raises(FileNotFoundError):
        ferz.read_games("1. e4 *")
    with pytest.raises(AttributeError):
        list(ferz.read_games(1))  # type: ignore[arg-type]


def test_arguments_of_the_wrong_kind_raise() -> None:
    # What a type checker would refuse is asked at run time.
    chess: Any = ferz.Variant("chess")
    start: Any = chess.start()
    variant: Any = ferz.Variant
    calls: list[tuple[type[Exception], Callable[[], object]]] = [
        (TypeError, lambda: start.play(1)),
        (TypeError, lambda: start.play(None)),
        (TypeError, lambda: variant(1)),
        (OverflowError, lambda: start.perft(-1)),
        (ValueError, lambda: start.perft(3, threads=0)),
        (ValueError, lambda: start.search()),
        (ValueError, lambda: start.search(nodes=0)),
        (ValueError, lambda: start.search(time=-1.0)),
        (ValueError, lambda: start.search(time=float("nan"))),
        (ValueError, lambda: start.search(nodes=1, table_mib=0)),
        (ValueError, lambda: start.search(nodes=1, moves=[])),
        (KeyError, lambda: start.piece_at("z99")),
        (KeyError, lambda: start.svg(moves_of="")),
        (ValueError, lambda: start.svg("pink")),
        (ValueError, lambda: start.hand("green")),
        (ValueError, lambda: variant.from_text("", "nosuch")),
        (ValueError, lambda: ferz.random_games(chess, 10**9)),
        (IndexError, lambda: ferz.Game(chess).pop()),
        (IndexError, lambda: ferz.Game(chess).peek()),
        (ValueError, lambda: ferz.Game(chess).agree(2.0)),
        (KeyError, lambda: chess.letter("dragon")),
        (KeyError, lambda: ferz.explain_code("E9999")),
        (ferz.FerzError, lambda: ferz.Searcher(chess).search(ferz.Variant("shogi").start(), nodes=1)),
    ]
    for error, call in calls:
        with pytest.raises(error):
            call()


def test_the_classes_of_errors_are_those_of_python() -> None:
    assert issubclass(ferz.FerzError, ValueError)
    for error in (ferz.DefinitionError, ferz.FenError, ferz.MoveError, ferz.RecordError):
        assert issubclass(error, ferz.FerzError)
    assert issubclass(ferz.InternalError, RuntimeError)
    assert ferz.FerzError("x").findings == ()


@pytest.mark.parametrize("in_long_work", [False, True])
def test_a_mistake_of_the_program_is_an_exception(in_long_work: bool, capfd: pytest.CaptureFixture[str]) -> None:
    from ferz._core import _panic

    with pytest.raises(ferz.InternalError, match=r"a mistake on purpose \(src/errors.rs:"):
        _panic(in_long_work)
    # Nothing is printed, and everything goes on.
    assert capfd.readouterr() == ("", "")
    assert ferz.Variant("chess").start().perft(2) == 400


def test_noise_raises() -> None:
    numbers = random.Random(1)
    signs = "KQRBNPkqrbnp12345678/wb- []+~*()&^%@=#;,.'\"\n\0éあ🙂"
    chess, start = ferz.Variant("chess"), ferz.Variant("chess").start()
    for _ in range(2000):
        text = "".join(numbers.choice(signs) for _ in range(numbers.randrange(60)))
        for call in (chess.position, start.play, ferz.Movement, ferz.Variant.from_text):
            try:
                call(text)
            except ferz.FerzError:
                pass
