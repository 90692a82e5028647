"""The part of the package that is written in Rust.

Squares are named as in moves (``"e4"``, ``"a10"``), sides are ``"white"`` and ``"black"``, and roles are
the names that a definition gives to its pieces (``"knight"``). Shares of the point are between 0 and 1.
"""

from array import array
from os import PathLike
from typing import Any, Callable, Literal, Optional, TypeVar, Union, final

import numpy
from numpy.typing import NDArray
from typing_extensions import ParamSpec, TypeAlias

_P = ParamSpec("_P")
_T = TypeVar("_T")

_Color: TypeAlias = Literal["white", "black"]
_Theme: TypeAlias = Literal["light", "dark"]
_Move: TypeAlias = Union[Move, str]
_Format: TypeAlias = Literal[
    "toml", "diagram", "fairy-stockfish", "fairy-stockfish-x", "fairy-max"
]
_Dialect: TypeAlias = Literal["xbetza", "xboard", "diagram2020", "betza", "fairy-stockfish"]
_Shape: TypeAlias = tuple[int, int, int]

__version__: str

class FerzError(ValueError):
    """Base class of errors about invalid arguments and texts."""

    findings: tuple[Finding, ...]
    """What is wrong with it, where that is known by its place."""

class DefinitionError(FerzError):
    """A definition or a move description that cannot be read or played."""

class FenError(FerzError):
    """A FEN that is not a position of the variant."""

class MoveError(FerzError):
    """A text that is not a legal move in the position, or a move of another position."""

class RecordError(FerzError):
    """A game record that cannot be read."""

class InternalError(RuntimeError):
    """A mistake in Ferz itself: please report it with its message."""

@final
class Finding:
    """A finding about a text. Places are character offsets in the text."""

    code: str
    """What kind of finding it is: :func:`explain_code` says more."""
    severity: Literal["error", "warning", "note"]
    message: str
    start: int
    end: int
    help: Optional[str]
    """What to do about it."""
    labels: list[tuple[int, int, str]]
    """Further places, each with a word."""
    edits: list[tuple[int, int, str]]
    """What to write instead, where a program can tell: places, each with another text."""
    def __new__(
        cls,
        code: str,
        message: str,
        start: int = 0,
        end: int = 0,
        help: Optional[str] = None,
        labels: list[tuple[int, int, str]] = ...,
        edits: list[tuple[int, int, str]] = ...,
    ) -> Finding: ...
    @property
    def is_error(self) -> bool: ...
    def mended(self, text: str) -> Optional[str]:
        """The text with the edits applied; ``None`` if there are none."""

@final
class Piece:
    role: str
    color: _Color
    letter: str
    """As a FEN has it."""
    def __new__(cls, role: str, color: _Color, letter: str) -> Piece: ...
    def _repr_svg_(self) -> str: ...

