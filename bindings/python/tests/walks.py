"""Random walks that are the same each time."""

from __future__ import annotations

import random
from collections.abc import Iterator

import ferz


def walk(start: ferz.Position, count: int, seed: int = 1) -> Iterator[ferz.Position]:
    """So many positions of random games from a position; a game that ends begins anew."""
    numbers = random.Random(seed)
    position = start
    for _ in range(count):
        yield position
        moves = position.legal_texts() if position.outcome() is None else []
        position = position.play(numbers.choice(moves)) if moves else start
