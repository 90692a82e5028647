//! Insufficient material: dead positions, in which neither side can win by any sequence of moves.
//!
//! A position is dead if no mate can be constructed with the material on the board, even with the
//! help of the opponent. Positions of a side that may win by other means than mate, may receive new
//! pieces, or has pieces that do more than move and capture, are never dead.
//!
//! The search covers two cases. In the first, all pieces other than the kings are confined to a set
//! of squares, as bishops to one color: each of these squares may then be attacked or occupied, and
//! only the kings cover the others. In the second, one piece is left besides the kings, and each of
//! its squares is tried. In both cases a piece is assumed to attack every square that it could
//! attack on some board, and only the king responds to a check. The search therefore finds mates
//! that do not exist, but misses none.

use crate::compile::paths;
use crate::definition::{CaptureRules, CapturedTo, CheckRules, Verdict};
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::rules::data::{
    CompiledRules, Material, Phases, PlacedPiece, RoleMove, RoleRules, Scope, Stock,
};
use crate::rules::special_moves::{Castling, castlings_of};
use crate::state::{Cell, Color, Piece, Role, Setup};

/// The largest board that is searched, in squares.
const SQUARES: usize = 400;

/// A pattern with more paths from one square is assumed to reach every square.
const PATHS: usize = 2048;

/// Whether the position is dead.
pub(crate) fn is_dead(rules: &CompiledRules, setup: &Setup) -> bool {
    // Most positions have a piece that promotes, so this test comes first.
    let changes = |(_, piece): (Square, Piece)| may_change(rules, piece);
    !setup.board.pieces().any(changes)
        && ends_by_mates_only(rules)
        && !has_reserves(rules, setup)
        && !may_castle_at_all(rules, setup)
        && material(rules, setup).is_some_and(|material| {
            (rules.insufficient_material_cache).of(&material, || material.is_dead(rules))
        })
}

/// Whether a side has only its royal piece, and this can never check the opponent's: the side then
/// cannot win, even with help.
pub(crate) fn is_harmless(rules: &CompiledRules, setup: &Setup, side: Color) -> bool {
    let is_bare =
        |(_, piece): (Square, Piece)| rules.role(piece.role).royal && !may_change(rules, piece);
    if !ends_by_mates_only(rules)
        || has_reserves(rules, setup)
        || !setup.board.pieces_of(side).all(is_bare)
    {
        return false;
    }
    let Some(Material { kings, .. }) = material(rules, setup) else {
        return false;
    };
    let [own, other] = [&kings[side.index()], &kings[side.opponent().index()]];
    own.domain.iter().all(|from| {
        let mut checked = rules.scope(own.piece, from).possible_captures.iter();
        // A king that checks another stands where that could capture it.
        checked.all(|home| rules.scope(other.piece, home).hits.contains(from))
    })
}

/// Material that never suffices to win.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct Helpless {
    /// The only kind of king, if unique.
    pub king: Option<Role>,
    /// Kinds for which a single piece in addition to the kings is insufficient.
    pub single: Vec<Role>,
    /// Kinds for which any number is insufficient while all stand on squares of one color.
    pub shaded: Vec<Role>,
}

impl CompiledRules {
    /// Insufficient material of the variant; `None` if it has no dead positions.
    #[doc(hidden)]
    pub fn helpless(&self) -> Option<Helpless> {
        if !ends_by_mates_only(self) {
            return None;
        }
        let roles = || (0..self.roles.len()).map(Role::new);
        let mut royals = roles().filter(|role| self.role(*role).royal);
        let king = royals.next()?;
        if royals.next().is_some() {
            return Some(Helpless::default());
        }
        let everywhere: SquareSet = self.shape.squares().collect();
        let man = |piece: Piece, domain: &SquareSet| PlacedPiece {
            piece,
            domain: domain.clone(),
        };
        let is_dead = |others: Vec<PlacedPiece>| {
            let kings = Color::ALL.map(|color| man(Piece { color, role: king }, &everywhere));
            Material { kings, others }.is_dead(self)
        };
        let pieces = |role: Role| Color::ALL.map(|color| Piece { color, role });
        let is_idle = |role: Role| !pieces(role).iter().any(|piece| may_change(self, *piece));
        if !is_idle(king) || !is_dead(Vec::new()) {
            return None;
        }
        let shades = [0, 1].map(|shade| -> SquareSet {
            let of = |square: &Square| {
                (self.shape.file_of(*square) + self.shape.rank_of(*square)) % 2 == shade
            };
            self.shape.squares().filter(of).collect()
        });
        let keeps = |piece: Piece, shade: &SquareSet| {
            shade.iter().all(|square| {
                let scope = self.scope(piece, square);
                let mut squares = scope.arrivals.either(&scope.possible_captures);
                squares.all(|square| shade.contains(square))
            })
        };
        let others = || roles().filter(|role| *role != king && is_idle(*role));
        let single = others().filter(|role| {
            let mut pieces = pieces(*role).into_iter();
            pieces.all(|piece| is_dead(vec![man(piece, &everywhere)]))
        });
        let single: Vec<Role> = single.collect();
        let shaded = single.iter().copied().filter(|role| {
            pieces(*role).into_iter().all(|piece| {
                let mut shades = shades.iter();
                shades.all(|shade| {
                    keeps(piece, shade) && is_dead(vec![man(piece, shade), man(piece, shade)])
                })
            })
        });
        Some(Helpless {
            king: Some(king),
            shaded: shaded.collect(),
            single,
        })
    }
}

