"""Pictures in notebooks."""

import io
import xml.etree.ElementTree
from typing import Any

import pytest

import ferz

CHESS = ferz.Variant("chess")


def pictured() -> list[Any]:
    game = ferz.Game(CHESS)
    game.push("e2e4")
    found = CHESS.start().search(depth=2)
    (read,) = ferz.read_games(io.StringIO("1. e4 {a < b & c} e5 *"))
    piece = CHESS.start().piece_at("b1")
    info = next(info for info in ferz.variants() if info == "minishogi")
    drop = ferz.Variant("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").parse_move("N@f6")
    shown = [CHESS, CHESS.start(), game, game.peek(), drop, piece, info, found, found.lines[0], read]
    return [*shown, ferz.Movement("[F?R]"), ferz.VariantInfo("chess")]


@pytest.mark.parametrize("shown", pictured(), ids=lambda shown: type(shown).__name__)
def test_what_has_a_picture_shows_it(shown: Any) -> None:
    html = shown._repr_html_() if hasattr(shown, "_repr_html_") else shown._repr_svg_()
    tree = xml.etree.ElementTree.fromstring(f"<div>{html}</div>")
    assert any(node.tag.endswith("svg") for node in tree.iter())


def test_pictures_say_what_they_show() -> None:
    game = ferz.Game(CHESS)
    game.push("e2e4")
    game.push("g8f6")
    assert "1... Nf6" in game.peek()._repr_svg_() and "1. e4" in game.move_stack[0]._repr_svg_()
    mate = CHESS.position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").search(depth=2)
    assert "<td>#1</td><td>Ra8#</td>" in mate._repr_html_()
    assert "<td>#1</td><td>Ra8#</td>" in mate.lines[0]._repr_html_()
    over = CHESS.position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").search(depth=2)
    assert "The game is over" in over._repr_html_()
