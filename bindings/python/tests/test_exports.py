"""pyffish plays what Ferz writes for it."""

import os
from pathlib import Path

import pytest

import ferz
from exports import SLIPS, SLOW, differences, sections

pytest.importorskip("pyffish", reason="pyffish is not installed")

#: Positions of each variant; tests/exports.py asks for more.
POSITIONS = int(os.environ.get("FERZ_EXPORT_POSITIONS", "3"))

#: The sections of that program's own file, where it is at hand.
FILE = Path(__file__).parents[4] / "shared/import/fairy-stockfish/variants.ini"


def check(variants: list[ferz.Variant]) -> int:
    """How many variants that are written without a loss are played alike; what is told in SLIPS may differ."""
    different: list[str] = []
    n_alike = 0
    for variant in variants:
        text, losses = variant.to_fairy_stockfish()
        if losses or variant.name in SLOW:
            continue
        found = list(differences(variant, text, POSITIONS, seed=1))
        n_alike += not found
        if variant.name not in SLIPS:
            different += [f"{variant.name}: {one}" for one in found]
    assert different == []
    return n_alike


def test_built_ins_are_played_alike() -> None:
    assert check([ferz.Variant(name) for name in ferz.variants()]) >= 120


def test_sections_of_that_program_are_played_alike() -> None:
    if not FILE.exists():
        pytest.skip(f"there is no {FILE}")
    assert check(list(sections(FILE))) >= 140
