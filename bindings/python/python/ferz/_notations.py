"""Move notations of the shogi, xiangqi, janggi and makruk families, as pyffish writes them."""

from __future__ import annotations

import re
from collections import Counter

from ._core import Move, Position

SHOGI_HOSKING = 3
SHOGI_HODGES = 4
SHOGI_HODGES_NUMBER = 5
JANGGI = 6
XIANGQI_WXF = 7
THAI_SAN = 8
THAI_LAN = 9

_SHOGI = frozenset(
    "checkshogi dobutsu euroshogi gorogoro judkins kyotoshogi micro mini minishogi okisakishogi shogi shoshogi"
    " torishogi yarishogi".split()
)
_JANGGI = frozenset(["janggi", "janggicasual", "janggimodern", "janggitraditional"])
_XIANGQI = frozenset(["xiangqi", "minixiangqi", "manchu", "supply"])
_MAKRUK = frozenset(["makruk", "makpong", "cambodian", "karouk", "ai-wok", "asean"])

#: The games for which a notation is made.
GAMES = {
    SHOGI_HOSKING: _SHOGI,
    SHOGI_HODGES: _SHOGI,
    SHOGI_HODGES_NUMBER: _SHOGI,
    JANGGI: _JANGGI,
    XIANGQI_WXF: _XIANGQI,
    THAI_SAN: _MAKRUK,
    THAI_LAN: _MAKRUK,
}

#: The letters of pieces, by those of FENs.
_THAI_PIECES = {
    "K": "ข",
    "M": "ม็",
    "Q": "ม็",
    "A": "ว",
    "S": "ค",
    "B": "ค",
    "N": "ม",
    "R": "ร",
    "P": "บ",
}
#: The letter of a pawn that has become a met.
_THAI_PROMOTED = "ง"

_THAI_SQUARES = str.maketrans("abcdefgh0123456789", "กขคงจฉชญ๐๑๒๓๔๕๖๗๘๙")

_SAN = re.compile(r"(?P<letter>[A-Z]?)(?P<origin>[a-h]?[0-9]*)(?P<joint>x?)(?P<to>[a-h][0-9]+)(?P<rest>.*)")


def is_shogi(family: str) -> bool:
    """Whether a game is written by numbers of files and ranks if nothing else is asked for."""
    return family in _SHOGI


def text(
    position: Position, move: Move, notation: int, family: str, is_promoted: bool
) -> str:
    """A move in a notation. The family is the built-in game from which the rules come, and the mover may
    be a piece that has been promoted, which no letter tells.

    Raises :class:`NotImplementedError` where the notation is not made for the game."""
    games = GAMES.get(notation)
    if games is None:
        raise NotImplementedError(f"there is no notation {notation}")
    if family not in games:
        known = ", ".join(sorted(games))
        raise NotImplementedError(f"notation {notation} has no texts for `{family}`: it is for {known}")
    if notation == JANGGI:
        return _janggi(position, move)
    if notation == XIANGQI_WXF:
        return _wxf(position, move)
    if notation in (THAI_SAN, THAI_LAN):
        return _thai(position, move, is_promoted, notation == THAI_LAN)
    return _shogi(position, move, notation)


def _place(square: str) -> tuple[int, int]:
    """The file and the rank of a square, each from 1."""
    return ord(square[0]) - ord("a") + 1, int(square[1:])


def _letter(position: Position, move: Move) -> str:
    """The letter of the mover in upper case, with its signs in FENs."""
    piece = None if move.from_ is None else position.piece_at(move.from_)
    letter = position.variant.letter(move.piece) if piece is None else piece.letter
    return letter.upper()


