"""Distributed work: units that any machine can process, in any order.

A :class:`Plan` has definitions and units. A unit is a JSON object and says all that is needed but the
definition; :func:`run_unit` is a pure function that turns it into a result, another JSON object with the
same key; :func:`merge` puts results together, whatever their order, and however often a unit was done.
Nothing depends on clocks, threads or machines: searches are limited by nodes, and random numbers come from
the seed and the number of the unit. So a unit that was lost is done again, and the sum is the same.

Who carries the units does not matter: :mod:`ferz.dask`, joblib, Ray, or a job array by way of files::

    python -m ferz.units perft chess 6 --out plan.json
    python -m ferz.units run plan.json --shard 1/4 --out part-1.jsonl
    python -m ferz.units merge part-*.jsonl

A result carries the version of Ferz and the hash of its definition, and results that differ in the version
are not merged unless that is asked for.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Optional, Union

from ._core import (
    DefinitionError,
    FerzError,
    Game,
    Position,
    Searcher,
    Variant,
    __version__,
    random_games,
)

Unit = dict[str, Any]
Result = dict[str, Any]

#: Half-moves after which a game of a pair is drawn.
MAX_PLIES = 400


@dataclass
class Plan:
    """Units with the definitions that they name by their hashes."""

    units: list[Unit] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)
    """The whole definitions in TOML, by their hashes."""

    def add(self, variant: Variant) -> str:
        """Adds a definition, and returns its hash."""
        name = variant.definition_hash
        self.definitions.setdefault(name, variant.to_toml())
        return name

    def shard(self, part: int, parts: int) -> Plan:
        """Every ``parts``-th unit, from number ``part``, which is 1 to ``parts``."""
        if not 1 <= part <= parts:
            raise ValueError(f"the part is from 1 to {parts}")
        return Plan(self.units[part - 1 :: parts], self.definitions)

    def save(self, path: Union[str, Path]) -> None:
        text = json.dumps({"definitions": self.definitions, "units": self.units})
        Path(path).write_text(text, encoding="utf-8")

    @staticmethod
    def load(path: Union[str, Path]) -> Plan:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        return Plan(data["units"], data["definitions"])


def perft_plan(position: Position, depth: int, split: int = 2) -> Plan:
    """Units that count the leaves below the positions ``split`` half-moves from here. Positions that are
    reached in several ways are counted once."""
    plan = Plan()
    variant = plan.add(position.variant)
    split = min(split, depth)
    layer = Counter({position: 1})
    for _ in range(split):
        following: Counter[Position] = Counter()
        for here, times in layer.items():
            for move in here.legal_moves():
                following[here.play(move)] += times
        layer = following
    for here, times in layer.items():
        plan.units.append(
            {
                "task": "perft",
                "key": f"perft {variant} {depth - split} {here.fen}",
                "variant": variant,
                "fen": here.fen,
                "depth": depth - split,
                "times": times,
                # The whole count, which shows whether parts are missing.
                "whole": f"perft {variant} {depth} {position.fen}",
                "units": len(layer),
            }
        )
    return plan


def pair_plan(
    variant: Variant,
    pairs: int,
    first: Optional[Mapping[str, Any]] = None,
    second: Optional[Mapping[str, Any]] = None,
    *,
    fens: Optional[tuple[str, str]] = None,
    plies: int = 6,
    seed: int = 1,
    max_plies: int = MAX_PLIES,
) -> Plan:
    """Pairs of games between two players: in the first game of a pair the first player has White, in the
    second one Black.

    A player is the limits of its searches and their options, ``{"nodes": 1000, "skill": 20}``. Games begin
    with ``plies`` random moves. With ``fens`` the two games of a pair begin from two positions: in the first
    one the army that is measured is White's, in the second one Black's.
    """
    plan = Plan()
    name = plan.add(variant)
    players = [dict(player or {"nodes": 1000}) for player in (first, second)]
    beginnings = list(fens or (variant.start().fen,) * 2)
    for fen in beginnings:
        variant.position(fen)
    same = json.dumps([players, beginnings, plies, max_plies], sort_keys=True)
    for number in range(pairs):
        plan.units.append(
            {
                "task": "pair",
                "key": f"pair {name} {seed} {number} {same}",
                "variant": name,
                "players": players,
                "fens": beginnings,
                "plies": plies,
                "seed": seed,
                "number": number,
                "max_plies": max_plies,
            }
        )
    return plan


def games_plan(
    variant: Variant, n: int, *, seed: int = 1, max_plies: int = 500, batch: int = 1000
) -> Plan:
    """Random games, ``batch`` of them in a unit."""
    plan = Plan()
    name = plan.add(variant)
    for begin in range(0, n, batch):
        count = min(batch, n - begin)
        plan.units.append(
            {
                "task": "games",
                "key": f"games {name} {seed} {max_plies} {begin} {count}",
                "variant": name,
                "seed": seed,
                "first": begin,
                "n": count,
                "max_plies": max_plies,
            }
        )
    return plan


def snapshot_plan(definitions: Iterable[str], *, format: Optional[str] = None) -> Plan:
    """A unit for each definition text: what is found in it, and what its first variant does."""
    plan = Plan()
    for number, text in enumerate(definitions):
        unit = {"task": "snapshot", "key": f"snapshot {number}", "text": text, "format": format}
        plan.units.append(unit)
    return plan


@lru_cache(maxsize=64)
def _variant(text: str) -> Variant:
    return Variant.from_text(text, "toml")


def run_unit(unit: Unit, definitions: Mapping[str, str]) -> Result:
    """Processes a unit. The same unit has the same result on every machine."""
    result = {
        "key": unit["key"],
        "task": unit["task"],
        "version": __version__,
    }
    if unit["task"] == "snapshot":
        return {**result, **_snapshot(unit)}
    variant = _variant(definitions[unit["variant"]])
    if variant.definition_hash != unit["variant"]:
        raise FerzError(
            f"the definition {unit['variant']} is another game in version {__version__} of Ferz"
        )
    done = {"perft": _perft, "pair": _pair, "games": _games}[unit["task"]](unit, variant)
    return {**result, "variant": unit["variant"], **done}


def _perft(unit: Unit, variant: Variant) -> Result:
    count = variant.position(unit["fen"]).perft(unit["depth"])
    return {"count": count * unit["times"], "whole": unit["whole"], "units": unit["units"]}


def _snapshot(unit: Unit) -> Result:
    try:
        variant, findings = Variant.read(unit["text"], unit["format"])
    except DefinitionError as error:
        return {"error": str(error)}
    found = [str(finding) for finding in findings]
    if variant is None:
        return {"findings": found}
    return {"findings": found, "name": variant.name, "snapshot": variant.snapshot()}


def _games(unit: Unit, variant: Variant) -> Result:
    games = random_games(
        variant, unit["n"], seed=unit["seed"], first=unit["first"], max_plies=unit["max_plies"]
    )
    shares = [white for white in games.white if not math.isnan(white)]
    return {
        "games": len(games),
        "plies": sum(games.plies),
        "ended": len(shares),
        "white": sum(shares),
        "reasons": dict(Counter(reason or "unfinished" for reason in games.reasons)),
    }


def _pair(unit: Unit, variant: Variant) -> Result:
    shares, reasons, plies, nodes = [], [], [], 0
    for half in (0, 1):
        game = _opening(unit, variant, half)
        limits = [dict(player) for player in unit["players"]]
        made = [
            Searcher(
                variant,
                table_mib=player.pop("table_mib", 1),
                skill=player.pop("skill", 20),
                evaluation=player.pop("evaluation", None),
            )
            for player in limits
        ]
        while game.outcome() is None and game.ply() < unit["max_plies"]:
            # In the second game the players have changed sides.
            mover = (0 if game.turn == "white" else 1) ^ half
            found = made[mover].search(game, **limits[mover])
            nodes += found.nodes
            if found.best is None:
                break
            game.push(found.best)
        outcome = game.outcome()
        white = 0.5 if outcome is None else outcome.white
        shares.append(white if half == 0 else 1 - white)
        reasons.append("max-plies" if outcome is None else outcome.reason)
        plies.append(game.ply())
    return {"first": shares, "reasons": reasons, "plies": plies, "nodes": nodes}


def _opening(unit: Unit, variant: Variant, half: int) -> Game:
    """A game with its random moves; both games of a pair have the same moves if they start alike."""
    fens = unit["fens"]
    for attempt in range(100):
        salt = "" if fens[0] == fens[1] else f" {half}"
        numbers = random.Random(f"{unit['seed']} {unit['number']} {attempt}{salt}")
        game = Game(variant, fens[half])
        for _ in range(unit["plies"]):
            if game.outcome() is not None:
                break
            game.push(numbers.choice(game.position.legal_texts()))
        if game.outcome() is None:
            return game
    return Game(variant, fens[half])


def read_results(paths: Iterable[Union[str, Path]]) -> Iterator[Result]:
    """The results of files of JSON lines. A last line that was cut off is left out."""
    for path in paths:
        lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
        for line in lines:
            if line.endswith("\n"):
                yield json.loads(line)


def merge(results: Iterable[Result], *, mixed: bool = False) -> dict[str, Any]:
    """What results say together, in no order: counts, scores of pairs, ends of random games, snapshots.

    ``perft_missing`` is how many parts of counts are not there.
    A unit that was done several times counts once; if it had several answers, or if the versions differ
    and ``mixed`` is not set, that is a :class:`ferz.FerzError`.
    """
    known: dict[str, Result] = {}
    for result in results:
        before = known.setdefault(result["key"], result)
        same_version = before["version"] == result["version"]
        if before != result and (same_version or not mixed):
            raise FerzError(f"two answers for one unit: {result['key']}")
    versions = sorted({result["version"] for result in known.values()})
    if len(versions) > 1 and not mixed:
        raise FerzError(f"results of versions {', '.join(versions)} are not merged")
    rows = [known[key] for key in sorted(known)]
    merged: dict[str, Any] = {"units": len(rows), "versions": versions}
    of = {task: [row for row in rows if row["task"] == task] for task in ("perft", "pair", "games")}
    if of["perft"]:
        merged["perft"] = sum(row["count"] for row in of["perft"])
        wanted = {row["whole"]: row["units"] for row in of["perft"]}
        merged["perft_missing"] = sum(wanted.values()) - len(of["perft"])
    if of["pair"]:
        merged["pairs"] = _standing(of["pair"])
    if of["games"]:
        merged["games"] = _ends(of["games"])
    snapshots = [row for row in rows if row["task"] == "snapshot"]
    if snapshots:
        merged["snapshots"] = {row["key"]: row for row in snapshots}
    return merged


def _standing(rows: Sequence[Result]) -> dict[str, Any]:
    """The first player's share of the points, with its standard error from the spread of pairs, and the
    same as a difference in Elo."""
    shares = [sum(row["first"]) / 2 for row in rows]
    count = len(shares)
    mean = math.fsum(shares) / count
    spread = math.fsum((share - mean) ** 2 for share in shares)
    error = math.sqrt(spread / (count - 1) / count) if count > 1 else math.nan
    reasons = Counter(reason for row in rows for reason in row["reasons"])
    return {
        "pairs": count,
        "share": mean,
        "standard_error": error,
        "elo": elo(mean),
        "nodes": sum(row["nodes"] for row in rows),
        "plies": sum(sum(row["plies"]) for row in rows),
        "reasons": dict(sorted(reasons.items())),
    }


def elo(share: float) -> float:
    """The difference in Elo at which a player gets this share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)


