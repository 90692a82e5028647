"""Movements."""

import pickle

import pytest

import ferz


def test_a_movement_says_what_it_means() -> None:
    griffon = ferz.Movement("[F?R]")
    assert griffon.names[0] == "Griffon"
    assert griffon.explain().startswith("Steps one square diagonally")
    assert griffon == ferz.Movement("FyafsF") == ferz.Movement.named("griffon")
    assert hash(griffon) == hash(ferz.Movement("FyafsF"))
    assert pickle.loads(pickle.dumps(griffon)) == griffon
    assert griffon.svg().startswith("<svg") and griffon.svg("d4", 10, 10).startswith("<svg")
    assert "◆" in str(griffon)


def test_targets_are_squares() -> None:
    knight = ferz.Movement("N").targets("a1")
    assert sorted(knight) == ["b3", "c2"]
    assert knight["b3"].quiet == [] and knight["b3"].capture == []
    pawn = ferz.Movement("fmWfceFifmnD").targets("e2")
    assert pawn["e4"].quiet == ["initial"] and pawn["e4"].capture is None
    assert pawn["d3"].quiet is None and pawn["d3"].capture == []
    assert sorted(ferz.Movement("fW").targets("a2", color="black")) == ["a1"]
    assert ferz.Movement("W").targets("a1", 1, 1) == {}
    with pytest.raises(KeyError):
        ferz.Movement("N").targets("i9")
    with pytest.raises(ValueError):
        ferz.Movement("N").targets("a1", 200, 200)


def test_dialects_are_converted() -> None:
    assert ferz.Movement("N").to_betza("betza") == "N"
    with pytest.raises(ferz.FerzError):
        ferz.Movement("[F?R]").to_betza("fairy-stockfish")
    with pytest.raises(ValueError):
        ferz.Movement("N", "klingon")  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        ferz.Movement.named("grifon")
