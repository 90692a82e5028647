"""What is packed: the source distribution has what a build needs, and the wheel says what it is."""

import email
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[1]


@pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo is not installed")
def test_the_source_distribution_has_no_data_of_tests(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    subprocess.run(command, check=True, cwd=PYTHON, capture_output=True)
    (packed,) = tmp_path.glob("*.tar.gz")
    assert packed.stat().st_size < 2_500_000
    with tarfile.open(packed) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    folders = {name.rpartition("/")[0] for name in names}
    unwanted = {"tests", "snapshots", "examples", "fuzz", "benches", "try", "target"}
    assert not {folder for folder in folders if unwanted & set(folder.split("/")[:3]) and "src" not in folder}
    assert {"PKG-INFO", "pyproject.toml", "Cargo.lock", "bindings/python/Cargo.lock"} <= set(names)
    assert {"python/ferz/py.typed", "python/ferz/_core.pyi", "bindings/python/src/lib.rs"} <= set(names)


@pytest.mark.skipif("FERZ_WHEEL" not in os.environ, reason="the script `test` builds a wheel and names it")
def test_the_wheel_says_what_it_is() -> None:
    with zipfile.ZipFile(os.environ["FERZ_WHEEL"]) as wheel:
        names = wheel.namelist()
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        said = email.message_from_bytes(wheel.read(metadata))
    assert "-cp39-abi3-" in os.environ["FERZ_WHEEL"]
    assert {"ferz/py.typed", "ferz/_core.pyi", "ferz/_core.abi3.so"} <= set(names)
    links = dict(link.split(", ") for link in said.get_all("Project-URL", []))
    assert set(links) == {"Homepage", "Repository", "Documentation", "Changelog", "Issues"}
    assert said["Requires-Python"] == ">=3.9" and said["License-Expression"] == "MIT OR Apache-2.0"
    assert said["Author"] and said["Summary"] and said["Keywords"] and said.get_payload()
    assert set(said.get_all("Provides-Extra", [])) == {"numpy", "dask", "pettingzoo", "gymnasium"}
    # Nothing is needed but Python.
    assert all("extra ==" in needed for needed in said.get_all("Requires-Dist", []))
