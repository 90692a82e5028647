"""ferz.pyffish answers what pyffish answers."""

import os
import random

import pytest

import ferz
import ferz.pyffish as ours
from differential import Child, Question, Report, compare
from ferz._notations import GAMES

#: Positions of each variant; tests/differential.py asks for more.
POSITIONS = int(os.environ.get("FERZ_DIFFERENTIAL_POSITIONS", "2"))

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_all_functions_answer_alike_in_all_variants() -> None:
    report, child = Report(), Child()
    names = ours.variants()
    for name in names:
        compare(name, POSITIONS, child, report)
    child.close()
    assert len(names) == 121
    assert report.differences == []
    # Nothing is compared that is not asked.
    assert len(report.asked) == 16 and min(report.asked.values()) >= 100


def test_both_have_the_same_names_and_constants() -> None:
    child = Child()
    assert child.ask(("variants", []))["result"] == ours.variants()
    pyffish = pytest.importorskip("pyffish")
    for name in dir(pyffish):
        if name.startswith("_"):
            continue
        value = getattr(pyffish, name)
        assert hasattr(ours, name), name
        if isinstance(value, int):
            assert getattr(ours, name) == value, name
    child.close()


def test_what_ends_that_program_or_says_nothing_raises() -> None:
    for call in (
        lambda: ours.start_fen("nosuch"),
        lambda: ours.legal_moves("nosuch", START, []),
        lambda: ours.validate_fen(START, "nosuch"),
    ):
        with pytest.raises(KeyError):
            call()
    for bad in (
        lambda: ours.legal_moves("chess", "xx", []),
        lambda: ours.legal_moves("chess", START, ["e2e5"]),
        lambda: ours.get_fen("chess", START, ["e2e5"]),
        lambda: ours.get_san("chess", START, "g1g5"),
    ):
        with pytest.raises(ours.error):
            bad()
    with pytest.raises(ValueError, match="No such option"):
        ours.set_option("nosuch", 1)
    with pytest.raises(NotImplementedError, match="it is for janggi"):
        ours.get_san("chess", START, "e2e4", False, ours.NOTATION_JANGGI)
    with pytest.raises(NotImplementedError, match="there is no notation 10"):
        ours.get_san("chess", START, "e2e4", False, 10)


def test_notations_of_families_are_those_of_that_program() -> None:
    """Whole games, in which pieces are ambiguous, promoted and put on the board."""
    child = Child()
    for notation, games in GAMES.items():
        for name in sorted(games):
            game = ferz.Game(ours._variant(name))
            moves: list[str] = []
            numbers = random.Random(f"{name} {notation}")
            while len(moves) < 100 and game.outcome() is None:
                moves.append(ours._text(game.position, move := numbers.choice(game.legal_moves), False))
                game.push(move)
            question = ("get_san_moves", [name, ours.start_fen(name), moves, False, notation])
            theirs = child.ask(question)["result"]
            mine = getattr(ours, question[0])(*question[1])
            if name == "karouk":
                # The last check that counts is no mate here.
                theirs, mine = ([text.replace("#", "+") for text in texts] for texts in (theirs, mine))
            assert theirs == mine, (name, notation)
    child.close()