def _ends(rows: Sequence[Result]) -> dict[str, Any]:
    reasons: Counter[str] = Counter()
    for row in rows:
        reasons.update(row["reasons"])
    return {
        "games": sum(row["games"] for row in rows),
        "ended": sum(row["ended"] for row in rows),
        "plies": sum(row["plies"] for row in rows),
        # Shares of whole points have exact sums in any order.
        "white": math.fsum(row["white"] for row in rows),
        "reasons": dict(sorted(reasons.items())),
    }


def run_plan(plan: Plan, out: Optional[Union[str, Path]] = None) -> list[Result]:
    """Does all units of a plan here, one after the other. With ``out`` every result is written there at
    once, and what is there already is not done again."""
    done = {result["key"]: result for result in checkpoint(out)}
    results = []
    for unit in plan.units:
        result = done.get(unit["key"])
        if result is None:
            result = run_unit(unit, plan.definitions)
            append(out, result)
        results.append(result)
    return results


def checkpoint(path: Optional[Union[str, Path]]) -> list[Result]:
    """The results of a file, if it exists. An incomplete last line is removed from the file."""
    if path is None or not Path(path).exists():
        return []
    text = Path(path).read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        Path(path).write_text(whole, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def append(path: Optional[Union[str, Path]], result: Result) -> None:
    """Adds a result to a file of JSON lines."""
    if path is not None:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


def _main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ferz.units", description="Work in pieces.")
    commands = parser.add_subparsers(dest="command", required=True)
    perft = commands.add_parser("perft", help="plan a count of leaves")
    perft.add_argument("variant")
    perft.add_argument("depth", type=int)
    perft.add_argument("--fen")
    pairs = commands.add_parser("pairs", help="plan pairs of games between two players")
    pairs.add_argument("variant")
    pairs.add_argument("pairs", type=int)
    pairs.add_argument("--nodes", type=int, nargs=2, default=[1000, 1000], metavar=("FIRST", "SECOND"))
    pairs.add_argument("--seed", type=int, default=1)
    for one in (perft, pairs):
        one.add_argument("--out", required=True)
    run = commands.add_parser("run", help="do the units of a plan")
    run.add_argument("plan")
    run.add_argument("--shard", default="1/1", help="part/parts, such as 2/8")
    run.add_argument("--out", required=True)
    merging = commands.add_parser("merge", help="put results together")
    merging.add_argument("files", nargs="+")
    merging.add_argument("--mixed", action="store_true", help="merge results of several versions")
    given = parser.parse_args(arguments)
    try:
        if given.command == "perft":
            variant = Variant(given.variant)
            beginning = variant.start() if given.fen is None else variant.position(given.fen)
            perft_plan(beginning, given.depth).save(given.out)
        elif given.command == "pairs":
            first, second = ({"nodes": nodes} for nodes in given.nodes)
            plan = pair_plan(Variant(given.variant), given.pairs, first, second, seed=given.seed)
            plan.save(given.out)
        elif given.command == "run":
            part, _, parts = given.shard.partition("/")
            run_plan(Plan.load(given.plan).shard(int(part), int(parts or 1)), given.out)
        else:
            merged = merge(read_results(given.files), mixed=given.mixed)
            print(json.dumps(merged, indent=2, sort_keys=True))
    except (OSError, KeyError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
