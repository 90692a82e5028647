//! The rules of one kind of piece: its moves with every name resolved, and what is often asked of it.

use std::sync::OnceLock;

use super::coverage::Coverage;
use super::insufficient_material::Scope;
use super::plain_moves::PlainTable;
use super::programs::Programs;
use super::reach::{PathTable, ReachTable, ReachTables};
use super::{Jumps, plain_moves};
use crate::definition::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, InitialDef, JumpSeries, PieceCaptures,
    PieceDef, PieceSet, PromotionDef, PromotionStock, RoyalRule, VariantDef,
};
use crate::geometry::{Perspective, SquareSet, Zone};
use crate::movement::{Leg, Pattern};
use crate::state::Role;

/// The rules of one role.
pub(crate) struct RoleRules {
    /// Whether it must not be left attacked.
    pub(crate) royal: bool,
    /// Whether it is of a royal kind, even where there is no check.
    pub(crate) king: bool,
    /// What it does beside its moves, as its definition says.
    pub(crate) actions: Vec<Action>,
    pub(crate) captures: PieceCaptures,
    pub(crate) freezes: Option<Freeze>,
    pub(crate) burns: Option<Affected>,
    pub(crate) protects: Option<Affected>,
    pub(crate) after: Option<AfterMove>,
    /// Whether it does nothing of that.
    pub(crate) only_walks: bool,
    /// Whether it imitates, and does nothing else of that.
    pub(crate) only_imitates: bool,
    /// Whether it leaps or jumps by its actions, or like others.
    pub(crate) leaps: bool,
    /// Whether it may do more with a move than walk, leap and jump, and capture what stands there
    /// or beside its way.
    pub(crate) does_more: bool,
    /// Whether it captures between itself and another piece, and in no other way beside its moves.
    pub(crate) only_pincers: bool,
    /// Whether some of its moves make others move, or put them elsewhere.
    pub(crate) moves_others: bool,
    /// Whether it has a castling move.
    pub(crate) castles: bool,
    /// Those that cannot be made out of check come last.
    pub(crate) moves: Vec<RoleMove>,
    pub(crate) initial: InitialDef,
    pub(crate) promotion: Option<RolePromotion>,
    /// By action: the jumps of a series.
    jumps: Vec<Option<Jumps>>,
    /// On which squares it does what it does beside its moves.
    pub(crate) reaches: ReachTables,
    /// The ways on which its move texts let it capture.
    pub(super) own: PathTable,
    /// By color: squares from which the piece could move on an empty board.
    pub(super) leaves: OnceLock<[SquareSet; 2]>,
    /// By color and square: the squares whose pieces the role could ever capture from there.
    pub(super) coverage: OnceLock<[Vec<OnceLock<Coverage>>; 2]>,
    /// By color and square: what the move texts say, if sets of squares tell it.
    pub(super) plain: PlainTable,
    /// The moves that an imitator of the role has.
    imitable: OnceLock<Vec<RoleMove>>,
    /// By color and square: where the role could go quietly.
    pub(super) quiet: OnceLock<[Vec<SquareSet>; 2]>,
    /// What it could do in a position that may be dead.
    pub(super) scopes: OnceLock<[ScopesOfSide; 2]>,
}

/// By square: what a piece of one side could do from there.
pub(super) type ScopesOfSide = OnceLock<Vec<OnceLock<Scope>>>;

impl RoleRules {
    /// The rules of a piece with these moves and promotions.
    pub(super) fn new(
        def: &VariantDef,
        demand: RoyalRule,
        piece: &PieceDef,
        mut moves: Vec<RoleMove>,
        promotion: Option<RolePromotion>,
    ) -> RoleRules {
        moves.sort_by_key(|role_move: &RoleMove| !role_move.in_check);
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
            promotion,
            jumps: piece.actions.iter().map(jumps).collect(),
            coverage: OnceLock::new(),
            quiet: OnceLock::new(),
            plain: OnceLock::new(),
            leaves: OnceLock::new(),
            scopes: OnceLock::new(),
            imitable: OnceLock::new(),
        }
    }

    /// Its series of jumps, with the jumps of each.
    #[inline]
    pub(crate) fn series(&self) -> impl Iterator<Item = (&JumpSeries, &Jumps)> {
        // PERF: here and below by numbers, since `zip` is a function that is called.
        let actions = self.actions.iter().enumerate();
        actions.filter_map(|(index, action)| match (action, &self.jumps[index]) {
            (Action::JumpSeries(rules), Some(jumps)) => Some((rules, jumps)),
            _ => None,
        })
    }

    /// Its actions, with the squares on which each works.
    #[inline]
    pub(crate) fn actions_with_reach(&self) -> impl Iterator<Item = (&Action, &ReachTable)> {
        let actions = self.actions.iter().enumerate();
        actions.map(|(index, action)| (action, &self.reaches.actions[index]))
    }

    /// The moves that can be made out of check, and those that cannot.
    pub(crate) fn by_check(&self) -> (&[RoleMove], &[RoleMove]) {
        self.moves
            .split_at(self.moves.partition_point(|role_move| role_move.in_check))
    }

    /// The moves that an imitator of it has.
    pub(super) fn imitable(&self) -> &[RoleMove] {
        self.imitable.get_or_init(|| plain_moves(&self.moves))
    }
}

/// One pattern of a role with the squares on which it applies.
pub(crate) struct RoleMove {
    pub(crate) pattern: Pattern,
    pub(crate) from: Option<Zone>,
    pub(crate) to: Option<Zone>,
    /// The pieces that it can capture; every piece if `None`.
    pub(crate) takes: Option<PieceSet>,
    /// Whether it may be made out of check.
    pub(crate) in_check: bool,
    pub(super) programs: Programs,
}

impl RoleMove {
    /// A pattern that applies everywhere.
    pub(super) fn plain(pattern: Pattern) -> RoleMove {
        RoleMove {
            pattern,
            from: None,
            to: None,
            takes: None,
            in_check: true,
            programs: Programs::default(),
        }
    }
}

/// What a role may become.
pub(crate) struct RolePromotion {
    pub(crate) choices: Vec<RoleChoice>,
    pub(crate) stay: Zone,
    /// The squares of all choices.
    pub(crate) zone: Zone,
    /// Whether captures in passing promote as well.
    pub(crate) in_passing: bool,
}

impl RolePromotion {
    /// The promotion of a definition, with these choices.
    pub(super) fn new(promotion: &PromotionDef, choices: Vec<RoleChoice>) -> RolePromotion {
        let of = |owner: Perspective| {
            let mut squares = SquareSet::new();
            for choice in &choices {
                squares.unite(choice.zone.of(owner));
            }
            squares
        };
        RolePromotion {
            zone: Zone::of_sides(of(Perspective::White), of(Perspective::Black)),
            choices,
            stay: promotion.stay.clone(),
            in_passing: promotion.in_passing,
        }
    }
}

/// One possible promotion.
pub(crate) struct RoleChoice {
    pub(crate) role: Role,
    pub(crate) zone: Zone,
    pub(crate) stock: PromotionStock,
    pub(crate) limit: Option<u16>,
}

impl Pattern {
    /// Whether it is a walk with such a leg.
    pub(super) fn has_leg(&self, is_such: impl Fn(&Leg) -> bool) -> bool {
        match self {
            Pattern::Walk(walk) => walk.legs.iter().any(is_such),
            _ => false,
        }
    }
}
