//! Victims of a move by capture methods, in addition to the piece on its target.

use std::cell::OnceCell;

use smallvec::SmallVec;

use crate::definition::{CaptureMethod, Mimic};
use crate::geometry::{Bearing, Compass, Square, SquareSet};
use crate::rules::data::{CompiledRules, Halfway, ReachTable, is_borrowed};
use crate::state::{Board, Cell, Move, Piece, Role, Setup};

use super::capture_candidates::could_take;
use super::kinds::acting_role;

/// Squares of victims.
pub(crate) type Victims = SmallVec<[Square; 4]>;

/// A piece after its move from one square to another, before any victim is removed.
#[derive(Clone, Copy)]
struct Arrival<'a> {
    board: &'a Board,
    /// Squares whose contents differ from `board`; later entries take precedence.
    changed: &'a [(Square, Option<Piece>)],
    piece: Piece,
    from: Square,
    to: Square,
    /// The direction of the move, if it is straight.
    way: Option<Bearing>,
    /// The piece before its move.
    captor: &'a Captor<'a>,
    setup: &'a Setup,
}

impl Arrival<'_> {
    #[inline]
    fn piece(&self, square: Square) -> Option<Piece> {
        for (at, piece) in self.changed.iter().rev() {
            if *at == square {
                return *piece;
            }
        }
        self.board.piece(square)
    }

    /// The squares within a reach of the mover, by a role.
    fn within(&self, rules: &CompiledRules, reach: &ReachTable, role: Role) -> SquareSet {
        let cell = |square: Square| match (self.piece(square), self.board.get(square)) {
            (Some(piece), _) => Cell::Piece(piece),
            (None, Cell::Wall) => Cell::Wall,
            (None, _) => Cell::Empty,
        };
        let color = self.piece.color;
        rules.within_on(reach, self.setup, cell, self.to, Piece { color, role })
    }

    fn enemy(&self, square: Square) -> Option<Piece> {
        self.piece(square)
            .filter(|other| other.color != self.piece.color)
    }

    fn is_friend(&self, square: Square) -> bool {
        self.piece(square)
            .is_some_and(|other| other.color == self.piece.color)
    }
}

/// A piece with capture methods, before its move.
pub(crate) struct Captor<'a> {
    rules: &'a CompiledRules,
    setup: &'a Setup,
    piece: Piece,
    role: Role,
    /// The squares of the royal pieces of its color, computed lazily.
    kings: OnceCell<SmallVec<[Square; 2]>>,
}

impl<'a> Captor<'a> {
    /// A piece that is about to move, or to be moved.
    pub(crate) fn new(rules: &'a CompiledRules, setup: &'a Setup, piece: Piece) -> Captor<'a> {
        let role = acting_role(rules, setup, piece);
        Captor {
            rules,
            setup,
            piece,
            role,
            kings: OnceCell::new(),
        }
    }

    fn kings(&self) -> &[Square] {
        let (board, color) = (&self.setup.board, self.piece.color);
        let find = || self.rules.kings(board, color).collect();
        self.kings.get_or_init(find)
    }

    /// The piece.
    pub(crate) fn piece(&self) -> Piece {
        self.piece
    }

    /// The victims of a move by the piece's methods, in ascending order.
    ///
    /// They may include pieces that the move captures in other ways.
    pub(crate) fn victims(&self, mv: &Move) -> Victims {
        let leapt = mv.captures.iter().any(|square| *square != mv.to);
        if mv.shifts.is_empty() {
            return self.going(mv.from, mv.to, leapt);
        }
        let board = &self.setup.board;
        let mut changed: SmallVec<[(Square, Option<Piece>); 4]> = SmallVec::new();
        changed.push((mv.from, None));
        changed.extend(mv.shifts.iter().map(|(origin, _)| (*origin, None)));
        for (origin, target) in &mv.shifts {
            changed.push((*target, board.piece(*origin)));
        }
        changed.push((mv.to, Some(self.piece)));
        self.after(&changed, mv.from, mv.to, leapt)
    }

    /// The victims of a move without relocations, in ascending order. `leapt` is whether the move
    /// has captured by leaping.
    pub(crate) fn going(&self, from: Square, to: Square, leapt: bool) -> Victims {
        self.after(&[(from, None), (to, Some(self.piece))], from, to, leapt)
    }

    /// Whether the victims of a move could include `target`, an enemy piece. Other captures of the
    /// move, and pieces that it removes, are not considered.
    pub(crate) fn could_take(&self, from: Square, to: Square, target: Square) -> bool {
        let (rules, board) = (self.rules, &self.setup.board);
        let could = |method: &CaptureMethod| {
            could_take(&rules.compass, method, [from, to], target)
                && match method {
                    CaptureMethod::Custodial => {
                        let way = rules.compass.bearing(to, target);
                        let far = way.and_then(|way| rules.compass.next(target, way));
                        let friends = board.squares_of(self.piece.color);
                        far.is_some_and(|far| far != from && friends.contains(far))
                    }
                    CaptureMethod::Coordination => {
                        rules.role(self.piece.role).king
                            || self.kings().iter().any(|king| {
                                let apart = rules.compass.apart(*king, target);
                                let [files, ranks] = rules.compass.apart(to, target);
                                files == 0 && apart[1] == 0 || ranks == 0 && apart[0] == 0
                            })
                    }
                    _ => true,
                }
        };
        let methods = &rules.role(self.role).captures.methods;
        methods.iter().any(|method| match method {
            CaptureMethod::Mimic(_) => {
                let victim = board.piece(target);
                let own = victim.map(|victim| &rules.role(victim.role).captures.methods);
                let mut borrowed = own.into_iter().flatten();
                borrowed.any(|method| is_borrowed(method) && could(method))
            }
            method => could(method),
        })
    }

    /// The victims after the contents of some squares have changed; `leapt` is whether the move has
    /// captured by leaping.
    fn after(
        &self,
        changed: &[(Square, Option<Piece>)],
        from: Square,
        to: Square,
        leapt: bool,
    ) -> Victims {
        let arrival = Arrival {
            board: &self.setup.board,
            changed,
            piece: self.piece,
            from,
            to,
            way: self.rules.compass.bearing(from, to),
            captor: self,
            setup: self.setup,
        };
        let (rules, role) = (self.rules, self.role);
        let mut victims = Victims::new();
        let takes = from != to && self.setup.board.piece(to).is_some();
        let doubles = || rules.facts.halfway.contains(&Halfway::Double);
        for method in &rules.role(role).captures.methods {
            match method {
                // By default a capture on the target excludes the capture at the midpoint.
                CaptureMethod::Midpoint if takes && !doubles() => {}
                CaptureMethod::Mimic(Mimic { pure: true, .. }) if leapt => {}
                CaptureMethod::Mimic(_) => {
                    for borrowed in &rules.borrowed {
                        let has = |victim: Piece| borrowed.of.contains(victim.role);
                        let method = (&borrowed.method, borrowed.model);
                        by_method(rules, method, arrival, &has, &mut victims);
                    }
                }
                method => by_method(rules, (method, role), arrival, &|_| true, &mut victims),
            }
        }
        victims.sort_unstable();
        victims.dedup();
        victims
    }
}

