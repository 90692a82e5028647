"""Units of work, in any order, by any carrier."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ferz
from ferz.units import (
    Plan,
    elo,
    games_plan,
    merge,
    pair_plan,
    perft_plan,
    read_results,
    run_plan,
    run_unit,
    snapshot_plan,
)


def test_counts_of_units_are_the_count_of_the_whole() -> None:
    for name, depth in [("chess", 4), ("crazyhouse", 3), ("duck", 1), ("chess", 1), ("chess", 0)]:
        start = ferz.Variant(name).start()
        plan = perft_plan(start, depth)
        results = run_plan(plan)
        random.Random(1).shuffle(results)
        assert merge(results)["perft"] == start.perft(depth)
    plan = perft_plan(ferz.Variant("chess").start(), 5, split=3)
    # Different orders of moves lead to one unit.
    assert len(plan.units) < 8902 and sum(unit["times"] for unit in plan.units) == 8902


def test_merging_is_a_union_in_any_order() -> None:
    plan = games_plan(ferz.Variant("chess"), 60, batch=7, max_plies=200)
    results = run_plan(plan)
    whole = merge(results)
    numbers = random.Random(2)
    for _ in range(5):
        numbers.shuffle(results)
        assert merge(results + results[:3]) == whole
    games = ferz.random_games(ferz.Variant("chess"), 60, max_plies=200)
    assert whole["games"]["plies"] == sum(games.plies) and whole["games"]["games"] == 60
    other = {**results[0], "plies": 1}
    with pytest.raises(ferz.FerzError, match="two answers"):
        merge([*results, other])
    newer = {**results[0], "version": "99.0"}
    with pytest.raises(ferz.FerzError):
        merge([*results[1:], newer])
    assert merge([*results[1:], newer], mixed=True)["games"] == whole["games"]


def test_pairs_are_the_same_each_time() -> None:
    chess = ferz.Variant("chess")
    plan = pair_plan(chess, 2, {"nodes": 60}, {"nodes": 30}, max_plies=60, seed=3)
    first, again = run_plan(plan), run_plan(Plan(plan.units[::-1], plan.definitions))
    assert merge(first) == merge(again)
    standing = merge(first)["pairs"]
    assert standing["pairs"] == 2 and 0 <= standing["share"] <= 1
    assert sum(standing["reasons"].values()) == 4
    # A queen more is worth a game.
    fens = (
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
    )
    ahead = pair_plan(chess, 2, {"nodes": 1000}, {"nodes": 1000}, fens=fens)
    assert merge(run_plan(ahead))["pairs"]["share"] > 0.6
    assert elo(0.5) == 0 and elo(1.0) > 1e9 and 190 < elo(0.75) < 192


def test_definitions_are_snapshots() -> None:
    plan = snapshot_plan(["name = 'a'\ninherits = 'chess'\n", "name = 'b'\ninherits = 'nosuch'\n", "?"])
    rows = merge(run_plan(plan))["snapshots"]
    assert rows["snapshot 0"]["name"] == "a" and "perft" in rows["snapshot 0"]["snapshot"]
    assert rows["snapshot 1"]["findings"] and "snapshot" not in rows["snapshot 1"]
    assert "error" in rows["snapshot 2"]


def test_a_unit_of_another_definition_is_refused() -> None:
    plan = perft_plan(ferz.Variant("chess").start(), 2)
    wrong = {name: ferz.Variant("shogi").to_toml() for name in plan.definitions}
    with pytest.raises(ferz.FerzError, match="another game"):
        run_unit(plan.units[0], wrong)


def command(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "ferz.units", *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def test_files_carry_units_through_a_job_array(tmp_path: Path) -> None:
    plan = str(tmp_path / "plan.json")
    command("perft", "chess", "4", "--out", plan)
    parts = [str(tmp_path / f"part-{part}.jsonl") for part in (1, 2, 3)]
    for part in (3, 1, 2):
        command("run", plan, "--shard", f"{part}/3", "--out", parts[part - 1])
    assert json.loads(command("merge", *parts))["perft"] == 197281
    # A part that was cut off is taken up where it was.
    whole = Path(parts[0]).read_text()
    Path(parts[0]).write_text(whole[: len(whole) // 2])
    assert json.loads(command("merge", *parts))["perft"] < 197281
    command("run", plan, "--shard", "1/3", "--out", parts[0])
    assert sorted(Path(parts[0]).read_text().splitlines()) == sorted(whole.splitlines())
    assert merge(read_results(parts))["perft"] == 197281
    wrong = subprocess.run([sys.executable, "-m", "ferz.units", "perft", "nosuch", "2", "--out", plan], capture_output=True, text=True)
    assert wrong.returncode == 1 and "nosuch" in wrong.stderr


def test_a_cluster_that_loses_a_worker_finds_the_same(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    import ferz.dask

    start = ferz.Variant("chess").start()
    plan = perft_plan(start, 6)
    out = tmp_path / "results.jsonl"
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(2, timeout=120)
        victim = next(iter(client.run(os.getpid).values()))
        seen: list[int] = []

        def kill_once(results: int) -> None:
            if results == 20 and not seen:
                seen.append(results)
                os.kill(victim, signal.SIGKILL)

        results = ferz.dask.run(plan, client, out=out, on_result=kill_once)
        client.wait_for_workers(2, timeout=120)
        pids = client.run(os.getpid).values()
    assert seen and victim not in pids
    assert merge(results)["perft"] == 119060324
    assert merge(read_results([out]))["perft"] == 119060324
    # All is there already: no cluster is needed.
    assert merge(ferz.dask.run(plan, out=out)) == merge(results)
