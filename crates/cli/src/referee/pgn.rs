//! Writes refereed games as PGN.

use super::game::{Cause, SearchInfo};
use super::row::GameRow;
use crate::protocol::xboard::{Showing, VariantSource};
use ferz::definition::VariantDef;
use ferz::formats::Catalog;
use ferz::game::{Game, Variant};
use ferz::notation::{Annotation, Comment, MoveStyle, Pgn, PgnStyle, Word};
use ferz_designer::snapshot::{definition_hash, definition_sha256};

/// The value of the tag `TimeControl` for the terms of a match: a clock, or one move in a number of seconds;
/// `-` without a time limit.
fn time_control(terms: &str) -> String {
    let mut terms = terms.split(' ').map(|term| term.split_once('='));
    let found = terms.find_map(|term| match term {
        Some(("tc", clock)) => Some(clock.to_owned()),
        Some(("st", seconds)) => Some(format!("1/{seconds}")),
        _ => None,
    });
    found.unwrap_or_else(|| "-".to_owned())
}

/// Tags of a variant for its games.
#[derive(Clone, Debug)]
pub struct VariantTags {
    /// Whether other programs may know the variant.
    origin: VariantSource,
    sha256: String,
    /// The moves of the pieces, unless XBoard has the variant built in.
    men: Option<String>,
}

impl VariantTags {
    /// The tags of a variant, which are computed once; this takes nearly 10 ms for a large variant.
    pub fn of(variant: &Variant) -> VariantTags {
        let def = variant.def();
        let origin = origin(def);
        VariantTags {
            origin,
            sha256: definition_sha256(def),
            men: men(variant, origin),
        }
    }
}

/// A game with its tags and a comment on each search.
pub fn write_pgn(row: &GameRow, game: &Game, variant: &VariantTags) -> String {
    let key = &row.key;
    let shares = [row.white_score, row.black_score];
    let result = result(shares);
    let mut pgn = Pgn::of_game(game, &key.variant, MoveStyle::San);
    // The tag is written at the end of every game, whatever ended it.
    pgn.tags.retain(|tag| tag.name != "Termination");
    let opening = key.openings.strip_suffix(USUAL_BALANCE);
    let opening = opening.unwrap_or(&key.openings);
    for (name, value) in [
        ("Event", "ferz match".to_owned()),
        (
            "Date",
            row.date.clone().unwrap_or_else(|| "????.??.??".to_owned()),
        ),
        ("Round", format!("{}.{}", key.pair + 1, key.half + 1)),
        ("White", key.white.clone()),
        ("Black", key.black.clone()),
        ("Result", result.to_owned()),
        ("VariantHash", format!("sha256:{}", variant.sha256)),
        ("Opening", format!("{opening}#{}", key.opening)),
        ("Seed", key.seed.to_string()),
        ("PlyCount", row.moves.len().to_string()),
        ("TimeControl", time_control(&key.terms)),
        ("Termination", Cause::termination(&row.reason).to_owned()),
        ("TerminationDetails", details(row)),
    ] {
        pgn.set_tag(name, &value);
    }
    if let Some(men) = &variant.men {
        pgn.set_tag("VariantMen", men);
    }
    // The FEN lets programs that do not know the variant at least show the initial position.
    if key.variant != "chess" || variant.origin == VariantSource::File {
        pgn.set_tag("SetUp", "1");
        pgn.set_tag("FEN", &game.beginning().to_fen());
    }
    if shares.iter().any(|share| ![0.0, 0.5, 1.0].contains(share)) {
        pgn.set_tag("Score", &format!("{}-{}", shares[0], shares[1]));
    }
    pgn.result = Some(Word::from(result));
    for (index, mv) in pgn.line.moves.iter_mut().enumerate() {
        let text = match index.checked_sub(row.book) {
            None => "book".to_owned(),
            Some(behind) => match row.thoughts.get(behind) {
                Some((thought, millis)) => comment(*thought, *millis),
                // Rows of older versions have no searches.
                None => continue,
            },
        };
        mv.annotations.push(Annotation::Comment(Comment { text }));
    }
    let mut text = pgn.to_text(PgnStyle::Export);
    text.push('\n');
    text
}

/// The default balance of openings, which is not mentioned.
const USUAL_BALANCE: &str = ",balance=50";

/// Whether a variant is really the built-in of its name; a file can use the name for another variant.
fn origin(def: &VariantDef) -> VariantSource {
    let built_in = Catalog::builtin().get(&def.name);
    if built_in.is_some_and(|built_in| definition_hash(built_in) == definition_hash(def)) {
        VariantSource::BuiltIn
    } else {
        VariantSource::File
    }
}

/// The moves of the pieces in the notation of XBoard, unless it has the variant built in: `P:fmWfcF;N:N`.
fn men(variant: &Variant, origin: VariantSource) -> Option<String> {
    let name = &variant.def().name;
    if origin == VariantSource::BuiltIn && name == "chess" {
        return None;
    }
    let showing = Showing::of(variant, name, origin);
    let men = showing.lines.iter().filter_map(|line| {
        let (letter, text) = line.strip_prefix("piece ")?.split_once("& ")?;
        Some(format!("{letter}:{text}"))
    });
    let men: Vec<String> = men.collect();
    (!men.is_empty()).then(|| men.join(";"))
}

/// The end of a game in words: `illegal move e1f2n by White`.
fn details(row: &GameRow) -> String {
    let loser = if row.white_score < row.black_score {
        " by White"
    } else if row.white_score > row.black_score {
        " by Black"
    } else {
        ""
    };
    let quoted = row.details.strip_prefix('`');
    let text = quoted.and_then(|rest| Some(rest.split_once('`')?.0));
    match (row.reason.as_str(), text) {
        // The illegal move follows the moves of the game.
        ("illegal-move", Some(text)) => format!("illegal move {text}{loser}"),
        (reason, _) => {
            let is_of_loser =
                matches!(reason, "resignation" | "time-forfeit") || Cause::is_fault(reason);
            let words = reason.replace('-', " ");
            let by = if is_of_loser { loser } else { "" };
            let colon = if row.details.is_empty() { "" } else { ": " };
            format!("{words}{by}{colon}{}", row.details)
        }
    }
}

/// `+0.35/12 0.041s n=20000`: the score for the mover, the depth, the time and the nodes.
fn comment(thought: SearchInfo, millis: u64) -> String {
    let score = match thought.score {
        None => "0.00".to_owned(),
        Some(score) if score > SearchInfo::MATE / 2 => format!("+M{}", SearchInfo::MATE - score),
        Some(score) if score < -SearchInfo::MATE / 2 => format!("-M{}", SearchInfo::MATE + score),
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
    };
    let depth = thought.depth.unwrap_or(0);
    let nodes = thought.nodes;
    let nodes = nodes.map_or(String::new(), |nodes| format!(" n={nodes}"));
    format!(
        "{score}/{depth} {}.{:03}s{nodes}",
        millis / 1000,
        millis % 1000
    )
}

/// PGN has only four results; a player wins only with the whole point.
fn result(shares: [f64; 2]) -> &'static str {
    match shares {
        [white, black] if white > 0.999 && black < 0.001 => "1-0",
        [white, black] if white < 0.001 && black > 0.999 => "0-1",
        _ => "1/2-1/2",
    }
}
