//! Converts the pieces of a definition to Fairy-Stockfish's piece types.
//!
//! A piece is identified by its moves, however they are written and divided.

use crate::definition::{InitialDef, MoveDef, PieceDef, PieceId, RoyalRule, VariantDef};
use crate::formats::fairy_stockfish::custom_moves::played_otherwise;
use crate::formats::fairy_stockfish::section::types::{
    self, FIRST_CUSTOM, KING, Type, fixed, rank, wide,
};
use crate::geometry::{SquareSet, Zone};
use crate::movement::{Dialect, Initial, Movement, Pattern};

use super::terms::{FLYING, TRIPLE_STEP, Written, kebab};

/// The moves of a piece, sorted by their counterparts in Fairy-Stockfish.
struct Moves<'a> {
    /// The moves that are always available, from all squares.
    usual: Movement,
    /// The initial moves.
    first: Movement,
    /// Both, with their marks for initial moves.
    whole: Movement,
    /// The text of both, if it is in Fairy-Stockfish's dialect.
    text: Option<&'a str>,
    /// The moves that are only available from some squares.
    zoned: Vec<(&'a MoveDef, &'a Zone, Movement)>,
    flying: bool,
    /// The destination zone of each usual move.
    to: Vec<Option<&'a Zone>>,
}

impl Moves<'_> {
    fn of(piece: &PieceDef) -> Moves<'_> {
        let flying = |one: &&MoveDef| reads(FLYING, &plain(&one.movement));
        let castles = |one: &&MoveDef| {
            let mut patterns = one.movement.patterns().iter();
            patterns.all(|pattern| matches!(pattern, Pattern::Castle(_)))
                && !one.movement.patterns().is_empty()
        };
        let moves = piece.moves.iter().filter(|one| !castles(one));
        let (zoned, whole): (Vec<&MoveDef>, Vec<&MoveDef>) =
            moves.partition(|one| one.from.is_some());
        let (generals, whole): (Vec<&MoveDef>, Vec<&MoveDef>) = whole.into_iter().partition(flying);
        let patterns = || whole.iter().flat_map(|one| one.movement.patterns());
        let walks = || patterns().filter(|one| !matches!(one, Pattern::Castle(_)));
        let of = |first: bool| {
            let wanted = walks().filter(|pattern| (initial(pattern) != Initial::Any) == first);
            bare(wanted.cloned(), true)
        };
        let text = match whole[..] {
            [one] if one.dialect == Dialect::FairyStockfish => Some(one.betza.as_str()),
            _ => None,
        };
        Moves {
            usual: of(false),
            first: of(true),
            whole: bare(walks().cloned(), false),
            text,
            flying: !generals.is_empty(),
            to: whole.iter().map(|one| one.to.as_ref()).collect(),
            zoned: zoned
                .into_iter()
                .filter_map(|one| Some((one, one.from.as_ref()?, plain(&one.movement))))
                .collect(),
        }
    }

    /// Whether the initial move is the double step of pawns.
    fn steps_twice(&self) -> bool {
        ["fmnD", "fmW2"]
            .into_iter()
            .any(|text| reads(text, &self.first))
    }
}

fn initial(pattern: &Pattern) -> Initial {
    match pattern {
        Pattern::Walk(walk) => walk.initial,
        Pattern::Universal(leap) => leap.initial,
        Pattern::Imitation(one) => one.initial,
        Pattern::Castle(_) | Pattern::Placement(_) => Initial::Any,
    }
}

/// Moves without en passant, optionally with initial moves as ordinary ones.
fn bare(patterns: impl Iterator<Item = Pattern>, at_any_time: bool) -> Movement {
    let bare = patterns.map(|mut pattern| {
        if let Pattern::Walk(walk) = &mut pattern {
            for leg in &mut walk.legs {
                leg.marks = false;
                leg.en_passant = false;
            }
            if at_any_time {
                walk.initial = Initial::Any;
            }
        }
        pattern
    });
    Movement::from_patterns(bare)
}

fn plain(movement: &Movement) -> Movement {
    bare(movement.patterns().iter().cloned(), true)
}

/// Whether a text has these moves, in Fairy-Stockfish's dialect or, for known texts, in XBetza.
fn reads(text: &str, moves: &Movement) -> bool {
    let dialect = match text {
        FLYING | TRIPLE_STEP | "fmnD" | "fmW2" => Dialect::XBetza,
        _ => Dialect::FairyStockfish,
    };
    plain(&Movement::read(text, dialect).value) == *moves
}

