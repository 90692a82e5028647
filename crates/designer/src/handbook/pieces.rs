//! The pieces of a rules page: movement, picture and promotion.

use indexmap::IndexMap;

use super::beside_moves;
use super::ends::RoyalNumbers;
use super::levels::Levels;
use super::page::{Page, Pictures, file_name};
use super::words::{
    a_name, capitalized, either, list, lowered, one_of, spaced, with_capital, zone_in_words,
};
use crate::explain;
use crate::render::{Marks, reach_text};
use ferz::definition::{
    InitialDef, MoveDef, PieceDef, PieceId, PromotionDef, PromotionStock, Quiet, RoyalGuard,
    RoyalRule, RuleTable, RuleValue, VariantDef, Verdict,
};
use ferz::game::Variant;
use ferz::geometry::{BoardShape, Perspective, SquareSet, Zone};
use ferz::movement::Pattern;
use ferz::state::Role;

/// Adds a section for each piece.
pub(super) fn sections(variant: &Variant, pictures: Pictures, page: &mut Page) {
    for (id, name, piece) in variant.def().numbered() {
        if is_template(variant, id) {
            continue;
        }
        let shown = drawn_as(variant, id);
        page.heading(
            3,
            &format!("{} ({})", capitalized(title(variant, id)), piece.letter),
        );
        if let Some(same) = unmarked(variant.def(), piece) {
            page.paragraph(&format!(
                "{} that came from a promotion; it moves as any other. The mark tells what it is when \
                 it is captured.",
                with_capital(&one_of(&spaced(same)))
            ));
            continue;
        }
        if let Drawn::As(twin) = shown {
            let twin = variant.def().piece(twin);
            let twin = twin.map_or_else(String::new, |(name, _)| one_of(&spaced(name)));
            let royal = if piece.royal {
                ", and is royal as well"
            } else {
                ""
            };
            page.paragraph(&format!("Moves and captures as {twin}{royal}."));
            continue;
        }
        let base = match shown {
            Drawn::ForTemplate => base_name(variant, piece)
                .map_or_else(String::new, |base| format!("A promoted {base}. ")),
            _ => String::new(),
        };
        page.paragraph(&format!("{base}{}", words(variant, name, piece)));
        let Ok(marks) = Marks::of_piece(variant, name) else {
            continue;
        };
        if marks.is_empty() {
            continue;
        }
        match pictures {
            Pictures::Text(style) => page.picture(&reach_text(&marks, style)),
            Pictures::Files => {
                page.paragraph(&format!(
                    "![{}]({})",
                    capitalized(name),
                    file_name(variant.def(), name)
                ));
            }
        }
    }
}

/// The form of a piece on the page.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Drawn {
    /// In a section of its own.
    Whole,
    /// In a section of its own, under the name of a template piece.
    ForTemplate,
    /// As another piece with a section.
    As(PieceId),
}

/// The piece as which a promoted form, such as `+B`, moves and counts.
fn twin(def: &VariantDef, id: PieceId) -> Option<PieceId> {
    let kind = def.forms.of(id).kind;
    let (_, piece) = def.piece(id)?;
    (kind != id && piece.letter.starts_with('+')).then_some(kind)
}

/// The form of a piece on the page.
pub(super) fn drawn_as(variant: &Variant, id: PieceId) -> Drawn {
    let def = variant.def();
    match twin(def, id) {
        None => Drawn::Whole,
        Some(twin_id) if !is_template(variant, twin_id) => Drawn::As(twin_id),
        Some(twin_id) => {
            let mut all = def.numbered().map(|(other, ..)| other);
            let first = all.find(|other| twin(def, *other) == Some(twin_id));
            match first {
                Some(first) if first != id => Drawn::As(twin_id),
                _ => Drawn::ForTemplate,
            }
        }
    }
}

/// The name under which a piece has its section.
fn title(variant: &Variant, id: PieceId) -> &str {
    let def = variant.def();
    let shown = match (drawn_as(variant, id), twin(def, id)) {
        (Drawn::ForTemplate, Some(twin)) => twin,
        _ => id,
    };
    def.piece(shown).map_or("", |(name, _)| name)
}

