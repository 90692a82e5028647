//! Rules of the format that are implemented with the public trait, one file each; and the test rows
//! of games that have them.

mod absorption;
mod adjudication;
mod bare_king;
mod brakes;
mod by_side;
mod capture_duty;
mod capture_only;
mod capture_points;
mod captures;
mod castling;
mod castling_by_squares;
mod chains;
mod choices;
mod circuit;
mod clauses;
mod connection;
mod custodial;
mod decisions;
mod double_drop;
mod dragonchess;
mod drops;
mod drowning;
mod duties;
mod effects;
mod en_passant;
mod extinction;
mod flip;
mod foreign_moves;
mod gates;
mod gating;
mod goal;
mod guard;
mod in_place_promotion;
mod jump_captures;
mod marks;
mod material;
mod mates;
mod mating_checks;
mod meetings;
mod midpoints;
mod move_actions;
mod moves;
mod no_dead_ends;
mod paired_promotion;
mod passing;
mod perpetual_check;
mod placement;
mod pocket;
mod point_count;
mod push_pull;
mod ransom;
mod rebounds;
mod refusal;
mod replacement;
mod results_and_limits;
mod returns;
mod royal;
mod safe_ways;
mod scores;
mod shifts;
mod shoves;
mod spares;
mod tamerlane;
mod trading;
mod transfer;
mod transparency;
mod turns;
mod walls;
mod words;

use ferz::definition::{VariantDef, rule_keys};
use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Position, Variant};
use ferz::notation::move_texts;
use ferz::source::{Diagnostic, Parse};
use ferz_designer::conformance::{Limits, Verdict, check, read_rows};
use ferz_designer::lint::examine;

/// The rows of a folder's files name built-ins. Their source is the specification of these games;
/// counts and moves come from independent programs.
#[test]
fn games_with_rules_on_the_open_trait_are_played_as_other_programs_play_them() {
    let find = |name: &str| {
        let def = Catalog::builtin().get(name);
        let def = def.ok_or_else(|| format!("no built-in `{name}`"))?;
        Variant::compile(def).map_err(|error| error.to_string())
    };
    let limits = Limits {
        max_nodes: Some(1000),
        ..Limits::default()
    };
    let folder = concat!(root!(), "/tests/data/games");
    let mut n_rows = 0;
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let rows = read_rows(&text);
        assert_eq!(rows.diagnostics, [], "{}", path.display());
        for row in &rows.value {
            let verdict = check(row, &find, limits);
            let place = format!("{}:{}", path.display(), row.line);
            assert!(
                !matches!(verdict, Verdict::Failed { .. }),
                "{place}: {verdict:?}"
            );
            n_rows += 1;
        }
    }
    assert!(n_rows > 100, "{n_rows} rows");
}

/// Chess with further lines of a definition.
fn chess(lines: &str) -> Variant {
    let def = child("chess", lines);
    Variant::compile(&def).unwrap_or_else(|error| panic!("{lines}: {error}"))
}

