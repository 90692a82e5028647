"""Measures how long a wheel takes to install, import and answer, against pyffish and python-chess.

    python examples/times.py WHEEL [TURNS]

Each is done so many times, and the best turn counts. Times are those of the processor, so that a busy machine
tells the same. The wheels of the others come from the cache of pip.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

FIRST = {
    "ferz": "import ferz; ferz.Variant('chess').start().legal_texts()",
    "pyffish": "import pyffish; pyffish.legal_moves('chess', pyffish.start_fen('chess'), [])",
    "python-chess": "import chess; [move.uci() for move in chess.Board().legal_moves]",
}
IMPORTS = {"ferz": "import ferz", "pyffish": "import pyffish", "python-chess": "import chess"}


def best(turns: int, command: list[str]) -> float:
    """The CPU time of the fastest run, in seconds."""
    times = []
    for _ in range(turns):
        begun = os.times()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        ended = os.times()
        times.append(sum(ended[2:4]) - sum(begun[2:4]))
    return min(times)


def main() -> None:
    wheel, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    packages = {"ferz": wheel, "pyffish": "pyffish==0.0.90", "python-chess": "chess==1.11.2"}
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        nothing = best(turns, [python, "-c", ""])
        print("| | install | import | first moves of chess |\n| --- | ---: | ---: | ---: |")
        for name, package in packages.items():
            subprocess.run([*pip, package], check=True)
            install = best(turns, [*pip, "--force-reinstall", package])
            imported = best(turns, [python, "-c", IMPORTS[name]]) - nothing
            first = best(turns, [python, "-c", FIRST[name]]) - nothing
            print(f"| {name} | {install:.1f} s | {1000 * imported:.0f} ms | {1000 * first:.0f} ms |")


if __name__ == "__main__":
    main()
