//! Dead positions: neither side can win any more, however the two play on.
//!
//! Nothing is asked about skill: a position is dead if no mate can be set up with what is on the
//! board, even if both sides help. Whoever may win by anything but a mate, may get new pieces, or has
//! pieces that do more than move and capture, is never in a dead position.
//!
//! The search knows two cases. In the first, all pieces beside the kings keep to some squares for
//! ever, as bishops on squares of one color do: then each of these squares may be attacked or
//! occupied, and all others are up to the kings. In the second, there is one piece beside the kings,
//! and each of its squares is tried. In both, a piece is taken to attack whatever it could attack on
//! some board, and nobody but a king does anything against a check; so mates are found that do not
//! exist, but none is missed.

use std::sync::OnceLock;

use super::castling::{Castling, castlings_of};
use super::compiled_rules::CompiledRules;
use super::role::{RoleMove, RoleRules};
use super::{Phases, Stock};
use crate::compile::paths;
use crate::definition::{CaptureFate, CaptureRules, CheckRules, Verdict};
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::state::{Cell, Color, Piece, Role, Setup};

/// Boards with more squares are not searched.
const SQUARES: usize = 400;

/// A pattern with more paths from one square may lead anywhere.
const PATHS: usize = 2048;

/// What a piece could do, and what it always can, from one square.
pub(super) struct Scope {
    /// Where it could capture on some board.
    strikes: SquareSet,
    /// Where it could stand after one move on some board.
    pub(super) arrivals: SquareSet,
    /// Where it can step, in check or not, if only the square is empty.
    steps: SquareSet,
    /// Where it captures a royal piece, whatever else is on the board.
    hits: SquareSet,
    /// Where it captures another piece, in check or not, whatever else is on the board.
    grabs: SquareSet,
    /// Where it may come to stand by moves of its own, from here on.
    domain: OnceLock<SquareSet>,
}

/// A piece with the squares on which it may come to stand.
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) domain: SquareSet,
}

/// What is left on the board.
pub(super) struct Material {
    /// White's and Black's only royal piece.
    pub(super) kings: [Man; 2],
    pub(super) others: Vec<Man>,
}

/// Whether neither side can win from here on.
pub(crate) fn is_dead(book: &CompiledRules, setup: &Setup) -> bool {
    // Most positions have a piece that promotes, which is soon seen.
    let changes = |(_, piece): (Square, Piece)| may_change(book, piece);
    !setup.board.pieces().any(changes)
        && ends_by_mates_only(book)
        && !has_reserves(book, setup)
        && material(book, setup)
            .is_some_and(|material| (book.dead_verdicts).of(&material, || material.is_dead(book)))
}

/// Whether a side has nothing but its royal piece, and that can never check the other one: then the side
/// cannot win, even with the help of the other.
pub(crate) fn is_harmless(book: &CompiledRules, setup: &Setup, side: Color) -> bool {
    let is_bare =
        |(_, piece): (Square, Piece)| book.role(piece.role).royal && !may_change(book, piece);
    if !ends_by_mates_only(book)
        || has_reserves(book, setup)
        || !setup.board.pieces_of(side).all(is_bare)
    {
        return false;
    }
    let Some(Material { kings, .. }) = material(book, setup) else {
        return false;
    };
    let [own, other] = [&kings[side.index()], &kings[side.opponent().index()]];
    own.domain.iter().all(|from| {
        let mut checked = book.scope(own.piece, from).strikes.iter();
        // A king that checks another one stands where that could capture it.
        checked.all(|home| book.scope(other.piece, home).hits.contains(from))
    })
}

/// What is not enough to win, wherever it stands.
#[derive(Default)]
pub(crate) struct Helpless {
    /// The only kind of king, if there is one.
    pub(crate) king: Option<Role>,
    /// Kinds of which a single piece beside the kings is not enough.
    pub(crate) single: Vec<Role>,
    /// Kinds of which no number is enough as long as all stand on squares of one color.
    pub(crate) shaded: Vec<Role>,
}

