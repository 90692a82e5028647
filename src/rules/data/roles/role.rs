//! Compiled rules of one kind of piece: its patterns, the movements that it borrows or that rules give it, and its
//! path programs.

use std::fmt;
use std::sync::OnceLock;

use crate::compile::Program;
use crate::definition::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, InitialDef, JumpSeries, MoveDef,
    PieceCaptures, PieceDef, PieceSet, PromotionDef, PromotionStock, Reach, RoyalRule, VariantDef,
};
use crate::geometry::{CompactSort, Perspective, SquareSet, Zone};
use crate::movement::{Contents, Initial, Leg, Movement, Pattern, Range};
use crate::source::{Code, Diagnostic, codes};
use crate::state::{CODES, Cell, Color, Piece, Role, code_of};

use super::jumps::Jumps;
use super::reach_tables::{Coverage, PathTable, PlainTable, ReachTable, ReachTables, ScopesOfSide};

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
    pub(crate) coverage: OnceLock<[Vec<OnceLock<Coverage>>; 2]>,
    /// By color and square: the plain moves, if square sets can represent them.
    pub(crate) plain: PlainTable,
    /// The moves of an imitator of the role.
    imitable: OnceLock<Vec<RoleMove>>,
    /// By color and square: the targets without capture.
    pub(crate) quiet: OnceLock<[Vec<SquareSet>; 2]>,
    /// The possible actions for the test of insufficient material.
    pub(crate) scopes: OnceLock<[ScopesOfSide; 2]>,
}

