#!/usr/bin/env python3
"""Plays games of Ferz against itself through the engine module of python-chess, which judges every move.

    pip install chess==1.11.2
    tools/play_with_python_chess.py [--ferz target/release/ferz] [--nodes 400] [--seed 1] [NAME...]

For each variant it plays a game with UCI and a game with the XBoard protocol. A game starts with random moves
and ends when it is over by the rules of python-chess; `ferz moves --json` must report the same result there,
and none before. Without the package it says so and does nothing. The exit code is 1 if anything differs.
"""

import argparse
import json
import logging
import random
import subprocess
import sys

# Our names with those of python-chess. Both use the codes of Fairy-Stockfish.
VARIANTS = {
    "chess": "chess",
    "crazyhouse": "crazyhouse",
    "atomic": "atomic",
    "3check": "3check",
    "antichess": "antichess",
    "horde": "horde",
    "racingkings": "racingkings",
    "kingofthehill": "kingofthehill",
}

# The number of random moves before the engine moves.
OPENING = 4


def end(board):
    """White's share of the point and the reason by python-chess; `None` if the game is not over."""
    outcome = board.outcome()
    if outcome is None and board.is_repetition(3):
        return 0.5, "repetition"
    if outcome is None and board.halfmove_clock >= 100:
        return 0.5, "moves"
    if outcome is None:
        return None
    share = {True: 1.0, False: 0.0, None: 0.5}[outcome.winner]
    return share, outcome.termination.name.lower()


def afresh(board):
    """A copy of the game, because the engine module modifies the pockets of the initial position of its
    argument, so that its next call would start from another position."""
    again = type(board)()
    for move in board.move_stack:
        again.push(move)
    return again


def our_end(ferz, name, moves):
    """White's share of the point and the reason by Ferz; `None` if the game is not over."""
    command = [ferz, "moves", name, "--json"]
    if moves:
        command += ["--moves", ",".join(moves)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    outcome = json.loads(said)["outcome"]
    if not outcome or "white" not in outcome:
        return None
    return outcome["white"], outcome["reason"]


def play(args, name, protocol):
    """Plays a game; returns a list of errors and a summary line."""
    import chess.engine
    import chess.variant

    board = chess.variant.find_variant(VARIANTS[name])()
    generator = random.Random(args.seed)
    for _ in range(OPENING):
        board.push(generator.choice(sorted(board.legal_moves, key=lambda move: move.uci())))
    start = chess.engine.SimpleEngine.popen_uci if protocol == "uci" else chess.engine.SimpleEngine.popen_xboard
    wrong = []
    n_scores = 0
    with start([args.ferz, protocol], timeout=60) as engine:
        engine.configure({"Hash": 16} if protocol == "uci" else {"memory": 16})
        while (ended := end(board)) is None:
            # Sometimes analyze and ponder, as users do.
            if board.ply() % 20 == 10:
                lines = engine.analyse(afresh(board), chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
                n_scores += "score" in lines
            limit = chess.engine.Limit(nodes=args.nodes)
            if board.ply() % 20 == 15:
                limit = chess.engine.Limit(time=0.02)
            ponders = board.ply() % 20 == 5
            result = engine.play(afresh(board), limit, info=chess.engine.INFO_SCORE, ponder=ponders)
            n_scores += "score" in result.info
            # The module parses the move by the rules of python-chess, and raises an exception if it is
            # illegal.
            if result.move is None:
                wrong.append(f"no move in {board.fen()}")
                break
            board.push(result.move)
            if board.ply() > args.plies:
                break
    moves = [move.uci() for move in board.move_stack]
    if not wrong:
        ours = our_end(args.ferz, name, moves)
        if (ended and ended[0]) != (ours and ours[0]):
            wrong.append(f"python-chess: {ended}, ferz: {ours}: {' '.join(moves)}")
        before = our_end(args.ferz, name, moves[:-1])
        if before is not None:
            wrong.append(f"for ferz the game was over before its last move ({before}): {' '.join(moves)}")
    if n_scores == 0:
        wrong.append("no score was read")
    text = f"{ended[0]:g} {ended[1]}" if ended else f"cut at {args.plies} half-moves"
    return wrong, f"{name} {protocol}: {len(moves)} half-moves, {text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--nodes", type=int, default=400)
    parser.add_argument("--plies", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        import chess.engine
    except ImportError:
        print("skipped: the package chess is not installed")
        return 0
    # The module warns of unknown lines, such as the answers to its own `.`.
    logging.getLogger("chess.engine").setLevel(logging.ERROR)
    failed = 0
    for name in args.names or VARIANTS:
        for protocol in ["uci", "xboard"]:
            try:
                wrong, text = play(args, name, protocol)
            except (chess.engine.EngineError, TimeoutError) as error:
                wrong, text = [f"{type(error).__name__}: {error}"], f"{name} {protocol}"
            print(text, *(f"\n  {line}" for line in wrong))
            failed += bool(wrong)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
