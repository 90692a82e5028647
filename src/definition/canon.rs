//! Definitions in one form, so that games can be compared which are written in different ways.
//!
//! Much can be said as a move or power of a piece and as a rule of the variant as well. Here moves
//! and powers win, and rules that have no effect are left out.

use super::castlings::{castlings, says_files_only};
use super::differences::{home, ways_of};
use super::piece_id::PieceId;
use super::plain::castles_by_moves;
use super::rules::{
    CastlingRules, EnPassantRules, PassRules, PawnPromotion, PiecePromotion, PieceSet, RoyalRule,
    RulesDef,
};
use super::start::{SIDES, Start};
use super::variant::{MoveDef, PieceDef, PromotionChoice, PromotionDef, VariantDef};
use super::ways::{Kind, TooMuch, Way};
use crate::geometry::{Perspective, SquareSet, Zone};
use crate::movement::{Initial, Movement, Pattern};
use crate::syntax::betza::Dialect;

/// Paths that are laid out to see what rules have an effect.
const WORK: usize = 1 << 21;

/// How kings attack one another along open lines.
const FLYING: &str = "fkR";

/// Both definitions in one form, and whether their castlings are the same.
pub(super) fn canonical(one: &VariantDef, other: &VariantDef) -> ([VariantDef; 2], bool) {
    let mut pair = [one, other].map(canonical_alone);
    let both = [0, 1].map(|number: usize| pair[number].rules.castling.clone());
    if both == [None, None] || both.iter().flatten().any(|rules| !says_files_only(rules)) {
        return (pair, true);
    }
    let found = [&pair[0], &pair[1]].map(|def| castlings(def, &Start::of(def)));
    for def in &mut pair {
        def.rules.castling = None;
        for piece in def.pieces.values_mut() {
            for one in &mut piece.moves {
                let walks = one.movement.patterns().iter().cloned();
                let walks = walks.filter(|pattern| !matches!(pattern, Pattern::Castle(_)));
                one.movement = Movement::from_patterns(walks);
            }
            piece
                .moves
                .retain(|one| !one.movement.patterns().is_empty());
        }
    }
    (pair, found[0] == found[1])
}

fn canonical_alone(def: &VariantDef) -> VariantDef {
    let mut def = def.clone();
    def.rules.pawns.choices = def.rules.pawns.choices.map(|set| def.choices(set));
    let start = Start::of(&def);
    let mut rules = std::mem::take(&mut def.rules);
    stones_as_holes(&mut def, &mut rules, &start);
    promotions(&mut def, &mut rules);
    generals(&mut def, &mut rules);
    let walls = rules.walls.as_ref();
    let idle = !walls.is_some_and(|walls| walls.instead_of_move);
    if idle && rules.passing.always == [false; 2] && rules.passing.stalemate == [false; 2] {
        rules.passing = PassRules::default();
    }
    // What decides nothing is no rule.
    if (rules.extinction).is_some_and(|rule| rule.verdict.is_none() && !rule.pseudo_royal) {
        rules.extinction = None;
    }
    def.rules = rules;
    // A rule about castling takes the castlings of moves away, even one by which nobody castles.
    let by_moves = castles_by_moves(&def);
    let by_files = def.rules.castling.as_ref();
    if by_files.is_some_and(CastlingRules::is_idle) {
        def.rules.castling = by_moves.then(CastlingRules::of_nobody);
    } else if by_files.is_some_and(says_files_only)
        && !by_moves
        && castlings(&def, &start).is_empty()
    {
        def.rules.castling = None;
    }
    dead_ends(&mut def, &start);
    in_passing(&mut def, &start);
    clock(&mut def, &start);
    let extinction = def.rules.extinction;
    let last = extinction.is_some_and(|rule| rule.pseudo_royal);
    if !last && def.pieces.values().all(|piece| !piece.royal) {
        def.rules.royal = RoyalRule::None;
    } else if last && def.rules.royal == RoyalRule::Check {
        let any = def.pieces.values().any(|piece| piece.royal);
        def.rules.royal = if any {
            RoyalRule::Check
        } else {
            RoyalRule::None
        };
    }
    def
}

