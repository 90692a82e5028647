"""Long work for :mod:`asyncio`: it runs on a thread, can be awaited, and stops when it is cancelled.

    found = await ferz.aio.run(position.search, depth=12)
    leaves = await asyncio.wait_for(ferz.aio.run(position.perft, 7), timeout=1.0)

    async with ferz.aio.analysis(game) as lines:
        async for line in lines:
            if line.depth >= 12:
                break
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Callable, Optional, TypeVar, Union

from ._core import Game, Line, Move, Position, Searcher, Stopper

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    _P = ParamSpec("_P")
_T = TypeVar("_T")

#: The depth of an analysis without limits, which goes on until its block is left.
_DEEPEST = 1000


async def run(function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Calls a function of this package on a thread: a search, ``perft``, ``random_games``, ``Variant``.

    If the awaiting task is cancelled, searches and counts in the function stop within some hundredths of a
    second; the task waits for that."""
    stopper = Stopper()
    task = asyncio.ensure_future(asyncio.to_thread(stopper.run, function, *args, **kwargs))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        stopper.stop()
        await asyncio.wait([task])
        # The result or exception of a stopped function is not needed.
        task.cancelled() or task.exception()
        raise


@asynccontextmanager
async def analysis(
    root: Union[Position, Game],
    *,
    lines: int = 1,
    table_mib: int = 16,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    mate: Optional[int] = None,
    moves: Optional[list[Union[Move, str]]] = None,
) -> AsyncIterator[AsyncIterator[Line]]:
    """Searches in the background and gives each line as soon as it is found. Without limits the search
    goes on until the block is left."""
    if nodes is None and depth is None and time is None and mate is None:
        depth = _DEEPEST
    loop = asyncio.get_running_loop()
    found: asyncio.Queue[Optional[Line]] = asyncio.Queue()
    searcher = Searcher(root.variant, lines=lines, table_mib=table_mib)

    def report(line: Line) -> None:
        loop.call_soon_threadsafe(found.put_nowait, line)

    task = asyncio.ensure_future(
        run(
            searcher.search,
            root,
            nodes=nodes,
            depth=depth,
            time=time,
            mate=mate,
            moves=moves,
            report=report,
        )
    )
    task.add_done_callback(lambda _: found.put_nowait(None))

    async def reported() -> AsyncIterator[Line]:
        while (line := await found.get()) is not None:
            yield line
        await task

    try:
        yield reported()
    finally:
        task.cancel()
        await asyncio.wait([task])
        # An error of the search was raised where its lines were read.
        task.cancelled() or task.exception()
