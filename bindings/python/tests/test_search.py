"""The search for the best move."""

from collections.abc import Callable
from pathlib import Path

import ferz
import pytest


def test_a_mate_is_found() -> None:
    chess = ferz.Variant("chess")
    position = chess.position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    found = position.search(depth=3)
    assert found.best is not None and found.best.san() == "Qxf7#"
    assert found.score == ferz.Score(mate=1) and found.lines[0].score.units is None
    assert found.lines[0].bound == "exact" and found.lines[0].moves[0] == found.best
    over = position.play(found.best)
    assert over.search(depth=2).best is None and over.search(depth=2).lines == []


def test_a_search_by_nodes_is_the_same_each_time() -> None:
    for name in ("chess", "crazyhouse", "duck"):
        start = ferz.Variant(name).start()
        first, again = start.search(nodes=3000), start.search(nodes=3000)
        assert first.best == again.best and first.nodes == again.nodes
        assert first.score == again.score
        assert first.best is None or start.is_legal(first.best)


def test_lines_and_moves_can_be_chosen() -> None:
    start = ferz.Variant("chess").start()
    found = start.search(nodes=2000, lines=3)
    assert len(found.lines) == 3
    assert len({str(line.moves[0]) for line in found.lines}) == 3
    only = start.search(nodes=500, moves=["a2a3", start.parse_move("h2h3")])
    assert str(only.best) in ("a2a3", "h2h3")


def test_a_searcher_remembers_and_knows_the_past() -> None:
    chess = ferz.Variant("chess")
    searcher = ferz.Searcher(chess, table_mib=1)
    game = ferz.Game(chess)
    for _ in range(4):
        found = searcher.search(game, nodes=500)
        assert found.best is not None
        game.push(found.best)
    assert searcher.worth("queen") > searcher.worth("rook") > searcher.worth("pawn") > 0
    queen = chess.position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    assert searcher.evaluate(queen) > 500
    searcher.clear()
    assert searcher.search(chess.position(queen.fen), time=0.05).best is not None
    other = ferz.Variant("chess").position(queen.fen)
    assert searcher.search(other, depth=1).best is not None


def test_a_searcher_takes_an_evaluation_file(tmp_path: Path) -> None:
    chess = ferz.Variant("chess")
    file = tmp_path / "chess.eval.toml"
    file.write_text("format = 1\n[terms]\ntempo = 100\n")
    derived = ferz.Searcher(chess, table_mib=1, evaluation="derived")
    tuned = ferz.Searcher(chess, table_mib=1, evaluation=file)
    start = chess.start()
    assert tuned.evaluate(start) > derived.evaluate(start)
    assert tuned.search(start, nodes=500).best is not None
    network = "inputs = '0123456789abcdef'\nhidden = 16\noutputs = 1\nfull = 32\nalone = 0\nweights = ''\n"
    file.write_text(f"format = 1\n[network]\n{network}")
    with pytest.raises(ferz.DefinitionError, match="E0631"):
        ferz.Searcher(chess, evaluation=str(file))
    with pytest.raises(FileNotFoundError):
        ferz.Searcher(chess, evaluation=tmp_path / "missing")


def test_random_games_are_the_same_on_any_number_of_threads() -> None:
    chess = ferz.Variant("chess")
    one, two = ferz.random_games(chess, 50, seed=7), ferz.random_games(chess, 100, seed=7, threads=2)
    assert one.plies == two.plies[:50] and one.reasons == two.reasons[:50]
    assert len(two) == 100
    for white, reason in zip(two.white, two.reasons):
        assert (reason is None) == (white != white)
    assert set(two.reasons) & {"checkmate", "insufficient-material", "stalemate"}
    assert ferz.random_games(chess, 50, seed=8).plies != one.plies
    short = ferz.random_games(chess, 10, max_plies=5)
    assert list(short.plies) == [5] * 10 and short.reasons == [None] * 10


def test_the_past_of_a_game_counts_for_a_searcher_of_an_equal_variant() -> None:
    game = ferz.Game(ferz.Variant("chess"), "4k1n1/8/8/8/8/8/RR6/R3K1N1 w - - 0 1")
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split():
        game.push(text)
    # The only move is the third repetition.
    for variant in (game.variant, ferz.Variant("chess")):
        found = ferz.Searcher(variant, table_mib=1).search(game, depth=3, moves=["f6g8"])
        assert found.score == ferz.Score(units=0)


def test_a_report_cannot_use_its_own_searcher() -> None:
    chess = ferz.Variant("chess")
    searcher = ferz.Searcher(chess, table_mib=1)
    start = chess.start()
    uses: list[Callable[[], object]] = [
        lambda: searcher.search(start, depth=1),
        lambda: searcher.evaluate(start),
        lambda: searcher.worth("queen"),
        searcher.clear,
    ]
    for use in uses:
        with pytest.raises(RuntimeError, match="its `report` cannot use it"):
            searcher.search(start, depth=3, report=lambda line: use())
        assert searcher.search(start, depth=1).best is not None