/// Adds the eligible victims of one method; `role` is one that has the method.
fn by_method(
    rules: &CompiledRules,
    (method, role): (&CaptureMethod, Role),
    arrival: Arrival<'_>,
    meant: &dyn Fn(Piece) -> bool,
    victims: &mut Victims,
) {
    let compass = &rules.compass;
    let is_victim = |square: &Square| arrival.enemy(*square).is_some_and(meant);
    match method {
        CaptureMethod::Custodial => {
            if arrival.way.is_some_and(Bearing::is_orthogonal) {
                custodial(compass, arrival, is_victim, victims);
            }
        }
        CaptureMethod::Withdrawal => {
            let back = arrival.way.map(Bearing::opposite);
            let behind = back.and_then(|back| compass.next(arrival.from, back));
            victims.extend(behind.filter(is_victim));
        }
        CaptureMethod::Approach => {
            let ahead = arrival.way.and_then(|way| compass.next(arrival.to, way));
            victims.extend(ahead.filter(is_victim));
        }
        CaptureMethod::Coordination => coordination(rules, arrival, is_victim, victims),
        CaptureMethod::Proximity { .. } => {
            let reach = &rules.role(role).reaches.proximity;
            if reach.is_around() {
                victims.extend(compass.neighbors(arrival.to).filter(is_victim));
            } else {
                let near = arrival.within(rules, reach, role);
                victims.extend(near.iter().filter(is_victim));
            }
        }
        CaptureMethod::Mimic(_) => {}
        CaptureMethod::Midpoint => {
            victims.extend(halfway(compass, arrival).filter(is_victim));
        }
    }
}

fn custodial(
    compass: &Compass,
    arrival: Arrival<'_>,
    is_victim: impl Fn(&Square) -> bool,
    victims: &mut Victims,
) {
    for bearing in Bearing::ORTHOGONAL {
        if let Some(near) = compass.next(arrival.to, bearing)
            && is_victim(&near)
            && let Some(far) = compass.next(near, bearing)
            && arrival.is_friend(far)
        {
            victims.push(near);
        }
    }
}

/// The midpoint of a diagonal move of two squares.
fn halfway(compass: &Compass, arrival: Arrival<'_>) -> Option<Square> {
    let way = arrival.way?;
    let is_meant = compass.apart(arrival.from, arrival.to) == [2, 2];
    is_meant.then(|| compass.next(arrival.from, way)).flatten()
}

fn coordination(
    rules: &CompiledRules,
    arrival: Arrival<'_>,
    is_victim: impl Fn(&Square) -> bool,
    victims: &mut Victims,
) {
    let shape = &rules.shape;
    for king in kings(rules, arrival) {
        let (file, rank) = (shape.file_of(king), shape.rank_of(king));
        let (own_file, own_rank) = (shape.file_of(arrival.to), shape.rank_of(arrival.to));
        if file == own_file || rank == own_rank {
            continue;
        }
        let corners = [shape.at(own_file, rank), shape.at(file, own_rank)];
        victims.extend(corners.into_iter().flatten().filter(&is_victim));
    }
}

/// The squares of royal pieces of the mover's color, in games without check too.
fn kings<'a>(rules: &'a CompiledRules, arrival: Arrival<'a>) -> impl Iterator<Item = Square> + 'a {
    let is_king = move |square: &Square| {
        arrival
            .piece(*square)
            .is_some_and(|piece| piece.color == arrival.piece.color && rules.role(piece.role).king)
    };
    let came = arrival.changed.iter().map(|(square, _)| *square);
    let stood = arrival.captor.kings();
    let new = move |square: &Square| !stood.contains(square);
    let stayed = stood.iter().copied();
    stayed.chain(came.filter(new)).filter(is_king)
}
