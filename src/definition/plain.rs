//! Special rules that say what plain ones can say.
//!
//! Castling to fixed files from a home square is castling by so many squares, a promotion that
//! pieces have in common is one of each of them, and a rule about capture in passing that excludes
//! nothing is none. Other formats have only the plain forms.

use super::castlings::by_files;
use super::differences::{home, ways_of};
use super::piece_id::PieceId;
use super::rules::{CastlingRules, PawnPromotion, PieceSet, RulesDef};
use super::start::{SIDES, Start, with_rights};
use super::variant::{MoveDef, PromotionChoice, PromotionDef, VariantDef};
use crate::geometry::{Perspective, Square, SquareSet, Zone};
use crate::movement::{Castle, Initial, Movement, Pattern, Side};
use crate::syntax::betza::Dialect;

/// Paths that are laid out to see what is captured in passing.
const WORK: usize = 1 << 20;

/// The same game with plain rules wherever they say the same.
pub(super) fn plain_spoken(def: &VariantDef) -> VariantDef {
    let mut def = def.clone();
    def.rules.pawns.choices = def.rules.pawns.choices.map(|set| def.choices(set));
    let start = Start::of(&def);
    // A rule about castling takes the castlings of moves away, so it stays where there are such.
    let by_moves = castles_by_moves(&def);
    let mut castling = def.rules.castling.take();
    castling.take_if(|castling| !by_moves && castling.is_idle());
    let plain = castling.take_if(|castling| !by_moves && is_plain(castling, &def, &start));
    def.rules.castling = castling;
    // Where the start gives no right nobody ever castles.
    let may = |castling: &CastlingRules| !by_files(&def, &start, castling).is_empty();
    if let Some(castling) = plain.filter(may) {
        let king = castling.king[0].and_then(|king| def.piece(king));
        if let Some((name, file)) = king
            .map(|(name, _)| name.to_owned())
            .zip(home_file(&castling, &def, &start))
        {
            let home = castling.king[0].map(|king| SIDES.map(|side| start.homes(side, king)));
            let distances = [file - castling.left_file, castling.right_file - file];
            def.pieces[&name]
                .moves
                .extend(castling_moves(distances, home.unwrap_or_default()));
            if start.rights.is_none() {
                // The rule gives no rights that are not written, the moves give all.
                def.start = with_rights(&def.start, "-");
            }
        }
    }
    let pawns = def.rules.pawns.clone();
    if promote_by_piece(&pawns, &mut def) {
        def.rules.pawns = PawnPromotion::default();
    }
    if excludes_nothing(&def.rules, &def, &start) {
        def.rules.en_passant = None;
    }
    def
}

impl VariantDef {
    /// The pieces of a set to choose from. Where all are meant, each kind is one choice, as what is
    /// again what it was when it is captured, if there is such a form of it.
    pub(crate) fn choices(&self, set: PieceSet) -> PieceSet {
        if set != PieceSet::ALL {
            return set;
        }
        let forms = &self.rules.forms;
        let returns = |id: PieceId| {
            let piece = self.piece(id);
            piece.is_some_and(|(_, piece)| piece.letter.ends_with('~'))
        };
        let is_choice = |number: &PieceId| {
            let mut others = self.piece_ids();
            returns(*number)
                || !forms.is_derived(*number)
                    && !others.any(|other| returns(other) && forms.of(other).kind == *number)
        };
        self.piece_ids().filter(is_choice).collect()
    }
}

/// Whether a piece castles by a move of its own, which a rule about castling takes the rights from.
pub(super) fn castles_by_moves(def: &VariantDef) -> bool {
    let mut moves = def.pieces.values().flat_map(|piece| &piece.moves);
    moves.any(|one| {
        let mut patterns = one.movement.patterns().iter();
        patterns.any(|pattern| matches!(pattern, Pattern::Castle(_)))
    })
}

