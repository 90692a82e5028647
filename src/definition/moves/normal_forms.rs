//! Normal forms of castling and of en passant captures, and dead ends.

use crate::definition::rules::{CastlingRules, EnPassantRules};
use crate::definition::variant::{InitialDef, MoveDef, PieceDef, PieceId, PieceSet, VariantDef};
use crate::geometry::{Perspective, Square, SquareSet, Zone};
use crate::movement::{Castle, Dialect, Initial, Movement, Pattern, Side};

use super::piece_moves::{Kind, SIDES, Start, all_moves, with_rights};

// Normal form of castling: a move of the king if possible, otherwise a rule.

impl VariantDef {
    /// Replaces all castling by castling to fixed files.
    ///
    /// Castling from one home square with the outermost pieces of the rank becomes a move of the king, which every
    /// format has, and a rule without effect is dropped. All other castling remains a rule.
    pub(crate) fn castle_by_files(&mut self, rules: CastlingRules) {
        for piece in self.pieces.values_mut() {
            piece.moves = piece.moves.iter().filter_map(without_castling).collect();
        }
        let start = Start::of(self);
        if let Some((king, moves)) = as_moves(self, &start, &rules) {
            let king = &mut self.pieces[king.index()];
            king.moves.extend(moves);
            king.initial = InitialDef::Unmoved;
            if start.rights.is_none() {
                // Under the rule, a missing rights field gives no rights; under king moves it gives all.
                self.start = with_rights(&self.start, "-");
            }
        } else if !rules.is_idle() {
            self.set_castling(Some(&rules));
        }
    }
}

/// The letter of a castling right.
pub(crate) const fn right_of(owner: Perspective, side: Side) -> char {
    match (owner, side) {
        (Perspective::White, Side::Right) => 'K',
        (Perspective::White, Side::Left) => 'Q',
        (Perspective::Black, Side::Right) => 'k',
        (Perspective::Black, Side::Left) => 'q',
    }
}

/// The move without castling; `None` if no other pattern remains.
fn without_castling(mv: &MoveDef) -> Option<MoveDef> {
    let is_castling = |pattern: &&Pattern| matches!(pattern, Pattern::Castle(_));
    let patterns = mv.movement.patterns().iter();
    if !patterns.clone().any(|pattern| is_castling(&pattern)) {
        return Some(mv.clone());
    }
    let others = patterns.filter(|pattern| !is_castling(pattern)).cloned();
    let movement = Movement::from_patterns(others);
    (!movement.is_empty()).then(|| mv.with_movement(movement))
}

/// The king and the castling moves that are equivalent to the rule; `None` if no such moves exist.
fn as_moves(
    def: &VariantDef,
    start: &Start,
    rules: &CastlingRules,
) -> Option<(PieceId, Vec<MoveDef>)> {
    let says_more = rules.any_files || rules.opposite || rules.dropped;
    let wins = rules.wins != [[false; 2]; 2];
    let rights = start.rights.as_deref().unwrap_or_default();
    let rights_are_more = rights.contains(|right| !"KQkq-".contains(right));
    // With gating, castling rights name pieces by their files. Custom rules may gate.
    let gates = def.rules.gates() || !def.rules.custom.is_empty() || def.setups.is_some();
    if says_more || wins || rights_are_more || gates {
        return None;
    }
    let mut found: Option<(PieceId, u8)> = None;
    let mut homes = [SquareSet::new(), SquareSet::new()];
    let mut insets: [Option<u8>; 2] = [None; 2];
    for owner in SIDES {
        let home = home(def, start, rules, owner);
        for side in [Side::Left, Side::Right] {
            let inset = home.and_then(|(_, king)| inset(def, start, rules, (owner, king), side));
            let Some(((king, square), inset)) = home.zip(inset) else {
                if rights.contains(right_of(owner, side)) {
                    return None;
                }
                continue;
            };
            let place = (king, def.shape.file_of(square));
            let known = &mut insets[side as usize];
            if found.is_some_and(|known| known != place)
                || known.is_some_and(|known| known != inset)
            {
                return None;
            }
            (found, *known) = (Some(place), Some(inset));
            homes[owner as usize].insert(square);
        }
    }
    let (king, file) = found?;
    let left = file.checked_sub(rules.left_file)?;
    let right = rules.right_file.checked_sub(file)?;
    let far = left >= 2 && right >= 2;
    let [left, right] = [(left, Side::Left), (right, Side::Right)]
        .map(|(distance, side)| (distance, insets[side as usize].unwrap_or(0)));
    let makes_first_moves = def
        .piece(king)
        .is_some_and(|(_, piece)| piece.moves_first());
    (far && !makes_first_moves).then(|| (king, castling_moves([left, right], homes)))
}

