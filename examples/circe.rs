//! Circe chess as a rule in Rust: a captured piece is reborn on its home square.
//! `cargo run --example circe`

use std::io::{self, Write};

use ferz::formats::Format;
use ferz::game::perft;
use ferz::geometry::Square;
use ferz::rules::{Moves, Rule, RuleContext, RuleRegistry};
use ferz::state::{Effect, Piece};
use ferz::{Catalog, Move, Variant};

const GAME: &str = "name = 'circe-chess'\ninherits = 'chess'\nrules.custom.circe = {}";

/// A captured piece is put on its home square, if that is empty.
struct Circe;

impl Rule for Circe {
    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        for from in mv.captures().to_vec() {
            let Some(piece) = at.piece(from).filter(|piece| !at.is_royal(piece.role)) else {
                continue;
            };
            // The captor has left its own square.
            let is_free = |home: &Square| *home == mv.from || at.is_empty(*home);
            if let Some(square) = home(at, from, piece).filter(is_free) {
                mv.effects.push(Effect::Put { square, piece });
                // A reborn rook may castle.
                mv.effects.push(Effect::Unmove { square });
            }
        }
        moves.push(mv);
    }

    fn words(&self) -> Vec<String> {
        let words = "A captured piece that is not royal is put back at once on the square where it \
                     stood at the beginning, if that is empty.";
        vec![words.to_owned()]
    }
}

/// The home square of a piece that is captured on `taken`.
fn home(at: &RuleContext<'_>, taken: Square, piece: Piece) -> Option<Square> {
    let shape = at.shape();
    let shade = |square: Square| (shape.file_of(square) + shape.rank_of(square)) % 2;
    let like = at.home().pieces().filter(|(_, other)| *other == piece);
    let homes: Vec<Square> = like.map(|(square, _)| square).collect();
    let suits = |square: &Square| match homes.len() {
        1 => true,
        2 => shade(*square) == shade(taken),
        _ => shape.file_of(*square) == shape.file_of(taken),
    };
    homes.iter().copied().find(suits)
}

fn main() -> io::Result<()> {
    tour(&mut io::stdout())
}

/// Captures a pawn, and checks a mate by an unprotected queen.
pub(crate) fn tour(out: &mut impl Write) -> io::Result<()> {
    let mut registry = RuleRegistry::new();
    registry
        .register("circe", |_| Ok(Circe))
        .expect("a new name");
    let catalog = Catalog::read(GAME, Format::Toml).value;
    let def = catalog.first().expect("the variant of the text");
    let variant = Variant::builder(def)
        .rules(&registry)
        .compile()
        .expect("a rule that is registered");
    let position = variant
        .parse_fen("4k3/3p4/8/3r4/4P3/8/8/4K3 w - - 0 1")
        .expect("a good FEN");
    let capture = position.parse_move("e4d5").expect("a legal move");
    writeln!(out, "{}", position.play_unchecked(&capture).to_fen())?;
    // The king may not capture on d2: the queen would be reborn on d8 and give check from there.
    let mate = variant
        .parse_fen("4k3/8/8/8/8/8/3q4/3K4 w - - 0 1")
        .expect("a good FEN");
    assert!(mate.is_check() && mate.legal_moves().is_empty());
    writeln!(out, "{}", perft(&variant.start(), 3))
}