/// The name of a promoted form: `horse (+B)`, or its own name.
pub(super) fn promoted_name(variant: &Variant, name: &str) -> String {
    let def = variant.def();
    let named = def.piece_id(name).and_then(|id| {
        let (twin, _) = def.piece(twin(def, id)?)?;
        let (_, piece) = def.piece(id)?;
        Some(format!("{} ({})", spaced(twin), piece.letter))
    });
    named.unwrap_or_else(|| spaced(name))
}

/// The piece of which a piece is the promoted form.
fn base_name(variant: &Variant, piece: &PieceDef) -> Option<String> {
    let letter = piece.letter.strip_prefix('+')?;
    let mut all = variant.def().pieces.iter();
    let (name, _) = all.find(|(_, other)| other.letter == letter)?;
    Some(spaced(name))
}

/// Whether a piece serves only as a template for the movement of promoted forms, and never enters the board
/// itself.
pub(super) fn is_template(variant: &Variant, id: PieceId) -> bool {
    let def = variant.def();
    let Some((name, piece)) = def.piece(id) else {
        return false;
    };
    let is_twin = || {
        def.numbered()
            .any(|(other, ..)| twin(def, other) == Some(id))
    };
    if piece.letter.starts_with('+') || !is_twin() {
        return false;
    }
    let role = Role::new(id.index());
    let start = variant.start();
    let setup = start.setup();
    let begins = setup.board.pieces().any(|(_, piece)| piece.role == role)
        || setup.hands.iter().any(|hand| hand.count(role) > 0);
    let rules = &def.rules;
    let is_chosen = |piece: &PieceDef| {
        let choices = piece.promotion.iter().flat_map(|one| &one.choices);
        let after = piece.after.iter();
        let mut after = after.flat_map(|after| {
            let quiet = match after.quiet {
                Some(Quiet::Becomes(to)) => Some(to),
                _ => None,
            };
            after.becomes.iter().map(|(_, to)| *to).chain(quiet)
        });
        choices.into_iter().any(|choice| choice.piece == id) || after.any(|to| to == id)
    };
    let turns = variant
        .compiled_rules()
        .facts
        .paired_promotion
        .is_target(id);
    let is_free = variant.compiled_rules().never_runs_out(id.into());
    // A rule about drop squares does not bring a piece into a hand.
    let brings = rules.builtin.iter().filter(|(rule, _)| *rule != "drops");
    let mut named = brings.chain(&rules.custom).map(|(_, table)| table);
    let is_named = named.any(|table| names_piece(table, name));
    let is_more = def.pieces.values().any(is_chosen) || def.setups.is_some() || is_named;
    !(begins || turns || is_free || is_more)
}

/// Whether a table contains the name of a piece.
fn names_piece(table: &RuleTable, name: &str) -> bool {
    fn is_in(value: &RuleValue, name: &str) -> bool {
        match value {
            RuleValue::Text(text) => text == name,
            RuleValue::List(items) => items.iter().any(|item| is_in(item, name)),
            RuleValue::Table(table) => names_piece(table, name),
            _ => false,
        }
    }
    let mut pairs = table.iter();
    pairs.any(|(key, value)| key == name || is_in(value, name))
}

/// The rules of a piece in a few sentences.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz::game::Variant;
/// use ferz_designer::handbook::piece_words;
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let words = piece_words(&chess, chess.role("knight").unwrap());
/// assert!(words.starts_with("Leaps "), "{words}");
/// ```
pub fn piece_words(variant: &Variant, role: Role) -> String {
    let piece = variant.def().pieces.get_index(role.index());
    piece.map_or_else(String::new, |(name, piece)| words(variant, name, piece))
}

