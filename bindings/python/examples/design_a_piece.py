"""Designs a piece, shows its moves, measures its value, and plots the results.

    python examples/design_a_piece.py [--out FOLDER] [--pairs N] [--nodes N]

The cells can be run one after the other in an editor that knows `# %%`. Pictures are SVG and are written to
the folder; in a notebook the last line of a cell shows them.
"""

# %% What is wanted

from __future__ import annotations

import argparse
from pathlib import Path

import ferz
from ferz.units import merge, pair_plan, run_plan

options = argparse.ArgumentParser(description="Design a piece and measure it.")
options.add_argument("--out", type=Path, default=Path(__file__).parent / "pictures")
options.add_argument("--pairs", type=int, default=40, help="pairs of games against each piece")
options.add_argument("--nodes", type=int, default=400, help="positions that a search looks at")
given = options.parse_args()
given.out.mkdir(parents=True, exist_ok=True)


def save(name: str, picture: str) -> None:
    (given.out / name).write_text(picture, encoding="utf-8")
    print("wrote", given.out / name)


# %% A piece: it leaps as a knight, and steps as a ferz and goes on outwards as a rook, but two squares at most

herald = ferz.Movement("N[F?R2]")
print(herald.explain())
print(herald)
save("herald.svg", herald.svg())

# %% What it can do on the board of chess, beside pieces that everybody knows

for name in ("N", "B", "R", "N[F?R2]", "Q"):
    movement = ferz.Movement(name)
    targets = [
        len(movement.targets(f"{file}{rank}")) for file in "abcdefgh" for rank in range(1, 9)
    ]
    print(f"{name:8} {sum(targets) / 64:5.2f} squares on average, {max(targets)} at most")

# %% A game with it: the herald stands where the queen of chess stands

DEFINITION = """
name = 'herald-chess'
inherits = 'chess'
title = 'Herald Chess'

[pieces.herald]
letter = 'H'
move = 'N[F?R2]'

[pieces.pawn.promotion]
to = ['herald', 'queen', 'rook', 'bishop', 'knight']
"""

for finding in ferz.check(DEFINITION):
    print(finding)
variant = ferz.Variant.from_text(DEFINITION)
start = variant.position("rnbhkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBHKBNR w KQkq - 0 1")
middle = start.play("e2e4").play("e7e5")
save("herald-chess.svg", middle.svg(moves_of="d1"))

# %% What the search takes it for, before any game

searcher = ferz.Searcher(variant)
for role in ("knight", "bishop", "rook", "herald", "queen"):
    print(f"{role:8} {searcher.worth(role)}")

# %% Games against known pieces: one side has the herald in the queen's place, the other one the known piece

KNOWN = {"bishop": 3.25, "rook": 5.0, "queen": 9.0}


def army(white: str, black: str) -> str:
    """The FEN with these pieces in the queens' places."""
    own, other = variant.letter(white), variant.letter(black).lower()
    return f"rnb{other}kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB{own}KBNR w KQkq - 0 1"


measured = []
for rival, value in KNOWN.items():
    player = {"nodes": given.nodes}
    fens = (army("herald", rival), army(rival, "herald"))
    plan = pair_plan(variant, given.pairs, player, player, fens=fens, max_plies=200)
    standing = merge(run_plan(plan))["pairs"]
    measured.append((rival, value, standing["share"], standing["standard_error"]))
    print(f"against a {rival}: {standing['share']:.3f} ± {standing['standard_error']:.3f}")

# %% The value at which both would score alike, on the straight line through the measured shares

mean_value = sum(value for _, value, _, _ in measured) / len(measured)
mean_share = sum(share for _, _, share, _ in measured) / len(measured)
slope = sum((v - mean_value) * (s - mean_share) for _, v, s, _ in measured) / sum(
    (v - mean_value) ** 2 for _, v, _, _ in measured
)
estimate = mean_value + (0.5 - mean_share) / slope if slope else float("nan")
print(f"the herald is worth about {estimate:.1f} pawns")

# %% The plot


def plot() -> str:
    """Shares against values, with two standard errors each, and the line through them."""

    def x(value: float) -> float:
        return 60 + value * 44

    def y(share: float) -> float:
        return 270 - share * 240

    def text(at_x: float, at_y: float, words: str, anchor: str = "middle") -> str:
        return f'<text x="{at_x:.1f}" y="{at_y:.1f}" text-anchor="{anchor}">{words}</text>'

    def line(x1: float, y1: float, x2: float, y2: float, color: str, more: str = "") -> str:
        return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{color}" {more}/>'

    parts = [line(60, 270, 500, 270, "#888"), line(60, 30, 60, 270, "#888")]
    parts += [text(x(value), 288, str(value)) for value in range(0, 11, 2)]
    parts += [text(52, y(share) + 4, f"{share:.1f}", "end") for share in (0, 0.5, 1)]
    parts.append(line(60, y(0.5), 500, y(0.5), "#ccc", 'stroke-dasharray="4"'))
    ends = [(value, mean_share + slope * (value - mean_value)) for value in (2.5, 9.5)]
    parts.append(line(x(ends[0][0]), y(ends[0][1]), x(ends[1][0]), y(ends[1][1]), "#1f6f78"))
    for rival, value, share, error in measured:
        spread = 0.0 if error != error else 2 * error
        parts.append(line(x(value), y(share - spread), x(value), y(share + spread), "#b5301f"))
        parts.append(f'<circle cx="{x(value):.1f}" cy="{y(share):.1f}" r="4" fill="#b5301f"/>')
        parts.append(text(x(value) + 8, y(share) - 8, rival, "start"))
    parts.append(text(280, 310, "value of the other piece, in pawns"))
    parts.append(text(280, 20, "the herald's share of the points"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 320" width="520" font-size="13"'
        ' font-family="sans-serif"><rect width="520" height="320" fill="#fff"/>'
        + "".join(parts)
        + "</svg>\n"
    )


save("herald-value.svg", plot())
