"""Long work lets other threads go on, and Ctrl-C ends it."""

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

import ferz


def test_two_threads_count_while_the_main_thread_ticks() -> None:
    start = ferz.Variant("chess").start()
    start.perft(3)
    counts: list[int] = []

    def count() -> None:
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            counts.append(start.perft(4))

    threads = [threading.Thread(target=count) for _ in range(2)]
    for thread in threads:
        thread.start()
    ticks, longest = 0, 0.0
    last = time.monotonic()
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.005)
        now = time.monotonic()
        longest = max(longest, now - last)
        last, ticks = now, ticks + 1
    assert set(counts) == {197281}
    # A count of this depth takes longer than this on no machine; a busy one ticks late.
    assert ticks > 20 and longest < 1.0


@pytest.mark.parametrize("work", ["perft", "search", "games"])
def test_an_interrupt_ends_long_work(work: str) -> None:
    chess = ferz.Variant("chess")
    start = chess.start()
    start.perft(1)
    works: dict[str, Callable[[], object]] = {
        "perft": lambda: start.perft(12, threads=2),
        "search": lambda: start.search(depth=1000),
        "games": lambda: ferz.random_games(chess, 10_000_000, threads=2),
    }
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        works[work]()
    assert time.monotonic() - begun < 20
    timer.join()
    assert start.perft(3) == 8902
