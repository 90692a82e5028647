"""Runs units of work with Ray on a cluster or on one machine.

    pip install ray
    python examples/ray_units.py
"""

import ray

import ferz
from ferz.units import merge, perft_plan, run_unit


def main() -> None:
    ray.init()
    plan = perft_plan(ferz.Variant("chess").start(), 5)
    # The definitions are sent once.
    definitions = ray.put(plan.definitions)
    # If a worker dies, its unit is given to another one.
    remote = ray.remote(max_retries=3, num_cpus=1)(run_unit)
    futures = [remote.remote(unit, definitions) for unit in plan.units]
    print(merge(ray.get(futures))["perft"])


if __name__ == "__main__":
    main()
