//! The rules that few variants have, in words.

use std::fmt::Write;

use super::ends::{End, winner};
use super::hooks::names;
use super::words::{capitalized, list, spaced, squares, zone};
use crate::definition::{
    AdjudicationRules, CaptureRules, CastlingRules, CheckRules, CountingRule, DropRules, Enclosing,
    MaterialRule, PieceSet, Reason, SpecialRules, Verdict, Walling,
};
use crate::game::Variant;
use crate::geometry::{BoardShape, SquareSet, Zone};

/// The sentences on special rules, ends of the game apart.
pub(super) fn rules(variant: &Variant) -> Vec<String> {
    let Some(special) = variant.def().rules.special.as_deref() else {
        return Vec::new();
    };
    let mut said = Vec::new();
    promotions(variant, special, &mut said);
    captures(variant, &special.captures, &mut said);
    if let Some(drops) = &special.drops {
        drop_words(variant, drops, &mut said);
    }
    if let Some(gating) = &special.gating {
        if gating.from_hand {
            said.push(
                "When a piece moves for the first time, a piece from the hand may be put on the \
                 square that it leaves."
                    .to_owned(),
            );
        }
        if gating.leaps.is_some() {
            said.push("Some pieces may leap on their first move, once in a game.".to_owned());
        }
    }
    if let Some(castling) = &special.castling {
        said.push(castling_words(variant, castling));
    }
    if let Some(walls) = &special.walls {
        let place = match walls.rule {
            Walling::Arrow => "on a square to which the piece that moved could move next",
            Walling::Duck => "anywhere, and the old wall is taken away",
            Walling::Edge => "at the edge of what is left of the board",
            Walling::Past => "on the square that the piece left",
            Walling::Static => "on an empty square",
        };
        let instead = if walls.instead_of_move {
            ", or makes a wall instead of a move"
        } else {
            ""
        };
        said.push(format!(
            "After each move the player puts a wall {place}{instead}. No piece moves to or \
             through a wall."
        ));
    }
    if let Some(flip) = special.flip {
        said.push(format!(
            "Opposing pieces change sides when a move encloses them: {}.",
            enclosing(flip)
        ));
    }
    if special.passing.always != [false; 2] {
        said.push(format!("{} may pass.", sides(special.passing.always)));
    }
    if special.passing.stalemate != [false; 2] {
        said.push(format!(
            "{} passes when there is no other move.",
            sides(special.passing.stalemate)
        ));
    }
    checks(special.checks, &mut said);
    course(variant, &special.adjudication, &mut said);
    if special.no_dead_ends {
        said.push("No piece may go where it could never move again.".to_owned());
    }
    if let Some(rule) = &special.extinction
        && rule.pseudo_royal
    {
        said.push(format!(
            "The last {} of a side is royal{}.",
            names(variant, rule.kinds),
            if rule.duple {
                ", and it is check when all of them are attacked"
            } else {
                ""
            }
        ));
    }
    said
}

fn sides(which: [bool; 2]) -> &'static str {
    match which {
        [true, false] => "White",
        [false, true] => "Black",
        _ => "A player",
    }
}

fn pair(shape: &BoardShape, sets: &[SquareSet; 2]) -> String {
    let [white, black] = sets.clone();
    zone(shape, &Zone::of_sides(white, black))
}

fn promotions(variant: &Variant, special: &SpecialRules, said: &mut Vec<String>) {
    let shape = variant.shape();
    let pawns = &special.pawns;
    if !pawns.types[0].is_empty() && !pawns.choices[0].is_empty() {
        said.push(format!(
            "A {} that arrives on {} {} become a {}.",
            names(variant, pawns.types[0]),
            pair(shape, &pawns.zone),
            if pawns.mandatory { "must" } else { "may" },
            names(variant, pawns.choices[0])
        ));
    }
    let rule = &special.promotion;
    let pieces: Vec<&String> = variant.def().pieces.keys().collect();
    let pairs: Vec<String> = rule
        .targets
        .iter()
        .enumerate()
        .filter_map(|(from, to)| Some((pieces.get(from)?, pieces.get((*to)?)?)))
        .map(|(from, to)| format!("{} to {}", spaced(from), spaced(to)))
        .collect();
    if !pairs.is_empty() {
        said.push(format!(
            "Pieces promote when a move enters, crosses or leaves {}{}: {}. {}",
            pair(shape, &rule.zone),
            if rule.on_capture { " and captures" } else { "" },
            list(&pairs, "and"),
            if rule.mandatory {
                "They must."
            } else {
                "They need not."
            }
        ));
    }
    if rule.demotion {
        said.push("Promoted pieces may turn back in the same way.".to_owned());
    }
    if let Some(rule) = &special.in_place {
        said.push(format!(
            "A piece of the kind {} may promote to a {} instead of moving, on {}.",
            pieces.get(rule.pawn).map_or("pawn", |name| name.as_str()),
            names(variant, rule.choices[0]),
            pair(shape, &rule.zone)
        ));
    }
}

