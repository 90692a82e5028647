//! Game records: tags in brackets, numbered moves and the result, as in PGN.
//!
//! ```text
//! [Variant "apothecary-chess-classic?setup=14"]
//! [FEN "…"]                          only if the game does not begin at the start
//! [Result "0.75-0.25"]
//! [Termination "stalemate"]          a reason, as `ferz moves --json` names it
//!
//! 1. c2d4 f11e9 2. … 0.75-0.25
//! ```
//!
//! The moves are written as [`move_texts`](super::move_texts) writes them; the reader, that of
//! [`read_pgn`](super::read_pgn), also accepts short algebraic notation. A record without the tag `Variant`
//! is a game of chess if it has tags of other kinds. Comments, glyphs, variations and tags that do not
//! concern the play are skipped. A result is White's share of the point and Black's: `1-0`, `0-1`, `1/2-1/2`,
//! or decimals; `*` is an unfinished game.

use crate::game::{Game, Outcome, Reason, Variant};
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::state::Color;

use super::pgn::{
    Claims, MoveNumber, MoveStyle, Pgn, PgnLimits, PgnMove, PgnStyle, Replay, Variations, Word,
    is_same, read_pgn,
};

/// The record of a game. Readers find the variant by `name`.
///
/// ```
/// use ferz::game::Game;
/// use ferz::notation::{read_record, write_record};
/// use ferz::state::Color;
/// use ferz::{Catalog, Variant};
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let mut game = Game::new(chess.start());
/// let first = game.position().parse_move("e2e4").unwrap();
/// game.play(&first).unwrap();
/// game.resign(Color::Black);
/// let text = write_record(&game, "chess");
/// assert!(text.ends_with("1. e2e4 1-0\n"));
/// let again = read_record(&text, |_| Some(chess.clone())).into_result().unwrap().unwrap();
/// assert_eq!(again.outcome(), game.outcome());
/// ```
pub fn write_record(game: &Game, name: &str) -> String {
    Pgn::of_game(game, name, MoveStyle::Squares).to_text(PgnStyle::Plain)
}

impl Pgn {
    /// A game with the tags of a record. Readers find the variant by `name`. With moves in short algebraic
    /// notation the tag `Termination` uses the words of PGN where PGN defines them.
    pub fn of_game(game: &Game, name: &str, style: MoveStyle) -> Pgn {
        let mut pgn = Pgn::default();
        let beginning = game.beginning();
        pgn.set_tag("Variant", name);
        if beginning != beginning.variant().start() {
            pgn.set_tag("FEN", &beginning.to_fen());
        }
        let outcome = game.outcome();
        let result = result_text(&outcome);
        pgn.set_tag("Result", &result);
        if let Some(reason) = outcome.reason() {
            let word = match (reason, style) {
                (Reason::TimeForfeit, MoveStyle::San) => TIME_FORFEIT,
                _ => reason.as_str(),
            };
            pgn.set_tag("Termination", word);
        }
        pgn.result = Some(Word::from(result.as_str()));
        let mut position = beginning;
        let mut number = u32::from(position.setup().fullmove_number);
        for mv in game.moves() {
            let is_black = position.turn() == Color::Black;
            let next = position.play_unchecked(mv);
            pgn.line.moves.push(PgnMove {
                text: match style {
                    MoveStyle::San => position.san(mv),
                    MoveStyle::Squares | MoveStyle::Unchanged => position.move_text(mv),
                },
                number: Some(MoveNumber { number, is_black }),
                ..PgnMove::default()
            });
            number += u32::from(is_black && next.turn() == Color::White);
            position = next;
        }
        pgn
    }
}

/// The value of the tag `Termination` for a loss on time in PGN.
pub(in crate::notation) const TIME_FORFEIT: &str = "time forfeit";

/// A result as it is written after the moves.
pub fn result_text(outcome: &Outcome) -> String {
    match *outcome {
        Outcome::Ongoing => "*".to_owned(),
        Outcome::Ended { white, black, .. } if is_same(white, 0.5) && is_same(black, 0.5) => {
            "1/2-1/2".to_owned()
        }
        Outcome::Ended { white, black, .. } => format!("{white}-{black}"),
    }
}

/// Reads a record. `find` looks up a variant by name; it is called with all [names](variant_names) that the
/// tag can mean until it finds one.
///
/// Findings: those of [`read_pgn`](super::read_pgn), `E0612` for a variant that is not found, those of the
/// FEN, an illegal move (`E0601`, `E0602`), which ends the replay, and `W0611` for a result that differs from
/// that of the rules or of the players' decision.
pub fn read_record(text: &str, find: impl FnMut(&str) -> Option<Variant>) -> Parse<Option<Game>> {
    let Parse {
        value: pgn,
        mut diagnostics,
    } = read_pgn(text, PgnLimits::default());
    match variant(&pgn, find) {
        Ok(variant) => replayed(pgn, &variant, diagnostics),
        Err(finding) => {
            diagnostics.insert(0, finding);
            Parse {
                value: None,
                diagnostics,
            }
        }
    }
}