@final
class Outcome:
    """The outcome of a game."""

    white: float
    """White's share of the point."""
    black: float
    reason: str
    """Such as ``"checkmate"``, ``"stalemate"`` or ``"repetition"``."""
    winner: Optional[_Color]
    """Who has got more of the point."""
    def __new__(cls, white: float, black: float, reason: str) -> Outcome: ...
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or the shares as decimals."""

@final
class Variant:
    """A compiled variant. It is immutable, and threads can share it.

    ``source`` is the name of a built-in variant (``"chess"``), optionally with settings
    (``"apothecary-chess-classic?setup=14"``), or the path of a definition file, optionally with the name of
    one of its variants (``"games.toml#mine"``).

    Raises :class:`KeyError` for an unknown name, :class:`FileNotFoundError` for a path without file, and
    :class:`DefinitionError` for a definition that cannot be played.
    """

    def __new__(
        cls, source: Union[str, PathLike[str]], /, format: Optional[_Format] = None
    ) -> Variant: ...
    @staticmethod
    def from_text(
        text: str, format: Optional[_Format] = None, name: Optional[str] = None
    ) -> Variant:
        """The variant of a definition, the first if none is named. The format is found out if the text
        leaves no doubt. Raises :class:`DefinitionError` with all findings."""
    @staticmethod
    def read(
        text: str, format: Optional[_Format] = None, name: Optional[str] = None
    ) -> tuple[Optional[Variant], list[Finding]]:
        """The same with all findings, including warnings, and ``None`` instead of an exception."""
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> Optional[str]: ...
    @property
    def source(self) -> Optional[str]:
        """The source of its rules."""
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def squares(self) -> list[str]:
        """The names of all squares, rank by rank."""
    @property
    def roles(self) -> list[str]:
        """The names of all kinds of pieces, in the order of the definition."""
    def letter(self, role: str) -> str:
        """White's letter of a kind of piece in FENs and moves."""
    @property
    def definition_hash(self) -> str:
        """16 hexadecimal digits that are the same for all definitions that play alike."""
    def to_toml(self) -> str:
        """The complete definition, including everything that it inherits."""
    def to_fairy_stockfish(self) -> tuple[str, list[str]]:
        """The definition as a section of Fairy-Stockfish's ``variants.ini``, and a line for each thing that
        the section does not say."""
    @property
    def has_hands(self) -> bool:
        """Whether players can have pieces in hand."""
    @property
    def captures_to_hand(self) -> bool:
        """Whether captured pieces go to the hand of the captor."""
    @property
    def two_boards(self) -> bool:
        """Whether captured pieces go to a partner on another board."""
    def with_any_files(self) -> Variant:
        """The variant in which kings and their castling partners may begin on any files, as in Chess960;
        the variant itself where nobody castles."""
    def snapshot(
        self, *, seed: int = 1, positions: int = 10, depth: int = 4, nodes: int = 1_000_000
    ) -> str:
        """What the variant does, as a text to keep: its definition, counts of leaves to a depth, as long as
        there are not more than ``nodes``, and positions of random games."""
    def start(self) -> Position: ...
    def position(self, fen: str) -> Position:
        """The position of a FEN. Raises :class:`FenError`."""
    def parse_sfen(self, sfen: str) -> Position:
        """The position of an SFEN, as shogi programs write it. Raises :class:`FenError`."""
    def check_fen(self, fen: str) -> list[Finding]:
        """All errors and warnings about a FEN."""
    def plane_names(self) -> list[str]:
        """The names of the planes of :meth:`Position.planes`."""
    @property
    def n_actions(self) -> int:
        """The number of actions: see :meth:`Position.move_index`."""
    @property
    def action_shape(self) -> tuple[int, int, int, int]:
        """The shape of the actions that are places: walls, promotions, sources, targets."""
    def svg(self, theme: _Theme = "light") -> str:
        """A picture of all pieces with their moves."""
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Variant: ...
    def __deepcopy__(self, memo: Any, /) -> Variant: ...

