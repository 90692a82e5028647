"""Unpickling of positions, moves, games and variants."""

from functools import lru_cache
from typing import Optional

from ._core import FerzError, Game, Move, Position, Variant, __version__


@lru_cache(maxsize=64)
def load_variant(builtin: Optional[str], text: Optional[str], definition_hash: str) -> Variant:
    """The variant of a pickle. Those that were asked for last are kept, so that ten thousand positions
    of one variant compile it once."""
    if text is not None:
        variant = Variant.from_text(text, "toml")
    elif builtin is not None:
        variant = Variant(builtin)
    else:
        raise FerzError("a pickled variant has a name or a text")
    if variant.definition_hash != definition_hash:
        raise FerzError(
            f"the pickled variant {variant.name} is another game in version {__version__} of Ferz"
        )
    return variant


def load_position(variant: Variant, fen: str) -> Position:
    return variant.position(fen)


def load_move(position: Position, text: str) -> Move:
    return position.parse_move(text)


def load_game(variant: Variant, record: str) -> Game:
    return Game.from_record(record, variant)
