#!/usr/bin/env python3
"""Compares legal moves with those of Fairy-Stockfish on positions of random games.

    pip install pyffish==0.0.90
    tools/compare_with_pyffish.py [--ferz target/release/ferz] [--positions 100] [NAME...]

Each position becomes a conformance row of kind 2 : the FEN and the
program's own list of legal moves. `ferz conform` reads all rows of a variant at once.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile

import pyffish


def positions(variant, count, seed):
    """FENs of random games, with the program's legal moves."""
    generator = random.Random(seed)
    rows, start = [], pyffish.start_fen(variant)
    while len(rows) < count:
        fen = start
        for _ in range(80):
            moves = pyffish.legal_moves(variant, fen, [])
            rows.append({"variant": variant, "fen": fen, "legal": sorted(moves)})
            if not moves or len(rows) == count:
                break
            fen = pyffish.get_fen(variant, fen, [generator.choice(moves)])
        if len(rows) == 1 and not rows[0]["legal"]:
            break
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    ours = subprocess.run([options.ferz, "variants", "--json"], capture_output=True, check=True)
    built_in = {entry["name"] for entry in json.loads(ours.stdout)}
    names = options.names or sorted(built_in & set(pyffish.variants()))
    worst = 0
    for name in names:
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            for row in positions(name, options.positions, options.seed):
                file.write(json.dumps(row) + "\n")
            file.flush()
            done = subprocess.run([options.ferz, "conform", file.name], capture_output=True, text=True)
        last = (done.stdout.strip().splitlines() or ["no answer"])[-1]
        print(f"{name}: {last}", flush=True)
        if done.returncode:
            worst = 1
            print("\n".join(done.stdout.splitlines()[:6]))
    return worst


if __name__ == "__main__":
    sys.exit(main())