@final
class Move:
    """A legal move of the position that has listed it. Moves are equal if they do the same."""

    @property
    def from_(self) -> Optional[str]:
        """The origin of the mover; ``None`` for a drop."""
    @property
    def to(self) -> str:
        """The target of the mover."""
    @property
    def kind(self) -> Literal["normal", "castle", "drop", "resurrect", "pass"]: ...
    @property
    def drop(self) -> bool:
        """Whether the piece comes from the hand."""
    @property
    def piece(self) -> str:
        """The role of the mover before the move."""
    @property
    def color(self) -> _Color: ...
    @property
    def promotion(self) -> Optional[str]:
        """The role to which the mover promotes."""
    @property
    def captures(self) -> list[str]:
        """The squares whose pieces are captured."""
    @property
    def converts(self) -> list[str]:
        """The squares whose pieces change sides."""
    @property
    def shifts(self) -> list[tuple[str, str]]:
        """The origins and targets of other pieces that move, such as the rook in castling."""
    @property
    def gate(self) -> Optional[tuple[str, str]]:
        """The role of a piece that enters from the hand, and its square."""
    @property
    def wall(self) -> Optional[str]:
        """A square that becomes a wall."""
    @property
    def legs(self) -> list[str]:
        """The parts of the text of a move of several legs."""
    def uci(self) -> str:
        """The text of the move by its squares, which is unique in the position."""
    def san(self) -> str:
        """The move in short algebraic notation."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, memo: Any, /) -> Move: ...

@final
class Position:
    """A position without its history. Positions are immutable; they are equal if their FENs and
    variants are."""

    def __new__(cls, variant: Variant, fen: Optional[str] = None) -> Position: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def fen(self) -> str: ...
    def to_fen(self, *, ep: Literal["always", "legal"] = "always") -> str:
        """The FEN; with ``ep="legal"`` it has en passant squares only if a legal move captures there."""
    def to_sfen(self) -> str:
        """The position as shogi programs write it, where Black begins. Raises :class:`FenError` for what SFEN
        cannot say, such as rights to castle."""
    def mirror(self) -> Position:
        """The position with the colors exchanged and the ranks turned around. Raises :class:`FerzError` where
        that would be another game: where the two sides have other rules."""
    @property
    def turn(self) -> _Color: ...
    @property
    def halfmove_clock(self) -> int:
        """The number of plies since the last capture or irreversible move."""
    @property
    def fullmove_number(self) -> int: ...
    @property
    def key(self) -> int:
        """The 64-bit hash, which is equal for positions that repeat one another."""
    @property
    def n_moves(self) -> int:
        """The number of legal moves."""
    def legal_moves(self) -> list[Move]:
        """All legal moves, in an unspecified but reproducible order."""
    def legal_texts(self) -> list[str]:
        """The texts of all legal moves, sorted."""
    def legal_sans(self) -> list[str]:
        """All legal moves in short algebraic notation."""
    def is_legal(self, move: _Move) -> bool: ...
    def parse_move(self, text: str) -> Move:
        """The legal move of a text: by squares, or in short algebraic notation, as people spell it.
        Raises :class:`MoveError`, whose finding says what could have been meant."""
    def parse_san(self, text: str) -> Move: ...
    def san(self, move: _Move) -> str: ...
    def play(self, move: _Move) -> Position:
        """The position after a legal move. Raises :class:`MoveError`."""
    def null_move(self) -> Position:
        """The position with the other side to move."""
    def is_check(self) -> bool:
        """Whether a royal piece of the side to move is attacked."""
    def outcome(self) -> Optional[Outcome]:
        """The outcome, as far as the position alone shows; ``None`` if the game goes on."""
    def claim(self) -> Optional[Outcome]:
        """The outcome that the side to move may claim, in variants with a rule that requires a claim."""
    def may_win(self, color: _Color) -> bool:
        """Whether a side can still win, as far as the material shows."""
    def perft(self, depth: int, threads: int = 1) -> int:
        """Perft: the number of sequences of ``depth`` legal moves. Other Python threads can run meanwhile."""
    def divide(self, depth: int, threads: int = 1) -> dict[str, int]:
        """Perft below each legal move, by its text."""
    def search(
        self,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        moves: Optional[list[_Move]] = None,
        lines: int = 1,
        table_mib: int = 16,
        skill: int = 20,
    ) -> SearchResult:
        """Searches for the best move within limits: nodes, depth in plies, time in seconds,
        or a mate in so many moves. With ``nodes`` or ``depth`` alone the answer is always the same.

        ``moves`` are the only ones that may be chosen, ``lines`` the number of lines to find, and
        ``skill`` is from 0 to 20. Who searches many positions makes a :class:`Searcher`."""
    def piece_at(self, square: str) -> Optional[Piece]: ...
    def piece_map(self) -> dict[str, Piece]: ...
    def hand(self, color: _Color) -> dict[str, int]:
        """The number of pieces in hand of a side, by role."""
    def walls(self) -> list[str]: ...
    def attackers(self, square: str, by: _Color) -> list[str]:
        """The squares of the pieces of a side that attack a square."""
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
    def planes(
        self, *, viewer: Optional[_Color] = None, by_viewer: bool = False
    ) -> tuple[bytes, _Shape]:
        """The position as bytes, and their shape: planes, ranks, files.

        :meth:`Variant.plane_names` says what the planes are. The own pieces are those of the viewer, by
        default of the side to move. The first rank comes first; with ``by_viewer`` it is the first as
        the viewer sees them."""
    def to_numpy(
        self, *, viewer: Optional[_Color] = None, by_viewer: bool = False
    ) -> NDArray[numpy.uint8]:
        """The same as a read-only array of numpy, which must be installed."""
    def move_index(self, move: _Move, *, by_mover: bool = False) -> int:
        """The number of a legal move, below :attr:`Variant.n_actions`. In each position every legal move
        has a number of its own, which depends on the definition and the position alone.

        A number below the product of :attr:`Variant.action_shape` is a place: the index of a wall,
        promotion, source and target in an array of that shape. Walls are 0 for none and squares from 1.
        Promotions are 0 for none and the choices of the piece in the order of its definition from 1.
        Squares count rank by rank, holes among them; behind the squares as sources stand the roles in
        hand, if pieces are dropped. With ``by_mover`` the first rank is the first as the side to move sees
        it.

        Of moves that share a place, the first in the order of their texts stands there. The others have
        further numbers, which a hash of their texts chooses."""
    def move_at(self, index: int, *, by_mover: bool = False) -> Move:
        """The legal move with a number. Raises :class:`MoveError` if there is none."""
    def indexed_moves(self, *, by_mover: bool = False) -> dict[int, Move]:
        """All legal moves by their action numbers."""
    def move_mask(self, *, by_mover: bool = False) -> bytes:
        """A byte for each action: 1 if the move is legal, otherwise 0."""
    def mask_to_numpy(self, *, by_mover: bool = False) -> NDArray[numpy.uint8]:
        """The same as a read-only array of numpy, which must be installed."""
    def svg(self, theme: _Theme = "light", moves_of: Optional[str] = None) -> str:
        """A picture; with the moves of the piece on a square, if one is given."""
    def _repr_svg_(self) -> str: ...
    def unicode(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any, /) -> Position: ...

@final
class Game:
    """A position with its history. It changes with every move, which can be taken back.

    It begins at the start of a variant, at a FEN of it, or at a position."""

    def __new__(cls, beginning: Union[Variant, Position], fen: Optional[str] = None) -> Game: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def position(self) -> Position: ...
    @property
    def beginning(self) -> Position: ...
    @property
    def turn(self) -> _Color: ...
    @property
    def fullmove_number(self) -> int: ...
    @property
    def halfmove_clock(self) -> int: ...
    @property
    def legal_moves(self) -> list[Move]: ...
    @property
    def move_stack(self) -> list[Move]: ...
    def ply(self) -> int:
        """The number of plies played."""
    def is_legal(self, move: _Move) -> bool: ...
    def parse_move(self, text: str) -> Move: ...
    def parse_san(self, text: str) -> Move: ...
    def san(self, move: _Move) -> str: ...
    def push(self, move: _Move) -> None:
        """Plays a legal move. Raises :class:`MoveError`, and the game stays as it was."""
    def push_san(self, text: str) -> Move: ...
    def pop(self) -> Move:
        """Takes back the last move. Raises :class:`IndexError` if there is none."""
    def peek(self) -> Move: ...
    def fen(self, *, ep: Literal["always", "legal"] = "always") -> str:
        """The FEN, as :meth:`Position.to_fen` writes it."""
    def mirror(self) -> Game:
        """A game that begins here with the sides exchanged, as :meth:`Position.mirror` does it; its past is
        left behind."""
    def claims(self) -> list[Outcome]:
        """The ends that elsewhere a player must claim: repetition, limits and counts of moves, which here end
        the game, and what :meth:`Position.claim` says. It is empty if there is nothing to claim."""
    def set_fen(self, fen: str) -> None: ...
    def is_check(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool: ...
    def is_repetition(self) -> bool: ...
    def is_game_over(self) -> bool: ...
    def outcome(self) -> Optional[Outcome]:
        """The outcome of the game; repetitions and move limits count."""
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, shares as decimals, or ``*``."""
    def resign(self, color: _Color) -> None: ...
    def forfeit_on_time(self, color: _Color) -> None:
        """This side has exceeded its time and loses; a draw if the opponent could not win by any moves."""
    def agree(self, white: float = 0.5) -> None:
        """The players agree on White's share of the point."""
    def piece_at(self, square: str) -> Optional[Piece]: ...
    def piece_map(self) -> dict[str, Piece]: ...
    def record(self) -> str:
        """The game with its variant and result, moves by their squares."""
    @staticmethod
    def from_record(text: str, variant: Optional[Variant] = None) -> Game:
        """Reads a record; the variant is that of its name, unless one is given.
        Raises :class:`RecordError`."""
    def pgn(self, tags: Optional[list[tuple[str, str]]] = None, *, san: bool = True) -> str: ...
    def copy(self) -> Game: ...
    def unicode(self) -> str: ...
    def svg(self, theme: _Theme = "light", moves_of: Optional[str] = None) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    __hash__: None  # type: ignore[assignment]

