#!/usr/bin/env python3
"""Compares legal moves, check and game results with Fairy-Stockfish in random games.

    pip install pyffish==0.0.90
    tools/compare_with_pyffish.py [--ferz target/release/ferz] [--positions 100] [NAME...]

A child process plays random games with pyffish and prints its answers for each position. Half of the
moves undo a move or give check, so that positions repeat. Then `ferz moves --json` answers for the same
positions, with the same moves before them.
"""

import argparse
import collections
import json
import random
import subprocess
import sys


def pyffish_rows(variant, count, seed):
    """The answers of pyffish for positions of random games."""
    import pyffish

    generator = random.Random(seed)
    start = pyffish.start_fen(variant)
    rows, seen = [], 0
    while seen < count:
        fen, made, position = start, [], start
        # Games from the start position, and games that continue from a FEN after some moves.
        for _ in range(generator.choice([0, 0, 20, 60, 120])):
            moves = pyffish.legal_moves(variant, fen, [])
            if not moves:
                break
            fen = pyffish.get_fen(variant, fen, [generator.choice(moves)])
        begin, bias = fen, generator.choice([0.2, 0.9, 0.95])
        for _ in range(25):
            moves = sorted(pyffish.legal_moves(variant, begin, made))
            position = pyffish.get_fen(variant, begin, made)
            rows.append(
                {
                    "fen": begin,
                    "moves": list(made),
                    "legal": moves,
                    "check": bool(pyffish.gives_check(variant, begin, made)),
                    "end": end(pyffish, variant, begin, made, moves, position),
                    "dead": list(pyffish.has_insufficient_material(variant, begin, made)),
                }
            )
            seen += 1
            if not moves or seen == count:
                break
            made.append(choose(pyffish, generator, bias, variant, begin, made, moves))
        if len(rows) == 1 and not rows[0]["legal"]:
            break
    return rows


def choose(pyffish, generator, bias, variant, begin, made, moves):
    """Chooses a move that undoes the last one, a check, or any move."""
    if generator.random() < bias and len(made) > 1:
        back = made[-2][2:4] + made[-2][0:2]
        if back in moves:
            return back
    if generator.random() < 0.5:
        checks = [one for one in moves if pyffish.gives_check(variant, begin, made + [one])]
        if checks:
            return generator.choice(checks)
    return generator.choice(moves)


def end(pyffish, variant, begin, made, moves, position):
    """White's share of the point according to pyffish; `None` if the game is not over."""
    over, value = pyffish.is_immediate_game_end(variant, begin, made)
    if not over and not moves:
        over, value = True, pyffish.game_result(variant, begin, made)
    if not over:
        over, value = pyffish.is_optional_game_end(variant, begin, made)
    if not over:
        return None
    mover = 0.5 if value == 0 else float(value > 0)
    return mover if position.split()[1] == "w" else 1 - mover


def ours(ferz, variant, row):
    """The same answers from `ferz`."""
    command = [ferz, "moves", variant, "--json", "--fen", row["fen"]]
    if row["moves"]:
        command += ["--moves", " ".join(row["moves"])]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return {"legal": done.stderr, "check": None, "end": None}
    answer = json.loads(done.stdout)
    outcome = answer["outcome"]
    # In Chess960-like variants pyffish writes castling as the king capturing its partner; `ferz` also reads
    # this form.
    castlings = [one for one in answer["moves"] if one["kind"] == "castle"]
    taking = {one["from"] + one["relocations"][0]["from"]: one["text"] for one in castlings}
    written = {text: other for other, text in taking.items() if other in row["legal"]}
    return {
        "legal": sorted(written.get(one["text"], one["text"]) for one in answer["moves"]),
        "check": answer["check"],
        "end": outcome and outcome["white"],
        "reason": outcome and outcome["reason"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", action="store_true", help="print that program's answers only")
    parser.add_argument("--shown", type=int, default=3, help="differences printed by variant")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.rows:
        for row in pyffish_rows(options.names[0], options.positions, options.seed):
            print(json.dumps(row))
        return 0
    known = subprocess.run(
        [options.ferz, "variants", "--json"], capture_output=True, check=True
    )
    theirs = subprocess.run(
        [sys.executable, "-c", "import pyffish; print(*pyffish.variants())"],
        capture_output=True,
        check=True,
        text=True,
    )
    built_in = {entry["name"] for entry in json.loads(known.stdout)}
    names = options.names or sorted(built_in & set(theirs.stdout.split()))
    asked, ends, failed = collections.Counter(), collections.Counter(), collections.Counter()
    for name in names:
        child = subprocess.run(
            [sys.executable, __file__, "--rows", "--positions", str(options.positions)]
            + ["--seed", str(options.seed), name],
            capture_output=True,
            text=True,
        )
        rows = [json.loads(line) for line in child.stdout.splitlines() if line.startswith("{")]
        shown = 0
        for row in rows:
            found = ours(options.ferz, name, row)
            ends[found.get("reason")] += 1
            for what in ("legal", "check", "end"):
                asked[what] += 1
                if found[what] == row[what]:
                    continue
                # pyffish does not end games by insufficient material, but reports it.
                is_dead = found.get("reason") == "insufficient-material" and all(row["dead"])
                if what == "end" and row[what] is None and is_dead:
                    continue
                failed[what] += 1
                shown += 1
                if shown <= options.shown:
                    print(f"{name}: {what} at {row['fen']} after {' '.join(row['moves'])}")
                    if what == "legal":
                        both = set(row["legal"]), set(found["legal"])
                        print("    theirs only:", *sorted(both[0] - both[1]))
                        print("    ours only:", *sorted(both[1] - both[0]))
                    else:
                        print(f"    theirs {row[what]}, ours {found[what]}", found.get("reason"))
        print(f"{name}: {len(rows)} positions, {shown} differences", flush=True)
        if len(rows) < options.positions:
            print(f"    the program ended with {child.returncode}: {child.stderr[-300:]}")
    for what in asked:
        print(f"{what}: {asked[what]} asked, {failed[what]} differ")
    print("ends:", *(f"{reason} {count}" for reason, count in ends.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