fn captures(variant: &Variant, rule: &CaptureRules, said: &mut Vec<String>) {
    let mut say = |text: String| said.push(text);
    if rule.to_hand {
        let text = "A captured piece changes sides and goes to the captor's hand";
        say(if rule.keep_promoted {
            format!("{text}; promoted pieces stay promoted.")
        } else {
            format!("{text}, as what it was before it promoted.")
        });
    }
    if rule.mandatory {
        say("A player who can capture must capture.".to_owned());
    }
    if !rule.immune_to_own.is_empty() {
        say(format!(
            "A {} cannot capture its own kind.",
            names(variant, rule.immune_to_own)
        ));
    }
    if let Some(blast) = &rule.blast {
        let mut text = "A capture removes the capturing piece and everything around it".to_owned();
        if !blast.immune.is_empty() {
            let _ = write!(text, ", but for a {}", names(variant, blast.immune));
        }
        if !blast.sheltered.is_empty() {
            let _ = write!(
                text,
                ", but for a {} that did not capture itself",
                names(variant, blast.sheltered)
            );
        }
        say(format!("{text}."));
    }
    if !rule.petrify.is_empty() {
        say(format!(
            "A {} that captures turns into a wall.",
            names(variant, rule.petrify)
        ));
    }
}

fn drop_words(variant: &Variant, drops: &DropRules, said: &mut Vec<String>) {
    if !drops.allowed {
        return;
    }
    let shape = variant.shape();
    said.push(if drops.free {
        "Instead of moving, a player may put a new piece on an empty square.".to_owned()
    } else {
        "Instead of moving, a player may put a piece from the hand on an empty square.".to_owned()
    });
    let everywhere = Zone::everywhere(shape);
    for (name, sets) in variant.def().pieces.keys().zip(&drops.regions) {
        let place = Zone::of_sides(sets[0].clone(), sets[1].clone());
        if place != everywhere && !sets[0].is_empty() {
            said.push(format!(
                "{} may be dropped on {}.",
                capitalized(name),
                zone(shape, &place)
            ));
        }
    }
    let piece = |number: usize| {
        let name = variant.def().pieces.get_index(number);
        name.map_or_else(|| "piece".to_owned(), |(name, _)| spaced(name))
    };
    if let Some((kind, count)) = drops.no_doubled {
        said.push(format!(
            "A {} may not be dropped on a file that has {count} of its owner's already.",
            piece(kind)
        ));
    }
    if let Some(kind) = drops.opposite_colors {
        said.push(format!(
            "The pieces of the kind {} must stand on squares of both colors in equal numbers.",
            piece(kind)
        ));
    }
    if drops.mandatory.is_some() {
        said.push("A player who has something to drop must drop it.".to_owned());
    }
    if let Some(rule) = drops.enclosing {
        said.push(format!(
            "A drop must enclose something: {}.",
            enclosing(rule)
        ));
        if !drops.enclosing_start.is_empty() {
            let place = squares(shape, &drops.enclosing_start);
            said.push(format!("The squares {place} are filled first."));
        }
    }
    if !drops.may_check {
        said.push("A drop may not give check.".to_owned());
    }
}

const fn enclosing(rule: Enclosing) -> &'static str {
    match rule {
        Enclosing::Reversi => "lines of opposing pieces between two of one's own",
        Enclosing::Ataxx => "the squares around",
        Enclosing::Quadwrangle => "the squares around, for moves or beside a friend",
        Enclosing::Snort => "no opposing piece beside it",
        Enclosing::AnySide => "pushed in from an edge",
        Enclosing::Top => "pushed in from the top",
    }
}

fn castling_words(variant: &Variant, rule: &CastlingRules) -> String {
    let shape = variant.shape();
    let kings: PieceSet = rule.king[0].into_iter().collect();
    let mut text = format!(
        "Castling: an unmoved {} goes to the {}- or the {}-file, and an unmoved {} on that side to \
         the square beside it, if nothing stands between and no square on the way is attacked.",
        names(variant, kings),
        BoardShape::file_name(rule.left_file.min(shape.files() - 1)),
        BoardShape::file_name(rule.right_file.min(shape.files() - 1)),
        names(variant, rule.partners[0])
    );
    if rule.any_files {
        text.push_str(" Both may stand on any file.");
    }
    if rule.opposite {
        text.push_str(" The players may not castle to the same side.");
    }
    text
}

