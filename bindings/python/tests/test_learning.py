"""Planes and masks."""

import numpy
import pytest

import ferz
from walks import walk


def test_planes_are_named_and_say_where_everything_is() -> None:
    chess = ferz.Variant("chess")
    names = chess.plane_names()
    assert names[:2] == [f"own {chess.roles[0]}", f"own {chess.roles[1]}"]
    data, shape = chess.start().planes()
    assert isinstance(data, bytes) and shape == (len(names), 8, 8)
    planes = chess.start().to_numpy()
    assert planes.shape == shape and planes.dtype == numpy.uint8
    assert planes[names.index("own pawn")].sum() == 8
    assert planes[names.index("own pawn"), 1].all() and planes[names.index("other pawn"), 6].all()
    black = chess.start().play("e2e4")
    assert black.to_numpy()[names.index("own pawn"), 6].all()
    assert black.to_numpy(by_mover=True)[names.index("own pawn"), 1].all()
    assert black.to_numpy()[names.index("black to move")].all()
    assert black.to_numpy()[names.index("en passant"), 2, 4] == 1
    assert not any("hand" in name for name in names)


def test_hands_holes_walls_and_checks_have_planes() -> None:
    house = ferz.Variant("crazyhouse")
    held = house.position("4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1").to_numpy()
    names = house.plane_names()
    assert (held[names.index("own knight in hand")] == 2).all()
    assert (held[names.index("other pawn in hand")] == 1).all()
    checks = ferz.Variant("3check")
    names = checks.plane_names()
    assert (checks.start().to_numpy()[names.index("own checks to give")] == 3).all()
    duck = ferz.Variant("duck")
    walled = duck.start().play(duck.start().legal_moves()[0])
    assert walled.to_numpy()[duck.plane_names().index("wall")].sum() == 1


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "shogi", "seirawan", "grand", "duck", "baroque"])
def test_every_legal_move_has_a_place_in_the_mask(name: str) -> None:
    variant = ferz.Variant(name)
    for position in walk(variant.start(), 20):
        mask = position.mask_to_numpy()
        assert mask.shape == variant.mask_shape
        places = {position.move_index(move) for move in position.legal_moves()}
        assert int(mask.sum()) == len(places)
        assert all(mask[place] for place in places)
        found = [move for place in places for move in position.moves_at(*place)]
        assert sorted(map(str, found)) == sorted(str(move) for move in position.legal_moves())


def test_every_built_in_variant_has_planes_and_masks() -> None:
    for name in ferz.variants():
        variant = ferz.Variant(name)
        start = variant.start()
        data, shape = start.planes()
        assert shape == (len(variant.plane_names()), variant.ranks, variant.files)
        assert len(data) == shape[0] * shape[1] * shape[2]
        for position in walk(start, 3):
            mask, (planes, sources, targets) = position.move_mask()
            assert len(mask) == planes * sources * targets
            assert any(mask) == (position.n_moves > 0)


def test_masks_have_planes_only_for_pieces_that_others_become() -> None:
    # A pawn of chess becomes one of four kinds; nobody becomes a king or a pawn.
    _, (planes, sources, targets) = ferz.Variant("chess").start().move_mask()
    assert (planes, sources, targets) == (1 + 4, 64 + 6, 64)
    # Rules that change no pieces add none.
    for name, wanted in [("crazyhouse", 1 + 4), ("atomic", 1 + 4), ("xiangqi", 1)]:
        variant = ferz.Variant(name)
        _, (planes, _, _) = variant.start().move_mask()
        assert planes == wanted, name
