"""Variants, positions and moves: what they say, and that they are values."""

import copy
import math
import pickle
from pathlib import Path

import pytest

import ferz

GRIFFON = """
name = 'griffon-chess'
inherits = 'chess'
start = 'rnbgkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBGKBNR w KQkq - 0 1'

[pieces]
queen = false

[pieces.griffon]
letter = 'G'
move = '[F?R]'

[pieces.pawn.promotion]
to = ['griffon', 'rook', 'bishop', 'knight']
"""


def test_a_position_plays_moves_and_stays_as_it_is() -> None:
    start = ferz.Variant("chess").start()
    after = start.play("e2e4")
    assert after.fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert (start.turn, after.turn) == ("white", "black")
    assert start == ferz.Variant("chess").start()
    assert start.play("e4") == after
    assert start.n_moves == 20 == len(start.legal_moves()) == len(start.legal_texts())
    assert sorted(str(move) for move in start.legal_moves()) == start.legal_texts()


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("chess", [20, 400, 8902, 197281]),
        ("shogi", [30, 900, 25470]),
        ("xiangqi", [44, 1920, 79666]),
        ("crazyhouse", [20, 400, 8902, 197281]),
        ("atomic", [20, 400, 8902, 197326]),
    ],
)
def test_perft_counts_what_other_programs_count(name: str, counts: list[int]) -> None:
    start = ferz.Variant(name).start()
    assert [start.perft(depth) for depth in range(1, len(counts) + 1)] == counts
    depth = len(counts)
    assert start.perft(depth, threads=2) == counts[-1]
    assert sum(start.divide(2).values()) == counts[1]
    assert start.perft(0) == 1


def test_a_definition_is_a_variant() -> None:
    variant = ferz.Variant.from_text(GRIFFON)
    assert variant.name == "griffon-chess"
    assert "griffon" in variant.roles
    assert variant.letter("griffon") == "G"
    position = variant.start().play("e2e4").play("e7e5")
    moves = [str(move) for move in position.legal_moves() if move.piece == "griffon"]
    assert sorted(moves) == ["d1e2", "d1e3"]
    again = ferz.Variant.from_text(variant.to_toml())
    assert again == variant and hash(again) == hash(variant)
    assert again != ferz.Variant("chess")


def test_a_file_is_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[first]\ninherits = 'chess'\n[second]\ninherits = 'xiangqi'\n")
    assert ferz.Variant(path).name == "first"
    assert ferz.Variant(str(path)).name == "first"
    assert ferz.Variant(f"{path}#second").files == 9
    heir = tmp_path / "heir.toml"
    heir.write_text("[heir]\ninherits = './mine.toml#second'\n")
    assert ferz.Variant(heir).files == 9
    assert pickle.loads(pickle.dumps(ferz.Variant(heir))) == ferz.Variant(heir)
    heir.write_text("[heir]\ninherits = '../mine.toml'\n")
    with pytest.raises(ferz.DefinitionError, match="E0323"):
        ferz.Variant(heir)
    with pytest.raises(FileNotFoundError):
        ferz.Variant(tmp_path / "nothing.toml")
    with pytest.raises(KeyError, match="third"):
        ferz.Variant(f"{path}#third")
    with pytest.raises(KeyError, match="did you mean `chess`"):
        ferz.Variant("ches")


def test_findings_are_objects() -> None:
    text = "name = 'ärger'\ninherits = 'chess'\npieces.queen.move = '[F?R'\n"
    variant, findings = ferz.Variant.read(text)
    assert variant is None
    (finding,) = [one for one in findings if one.is_error]
    assert finding.code == "E0105" and finding.severity == "error"
    # Places count characters, not bytes.
    assert text[finding.start : finding.end] == "["
    assert finding.help is not None
    assert ferz.explain_code("E0105")[0]
    with pytest.raises(ferz.DefinitionError) as caught:
        ferz.Variant.from_text(text)
    assert caught.value.findings == (finding,)
    assert "E0105" in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).findings == (finding,)
    warned, warnings = ferz.Variant.read("name = 'm'\ninherits = 'chess'\npieces.rook.move = 'RR'\n")
    assert warned is not None
    assert all(not one.is_error for one in warnings)
    assert [one.code for one in ferz.check(text)] == ["E0105"]
    lint = "name = 'm'\ninherits = 'chess'\npieces.knight.move = { betza = 'N', from = 'none' }\n"
    assert "W0403" in [one.code for one in ferz.check(lint)]


def test_a_fen_is_checked_with_reasons() -> None:
    chess = ferz.Variant("chess")
    start = chess.start().fen
    assert chess.check_fen(start) == []
    fen = start.replace("8/8/8/8", "8/8/9/8")
    (finding,) = chess.check_fen(fen)
    assert finding.code == "E0502"
    with pytest.raises(ferz.FenError) as caught:
        chess.position(fen)
    assert caught.value.findings == (finding,)