fn checks(rule: CheckRules, said: &mut Vec<String>) {
    let mut say = |text: &str| said.push(text.to_owned());
    if !rule.allowed {
        say("No move may give check.");
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

/// What the course of the game decides.
fn course(variant: &Variant, rule: &AdjudicationRules, said: &mut Vec<String>) {
    let mut say = |text: String| said.push(text);
    if rule.perpetual_check_loses {
        say("Who repeats a position by giving check with every move loses.".to_owned());
    }
    if rule.back_and_forth_loses {
        say("Who moves a piece back and forth four times loses.".to_owned());
    }
    if rule.chasing.is_some() {
        say("Who repeats a position by chasing the same piece with every move loses.".to_owned());
    }
    if let Some(counting) = &rule.counting {
        let whose = match counting.rule {
            CountingRule::Makruk => "Thailand",
            CountingRule::Cambodian => "Cambodia",
            CountingRule::Asean => "the common rules of South East Asia",
        };
        say(format!(
            "A side that cannot win may begin to count moves, by the limits of {whose}; if the \
             other side has not won by then, the game is drawn."
        ));
    }
    match &rule.material {
        None => {}
        Some(MaterialRule::Weighted { handicap, .. }) => say(format!(
            "A game that would be drawn is won by the weight of the pieces: White must be ahead \
             by more than {handicap}."
        )),
        Some(MaterialRule::Count) => {
            say("A game that would be drawn is won by the greater number of pieces.".to_owned());
        }
        Some(MaterialRule::White) => {
            say("A game that would be drawn is won by White.".to_owned());
        }
        Some(MaterialRule::Black) => {
            say("A game that would be drawn is won by Black.".to_owned());
        }
    }
    if let Some(piece) = rule.mates.dropped {
        let piece: PieceSet = [piece].into_iter().collect();
        say(format!(
            "Mate by dropping a {} loses.",
            names(variant, piece)
        ));
    }
    if let Some(mate) = &rule.mates.shatar {
        say(format!(
            "Mate needs a check by a {} among the uninterrupted checks before it, else it draws.",
            names(variant, mate.strong)
        ));
    }
}

/// The ends that special rules add.
pub(super) fn ends(variant: &Variant) -> Vec<End> {
    let rules = &variant.def().rules;
    let Some(special) = rules.special.as_deref() else {
        return Vec::new();
    };
    let shape = variant.shape();
    let mut ends = Vec::new();
    let mut end = |reason: Reason, how: String, verdict: Verdict| {
        let side = ["that side", "the other side"];
        let result = match verdict {
            Verdict::Draw => "draw".to_owned(),
            Verdict::Win => winner(rules, reason, side[0]),
            Verdict::Loss => winner(rules, reason, side[1]),
        };
        ends.push(End {
            reason,
            how,
            result,
        });
    };
    end(
        Reason::Checkmate,
        "The side to move is in check and has no legal move.".to_owned(),
        special.results.checkmate,
    );
    end(
        Reason::Stalemate,
        "The side to move has no legal move and is not in check.".to_owned(),
        special.results.stalemate,
    );
    if let Some(rule) = &special.extinction
        && let Some(verdict) = rule.verdict
    {
        let what = if rule.whole_army {
            "all pieces together".to_owned()
        } else {
            format!("a kind among {}", names(variant, rule.kinds))
        };
        end(
            Reason::Extinction,
            format!("A side has {} or fewer of {what}.", rule.count),
            verdict,
        );
    }
    if let Some(rule) = &special.flags {
        let who = rule.piece[0]
            .and_then(|number| variant.def().pieces.get_index(number))
            .map_or("piece".to_owned(), |(name, _)| spaced(name));
        end(
            Reason::Goal,
            format!(
                "A side has {} {who} on {}{}.",
                rule.count,
                pair(shape, &rule.region),
                if rule.safe { ", not attacked" } else { "" }
            ),
            Verdict::Win,
        );
    }
    if special.checks.counted {
        end(
            Reason::Checks,
            "A side has given the last of the checks that are counted.".to_owned(),
            Verdict::Win,
        );
    }
    if let Some(rule) = &special.connection {
        let mut ways = Vec::new();
        if rule.row > 0 {
            ways.push(format!("{} pieces in a row", rule.row));
        }
        if rule.block > 0 {
            ways.push(format!("a block of {0} by {0} pieces", rule.block));
        }
        if rule.line > 0 {
            ways.push(format!("{} pieces on a line", rule.line));
        }
        if !rule.regions[0][0].is_empty() {
            ways.push("two edges connected".to_owned());
        }
        end(
            Reason::Connection,
            format!("A side has {}.", list(&ways, "or")),
            rule.verdict,
        );
    }
    if special.checks.bikjang {
        end(
            Reason::FacingKings,
            "The royal pieces faced one another and nobody gave way.".to_owned(),
            Verdict::Draw,
        );
    }
    if special.ends_when_full {
        end(
            Reason::FullBoard,
            "Every square is occupied.".to_owned(),
            Verdict::Draw,
        );
    }
    ends
}
