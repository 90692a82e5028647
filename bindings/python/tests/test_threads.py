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
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.005)
        ticks += 1
    assert set(counts) == {197281}
    assert ticks > 20


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
    # Programs that were started in the background may be told to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            works[work]()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    # Without the interrupt it would take days.
    assert time.monotonic() - begun < 120
    assert start.perft(3) == 8902
