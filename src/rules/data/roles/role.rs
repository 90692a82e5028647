//! Compiled rules of one kind of piece, with derived properties and caches.

use std::sync::OnceLock;

use super::caches::{Coverage, LazyBySquare, Scope};
use super::jumps::Jumps;
use super::reach_tables::{PathTable, ReachTable, ReachTables};
use super::role_move::{RoleMove, plain_moves};
use crate::compile::PlainMoves;
use crate::definition::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, InitialDef, JumpSeries, PieceCaptures,
    PieceDef, PromotionChoice, PromotionDef, RoyalRule, VariantDef,
};
use crate::geometry::{CompactSort, Perspective, SquareSet, Zone};
use crate::movement::Pattern;

/// The rules of one role.
pub(crate) struct RoleRules {
    /// Whether it must not be left attacked.
    pub(crate) royal: bool,
    /// Whether capture modes treat it as royal, also in games that end with its capture.
    pub(crate) seen_as_royal: bool,
    /// Whether it is defined as royal, in games without check too.
    pub(crate) king: bool,
    /// Its actions, as defined.
    pub(crate) actions: Vec<Action>,
    pub(crate) captures: PieceCaptures,
    pub(crate) freezes: Option<Freeze>,
    pub(crate) burns: Option<Affected>,
    pub(crate) protects: Option<Affected>,
    pub(crate) after: Option<AfterMove>,
    /// Whether it has no abilities except its moves.
    pub(crate) only_walks: bool,
    /// Whether imitation is its only ability.
    pub(crate) only_imitates: bool,
    /// Whether it makes long leaps or series of jumps, or may borrow them as a mimic.
    pub(crate) leaps: bool,
    /// Whether its moves may do more than move, leap, jump and capture: convert, swap, explode or act otherwise.
    pub(crate) does_more: bool,
    /// Whether custodial capture is its only capture method, and it has no actions.
    pub(crate) only_pincers: bool,
    /// Whether some of its moves relocate other pieces.
    pub(crate) moves_others: bool,
    /// Whether it has a castling move.
    pub(crate) castles: bool,
    /// Its moves; those that are illegal in check come last.
    pub(crate) moves: Vec<RoleMove>,
    pub(crate) initial: InitialDef,
    pub(crate) promotion: Option<RolePromotion>,
    /// By action: the jumps of a series.
    jumps: Vec<Option<Jumps>>,
    /// The reaches of its abilities.
    pub(crate) reaches: ReachTables,
    /// The paths by which its movement captures.
    pub(crate) own: PathTable,
    /// By color: the squares from which the piece could move on an empty board.
    pub(crate) leaves: OnceLock<[SquareSet; 2]>,
    /// By color and square: the squares on which the role could ever capture.
    pub(crate) coverage: LazyBySquare<Coverage>,
    /// By color and square: the plain moves, if square sets can represent them.
    pub(crate) plain: LazyBySquare<Option<Box<PlainMoves>>>,
    /// The moves of an imitator of the role.
    imitable: OnceLock<Vec<RoleMove>>,
    /// By color and square: the targets without capture.
    pub(crate) quiet: OnceLock<[Vec<SquareSet>; 2]>,
    /// By color and square: the possible actions for the test of insufficient material.
    pub(crate) scopes: LazyBySquare<Scope>,
}

