//! Rare rules in words.

use std::fmt::Write;

use super::drops::{Entry, drop_words, place_words, what_comes};
use super::goals::only;
use super::paired_promotion;
use super::reach::reach_words;
use super::words::{a_name, list, lowered, names, squares_in_words, with_capital, zone_in_words};
use ferz::definition::{
    CaptureRules, CastlingRules, CheckRules, ChecksAllowed, EnPassantRules, GatingRules, PieceDef,
    PieceId, PieceSet, Reach,
};
use ferz::game::Variant;
use ferz::geometry::{BoardShape, SquareSet, Zone};
use ferz::movement::Pattern;

/// The sentences on special rules, apart from ends of the game.
pub(super) fn rules(variant: &Variant) -> Vec<String> {
    let mut said = Vec::new();
    rare(variant, &mut said);
    said
}

/// Collects the sentences on rare rules.
fn rare(variant: &Variant, said: &mut Vec<String>) {
    paired_promotion::promotions(variant, said);
    captures(variant, &variant.compiled_rules().facts.captures, said);
    if let Some(rule) = variant.compiled_rules().facts.en_passant.as_ref() {
        en_passant(variant, rule, said);
    }
    if let Some(drops) = variant.compiled_rules().facts.drops.as_ref() {
        drop_words(variant, drops, said);
    }
    if let Some(rule) = variant.compiled_rules().facts.gating.as_ref() {
        gating(variant, rule, said);
    }
    if let Some(castling) = variant.compiled_rules().facts.castling.as_ref() {
        said.extend(by_side(|side| castling_words(variant, castling, side)));
    }
    checks(variant.compiled_rules().facts.checks, said);
}

/// The pieces of a set at the beginning of a sentence: `A rook or knight`.
pub(super) fn sentence_of(variant: &Variant, set: PieceSet) -> String {
    with_capital(&a_name(variant, set))
}

/// The sentences for both sides, merged if they are equal.
pub(super) fn by_side(say: impl Fn(usize) -> Option<String>) -> Vec<String> {
    let [white, black] = [0, 1].map(say);
    if white == black {
        return white.into_iter().collect();
    }
    let of = |who: &str, text: Option<String>| Some(format!("{who}: {}", lowered(&text?)));
    let both = [of("White", white), of("Black", black)];
    both.into_iter().flatten().collect()
}

pub(super) fn pair(shape: &BoardShape, sets: &[SquareSet; 2]) -> String {
    let [white, black] = sets.clone();
    zone_in_words(shape, &Zone::of_sides(white, black))
}

fn captures(variant: &Variant, rule: &CaptureRules, said: &mut Vec<String>) {
    let mut say = |text: String| said.push(text);
    if rule.mandatory {
        say("A player who can capture must capture.".to_owned());
    }
    if !rule.immune_to_own.is_empty() {
        say(format!(
            "{} cannot capture its own kind.",
            sentence_of(variant, rule.immune_to_own)
        ));
    }
    if let Some(blast) = &rule.blast {
        let mut spared = Vec::new();
        if !blast.immune.is_empty() {
            spared.push(a_name(variant, blast.immune));
        }
        if !blast.sheltered.is_empty() {
            let names = a_name(variant, blast.sheltered);
            spared.push(format!("{names} that did not capture itself"));
        }
        let spared = if spared.is_empty() {
            String::new()
        } else {
            format!(", but for {}", list(&spared, "and"))
        };
        let place = match &blast.reach {
            Reach::Around => "around it".to_owned(),
            far => format!("on the squares {}", reach_words(far)),
        };
        say(format!(
            "A capture removes the capturing piece and everything {place}{spared}."
        ));
    }
    if !rule.petrify.is_empty() {
        say(format!(
            "{} that captures turns into a wall.",
            sentence_of(variant, rule.petrify)
        ));
    }
    if rule.petrify_blasted {
        say("What such a capture removes leaves a wall.".to_owned());
    }
}

/// The roles to which captured promoted pieces revert, if these are not the roles that promoted.
pub(super) fn returned(variant: &Variant) -> PieceSet {
    let turned = |base: PieceId| variant.compiled_rules().facts.paired_promotion.target(base);
    let promotes = |base: PieceId, to: PieceId| {
        let def = variant.def();
        let promotion = (def.piece(base)).and_then(|(_, piece)| piece.promotion.as_ref());
        let mut choices = promotion.iter().flat_map(|rule| &rule.choices);
        choices.any(|choice| choice.piece == to)
    };
    (variant.def().forms.iter())
        .flat_map(|(number, form)| {
            let bases = form.base.into_iter().flatten();
            bases.map(move |base| (number, base))
        })
        .filter(|(number, base)| turned(*base) != Some(*number) && !promotes(*base, *number))
        .map(|(_, base)| base)
        .collect()
}

