//! From a definition without special rules to a configuration.

use indexmap::IndexMap;

use crate::definition::{
    CaptureFate, InitialDef, PieceDef, PieceSet, PromotionStock, RoyalGuard, RoyalRule,
    StalemateRule, VariantDef, Verdict,
};
use crate::geometry::{Perspective, SquareSet};
use crate::movement::{Castle, Initial, Movement, Pattern, Side};
use crate::syntax::betza::Dialect;

use super::config::{Config, rank};
use super::recover::{Recovered, wide};
use super::types::{self, FIRST_CUSTOM, KING, Type, TypeSet, fixed};

/// Recovers the configuration, and what of the rules it cannot have.
pub(super) fn recover(def: &VariantDef) -> Recovered {
    let mut one = Recovered::board(def);
    let config = &mut one.config;
    config.castling = false;
    config.double_step = false;
    config.move_rule_types = Default::default();
    config.promotion_region = Default::default();
    config.stalemate = match def.rules.stalemate {
        StalemateRule::Draw => Verdict::Draw,
        StalemateRule::Loss => Verdict::Loss,
        StalemateRule::Win => Verdict::Win,
    };
    if def.rules.guard != RoyalGuard::Every {
        let message = "that program guards every king";
        one.lost.report("rules.guard", message);
    }
    if def.rules.captured != CaptureFate::Gone {
        let message = "captured pieces never go back to their owner";
        one.lost.report("rules.captured", message);
    }
    if !def.rules.scores.shares.is_empty() {
        let message = "games are won, lost or drawn and nothing between";
        one.lost.report("rules.scores", message);
    }
    for number in 0..def.pieces.len() {
        take(&mut one, def, number);
    }
    promotions(&mut one, def);
    one
}

/// Whether a piece is royal in a game in which check counts.
fn is_royal(def: &VariantDef, piece: &PieceDef) -> bool {
    piece.royal && def.rules.royal == RoyalRule::Check
}

/// Takes over one piece.
fn take(one: &mut Recovered, def: &VariantDef, number: usize) {
    let Some((name, piece)) = def.pieces.get_index(number) else {
        return;
    };
    let all = || piece.moves.iter().flat_map(|one| one.movement.patterns());
    let castles: Vec<Castle> = all()
        .filter_map(|pattern| match pattern {
            Pattern::Castle(castle) => Some(*castle),
            _ => None,
        })
        .collect();
    let of = |wanted: fn(Initial) -> bool| {
        let patterns = all().filter(|pattern| match pattern {
            Pattern::Walk(walk) => wanted(walk.initial),
            Pattern::Castle(_) => false,
            Pattern::Universal(leap) => wanted(leap.initial),
            Pattern::Imitation(one) => wanted(one.initial),
            Pattern::Placement(_) => wanted(Initial::Any),
        });
        bare(patterns.cloned())
    };
    let usual = of(|initial| initial == Initial::Any);
    let first = of(|initial| initial != Initial::Any);
    let Some((found, text)) = type_of(one, &usual, piece.promotion.is_some(), is_royal(def, piece))
    else {
        let message = "the dialect of that program has no words for them";
        one.lost.report(format!("pieces.{name}.moves"), message);
        return;
    };
    let mut letters = piece.letter.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        let message = format!("`{}` is not one letter", piece.letter);
        one.lost.report(format!("pieces.{name}.letter"), message);
        return;
    };
    one.types[number] = Some(found);
    let homes = home_ranks(def, letter);
    one.config.letters[found] = Some(letter.to_ascii_lowercase());
    one.config.values[found] = piece.value;
    one.config.betza[found] = text;
    let zones: Vec<_> = piece.moves.iter().map(|one| &one.to).collect();
    match zones[..] {
        [Some(zone), ..] if zones.iter().all(|other| other.as_ref() == Some(zone)) => {
            let sides = [Perspective::White, Perspective::Black].map(|side| zone.of(side));
            one.config.mobility[found] = sides.map(|set| wide(&def.shape, set));
        }
        _ if zones.iter().any(|zone| zone.is_some()) => one.lost.report(
            format!("pieces.{name}.moves"),
            "they end on different squares",
        ),
        _ => {}
    }
    if piece.moves.iter().any(|one| one.from.is_some()) {
        let message = "some of them begin on certain squares only";
        one.lost.report(format!("pieces.{name}.moves"), message);
    }
    if !first.is_empty() {
        let double = ["fmnD", "fmW2"].map(|text| Movement::read(text, Dialect::XBetza).value);
        if double.contains(&first) && found == fixed("pawn") {
            one.config.double_step = true;
            one.config.double_region = match &piece.initial {
                InitialDef::Zone(zone) => [Perspective::White, Perspective::Black]
                    .map(|side| wide(&def.shape, zone.of(side))),
                InitialDef::Unmoved => homes,
            };
        } else {
            let message = "only pawns have a first move of their own, of two squares";
            one.lost.report(format!("pieces.{name}.initial"), message);
        }
    }
    if piece.promotion.is_some() || !first.is_empty() {
        for set in &mut one.config.move_rule_types {
            set.insert(found);
        }
    }
    let castles = castles.into_iter().map(|castle| (castle.side, castle));
    let castles: IndexMap<bool, Castle> = castles
        .map(|(side, one)| (side == Side::Right, one))
        .collect();
    if !castles.is_empty() && !castling(&mut one.config, def, found, letter, &castles) {
        let message = "it is not the castling with a piece in the corner, to both sides";
        one.lost.report(format!("pieces.{name}.moves"), message);
    }
}

