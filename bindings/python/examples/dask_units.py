"""Units of work on a cluster of Dask, here on one machine.

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
        # Who is stopped and runs it again with the same file goes on where it was.
        results = ferz.dask.run(plan, out=Path(folder) / "results.jsonl")
    print(merge(results)["pairs"])


if __name__ == "__main__":
    main()
