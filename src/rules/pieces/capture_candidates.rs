//! Candidate targets for captures by methods: the squares around victims, found before moves are generated.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::definition::{CaptureMethod, Reach};
use crate::geometry::{Bearing, Compass, Square, SquareSet};
use crate::rules::data::CompiledRules;
use crate::state::{Color, Piece, Setup};

/// A superset of the targets on which moves of a piece capture by its methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct VictimsNear {
    /// Whether all squares are candidates.
    anywhere: bool,
    squares: SquareSet,
    /// Whole files and ranks, by bit.
    files: u64,
    ranks: u64,
    /// The victims of withdrawal, and those of approach.
    left: SquareSet,
    approached: SquareSet,
    /// Whether the piece borrows methods from others.
    pub(crate) mimics: bool,
}

impl VictimsNear {
    fn unite(&mut self, other: &VictimsNear) {
        self.anywhere |= other.anywhere;
        self.squares.unite(&other.squares);
        self.files |= other.files;
        self.ranks |= other.ranks;
        self.left.unite(&other.left);
        self.approached.unite(&other.approached);
    }

    /// Whether a square is a candidate.
    #[inline]
    pub(crate) fn contains(&self, rules: &CompiledRules, to: Square) -> bool {
        self.anywhere
            || self.squares.contains(to)
            || (self.files | self.ranks) != 0
                && (self.files >> rules.compass.file_of(to) & 1 != 0
                    || self.ranks >> rules.compass.rank_of(to) & 1 != 0)
    }

    /// The candidates among some squares with numbers below 128.
    #[inline]
    pub(crate) fn among(&self, rules: &CompiledRules, squares: u128) -> u128 {
        if self.anywhere {
            return squares;
        }
        let mut found = squares & self.squares.bits();
        if (self.files | self.ranks) != 0 {
            let mut left = squares & !found;
            while left != 0 {
                let square = Square::new(left.trailing_zeros() as u16);
                if self.contains(rules, square) {
                    found |= 1 << square.index();
                }
                left &= left - 1;
            }
        }
        found
    }
}

/// Whether the victims of some methods are always next to the origin or the target of the move,
/// independent of all other pieces.
pub(crate) fn captures_beside_its_way(rules: &CompiledRules, methods: &[CaptureMethod]) -> bool {
    methods.iter().all(|method| match method {
        CaptureMethod::Approach | CaptureMethod::Withdrawal => true,
        CaptureMethod::Mimic(_) => rules.borrowed.iter().all(|borrowed| {
            let method = std::slice::from_ref(&borrowed.method);
            captures_beside_its_way(rules, method)
        }),
        _ => false,
    })
}

/// The candidates around the pieces that a side may capture, computed lazily by method.
pub(crate) struct Surroundings<'a> {
    rules: &'a CompiledRules,
    setup: &'a Setup,
    /// The capturing side.
    color: Color,
    custodial: OnceCell<VictimsNear>,
    around: OnceCell<VictimsNear>,
    coordination: OnceCell<VictimsNear>,
    borrowed: OnceCell<VictimsNear>,
    lenders: OnceCell<SquareSet>,
}