def _shogi(position: Position, move: Move, notation: int) -> str:
    variant = position.variant

    def square(name: str) -> str:
        file, rank = _place(name)
        down = variant.ranks + 1 - rank
        row = chr(ord("a") + down - 1) if notation == SHOGI_HODGES else str(down)
        return f"{variant.files + 1 - file}{row}"

    letter = _letter(position, move)
    if move.from_ is None:
        joint = "'" if notation == SHOGI_HOSKING else "*"
        return f"{letter}{joint}{square(move.to)}"
    legal = [other for other in position.legal_moves() if other.to == move.to and not other.drop]
    joint = "x" if move.captures else "-"
    # A promotion is distinguished by its sign from the same move without promotion.
    alike = [other for other in legal if other.piece == move.piece and other.promotion == move.promotion]
    if any(other.from_ != move.from_ for other in alike):
        joint = square(move.from_) + joint
    elif notation == SHOGI_HOSKING and joint == "-":
        joint = ""
    mark = ""
    if move.promotion is not None:
        became = variant.letter(move.promotion)
        mark = "+" if became.startswith("+") else "-" if letter.startswith("+") else f"={became}"
    elif any(other.from_ == move.from_ and other.promotion is not None for other in legal):
        mark = "="
    return f"{letter}{joint}{square(move.to)}{mark}"


def _signs(move: Move) -> tuple[str, str]:
    """The letter of the mover and the sign of check in short algebraic notation."""
    san = move.san()
    return san[0], san[-1] if san[-1] in "+#" else ""


def _janggi(position: Position, move: Move) -> str:
    assert move.from_ is not None

    def square(name: str) -> str:
        file, rank = _place(name)
        return f"{(position.variant.ranks + 1 - rank) % 10}{file}"

    joint = "x" if move.captures else "-"
    letter, check = _signs(move)
    return f"{letter}{square(move.from_)}{joint}{square(move.to)}{check}"


def _wxf(position: Position, move: Move) -> str:
    letter, _ = _signs(move)
    to_file, to_rank = _seen(position, move, move.to)
    if move.from_ is None:
        return f"{letter}@{to_file}{to_rank}"
    file, rank = _seen(position, move, move.from_)
    sign = "=" if to_rank == rank else "+" if to_rank > rank else "-"
    way = f"{sign}{abs(to_rank - rank) if to_file == file else to_file}"
    pieces = position.piece_map().items()
    own = [
        _seen(position, move, square)
        for square, piece in pieces
        if piece.color == move.color and piece.role == move.piece
    ]
    # Pieces on the same file are distinguished by order, the foremost first, if another one could be meant.
    # Its move there need not be legal, but the square must be one that its kind can enter.
    ranks = sorted((other[1] for other in own if other[0] == file), reverse=True)
    others = [other for other in ranks if other != rank]
    if not any(_is_square_of(position, letter, other + to_rank - rank, to_file) for other in others):
        return f"{letter}{file}{way}"
    place = ranks.index(rank)
    shared = [count for count in Counter(other[0] for other in own).values() if count > 1]
    if len(ranks) > 2 or len(shared) > 1:
        return f"{place + 1}{file}{way}"
    return f"{letter}{'+' if place == 0 else '-'}{way}"


def _is_square_of(position: Position, letter: str, rank: int, file: int) -> bool:
    """Whether there is such a rank, and an advisor stays in its palace there, an elephant on its side of the
    river."""
    if letter == "A":
        return 1 <= rank <= 3 and 4 <= file <= 6
    return 1 <= rank <= (5 if letter == "E" else position.variant.ranks)


def _seen(position: Position, move: Move, square: str) -> tuple[int, int]:
    """The file of a square from the right of the mover, and its rank from the mover's side."""
    variant = position.variant
    file, rank = _place(square)
    is_white = move.color == "white"
    return (variant.files + 1 - file, rank) if is_white else (file, variant.ranks + 1 - rank)


def _thai(position: Position, move: Move, is_promoted: bool, is_long: bool) -> str:
    assert move.from_ is not None
    found = _SAN.fullmatch(move.san().replace("~", ""))
    assert found is not None
    piece = _THAI_PIECES[_letter(position, move)]
    if is_promoted and piece == _THAI_PIECES["M"]:
        piece = _THAI_PROMOTED
    if is_long:
        name, origin = f"{piece} ", move.from_
        joint = found["joint"] or "-"
    elif found["letter"]:
        name, origin, joint = piece, found["origin"], found["joint"] or "-"
    else:
        name, origin, joint = "", found["origin"], found["joint"]
    squares = f"{origin}{joint}{found['to']}".translate(_THAI_SQUARES)
    return name + squares + found["rest"]