/// The rules of a piece in sentences.
fn words(variant: &Variant, name: &str, piece: &PieceDef) -> String {
    let number = variant.def().piece_id(name);
    let forms = &variant.def().forms;
    let own_kind_blocks = number.is_some_and(|number| forms.of(number).own_kind_blocks);
    let mut sentences = moves(variant, piece);
    sentences.extend(beside_moves::words(variant, piece));
    if sentences.is_empty() {
        sentences.push("It never moves.".to_owned());
    }
    let castles = |pattern: &Pattern| matches!(pattern, Pattern::Castle(_));
    let mut patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    if minds_attacks(variant, piece, number) && patterns.any(castles) {
        sentences.push("It castles neither out of check nor across an attacked square.".to_owned());
    }
    if piece.royal {
        sentences.push(royal_words(variant));
    }
    if own_kind_blocks {
        sentences.push("It neither jumps over nor captures pieces of its own kind.".to_owned());
    }
    let mut notation: Vec<String> = Vec::new();
    for one in &piece.moves {
        let text = format!("`{}`", one.betza);
        if !notation.contains(&text) {
            notation.push(text);
        }
    }
    if !notation.is_empty() {
        sentences.push(format!("In notation: {}.", notation.join(" + ")));
    }
    sentences.join(" ")
}

/// Whether a piece may have to avoid attacks: it is royal in a variant with check, or it becomes royal as the
/// last of its kind.
fn minds_attacks(variant: &Variant, piece: &PieceDef, number: Option<PieceId>) -> bool {
    let last = variant.compiled_rules().facts.last_royal.as_ref();
    let is_last = last.is_some_and(|last| number.is_some_and(|number| last.counts(number.into())));
    piece.royal && variant.compiled_rules().facts.royal == RoyalRule::Check || is_last
}

/// The sentences of a movement. Equal sentences for several zones are merged.
fn moves(variant: &Variant, piece: &PieceDef) -> Vec<String> {
    let shape = variant.shape();
    let levels = Levels::of(shape);
    let mut places: IndexMap<Vec<String>, Vec<(String, &MoveDef)>> = IndexMap::new();
    for one in &piece.moves {
        let mut place = Vec::new();
        if let Some(from) = &one.from {
            place.push(format!("from {}", zone_in_words(shape, from)));
        }
        if let Some(to) = &one.to {
            place.push(format!("to {}", zone_in_words(shape, to)));
        }
        if let Some(takes) = &one.takes {
            let borrows = one.movement.borrows();
            let word = if borrows {
                "from and against"
            } else {
                "against"
            };
            place.push(format!("{word} {}", a_name(variant, *takes)));
        }
        if !one.in_check {
            place.push("when not in check".to_owned());
        }
        let described = match &levels {
            Some(levels) => levels.describe(&one.movement),
            None => (explain::describe(&one.movement).iter())
                .map(|text| text.as_str().to_owned())
                .collect(),
        };
        let mut texts: Vec<String> = (described.iter())
            .map(|text| first_move(variant, piece, one.from.as_ref(), text))
            .collect();
        if one.rebounds {
            texts.push(
                "It turns only where the edge of the board or a hole is in its way, and away from that."
                    .to_owned(),
            );
        }
        if !one.revisits {
            texts.push("It visits no square twice, and does not return to its own.".to_owned());
        }
        let same = places.entry(texts).or_default();
        same.push((place.join(" "), one));
    }
    let mut sentences = Vec::new();
    for (texts, places) in places {
        if places.iter().any(|(place, _)| place.is_empty()) {
            sentences.extend(texts);
            continue;
        }
        let texts: Vec<String> = texts.iter().map(|text| lowered(text)).collect();
        let text = texts.join(" ").replace(". ", "; ");
        let place = areas(shape, &places).unwrap_or_else(|| {
            let places: Vec<&str> = places.iter().map(|(place, _)| place.as_str()).collect();
            places.join(", or ")
        });
        sentences.push(format!("Only {place}: {text}"));
    }
    sentences
}