/// The last variant of a text, compiled.
fn compiled(text: &str) -> Variant {
    Variant::compile(&last(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The last variant of a text.
fn last(text: &str) -> VariantDef {
    let read = Catalog::read(text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    let name = read.value.names().last().expect("a variant");
    read.value.get(name).expect("it is there").clone()
}

/// A child of a game with further lines.
fn child(parent: &str, lines: &str) -> VariantDef {
    last(&format!("name = 'mine'\ninherits = '{parent}'\n{lines}"))
}

/// The findings of chess with further lines, each with its place.
fn found(lines: &str) -> Vec<String> {
    let text = format!("name = 'mine'\ninherits = 'chess'\n{lines}\n");
    let read = Catalog::read(&text, Format::Toml);
    let mut findings = read.diagnostics;
    findings.extend(examine(&read.value, &text, Format::Toml));
    let shown = findings.iter().map(|found| {
        format!(
            "{} {}: {}",
            found.code,
            &text[found.span.range()],
            found.message
        )
    });
    shown.collect()
}

fn at(variant: &Variant, fen: &str) -> Position {
    let read = variant.parse_fen(fen);
    read.unwrap_or_else(|found| panic!("{fen}: {found:?}"))
}

/// The targets of the piece on a square, as in move texts, in order.
fn targets(variant: &Variant, fen: &str, from: &str) -> String {
    let mut all = texts(&at(variant, fen));
    all.retain(|text| text.starts_with(from));
    let mut all: Vec<String> = all.iter().map(|text| text[2..].to_owned()).collect();
    all.sort();
    all.join(" ")
}

/// The position after some moves, each of which is read from its text.
fn after(position: &Position, moves: &[&str]) -> Position {
    let mut position = position.clone();
    for text in moves {
        let mv = position.parse_move(text);
        let mv = mv.unwrap_or_else(|found| panic!("{text}: {found:?}"));
        position = position.play(&mv).expect("a legal move");
    }
    position
}

/// White's share in hundredths in a game that has ended, and the reason.
fn ended(game: &Game) -> (u32, String) {
    match game.outcome() {
        Outcome::Ended { white, reason, .. } => {
            ((white * 100.0).round() as u32, reason.as_str().to_owned())
        }
        Outcome::Ongoing => panic!("the game goes on"),
    }
}

/// The codes of the findings in a file.
fn codes<T>(read: &Parse<T>) -> Vec<&str> {
    let found = read.diagnostics.iter();
    found.map(|one| one.code.as_str()).collect()
}

/// The code and the place of the error in the settings of a rule.
fn refused(rule: &str, settings: &str) -> (String, String) {
    let (text, finding) = finding(rule, settings);
    let place = text[finding.span.start as usize..finding.span.end as usize].to_owned();
    (finding.code.to_string(), place)
}

/// The finding that refuses a rule, and the refused definition.
fn finding(rule: &str, settings: &str) -> (String, Diagnostic) {
    let rule = rule_keys(rule.rsplit('.').next().unwrap_or_default()).join(".");
    let text = format!("[x]\ninherits = 'chess'\n{rule} = {settings}\n");
    let catalog = Catalog::read(&text, Format::Toml).value;
    let error = Variant::compile(catalog.first().expect("a variant")).expect_err(settings);
    let finding = error.located_in(&catalog, "x").remove(0);
    (text, finding)
}

#[test]
fn who_writes_a_value_of_another_kind_is_told_what_is_meant() {
    let help = |rule: &str, settings: &str| finding(rule, settings).1.help.unwrap_or_default();
    assert_eq!(help("goal", "'d4-e5'"), "write `{ zone = 'd4-e5' }`");
    // What is required is part of each suggestion.
    assert_eq!(
        help("goal", "'king'"),
        "write the squares to be reached: `zone = 'rank -1'`"
    );
    assert_eq!(
        help("shoves", "'rook'"),
        "write the number of pieces in a row that each can shove: `strength = { rook = 2 }`"
    );
    for value in ["true", "'rook'", "{ optional = true }"] {
        assert_eq!(
            help("transfer", value),
            "write `files = 8` for boards of eight files side by side"
        );
    }
    assert_eq!(help("transfer", "4"), "write `{ files = 4 }`");
    assert_eq!(help("castling", "'rook'"), "write `{ partners = 'rook' }`");
    assert_eq!(help("palace", "3"), "write `{ limit = 3 }`");
    let royal = help("extinction", "{ pieces = ['rook'], royal = true }");
    assert!(royal.starts_with("its values are `'"), "{royal}");
}

/// The texts of the legal moves.
fn texts(position: &Position) -> Vec<String> {
    let moves = move_texts(position).into_iter();
    moves.map(|(text, _)| text).collect()
}

/// The FEN of a position is read as a position with the same moves.
fn round_trips(position: &Position) {
    let fen = position.to_fen();
    let again = at(position.variant(), &fen);
    assert_eq!(again.to_fen(), fen);
    assert_eq!(again.legal_moves(), position.legal_moves(), "{fen}");
}
