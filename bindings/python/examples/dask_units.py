"""Runs units of work on a Dask cluster, here on one machine.

    pip install 'dask[distributed]'
    python examples/dask_units.py
"""

import tempfile
from pathlib import Path

import ferz
import ferz.dask
from ferz.units import merge, pair_plan


def main() -> None:
    plan = pair_plan(ferz.Variant("chess"), 20, {"nodes": 300}, {"nodes": 100})
    with tempfile.TemporaryDirectory() as folder:
        # An interrupted run is resumed if it is started again with the same file.
        results = ferz.dask.run(plan, out=Path(folder) / "results.jsonl")
    print(merge(results)["pairs"])


if __name__ == "__main__":
    main()