/// A side's castling piece and its square, if it is the only one of its kind and on its home rank.
fn home(
    def: &VariantDef,
    start: &Start,
    rules: &CastlingRules,
    owner: Perspective,
) -> Option<(PieceId, Square)> {
    let king = rules.king[owner as usize]?;
    let homes = start.homes(owner, king);
    let square = homes.iter().next().filter(|_| homes.len() == 1)?;
    // A side with a royal piece castles with the royal piece.
    let royal = |id: PieceId| def.piece(id).is_some_and(|(_, piece)| piece.royal);
    let castles = royal(king) == (start.count(owner, royal) > 0);
    let at_home = def.shape.relative_rank(square, owner) == rules.rank;
    (castles && at_home).then_some((king, square))
}

/// The distance of the castling partner on one side from the edge; `None` without a partner, or if the king would land
/// beyond it.
fn inset(
    def: &VariantDef,
    start: &Start,
    rules: &CastlingRules,
    (owner, king): (Perspective, Square),
    side: Side,
) -> Option<u8> {
    let (shape, rank) = (&def.shape, def.shape.rank_of(king));
    let file = shape.file_of(king);
    let distance = match side {
        Side::Left => file.checked_sub(rules.left_file)?,
        Side::Right => rules.right_file.checked_sub(file)?,
    };
    let next = |file: u8| match side {
        Side::Left => file.checked_sub(1),
        Side::Right => file.checked_add(1),
    };
    let there = |file: &u8| {
        let square = shape.at(*file, rank);
        square.is_some_and(|square| shape.exists(square))
    };
    let files = std::iter::successors(next(file).filter(there), |file| next(*file).filter(there));
    let files: Vec<u8> = files.collect();
    let is_partner = |file: &u8| {
        let within = match side {
            Side::Left => rules.left_partner_file <= *file,
            Side::Right => *file <= rules.right_partner_file,
        };
        let piece = shape
            .at(*file, rank)
            .and_then(|square| start.men.get(&square));
        within
            && piece.is_some_and(|(by, piece)| {
                *by == owner && rules.partners[owner as usize].contains(*piece)
            })
    };
    let partner = files.iter().rposition(is_partner)?;
    let inset = files.len() - 1 - partner;
    (partner + 1 >= usize::from(distance))
        .then(|| u8::try_from(inset).ok())
        .flatten()
}

/// Castling moves from the home squares of both sides, given the distance of the king and the inset of the partner to
/// the left and to the right of the board. Left and right of a move are its owner's, so White and Black get separate
/// moves if the two sides differ.
fn castling_moves([left, right]: [(u8, u8); 2], [white, black]: [SquareSet; 2]) -> Vec<MoveDef> {
    let castling = |left: (u8, u8), right: (u8, u8), from: Option<Zone>| {
        let atoms = [(Side::Left, left), (Side::Right, right)];
        let movement = Movement::from_patterns(atoms.map(|(side, (distance, inset))| {
            Pattern::Castle(Castle {
                side,
                distance,
                inset,
                initial: Initial::Unmoved,
            })
        }));
        let betza = movement.to_string();
        MoveDef {
            from,
            ..MoveDef::of(movement, betza, Dialect::XBetza)
        }
    };
    if left == right {
        return vec![castling(left, right, None)];
    }
    vec![
        castling(left, right, Some(Zone::of_sides(white, SquareSet::new()))),
        castling(right, left, Some(Zone::of_sides(SquareSet::new(), black))),
    ]
}

