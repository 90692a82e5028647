"""What is dropped is gone."""

import gc
import resource

import ferz


SMALL = """
board = { files = 3, ranks = 3 }
start = 'k2/3/2K w - - 0 1'
pieces.king = { letter = 'K', move = 'K', royal = true }
"""


def rss() -> int:
    """The resident memory of this process in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def make(count: int) -> None:
    for number in range(count):
        text = f"name = 'small-{number}'\n{SMALL}"
        start = ferz.Variant.from_text(text, "toml").start()
        if number % 100 == 0:
            start.legal_moves()


def test_ten_thousand_variants_leave_nothing_behind() -> None:
    make(500)
    gc.collect()
    before = rss()
    make(10_000)
    gc.collect()
    assert rss() - before < 5 << 20


def test_positions_and_moves_leave_nothing_behind() -> None:
    chess = ferz.Variant("chess")

    def walk() -> None:
        for _ in range(300):
            position = chess.start()
            for _ in range(30):
                moves = position.legal_moves()
                position = position.play(moves[len(moves) // 2])
                str(moves[0]), position.fen

    walk()
    gc.collect()
    before = rss()
    for _ in range(5):
        walk()
    gc.collect()
    assert rss() - before < 5 << 20
