"""PGN games with comments, glyphs (NAGs) and variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any, Optional, Protocol, Union

from ._core import Finding, Game, PgnReader, Position, Variant, write_game

_CHUNK = 1 << 16

#: The text of a null move.
NULL_MOVE = "--"


class Readable(Protocol):
    """A file open for reading, as text or as bytes."""

    def read(self, size: int, /) -> Union[str, bytes]: ...


@dataclass
class PgnLine:
    """A line of moves: those of a game, or a variation."""

    moves: list[PgnMove] = field(default_factory=list)
    before: list[Annotation] = field(default_factory=list)
    """The annotations before the first move."""

    @property
    def comments(self) -> list[str]:
        """The comments before the first move."""
        return [one for one in self.before if isinstance(one, str)]

    def play(self, position: Position) -> Iterator[tuple[Position, PgnMove]]:
        """Each move with the position before it, up to the first illegal one."""
        for move in self.moves:
            if move.uci is None:
                return
            yield position, move
            position = position.null_move() if move.uci == NULL_MOVE else position.play(move.uci)


@dataclass
class PgnMove:
    """A move with its annotations. Moves are equal if their texts and annotations are."""

    text: str
    """The move as it is written."""
    annotations: list[Annotation] = field(default_factory=list)
    """Glyphs by their numbers, comments, and variations, which replace this move, in their order."""
    uci: Optional[str] = field(default=None, compare=False)
    """The move by its squares; ``--`` for a null move, ``None`` if it cannot be played."""
    number: Optional[int] = field(default=None, compare=False)
    """The number of the move, if it is known."""
    is_black: bool = field(default=False, compare=False)
    """Whether the number is followed by three dots."""

    @property
    def nags(self) -> list[int]:
        """The glyphs: 1 is ``!``, 2 is ``?``."""
        return [one for one in self.annotations if isinstance(one, int)]

    @property
    def comments(self) -> list[str]:
        """The comments after the move."""
        return [one for one in self.annotations if isinstance(one, str)]

    @property
    def variations(self) -> list[PgnLine]:
        """The variations that replace the move."""
        return [one for one in self.annotations if isinstance(one, PgnLine)]


#: A glyph by its number, a comment, or a variation.
Annotation = Union[int, str, PgnLine]


@dataclass
class PgnGame:
    """A game of a PGN file with all its annotations."""

    tags: list[tuple[str, str]] = field(default_factory=list)
    line: PgnLine = field(default_factory=PgnLine)
    result: Optional[str] = None
    """What stands behind the moves."""
    game: Optional[Game] = field(default=None, compare=False)
    """The moves of the game on the board, as far as they can be played; ``None`` if the variant is not
    known or the FEN cannot be read."""
    findings: list[Finding] = field(default_factory=list, compare=False)
    """What is wrong with it; places are those of the text of this game."""
    line_number: int = field(default=1, compare=False)
    """The line of the file on which the game begins, from 1."""

    @staticmethod
    def of(game: Game, tags: Optional[list[tuple[str, str]]] = None) -> PgnGame:
        """A game with its moves in short algebraic notation, to be annotated."""
        reader = PgnReader(game.variant)
        reader.feed(game.pgn(tags).encode())
        reader.feed(b"")
        read = reader.next_game()
        assert read is not None
        return _game(read)

    def tag(self, name: str) -> Optional[str]:
        """The value of the first tag of a name."""
        return next((value for other, value in self.tags if other == name), None)

    def pgn(self) -> str:
        """The game as PGN, with the texts of its moves unchanged."""
        return write_game(self.tags, _line_tuple(self.line), self.result)

    def __str__(self) -> str:
        return self.pgn()

    def _repr_html_(self) -> str:
        text = self.pgn().replace("&", "&amp;").replace("<", "&lt;")
        picture = "" if self.game is None else self.game._repr_svg_()
        return f"{picture}<pre>{text}</pre>"


def read_games(
    source: Union[str, PathLike[str], Readable], variant: Optional[Variant] = None
) -> Iterator[PgnGame]:
    """Reads the games of a PGN file one after the other, so that memory holds only one of them.

    ``source`` is a path or an open file; a text is read through :class:`io.StringIO`. The variants of the
    games are built-ins, unless one is given. Bytes that are not UTF-8 are read as Latin-1.
    """
    if isinstance(source, (str, PathLike)):
        return _games_of_path(open(fspath(source), "rb"), variant)
    return _games(source, variant)


def _games_of_path(file: Any, variant: Optional[Variant]) -> Iterator[PgnGame]:
    with file:
        yield from _games(file, variant)


def _games(file: Readable, variant: Optional[Variant]) -> Iterator[PgnGame]:
    reader = PgnReader(variant)
    is_over = False
    while not is_over:
        chunk = file.read(_CHUNK)
        is_over = not chunk
        reader.feed(chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk)
        while (read := reader.next_game()) is not None:
            yield _game(read)


def _game(read: tuple[Any, ...]) -> PgnGame:
    game, tags, line, result, findings, line_number = read
    return PgnGame(tags, _line(line), result, game, findings, line_number)


def _line(line: tuple[Any, ...]) -> PgnLine:
    before, moves = line
    return PgnLine(
        [
            PgnMove(text, _annotations(annotations), uci, number, is_black)
            for text, uci, number, is_black, annotations in moves
        ],
        _annotations(before),
    )


def _annotations(annotations: Iterable[Any]) -> list[Annotation]:
    return [_line(one) if isinstance(one, tuple) else one for one in annotations]


def _line_tuple(line: PgnLine) -> tuple[Any, ...]:
    return _annotation_tuples(line.before), [
        (move.text, move.uci, move.number, move.is_black, _annotation_tuples(move.annotations))
        for move in line.moves
    ]


def _annotation_tuples(annotations: Iterable[Annotation]) -> list[Any]:
    return [_line_tuple(one) if isinstance(one, PgnLine) else one for one in annotations]