/// The sentence on en passant, as far as the movements do not show it.
fn en_passant(variant: &Variant, rule: &EnPassantRules, said: &mut Vec<String>) {
    let def = variant.def();
    let could = |piece: &PieceDef| {
        let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
        patterns.into_iter().any(|pattern| match pattern {
            Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.en_passant),
            _ => false,
        })
    };
    let captors: PieceSet = (def.numbered())
        .filter(|(.., piece)| could(piece))
        .map(|(id, ..)| id)
        .collect();
    if captors.is_empty() {
        return;
    }
    said.extend(by_side(|side| {
        let may: PieceSet = captors
            .iter()
            .filter(|one| rule.types[side].contains(*one))
            .collect();
        if may == captors {
            None
        } else if may.is_empty() {
            Some("Nothing is captured en passant.".to_owned())
        } else {
            Some(format!(
                "Only {} captures en passant.",
                a_name(variant, may)
            ))
        }
    }));
    let [white, black] = rule.region.clone();
    let place = Zone::of_sides(white, black);
    if place != Zone::everywhere(variant.shape()) {
        said.push(format!(
            "Captures en passant are made only on {}.",
            zone_in_words(variant.shape(), &place)
        ));
    }
}

/// The sentences on gating, and on leaps of unmoved pieces.
fn gating(variant: &Variant, rule: &GatingRules, said: &mut Vec<String>) {
    let start = variant.start();
    let gates = &start.setup().special.gates;
    let here = if gates.is_empty() {
        String::new()
    } else {
        format!(
            " (at the start those on {})",
            squares_in_words(variant.shape(), gates)
        )
    };
    if rule.from_hand
        && let Some(drops) = variant.compiled_rules().facts.drops.as_ref()
    {
        let what = what_comes(variant, drops);
        said.push(format!(
            "When a piece that may gate{here} moves for the first time, its owner may put {what} \
             on the square that it leaves, as part of the move. When it castles, that \
             may be the square of either piece. A piece that has moved, or was captured, gates no \
             more."
        ));
        if !drops.allowed {
            place_words(variant, drops, &Entry::Gate, said);
        }
    }
    let Some(leaps) = rule.leaps else { return };
    let name = |id: PieceId| a_name(variant, only(id));
    if let Some(king) = leaps.king {
        let aimed = leaps.rook.map_or(String::new(), |rook| {
            format!(
                ", and never after {} of the other side has aimed at it",
                name(rook)
            )
        });
        said.push(format!(
            "{} that has not moved may leap to an empty square two files away and one rank ahead, but \
             not out of check{}.",
            sentence_of(variant, only(king)),
            aimed
        ));
    }
    if let Some(counsellor) = leaps.counsellor {
        said.push(format!(
            "{} that has not moved may leap to an empty square two squares straight ahead.",
            sentence_of(variant, only(counsellor))
        ));
    }
}

fn castling_words(variant: &Variant, rule: &CastlingRules, side: usize) -> Option<String> {
    let shape = variant.shape();
    let king = rule.king[side]?;
    if rule.partners[side].is_empty() {
        return None;
    }
    let files = [rule.left_file, rule.right_file].into_iter();
    let files: Vec<String> = files
        .filter(|file| *file < shape.files())
        .map(|file| format!("the {}-file", shape.column(file)))
        .collect();
    let rank = if rule.rank == 0 {
        String::new()
    } else {
        format!(" on the player's rank {}", u16::from(rule.rank) + 1)
    };
    let is_guarded = variant.compiled_rules().check
        && variant
            .def()
            .piece(king)
            .is_some_and(|(_, piece)| piece.royal)
        || variant.def().rules.last_are_royal();
    let safety = if is_guarded {
        " and no square on the way is attacked"
    } else {
        ""
    };
    let mut text = format!(
        "Castling{rank}: an unmoved {} goes to {}, and an unmoved {} on that side to the square \
         beside it, if nothing stands between{safety}.",
        names(variant, only(king)),
        list(&files, "or"),
        names(variant, rule.partners[side])
    );
    if rule.any_files {
        text.push_str(" Both may stand on any file.");
    }
    if rule.dropped {
        let file = shape.column(rule.king_file.min(shape.files() - 1));
        let _ = write!(
            text,
            " Pieces that were dropped may castle as well, the {} from the {file}-file.",
            names(variant, only(king))
        );
    }
    if rule.opposite {
        text.push_str(" The players may not castle to the same side.");
    }
    Some(text)
}

fn checks(rule: CheckRules, said: &mut Vec<String>) {
    let mut say = |text: &str| said.push(text.to_owned());
    let [white, black] = rule.allowed;
    let sides = [
        ("No move", white),
        ("No move of White's", white),
        ("No move of Black's", black),
    ];
    let sides = if white == black {
        &sides[..1]
    } else {
        &sides[1..]
    };
    for (no_move, allowed) in sides {
        match allowed {
            ChecksAllowed::Mates => {
                say(&format!("{no_move} may give check unless it mates."));
            }
            ChecksAllowed::None => say(&format!("{no_move} may give check.")),
            _ => {}
        }
    }
    if rule.allowed.contains(&ChecksAllowed::Mates) {
        say(match rule.allowed {
            [ChecksAllowed::All, _] | [_, ChecksAllowed::All] => {
                "Whether it mates is judged as if no reply could give a check that is restricted."
            }
            _ => "Whether it mates is judged as if no reply could give check.",
        });
    }
    if rule.flying_generals {
        say("The royal pieces may not face one another on an open line.");
    }
    if rule.bikjang {
        say("When the royal pieces face one another on an open line, the next move must end that.");
    }
    if rule.no_escape {
        say("A royal piece may leave check only by capturing.");
    }
}
