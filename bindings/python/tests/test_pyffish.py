"""ferz.pyffish answers what pyffish answers."""

import os
import random

import pytest

import ferz
import ferz.pyffish as ours
from differential import Child, Question, Report, alike, answer, compare
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
    # A start that cannot be read is no reason to leave out others.
    with pytest.raises(ferz.DefinitionError):
        ours.load_variant_config("[good:chess]\n[kingless:chess]\nking = -\n")
    assert "good" in ours.variants() and "kingless" not in ours.variants()
    assert ours.version() and ours.info().startswith("Ferz")


#: Castling to a square beside the king, which the king alone can reach.
NARROW = """
[narrow:losalamos]
bishop = b
castling = true
castlingKingsideFile = e
castlingQueensideFile = b
promotionPieceTypes = rbn
startFen = rbnkbr/pppppp/6/6/PPPPPP/RBNKBR w KQkq - 0 1
"""


def asked(child: Child, *questions: Question) -> None:
    """Both answer alike, but for the order of moves and of pieces in hand."""
    for function, arguments in questions:
        theirs, mine = child.ask((function, arguments)), answer((function, arguments))
        assert "result" in theirs and "result" in mine, (function, arguments, theirs, mine)
        assert alike(function, theirs["result"]) == alike(function, mine["result"]), (function, arguments, mine)


def test_castling_with_gates_on_any_files_is_that_of_that_program() -> None:
    child = Child()
    for rights in ("HAha", "KQkq", "HAEhae", "KQAHEkqahe", "HEh", "AEa"):
        fen = f"r3k2r/8/8/8/8/8/8/R3K2R[EHeh] w {rights} - 0 1"
        other = f"1r2k1r1/8/8/8/8/8/8/1R2K1R1[EHeh] w {rights.translate(str.maketrans('AHah', 'BGbg'))} - 0 1"
        bare = f"r3k2r/8/8/8/8/8/8/R3K2R[eh] w {rights} - 0 1"
        for asked_for in (fen, other, bare):
            asked(child, *[(name, ["seirawan", asked_for, [], True]) for name in ("get_fen", "legal_moves")])
    numbers = random.Random(5)
    n_castlings = n_gates = 0
    for rank in ("bnrqkrbn", "rknrbbqn", "nrbkqrnb", "rnbqkbnr"):
        start = f"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()}[HEhe] w KQABCDEFGHkqabcdefgh - 0 1"
        for _ in range(2):
            moves: list[str] = []
            while len(moves) < 36:
                fen = child.ask(("get_fen", ["seirawan", start, moves, True]))["result"]
                asked(
                    child,
                    ("get_fen", ["seirawan", start, moves, True]),
                    ("get_fen", ["seirawan", fen, [], True]),
                    ("legal_moves", ["seirawan", start, moves, True]),
                    ("legal_moves", ["seirawan", fen, [], True]),
                )
                legal = ours.legal_moves("seirawan", fen, [], True)
                position = ours._position("seirawan", fen, [], True)
                kings = {f"{piece.letter}{square}" for square, piece in position.piece_map().items()}
                castlings = [move for move in legal if f"R{move[2:4]}" in kings and f"K{move[:2]}" in kings]
                gates = [move for move in legal if len(move) > 4]
                n_castlings, n_gates = n_castlings + len(castlings), n_gates + len(gates)
                if not legal:
                    break
                moves.append(numbers.choice(numbers.choice([castlings or legal, gates or legal, legal])))
    child.close()
    assert n_castlings >= 1 and n_gates > 100


def test_odd_fens_are_read_as_that_program_reads_them() -> None:
    child = Child()
    board = START.partition(" ")[0]
    for fen in (board, f"{board} b", f"{board} w KQkq -", f"{board} w 1 2", f"{START} | {START}"):
        asked(child, ("get_fen", ["chess", fen, []]), ("legal_moves", ["chess", fen, []]))
        asked(child, ("is_immediate_game_end", ["chess", fen, []]))
    # Rights of a king that has moved leave gates to its partners.
    moved = "rnbq3r/pp2bkpp/8/2p1p2K/2p1P3/8/PPPP1PPP/RNB4R[EHeh] b QBCEHabcdk - 0 10"
    asked(child, ("get_fen", ["seirawan", moved, []]))
    fens = {
        "chess": [f"{board} w KQkq  0 3", f"{board} w  - 0 3", "8/8/8/8/8/8/8/kK6 w - - 0 1", f"+{START}"],
        "3check": [f"{START} +1+2", f"{START} +1+4", f"{board} w KQkq - 3+3 0 1", f"{board} w KQkq - 3+4 0 1"],
        "xiangqi": ["4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"],
        "kyotoshogi": ["p+nks+l/5/5/5/+LS+K+NP[-] w 0 1", "p+nks+l/5/5/5/+LSK+NP[-] w 0 1"],
        "shogi": ["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG++KGSNL[-] w - - 0 1"],
    }
    for name, texts in fens.items():
        asked(child, *[("validate_fen", [fen, name]) for fen in texts])
    child.close()


def test_castling_beside_the_king_takes_the_partner() -> None:
    child = Child()
    child.ask(("load_variant_config", [NARROW]))
    ours.load_variant_config(NARROW)
    fen = "rbnk1r/pppbpp/3p2/5P/PPPPPB/RBNK1R w KQkq - 2 3"
    asked(child, ("legal_moves", ["narrow", fen, []]), ("get_fen", ["narrow", fen, ["d1f1"]]))
    assert "d1f1" in ours.legal_moves("narrow", fen, []) and "d1e1" in ours.legal_moves("narrow", fen, [])
    child.close()


def test_claims_are_those_of_that_program() -> None:
    child = Child()
    # Nobody must promote in place.
    asked(child, ("is_optional_game_end", ["sittuyin", "1k4PK/3r4/8/8/8/8/8/8[] w - - 0 1", []]))
    # A king is left alone while the other side counts on the board's honor.
    fen = "8/2K3k1/5m2/4S1S1/8/8/8/8 w - 126 101 80"
    for begun in (-1, 0, 1, 20, 58, 70, 150):
        arguments = ["cambodian", fen, ["e5f6"], False, False, True, begun]
        asked(child, ("get_fen", arguments), ("is_optional_game_end", [*arguments[:4], begun]))
    child.close()