/// Whether a piece may become another, or do more than move and capture.
pub(crate) fn may_change(rules: &CompiledRules, piece: Piece) -> bool {
    let RoleRules {
        promotion,
        only_walks,
        moves_others,
        ..
    } = rules.role(piece.role);
    let turns = rules.facts.paired_promotion.target(piece.role).is_some();
    let mut custom = rules.rules().iter();
    promotion.is_some()
        || !only_walks
        || *moves_others
        || turns
        || custom.any(|named| named.rule.changes(piece))
}

/// Whether games of the variant are won only by mate, and a king in check may move to any empty
/// square that is not attacked.
pub(crate) fn ends_by_mates_only(rules: &CompiledRules) -> bool {
    rules.check
        && rules.facts.stalemate == Verdict::Draw
        && rules.facts.checks == CheckRules::default()
        && (rules.facts.captured_to == CapturedTo::Removed
            || rules.facts.drops.is_none() && rules.facts.gating.is_none())
        && !rules.facts.captured_to.keeps_prisoners()
        && rules.shape.vanishing().is_empty()
        && rules.shape.area() <= SQUARES
        && !rules.has_relays
        && !rules.facts.paired_promotion.demotion
        && (rules.facts.castling.as_ref()).is_none_or(|rule| rule.wins == [[false; 2]; 2])
        && !rules.hand_is_free()
        && captures_are_plain(&rules.facts.captures)
        && !rules.rules().iter().any(|named| named.rule.may_win())
}

/// Whether captures only remove the captured piece.
fn captures_are_plain(captures: &CaptureRules) -> bool {
    let CaptureRules {
        keep_promoted: _,
        mandatory,
        immune_to_own,
        blast,
        petrify,
        petrify_blasted,
    } = captures;
    !(mandatory | petrify_blasted)
        && (immune_to_own.is_empty() && petrify.is_empty() && blast.is_none())
}

/// Whether a position has resources other than the moves of its pieces: drops, first leaps or
/// walls.
fn has_reserves(rules: &CompiledRules, setup: &Setup) -> bool {
    let may_be_put = || {
        let mut roles = (0..rules.roles.len()).map(Role::new);
        roles.any(|role| rules.places_itself(role))
    };
    let special = &setup.special;
    // A hand that is not used for drops or promotion only grows.
    let is_idle = rules.facts.drops.is_none()
        && rules.facts.gating.is_none()
        && !rules.rules_speak_in(Phases::SET_UP)
        && !may_be_put();
    !is_idle && setup.hands.iter().any(|hand| !hand.is_empty())
        || rules.facts.captured_to != CapturedTo::Removed && may_be_put()
        || (rules.stocks(setup)).any(|(_, stock)| stock != Stock::default())
        || !special.gates.is_empty()
        || (rules.shape.squares()).any(|square| setup.board.get(square) == Cell::Wall)
}

/// Whether some piece may still castle, now or later.
fn may_castle_at_all(rules: &CompiledRules, setup: &Setup) -> bool {
    let mut pieces = setup.board.pieces();
    !setup.special.castles.is_empty() || pieces.any(|(square, _)| may_castle(rules, setup, square))
}

