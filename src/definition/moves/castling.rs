//! Normal form of castling: a move of the king if possible, otherwise a rule.

use super::start::{SIDES, Start, with_rights};
use crate::definition::rules::CastlingRules;
use crate::definition::variant::{InitialDef, MoveDef, PieceId, VariantDef};
use crate::geometry::{Perspective, Square, SquareSet, Zone};
use crate::movement::{Castle, Dialect, Initial, Movement, Pattern, Side};

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