impl<'a> Surroundings<'a> {
    pub(crate) fn new(
        rules: &'a CompiledRules,
        setup: &'a Setup,
        color: Color,
    ) -> Surroundings<'a> {
        Surroundings {
            rules,
            setup,
            color,
            custodial: OnceCell::new(),
            around: OnceCell::new(),
            coordination: OnceCell::new(),
            borrowed: OnceCell::new(),
            lenders: OnceCell::new(),
        }
    }

    fn them(&self) -> &SquareSet {
        self.setup.board.squares_of(self.color.opponent())
    }

    /// The candidate targets of a piece that imitates no other; `None` if it has no capture methods.
    pub(crate) fn of(&self, from: Square, piece: Piece) -> Option<Cow<'_, VictimsNear>> {
        let role = self.rules.role(piece.role);
        let methods = &role.captures.methods;
        // PERF: in many games half of the pieces have the same single method.
        match &methods[..] {
            [] => return None,
            [CaptureMethod::Custodial] => {
                return Some(Cow::Borrowed(self.of_method(&CaptureMethod::Custodial)));
            }
            _ => {}
        }
        let compass = &self.rules.compass;
        let mut near = VictimsNear::default();
        for method in methods {
            match method {
                CaptureMethod::Mimic(_) => {
                    near.mimics = true;
                    near.anywhere |= role.king;
                    near.unite(self.borrowed.get_or_init(|| self.all_borrowed()));
                }
                CaptureMethod::Midpoint => {
                    for victim in compass.around(from).common(self.them()) {
                        let way = compass.bearing(from, victim);
                        (near.squares)
                            .extend(way.into_iter().flat_map(|way| compass.ray(from, way)));
                    }
                }
                CaptureMethod::Withdrawal => near.left.unite(self.them()),
                CaptureMethod::Approach => near.approached.unite(self.them()),
                // A king coordinates with itself.
                CaptureMethod::Coordination if role.king => near.anywhere = true,
                CaptureMethod::Proximity { reach } if *reach != Reach::Around => {
                    near.anywhere = true;
                }
                method => near.unite(self.of_method(method)),
            }
        }
        for victim in compass.around(from).common(&near.left) {
            if let Some(way) = compass.bearing(from, victim) {
                (near.squares).extend(compass.ray(from, way.opposite()));
            }
        }
        for victim in &near.approached {
            if let Some(way) = compass.bearing(from, victim) {
                (near.squares).extend(compass.next(victim, way.opposite()));
            }
        }
        Some(Cow::Owned(near))
    }

    /// Whether a piece that borrows actions may do so: a lender is on a line with it. Actions are
    /// borrowed only along lines and from neighbors.
    pub(crate) fn may_borrow(&self, from: Square) -> bool {
        let lenders = self.lenders.get_or_init(|| {
            let lends = |square: &Square| {
                let other = self.setup.board.piece(*square);
                other.is_some_and(|other| !self.rules.role(other.role).actions.is_empty())
            };
            self.them().iter().filter(lends).collect()
        });
        let mut lenders = lenders.iter();
        lenders.any(|lender| self.rules.compass.bearing(from, lender).is_some())
    }

    fn of_method(&self, method: &CaptureMethod) -> &VictimsNear {
        let known = match method {
            CaptureMethod::Custodial => &self.custodial,
            CaptureMethod::Coordination => &self.coordination,
            _ => &self.around,
        };
        known.get_or_init(|| self.victims_of(method, self.them()))
    }

    /// The candidates of methods borrowed from victims.
    fn all_borrowed(&self) -> VictimsNear {
        let mut near = VictimsNear::default();
        for borrowed in &self.rules.borrowed {
            let has = |square: &Square| {
                let victim = self.setup.board.piece(*square);
                victim.is_some_and(|victim| borrowed.of.contains(victim.role))
            };
            let victims: SquareSet = self.them().iter().filter(has).collect();
            if !victims.is_empty() {
                near.unite(&self.victims_of(&borrowed.method, &victims));
            }
        }
        near
    }

    /// The candidates for captures of some victims by a method.
    fn victims_of(&self, method: &CaptureMethod, victims: &SquareSet) -> VictimsNear {
        let (board, compass) = (&self.setup.board, &self.rules.compass);
        let mut near = VictimsNear::default();
        match method {
            CaptureMethod::Custodial => {
                let friends = board.squares_of(self.color);
                for victim in victims {
                    for way in Bearing::ORTHOGONAL {
                        let far = compass.next(victim, way.opposite());
                        if far.is_some_and(|far| friends.contains(far)) {
                            near.squares.extend(compass.next(victim, way));
                        }
                    }
                }
            }
            CaptureMethod::Approach => near.approached.unite(victims),
            CaptureMethod::Proximity {
                reach: Reach::Around,
            } => {
                for victim in victims {
                    near.squares.unite(compass.around(victim));
                }
            }
            CaptureMethod::Withdrawal => near.left.unite(victims),
            CaptureMethod::Coordination => {
                for king in self.rules.kings(board, self.color) {
                    for victim in victims {
                        let [files, ranks] = compass.apart(king, victim);
                        if ranks == 0 {
                            near.files |= 1 << compass.file_of(victim);
                        }
                        if files == 0 {
                            near.ranks |= 1 << compass.rank_of(victim);
                        }
                    }
                }
            }
            CaptureMethod::Proximity { .. } | CaptureMethod::Midpoint | CaptureMethod::Mimic(_) => {
                near.anywhere = true;
            }
        }
        near
    }
}

/// Whether a move between two squares could capture a piece on `target` by a method, judged by the squares alone.
#[inline]
pub(crate) fn could_take(
    compass: &Compass,
    method: &CaptureMethod,
    [from, to]: [Square; 2],
    target: Square,
) -> bool {
    let way = || compass.bearing(from, to);
    match method {
        CaptureMethod::Custodial => {
            compass
                .bearing(to, target)
                .is_some_and(|side| side.is_orthogonal() && compass.next(to, side) == Some(target))
                && way().is_some_and(Bearing::is_orthogonal)
        }
        CaptureMethod::Withdrawal => {
            way().is_some_and(|way| compass.next(from, way.opposite()) == Some(target))
        }
        CaptureMethod::Approach => way().is_some_and(|way| compass.next(to, way) == Some(target)),
        CaptureMethod::Coordination => {
            let [files, ranks] = compass.apart(to, target);
            (files == 0) != (ranks == 0)
        }
        CaptureMethod::Proximity { reach } => {
            *reach != Reach::Around || compass.around(to).contains(target)
        }
        CaptureMethod::Midpoint => {
            compass.apart(from, to) == [2, 2]
                && way().is_some_and(|way| compass.next(from, way) == Some(target))
        }
        // The borrowed method is unknown.
        CaptureMethod::Mimic(_) => true,
    }
}

/// Whether the victims of a method are next to the origin or the target of the move.
pub(crate) const fn takes_beside(method: &CaptureMethod) -> bool {
    match method {
        CaptureMethod::Custodial
        | CaptureMethod::Withdrawal
        | CaptureMethod::Approach
        | CaptureMethod::Midpoint => true,
        CaptureMethod::Proximity { reach } => matches!(reach, Reach::Around),
        CaptureMethod::Coordination | CaptureMethod::Mimic(_) => false,
    }
}
