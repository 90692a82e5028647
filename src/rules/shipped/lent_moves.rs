//! Moves that pieces lend to others: `rules.lent-moves`.
//!
//! A piece within reach of a lender has the lender's moves, or a movement that is named, beside its own
//! moves or instead of them. It attacks by them, and stays what it is: it promotes as itself.

use super::kinds::{Kinds, with_article};
use super::sides::Sides;
use super::zones::zone_text;
use super::{Setting, ShippedRule, keys};
use crate::definition::{Reach, VariantDef};
use crate::geometry::{Square, Zone};
use crate::movement::{Initial, Movement, Pattern};
use crate::rules::{
    Attack, CustomRule, Moves, Phases, RuleContext, RuleError, RuleFinding, RuleMovement,
    RuleReach, RuleSettings,
};
use crate::state::{Move, MoveKind, Piece, Role};

/// `rules.lent-moves`.
pub(super) struct LentMoves {
    /// Who may borrow.
    who: Kinds,
    /// Who lends.
    by: Kinds,
    /// Whose pieces lend.
    from: Sides,
    /// Whom a lender reaches.
    reach: RuleReach,
    /// What is lent; the lender's own moves if nothing is said.
    movement: Option<RuleMovement>,
    /// Whether a borrower has lost its own moves.
    instead: bool,
    /// Where lent moves of some kinds may not end.
    barred: Vec<(Role, Barred)>,
}

/// Squares where a lent move may not end.
struct Barred {
    zone: Zone,
    /// A borrower of the kind, and the squares, as the definition has them.
    who: String,
    text: String,
}

/// What a borrower has been lent.
struct Loan {
    /// The kinds of its lenders.
    lenders: Vec<Role>,
    /// Whether it has its own moves as well.
    keeps_own: bool,
}

impl ShippedRule for LentMoves {
    const NAME: &'static str = "lent-moves";
    const SETTINGS: Setting = keys! {
        /// Who may borrow; all pieces if nothing is said.
        "who" => BySide(&Pieces),
        /// Who lends; all pieces if nothing is said.
        "by" => BySide(&Pieces),
        /// Whose pieces lend: `'friends'`, the default, `'enemies'` or `'both'`.
        "from" => Words(&Sides::NAMES),
        /// Whom a lender reaches, as it sees the board; `'own'`, whom it guards or could capture,
        /// if nothing is said.
        "reach" => Text,
        /// What is lent, in Betza notation; the move texts of the lender if nothing is said.
        "move" => Text,
        /// A borrower has lost its own moves, castling too; `false` if nothing is said.
        "instead" => Flag,
        /// Where lent moves of these pieces may neither end nor attack.
        "not-to" => ByPiece(&Zone),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<LentMoves, RuleError> {
        let kinds = |key| -> Result<Kinds, RuleError> {
            Ok(Kinds::read(settings, key)?.unwrap_or_else(|| Kinds::all(settings)))
        };
        let barred = settings.by_piece("not-to", |table, name| {
            let zone = table.zone(name)?;
            Ok(zone.map(|zone| Barred {
                zone,
                who: with_article(name),
                text: zone_text(table, name).unwrap_or_default(),
            }))
        })?;
        Ok(LentMoves {
            who: kinds("who")?,
            by: kinds("by")?,
            from: Sides::read(settings, "from")?.unwrap_or(Sides::Friends),
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
            movement: settings.movement("move")?,
            instead: settings.flag("instead")?.unwrap_or(false),
            barred: barred.unwrap_or_default(),
        })
    }
}

impl LentMoves {
    /// What the piece on a square has been lent, if somebody lends to it.
    fn loan(&self, at: &RuleContext<'_>, square: Square, piece: Piece) -> Option<Loan> {
        if !self.who.contains(piece) {
            return None;
        }
        let mut lenders = Vec::new();
        for (from, other) in at.board().pieces() {
            let lends = self.from.contain(piece.color, other.color);
            let is_new = !lenders.contains(&other.role);
            if lends
                && is_new
                && from != square
                && self.by.contains(other)
                && at.reaches(&self.reach, from, square)
            {
                lenders.push(other.role);
            }
        }
        (!lenders.is_empty()).then(|| Loan {
            // Who moves as a piece of its own kind moves as itself.
            keeps_own: !self.instead || self.movement.is_none() && lenders.contains(&piece.role),
            lenders,
        })
    }

    /// The moves that a borrower has by a loan.
    fn lent(&self, at: &RuleContext<'_>, from: Square, piece: Piece, loan: &Loan) -> Vec<Move> {
        let moves = if let Some(movement) = &self.movement {
            at.walks_by(from, movement)
        } else {
            let lenders = loan.lenders.iter().copied();
            let others = lenders.filter(|role| *role != piece.role);
            others.flat_map(|role| at.lent_walks(from, role)).collect()
        };
        let allowed = moves.iter().filter(|mv| !self.is_barred(piece, mv.to));
        allowed.flat_map(|mv| at.with_consequences(mv)).collect()
    }

