"""Estimates the cost of a million games from the processor time of units of work on this machine.

    python examples/cost.py [SECONDS]

prints a table of core-hours per million games, which can be multiplied by the price of a core-hour.
"""

from __future__ import annotations

import sys
import time

import ferz
from ferz.units import MAX_PLIES, Plan, games_plan, pair_plan, run_unit

NAMES = ["chess", "crazyhouse", "shogi", "xiangqi", "grand-apothecary-chess-alert"]


def core_seconds(plan: Plan, games: int, seconds: float) -> tuple[float, int]:
    """Processor time of a game, by the units of a plan, as many as fit in so many seconds; and how many
    games that were."""
    # The first unit compiles the variant.
    run_unit(plan.units[0], plan.definitions)
    begun, done = time.process_time(), 0
    for unit in plan.units[1:]:
        run_unit(unit, plan.definitions)
        done += games
        if time.process_time() - begun > seconds:
            break
    return (time.process_time() - begun) / done, done


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print("| games | variant | measured | core-hours per million games |")
    print("| --- | --- | ---: | ---: |")
    for name in NAMES:
        variant = ferz.Variant(name)
        random_games = games_plan(variant, 200_000, batch=20)
        matches = [
            (f"{nodes} nodes a move", pair_plan(variant, 2000, {"nodes": nodes}, {"nodes": nodes}))
            for nodes in (100, 1000)
        ]
        for words, plan, games in [("random", random_games, 20), *((w, p, 2) for w, p in matches)]:
            cost, done = core_seconds(plan, games, seconds)
            print(f"| {words} | `{name}` | {done} | {cost * 1e6 / 3600:,.2f} |", flush=True)
    print(f"\nGames of pairs are drawn after {MAX_PLIES} half-moves.")


if __name__ == "__main__":
    main()