/// Whether the piece on a square may still castle, now or later.
fn may_castle(rules: &CompiledRules, setup: &Setup, square: Square) -> bool {
    let Some(piece) = setup.board.piece(square) else {
        return false;
    };
    if !rules.role(piece.role).castles {
        return false;
    }
    let mut found = Vec::new();
    castlings_of(rules, &setup.board, square, piece, &mut found);
    let is_ready = |castling: &Castling| {
        setup.unmoved.contains(castling.partner)
            && (castling.initial == Initial::Any || setup.unmoved.contains(square))
    };
    // A piece that may castle after it has moved can find partners on other squares.
    let roams = |role_move: &RoleMove| match &role_move.pattern {
        Pattern::Castle(castle) => castle.initial == Initial::Any,
        _ => false,
    };
    found.iter().any(is_ready)
        || rules.role(piece.role).moves.iter().any(roams)
            && setup
                .board
                .pieces_of(piece.color)
                .any(|(other, _)| other != square && setup.unmoved.contains(other))
}

/// The material on the board, if each side has exactly one royal piece.
fn material(rules: &CompiledRules, setup: &Setup) -> Option<Material> {
    let man = |(square, piece): (Square, Piece)| PlacedPiece {
        piece,
        domain: rules.domain(piece, square).clone(),
    };
    let is_royal = |(_, piece): &(Square, Piece)| rules.role(piece.role).royal;
    let king = |color: Color| {
        let mut kings = setup.board.pieces_of(color).filter(is_royal);
        let king = kings.next()?;
        kings.next().is_none().then(|| man(king))
    };
    let kings = [king(Color::White)?, king(Color::Black)?];
    let others = setup
        .board
        .pieces()
        .filter(|placed| !is_royal(placed))
        .map(man);
    Some(Material {
        kings,
        others: others.collect(),
    })
}

impl Material {
    /// Whether neither side can be mated if all squares that the other pieces reach may be attacked or occupied.
    pub(crate) fn is_held(&self, rules: &CompiledRules) -> bool {
        let mut held = SquareSet::new();
        for man in &self.others {
            held.unite(&man.domain);
            for square in &man.domain {
                held.unite(&rules.scope(man.piece, square).possible_captures);
            }
        }
        self.is_safe_from(rules, &held)
    }

    fn is_safe_from(&self, rules: &CompiledRules, held: &SquareSet) -> bool {
        let mut sides = Color::ALL.into_iter();
        sides.all(|color| !MateSearch::of(self, rules, color).mates_with(held))
    }

    pub(crate) fn is_dead(&self, rules: &CompiledRules) -> bool {
        if self.is_held(rules) {
            return true;
        }
        // Capture of the piece leaves bare kings.
        let [helper] = self.others.as_slice() else {
            return false;
        };
        self.is_safe_from(rules, &SquareSet::new())
            && Color::ALL
                .into_iter()
                .all(|color| !MateSearch::of(self, rules, color).mates_by(helper))
    }
}

/// The search for a mate of one side.
struct MateSearch<'a> {
    rules: &'a CompiledRules,
    hunted: &'a PlacedPiece,
    hunter: &'a PlacedPiece,
    /// By square: the squares from which the mating king occupies or could attack it.
    near: Vec<Vec<Square>>,
}