/// Whether the piece captures en passant.
fn captures_en_passant(piece: &PieceDef) -> bool {
    let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    patterns.into_iter().any(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.en_passant),
        _ => false,
    })
}

/// Finds a type for a piece, and sets its letter, moves and regions.
pub(in crate::formats::fairy_stockfish) fn take(
    one: &mut Written,
    def: &VariantDef,
    number: PieceId,
) {
    let Some((name, piece)) = def.piece(number) else {
        return;
    };
    let moves = Moves::of(piece);
    let royal = piece.royal && def.rules.royal() == RoyalRule::Check;
    let Some((found, text)) = type_of(one, (name, piece), &moves, royal) else {
        let message = "Fairy-Stockfish cannot express its moves, or has no type left for it";
        one.lost.report(format!("pieces.{name}"), message);
        return;
    };
    let mut letters = piece.letter.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic);
    let (Some(letter), None) = (letter, letters.next()) else {
        let message = format!("`{}` is not a single letter", piece.letter);
        one.lost.report(format!("pieces.{name}"), message);
        return;
    };
    one.types.set(number, Some(found));
    let config = &mut one.config;
    config.letters[found] = Some(letter.to_ascii_lowercase());
    let second = piece.second_letter.as_deref().unwrap_or_default();
    config.second_letters[found] = second.chars().next().map(|one| one.to_ascii_lowercase());
    config.values[found] = piece.value;
    if let Some(text) = &text {
        let movement = Movement::read(text, Dialect::FairyStockfish).value;
        if let Some(message) = played_otherwise(&movement) {
            one.lost.report(format!("pieces.{name}.moves"), message);
        }
    }
    config.betza[found] = text;
    config.flying_general |= moves.flying;
    if captures_en_passant(piece) {
        one.passing.insert(found);
    }
    if piece.promotion.is_some() || moves.first != Movement::default() {
        one.restarting.insert(found);
    }
    mobility(one, def, name, found, &moves);
    first_moves(one, def, (name, piece), found, &moves);
    lines(one, def, name, found, &moves);
}

/// A type with these moves, and the text of a custom one.
fn type_of(
    one: &Written,
    (name, piece): (&str, &PieceDef),
    moves: &Moves<'_>,
    royal: bool,
) -> Option<(Type, Option<String>)> {
    let free = |number: &Type| one.config.letters[*number].is_none();
    let own_first = moves.first != Movement::default() && !moves.steps_twice();
    let promotes = piece.promotion.is_some();
    let soldier = moves
        .zoned
        .iter()
        .any(|(.., moves)| reads("fsW", moves) || reads("sW", moves))
        && (moves.usual == Movement::default() || reads("fW", &moves.usual));
    let is = |number: &Type| {
        let pawn = *number == fixed("pawn");
        let same = if soldier {
            *number == fixed("soldier")
        } else {
            reads(types::NAMED[*number - 1].1, &moves.usual)
        };
        let first = moves.first == Movement::default() || pawn && moves.steps_twice();
        same && first && (!pawn || promotes || name == "pawn")
    };
    // A piece with the name of a custom piece stays one, whatever its moves.
    let custom = (FIRST_CUSTOM..KING).any(|number| kebab(&types::key(number)) == name);
    if !royal && !custom {
        let named = (1..FIRST_CUSTOM)
            .filter(|number| kebab(&types::key(*number)) == name)
            .chain(1..FIRST_CUSTOM)
            .filter(free)
            .find(is);
        if let Some(found) = named {
            return Some((found, None));
        }
    }
    let whole = &moves.whole;
    let text = moves.text.map(|text| text.replace('e', ""));
    let text = match text {
        Some(text) => text,
        None if reads("K", whole) => "K".to_owned(),
        None => whole
            .to_betza(Dialect::FairyStockfish)
            .ok()
            .filter(|text| {
                let again = Movement::read(text, Dialect::FairyStockfish).value;
                bare(again.patterns().iter().cloned(), false) == *whole
            })?,
    };
    if royal {
        let own = (text != "K").then_some(text);
        return Some(KING)
            .filter(free)
            .filter(|_| !own_first)
            .map(|king| (king, own));
    }
    let custom = (FIRST_CUSTOM..KING)
        .filter(|number| kebab(&types::key(*number)) == name)
        .chain(FIRST_CUSTOM..KING)
        .find(free)?;
    Some((custom, Some(text)))
}