/// Castling by so many squares to the left and to the right of the board, from the home squares of
/// both sides. Left and right of a move are its owner's, so distances that differ make moves of
/// White and moves of Black.
fn castling_moves([left, right]: [u8; 2], [white, black]: [SquareSet; 2]) -> Vec<MoveDef> {
    let castling = |left: u8, right: u8, from: Option<Zone>| {
        let atoms = [(Side::Left, left), (Side::Right, right)];
        let movement = Movement::from_patterns(atoms.map(|(side, distance)| {
            Pattern::Castle(Castle {
                side,
                distance,
                inset: 0,
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

/// Gives the promotion that several pieces have in common to each of them; `false` if one has
/// another already.
fn promote_by_piece(pawns: &PawnPromotion, def: &mut VariantDef) -> bool {
    let promotes = |id: PieceId| pawns.types.iter().any(|types| types.contains(id));
    let has_own = def
        .numbered()
        .any(|(id, _, piece)| promotes(id) && piece.promotion.is_some());
    if has_own {
        return false;
    }
    let n_pieces = def.pieces.len();
    let zone = |allows: [bool; 2]| {
        let [white, black] = [0, 1].map(|side| {
            if allows[side] {
                pawns.zone[side].clone()
            } else {
                SquareSet::new()
            }
        });
        Zone::of_sides(white, black)
    };
    for (index, piece) in def.pieces.values_mut().enumerate() {
        let number = PieceId::new(index);
        let mine = [0, 1].map(|side| pawns.types[side].contains(number));
        let choices: Vec<PromotionChoice> = (0..n_pieces)
            .map(PieceId::new)
            .map(|choice| {
                let offered = [0, 1].map(|side| mine[side] && pawns.choices[side].contains(choice));
                (choice, offered)
            })
            .filter(|(_, offered)| *offered != [false; 2])
            .map(|(choice, offered)| PromotionChoice::new(choice, zone(offered)))
            .collect();
        if !choices.is_empty() {
            let stays = mine.map(|mine| mine && !pawns.mandatory);
            piece.promotion = Some(PromotionDef {
                in_passing: false,
                ..PromotionDef::of(choices, zone(stays))
            });
        }
    }
    true
}

/// The file on which the kings of both sides start.
fn home_file(castling: &CastlingRules, def: &VariantDef, start: &Start) -> Option<u8> {
    let [Some(white), Some(black)] = castling.king else {
        return None;
    };
    let files = SIDES.map(|side| {
        let homes = start.homes(side, white);
        let square = homes.iter().next().filter(|_| homes.len() == 1)?;
        let rank = def.shape.relative_rank(square, side);
        (rank == castling.rank).then(|| def.shape.file_of(square))
    });
    let royal = def.piece(white).is_some_and(|(_, piece)| piece.royal);
    files[0].filter(|_| white == black && royal && files[0] == files[1])
}

/// Whether the castling is by two squares or more with the outermost man of the rank.
fn is_plain(castling: &CastlingRules, def: &VariantDef, start: &Start) -> bool {
    let Some(file) = home_file(castling, def, start) else {
        return false;
    };
    let rights = start.rights.as_deref().unwrap_or("-");
    let partners = SIDES.into_iter().all(|side| {
        ['k', 'q'].into_iter().all(|right| {
            let written = match side {
                Perspective::White => right.to_ascii_uppercase(),
                Perspective::Black => right,
            };
            let outermost = outermost(def, start, (side, castling.rank), right == 'k');
            !rights.contains(written)
                || outermost.is_some_and(|piece| castling.partners[side as usize].contains(piece))
        })
    });
    let far = file >= castling.left_file + 2 && castling.right_file >= file + 2;
    let odd = castling.any_files || castling.opposite || castling.dropped;
    let wins = castling.wins != [[false; 2]; 2];
    partners && far && !odd && !wins && rights.chars().all(|char| "KQkq-".contains(char))
}

/// The last man of a side's rank, if it is the side's.
fn outermost(
    def: &VariantDef,
    start: &Start,
    (side, rank): (Perspective, u8),
    right: bool,
) -> Option<PieceId> {
    let rank = match side {
        Perspective::White => rank,
        Perspective::Black => def.shape.ranks() - 1 - rank,
    };
    let file = if right { def.shape.files() - 1 } else { 0 };
    let (owner, piece) = start.men.get(&def.shape.at(file, rank)?)?;
    (*owner == side).then_some(*piece)
}

/// Whether every capture in passing that the moves allow is allowed by the rule.
fn excludes_nothing(rules: &RulesDef, def: &VariantDef, start: &Start) -> bool {
    let Some(rule) = &rules.en_passant else {
        return true;
    };
    let mut work = WORK;
    let everybody = def.numbered().all(|(number, _, piece)| {
        let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
        let captures = patterns.into_iter().any(|pattern| match pattern {
            Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.en_passant),
            _ => false,
        });
        !captures
            || rule
                .types
                .iter()
                .all(|set| *set == PieceSet::ALL || set.contains(number))
    });
    everybody
        && SIDES.into_iter().all(|side| {
            let region = &rule.region[1 - side as usize];
            let mut marked: Vec<Square> = Vec::new();
            for (number, _, piece) in def.numbered() {
                let homes = home(piece, start, side, number);
                for origin in def.shape.squares() {
                    let ways = ways_of(piece, &def.shape, side, &homes, origin, &mut work);
                    let Ok(ways) = ways else { return false };
                    marked.extend(ways.iter().flat_map(|way| &way.marks));
                }
            }
            marked.iter().all(|square| region.contains(*square))
        })
}
