"""Benchmarks Ferz against pyffish and python-chess on the same work in one run.

    python examples/speed.py [SECONDS]

Each task is done again and again for so many seconds by each of them, in turns, and the best turn counts.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import chess
import pyffish

import ferz
import ferz.pyffish

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
]
TURNS = 3
PLIES = 300

VARIANT = ferz.Variant("chess")
POSITIONS = [VARIANT.position(fen) for fen in FENS]
MOVES = [position.legal_texts()[0] for position in POSITIONS]


def legal_objects() -> int:
    return sum(len(position.legal_moves()) for position in POSITIONS)


def legal_texts() -> int:
    return sum(len(position.legal_texts()) for position in POSITIONS)


def legal_from_fens() -> int:
    return sum(len(VARIANT.position(fen).legal_texts()) for fen in FENS)


def legal_pyffish(module: Any = pyffish) -> int:
    return sum(len(module.legal_moves("chess", fen, [])) for fen in FENS)


def legal_chess() -> int:
    return sum(len([move.uci() for move in board.legal_moves]) for board in BOARDS)


BOARDS = [chess.Board(fen) for fen in FENS]


def play_objects() -> int:
    for position, move in zip(PLAYED, LISTED):
        position.play(move)
    return len(PLAYED)


PLAYED = POSITIONS
LISTED = [position.parse_move(text) for position, text in zip(POSITIONS, MOVES)]


def play_texts() -> int:
    for position, text in zip(POSITIONS, MOVES):
        position.play(text).fen
    return len(MOVES)


def play_pyffish(module: Any = pyffish) -> int:
    for fen, text in zip(FENS, MOVES):
        module.get_fen("chess", fen, [text])
    return len(MOVES)


def play_chess() -> int:
    for board, text in zip(BOARDS, MOVES):
        board.push_uci(text)
        board.fen()
        board.pop()
    return len(MOVES)


def perft_ferz() -> int:
    return POSITIONS[1].perft(4)


def perft_pyffish(depth: int = 2, moves: tuple[str, ...] = ()) -> int:
    found = pyffish.legal_moves("chess", FENS[1], list(moves))
    if depth == 1:
        return len(found)
    return sum(perft_pyffish(depth - 1, (*moves, move)) for move in found)


def perft_chess(depth: int = 3) -> int:
    board = BOARDS[1]
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += perft_chess(depth - 1)
        board.pop()
    return total


def games_ferz() -> int:
    return sum(ferz.random_games(VARIANT, 20, max_plies=PLIES).plies)


def games_in_python() -> int:
    numbers = random.Random(1)
    plies = 0
    for _ in range(2):
        game = ferz.Game(VARIANT)
        while game.ply() < PLIES and game.outcome() is None:
            game.push(numbers.choice(game.legal_moves))
        plies += game.ply()
    return plies


def games_pyffish() -> int:
    numbers = random.Random(1)
    fen, plies = FENS[0], 0
    while plies < 40:
        moves = pyffish.legal_moves("chess", fen, [])
        if not moves or pyffish.is_optional_game_end("chess", fen, [])[0]:
            break
        fen = pyffish.get_fen("chess", fen, [numbers.choice(moves)])
        plies += 1
    return plies


def games_chess() -> int:
    numbers = random.Random(1)
    board, plies = chess.Board(), 0
    while plies < PLIES and board.outcome(claim_draw=False) is None:
        board.push(numbers.choice(list(board.legal_moves)))
        plies += 1
    return plies


TASKS: list[tuple[str, str, list[tuple[str, Callable[[], int]]]]] = [
    (
        "legal moves",
        "moves listed",
        [
            ("Ferz, `Position.legal_moves`", legal_objects),
            ("Ferz, `Position.legal_texts`", legal_texts),
            ("Ferz, texts from a FEN", legal_from_fens),
            ("`ferz.pyffish`", lambda: legal_pyffish(ferz.pyffish)),
            ("pyffish", legal_pyffish),
            ("python-chess", legal_chess),
        ],
    ),
    (
        "make a move",
        "moves made",
        [
            ("Ferz, a `Move`", play_objects),
            ("Ferz, from its text, to a FEN", play_texts),
            ("`ferz.pyffish`, from a FEN to a FEN", lambda: play_pyffish(ferz.pyffish)),
            ("pyffish, from a FEN to a FEN", play_pyffish),
            ("python-chess, from its text, to a FEN, and back", play_chess),
        ],
    ),
    (
        "perft",
        "leaves",
        [
            ("Ferz", perft_ferz),
            ("pyffish, by its moves", perft_pyffish),
            ("python-chess", perft_chess),
        ],
    ),
    (
        "random games",
        "half-moves",
        [
            ("Ferz, `random_games`", games_ferz),
            ("Ferz, a loop in Python", games_in_python),
            ("pyffish, a loop in Python", games_pyffish),
            ("python-chess, a loop in Python", games_chess),
        ],
    ),
]


def rate(work: Callable[[], int], seconds: float) -> float:
    """The number of operations per second of CPU time of this process."""
    begun = time.process_time()
    done, elapsed = 0, 0.0
    while elapsed < seconds:
        done += work()
        elapsed = time.process_time() - begun
    return done / elapsed


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print("| task | program | a second | of pyffish |")
    print("| --- | --- | ---: | ---: |")
    for task, unit, programs in TASKS:
        rates = {name: 0.0 for name, _ in programs}
        for _ in range(TURNS):
            for name, work in programs:
                rates[name] = max(rates[name], rate(work, seconds / TURNS))
        (theirs,) = (value for name, value in rates.items() if name.startswith("pyffish"))
        for name, value in rates.items():
            print(f"| {task} ({unit}) | {name} | {value:,.0f} | {value / theirs:,.1f} |")


if __name__ == "__main__":
    main()
