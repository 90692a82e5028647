//! Pieces that meet head-on and leave the board together: `rules.standoffs`.

use super::kinds::{any_of, with_article};
use super::{Setting, ShippedRule, keys};
use crate::definition::{Reach, VariantDef};
use crate::geometry::Square;
use crate::rules::{
    CustomRule, Moves, Phases, RuleContext, RuleError, RuleFinding, RuleReach, RuleSettings,
};
use crate::state::{Effect, Move, Piece, Role};

/// `rules.standoffs`.
pub(super) struct Standoffs {
    /// By kind, where a piece faces another one.
    faces: Vec<(Role, RuleReach)>,
    between: Between,
    /// A piece that can stand off, in words with an article.
    words: String,
}

/// Whose pieces stand off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    /// Pieces of one side.
    Friends,
    /// Pieces of different sides.
    Enemies,
    Any,
}

/// The words for them, in the order of [`Between`].
const BETWEEN: [&str; 3] = ["friends", "enemies", "any"];

impl ShippedRule for Standoffs {
    const NAME: &'static str = "standoffs";
    const SETTINGS: Setting = keys! {
        /// By piece, where it faces another one; royal pieces cannot be among them.
        "reach" => ByPiece(&Text),
        /// Whose pieces they are: `'friends'`, the default: pieces of one side; `'enemies'`: of
        /// different sides; `'any'`.
        "between" => Words(&BETWEEN),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Standoffs, RuleError> {
        let Some(faces) = settings.by_piece("reach", RuleSettings::reach)? else {
            let error = RuleError::new("nobody stands off");
            return Err(error.with_help("say where pieces face others: `reach = { pawn = 'fW' }`"));
        };
        let pieces = &settings.def().pieces;
        let kind = |role: Role| pieces.get_index(role.index());
        let royal = faces.iter().filter_map(|(role, _)| kind(*role));
        if let Some((name, _)) = royal.clone().find(|(_, piece)| piece.royal) {
            let message = "a royal piece does not leave the board";
            return Err(settings.error(&format!("reach.{name}"), message));
        }
        let names: Vec<String> = royal.map(|(name, _)| with_article(name)).collect();
        let between = match settings.word("between", &BETWEEN)? {
            None | Some(0) => Between::Friends,
            Some(1) => Between::Enemies,
            Some(_) => Between::Any,
        };
        let faces = faces.into_iter();
        Ok(Standoffs {
            faces: faces
                .map(|(role, reach): (Role, Reach)| (role, RuleReach::new(reach)))
                .collect(),
            between,
            words: any_of(&names),
        })
    }
}

impl Standoffs {
    fn reach(&self, piece: Piece) -> Option<&RuleReach> {
        let mut faces = self.faces.iter();
        let found = faces.find(|(role, _)| *role == piece.role);
        found.map(|(_, reach)| reach)
    }

    /// The pieces that stand off, in the order of their squares.
    fn standing_off(&self, at: &RuleContext<'_>) -> Vec<Square> {
        let faces = |(square, piece): (Square, Piece)| Some((square, piece, self.reach(piece)?));
        let facing: Vec<_> = at.board().pieces().filter_map(faces).collect();
        let meet = |one: Piece, other: Piece| match self.between {
            Between::Friends => one.color == other.color,
            Between::Enemies => one.color != other.color,
            Between::Any => true,
        };
        let stands_off = |(square, piece, reach): &&(Square, Piece, &RuleReach)| {
            facing.iter().any(|(other_square, other, other_reach)| {
                square != other_square
                    && meet(*piece, *other)
                    && at.reaches(reach, *square, *other_square)
                    && at.reaches(other_reach, *other_square, *square)
            })
        };
        let found = facing.iter().filter(stands_off);
        found.map(|(square, ..)| *square).collect()
    }
}

impl CustomRule for Standoffs {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        let gone = self.standing_off(&at.relocated(&mv).position());
        let gone = gone.into_iter().map(|square| Effect::Remove { square });
        mv.effects.extend(gone);
        moves.push(mv);
    }

    fn words(&self) -> Vec<String> {
        let whose = match self.between {
            Between::Friends => "of one side",
            Between::Enemies => "of different sides",
            Between::Any => "of any sides",
        };
        let words = &self.words;
        vec![format!(
            "Two pieces {whose} that face each other after a move, each of them {words}, leave the \
             board together."
        )]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let finding = RuleFinding::new("nobody stands off").about("reach");
        self.faces
            .is_empty()
            .then_some(finding)
            .into_iter()
            .collect()
    }
}