/// Moves without what only en passant needs.
fn bare(patterns: impl Iterator<Item = Pattern>) -> Movement {
    let bare = patterns.map(|mut pattern| {
        if let Pattern::Walk(walk) = &mut pattern {
            for leg in &mut walk.legs {
                leg.marks = false;
                leg.en_passant = false;
            }
            walk.initial = Initial::Any;
        }
        pattern
    });
    Movement::from_patterns(bare)
}

/// A type that moves so, with the text of a custom one.
fn type_of(
    one: &Recovered,
    moves: &Movement,
    promotes: bool,
    royal: bool,
) -> Option<(Type, Option<String>)> {
    let reads = |text: &str| {
        bare(
            Movement::read(text, Dialect::FairyStockfish)
                .value
                .patterns()
                .iter()
                .cloned(),
        ) == *moves
    };
    let free = |number: &Type| one.config.letters[*number].is_none();
    let pawn = |number: &Type| promotes || *number != fixed("pawn");
    if !royal {
        let mut named = (1..FIRST_CUSTOM).filter(free).filter(pawn);
        if let Some(found) = named.find(|number| reads(types::NAMED[*number - 1].1)) {
            return Some((found, None));
        }
    }
    let text = if reads("K") {
        "K".to_owned()
    } else {
        moves
            .to_betza(Dialect::FairyStockfish)
            .ok()
            .filter(|text| reads(text))?
    };
    if royal {
        let own = (text != "K").then_some(text);
        return Some(KING).filter(free).map(|king| (king, own));
    }
    let custom = (FIRST_CUSTOM..KING).find(free)?;
    Some((custom, Some(text)))
}

/// By side: the ranks on which pieces with this letter begin.
fn home_ranks(def: &VariantDef, letter: char) -> [SquareSet; 2] {
    let board = def.start.split([' ', '[']).next().unwrap_or_default();
    [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()].map(|letter| {
        let mut found = SquareSet::new();
        for (number, row) in board.rsplit('/').enumerate() {
            if row.contains(letter) {
                found.extend(rank(number as u16).iter());
            }
        }
        found
    })
}