/// Moves out of or within several areas of the board in words.
fn areas(shape: &BoardShape, places: &[(String, &MoveDef)]) -> Option<String> {
    const SIDES: [Perspective; 2] = [Perspective::White, Perspective::Black];
    let zones: Option<Vec<(&Zone, &Zone)>> = places
        .iter()
        .map(|(_, one)| one.from.as_ref().zip(one.to.as_ref()))
        .collect();
    let zones = zones.filter(|zones| zones.len() > 1)?;
    let is_plain = |one: &MoveDef| one.takes.is_none() && one.in_check;
    if !places.iter().all(|(_, one)| is_plain(one)) {
        return None;
    }
    let all = |is: &dyn Fn(bool, bool) -> bool| {
        zones.iter().all(|(from, to)| {
            shape.squares().all(|square| {
                let mut sides = SIDES.into_iter();
                sides.all(|side| is(from.contains(square, side), to.contains(square, side)))
            })
        })
    };
    let words: Vec<String> = (zones.iter())
        .map(|(from, _)| zone_in_words(shape, from))
        .collect();
    if all(&|from, to| from == to) {
        return Some(format!("within {}", words.join(" or within ")));
    }
    if !all(&|from, to| from != to) {
        return None;
    }
    let first = words.first()?;
    let size = |zone: &Zone| zone.of(Perspective::White).iter().count();
    let sizes: Vec<usize> = zones.iter().map(|(from, _)| size(from)).collect();
    let is_cut = sizes.iter().all(|one| *one == sizes[0])
        && sizes.iter().sum::<usize>() == shape.squares().count()
        && words.iter().all(|one| one.contains(" to "));
    Some(if is_cut {
        format!(
            "from one to another of the {} equal blocks into which the board is cut, of which {first} is one",
            words.len()
        )
    } else {
        format!(
            "out of one of these areas, which are {}",
            list(&words, "and")
        )
    })
}

/// A sentence on a first move from the squares of a zone, whatever the piece did before. The squares are not
/// mentioned if the piece always starts on them.
fn first_move(variant: &Variant, piece: &PieceDef, from: Option<&Zone>, text: &str) -> String {
    const UNMOVED: &str = "as long as it has not moved, it ";
    let InitialDef::Zone(squares) = &piece.initial else {
        return text.to_owned();
    };
    let text = lowered(text);
    let Some(rest) = text.strip_prefix(UNMOVED) else {
        return with_capital(&text);
    };
    let shape = variant.shape();
    let everywhere = Zone::everywhere(shape);
    let begins = from.unwrap_or(&everywhere);
    let goes_without_saying = [Perspective::White, Perspective::Black]
        .into_iter()
        .all(|side| {
            let mut starts = begins.of(side).iter();
            starts.all(|square| !shape.exists(square) || squares.contains(square, side))
        });
    if goes_without_saying {
        return with_capital(&format!("it {rest}"));
    }
    format!("From {} it {rest}", zone_in_words(shape, squares))
}

/// The meaning of royalty for a piece.
fn royal_words(variant: &Variant) -> String {
    match variant.compiled_rules().facts.royal {
        RoyalRule::Check => {
            let guard = match variant.compiled_rules().facts.guard {
                RoyalGuard::Every => "it must not be left under attack",
                RoyalGuard::AllButOne => {
                    "it must not be left under attack, but for one of several royal pieces of its \
                     side"
                }
                RoyalGuard::Last => {
                    "it may be captured as long as its side has another royal piece, and the last \
                     one must not be left under attack"
                }
            };
            let end = match variant.compiled_rules().facts.checkmate {
                Verdict::Loss => "its owner loses",
                Verdict::Win => "its owner wins",
                Verdict::Draw => "the game is drawn",
            };
            format!("It is royal: {guard}, and {end} when it is attacked and cannot be saved.")
        }
        RoyalRule::Capture => {
            let when = match variant.compiled_rules().facts.guard {
                RoyalGuard::Every => match RoyalNumbers::of(variant) {
                    RoyalNumbers::Fixed => "when it is captured",
                    RoyalNumbers::FromOne => "when it is captured as the last royal piece",
                    RoyalNumbers::FromSeveral => {
                        "when it is captured and fewer royal pieces are left than at the start"
                    }
                },
                RoyalGuard::AllButOne => {
                    "when it is captured as the second royal piece, or the only one"
                }
                RoyalGuard::Last => "when it is captured as the last royal piece",
            };
            format!("It is royal: its owner loses {when}, and there is no check.")
        }
        RoyalRule::None => "It is royal, but there is no check: it may be captured.".to_owned(),
    }
}

/// The name of a promotion choice, regardless of its role when captured: a `Q~` is a queen.
fn choice_name(variant: &Variant, choice: PieceId) -> String {
    let def = variant.def();
    let Some((name, piece)) = def.piece(choice) else {
        return String::new();
    };
    spaced(unmarked(def, piece).unwrap_or(name))
}

