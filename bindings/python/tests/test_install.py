"""The wheel is all that is needed."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest


@pytest.mark.skipif("FERZ_WHEEL" not in os.environ, reason="the script `test` builds a wheel and names it")
def test_a_clean_environment_installs_the_wheel_without_network(tmp_path: Path) -> None:
    wheel = os.environ["FERZ_WHEEL"]
    assert "abi3" in wheel
    venv.create(tmp_path / "clean", with_pip=True)
    python = str(tmp_path / "clean" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--no-index", "--quiet", wheel], check=True)
    program = """
import sys, ferz
assert not {"numpy", "dask", "pyffish"} & set(sys.modules)
assert ferz.Variant("chess").start().perft(3) == 8902
try:
    ferz.Variant("chess").start().to_numpy()
except ModuleNotFoundError:
    print("no numpy")
"""
    done = subprocess.run([python, "-c", program], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "no numpy\n"


def test_importing_imports_nothing_else() -> None:
    program = "import sys, ferz; print(sorted({'numpy', 'dask', 'distributed', 'pyffish'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
