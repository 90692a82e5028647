"""The functions of pyffish, answered by Ferz.

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
- Notations of moves other than SAN and LAN, counts that begin later (``count_started``), the mark of
  promoted pieces in games without hands (``show_promoted``) and :func:`get_fog_fen` are not there and raise
  :class:`NotImplementedError`. ``NOTATION_DEFAULT`` is SAN in all games.

Positions do not have to be read again and again: who writes a new program uses :class:`ferz.Position`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ._core import (
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
FEN_INVALID_CASTLING = -5
FEN_INVALID_SIDE_TO_MOVE = -6
FEN_INVALID_BOARD_GEOMETRY = -8
FEN_TOUCHING_KINGS = -9
FEN_INVALID_CHAR = -10
FEN_INVALID_PROMOTED_PIECE = -12

# The variants of pyffish. What else is built into Ferz can be asked for by its name as well.
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
_HEADER = re.compile(r"^[ \t]*\[([^\]:\n]+)(?::[^\]\n]*)?\]", re.MULTILINE)
_SQUARES = re.compile(r"[a-z][0-9]+")

# Definitions that were loaded, by the names of their variants.
_loaded: dict[str, str] = {}


def version() -> tuple[int, ...]:
    return tuple(int(part) for part in __version__.split("."))


def info() -> str:
    return f"Ferz {__version__}"


def variants() -> list[str]:
    return sorted({*_NAMES, *_loaded})


def load_variant_config(config: str) -> None:
    """Adds the variants of a ``variants.ini``. They may inherit from those that were loaded before."""
    known = next(reversed(_loaded.values()), "")
    taken = {*_builtin(), *_loaded}
    # What stands before the first section is a comment; of each section the header has the name.
    headers = list(_HEADER.finditer(config))
    ends = [header.start() for header in headers[1:]] + [len(config)]
    for header, end in zip(headers, ends):
        if header[1].strip() not in taken:
            known += config[header.start() : end] + "\n"
            taken.add(header[1].strip())
    new = [name for name in defined_names(known, _FORMAT) if name not in _loaded]
    for name in new:
        Variant.from_text(known, _FORMAT, name)
    _loaded.update(dict.fromkeys(new, known))


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


def _is_to_partner(position: Position, chess960: bool) -> bool:
    """Whether castling is the king taking its partner."""
    return chess960 or position.variant.name in ("fischerandom", "caparandom")


def _text(position: Position, move: Move, chess960: bool) -> str:
    if move.kind == "castle" and _is_to_partner(position, chess960):
        return f"{move.from_}{move.shifts[0][0]}"
    return move.uci()


def _move(position: Position, text: str, chess960: bool) -> Move | str:
    """The move of a text. Where castling takes the partner, that comes before any other meaning."""
    if _is_to_partner(position, chess960):
        for move in position.legal_moves():
            if move.kind == "castle" and _text(position, move, chess960) == text:
                return move
    return text


def _position(variant: str, fen: str, moves: Iterable[str], chess960: bool) -> Position:
    position = _variant(variant, chess960).position(fen)
    for text in moves:
        position = position.play(_move(position, text, chess960))
    return position


def _game(variant: str, fen: str, moves: Iterable[str], chess960: bool) -> Game:
    game = Game(_variant(variant, chess960), fen)
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
        return position.legal_texts()
    return sorted(_text(position, move, chess960) for move in position.legal_moves())


def get_fen(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    if count_started:
        raise NotImplementedError("counts begin where the rules say")
    position = _position(variant, fen, moves, chess960)
    if show_promoted and "[" not in position.fen:
        raise NotImplementedError("only games with hands know which pieces have promoted")
    return _sfen(position) if sfen else _fen(position, chess960)


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
    return False


def _sfen(position: Position) -> str:
    board, _, hand = position.fen.split(" ")[0].partition("[")
    counts = Counter(_in_hand(hand))
    held = "".join((str(count) if count > 1 else "") + letter for letter, count in counts.items())
    # There, Black begins.
    is_first = position.turn == "white"
    number = 2 * position.fullmove_number - (1 if is_first else 0)
    return f"{board} {'b' if is_first else 'w'} {held or '-'} {number}"


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    return _san(_position(variant, fen, [], chess960), move, chess960, notation)


def get_san_moves(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> list[str]:
    position = _position(variant, fen, [], chess960)
    found = []
    for text in moves:
        found.append(_san(position, text, chess960, notation))
        position = position.play(_move(position, text, chess960))
    return found


def _san(position: Position, text: str, chess960: bool, notation: int) -> str:
    named = _move(position, text, chess960)
    move = position.parse_move(named) if isinstance(named, str) else named
    # The mark of promoted pieces is one of FENs alone there.
    san = move.san().replace("~", "")
    if notation in (NOTATION_DEFAULT, NOTATION_SAN):
        return san
    if notation != NOTATION_LAN:
        raise NotImplementedError(f"notation {notation}")
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
    named = _move(position, move, chess960)
    found = position.parse_move(named) if isinstance(named, str) else named
    return bool(found.captures)


def piece_to_partner(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> str:
    """The letter of the piece that the last move has captured, as it comes to the partner."""
    if not moves:
        return ""
    before = _position(variant, fen, moves[:-1], chess960)
    named = _move(before, moves[-1], chess960)
    move = before.parse_move(named) if isinstance(named, str) else named
    victims = [piece for square in move.captures if (piece := before.piece_at(square))]
    if not victims:
        return ""
    letter = victims[0].letter
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
    if count_started:
        raise NotImplementedError("counts begin where the rules say")
    game = _game(variant, fen, moves, chess960)
    outcome = game.outcome()
    if outcome is None or outcome.reason not in _CLAIMS:
        return False, VALUE_DRAW
    return True, _value(outcome, game.turn)


def has_insufficient_material(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, bool]:
    """Whether White and Black cannot win any more."""
    position = _position(variant, fen, moves, chess960)
    return not position.may_win("white"), not position.may_win("black")


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """``FEN_OK``, or the code of the first fault. The FEN comes first, as in pyffish."""
    findings = _variant(variant, chess960).check_fen(fen)
    found = {finding.code for finding in findings if finding.is_error or finding.code in _FAULTS}
    if not found:
        return FEN_OK
    return next((fault for code, fault in _FAULTS.items() if code in found), FEN_INVALID_CHAR)


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    raise NotImplementedError("Ferz plays games in which both players see everything")