impl RoleRules {
    /// The rules of a piece with these moves.
    pub(crate) fn new(
        def: &VariantDef,
        demand: RoyalRule,
        piece: &PieceDef,
        mut moves: Vec<RoleMove>,
    ) -> RoleRules {
        moves.sort_compactly_by_key(|role_move: &RoleMove| !role_move.in_check);
        let leap =
            |action: &Action| matches!(action, Action::LongLeap { .. } | Action::JumpSeries(_));
        let methods = &piece.captures.methods;
        let mimics = |meant: fn(&CaptureMethod) -> bool| methods.iter().any(meant);
        let jumps = |action: &Action| match action {
            Action::JumpSeries(rules) => Some(Jumps::new(rules, &def.shape)),
            _ => None,
        };
        RoleRules {
            royal: piece.royal && demand == RoyalRule::Check,
            seen_as_royal: piece.royal && demand != RoyalRule::None,
            king: piece.royal,
            actions: piece.actions.clone(),
            captures: piece.captures.clone(),
            freezes: piece.freezes.clone(),
            burns: piece.burns.clone(),
            protects: piece.protects.clone(),
            after: piece.after.clone(),
            only_walks: piece.only_walks(),
            only_imitates: piece.only_imitates(),
            leaps: piece.actions.iter().any(leap)
                || mimics(|method| matches!(method, CaptureMethod::Mimic(_))),
            does_more: piece.captures.convert
                || !piece.actions.iter().all(leap)
                || mimics(|method| match method {
                    CaptureMethod::Mimic(mimic) => mimic.swaps || mimic.booms,
                    _ => false,
                }),
            only_pincers: *methods == [CaptureMethod::Custodial]
                && piece.actions.is_empty()
                && piece.after.is_none(),
            moves_others: moves
                .iter()
                .any(|role_move| role_move.pattern.moves_others()),
            castles: (moves.iter())
                .any(|role_move| matches!(role_move.pattern, Pattern::Castle(_))),
            own: PathTable::own(&moves),
            reaches: ReachTables::new(piece),
            moves,
            initial: piece.initial.clone(),
            promotion: piece.promotion.as_ref().map(RolePromotion::new),
            jumps: piece.actions.iter().map(jumps).collect(),
            coverage: LazyBySquare::default(),
            quiet: OnceLock::new(),
            plain: LazyBySquare::default(),
            leaves: OnceLock::new(),
            scopes: LazyBySquare::default(),
            imitable: OnceLock::new(),
        }
    }

    /// Its series of jumps, with their precomputed jumps.
    #[inline]
    pub(crate) fn series(&self) -> impl Iterator<Item = (&JumpSeries, &Jumps)> {
        // PERF: indexed here and below, since `zip` is not inlined.
        let actions = self.actions.iter().enumerate();
        actions.filter_map(|(index, action)| match (action, &self.jumps[index]) {
            (Action::JumpSeries(rules), Some(jumps)) => Some((rules, jumps)),
            _ => None,
        })
    }

    /// Its actions, with their reaches.
    #[inline]
    pub(crate) fn actions_with_reach(&self) -> impl Iterator<Item = (&Action, &ReachTable)> {
        let actions = self.actions.iter().enumerate();
        actions.map(|(index, action)| (action, &self.reaches.actions[index]))
    }

    /// The choices of its promotion.
    pub(crate) fn choices(&self) -> impl Iterator<Item = &PromotionChoice> {
        let promotion = self.promotion.iter();
        promotion.flat_map(|promotion| &promotion.choices)
    }

    /// The moves that are legal in check, and those that are not.
    pub(crate) fn by_check(&self) -> (&[RoleMove], &[RoleMove]) {
        self.moves
            .split_at(self.moves.partition_point(|role_move| role_move.in_check))
    }

    /// The moves of an imitator of the role.
    pub(crate) fn imitable(&self) -> &[RoleMove] {
        self.imitable.get_or_init(|| plain_moves(&self.moves))
    }
}

/// The promotions of a role.
pub(crate) struct RolePromotion {
    pub(crate) choices: Vec<PromotionChoice>,
    pub(crate) stay: Zone,
    /// The union of the zones of all choices.
    pub(crate) zone: Zone,
    /// Whether en passant captures promote too.
    pub(crate) in_passing: bool,
}

impl RolePromotion {
    fn new(promotion: &PromotionDef) -> RolePromotion {
        let of = |owner: Perspective| {
            let mut squares = SquareSet::new();
            for choice in &promotion.choices {
                squares.unite(choice.zone.of(owner));
            }
            squares
        };
        RolePromotion {
            zone: Zone::of_sides(of(Perspective::White), of(Perspective::Black)),
            choices: promotion.choices.clone(),
            stay: promotion.stay.clone(),
            in_passing: promotion.in_passing,
        }
    }
}