impl<'a> MateSearch<'a> {
    fn of(material: &'a Material, rules: &'a CompiledRules, mated: Color) -> MateSearch<'a> {
        let hunter = &material.kings[mated.opponent().index()];
        let mut near = vec![Vec::new(); rules.shape.area()];
        for from in &hunter.domain {
            near[from.index()].push(from);
            for target in &rules.scope(hunter.piece, from).possible_captures {
                near[target.index()].push(from);
            }
        }
        MateSearch {
            rules,
            hunted: &material.kings[mated.index()],
            hunter,
            near,
        }
    }

    /// Whether a mate exists if the `held` squares may be attacked or occupied.
    fn mates_with(&self, held: &SquareSet) -> bool {
        let mut homes = self.hunted.domain.iter();
        homes.any(|home| self.mates_on(home, held, None))
    }

    /// Whether a mate exists with one more piece of either side.
    fn mates_by(&self, helper: &PlacedPiece) -> bool {
        let is_friend = helper.piece.color == self.hunted.piece.color;
        helper.domain.iter().any(|stand| {
            let nowhere = SquareSet::new();
            let held = if is_friend {
                &nowhere
            } else {
                &self.rules.scope(helper.piece, stand).possible_captures
            };
            let mut homes = self.hunted.domain.iter().filter(|home| *home != stand);
            homes.any(|home| self.mates_on(home, held, Some((stand, is_friend))))
        })
    }

    /// Whether the king may be mated on a square, with a third piece of its own or the other side on another square.
    fn mates_on(&self, home: Square, held: &SquareSet, third: Option<(Square, bool)>) -> bool {
        let scope = self.rules.scope(self.hunted.piece, home);
        let is_taken = |square| third.is_some_and(|(stand, _)| stand == square);
        let prey = third
            .filter(|(stand, is_friend)| !is_friend && scope.certain_captures.contains(*stand));
        let steps = scope.steps.iter().filter(|step| !is_taken(*step));
        let mut open =
            (steps.chain(prey.map(|(stand, _)| stand))).filter(|step| !held.contains(*step));
        let next = open.next();
        let checked = held.contains(home);
        let stands = |from: Square| {
            let possible_captures = &self.rules.scope(self.hunter.piece, from).possible_captures;
            let covers = |step: Square| step == from || possible_captures.contains(step);
            from != home
                && !is_taken(from)
                // The mating king must not be attacked.
                && !scope.hits.contains(from)
                && (checked || possible_captures.contains(home))
                && next.is_none_or(covers)
                && open.clone().all(covers)
        };
        match next {
            Some(step) => self.near[step.index()].iter().copied().any(stands),
            None if checked => self.hunter.domain.iter().any(stands),
            None => self.near[home.index()].iter().copied().any(stands),
        }
    }
}

impl CompiledRules {
    /// The squares that a piece may reach by any number of its own moves.
    pub(crate) fn domain(&self, piece: Piece, from: Square) -> &SquareSet {
        self.scope(piece, from).domain.get_or_init(|| {
            let mut domain = SquareSet::new();
            let mut next = vec![from];
            while let Some(square) = next.pop() {
                if domain.insert(square) {
                    next.extend(&self.scope(piece, square).arrivals);
                }
            }
            domain
        })
    }

    /// The possible and the guaranteed actions of a piece from a square.
    pub(crate) fn scope(&self, piece: Piece, from: Square) -> &Scope {
        let scopes = &self.role(piece.role).scopes;
        let make = || self.look_around(piece, from);
        scopes.get_or_make(&self.shape, piece.color.index(), from, make)
    }

    fn look_around(&self, piece: Piece, from: Square) -> Scope {
        let mut scope = Scope::default();
        let owner = piece.color.perspective();
        for role_move in &self.role(piece.role).moves {
            if !role_move.begins_on(from, owner) {
                continue;
            }
            let walk = match &role_move.pattern {
                Pattern::Placement(_) => continue,
                // A position with a king that may still castle has reserves.
                Pattern::Castle(_) => continue,
                Pattern::Walk(walk) => Some(walk),
                Pattern::Universal(_) | Pattern::Imitation(_) => None,
            };
            let found = walk.and_then(|walk| {
                let found = paths(walk, &self.shape, owner, from, PATHS).ok()?;
                Some((walk.initial == Initial::Any && role_move.in_check, found))
            });
            let Some((is_always, found)) = found else {
                scope.possible_captures.extend(self.shape.squares());
                scope.arrivals.extend(self.shape.squares());
                continue;
            };
            for path in found
                .iter()
                .filter(|path| role_move.ends_on(path.to, owner))
            {
                scope.arrivals.insert(path.to);
                scope.possible_captures.extend(path.taken.iter().copied());
                if !path.take.is_empty() {
                    scope.possible_captures.insert(path.to);
                }
                let is_free = path.conditions.is_empty()
                    && path.taken.is_empty()
                    && path.en_passant.is_empty()
                    && path.to != from;
                if !is_always || !is_free {
                    continue;
                }
                if path.pass.meets(Contents::EMPTY) {
                    scope.steps.insert(path.to);
                }
                if path.take.meets(Contents::ROYAL) && role_move.takes.is_none() {
                    scope.hits.insert(path.to);
                }
                if path.take.meets(Contents::COMMONER) && role_move.takes.is_none() {
                    scope.certain_captures.insert(path.to);
                }
            }
        }
        scope
    }
}
