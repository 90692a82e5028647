"""Lets pyffish read what Ferz writes for it, and compares games: legal moves, ends, and a perft of the start.

    python tests/exports.py [--positions N] [--seed N] [--file variants.ini] [VARIANT...]

writes every built-in variant, or every section of a file, as a section of ``variants.ini``, and prints what
pyffish plays otherwise. A variant with a listed loss is left out. What differs for a reason stands in
``SLIPS``; docs/fairy-stockfish.md tells it."""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import ferz
import ferz.pyffish as ours
from differential import Child

#: Too slow for that program's module: thousands of moves in a position.
SLOW = {"amazons"}

#: Games that pyffish plays otherwise by a slip of its own.
SLIPS: dict[str, str] = {}

#: Moves before a game goes on from the FEN of its position: each question repeats them all.
STRETCH = 16

#: The longest game.
LONGEST = 160


#: pyffish, which takes longer to start than to play the games of a variant.
CHILD = Child()


class Reader:
    """pyffish with a variant that it has read."""

    def __init__(self, text: str, name: str) -> None:
        # That program skips sections with the names of its own variants.
        self.name = "exported-" + name
        self.text = text.replace(f"[{name}", f"[{self.name}", 1)
        self.call("load_variant_config", self.text)

    def call(self, function: str, *arguments: Any) -> Any:
        answer = CHILD.ask((function, list(arguments)))
        if "result" not in answer:
            raise RuntimeError(f"{function}{arguments}: {answer}")
        return answer["result"]

    def ask(self, function: str, fen: str, moves: list[str]) -> Any:
        return self.call(function, self.name, fen, moves)

    def end(self, fen: str, moves: list[str], legal: list[str]) -> Optional[float]:
        """The share of the point of the side to move; ``None`` if the game goes on."""
        over, value = self.ask("is_immediate_game_end", fen, moves)
        if not over and not legal:
            over, value = True, self.ask("game_result", fen, moves)
        if not over:
            over, value = self.ask("is_optional_game_end", fen, moves)
        return (0.5 if value == 0 else float(value > 0)) if over else None

    def is_dead(self, fen: str, moves: list[str]) -> bool:
        return all(self.ask("has_insufficient_material", fen, moves))

    def perft(self, fen: str, depth: int, moves: list[str]) -> int:
        legal = self.ask("legal_moves", fen, moves)
        if depth == 1:
            return len(set(legal))
        return sum(self.perft(fen, depth - 1, [*moves, text]) for text in sorted(set(legal)))


def our_end(game: ferz.Game) -> Optional[float]:
    outcome = game.outcome()
    if outcome is None:
        return None
    return outcome.white if game.turn == "white" else 1 - outcome.white


def texts(game: ferz.Game) -> dict[str, ferz.Move]:
    """The legal moves as pyffish writes them."""
    position = game.position
    return {ours._text(position, move, False): move for move in position.legal_moves()}


def differences(variant: ferz.Variant, text: str, positions: int, seed: int) -> Iterator[str]:
    """What pyffish plays otherwise than Ferz, at so many positions of random games, up to the first game that
    differs."""
    reader = Reader(text, variant.name)
    if reader.name not in reader.call("variants"):
        yield "pyffish has not read it"
        return
    yield from games(variant, reader, positions, random.Random(f"{variant.name} {seed}"))


def games(
    variant: ferz.Variant, reader: Reader, positions: int, numbers: random.Random
) -> Iterator[str]:
    start = ours._fen(variant.start())
    if reader.call("validate_fen", start, reader.name) != 1:
        yield f"pyffish refuses the start {start}"
        return
    n_moves = variant.start().n_moves
    if n_moves <= 100:
        counts = reader.perft(start, 2, []), variant.start().perft(2)
        if counts[0] != counts[1]:
            yield f"perft of the start to depth 2: theirs {counts[0]}, ours {counts[1]}"
            return
    seen = 0
    while seen < positions:
        game, begin, made = ferz.Game(variant), start, list[str]()
        # A part of the games goes back and forth, so that positions come again.
        back_and_forth = numbers.random() < 0.3
        while seen < positions and game.ply() < LONGEST:
            seen += 1
            legal = set(reader.ask("legal_moves", begin, made))
            mine = texts(game)
            end, our = reader.end(begin, made, sorted(legal)), our_end(game)
            where = f"at {begin} after {' '.join(made)}"
            outcome = game.outcome()
            if legal != set(mine):
                theirs_only, ours_only = sorted(legal - set(mine)), sorted(set(mine) - legal)
                yield f"legal moves {where}: theirs only {theirs_only}, ours only {ours_only}"
                return
            if end != our:
                reason = outcome and outcome.reason
                # That program ends no game for want of material, but says where it could.
                if not (reason == "insufficient-material" and reader.is_dead(begin, made)):
                    yield f"end {where}: theirs {end}, ours {our} ({reason})"
                    return
            if outcome is not None or not mine:
                break
            text = numbers.choice(sorted(mine))
            if back_and_forth and len(made) > 1 and numbers.random() < 0.8:
                back = made[-2][2:4] + made[-2][:2]
                text = back if back in mine else text
            if len(made) >= STRETCH and not back_and_forth:
                begin, made = ours._fen(game.position), []
                game = ferz.Game(variant, begin)
            made.append(text)
            game.push(texts(game)[text])
        if game.ply() == 0 and game.outcome() is not None:
            return


def sections(file: Path) -> Iterator[ferz.Variant]:
    """The variants of a definition file."""
    text = file.read_text()
    for name in re.findall(r"^\[([^\]:]+)", text, re.MULTILINE):
        yield ferz.Variant.from_text(text, "fairy-stockfish", name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.file:
        variants = [one for one in sections(options.file) if one.name in options.names or not options.names]
    else:
        variants = [ferz.Variant(name) for name in options.names or ferz.variants()]
    n_lossy = n_compared = n_different = 0
    for variant in variants:
        text, losses = variant.to_fairy_stockfish()
        if losses or variant.name in SLOW:
            n_lossy += 1
            if options.names:
                print(variant.name, *losses, sep="\n    ")
            continue
        n_compared += 1
        for difference in differences(variant, text, options.positions, options.seed):
            n_different += 1
            print(f"{variant.name}: {difference}", SLIPS.get(variant.name, ""), flush=True)
    print(f"{n_compared} compared, {n_different} differ, {n_lossy} left out")


if __name__ == "__main__":
    main()