/// Reads a record of a game of this variant, whatever its tag `Variant` says.
#[doc(hidden)]
pub fn read_record_of(text: &str, variant: &Variant) -> Parse<Option<Game>> {
    let read = read_pgn(text, PgnLimits::default());
    replayed(read.value, variant, read.diagnostics)
}

fn replayed(
    mut pgn: Pgn,
    variant: &Variant,
    mut diagnostics: Vec<Diagnostic>,
) -> Parse<Option<Game>> {
    let replay = Replay {
        variations: Variations::Skipped,
        style: MoveStyle::Unchanged,
        claims: Claims::Explained,
    };
    let played = pgn.replay(variant, replay);
    diagnostics.extend(played.diagnostics);
    let has_errors = diagnostics.iter().any(Diagnostic::is_error);
    Parse {
        value: played.value.filter(|_| !has_errors),
        diagnostics,
    }
}

/// The variant of a record, or the finding that it is missing or unknown.
fn variant(
    pgn: &Pgn,
    mut find: impl FnMut(&str) -> Option<Variant>,
) -> Result<Variant, Diagnostic> {
    let own = ["Variant", "FEN", "Result", "Termination"];
    let is_of_others = pgn.tags.iter().any(|tag| !own.contains(&tag.name.as_str()));
    let Some(name) = pgn.tag_word("Variant").cloned().or_else(|| {
        // Records with tags for players, dates and the like default to chess.
        is_of_others.then(|| Word::from("chess"))
    }) else {
        let message = "the record does not name its variant";
        let finding = Diagnostic::new(codes::RECORD_VARIANT, Span::at(0), message);
        return Err(finding.with_help("write `[Variant \"chess\"]` before the moves"));
    };
    let found = variant_names(&name.text).find_map(|name| find(&name));
    found.ok_or_else(|| {
        let message = format!("unknown variant `{}`", name.text);
        let finding = Diagnostic::new(codes::RECORD_VARIANT, name.span, message);
        finding.with_help("a record can name only a built-in variant; give any other variant together with the record")
    })
}

// Names of variants in the PGN tag `Variant`, as other programs write them.

/// Names in other programs, in small letters and digits, with ours. Names that differ only in spelling, such
/// as `King of the Hill` or `Racingkings`, need no row.
const NAMES: [(&str, &str); 14] = [
    // Lichess.
    ("standard", "chess"),
    ("fromposition", "chess"),
    ("chess960", "fischerandom"),
    ("threecheck", "3check"),
    // Other servers and informal names.
    ("freestyle", "fischerandom"),
    ("fischerrandom", "fischerandom"),
    ("960", "fischerandom"),
    ("fivecheck", "5check"),
    ("schess", "seirawan"),
    // XBoard.
    ("chu", "chu-shogi"),
    // Cutechess.
    ("aiwok", "ai-wok"),
    ("judkinshogi", "judkins"),
    ("judkinsshogi", "judkins"),
    ("microshogi", "micro"),
];

/// The names under which a variant of a PGN tag may be found, the likeliest first: as written, as listed
/// here, and in the spellings of built-in names.
///
/// ```
/// use ferz::notation::variant_names;
///
/// assert!(variant_names("Three-check").any(|name| name == "3check"));
/// assert!(variant_names("King of the Hill").any(|name| name == "kingofthehill"));
/// assert!(variant_names("Chess960").any(|name| name == "fischerandom"));
/// ```
pub fn variant_names(tag: &str) -> impl Iterator<Item = String> {
    let tag = tag.trim();
    let is_sign = |c: &char| c.is_ascii_alphanumeric();
    let plain: String = tag.to_lowercase().chars().filter(is_sign).collect();
    let listed = |name: &str| NAMES.iter().find(|(theirs, _)| *theirs == name);
    // The suffix for any files is written after the name, as in `S-Chess960`.
    let shuffled = plain.strip_suffix("960").and_then(listed);
    let shuffled = shuffled.map(|(_, ours)| format!("{ours}960"));
    let listed = listed(&plain)
        .map(|(_, ours)| (*ours).to_owned())
        .or(shuffled);
    let words = tag.split(|c: char| c.is_whitespace() || c == '_');
    let kebab = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    let (stem, end) = match plain.strip_suffix("960") {
        Some(stem) => (stem, "960"),
        None => (&*plain, ""),
    };
    let without_chess = stem.strip_suffix("chess").filter(|name| !name.is_empty());
    let without_chess = without_chess.map(|name| format!("{name}{end}"));
    let all = std::iter::once(tag.to_owned())
        .chain(listed)
        .chain([plain.clone(), kebab])
        .chain(without_chess);
    // Duplicates are removed, since a lookup may report diagnostics.
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter()
}

impl Pgn {
    /// The first result of a lookup by the [names](variant_names) of the game's variant.
    pub fn find_variant<T>(&self, find: impl FnMut(&str) -> Option<T>) -> Option<T> {
        let mut find = find;
        variant_names(self.variant_name()).find_map(|name| find(&name))
    }
}
