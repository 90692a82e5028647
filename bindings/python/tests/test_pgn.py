"""Files of games with comments, glyphs and variations, beside python-chess."""

from __future__ import annotations

import io
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import pytest

import ferz

ANNOTATED = """[Event "One"]
[White "Anna"]

{Before the game} 1. e4 $1 {best by test} $14 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6)
(1... e6) 2. Nf3! Nc6 {[%clk 0:02:58]} 3. Bb5 a6 1/2-1/2

[Event "Two"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]

30... Kd7 31. e4 $6 *
"""


def test_comments_glyphs_and_variations_are_read() -> None:
    one, two = ferz.read_games(io.StringIO(ANNOTATED))
    assert one.tags == [("Event", "One"), ("White", "Anna")] and one.tag("White") == "Anna"
    assert one.result == "1/2-1/2" and one.findings == [] and one.line.comments == ["Before the game"]
    first, reply, knight, other, *_ = one.line.moves
    assert first.text == "e4" and first.uci == "e2e4" and first.number == 1 and not first.is_black
    assert first.nags == [1, 14] and first.comments == ["best by test"]
    assert first.annotations == [1, "best by test", 14]
    sicilian, french = reply.variations
    assert [move.uci for move in sicilian.moves] == ["c7c5", "g1f3", "d7d6"]
    assert sicilian.moves[0].comments == ["Sicilian"] and sicilian.moves[0].is_black
    assert [move.text for move in sicilian.moves[1].variations[0].moves] == ["c3", "d5"]
    assert [move.uci for move in french.moves] == ["e7e6"]
    assert knight.nags == [1] and other.comments == ["[%clk 0:02:58]"]
    assert one.game is not None and one.game.ply() == 6 and one.game.result() == "1/2-1/2"
    assert two.line.moves[0].number == 30 and two.line.moves[0].is_black and two.line_number == 7


def test_what_is_written_is_what_was_read() -> None:
    for game in ferz.read_games(io.StringIO(ANNOTATED)):
        (again,) = ferz.read_games(io.StringIO(game.pgn()))
        assert again.line == game.line and again.result == game.result
        assert set(game.tags) <= set(again.tags)
        # In the form of exports it does not change any more.
        assert str(again) == again.pgn() == game.pgn()


def test_a_line_is_followed_on_the_board() -> None:
    one, _ = ferz.read_games(io.StringIO(ANNOTATED))
    assert one.game is not None
    steps = list(one.line.play(one.game.beginning))
    assert [position.san(move.uci) for position, move in steps if move.uci] == "e4 e5 Nf3 Nc6 Bb5 a6".split()
    before, reply = steps[1]
    (position, _), *_ = reply.variations[0].play(before)
    assert position == before
    null = "1. e4 -- 2. d4 *"
    (read,) = ferz.read_games(io.StringIO(null))
    assert [move.uci for move in read.line.moves] == ["e2e4", "--", "d2d4"]
    *_, (last, _) = read.line.play(ferz.Variant("chess").start())
    assert last.turn == "white"


def test_what_cannot_be_played_is_kept_as_text() -> None:
    text = "1. e4 e5 (1... Qh4 2. Nf3) 2. Ke3 (2. d4) Nc6 (2... d6) *\n"
    (game,) = ferz.read_games(io.StringIO(text))
    assert game.game is not None and game.game.ply() == 2
    assert [finding.code for finding in game.findings] == ["E0602", "E0602"]
    line = game.line
    assert [move.uci for move in line.moves] == ["e2e4", "e7e5", None, None]
    assert [move.uci for move in line.moves[1].variations[0].moves] == [None, None]
    assert [move.uci for move in line.moves[2].variations[0].moves] == [None]
    assert game.pgn().endswith("1. e4 e5 (1... Qh4 2. Nf3) 2. Ke3 (2. d4) 2... Nc6 (2... d6) *\n")
    (odd,) = ferz.read_games(io.StringIO('[Variant "nosuch"]\n\n1. Xq9 $3 {why} *\n'))
    assert odd.game is None and odd.line.moves[0].annotations == [3, "why"]
    assert odd.line.moves[0].uci is None and "Xq9" in odd.pgn()


def test_a_game_is_annotated_and_written() -> None:
    game = ferz.Game(ferz.Variant("crazyhouse"))
    for san in ["e4", "d5", "exd5", "Qxd5"]:
        game.push_san(san)
    pgn = ferz.PgnGame.of(game, [("White", "Anna")])
    pgn.line.moves[0].annotations += [5, "a } brace"]
    better = ferz.PgnLine([ferz.PgnMove("Nf6"), ferz.PgnMove("P@e6")], before=["at once"])
    pgn.line.moves[3].annotations.append(better)
    (again,) = ferz.read_games(io.StringIO(pgn.pgn()))
    assert again == pgn and again.tag("White") == "Anna" and again.tag("Variant") == "crazyhouse"
    assert again.findings == [] and again.line.moves[3].variations[0].moves[1].uci == "P@e6"
    assert again.game == game
    for bad in ["e4 e5", "", "{", "$1"]:
        pgn.line.moves[0].text = bad
        with pytest.raises(ValueError, match="no text of a move"):
            pgn.pgn()
    with pytest.raises(ValueError, match="no name of a tag"):
        ferz.PgnGame([("A B", "x")]).pgn()
    with pytest.raises(ValueError, match="no result"):
        ferz.PgnGame(result="1 - 0").pgn()
    endless = ferz.PgnLine([ferz.PgnMove("e4")])
    endless.moves[0].annotations.append(endless)
    with pytest.raises(RecursionError):
        ferz.PgnGame(line=endless).pgn()


