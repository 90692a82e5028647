"""Runs units of work with joblib on the processors of one machine.

    pip install joblib
    python examples/joblib_units.py
"""

from joblib import Parallel, delayed

import ferz
from ferz.units import merge, perft_plan, run_unit


def main() -> None:
    plan = perft_plan(ferz.Variant("chess").start(), 5)
    work = Parallel(n_jobs=2, backend="loky", batch_size=16)
    results = work(delayed(run_unit)(unit, plan.definitions) for unit in plan.units)
    print(merge(results)["perft"])


if __name__ == "__main__":
    main()