/// Walls that nothing puts or takes away are squares that are not there.
fn stones_as_holes(def: &mut VariantDef, rules: &mut RulesDef, start: &Start) {
    let captures = &rules.captures;
    let petrifies = captures.petrify_blasted || !captures.petrify.is_empty();
    if rules.walls.is_some() || petrifies || start.walls.is_empty() {
        return;
    }
    let Ok(shape) = def.shape.clone().with_holes(&start.walls) else {
        return;
    };
    def.shape = shape;
    let all: SquareSet = def.shape.squares().collect();
    let pairs = [
        Some(&mut rules.pawns.zone),
        Some(&mut rules.promotion.zone),
        rules.en_passant.as_mut().map(|rule| &mut rule.region),
        rules.flags.as_mut().map(|rule| &mut rule.region),
        rules.in_place.as_mut().map(|rule| &mut rule.zone),
    ];
    let drops = rules.drops.iter_mut().flat_map(|drops| &mut drops.regions);
    let connected = rules
        .connection
        .iter_mut()
        .flat_map(|rule| &mut rule.regions);
    for pair in pairs.into_iter().flatten().chain(drops).chain(connected) {
        for set in pair {
            *set = set.intersection(&all);
        }
    }
}

/// Promotion to common choices as promotion of each piece.
fn promotions(def: &mut VariantDef, rules: &mut RulesDef) {
    let pawns = rules.pawns.clone();
    if pawns.types.contains(&PieceSet::ALL) || pawns.choices.contains(&PieceSet::ALL) {
        return;
    }
    for number in def.piece_ids() {
        if !pawns.types.iter().any(|set| set.contains(number)) {
            continue;
        }
        let zone = |choice: Option<PieceId>| {
            let [white, black] = [0, 1].map(|side| {
                let offered = choice.is_none_or(|choice| pawns.choices[side].contains(choice));
                if pawns.types[side].contains(number) && offered {
                    pawns.zone[side].clone()
                } else {
                    SquareSet::new()
                }
            });
            Zone::of_sides(white, black)
        };
        let some = |zone: &Zone| SIDES.iter().any(|side| !zone.of(*side).is_empty());
        let mut choices: Vec<PromotionChoice> = Vec::new();
        for choice in def.piece_ids() {
            let there = zone(Some(choice));
            let either = pawns.choices.iter().any(|set| set.contains(choice));
            if either && some(&there) {
                let limit = rules.promotion.limits.get(choice).copied();
                choices.push(PromotionChoice {
                    limit: limit.filter(|limit| *limit > 0),
                    ..PromotionChoice::new(choice, there)
                });
            }
        }
        if let Some(target) = rules.promotion.targets.get(number).copied().flatten()
            && rules.promotion.arriving.contains(number)
            && some(&zone(None))
        {
            choices.push(PromotionChoice::new(target, zone(None)));
            rules.promotion.targets.set(number, None);
        }
        if !choices.is_empty() {
            let stay = if pawns.mandatory {
                Zone::nowhere()
            } else {
                zone(None)
            };
            def.pieces[number.index()].promotion = Some(PromotionDef::of(choices, stay));
        }
    }
    rules.pawns = PawnPromotion::default();
    let turning = &mut rules.promotion;
    if turning.targets.iter().all(Option::is_none) {
        let limits = std::mem::take(&mut turning.limits);
        *turning = PiecePromotion::default();
        if rules.in_place.is_some() {
            turning.limits = limits;
        }
    } else {
        let turns = |number: &PieceId| turning.targets.get(*number).is_some_and(Option::is_some);
        turning.arriving = turning.arriving.iter().filter(turns).collect();
    }
}

/// Facing kings as kings that attack one another.
fn generals(def: &mut VariantDef, rules: &mut RulesDef) {
    if !std::mem::take(&mut rules.checks.flying_generals) {
        return;
    }
    for piece in def.pieces.values_mut().filter(|piece| piece.royal) {
        let movement = Movement::read(FLYING, Dialect::XBetza).value;
        let flying = MoveDef::of(movement, FLYING, Dialect::XBetza);
        piece.moves.push(flying);
    }
}

/// The ways of a piece from everywhere, as far as they can be laid out.
pub(super) fn all_ways(
    def: &VariantDef,
    start: &Start,
    side: Perspective,
    number: PieceId,
) -> Result<Vec<(crate::geometry::Square, Vec<Way>)>, TooMuch> {
    let mut work = WORK;
    let piece = &def.pieces[number.index()];
    let homes = home(piece, start, side, number);
    def.shape
        .squares()
        .map(|origin| {
            let ways = ways_of(piece, &def.shape, side, &homes, origin, &mut work)?;
            Ok((origin, ways))
        })
        .collect()
}

