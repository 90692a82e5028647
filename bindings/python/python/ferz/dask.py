"""Units of :mod:`ferz.units` on a cluster of Dask.

    >>> from ferz.units import merge, perft_plan            # doctest: +SKIP
    >>> plan = perft_plan(ferz.Variant("chess").start(), 5)  # doctest: +SKIP
    >>> merge(ferz.dask.run(plan))["perft"]                  # doctest: +SKIP
    4865609

Workers take one unit at a time on one thread each (``threads_per_worker=1``). The file of results is the
checkpoint and the cluster can be thrown away: who runs the plan again does what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional, Union

import distributed

from .units import Plan, Result, append, checkpoint, run_unit

#: The functions of Dask have no type annotations.
_dask: Any = distributed


def run(
    plan: Plan,
    client: Optional[distributed.Client] = None,
    *,
    out: Optional[Union[str, Path]] = None,
    retries: int = 2,
    on_result: Optional[Callable[[int], None]] = None,
) -> list[Result]:
    """The results of all units of a plan, in its order.

    Without a client there is a cluster on this machine as long as it takes. A unit whose worker dies is
    given to another one. With ``out`` results are written to a file of JSON lines as they come, and what
    that has already is not done again. ``on_result`` is told how many results there are, after each.
    """
    done = {result["key"]: result for result in checkpoint(out)}
    missing = [unit for unit in plan.units if unit["key"] not in done]
    if not missing:
        return [done[unit["key"]] for unit in plan.units]
    if client is None:
        local = _dask.LocalCluster(threads_per_worker=1, dashboard_address=None)
        with local as cluster, _dask.Client(cluster) as own:
            return _run(plan, missing, done, own, out, retries, on_result)
    return _run(plan, missing, done, client, out, retries, on_result)


def _run(
    plan: Plan,
    missing: list[dict[str, Any]],
    done: dict[str, Result],
    client: Any,
    out: Optional[Union[str, Path]],
    retries: int,
    on_result: Optional[Callable[[int], None]],
) -> list[Result]:
    # The definitions travel with the units, because what is stored on workers is lost with them.
    futures = client.map(run_unit, missing, definitions=plan.definitions, pure=False, retries=retries)
    for future in _dask.as_completed(futures):
        result = future.result()
        append(out, result)
        done[result["key"]] = result
        if on_result is not None:
            on_result(len(done))
    return [done[unit["key"]] for unit in plan.units]