def theirs(node: chess.pgn.GameNode, board: chess.Board) -> Iterator[tuple[object, ...]]:
    """The moves of python-chess in the order and form of :func:`ours`: the line, and its variations."""
    while node.variations:
        main, *others = node.variations
        found = [list(theirs_from(other, board)) for other in others]
        yield main.uci(), sorted(main.nags), words(main.comment), found
        board = board.copy()
        board.push(main.move)
        node = main


def theirs_from(node: chess.pgn.ChildNode, board: chess.Board) -> Iterator[tuple[object, ...]]:
    yield node.uci(), sorted(node.nags), words(node.comment), []
    board = board.copy()
    board.push(node.move)
    yield from theirs(node, board)


def ours(line: ferz.PgnLine) -> Iterator[tuple[object, ...]]:
    for move in line.moves:
        found = [list(ours(variation)) for variation in move.variations]
        yield move.uci, sorted(set(move.nags)), words(" ".join(move.comments)), found


def words(text: object) -> list[str]:
    return " ".join(text if isinstance(text, list) else [str(text)]).split()


def grow(node: chess.pgn.GameNode, numbers: random.Random, length: int, depth: int) -> None:
    """Adds random moves with comments, glyphs and variations."""
    for _ in range(length):
        legal = list(node.board().legal_moves)
        if not legal:
            return
        numbers.shuffle(legal)
        main = node.add_variation(legal[0])
        if numbers.random() < 0.3:
            main.comment = numbers.choice(["good", "a longer (comment) with [%eval 0.3] in it", "; 1. e4 *", "1-0"])
        if numbers.random() < 0.3:
            main.nags.add(numbers.choice([1, 2, 5, 14, 139]))
        if depth and len(legal) > 1 and numbers.random() < 0.3:
            other = node.add_variation(legal[1])
            grow(other, numbers, numbers.randrange(6), depth - 1)
        node = main


def test_python_chess_reads_the_same_and_writes_what_is_read() -> None:
    numbers = random.Random(5)
    games = []
    for number in range(20):
        game = chess.pgn.Game()
        game.headers["Round"] = str(number)
        game.comment = "begin" if number % 2 else ""
        grow(game, numbers, 40, 2)
        games.append(game)
    text = "\n\n".join(str(game) for game in games) + "\n"
    read = list(ferz.read_games(io.StringIO(text)))
    assert len(read) == len(games)
    n_variations = 0
    for game, mine in zip(games, read):
        assert [one for one in mine.findings if one.is_error] == []
        assert words(game.comment) == words(" ".join(mine.line.comments))
        assert list(ours(mine.line)) == list(theirs(game, game.board()))
        assert mine.game is not None and mine.game.position.fen.split()[0] == game.end().board().board_fen()
        n_variations += mine.pgn().count("(1") + mine.pgn().count("(2")
        # And back.
        again = chess.pgn.read_game(io.StringIO(mine.pgn()))
        assert again is not None and again.errors == []
        assert list(theirs(again, again.board())) == list(theirs(game, game.board()))
        assert again.headers["Round"] == game.headers["Round"]
    assert n_variations > 20


def test_files_are_read_from_paths_and_handles_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    game = '[Event "Ünique"]\n[White "{}"]\n\n1. e4 {{a comment}} e5 (1... c5) 2. Nf3 Nc6 *\n\n'
    count = 2000
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(game.format(number))
    assert path.stat().st_size > 150_000
    tracemalloc.start()
    read = 0
    for one in ferz.read_games(path):
        assert one.tag("White") == str(read) and one.line_number == 5 * read + 1
        read += 1
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert read == count and most < 250_000
    with path.open(encoding="utf-8") as text, path.open("rb") as data:
        for from_text, from_bytes in zip(ferz.read_games(text), ferz.read_games(data)):
            assert from_text == from_bytes and from_text.tag("Event") == "Ünique"
    # A reader takes no more than it is asked for.
    with path.open("rb") as data:
        next(ferz.read_games(data))
        assert data.tell() < 100_000
    latin = next(ferz.read_games(io.BytesIO('[White "Müller"]\n\n1. e4 *'.encode("latin-1"))))
    assert latin.tag("White") == "Müller" and [one.code for one in latin.findings] == ["W0617"]


def test_a_game_beyond_the_limit_says_what_is_left_out() -> None:
    long = "1. e4 {" + "x" * (1 << 20) + "} e5 *\n"
    (game,) = ferz.read_games(io.StringIO(long))
    assert any(one.code == "E0613" and "omitted" in one.message for one in game.findings)