/// The ban on squares without a way out, where only promotion could lead there.
fn dead_ends(def: &mut VariantDef, start: &Start) {
    if !def.rules.no_dead_ends {
        return;
    }
    let mut stays = Vec::new();
    for number in def.piece_ids() {
        let mut dead = [SquareSet::new(), SquareSet::new()];
        for side in SIDES {
            let Ok(ways) = all_ways(def, start, side, number) else {
                return;
            };
            let stuck = ways.iter().filter(|(_, ways)| ways.is_empty());
            dead[side as usize] = stuck.map(|(square, _)| *square).collect();
        }
        if dead.iter().all(SquareSet::is_empty) {
            continue;
        }
        let Some(promotion) = &def.pieces[number.index()].promotion else {
            return;
        };
        let zone = SIDES.map(|side| {
            let zones = promotion.choices.iter().map(|choice| choice.zone.of(side));
            zones.fold(SquareSet::new(), |all, zone| all.union(zone))
        });
        let beyond = SIDES.iter().any(|side| {
            !dead[*side as usize]
                .difference(&zone[*side as usize])
                .is_empty()
        });
        if beyond {
            return;
        }
        let [white, black] =
            SIDES.map(|side| promotion.stay.of(side).difference(&dead[side as usize]));
        stays.push((number, Zone::of_sides(white, black)));
    }
    for (number, stay) in stays {
        if let Some(promotion) = &mut def.pieces[number.index()].promotion {
            promotion.stay = stay;
        }
    }
    def.rules.no_dead_ends = false;
}

/// Captures in passing that nobody can make, and rules about them that exclude nothing.
fn in_passing(def: &mut VariantDef, start: &Start) {
    let all: SquareSet = def.shape.squares().collect();
    let everywhere = EnPassantRules {
        types: [PieceSet::ALL; 2],
        region: [all.clone(), all],
    };
    let mut rule = def.rules.en_passant.clone().unwrap_or(everywhere);
    let mut marked = [SquareSet::new(), SquareSet::new()];
    let mut capture = [PieceSet::NONE; 2];
    for side in SIDES {
        for number in def.piece_ids() {
            if !knows_of_passing(&def.pieces[number.index()]) {
                continue;
            }
            let Ok(ways) = all_ways(def, start, side, number) else {
                return;
            };
            let ways = ways.iter().flat_map(|(_, ways)| ways);
            for way in ways {
                // Marks are for the other side.
                marked[1 - side as usize].extend(way.marks.iter().copied());
                if way.kind == Kind::EnPassant {
                    capture[side as usize].insert(number);
                }
            }
        }
    }
    let mut effect = false;
    for side in 0..2 {
        let types = rule.types[side];
        rule.types[side] = capture[side]
            .iter()
            .filter(|one| types.contains(*one))
            .collect();
        rule.region[side] = rule.region[side].intersection(&marked[side]);
        effect |= !rule.types[side].is_empty() && !rule.region[side].is_empty();
    }
    if !effect {
        for piece in def.pieces.values_mut() {
            for one in &mut piece.moves {
                one.movement = without_passing(&one.movement);
            }
        }
    }
    let excludes = effect && (rule.types != capture || rule.region != marked);
    def.rules.en_passant = excludes.then_some(rule);
}

/// Whether a piece marks squares that it passes, or captures on such.
pub(super) fn knows_of_passing(piece: &PieceDef) -> bool {
    let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    patterns.into_iter().any(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.marks || leg.en_passant),
        _ => false,
    })
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

/// The usual pieces that restart the clock, where none of them ever comes back.
fn clock(def: &mut VariantDef, start: &Start) {
    let Some(said) = def.rules.adjudication.restarts else {
        return;
    };
    let to_hand = def.rules.keeps_prisoners();
    let usual: PieceSet = (def.numbered())
        .filter(|(.., piece)| piece.promotion.is_some() || !piece.royal && first_moves(piece))
        .map(|(id, ..)| id)
        .collect();
    let exists = |side: Perspective, number: PieceId| {
        let became = def.pieces.values().any(|piece| {
            let choices = piece.promotion.iter().flat_map(|one| &one.choices);
            choices
                .filter(|choice| !choice.zone.of(side).is_empty())
                .any(|choice| choice.piece == number)
        });
        let there = start.count(side, |one| one == number) > 0 || start.in_hand(side, number) > 0;
        became || to_hand || there
    };
    for side in SIDES {
        for number in def.piece_ids() {
            let mine = said[side as usize].contains(number);
            if !exists(side, number) || !mine && !usual.contains(number) {
                continue;
            }
            let Ok(ways) = all_ways(def, start, side, number) else {
                return;
            };
            let back = ways.iter().any(|(origin, ways)| {
                let quiet = ways.iter().filter(|way| way.kind == Kind::Quiet);
                quiet.clone().any(|way| {
                    let rank = |square| def.shape.relative_rank(square, side);
                    rank(way.to) <= rank(*origin)
                })
            });
            if back || mine != usual.contains(number) {
                return;
            }
        }
    }
    def.rules.adjudication.restarts = None;
}

fn first_moves(piece: &PieceDef) -> bool {
    let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    patterns
        .into_iter()
        .any(|pattern| matches!(pattern, Pattern::Walk(walk) if walk.initial != Initial::Any))
}
