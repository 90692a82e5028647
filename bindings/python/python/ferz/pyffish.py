"""A drop-in replacement for pyffish, implemented by Ferz.

A program that uses pyffish changes one line::

    import ferz.pyffish as pyffish

The functions, their arguments and their constants are those of pyffish 0.0.90. What differs:

- What cannot be used raises :class:`ferz.FerzError`, which is a :class:`ValueError`, or :class:`KeyError`
  for a name. There, a bad FEN has no legal moves, an illegal move is a ``SystemError`` or, in
  :func:`get_san`, the text of another move, and the name of an unknown variant ends the process.
- :func:`legal_moves` is sorted; there, the order is that of the generator.
- Pieces in hand are written in the order of the definition.
- A game that goes on has the result 0, and so has an end that is not there; there, it is that of a
  checkmate or stalemate that has not happened.
- :func:`has_insufficient_material` knows of no side what it does not know of the pieces: see
  :meth:`ferz.Position.may_win`.
- :func:`validate_fen` looks at everything that :meth:`ferz.Variant.check_fen` looks at, such as squares of
  en passant that nothing has passed. Errors that have no code there have ``FEN_INVALID_CHAR``.
- :func:`load_variant_config` raises what it finds. Of two definitions of a name the first counts, as there.
- :func:`set_option` knows ``VariantPath`` and ``UCI_Variant`` only; nothing else has a meaning for rules.
- A notation of one family of games raises :class:`NotImplementedError` in other games. There, letters that
  it does not have become `X`, and squares that it cannot name some other sign.

New programs should use :class:`ferz.Position`, which does not parse a FEN for each call.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from . import _notations
from ._core import (
    DefinitionError,
    FerzError,
    Game,
    Move,
    Outcome,
    Position,
    Variant,
    __version__,
    defined_names,
)
from ._core import variants as _builtin

error = FerzError

VALUE_DRAW = 0
VALUE_MATE = 32000

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9

FEN_OK = 1
FEN_EMPTY = 0
FEN_INVALID_MOVE_NUMBER = -1
FEN_INVALID_HALF_MOVE = -2
FEN_INVALID_NB_KINGS = -3
FEN_INVALID_EN_PASSANT_SQ = -4
FEN_INVALID_CASTLING = -5
FEN_INVALID_SIDE_TO_MOVE = -6
FEN_INVALID_BOARD_GEOMETRY = -8
FEN_TOUCHING_KINGS = -9
FEN_INVALID_CHAR = -10
FEN_INVALID_PROMOTED_PIECE = -12
FEN_INVALID_CHECK_COUNT = -13

# The variants of pyffish. Other built-ins of Ferz can be requested by name as well.
_NAMES = """
3check 5check ai-wok almost amazon amazons antichess armageddon asean ataxx atomar atomic berolina
breakthrough bughouse cambodian capablanca capahouse caparandom centaur chancellor chaturanga checkshogi
chess chessgi chigorin clobber clobber10 codrus coregal courier crazyhouse dobutsu dragon duck embassy
euroshogi extinction fairy fischerandom flipello flipello10 flipersi fox-and-hounds gardner georgian
giveaway gorogoro gothic grand grasshopper gustav3 hoppelpoppel horde isolation isolation7x7 janggi
janggicasual janggimodern janggitraditional janus jesonmor joust judkins karouk kinglet kingofthehill
knightmate koedem kyotoshogi legan loop losalamos losers makpong makruk manchu micro mini minishogi
minixiangqi misere modern newzealand nightrider nocastle nocheckatomic normal okisakishogi omicron opulent
paradigm pawnback pawnsideways perfect petrified placement pocketknight raazuvaa racingkings seirawan shako
shatar shatranj shogi shoshogi shouse sittuyin snailtrail sortofalmost spartan suicide supply tencubed
threekings torishogi torpedo troitzky wolf xiangqi yarishogi
""".split()

# The codes of findings and what pyffish has for them, in the order in which it looks for faults. An error
# of another kind is one of the board.
_FAULTS = {
    "E0514": FEN_EMPTY,
    "E0503": FEN_INVALID_CHAR,
    "E0501": FEN_INVALID_BOARD_GEOMETRY,
    "E0502": FEN_INVALID_BOARD_GEOMETRY,
    "E0504": FEN_INVALID_SIDE_TO_MOVE,
    "E0507": FEN_INVALID_NB_KINGS,
    "W0503": FEN_INVALID_NB_KINGS,
    "W0505": FEN_TOUCHING_KINGS,
    "W0501": FEN_INVALID_CASTLING,
    "E0509": FEN_INVALID_EN_PASSANT_SQ,
    "E0510": FEN_INVALID_HALF_MOVE,
    "E0511": FEN_INVALID_MOVE_NUMBER,
}

# Ends that a player must claim there, or that the rules leave to the players.
_CLAIMS = {
    "repetition",
    "perpetual-check",
    "perpetual-chase",
    "back-and-forth",
    "move-limit",
    "counting",
}

# Ends for want of a legal move, and those that are known to Ferz alone.
_MATES = {
    "checkmate",
    "stalemate",
    "immobile",
    "forbidden-mate",
    "weak-mate",
    "insufficient-material",
}

_FORMAT: Literal["fairy-stockfish"] = "fairy-stockfish"

_LETTERS = re.compile(r"\+?[A-Za-z]['~]?")
_HEADER = re.compile(r"^[ \t]*\[([^\]:\n]+)(?::([^\]\n]*))?\]", re.MULTILINE)
_SQUARES = re.compile(r"[a-z][0-9]+")
_CHECKS_GIVEN = re.compile(r" \+([0-9])\+([0-9])(?= |$)")
_CHECKS_LEFT = re.compile(r" ([0-9])\+([0-9])(?= |$)")
_SIGNS = re.compile(r"[0-9]+|\+?[A-Za-z]['~]?|\*")

# Definitions that were loaded, by the names of their variants, and from what each inherits.
_loaded: dict[str, str] = {}
_parents: dict[str, str] = {}


def version() -> tuple[int, ...]:
    return tuple(int(part) for part in __version__.split("."))


def info() -> str:
    return f"Ferz {__version__}"


def variants() -> list[str]:
    return sorted({*_NAMES, *_loaded})


def load_variant_config(config: str) -> None:
    """Adds the variants of a ``variants.ini``. They may inherit from those that were loaded before.

    A variant with errors is not added, and raises :class:`DefinitionError` when the others are there.
    """
    known = next(reversed(_loaded.values()), "")
    parents: dict[str, str] = {}
    taken = {*_builtin(), *_loaded}
    # What stands before the first section is a comment; of each section the header has the name.
    headers = list(_HEADER.finditer(config))
    ends = [header.start() for header in headers[1:]] + [len(config)]
    for header, end in zip(headers, ends):
        if header[1].strip() not in taken:
            known += config[header.start() : end] + "\n"
            taken.add(header[1].strip())
            parents[header[1].strip()] = (header[2] or "").strip()
    for name in defined_names(known, _FORMAT):
        if name not in _loaded:
            # A start that cannot be read is found here.
            with suppress(DefinitionError):
                Variant.from_text(known, _FORMAT, name)
                _loaded[name] = known
    _parents.update(parents)
    for name in parents:
        if name not in _loaded:
            Variant.from_text(known, _FORMAT, name)


def set_option(name: str, value: object) -> None:
    if name == "VariantPath":
        path = Path(str(value))
        if path.is_file():
            load_variant_config(path.read_text(encoding="utf-8"))
        elif str(value) not in ("", "<empty>"):
            raise FileNotFoundError(f"no file is called `{path}`")
    elif name != "UCI_Variant":
        raise ValueError(f"No such option: {name}")


@lru_cache(maxsize=256)
def _compiled(name: str, text: str | None, chess960: bool) -> Variant:
    variant = Variant(name) if text is None else Variant.from_text(text, _FORMAT, name)
    return variant.with_any_files() if chess960 else variant


def _variant(name: str, chess960: bool = False) -> Variant:
    text = _loaded.get(name)
    if text is None and name not in _builtin():
        raise KeyError(f"no variant is called `{name}`")
    return _compiled(name, text, chess960)


# Squares of pieces that have been promoted, with the letters of what they were.
_Promoted = dict[str, str]


def _family(name: str) -> str:
    """The variant from which a loaded one comes that was not loaded itself."""
    while name in _parents:
        name = _parents[name]
    return name


def _is_to_partner(position: Position, chess960: bool) -> bool:
    """Whether castling is written as the king capturing its partner."""
    return chess960 or position.variant.name in ("fischerandom", "caparandom")


def _text(position: Position, move: Move, chess960: bool) -> str:
    if move.kind != "castle":
        return move.uci()
    # Castling is written as the king taking its partner also where the king alone could go there.
    if not _is_to_partner(position, chess960) and ";" not in move.uci():
        return move.uci()
    squares = f"{move.from_}{move.shifts[0][0]}"
    if move.gate is None:
        return squares
    role, square = move.gate
    return (squares if square == move.from_ else f"{square}{move.from_}") + position.variant.letter(role).lower()


def _move(position: Position, text: str, chess960: bool) -> Move | str:
    """The move of a text. Where castling takes the partner, that comes before any other meaning."""
    if _is_to_partner(position, chess960):
        for move in position.legal_moves():
            if move.kind == "castle" and _text(position, move, chess960) == text:
                return move
    return text


def _legal(position: Position, text: str, chess960: bool) -> Move:
    named = _move(position, text, chess960)
    return position.parse_move(named) if isinstance(named, str) else named


def _position(variant: str, fen: str, moves: Iterable[str], chess960: bool) -> Position:
    return _walk(variant, fen, moves, chess960)[0]


def _game(variant: str, fen: str, moves: Iterable[str], chess960: bool) -> Game:
    game = Game(_beginning(variant, fen, chess960)[0])
    for text in moves:
        game.push(_move(game.position, text, chess960))
    return game


def start_fen(variant: str) -> str:
    return _fen(_variant(variant).start())


def two_boards(variant: str) -> bool:
    return _variant(variant).two_boards


def captures_to_hand(variant: str) -> bool:
    return _variant(variant).captures_to_hand


def legal_moves(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> list[str]:
    position = _position(variant, fen, moves, chess960)
    if not _is_to_partner(position, chess960):
        texts = position.legal_texts()
        if not any(";" in text for text in texts):
            return texts
    return sorted(_text(position, move, chess960) for move in position.legal_moves())


#: Limits of counts on the board's honor other than 128.
_HONORS = {"cambodian": 126}


def get_fen(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    position, promoted = _walk(variant, fen, moves, chess960)
    text = _sfen(position) if sfen else _fen(position, chess960)
    if show_promoted and "~" not in text:
        text = _with_marks(position, text, promoted)
    if not sfen and (count := _count_since(position, fen, count_started)) is not None:
        fields = text.split(" ")
        fields[3:5] = [str(number) for number in count]
        text = " ".join(fields)
    return text


def _walk(variant: str, fen: str, moves: Iterable[str], chess960: bool) -> tuple[Position, _Promoted]:
    """The position after moves, and its promoted pieces."""
    position, promoted = _beginning(variant, fen, chess960)
    for text in moves:
        move = _legal(position, text, chess960)
        promoted = _carried(position, promoted, move)
        position = position.play(move)
    return position, promoted


def _beginning(variant: str, fen: str, chess960: bool) -> tuple[Position, _Promoted]:
    """The position of a FEN. The mark of promoted pieces is known to games without hands as well."""
    game = _variant(variant, chess960)
    fen = _with_rights(game, fen, chess960)
    board, blank, rest = fen.partition(" ")
    if "~" not in board:
        return game.position(fen), {}
    plain = board.replace("~", "")
    position = game.position(f"{plain}{blank}{rest}" if not game.has_hands else fen)
    places = _squares_of(position, board)
    # What they were, the FEN does not say.
    pawns = {"white": "P", "black": "p"}
    marked = [(square, piece) for square, piece in places if piece.endswith("~")]
    return position, {square: pawns["white" if piece.isupper() else "black"] for square, piece in marked}


def _with_rights(game: Variant, fen: str, chess960: bool) -> str:
    """A FEN as Ferz reads it. There, what stands behind `|` is another board, a FEN without rights has none,
    and files of gates tell by that of the king whether it may castle."""
    fields = fen.partition(" | ")[0].split(" ")
    if not fields[0]:
        return fen
    rights = game.start().fen.split(" ")[2]
    if len(fields) < 3 or fields[2].isdigit():
        if rights != "-":
            fields[1:] = [*(fields[1:2] or ["w"]), "-", "-", *fields[2:]]
    elif _has_gates(game):
        fields[2] = "".join(
            _side_rights(game, fields[0], chess960, side, [sign for sign in fields[2] if is_own(sign)])
            for side, is_own in (("white", str.isupper), ("black", str.islower))
        )
        fields[2] = fields[2] or "-"
    return " ".join(fields)


def _side_rights(game: Variant, board: str, chess960: bool, side: str, rights: list[str]) -> str:
    """The rights of a side with files of gates: castling as `K` and `Q` if the king may castle, and
    otherwise the files of its partners, which still have gates."""
    row = board.partition("[")[0].split("/")[-1 if side == "white" else 0]
    files: list[str] = []
    for sign in _SIGNS.findall(row):
        files += [""] * int(sign) if sign.isdigit() else [sign]
    letters = {letter: letter if side == "white" else letter.lower() for letter in "KR"}
    if letters["K"] not in files:
        king = -1
    else:
        king = files.index(letters["K"])
        home = game.start().fen.split(" ")[0].split("/")[-1].find("K")
        king = king if chess960 or king == home else -1
    rooks = [file for file, sign in enumerate(files) if sign == letters["R"]]
    partners = {"K": [file for file in rooks if file > king], "Q": [file for file in rooks if file < king]}
    outermost = {"K": max(partners["K"], default=None), "Q": min(partners["Q"], default=None)}
    named = {sign.upper() for sign in rights}
    found: list[str] = []
    if king < 0:
        corners = {"K": max(rooks, default=None), "Q": min(rooks, default=None)}
        gates = named - {"K", "Q"}
        gates |= {_file(corners[sign]) for sign in "KQ" if sign in named and corners[sign] is not None}
        found = sorted(gates)
    else:
        hand = board.partition("[")[2]
        has_gates = any(sign.isupper() == (side == "white") for sign in hand if sign.isalpha())
        may_castle = _file(king) in named or not has_gates
        for sign in "KQ":
            file = outermost[sign]
            if sign in named or may_castle and file is not None and _file(file) in named:
                found.append(sign)
                named -= {sign, _file(file)}
        found += sorted(named - ({_file(king)} if found else set()))
    text = "".join(found)
    return text if side == "white" else text.lower()


def _file(number: int | None) -> str:
    return "" if number is None else chr(ord("A") + number)


@lru_cache(maxsize=256)
def _has_gates(variant: Variant) -> bool:
    """Whether pieces in hand are put on squares that moves leave."""
    return "\nrules.gating = " in variant.to_toml()


def _carried(position: Position, promoted: _Promoted, move: Move) -> _Promoted:
    """The promoted pieces after a move. What has a `+` in FENs is not marked once more, and what loses it is
    not promoted."""
    was = None if move.from_ is None else promoted.get(move.from_)
    if move.promotion is not None:
        letter = position.variant.letter(move.piece)
        letter = letter if move.color == "white" else letter.lower()
        was = None if letter.startswith("+") else was or letter
    gone = {move.from_, move.to, *move.captures, *(origin for origin, _ in move.shifts)}
    left = {square: letter for square, letter in promoted.items() if square not in gone}
    left.update({to: promoted[origin] for origin, to in move.shifts if origin in promoted})
    if was is not None:
        left[move.to] = was
    return left


def _squares_of(position: Position, board: str) -> list[tuple[str, str]]:
    """What stands on each square of a board in a FEN: the letter with its signs, `*`, or nothing."""
    found = []
    for rank, row in zip(range(position.variant.ranks, 0, -1), board.partition("[")[0].split("/")):
        file = 0
        for sign in _SIGNS.findall(row):
            for piece in [""] * int(sign) if sign.isdigit() else [sign]:
                found.append((f"{chr(ord('a') + file)}{rank}", piece))
                file += 1
    return found


def _board_of(position: Position, places: Iterable[tuple[str, str]]) -> str:
    """The board of a FEN from what stands on its squares."""
    pieces, files = [piece for _, piece in places], position.variant.files
    rows = []
    for start in range(0, len(pieces), files):
        runs = groupby(pieces[start : start + files], lambda piece: piece == "")
        rows.append("".join(str(len(list(run))) if is_empty else "".join(run) for is_empty, run in runs))
    return "/".join(rows)


def _with_marks(position: Position, fen: str, promoted: _Promoted) -> str:
    """A FEN in which `~` follows promoted pieces."""
    board, rest = re.split(r"(?=[ \[])", fen, maxsplit=1)
    places = [
        (square, f"{piece}~" if square in promoted and piece.isalpha() else piece)
        for square, piece in _squares_of(position, board)
    ]
    return _board_of(position, places) + rest


def _count_since(position: Position, beginning: str, count_started: int) -> tuple[int, int] | None:
    """The limit of a count on the board's honor and how far it has come, both in half-moves, if the count
    has begun at a given half-move; below 0 it has not begun. Counts against a bare king begin where the
    rules say."""
    fields = position.fen.split(" ")
    if not count_started or len(fields) < 5 or not (fields[3].isdigit() and fields[4].isdigit()):
        return None
    now = 2 * (position.fullmove_number - 1) + (position.turn == "black")
    begun = max(0, now - count_started + 1) if count_started > 0 else 0
    if not _has_bare_king(fields[0]):
        return int(fields[3]), begun
    # When a king is left alone, of two counts the one that ends first goes on.
    honor = _HONORS.get(position.variant.name, 128)
    is_first = count_started > 0 and honor - begun < int(fields[3]) - int(fields[4])
    return (honor, begun) if is_first and not _has_bare_king(beginning.partition(" ")[0]) else None


def _has_bare_king(board: str) -> bool:
    letters = [letter for letter in board if letter.isalpha()]
    return min(sum(map(str.isupper, letters)), sum(map(str.islower, letters))) == 1


def _fen(position: Position, chess960: bool = False) -> str:
    """The FEN in the form of pyffish: games with hands always show them, with the last pieces of the
    definition first, and a square of en passant is there only where a piece stands that could capture on
    it."""
    # What no other program writes is left out.
    fields = [field for field in position.fen.split(" ") if "=" not in field]
    board, _, hand = fields[0].partition("[")
    if _keeps_promoted(position.variant):
        board = board.replace("~", "")
    if hand or position.variant.has_hands:
        board = f"{board}[{''.join(_in_hand(hand))}]"
    fields[0] = board
    if _is_to_partner(position, chess960):
        fields[2] = _partner_files(position, fields[2])
        if chess960 and _has_gates(position.variant):
            fields[2] = _with_kings(position, fields[2])
    squares = fields[3] if len(fields) > 3 else "-"
    if squares[0].isalpha() and not _is_passed(position, squares):
        fields[3] = "-"
    return " ".join(fields)


def _partner_files(position: Position, rights: str) -> str:
    """Rights with the files of the partners that stand farthest out."""
    start, pieces = position.variant.start().piece_map(), position.piece_map()
    ranks = {"white": 1, "black": position.variant.ranks}
    files = "abcdefghijklmnopqrstuvwxyz"[: position.variant.files]
    written = ""
    for right in rights:
        side = "white" if right.isupper() else "black"
        if right.lower() in "kq":
            outer = reversed(files) if right.lower() == "k" else iter(files)
            corner = start.get((files[-1] if right.lower() == "k" else "a") + str(ranks[side]))
            for file in outer:
                piece = pieces.get(f"{file}{ranks[side]}")
                if piece is not None and piece == corner:
                    right = file.upper() if right.isupper() else file
                    break
        written += right
    return written


def _with_kings(position: Position, files: str) -> str:
    """Files of partners and gates with that of a king that may castle, which has a gate as well."""
    rights = position.fen.split(" ")[2]
    written = ""
    for side, castling in (("white", "KQ"), ("black", "kq")):
        own = [file for file in files if file.isupper() == (side == "white") and file != "-"]
        count = sum(sign in rights for sign in castling)
        # A side without pieces in hand has no gates.
        if count and position.hand("white" if side == "white" else "black"):
            king = next(
                square
                for square, piece in position.piece_map().items()
                if piece.color == side and piece.role == "king"
            )
            own.append(king[0].upper() if side == "white" else king[0])
        written += "".join(own[:count] + sorted(own[count:]))
    return written or "-"


@lru_cache(maxsize=256)
def _keeps_promoted(variant: Variant) -> bool:
    """Whether captured pieces come to hand as they are, so that nothing needs to be marked."""
    return "keep-promoted = true" in variant.to_toml()


def _in_hand(hand: str) -> list[str]:
    """The letters of a hand, White's first, and of each side the last of the definition first."""
    letters = _LETTERS.findall(hand.rstrip("]"))
    letters.reverse()
    white = [letter for letter in letters if letter.isupper()]
    return white + [letter for letter in letters if not letter.isupper()]


