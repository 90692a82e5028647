"""The examples of documents and of the package do what they say."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ferz

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("path", ["docs/python.md"])
def test_examples_of_documents_hold(path: str) -> None:
    result = doctest.testfile(str(ROOT / path), module_relative=False, encoding="utf-8")
    assert result.attempted > 10 and result.failed == 0


def test_examples_of_the_package_hold() -> None:
    result = doctest.testmod(ferz)
    assert result.attempted > 3 and result.failed == 0


README = (ROOT / "bindings/python/README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(README.count("```python\n")))
def test_the_programs_of_the_readme_run(number: int) -> None:
    program = README.split("```python\n")[number + 1].split("```")[0]
    exec(compile(program, "README.md", "exec"), {})


def test_the_sizes_of_environments_are_those_of_the_readme() -> None:
    rows = re.findall(r"\| `([a-z-]+)` \| (\d+) × (\d+) × (\d+) \| ([0-9,]+) \|", README)
    assert len(rows) == 5
    for name, *shape, actions in rows:
        variant = ferz.Variant(name)
        assert list(map(int, shape)) == [len(variant.plane_names()), variant.ranks, variant.files], name
        assert int(actions.replace(",", "")) == variant.n_actions, name


def test_the_tour_of_a_piece_draws_its_pictures(tmp_path: Path) -> None:
    script = str(ROOT / "bindings/python/examples/design_a_piece.py")
    few = ["--pairs", "1", "--nodes", "20", "--out", str(tmp_path)]
    done = subprocess.run([sys.executable, script, *few], capture_output=True, text=True, check=True)
    assert "Leaps like a knight" in done.stdout and "the herald is worth about" in done.stdout
    for name in ("herald.svg", "herald-chess.svg", "herald-value.svg"):
        assert ElementTree.parse(tmp_path / name).getroot().tag.endswith("svg")


def test_units_are_carried_by_joblib() -> None:
    script = str(ROOT / "bindings/python/examples/joblib_units.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == "4865609\n"
