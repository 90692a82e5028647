"""The examples of documents and of the package do what they say."""

import doctest
from pathlib import Path

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


def test_the_program_of_the_readme_runs() -> None:
    text = (ROOT / "bindings/python/README.md").read_text(encoding="utf-8")
    program = text.split("```python\n")[1].split("```")[0]
    exec(compile(program, "README.md", "exec"), {})