/// Sets the mobility region that all moves share.
fn mobility(one: &mut Written, def: &VariantDef, name: &str, found: Type, moves: &Moves<'_>) {
    let steps = moves
        .zoned
        .iter()
        .filter(|_| found == fixed("soldier") || found == fixed("pawn"))
        .filter(|(.., moves)| !reads("fF", moves))
        .map(|(one, ..)| one.to.as_ref());
    let mut regions = moves.to.iter().copied().chain(steps);
    let Some(first) = regions.next() else { return };
    if regions.any(|other| other != first) {
        let message = "they end on different squares";
        one.lost.report(format!("pieces.{name}.moves"), message);
    } else if let Some(zone) = first {
        one.config.mobility[found] = zone.sides().map(|set| wide(&def.shape, set));
    }
}

/// Sets the double step, and the region in which initial moves begin.
fn first_moves(
    one: &mut Written,
    def: &VariantDef,
    (name, piece): (&str, &PieceDef),
    found: Type,
    moves: &Moves<'_>,
) {
    let pawn = found == fixed("pawn");
    let mut regions: Option<[SquareSet; 2]> = None;
    let letter = piece.letter.chars().next().unwrap_or('?');
    let moves_first = moves.first != Movement::default();
    match &piece.initial {
        InitialDef::Zone(zone) => regions = Some(zone.sides().map(|set| wide(&def.shape, set))),
        InitialDef::Unmoved if moves_first => regions = Some(home_ranks(def, letter)),
        InitialDef::Unmoved => {}
    }
    if pawn {
        let steps = moves
            .zoned
            .iter()
            .filter(|(.., moves)| reads("fmnD", moves));
        for (_, zone, _) in steps {
            regions = Some(zone.sides().map(|set| wide(&def.shape, set)));
        }
        let runs = moves
            .zoned
            .iter()
            .filter(|(.., moves)| reads(TRIPLE_STEP, moves));
        for (_, zone, _) in runs {
            one.config.triple_region = zone.sides().map(|set| wide(&def.shape, set));
        }
        let twice = moves_first || moves.zoned.iter().any(|(.., moves)| reads("fmnD", moves));
        if !twice {
            regions = Some(Default::default());
        }
    }
    // In an imported definition every piece has the region; the pawn's takes precedence.
    let Some(regions) = regions else { return };
    let known = one.first_moves.replace((found, regions.clone()));
    match known {
        Some((other, before)) if before != regions => {
            let theirs = other == fixed("pawn");
            if moves_first && (theirs && one.config.double_step || !pawn) {
                let message = "first moves start on other squares than those of another piece";
                one.lost.report(format!("pieces.{name}.initial"), message);
            }
            if theirs || !moves_first && !pawn {
                one.first_moves = Some((other, before));
                return;
            }
        }
        _ => {}
    }
    one.config.double_step = regions.iter().any(|set| !set.is_empty());
    if one.config.double_step {
        one.config.double_region = regions;
    }
}

/// Sets the options for moves from some squares: soldiers beyond a rank, and the lines of palaces.
fn lines(one: &mut Written, def: &VariantDef, name: &str, found: Type, moves: &Moves<'_>) {
    let shape = &def.shape;
    for (_, zone, moves) in &moves.zoned {
        let [white, _] = zone.sides();
        let soldier = found == fixed("soldier");
        let pawn = found == fixed("pawn");
        if soldier && (reads("fsW", moves) || reads("sW", moves)) {
            let ranks = white.iter().map(|square| shape.rank_of(square));
            one.config.soldier_rank = ranks.min().unwrap_or(0);
        } else if soldier && reads("fW", moves) || pawn {
            // The other half of a soldier's moves, and moves that are already handled as initial moves.
        } else if ["fF", "F", "B", "pB"]
            .into_iter()
            .any(|text| reads(text, moves))
        {
            one.config.diagonals = one.config.diagonals.union(&wide(shape, white));
            if found == KING {
                one.config.name_king_type();
            }
        } else {
            let message = "some of them start only on certain squares";
            one.lost.report(format!("pieces.{name}.moves"), message);
        }
    }
}

/// The ranks on which pieces with this letter start, for each side.
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