impl RoleRules {
    /// The rules of a piece with these moves and promotions.
    pub(crate) fn new(
        def: &VariantDef,
        demand: RoyalRule,
        piece: &PieceDef,
        mut moves: Vec<RoleMove>,
        promotion: Option<RolePromotion>,
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
    pub(crate) choices: Vec<RoleChoice>,
    pub(crate) stay: Zone,
    /// The union of the zones of all choices.
    pub(crate) zone: Zone,
    /// Whether en passant captures promote too.
    pub(crate) in_passing: bool,
}

impl RolePromotion {
    /// The promotion of a definition, with these choices.
    pub(crate) fn new(promotion: &PromotionDef, choices: Vec<RoleChoice>) -> RolePromotion {
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

// One pattern of a role with the squares on which it applies.

/// One pattern of a role with the squares on which it applies.
pub(crate) struct RoleMove {
    pub(crate) pattern: Pattern,
    pub(crate) from: Option<Zone>,
    pub(crate) to: Option<Zone>,
    /// The kinds that it can capture; `None` for all.
    pub(crate) takes: Option<PieceSet>,
    /// Whether it is legal in check.
    pub(crate) in_check: bool,
    pub(crate) programs: Programs,
}

impl RoleMove {
    /// A pattern that applies everywhere.
    pub(crate) fn plain(pattern: Pattern) -> RoleMove {
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

impl Pattern {
    /// Whether it is a walk with a leg that has a property.
    pub(crate) fn has_leg(&self, is_such: impl Fn(&Leg) -> bool) -> bool {
        match self {
            Pattern::Walk(walk) => walk.legs.iter().any(is_such),
            _ => false,
        }
    }
}

/// The ordinary moves of a piece: without first moves, castling and en passant, and with runs to
/// the middle reduced to single steps.
pub(crate) fn plain_moves(moves: &[RoleMove]) -> Vec<RoleMove> {
    let plain = |role_move: &RoleMove| {
        let mut pattern = role_move.pattern.clone();
        match &mut pattern {
            Pattern::Walk(walk) if walk.initial == Initial::Any => {
                for leg in &mut walk.legs {
                    if leg.range == Range::ToMiddle {
                        leg.range = Range::UpTo(1);
                    }
                    leg.marks = false;
                    leg.en_passant = false;
                }
            }
            Pattern::Universal(leap) if leap.initial == Initial::Any => {}
            _ => return None,
        }
        Some(RoleMove {
            pattern,
            from: role_move.from.clone(),
            to: role_move.to.clone(),
            takes: role_move.takes,
            in_check: role_move.in_check,
            programs: Programs::default(),
        })
    };
    moves.iter().filter_map(plain).collect()
}

/// The limit on enumerated paths of one piece from one square.
pub(crate) const PATHS: usize = 1 << 12;

// Additional movements that a rule gives to pieces.

/// A movement that a rule has read from its [settings](crate::rules::RuleSettings::movement), for
/// [`RuleContext::walks_by`](crate::rules::RuleContext::walks_by).
pub struct RuleMovement {
    movement: Movement,
    moves: Vec<RoleMove>,
}

impl RuleMovement {
    /// Reads a movement in Betza notation. The error is the first diagnostic.
    pub(crate) fn read(text: &str) -> Result<RuleMovement, (Code, String)> {
        let movement = match MoveDef::new(text) {
            Ok(read) => read.movement,
            Err(findings) => {
                let finding = findings.into_iter().find(Diagnostic::is_error);
                let refused = || (codes::RULE_REFUSED, String::new());
                return Err(finding.map_or_else(refused, |found| (found.code, found.message)));
            }
        };
        let patterns = movement.patterns().iter();
        let moves = patterns.map(|pattern| RoleMove::plain(pattern.clone()));
        Ok(RuleMovement {
            moves: moves.collect(),
            movement,
        })
    }

    /// The meaning of the notation.
    pub const fn movement(&self) -> &Movement {
        &self.movement
    }

    pub(crate) fn moves(&self) -> &[RoleMove] {
        &self.moves
    }
}

impl fmt::Debug for RuleMovement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleMovement").field(&self.movement).finish()
    }
}

// Capture methods that mimics borrow.

/// A method that mimics borrow from the pieces that they capture.
pub(crate) struct Borrowed {
    pub(crate) method: CaptureMethod,
    /// The pieces that have the method.
    pub(crate) of: PieceSet,
    /// One of them.
    pub(in crate::rules) model: Role,
}

/// The methods, other than actions, that mimics of a variant could borrow.
pub(crate) fn borrowed(def: &VariantDef) -> Vec<Borrowed> {
    let mut all: Vec<Borrowed> = Vec::new();
    for (number, _, piece) in def.numbered() {
        for method in (piece.captures.methods.iter()).filter(|method| is_borrowed(method)) {
            // The reach `own` depends on the piece.
            let is_own = method.reach() == Some(&Reach::Own);
            match all
                .iter_mut()
                .find(|found| found.method == *method && !is_own)
            {
                Some(known) => known.of.insert(number),
                None => all.push(Borrowed {
                    method: method.clone(),
                    of: PieceSet::from(number),
                    model: number.into(),
                }),
            }
        }
    }
    all
}

/// Whether mimics borrow a method.
#[inline]
pub(crate) const fn is_borrowed(method: &CaptureMethod) -> bool {
    !matches!(method, CaptureMethod::Midpoint | CaptureMethod::Mimic(_))
}

// Path programs of a pattern by square, and the contents of squares from the view of a side.

/// The programs of one pattern by owner and square, computed on first use.
#[derive(Default)]
pub(crate) struct Programs {
    pub(in crate::rules) made: OnceLock<[Vec<Made>; 2]>,
}

/// The program from one square, if any.
type Made = OnceLock<Option<Box<Program>>>;

/// The contents of squares by board code, from the view of one side.
#[derive(Clone)]
pub(crate) struct Sight([Contents; CODES]);

impl Sight {
    /// The contents of a square with this code.
    #[inline]
    pub(crate) const fn of(&self, code: u16) -> Contents {
        // PERF: the remainder never changes the index, and saves the bounds check.
        self.0[code as usize % CODES]
    }
}

/// The views of both sides. `royal` is whether each role is royal.
pub(crate) fn sights(royal: &[bool]) -> Box<[Sight; 2]> {
    let sight = |us: Color| {
        let mut sight = [Contents::NONE; CODES];
        sight[code_of(Cell::Empty) as usize] = Contents::EMPTY;
        sight[code_of(Cell::Wall) as usize] = Contents::WALL;
        for (number, royal) in royal.iter().enumerate() {
            for color in Color::ALL {
                let role = Role::new(number);
                sight[code_of(Cell::Piece(Piece { color, role })) as usize] =
                    match (color == us, royal) {
                        (true, _) => Contents::FRIEND,
                        (false, true) => Contents::ROYAL,
                        (false, false) => Contents::COMMONER,
                    };
            }
        }
        Sight(sight)
    };
    Box::new(Color::ALL.map(sight))
}