@final
class PgnReader:
    """Splits a stream of bytes into games: see :func:`ferz.read_games`."""

    def __new__(cls, variant: Optional[Variant] = None) -> PgnReader: ...
    def feed(self, bytes: bytes) -> None:
        """Receives the next bytes of the stream; an empty string is its end."""
    def next_game(self) -> Optional[tuple[Any, ...]]:
        """The next game; ``None`` if more bytes are needed."""

@final
class Stopper:
    """Runs a function whose long work another thread can stop: see :mod:`ferz.aio`."""

    def __new__(cls) -> Stopper: ...
    def stop(self) -> None:
        """Stops the long work of the function now and whatever it begins later. What returns a part of its
        work, such as a search, does so, and other work raises :class:`FerzError`."""
    def run(
        self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """Calls a function on this thread."""

@final
class Target:
    """The possible moves of a piece to a square. Demands are ``"initial"`` (from its first
    square), ``"locust"``
    (something is captured on the way) and ``"hop"`` (something stands elsewhere)."""

    quiet: Optional[list[str]]
    """The demands of a move without capture there; ``None`` if there is none."""
    capture: Optional[list[str]]
    """The demands of a capture there; ``None`` if there is none."""
    signs: list[str]
    """What else there is: ``"en-passant"``, ``"castling"``, ``"friend"`` and the like."""

@final
class Movement:
    """The meaning of a move description in Betza or XBetza notation, on any board.

    Movements are equal if they mean the same, however they are spelled.
    Raises :class:`DefinitionError`."""

    def __new__(cls, text: str, dialect: _Dialect = "xbetza") -> Movement: ...
    @staticmethod
    def named(name: str) -> Movement:
        """The movement of a well-known piece, such as ``"griffon"``."""
    @property
    def text(self) -> str: ...
    @property
    def dialect(self) -> _Dialect: ...
    @property
    def findings(self) -> list[Finding]: ...
    @property
    def names(self) -> list[str]:
        """The usual names of the movement, the most common first."""
    def explain(self) -> str:
        """The movement in plain English."""
    def to_betza(self, dialect: _Dialect = "xbetza") -> str:
        """The movement in another dialect. Raises :class:`FerzError` if the dialect cannot express it."""
    def targets(
        self, square: str, files: int = 8, ranks: int = 8, color: _Color = "white"
    ) -> dict[str, Target]:
        """The moves of a piece from a square of an otherwise empty board of 1 to 36 files and ranks."""
    def svg(
        self,
        square: Optional[str] = None,
        files: int = 8,
        ranks: int = 8,
        color: _Color = "white",
        theme: _Theme = "light",
    ) -> str:
        """A picture; without a square, on a board chosen by the reach of the piece."""
    def _repr_svg_(self) -> str: ...

@final
class Score:
    """The score of a position for the side to move: ``units``, in hundredths of the smallest unit of
    material, or ``mate``, a win in so many moves, and a loss if that is not above 0."""

    units: Optional[int]
    mate: Optional[int]
    def __new__(cls, units: Optional[int] = None, mate: Optional[int] = None) -> Score: ...

@final
class Line:
    """A line of play."""

    rank: int
    """Its place among the lines of the same depth, from 1."""
    depth: int
    """Half-moves that were looked ahead."""
    selective_depth: int
    """The most half-moves that were looked ahead anywhere."""
    score: Score
    bound: Literal["exact", "lower", "upper"]
    """What the score says of the true one."""
    moves: list[Move]
    def _repr_html_(self) -> str: ...

@final
class SearchResult:
    """The result of a search."""

    best: Optional[Move]
    """The move to play; ``None`` where the game is over."""
    lines: list[Line]
    """The best lines, best first."""
    nodes: int
    """Positions looked at."""
    @property
    def score(self) -> Optional[Score]:
        """The score of the best line."""
    def _repr_html_(self) -> str: ...

@final
class Searcher:
    """Searches for best moves in positions of one variant, and keeps its transposition table between searches.

    ``evaluation`` is a file that ``ferz train`` has written, or ``"derived"`` for the evaluation that is
    derived from pieces and rules; a :class:`DefinitionError` says why a file does not fit the variant."""

    def __new__(
        cls,
        variant: Variant,
        *,
        table_mib: int = 16,
        lines: int = 1,
        skill: int = 20,
        evaluation: Union[str, PathLike[str], None] = None,
    ) -> Searcher: ...
    @property
    def variant(self) -> Variant: ...
    def search(
        self,
        root: Union[Position, Game],
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        moves: Optional[list[_Move]] = None,
        report: Optional[Callable[[Line], object]] = None,
    ) -> SearchResult:
        """As :meth:`Position.search`. The past of a game counts for repetition. ``report`` is called with
        each line that is found, on another thread; the search stops if it raises, and raises the same."""
    def evaluate(self, position: Position) -> int:
        """The static evaluation of the position for the side to move, in the unit of scores."""
    def worth(self, role: str) -> int:
        """The value of a piece in the search, in centipawns of chess."""
    def clear(self) -> None:
        """Clears the results of earlier searches."""

@final
class RandomGames:
    """The results of random games, game by game."""

    @property
    def plies(self) -> array[int]:
        """The number of plies of each game."""
    @property
    def white(self) -> array[float]:
        """White's share of the point; NaN for unfinished games."""
    @property
    def reasons(self) -> list[Optional[str]]:
        """The reason why each game ended; ``None`` for games that reached ``max_plies``."""
    def __len__(self) -> int: ...

def _panic(in_long_work: bool) -> None:
    """Panics on purpose, to test the conversion to an exception."""

def variants() -> list[str]:
    """The names of all built-in variants."""

def variant_facts(
    name: str,
) -> tuple[Optional[str], Optional[str], Optional[str], int, int, list[str]]:
    """Title, source, parent, files, ranks and roles of a built-in variant."""

def find_variant(name: str) -> Optional[str]:
    """The built-in variant that other programs call by a name, such as ``"Three-check"``."""

def defined_names(text: str, format: Optional[_Format] = None) -> list[str]:
    """The names of the variants without errors that a text defines. Raises :class:`DefinitionError` if
    there is none."""

def check(text: str, format: Optional[_Format] = None) -> list[Finding]:
    """All errors and probable mistakes of a definition file."""

def explain_code(code: str) -> tuple[str, str]:
    """The title of a diagnostic code, and a paragraph about it."""

def random_games(
    beginning: Union[Variant, Position],
    n: int = 1000,
    *,
    seed: int = 1,
    first: int = 0,
    max_plies: int = 500,
    threads: int = 1,
) -> RandomGames:
    """Plays games of random legal moves. Game ``i`` of a seed is always the same, however many games
    there are, and on however many threads. ``first`` is the number of the first one to play."""

def write_game(
    tags: list[tuple[str, str]], line: tuple[Any, ...], result: Optional[str]
) -> str:
    """Writes a game in PGN export format: see :meth:`ferz.PgnGame.pgn`."""