def test_moves_say_what_they_do() -> None:
    chess = ferz.Variant("chess")
    position = chess.position("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
    passing = position.parse_move("e5d6")
    assert (passing.from_, passing.to, passing.captures) == ("e5", "d6", ["d5"])
    assert passing.san() == "exd6" and passing.piece == "pawn" and not passing.drop
    castle = position.parse_move("O-O")
    assert (castle.kind, castle.shifts, castle.uci()) == ("castle", [("h1", "f1")], "e1g1")
    promotion = position.parse_san("bxa8=Q+")
    assert (promotion.promotion, promotion.captures) == ("queen", ["a8"])
    house = ferz.Variant("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
    drop = house.parse_move("N@e4")
    assert (drop.from_, drop.drop, drop.to) == (None, True, "e4")
    assert house.hand("white") == {"knight": 1} and house.hand("black") == {}
    duck = next(iter(ferz.Variant("duck").start().legal_moves()))
    assert duck.wall is not None and len(duck.legs) == 2
    with pytest.raises(ferz.MoveError) as caught:
        position.play("e5e7")
    assert caught.value.findings[0].code == "E0602"
    assert not position.is_legal("e5e7") and position.is_legal(passing)
    # A move of another position is legal where that position has it, too.
    other = chess.start().parse_move("e2e4")
    assert not position.is_legal(other)
    assert chess.position(chess.start().fen).play(other) == chess.start().play("e2e4")


def test_positions_answer_questions() -> None:
    chess = ferz.Variant("chess")
    mate = chess.position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    outcome = mate.outcome()
    assert outcome == ferz.Outcome(0.0, 1.0, "checkmate")
    assert outcome is not None and outcome.winner == "black" and outcome.result() == "0-1"
    assert mate.is_check() and mate.checkers() == ["h4"] and mate.legal_moves() == []
    start = chess.start()
    assert start.outcome() is None
    assert sorted(start.attackers("f3", "white")) == ["e2", "g1", "g2"]
    piece = start.piece_at("d8")
    assert piece is not None and (piece.role, piece.color, str(piece)) == ("queen", "black", "q")
    assert start.piece_at("d4") is None and len(start.piece_map()) == 32
    assert start.null_move().turn == "black"
    bare = chess.position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    assert bare.may_win("white") and not bare.may_win("black")


def test_values_are_values() -> None:
    chess = ferz.Variant("chess")
    start = chess.start()
    e4, d4 = start.parse_move("e2e4"), start.parse_move("d2d4")
    assert e4 == start.parse_san("e4") and e4 != d4 and len({e4, d4, start.parse_san("e4")}) == 2
    others: list[object] = ["e2e4", "chess", 1, None]
    assert all(value != other for value in (e4, start, chess) for other in others)
    for value in (chess, start, e4, start.piece_at("e1"), ferz.Outcome(0.5, 0.5, "agreement")):
        assert copy.copy(value) == value and copy.deepcopy(value) == value
        again = pickle.loads(pickle.dumps(value))
        assert again == value and hash(again) == hash(value)
        assert repr(value)
    with pytest.raises(AttributeError):
        start.fen = "x"  # type: ignore[misc]


def test_pictures_are_svg() -> None:
    variant = ferz.Variant.from_text(GRIFFON)
    start = variant.start()
    for picture in (start.svg(), start.svg("dark", moves_of="b1"), variant.svg(), start._repr_svg_()):
        assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
    assert "♔" in start.unicode() or "K" in start.unicode()
    assert "R N B G K B N R" in str(start)
    assert variant._repr_html_().startswith("<h3>")


def test_every_built_in_variant_can_be_started_and_pickled() -> None:
    names = ferz.variants()
    assert len(names) > 121
    for name in names[::5]:
        variant = ferz.Variant(name)
        start = variant.start()
        assert pickle.loads(pickle.dumps(variant)) == variant
        assert variant.position(start.fen) == start
        outcome = start.outcome()
        assert outcome is None or math.isclose(outcome.white + outcome.black, 1)


def test_names_of_other_programs_are_known() -> None:
    assert ferz.find_variant("Three-check") == "3check"
    assert ferz.find_variant("Martian") is None


def test_a_finding_knows_the_change_that_mends_it() -> None:
    text = "name = 'ü'\ninherits = 'ches'\npieces.queen.move = '[F?R'\nvlaue = 1\n"
    _, findings = ferz.Variant.read(text)
    parent = next(finding for finding in findings if finding.edits)
    # Places are characters, not bytes.
    (start, end, meant) = parent.edits[0]
    assert (text[start:end], meant) == ("ches", "chess")
    mended = parent.mended(text)
    assert mended is not None and mended == text.replace("ches'", "chess'")
    _, rest = ferz.Variant.read(mended)
    bracket = next(finding for finding in rest if finding.code == "E0105")
    assert bracket.edits[0][2] == "]" and bracket.edits[0][0] == bracket.edits[0][1]
    assert "'[F?R]'" in (bracket.mended(mended) or "")
    unknown = next(finding for finding in rest if finding.code == "E0302")
    assert unknown.edits == [] and unknown.mended(text) is None
    assert pickle.loads(pickle.dumps(bracket)) == bracket
    assert hash(pickle.loads(pickle.dumps(bracket))) == hash(bracket)


def test_sfen_is_written_and_read_back() -> None:
    shogi = ferz.Variant("shogi")
    position = shogi.start()
    for text in ("c3c4", "g7g6", "b2h8+"):
        position = position.play(text)
    written = position.to_sfen()
    assert written == "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
    assert shogi.parse_sfen(written) == position
    for bad in ("", "9/9 b - 1", "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL x - 1"):
        with pytest.raises(ferz.FenError):
            shogi.parse_sfen(bad)
    with pytest.raises(ferz.FenError):
        ferz.Variant("chess").start().to_sfen()