// En passant: rules that restrict it, and en passant captures that promote.
//
// Promotions can exclude en passant captures, as in Fairy-Stockfish; this only matters if such a capture ends in the
// promotion zone.

/// The loss if en passant captures promote in only one of two definitions.
pub(in crate::definition) const OTHERWISE: &str =
    "captures en passant that lead into the zone promote differently";

/// Whether an en passant capture may promote; `false` if there are too many moves to test.
pub(crate) fn may_promote_in_passing(def: &VariantDef) -> bool {
    let promotes = |piece: &PieceDef| {
        let promotion = piece.promotion.as_ref();
        promotion.is_some_and(|rule| rule.in_passing) && knows_of_passing(piece)
    };
    if !def.pieces.values().any(promotes) {
        return false;
    }
    let start = Start::of(def);
    let mut marked = [SquareSet::new(), SquareSet::new()];
    let mut reached = [SquareSet::new(), SquareSet::new()];
    let rule = def.en_passant();
    let rule = rule.as_ref();
    for side in SIDES {
        for (number, _, piece) in def.numbered() {
            if !knows_of_passing(piece) {
                continue;
            }
            let Ok(moves) = all_moves(def, &start, side, number) else {
                return false;
            };
            let may = rule.is_none_or(|rule| rule.types[side as usize].contains(number));
            for mv in moves.iter().flat_map(|(_, moves)| moves) {
                // Marked squares are for captures by the other side.
                marked[1 - side as usize].extend(mv.marks.iter().copied());
                let allowed = rule.is_none_or(|rule| rule.region[side as usize].contains(mv.to));
                if mv.kind == Kind::EnPassant && may && allowed {
                    reached[side as usize]
                        .extend(zone(piece, side).iter().filter(|at| *at == mv.to));
                }
            }
        }
    }
    (0..2).any(|side| !marked[side].intersection(&reached[side]).is_empty())
}

/// The squares on which a piece has a promotion choice.
fn zone(piece: &PieceDef, side: Perspective) -> SquareSet {
    let promotion = piece.promotion.iter().filter(|rule| rule.in_passing);
    let choices = promotion.flat_map(|rule| &rule.choices);
    choices
        .flat_map(|choice| choice.zone.of(side).iter())
        .collect()
}

/// Whether a piece leaves or captures on en passant squares.
pub(in crate::definition) fn knows_of_passing(piece: &PieceDef) -> bool {
    piece.has_leg(|leg| leg.marks || leg.en_passant)
}

/// Whether a piece captures en passant.
pub fn captures_in_passing(piece: &PieceDef) -> bool {
    piece.has_leg(|leg| leg.en_passant)
}

impl VariantDef {
    /// Makes en passant captures subject to a rule. If the rule allows none, the moves lose en passant altogether.
    pub(crate) fn capture_in_passing(&mut self, rule: EnPassantRules) {
        let reaches = |side: Perspective| {
            let captors = rule.types[side as usize];
            let mut pieces = self.numbered();
            let captures =
                pieces.any(|(id, _, piece)| captors.contains(id) && captures_in_passing(piece));
            captures && !rule.region[side as usize].is_empty()
        };
        let marks = self.pieces.values().any(knows_of_passing);
        let marked = || SIDES.map(|side| self.marked(side));
        let meets = |marked: &[Option<SquareSet>; 2]| {
            SIDES.into_iter().any(|side| {
                // Marked squares are for captures by the other side.
                let marked = marked[1 - side as usize].as_ref();
                reaches(side)
                    && marked.is_none_or(|marked| {
                        !marked.intersection(&rule.region[side as usize]).is_empty()
                    })
            })
        };
        if marks && SIDES.into_iter().any(reaches) && meets(&marked()) {
            let rule = rule.unless_idle(self);
            self.set_en_passant(rule.as_ref());
            return;
        }
        for mv in self.pieces.values_mut().flat_map(|piece| &mut piece.moves) {
            mv.movement = without_passing(&mv.movement);
        }
    }

