//! Putting pieces from the hand on the board, and what they enclose there.

use indexmap::IndexMap;

use super::forms::Forms;
use super::words::worded;
use crate::definition::variant::PieceDef;
use crate::definition::{ByPiece, PieceId, VariantDef};
use crate::geometry::{BoardShape, Perspective, SquareSet};

/// Putting pieces from the hand on the board.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
pub struct DropRules {
    /// Whether drops are moves of their own (gating uses the rest of these rules as well).
    pub allowed: bool,
    /// By piece number and side: where it may be dropped.
    pub regions: ByPiece<[SquareSet; 2]>,
    /// Pieces may also be dropped as what they promote to.
    pub promoted: bool,
    /// The hand is never empty.
    pub free: bool,
    /// A kind of which a file may hold only so many when another is dropped.
    pub no_doubled: Option<(PieceId, u16)>,
    /// A kind whose pieces must stand on both colors of squares in equal numbers.
    pub opposite_colors: Option<PieceId>,
    /// Drops are mandatory while a piece of the kind (of any kind if `None`) is in hand.
    pub mandatory: Option<Option<PieceId>>,
    /// Drops must enclose something.
    pub enclosing: Option<Enclosing>,
    /// Squares that are filled first, whatever they enclose.
    pub enclosing_start: SquareSet,
    /// Whether a drop may give check.
    pub may_check: bool,
}

impl DropRules {
    /// Every piece goes to any empty square, and nothing else is asked.
    pub(in crate::definition) fn on_any_square(
        allowed: bool,
        n_pieces: usize,
        shape: &BoardShape,
    ) -> DropRules {
        let everywhere: SquareSet = shape.squares().collect();
        let region = [everywhere.clone(), everywhere];
        DropRules::within(allowed, ByPiece::repeat(region, n_pieces))
    }

    /// Pieces go to empty squares of their regions, and nothing else is asked.
    pub(in crate::definition) fn within(
        allowed: bool,
        regions: ByPiece<[SquareSet; 2]>,
    ) -> DropRules {
        DropRules {
            allowed,
            regions,
            promoted: false,
            free: false,
            no_doubled: None,
            opposite_colors: None,
            mandatory: None,
            enclosing: None,
            enclosing_start: SquareSet::new(),
            may_check: true,
        }
    }

    /// Drops in these zones, but only where the piece could come to rest by a move, and of forms
    /// where their kind is dropped.
    pub(in crate::definition) fn anywhere(
        mut regions: ByPiece<[SquareSet; 2]>,
        pieces: &IndexMap<String, PieceDef>,
        forms: &Forms,
    ) -> DropRules {
        for (region, piece) in regions.iter_mut().zip(pieces.values()) {
            if let Some(rests) = resting(piece) {
                for (region, rests) in region.iter_mut().zip(rests) {
                    *region = region.intersection(&rests);
                }
            }
        }
        for (number, form) in forms.iter() {
            if form.kind != number
                && let Some(of_kind) = regions.get(form.kind)
            {
                let of_kind = of_kind.clone();
                regions.set(number, of_kind);
            }
        }
        DropRules::within(false, regions)
    }

    /// What holds of pieces that take the place of others where a definition says nothing of drops.
    pub(crate) fn of_gates(def: &VariantDef) -> DropRules {
        let everywhere: SquareSet = def.shape.squares().collect();
        let region = [everywhere.clone(), everywhere];
        let regions = ByPiece::repeat(region, def.pieces.len());
        DropRules::anywhere(regions, &def.pieces, &def.rules.forms)
    }
}

/// The squares on which a piece may come to rest by a move, if they are limited.
fn resting(piece: &PieceDef) -> Option<[SquareSet; 2]> {
    let mut rests: Option<[SquareSet; 2]> = None;
    for one in &piece.moves {
        let to = one.to.as_ref()?;
        let to = [Perspective::White, Perspective::Black].map(|owner| to.of(owner).clone());
        rests = Some(match rests {
            Some([white, black]) => [white.union(&to[0]), black.union(&to[1])],
            None => to,
        });
    }
    rests
}

/// What encloses what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enclosing {
    /// Lines of opposing pieces between two of one's own.
    Reversi,
    /// Neighbors.
    Ataxx,
    /// Neighbors, for moves or beside a friend.
    Quadwrangle,
    /// No opposing neighbor.
    Snort,
    /// Pushed in from an edge.
    AnySide,
    /// Pushed in from the top.
    Top,
}

worded! {
    Enclosing {
        "reversi" => Reversi
        "ataxx" => Ataxx
        "quadwrangle" => Quadwrangle
        "snort" => Snort
        "any-side" => AnySide
        "top" => Top
    }
}
