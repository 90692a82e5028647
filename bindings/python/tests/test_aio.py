"""Long work that is awaited and cancelled."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Callable

import pytest

import ferz
import ferz.aio

CHESS = ferz.Variant("chess")


def within(seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    begun = time.monotonic()
    asyncio.run(work())
    assert time.monotonic() - begun < seconds


def test_searches_are_awaited_beside_one_another() -> None:
    async def work() -> None:
        mate = CHESS.position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        found, leaves, variant = await asyncio.gather(
            ferz.aio.run(mate.search, depth=3),
            ferz.aio.run(CHESS.start().perft, 5),
            ferz.aio.run(ferz.Variant, "shogi"),
        )
        assert str(found.best) == "a1a8" and leaves == 4_865_609 and variant.name == "shogi"
        with pytest.raises(ferz.FerzError):
            await ferz.aio.run(CHESS.position, "x")

    asyncio.run(work())


@pytest.mark.parametrize("kind", ["search", "game", "perft", "threads", "random"])
def test_cancelled_work_stops(kind: str) -> None:
    start = CHESS.start()
    searcher = ferz.Searcher(CHESS)

    async def work() -> None:
        calls: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
            "search": lambda: ferz.aio.run(start.search, depth=100),
            "game": lambda: ferz.aio.run(searcher.search, ferz.Game(CHESS), depth=100),
            "perft": lambda: ferz.aio.run(start.perft, 12),
            "threads": lambda: ferz.aio.run(start.perft, 12, threads=2),
            "random": lambda: ferz.aio.run(ferz.random_games, CHESS, 10_000_000),
        }
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(calls[kind](), timeout=0.2)
        # The thread has ended: the searcher is free at once.
        assert (await ferz.aio.run(searcher.search, start, depth=1)).best is not None

    within(10, work)


def test_the_loop_goes_on_meanwhile() -> None:
    async def work() -> None:
        task = asyncio.ensure_future(ferz.aio.run(CHESS.start().search, time=0.5))
        beats = 0
        while not task.done():
            await asyncio.sleep(0.01)
            beats += 1
        assert beats >= 5 and (await task).best is not None

    asyncio.run(work())


def test_lines_come_as_they_are_found() -> None:
    async def work() -> None:
        game = ferz.Game(CHESS)
        game.push("e2e4")
        depths = []
        async with ferz.aio.analysis(game, lines=2) as lines:
            async for line in lines:
                assert line.moves[0].color == "black" and line.rank in (1, 2)
                depths.append(line.depth)
                if line.depth >= 4 and line.rank == 2:
                    break
        assert depths == sorted(depths) and depths[0] == 1
        # With a limit the lines end.
        async with ferz.aio.analysis(game, depth=3) as lines:
            assert [line.depth async for line in lines][-1] == 3
        # An error is raised where the lines are read.
        with pytest.raises(ValueError, match="limit of 0"):
            async with ferz.aio.analysis(game, depth=0) as lines:
                async for _ in lines:
                    pass

    within(20, work)


def test_a_report_that_raises_ends_the_search() -> None:
    searcher = ferz.Searcher(CHESS)

    def report(line: ferz.Line) -> None:
        if line.depth == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        searcher.search(CHESS.start(), depth=100, report=report)
    assert searcher.search(CHESS.start(), depth=2).best is not None