    /// The squares on which a side's pieces can be captured en passant; `None` if there are too many moves to test.
    fn marked(&self, side: Perspective) -> Option<SquareSet> {
        let start = Start::of(self);
        let mut marked = SquareSet::new();
        for (id, ..) in self
            .numbered()
            .filter(|(.., piece)| knows_of_passing(piece))
        {
            let moves = all_moves(self, &start, side, id).ok()?;
            let moves = moves.iter().flat_map(|(_, moves)| moves);
            marked.extend(moves.flat_map(|mv| mv.marks.iter().copied()));
        }
        Some(marked)
    }
}

fn without_passing(movement: &Movement) -> Movement {
    let patterns = movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            for leg in &mut walk.legs {
                leg.marks = false;
                leg.en_passant = false;
            }
        }
        pattern
    });
    Movement::from_patterns(patterns)
}

impl EnPassantRules {
    /// The rule in normal form; `None` if it allows every en passant capture of the moves.
    pub(in crate::definition) fn unless_idle(mut self, def: &VariantDef) -> Option<EnPassantRules> {
        let captors = def
            .numbered()
            .filter(|(.., piece)| captures_in_passing(piece));
        let captors: PieceSet = captors.map(|(id, ..)| id).collect();
        for types in &mut self.types {
            let may = |id: &PieceId| types.contains(def.forms.of(*id).kind);
            let allowed: PieceSet = captors.iter().filter(may).collect();
            *types = if allowed == captors {
                PieceSet::ALL
            } else {
                allowed
            };
        }
        let is_idle = self.types == [PieceSet::ALL; 2] && self.allows_all_squares(def);
        (!is_idle).then_some(self)
    }

    /// Whether the rule allows all squares on which a piece can be captured en passant.
    fn allows_all_squares(&self, def: &VariantDef) -> bool {
        let is_in = |square: &Square| self.region.iter().all(|region| region.contains(*square));
        if def.shape.squares().all(|square| is_in(&square)) {
            return true;
        }
        SIDES.into_iter().all(|side| {
            // Marked squares are for captures by the other side.
            let region = &self.region[1 - side as usize];
            let marked = def.marked(side);
            marked.is_some_and(|marked| marked.difference(region).is_empty())
        })
    }
}

// Dead ends: squares from which a piece could never move again.

impl VariantDef {
    /// Makes promotion mandatory on dead ends, if pieces can only reach them inside their promotion zones. Otherwise,
    /// and in games with walls or drops, returns `false`: a rule must forbid the moves there.
    pub(crate) fn promotes_on_dead_ends(&mut self) -> bool {
        let may_drop = self.drops().is_some_and(|drops| drops.allowed);
        let captures = self.captures();
        let walls_come = self.rules.builtin.contains_key("walls")
            || captures.petrify_blasted
            || !captures.petrify.is_empty()
            || !Start::of(self).walls.is_empty();
        let stays = if may_drop || walls_come {
            None
        } else {
            self.stays_without_dead_ends()
        };
        let Some(stays) = stays else {
            return false;
        };
        for (piece, stay) in self.pieces.values_mut().zip(stays) {
            if let Some((promotion, stay)) = piece.promotion.as_mut().zip(stay) {
                promotion.stay = stay;
            }
        }
        true
    }

    /// The new `stay` zone of each piece whose promotion zone contains dead ends; `None` if there are dead ends
    /// elsewhere.
    fn stays_without_dead_ends(&self) -> Option<Vec<Option<Zone>>> {
        let start = Start::of(self);
        let stays = self.numbered().map(|(id, _, piece)| {
            let mut dead = [SquareSet::new(), SquareSet::new()];
            for side in SIDES {
                let moves = all_moves(self, &start, side, id).ok()?;
                let stuck = moves.iter().filter(|(_, moves)| moves.is_empty());
                dead[side as usize] = stuck.map(|(square, _)| *square).collect();
            }
            if dead.iter().all(SquareSet::is_empty) {
                return Some(None);
            }
            let promotion = piece.promotion.as_ref()?;
            let zone = promotion.zone();
            let within = |side| dead[side as usize].difference(zone.of(side)).is_empty();
            let stay = |side| promotion.stay.of(side).difference(&dead[side as usize]);
            SIDES
                .into_iter()
                .all(within)
                .then(|| Some(Zone::by_side(stay)))
        });
        stays.collect()
    }
}