/// The unmarked equivalent of a piece whose letter ends in `~`. It needs no picture of its own.
pub(super) fn unmarked<'a>(def: &'a VariantDef, piece: &PieceDef) -> Option<&'a str> {
    let letter = piece.letter.strip_suffix('~')?;
    let mut all = def.pieces.iter();
    let same = |other: &PieceDef| {
        other.letter == letter
            && (&other.moves, other.royal) == (&piece.moves, piece.royal)
            && other.acts_like(piece)
    };
    let (name, _) = all.find(|(_, other)| same(other))?;
    Some(name)
}

/// The sentences on promotion.
pub(super) fn promotions(variant: &Variant) -> Vec<String> {
    // Pieces with the same promotion are described together.
    let mut rules: IndexMap<String, Vec<String>> = IndexMap::new();
    for (name, piece) in &variant.def().pieces {
        if let Some(promotion) = &piece.promotion {
            let words = promotion_words(variant, promotion);
            rules.entry(words).or_default().push(spaced(name));
        }
    }
    rules
        .into_iter()
        .map(|(words, names)| format!("**{}.** {words}", capitalized(&list(&names, "and"))))
        .collect()
}

fn promotion_words(variant: &Variant, promotion: &PromotionDef) -> String {
    let shape = variant.shape();
    let mut by_zone: IndexMap<String, Vec<String>> = IndexMap::new();
    for choice in &promotion.choices {
        let mut name = one_of(&choice_name(variant, choice.piece));
        if let Some(limit) = choice.limit {
            name = format!("{name} (at most {limit} on the board)");
        }
        by_zone
            .entry(zone_in_words(shape, &choice.zone))
            .or_default()
            .push(name);
    }
    let stays = zone_in_words(shape, &promotion.stay);
    let must = stays == "no square";
    // If the zones overlap, each sentence lists only some of the choices.
    let becomes = if must && !overlap(promotion) {
        "becomes"
    } else {
        "may become"
    };
    let mut sentences: Vec<String> = by_zone
        .iter()
        .map(|(place, names)| {
            let (place, names) = (either(place), list(names, "or"));
            format!("Arriving on {place}, it {becomes} {names}.")
        })
        .collect();
    if !promotion.in_passing {
        sentences.push("A capture en passant does not promote it.".to_owned());
    }
    let never_must = [Perspective::White, Perspective::Black]
        .into_iter()
        .all(|side| {
            let stay = promotion.stay.of(side);
            let zones = promotion.choices.iter().map(|choice| choice.zone.of(side));
            zones.into_iter().flatten().all(|one| stay.contains(one))
        });
    if never_must {
        sentences.push("It may also stay what it is.".to_owned());
    } else if must {
        if becomes != "becomes" {
            sentences.push("It must promote there.".to_owned());
        }
    } else {
        sentences.push(format!(
            "On {stays} it may also stay what it is; elsewhere in its zone it must promote."
        ));
    }
    let from_hand = |stock: PromotionStock| stock == PromotionStock::Hand;
    if promotion
        .choices
        .iter()
        .any(|choice| from_hand(choice.stock))
    {
        let mut words = "The new piece comes from its owner's hand".to_owned();
        if !never_must {
            words.push_str(
                "; a move that would have to promote while nothing fitting is in hand cannot be made",
            );
            if !variant.rules_change_attacks() {
                words.push_str(", though it still gives check");
            }
        }
        sentences.push(format!("{words}."));
    } else if promotion.choices.iter().any(|one| one.limit.is_some()) {
        sentences.push(
            "A move that would have to promote while nothing can be chosen cannot be made."
                .to_owned(),
        );
    }
    sentences.join(" ")
}

/// Whether choices with different zones exist for a square.
fn overlap(promotion: &PromotionDef) -> bool {
    let mut zones: Vec<&Zone> = Vec::new();
    for choice in &promotion.choices {
        if !zones.contains(&&choice.zone) {
            zones.push(&choice.zone);
        }
    }
    let sides = [Perspective::White, Perspective::Black];
    sides.into_iter().any(|side| {
        let mut seen = SquareSet::new();
        zones.iter().any(|zone| {
            let meets = seen.meets(zone.of(side));
            seen = seen.union(zone.of(side));
            meets
        })
    })
}
