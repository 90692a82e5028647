"""A rules engine for chess variants, made from written pieces.

    >>> import ferz
    >>> chess = ferz.Variant("chess")
    >>> position = chess.start().play("e2e4").play("e7e5")
    >>> position.fen
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
    >>> len(position.legal_moves())
    29
    >>> ferz.Movement("[F?R]").explain()
    'Steps one square diagonally, and may then slide any number of squares orthogonally outwards.'

Nothing here keeps a global state or prints; every fault is an exception (:class:`FerzError` and its
children, :class:`KeyError` for names, :class:`InternalError` for mistakes of this program).
"""

from ._core import (
    DefinitionError,
    FenError,
    FerzError,
    Finding,
    SearchResult,
    Game,
    InternalError,
    Line,
    Move,
    MoveError,
    Movement,
    Outcome,
    Piece,
    Position,
    RandomGames,
    RecordError,
    Score,
    Searcher,
    Target,
    Variant,
    __version__,
    check,
    defined_names,
    explain_code,
    find_variant,
    random_games,
)
from ._info import VariantInfo, variants
from ._pgn import PgnGame, PgnLine, PgnMove, read_games

__all__ = [
    "DefinitionError",
    "FenError",
    "FerzError",
    "Finding",
    "SearchResult",
    "Game",
    "InternalError",
    "Line",
    "Move",
    "MoveError",
    "Movement",
    "Outcome",
    "PgnGame",
    "PgnLine",
    "PgnMove",
    "Piece",
    "Position",
    "RandomGames",
    "RecordError",
    "Score",
    "Searcher",
    "Target",
    "Variant",
    "VariantInfo",
    "__version__",
    "check",
    "defined_names",
    "explain_code",
    "find_variant",
    "random_games",
    "read_games",
    "variants",
]