impl CompiledRules {
    /// What is not enough to win; nothing if the game knows no dead positions.
    pub(crate) fn helpless(&self) -> Option<Helpless> {
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
        let man = |piece: Piece, domain: &SquareSet| Man {
            piece,
            domain: domain.clone(),
        };
        let is_dead = |others: Vec<Man>| {
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
                let mut squares = scope.arrivals.either(&scope.strikes);
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

/// Whether a piece may become another one, or do more than move and capture.
pub(super) fn may_change(book: &CompiledRules, piece: Piece) -> bool {
    let RoleRules {
        promotion,
        only_walks,
        moves_others,
        ..
    } = book.role(piece.role);
    let turns = book.turning().target(piece.role).is_some();
    let mut custom = book.rules().iter();
    promotion.is_some()
        || !only_walks
        || *moves_others
        || turns
        || custom.any(|named| named.rule.changes(piece))
}

/// Whether games of the variant are won by mates and nothing else, and a king in check may step to
/// any empty square that is not attacked.
pub(super) fn ends_by_mates_only(book: &CompiledRules) -> bool {
    book.check
        && book.stalemate() == Verdict::Draw
        && *book.checks() == CheckRules::default()
        && (book.captured() == CaptureFate::Gone
            || book.drops().is_none() && book.gating().is_none())
        && !book.captured().keeps_prisoners()
        && book.shape.vanishing().is_empty()
        && book.shape.area() <= SQUARES
        && !book.has_relays()
        && !book.turning().demotion
        && (book.castling()).is_none_or(|rule| rule.wins == [[false; 2]; 2])
        && !book.hand_is_free()
        && captures_are_plain(book.captures())
        && !book.rules().iter().any(|named| named.rule.may_win())
}

/// Whether captures remove what they capture, and nothing else follows from them on the board.
fn captures_are_plain(rules: &CaptureRules) -> bool {
    let CaptureRules {
        keep_promoted: _,
        mandatory,
        immune_to_own,
        blast,
        petrify,
        petrify_blasted,
    } = rules;
    !(mandatory | petrify_blasted)
        && (immune_to_own.is_empty() && petrify.is_empty() && blast.is_none())
}

/// Whether there is more than pieces on the board: pieces beside it that may come, first leaps,
/// castlings, walls.
fn has_reserves(book: &CompiledRules, setup: &Setup) -> bool {
    let may_be_put = |role: &RoleRules| {
        let mut patterns = role.moves.iter().map(|role_move| &role_move.pattern);
        patterns.any(|pattern| matches!(pattern, Pattern::Placement(_)))
    };
    let special = &setup.special;
    // A hand from which nothing is put or promoted only grows.
    let is_idle = book.drops().is_none()
        && book.gating().is_none()
        && !book.rules_speak_in(Phases::SET_UP)
        && !book.roles.iter().any(may_be_put);
    !is_idle && setup.hands.iter().any(|hand| !hand.is_empty())
        || book.captured() != CaptureFate::Gone && book.roles.iter().any(may_be_put)
        || (book.stocks(setup)).any(|(_, stock)| stock != Stock::default())
        || !special.castles.is_empty()
        || !special.gates.is_empty()
        || setup
            .board
            .pieces()
            .any(|(square, _)| may_castle(book, setup, square))
        || (book.shape.squares()).any(|square| setup.board.get(square) == Cell::Wall)
}

/// Whether the piece on a square may still castle, now or later.
fn may_castle(book: &CompiledRules, setup: &Setup, square: Square) -> bool {
    let Some(piece) = setup.board.piece(square) else {
        return false;
    };
    if !book.role(piece.role).castles {
        return false;
    }
    let mut found = Vec::new();
    castlings_of(book, &setup.board, square, piece, &mut found);
    let is_ready = |castling: &Castling| {
        setup.unmoved.contains(castling.partner)
            && (castling.initial == Initial::Any || setup.unmoved.contains(square))
    };
    // A piece that castles after it has moved may find its partners from elsewhere.
    let roams = |role_move: &RoleMove| match &role_move.pattern {
        Pattern::Castle(castle) => castle.initial == Initial::Any,
        _ => false,
    };
    found.iter().any(is_ready)
        || book.role(piece.role).moves.iter().any(roams)
            && setup
                .board
                .pieces_of(piece.color)
                .any(|(other, _)| other != square && setup.unmoved.contains(other))
}

/// What is on the board, if each side has one royal piece there.
fn material(book: &CompiledRules, setup: &Setup) -> Option<Material> {
    let man = |(square, piece): (Square, Piece)| Man {
        piece,
        domain: book.domain(piece, square).clone(),
    };
    let is_royal = |(_, piece): &(Square, Piece)| book.role(piece.role).royal;
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
    /// Whether no side is ever mated where all squares that the other pieces reach may be attacked or
    /// occupied.
    pub(super) fn is_held(&self, book: &CompiledRules) -> bool {
        let mut held = SquareSet::new();
        for man in &self.others {
            held.unite(&man.domain);
            for square in &man.domain {
                held.unite(&book.scope(man.piece, square).strikes);
            }
        }
        self.is_safe_from(book, &held)
    }

    fn is_safe_from(&self, book: &CompiledRules, held: &SquareSet) -> bool {
        let mut sides = Color::ALL.into_iter();
        sides.all(|color| !Hunt::of(self, book, color).mates_with(held))
    }

    pub(super) fn is_dead(&self, book: &CompiledRules) -> bool {
        if self.is_held(book) {
            return true;
        }
        // A piece that is captured leaves the bare kings.
        let [helper] = self.others.as_slice() else {
            return false;
        };
        self.is_safe_from(book, &SquareSet::new())
            && Color::ALL
                .into_iter()
                .all(|color| !Hunt::of(self, book, color).mates_by(helper))
    }
}

/// The search for a mate of one side.
struct Hunt<'a> {
    book: &'a CompiledRules,
    hunted: &'a Man,
    hunter: &'a Man,
    /// By square: where the hunting king stands or could attack from.
    near: Vec<Vec<Square>>,
}

impl<'a> Hunt<'a> {
    fn of(material: &'a Material, book: &'a CompiledRules, mated: Color) -> Hunt<'a> {
        let hunter = &material.kings[mated.opponent().index()];
        let mut near = vec![Vec::new(); book.shape.area()];
        for from in &hunter.domain {
            near[from.index()].push(from);
            for target in &book.scope(hunter.piece, from).strikes {
                near[target.index()].push(from);
            }
        }
        Hunt {
            book,
            hunted: &material.kings[mated.index()],
            hunter,
            near,
        }
    }

    /// Whether there is a mate if the squares that are held may be attacked or occupied.
    fn mates_with(&self, held: &SquareSet) -> bool {
        let mut homes = self.hunted.domain.iter();
        homes.any(|home| self.mates_on(home, held, None))
    }

    /// Whether there is a mate with one more piece, of either side.
    fn mates_by(&self, helper: &Man) -> bool {
        let is_friend = helper.piece.color == self.hunted.piece.color;
        helper.domain.iter().any(|stand| {
            let nowhere = SquareSet::new();
            let held = if is_friend {
                &nowhere
            } else {
                &self.book.scope(helper.piece, stand).strikes
            };
            let mut homes = self.hunted.domain.iter().filter(|home| *home != stand);
            homes.any(|home| self.mates_on(home, held, Some((stand, is_friend))))
        })
    }

    /// Whether the king may be mated at home, where a third piece, which is its friend or not,
    /// stands on a square.
    fn mates_on(&self, home: Square, held: &SquareSet, third: Option<(Square, bool)>) -> bool {
        let scope = self.book.scope(self.hunted.piece, home);
        let is_taken = |square| third.is_some_and(|(stand, _)| stand == square);
        let prey = third.filter(|(stand, is_friend)| !is_friend && scope.grabs.contains(*stand));
        let steps = scope.steps.iter().filter(|step| !is_taken(*step));
        let mut open =
            (steps.chain(prey.map(|(stand, _)| stand))).filter(|step| !held.contains(*step));
        let next = open.next();
        let checked = held.contains(home);
        let stands = |from: Square| {
            let strikes = &self.book.scope(self.hunter.piece, from).strikes;
            let covers = |step: Square| step == from || strikes.contains(step);
            from != home
                && !is_taken(from)
                // That king may not have been left attacked.
                && !scope.hits.contains(from)
                && (checked || strikes.contains(home))
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
    /// The squares on which a piece may come to stand by moves of its own, from this one on.
    pub(super) fn domain(&self, piece: Piece, from: Square) -> &SquareSet {
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

    /// What a piece could do from a square.
    pub(super) fn scope(&self, piece: Piece, from: Square) -> &Scope {
        let scopes = self.role(piece.role).scopes.get_or_init(Default::default);
        let scopes = scopes[piece.color.index()].get_or_init(|| {
            let area = self.shape.area();
            (0..area).map(|_| OnceLock::new()).collect()
        });
        scopes[from.index()].get_or_init(|| self.look_around(piece, from))
    }

    fn look_around(&self, piece: Piece, from: Square) -> Scope {
        let mut scope = Scope {
            strikes: SquareSet::new(),
            arrivals: SquareSet::new(),
            steps: SquareSet::new(),
            hits: SquareSet::new(),
            grabs: SquareSet::new(),
            domain: OnceLock::new(),
        };
        let owner = piece.color.perspective();
        for role_move in &self.role(piece.role).moves {
            if (role_move.from.as_ref()).is_some_and(|zone| !zone.contains(from, owner)) {
                continue;
            }
            let walk = match &role_move.pattern {
                Pattern::Placement(_) => continue,
                // Where a king may still castle, the position has reserves.
                Pattern::Castle(_) => continue,
                Pattern::Walk(walk) => Some(walk),
                Pattern::Universal(_) | Pattern::Imitation(_) => None,
            };
            let found = walk.and_then(|walk| {
                let found = paths(walk, &self.shape, owner, from, PATHS).ok()?;
                Some((walk.initial == Initial::Any && role_move.in_check, found))
            });
            let Some((is_always, found)) = found else {
                scope.strikes.extend(self.shape.squares());
                scope.arrivals.extend(self.shape.squares());
                continue;
            };
            let lands = |to| {
                role_move
                    .to
                    .as_ref()
                    .is_none_or(|zone| zone.contains(to, owner))
            };
            for path in found.iter().filter(|path| lands(path.to)) {
                scope.arrivals.insert(path.to);
                scope.strikes.extend(path.taken.iter().copied());
                if !path.take.is_empty() {
                    scope.strikes.insert(path.to);
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
                    scope.grabs.insert(path.to);
                }
            }
        }
        scope
    }
}
