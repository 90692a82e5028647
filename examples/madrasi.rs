//! Madrasi chess as a rule in Rust: pieces of the same kind paralyze each other by attacks.
//! `cargo run --example madrasi`

use std::io::{self, Write};

use ferz::formats::Format;
use ferz::geometry::Square;
use ferz::notation::move_texts;
use ferz::rules::{After, Attack, Rule, RuleContext, RuleRegistry};
use ferz::state::{MoveKind, Piece, Role};
use ferz::{Catalog, Move, Variant};

const GAME: &str = "name = 'paralysis'\ninherits = 'chess'\nrules.custom.madrasi.free = 'king'";

/// A piece attacked by an opposing piece of its own kind neither moves nor gives check.
struct Madrasi {
    /// Pieces that are never paralyzed.
    free: Vec<Role>,
}

impl Madrasi {
    fn is_paralysed(&self, at: &RuleContext<'_>, square: Square, piece: Piece) -> bool {
        // A paralyzed piece also paralyzes others, so the raw walks count and not the legal
        // attacks.
        let theirs = at.board().pieces_of(piece.color.opponent());
        let mut like = theirs.filter(|(_, other)| other.role == piece.role);
        !self.free.contains(&piece.role) && like.any(|(from, _)| at.walks_hit(from, square))
    }
}

impl Rule for Madrasi {
    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        mv.kind != MoveKind::Drop && self.is_paralysed(at, mv.from, mv.piece)
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, _: Square) -> Attack {
        if self.is_paralysed(at, from, piece) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        let words = "A piece that an opposing piece of its own kind attacks is paralysed: it does \
                     not move, does not capture, and gives no check.";
        vec![words.to_owned()]
    }
}

fn main() -> io::Result<()> {
    tour(&mut io::stdout())
}

/// Shows two rooks that paralyze each other.
pub(crate) fn tour(out: &mut impl Write) -> io::Result<()> {
    let mut registry = RuleRegistry::new();
    let constructor = |settings: &ferz::rules::RuleSettings<'_>| {
        let free = settings.pieces("free")?.unwrap_or_default();
        Ok(Madrasi { free })
    };
    registry
        .register("madrasi", constructor)
        .expect("a new name");
    let catalog = Catalog::read(GAME, Format::Toml).value;
    let def = catalog.first().expect("the variant of the text");
    let variant = Variant::builder(def)
        .rules(&registry)
        .compile()
        .expect("a rule that is registered");
    let position = variant
        .parse_fen("4k3/8/8/8/4r2R/8/8/4K3 w - - 0 1")
        .expect("a good FEN");
    assert!(!position.is_check());
    let moves = move_texts(&position);
    assert_eq!(moves.len(), 5);
    let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
    writeln!(out, "{}", texts.join(" "))
}
