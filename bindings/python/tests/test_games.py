"""Games, records and PGN."""

import io
import pickle

import pytest

import ferz


def test_a_game_is_played_and_taken_back() -> None:
    game = ferz.Game(ferz.Variant("chess"))
    for text in ["e2e4", "e7e5", "g1f3"]:
        assert game.is_legal(text)
        game.push(text)
    assert game.push_san("Nc6").uci() == "b8c6"
    assert [str(move) for move in game.move_stack] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert game.peek() == game.move_stack[-1]
    assert game.pop().san() == "Nc6" and game.ply() == 3
    assert game.turn == "black" and game.fullmove_number == 2 and game.halfmove_clock == 1
    copied = game.copy()
    game.push("d7d6")
    assert copied != game and copied.ply() == 3
    game.set_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert game.ply() == 0 and game.is_game_over() and game.result() == "1/2-1/2"


def test_the_past_ends_games() -> None:
    game = ferz.Game(ferz.Variant("chess"))
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        assert game.outcome() is None
        game.push(text)
    assert game.is_repetition() and game.outcome() == ferz.Outcome(0.5, 0.5, "repetition")
    assert game.position.outcome() is None


def test_sides_are_exchanged() -> None:
    chess = ferz.Variant("chess")
    game = ferz.Game(chess)
    for text in ["e2e4", "e7e5", "f1c4"]:
        game.push(text)
    mirror = game.mirror()
    assert mirror.fen() == "rnbqk1nr/pppp1ppp/8/2b1p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    assert mirror.mirror().fen() == game.fen() and mirror.ply() == 0
    house = ferz.Variant("crazyhouse").position("4k3/8/8/8/8/8/8/R3K3[Pn] w Q - 0 9")
    assert house.mirror().fen == "r3k3/8/8/8/8/8/8/4K3[Np] b q - 0 9"
    for name in ferz.variants():
        start = name.load().start()
        try:
            assert start.mirror().mirror() == start, name
        except ferz.FerzError:
            # Sides with different armies or rules.
            assert name not in ("chess", "shogi", "xiangqi", "capablanca"), name


def test_squares_of_en_passant_are_written_where_somebody_can_use_them() -> None:
    chess = ferz.Variant("chess")
    game = ferz.Game(chess)
    game.push("e2e4")
    assert game.fen().endswith(" e3 0 1") and game.fen(ep="legal").endswith(" - 0 1")
    pinned = chess.position("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1")
    assert pinned.to_fen() == pinned.fen and " - - 0 1" in pinned.to_fen(ep="legal")
    free = chess.position("8/8/8/1Pp4r/8/8/8/K3k3 w - c6 0 1")
    assert free.to_fen(ep="legal") == free.fen
    with pytest.raises(ValueError, match="always, legal"):
        game.fen(ep="never")  # type: ignore[arg-type]


def test_what_is_claimed_elsewhere_is_listed() -> None:
    game = ferz.Game(ferz.Variant("chess"))
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        assert game.claims() == []
        game.push(text)
    assert game.claims() == [ferz.Outcome(0.5, 0.5, "repetition")]
    mated = ferz.Game(ferz.Variant("chess"), "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mated.claims() == []


def test_mate_and_stalemate_are_told_apart() -> None:
    chess = ferz.Variant("chess")
    game = ferz.Game(chess)
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        game.push(text)
    assert game.is_checkmate() and game.is_check() and not game.is_stalemate()
    assert game.result() == "0-1" and game.legal_moves == []
    assert ferz.Game(chess, "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1").is_stalemate()


def test_players_end_games() -> None:
    game = ferz.Game(ferz.Variant("chess"))
    game.resign("black")
    assert game.result() == "1-0"
    game.forfeit_on_time("white")
    assert game.outcome() == ferz.Outcome(0.0, 1.0, "time-forfeit")
    game.agree()
    assert game.outcome() == ferz.Outcome(0.5, 0.5, "agreement")
    assert game != ferz.Game(ferz.Variant("chess"))


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "xiangqi", "duck", "apothecary-chess-classic?setup=14"])
def test_games_are_read_as_they_are_written(name: str) -> None:
    variant = ferz.Variant(name)
    game = ferz.Game(variant)
    for number in range(30):
        moves = game.legal_moves
        if game.is_game_over():
            break
        game.push(moves[number * 7 % len(moves)])
    assert ferz.Game.from_record(game.record()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    for san in (True, False):
        text = game.pgn([("White", "Anna")], san=san)
        (read,) = ferz.read_games(io.StringIO(text), variant)
        assert read.game == game and ("White", "Anna") in read.tags
        assert [one for one in read.findings if one.is_error] == []


def test_files_of_many_games_are_read() -> None:
    text = '[Event "1"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 1-0\n\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. Nf3 dxe4 3. P@d4 *\n'
    first, second = ferz.read_games(io.StringIO(text))
    assert first.game is not None and first.game.ply() == 3 and first.line_number == 1
    assert second.game is None or second.game.variant.name == "crazyhouse"
    assert second.findings[0].code == "E0602"  # White has a pawn in hand only after it has taken one.
    own = ferz.Game(ferz.Variant.from_text("name = 'mine'\ninherits = 'chess'\n"))
    own.push("e4")
    assert ferz.Game.from_record(own.record(), own.variant) == own
    with pytest.raises(ferz.RecordError):
        ferz.Game.from_record(own.record())


def test_a_record_of_a_game_on_any_files_keeps_its_variant() -> None:
    fen = "nrkbqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRK3RN w KQkq - 0 1"
    game = ferz.Game(ferz.Variant("chess").with_any_files(), fen)
    game.push("c1g1")
    read = ferz.Game.from_record(game.record())
    assert read == game
    read.pop()
    assert read.position.fen == fen
    assert pickle.loads(pickle.dumps(read.position)).fen == fen
