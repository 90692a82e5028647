"""Planes and masks."""

import math

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
    assert black.to_numpy(by_viewer=True)[names.index("own pawn"), 1].all()
    assert black.to_numpy()[names.index("black to move")].all()
    # White's view of the same position.
    white = black.to_numpy(viewer="white", by_viewer=True)
    assert white[names.index("own pawn"), 1].sum() == 7 and white[names.index("black to move")].all()
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


#: Moves share squares and promotions: gates, relocations, captures in place, and captures on the way.
SHARED = ["seirawan", "sorcerers-chess", "rifle", "chu-shogi"]


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "shogi", "duck", "rococo", *SHARED])
@pytest.mark.parametrize("by_mover", [False, True])
def test_every_legal_move_has_a_number_of_its_own(name: str, by_mover: bool) -> None:
    variant = ferz.Variant(name)
    places, shape, squares = math.prod(variant.action_shape), variant.action_shape, variant.squares
    is_shared = False
    for position in walk(variant.start(), 20):
        moves = position.legal_moves()
        mask = position.mask_to_numpy(by_mover=by_mover)
        assert mask.shape == (variant.n_actions,) and int(mask.sum()) == len(moves)
        numbered = position.indexed_moves(by_mover=by_mover)
        assert set(numbered.values()) == set(moves) and len(numbered) == len(moves)
        for number, move in numbered.items():
            assert mask[number] == 1
        for move in moves[:5]:
            number = position.move_index(move, by_mover=by_mover)
            assert numbered[number] == move == position.move_at(number, by_mover=by_mover)
        # What the number says, the move does.
        is_shared |= max(numbered) >= places
        for number, move in list(numbered.items())[:40]:
            if number >= places or len(squares) != shape[3]:
                continue
            wall, promotion, source, target = numpy.unravel_index(number, shape)
            is_turned = by_mover and position.turn == "black"
            assert squares[turned(variant, int(target)) if is_turned else int(target)] == move.to
            assert (promotion > 0) == (move.promotion is not None)
            assert (wall > 0) == (move.wall is not None)
            if source >= len(squares):
                assert move.drop and variant.roles[source - len(squares)] == move.piece
    assert is_shared or name not in SHARED
    with pytest.raises(ferz.MoveError, match="no legal move has the number"):
        variant.start().move_at(variant.n_actions)


def turned(variant: ferz.Variant, square: int) -> int:
    rank, file = divmod(square, variant.files)
    return (variant.ranks - 1 - rank) * variant.files + file


def test_numbers_of_moves_stay_as_they_are() -> None:
    """Who has learned from numbers wants them to be the same in the next version."""
    chess = ferz.Variant("chess")
    assert chess.action_shape == (1, 5, 64, 64) and chess.n_actions == 5 * 64 * 64
    assert chess.start().move_index("e2e4") == 12 * 64 + 28
    pawn = chess.position("8/P7/8/8/8/8/8/K1k5 w - - 0 1")
    to = pawn.move_index("a7a8q"), pawn.move_index("a7a8n")
    assert to == (1 * 4096 + 48 * 64 + 56, 4 * 4096 + 48 * 64 + 56)
    # The sides of a move are one number as the mover sees it.
    black = chess.start().play("e2e4")
    assert black.move_index("e7e5", by_mover=True) == chess.start().move_index("e2e4")
    # A gate has an extra number, which its text chooses.
    seirawan = ferz.Variant("seirawan")
    assert seirawan.action_shape == (1, 7, 72, 64) and seirawan.n_actions == 7 * 72 * 64 + 72 * 64
    start = seirawan.start()
    numbers = [start.move_index(text) for text in ("b1c3", "b1c3h", "b1c3e")]
    assert numbers == [1 * 64 + 18, 32750, 36078]
    after = start.play("e2e4").play("e7e5")
    assert [after.move_index(text) for text in ("b1c3", "b1c3h", "b1c3e")] == numbers


def test_every_built_in_variant_has_planes_and_masks() -> None:
    for name in ferz.variants():
        variant = ferz.Variant(name)
        start = variant.start()
        data, shape = start.planes()
        assert shape == (len(variant.plane_names()), variant.ranks, variant.files)
        assert len(data) == shape[0] * shape[1] * shape[2]
        for position in walk(start, 3):
            mask = position.move_mask()
            assert len(mask) == variant.n_actions and sum(mask) == position.n_moves


def test_masks_have_only_the_promotions_and_sources_that_there_are() -> None:
    # A pawn of chess becomes one of four kinds; pieces of shogi turn over; nobody drops pieces of chess.
    wanted = {
        "chess": (1, 5, 64, 64),
        "crazyhouse": (1, 5, 64 + len(ferz.Variant("crazyhouse").roles), 64),
        "atomic": (1, 5, 64, 64),
        "xiangqi": (1, 1, 90, 90),
        "shogi": (1, 2, 81 + len(ferz.Variant("shogi").roles), 81),
        "duck": (65, 5, 64, 64),
    }
    for name, shape in wanted.items():
        assert ferz.Variant(name).action_shape == shape, name
        assert ferz.Variant(name).n_actions == math.prod(shape), name