    fn is_barred(&self, piece: Piece, to: Square) -> bool {
        let owner = piece.color.perspective();
        let barred = self.barred.iter();
        barred
            .filter(|(role, _)| *role == piece.role)
            .any(|(_, barred)| barred.zone.contains(to, owner))
    }

    /// That a lender reaches a borrower, in words.
    fn words_of_reach(&self) -> String {
        let side = self.from.words();
        let by = self.by.words();
        if let Reach::Movement(text) = self.reach.reach() {
            return format!("that {by} {side} has within reach (`{}`)", text.betza);
        }
        let verb = match self.from {
            Sides::Friends => "guards",
            Sides::Enemies => "attacks",
            Sides::Both => "guards or attacks",
        };
        format!("that {by} {side} {verb}")
    }
}

/// Whether two moves go the same way, whatever promotes.
fn goes_like(mv: &Move, other: &Move) -> bool {
    mv.to == other.to
        && mv.captures == other.captures
        && mv.converts == other.converts
        && mv.shifts == other.shifts
}

/// Whether they are the same but for what promotes and what follows.
fn is_like(mv: &Move, other: &Move) -> bool {
    goes_like(mv, other) && (mv.promotion.is_some() || mv.marks == other.marks)
}

impl CustomRule for LentMoves {
    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::EFFECT | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (from, piece) in at.board().pieces_of(at.turn()) {
            let Some(loan) = self.loan(at, from, piece) else {
                continue;
            };
            let own = if loan.keeps_own {
                at.walks(from)
            } else {
                Vec::new()
            };
            let lent = self.lent(at, from, piece, &loan).into_iter();
            moves.extend(lent.filter(|mv| !own.iter().any(|other| goes_like(mv, other))));
        }
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let is_own_way = matches!(mv.kind, MoveKind::Walk | MoveKind::Castle) && mv.from != mv.to;
        let loan = (self.instead && is_own_way)
            .then(|| self.loan(at, mv.from, mv.piece))
            .flatten();
        let is_lost = loan.filter(|loan| !loan.keeps_own).is_some_and(|loan| {
            let lent = self.lent(at, mv.from, mv.piece, &loan);
            mv.kind == MoveKind::Castle || !lent.iter().any(|other| is_like(&mv, other))
        });
        if !is_lost {
            moves.push(mv);
        }
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let Some(loan) = self.loan(at, from, piece) else {
            return Attack::AsItMoves;
        };
        let lends = |role: &Role| *role != piece.role && at.lent_walks_hit(from, *role, target);
        let hits = !self.is_barred(piece, target)
            && self.movement.as_ref().map_or_else(
                || loan.lenders.iter().any(lends),
                |movement| at.walks_hit_by(from, movement, target),
            );
        if hits {
            Attack::Also
        } else if loan.keeps_own {
            Attack::AsItMoves
        } else {
            Attack::Never
        }
    }

    fn words(&self) -> Vec<String> {
        let reached = self.words_of_reach();
        let moves = match (&self.movement, self.instead) {
            (None, true) => "moves and captures as that piece instead of as itself.",
            (None, false) => "may move and capture as that piece as well.",
            (Some(_), true) => "has a lent move instead of its own.",
            (Some(_), false) => "has a lent move beside its own.",
        };
        let mut words = vec![self.who.sentence(&format!("{reached} {moves}"))];
        words.push(
            "Lent moves are neither first moves nor castling and capture nothing en passant. Whoever \
             makes them promotes as usual."
                .to_owned(),
        );
        for (_, barred) in &self.barred {
            let Barred { who, text, .. } = barred;
            words.push(format!("The lent moves of {who} do not end on {text}."));
        }
        words
    }

    fn words_of_moves(&self) -> Vec<(String, &Movement)> {
        let lead = || "The move that is lent:".to_owned();
        let lent = self.movement.iter();
        lent.map(|movement| (lead(), movement.movement())).collect()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "nothing is ever lent";
        let mut found: Vec<RuleFinding> = Vec::new();
        found.extend(self.who.doubts("who", what));
        found.extend(self.by.doubts("by", what));
        let is_never_lent = |pattern: &Pattern| match pattern {
            Pattern::Walk(walk) => walk.initial != Initial::Any,
            Pattern::Universal(leap) => leap.initial != Initial::Any,
            Pattern::Castle(_) => true,
            _ => false,
        };
        let movement = self.movement.as_ref().map(RuleMovement::movement);
        if movement.is_some_and(|movement| movement.patterns().iter().all(is_never_lent)) {
            let message = "first moves and castling are never lent, and there is nothing else";
            found.push(RuleFinding::new(message).about("move"));
        }
        found
    }
}