def test_counts_fog_and_promoted_pieces_are_those_of_that_program() -> None:
    counting = "8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 126 70"
    bare = "8/2K3k1/8/4S1S1/8/8/8/8 w - 88 86 70"
    moves = ["c7b7", "g7h7"]
    child = Child()
    questions: list[Question] = [
        ("get_fog_fen", ["rnbqkbnr/p1p2ppp/8/Pp1pp3/4P3/8/1PPP1PPP/RNBQKBNR w KQkq b6 0 1", "chess"]),
        ("get_fog_fen", ["4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "chess"]),
        ("get_fog_fen", ["4k3/8/8/8/8/8/8/4K3[Qq] b - - 0 1", "crazyhouse"]),
        ("get_fen", ["chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8q", "e8e7", "a8a1"], False, False, True]),
        ("get_fen", ["makruk", "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", ["g5g6m"], False, False, True]),
    ]
    for begun in (-1, 0, 1, 12, 13, 30, 200):
        for fen in (counting, bare):
            for played in ([], moves[:1], moves):
                questions.append(("get_fen", ["makruk", fen, played, False, False, False, begun]))
                questions.append(("is_optional_game_end", ["makruk", fen, played, False, begun]))
    for function, arguments in questions:
        theirs = child.ask((function, arguments))["result"]
        mine = getattr(ours, function)(*arguments)
        assert (list(mine) if isinstance(mine, tuple) else mine) == theirs, (function, arguments)
    child.close()


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        (START, ours.FEN_OK),
        ("", ours.FEN_EMPTY),
        ("xx", ours.FEN_INVALID_CHAR),
        ("8/8/8/8/8/8/8/8 w - - 0 1", ours.FEN_INVALID_NB_KINGS),
        ("kK6/8/8/8/8/8/8/8 w - - 0 1", ours.FEN_TOUCHING_KINGS),
        (START.replace(" w ", " x "), ours.FEN_INVALID_SIDE_TO_MOVE),
        (START.replace("KQkq", "XY"), ours.FEN_INVALID_CASTLING),
        (START.replace("- 0 1", "- a 1"), ours.FEN_INVALID_HALF_MOVE),
        (START.replace("- 0 1", "- 0 a"), ours.FEN_INVALID_MOVE_NUMBER),
        (START.replace("RNBQKBNR", "RNBQKBNRR"), ours.FEN_INVALID_BOARD_GEOMETRY),
        (START.replace("/8/", "/9/"), ours.FEN_INVALID_BOARD_GEOMETRY),
        (START.replace("K", "Q", 1), ours.FEN_INVALID_NB_KINGS),
    ],
)
def test_faults_of_fens_have_the_codes_of_that_program(fen: str, code: int) -> None:
    child = Child()
    assert child.ask(("validate_fen", [fen, "chess"])) == {"result": code}
    child.close()
    assert ours.validate_fen(fen, "chess") == code


def test_castling_takes_the_partner_under_the_rules_of_chess960() -> None:
    fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"
    child = Child()
    for question in (
        ("legal_moves", ["chess", fen, [], True]),
        ("get_fen", ["chess", fen, ["e1g1"], True]),
        ("get_fen", ["chess", fen, [], True]),
        ("get_san", ["chess", fen, "e1b1", True]),
        ("is_capture", ["chess", fen, [], "e1b1", True]),
    ):
        theirs = child.ask(question)["result"]
        mine = getattr(ours, question[0])(*question[1])
        assert (sorted(theirs) if isinstance(theirs, list) else theirs) == mine, question
    child.close()


def test_definitions_are_loaded() -> None:
    ours.load_variant_config("[tiny-horde:chess]\nstartFen = 4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n")
    assert ours.start_fen("tiny-horde").startswith("4k3/8")
    assert "tiny-horde" in ours.variants()
    ours.load_variant_config("[tiny-horde-2:tiny-horde]\ndoubleStep = false\n")
    assert len(ours.legal_moves("tiny-horde-2", ours.start_fen("tiny-horde-2"), [])) == 8 + 2
    # The first definition of a name counts.
    ours.load_variant_config("[tiny-horde:chess]\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1\n")
    assert ours.start_fen("tiny-horde").startswith("4k3/8")
    with pytest.raises(ferz.DefinitionError):
        ours.load_variant_config("[broken:nosuch]\n")
    with pytest.raises(ferz.DefinitionError):
        ours.load_variant_config("[broken-too:nosuch]\n[fine:chess]\n")
    assert "fine" in ours.variants() and "broken-too" not in ours.variants()
    assert ours.version() and ours.info().startswith("Ferz")
