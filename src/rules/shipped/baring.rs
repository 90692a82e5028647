//! Sides that lose with their last piece of some kinds: `rules.baring`.
//!
//! A side is bare when it has none of the pieces that count. It loses, at once or after one more move by
//! which it may bare the other side as well.

use super::ShippedRule;
use super::kinds::Kinds;
use crate::definition::VariantDef;
use crate::rules::{
    CustomRule, Phases, RuleContext, RuleEnd, RuleError, RuleFinding, RuleSettings,
};
use crate::state::{Color, Piece};

/// `rules.baring`.
pub(super) struct Baring {
    /// The pieces that count.
    pieces: Kinds,
    /// A side loses at once.
    at_once: bool,
    /// Pieces in hand count as well.
    hands: bool,
    /// Whether baring the other side in return wins or loses; it draws if `None`.
    return_wins: Option<bool>,
}

/// The results of baring the other side in return.
const RESULTS: [&str; 3] = ["draw", "win", "loss"];

/// Why the game has ended.
const REASON: &str = "baring";

impl ShippedRule for Baring {
    const NAME: &'static str = "baring";

    fn read(settings: &RuleSettings<'_>) -> Result<Baring, RuleError> {
        let pieces = Kinds::read(settings, "pieces")?;
        let pieces = pieces.unwrap_or_else(|| {
            Kinds::all_that(settings, "a piece that is not royal", |piece| !piece.royal)
        });
        Ok(Baring {
            pieces,
            at_once: settings.flag("at-once")?.unwrap_or(false),
            hands: settings.flag("hands")?.unwrap_or(false),
            return_wins: match settings.word("in-return", &RESULTS)? {
                None | Some(0) => None,
                Some(word) => Some(word == 1),
            },
        })
    }
}

impl Baring {
    /// Whether a side has none of the pieces that count.
    fn is_bare(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let mut on_board = at.board().pieces_of(side);
        let mut in_hand = at.hand(side).iter().filter(|_| self.hands);
        let counts = |role| self.pieces.contains(Piece { color: side, role });
        !on_board.any(|(_, piece)| counts(piece.role)) && !in_hand.any(|(role, _)| counts(role))
    }
}

impl CustomRule for Baring {
    fn phases(&self) -> Phases {
        Phases::END
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let (us, them) = (at.turn(), at.turn().opponent());
        match (self.is_bare(at, us), self.is_bare(at, them)) {
            // They have moved last, and so have bared us in return if they were bare themselves.
            (true, true) => Some(match self.return_wins {
                None => RuleEnd::draw(REASON),
                Some(true) => RuleEnd::win(them, REASON),
                Some(false) => RuleEnd::win(us, REASON),
            }),
            (false, true) => Some(RuleEnd::win(us, REASON)),
            (true, false) if self.at_once => Some(RuleEnd::win(them, REASON)),
            _ => None,
        }
    }

    fn words(&self) -> Vec<String> {
        let place = if self.hands {
            ", on the board or in hand,"
        } else {
            " on the board"
        };
        let counting = format!("{}{place}", self.pieces.words());
        if self.at_once {
            return vec![format!(
                "A side that does not have {counting} any more has lost. Where neither has, {}.",
                match self.return_wins {
                    None => "the game is drawn",
                    Some(true) => "the side that has just moved wins",
                    Some(false) => "the side that has just moved loses",
                }
            )];
        }
        let in_return = match self.return_wins {
            None => "unless that move bares the other side in the same way: then the game is drawn",
            Some(true) => "unless that move bares the other side in the same way: then it wins",
            Some(false) => "whether that move bares the other side in the same way or not",
        };
        vec![format!(
            "A side that does not have {counting} any more loses after one more move, {in_return}."
        )]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let found = self
            .pieces
            .doubts("pieces", "both sides are bare from the start");
        found.into_iter().collect()
    }
}