/// Castling with the piece in the corner, if it is that.
fn castling(
    config: &mut Config,
    def: &VariantDef,
    king: Type,
    letter: char,
    castles: &IndexMap<bool, Castle>,
) -> bool {
    let board = def.start.split([' ', '[']).next().unwrap_or_default();
    let Some(row) = board.rsplit('/').next() else {
        return false;
    };
    let mut files = Vec::new();
    for sign in row.chars() {
        match sign.to_digit(10) {
            Some(gap) => files.extend((0..gap).map(|_| None)),
            None => files.push(Some(sign)),
        }
    }
    let at = |wanted: char| files.iter().position(|sign| *sign == Some(wanted));
    let (Some(home), Some(Some(partner))) = (at(letter.to_ascii_uppercase()), files.first()) else {
        return false;
    };
    let corners = files.first() == files.last() && files.len() == usize::from(def.shape.files());
    let Some(partner) = config.lettered(*partner) else {
        return false;
    };
    let inset = castles.values().any(|castle| castle.inset != 0);
    if !corners || inset || castles.len() != 2 {
        return false;
    }
    config.castling = true;
    config.castling_king = [king; 2];
    config.castling_rooks = [TypeSet::of(partner); 2];
    config.castling_king_file = home as u8;
    config.castling_right_file = home as u8 + castles.get(&true).map_or(2, |one| one.distance);
    config.castling_left_file =
        (home as u8).saturating_sub(castles.get(&false).map_or(2, |one| one.distance));
    true
}

/// Promotion, if all pieces that promote do so alike.
fn promotions(one: &mut Recovered, def: &VariantDef) {
    let mut known: Option<(PieceSet, [SquareSet; 2], bool)> = None;
    let mut pawns = TypeSet::default();
    for (number, (name, piece)) in def.pieces.iter().enumerate() {
        let (Some(promotion), Some(found)) = (&piece.promotion, one.types[number]) else {
            continue;
        };
        let sides = [Perspective::White, Perspective::Black];
        let zone = |index: usize| {
            let choice = &promotion.choices[index];
            sides.map(|side| choice.zone.of(side).clone())
        };
        let alike = (1..promotion.choices.len()).all(|index| zone(index) == zone(0));
        let limited = promotion
            .choices
            .iter()
            .any(|choice| choice.limit.is_some() || choice.stock != PromotionStock::Unlimited);
        if promotion.choices.is_empty() || !alike || limited {
            let message = "its choices depend on the square, or are limited";
            one.lost.report(format!("pieces.{name}.promotion"), message);
            continue;
        }
        let choices: PieceSet = promotion
            .choices
            .iter()
            .filter_map(|choice| def.pieces.get_index_of(choice.piece.as_str()))
            .collect();
        let stay = sides.map(|side| promotion.stay.of(side).clone());
        let mandatory = stay.iter().all(SquareSet::is_empty);
        if !mandatory && stay != zone(0) {
            let message = "it may stay what it is on some squares of the zone";
            one.lost.report(format!("pieces.{name}.promotion"), message);
        }
        let this = (choices, zone(0), mandatory);
        if known.as_ref().is_some_and(|known| *known != this) {
            let message = "another piece promotes otherwise";
            one.lost.report(format!("pieces.{name}.promotion"), message);
            continue;
        }
        pawns.insert(found);
        one.config.main_pawn = [found; 2];
        known = Some(this);
    }
    let Some((choices, zone, mandatory)) = known else {
        return;
    };
    let config = &mut one.config;
    config.promotion_pawns = [pawns; 2];
    config.promotion_region = zone.map(|set| wide(&def.shape, &set));
    config.mandatory_pawn = mandatory;
    let mut pieces = TypeSet::default();
    for number in choices.iter() {
        if let Some(found) = one.types[number] {
            pieces.insert(found);
        } else {
            let message = "a piece that it becomes is not there";
            one.lost.report("pieces", message);
        }
    }
    config.promotion_pieces = [pieces; 2];
}