def _is_passed(position: Position, squares: str) -> bool:
    """Whether a piece like the one that has passed stands where it could capture on one of the squares."""
    pieces = position.piece_map()
    ahead = -1 if position.turn == "white" else 1
    for square in _SQUARES.findall(squares):
        passer = pieces.get(square[0] + str(int(square[1:]) + ahead))
        if passer is not None and passer.color != position.turn:
            for attacker in position.attackers(square, position.turn):
                if pieces[attacker].role == passer.role:
                    return True
        # Pawns that are not those of chess pass in other ways.
        if any(move.to == square and move.captures not in ([], [square]) for move in position.legal_moves()):
            return True
    return False


def _sfen(position: Position) -> str:
    board, _, hand = position.fen.split(" ")[0].partition("[")
    if _keeps_promoted(position.variant):
        board = board.replace("~", "")
    counts = Counter(_in_hand(hand))
    held = "".join((str(count) if count > 1 else "") + letter for letter, count in counts.items())
    # There, Black begins.
    is_first = position.turn == "white"
    number = 2 * position.fullmove_number - (1 if is_first else 0)
    return f"{board} {'b' if is_first else 'w'} {held or '-'} {number}"


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    position, promoted = _beginning(variant, fen, chess960)
    found = _legal(position, move, chess960)
    return _text_of(variant, position, found, promoted, notation)


def get_san_moves(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> list[str]:
    position, promoted = _beginning(variant, fen, chess960)
    found = []
    for text in moves:
        move = _legal(position, text, chess960)
        found.append(_text_of(variant, position, move, promoted, notation))
        promoted = _carried(position, promoted, move)
        position = position.play(move)
    return found


def _text_of(
    variant: str, position: Position, move: Move, promoted: _Promoted, notation: int
) -> str:
    family = _family(variant)
    if notation == NOTATION_DEFAULT and _notations.is_shogi(family):
        notation = NOTATION_SHOGI_HODGES_NUMBER
    # The mark of promoted pieces is one of FENs alone there.
    san = move.san().replace("~", "")
    if notation in (NOTATION_DEFAULT, NOTATION_SAN):
        return san
    if notation != NOTATION_LAN:
        return _notations.text(position, move, notation, family, move.from_ in promoted)
    if move.kind == "castle" or move.from_ is None:
        return san
    # The target and what stands behind it are as in SAN; before it stands the origin.
    at = san.rindex(move.to)
    letter = san[:1] if san[:1].isupper() else ""
    if san.startswith("+"):
        letter = san[:2]
    joint = "x" if move.to in move.captures or "x" in san[:at] else "-"
    return f"{letter}{move.from_}{joint}{san[at:]}"


def gives_check(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> bool:
    """Whether the side to move is in check."""
    return _position(variant, fen, moves, chess960).is_check()


def is_capture(
    variant: str, fen: str, moves: Sequence[str], move: str, chess960: bool = False
) -> bool:
    position = _position(variant, fen, moves, chess960)
    return bool(_legal(position, move, chess960).captures)


def piece_to_partner(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> str:
    """The letter of the piece that the last move has captured, as it comes to the partner."""
    if not moves:
        return ""
    before, promoted = _walk(variant, fen, moves[:-1], chess960)
    move = _legal(before, moves[-1], chess960)
    victims = [piece for square in move.captures if (piece := before.piece_at(square))]
    if not victims:
        return ""
    letter = victims[0].letter
    if move.captures[0] in promoted and not letter.startswith("+"):
        return promoted[move.captures[0]]
    if letter.endswith("~"):
        return "P" if letter.isupper() else "p"
    return letter.lstrip("+")


def _value(outcome: Outcome | None, turn: str) -> int:
    """The result for the side to move; 0 while the game goes on."""
    if outcome is None:
        return VALUE_DRAW
    share = outcome.white if turn == "white" else outcome.black
    return round(VALUE_MATE * (2 * share - 1))


def game_result(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> int:
    game = _game(variant, fen, moves, chess960)
    return _value(game.outcome(), game.turn)


def is_immediate_game_end(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, int]:
    """Whether a rule has ended the game though there may be legal moves, and the result for the side to
    move."""
    game = _game(variant, fen, moves, chess960)
    outcome = game.outcome()
    if outcome is None or outcome.reason in _CLAIMS | _MATES:
        return False, VALUE_DRAW
    return True, _value(outcome, game.turn)


def is_optional_game_end(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    count_started: int = 0,
) -> tuple[bool, int]:
    """Whether the game can be ended by a claim, and the result for the side to move."""
    game = _game(variant, fen, moves, chess960)
    outcome = game.outcome()
    if (count := _count_since(game.position, fen, count_started)) is not None:
        if outcome is None or outcome.reason == "counting":
            return count[1] > count[0], VALUE_DRAW
    # A stalemate with moves that nobody must make, such as promotions in place, is claimed.
    is_claimed = outcome is not None and (
        outcome.reason in _CLAIMS or outcome.reason == "stalemate" and game.position.n_moves > 0
    )
    return is_claimed, _value(outcome, game.turn) if is_claimed else VALUE_DRAW


def has_insufficient_material(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, bool]:
    """Whether White and Black cannot win any more."""
    position = _position(variant, fen, moves, chess960)
    return not position.may_win("white"), not position.may_win("black")


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """``FEN_OK``, or the code of the first fault. The FEN comes first, as in pyffish."""
    if fen.split(" ")[3:4] == [""]:
        return FEN_INVALID_EN_PASSANT_SQ
    game = _variant(variant, chess960)
    findings = game.check_fen(_with_rights(game, fen, chess960))
    found = {finding.code for finding in findings if finding.is_error or finding.code in _FAULTS}
    # What stands behind a `+` has no promoted form, where others have one.
    has_forms = any(game.letter(role).startswith("+") for role in game.roles)
    if any(finding.code == "E0503" and fen[finding.start : finding.end] == "+" for finding in findings):
        return FEN_INVALID_PROMOTED_PIECE if has_forms else FEN_INVALID_CHAR
    if not found - {"W0505"}:
        return _fault_of_kings_or_checks(game, fen, "W0505" in found)
    return next((fault for code, fault in _FAULTS.items() if code in found), FEN_INVALID_CHAR)


def _fault_of_kings_or_checks(game: Variant, fen: str, is_royal_attacked: bool) -> int:
    """The fault of a FEN about which Ferz reports only warnings."""
    given, most = _CHECKS_GIVEN.search(fen), _CHECKS_LEFT.search(game.start().fen)
    if given is not None and most is not None and max(given.groups()) > max(most.groups()):
        return FEN_INVALID_CHECK_COUNT
    if is_royal_attacked:
        # Generals that see one another from afar are no fault there.
        kings = [square for square, piece in game.position(fen).piece_map().items() if piece.letter in "Kk"]
        steps = [abs(ord(one[0]) - ord(other[0])) for one in kings for other in kings if one != other]
        ranks = [abs(int(one[1:]) - int(other[1:])) for one in kings for other in kings if one != other]
        if any(max(step) <= 1 for step in zip(steps, ranks)):
            return FEN_TOUCHING_KINGS
    return FEN_OK


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """The FEN with `*` on all squares that the side to move neither stands on nor can move to."""
    position, promoted = _beginning(variant, fen, chess960)
    seen = {square for square, piece in position.piece_map().items() if piece.color == position.turn}
    seen.update(move.to for move in position.legal_moves())
    text = _fen(position, chess960)
    board, rest = re.split(r"(?=[ \[])", text, maxsplit=1)
    places = [
        (square, piece if square in seen else "*") for square, piece in _squares_of(position, board)
    ]
    return _board_of(position, places) + rest
