//! As many kinds of pieces as a variant can have, half of them without letters of their own.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use ferz::definition::{Limits, VariantDef};
use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz::notation::move_texts;
use ferz::source::{Diagnostic, codes};
use ferz::state::{Color, Piece, Role};
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::snapshot::resolved;
use serde_json::Value;

use crate::harness::Random;
use crate::harness::games::random_game_by_law;
use crate::written_toml::check_written;

const FILES: usize = 25;

/// Two letters that no two kinds share and that no others make side by side.
fn letters(number: usize) -> String {
    let (first, second) = (number / 26, number % 26);
    format!(
        "{}{}",
        (b'A' + first as u8) as char,
        (b'a' + second as u8) as char
    )
}

/// A game of so many kinds at the start, in full ranks of a board of 24 ranks; each becomes a kind of
/// its own that has no letters, in one of the three ways to say so.
fn game(n_kinds: usize) -> String {
    let mut text = format!(
        "[many]\nboard = {{ files = {FILES}, ranks = 24 }}\nrules.royal = 'capture'\n\
         rules.paired-promotion.zone = 'rank -10..'\n"
    );
    let mut ranks = Vec::new();
    for number in 0..n_kinds {
        let letter = letters(number);
        if number % FILES == 0 {
            ranks.push(String::new());
        }
        ranks.last_mut().expect("a rank").push_str(&letter);
        let way = match number % 3 {
            _ if number == 0 => "royal = true".to_owned(),
            0 => format!("promotion = {{ zone = 'rank -10..', to = 'side-{number}' }}"),
            1 => format!("promoted = 'side-{number}'"),
            _ => {
                text.push_str(&format!(
                    "rules.paired-promotion.into.kind-{number} = 'side-{number}'\n"
                ));
                "value = 1".to_owned()
            }
        };
        let moves = ["fR", "WfF", "N", "fBbW"][number % 4];
        text.push_str(&format!(
            "pieces.kind-{number} = {{ letter = '{letter}', move = '{moves}', {way} }}\n"
        ));
        if number > 0 {
            text.push_str(&format!("pieces.side-{number} = {{ move = 'K' }}\n"));
        }
    }
    let army: Vec<&str> = ranks.iter().map(String::as_str).collect();
    let white = army.join("/");
    let black: Vec<String> = army.iter().rev().map(|rank| rank.to_lowercase()).collect();
    let empty = vec![FILES.to_string(); 24 - 2 * army.len()].join("/");
    text + &format!("start = '{}/{empty}/{white}'\n", black.join("/"))
}

fn read(text: &str) -> VariantDef {
    let read = Catalog::read(text, Format::Toml);
    assert!(
        read.diagnostics.is_empty(),
        "{:?}",
        read.diagnostics.first()
    );
    read.value.first().expect("a variant").clone()
}

fn compiled(n_kinds: usize) -> Variant {
    Variant::compile(&read(&game(n_kinds))).unwrap_or_else(|error| panic!("{error}"))
}

/// Numbers of kinds at the start with which all kinds are as many as can be, and one too many.
const FULL: usize = Role::MAX / 2;
const OVERFULL: usize = FULL + 1;

#[test]
fn as_many_kinds_as_can_be_are_played() {
    let variant = compiled(FULL);
    assert_eq!(variant.def().pieces.len(), 2 * FULL - 1);
    let reason = "general engine only: there are 499 kinds of pieces, the tables take 126";
    assert_eq!(variant.describe_tables(), reason);
    random_game_by_law(&variant, &mut Random::new(7), 12, 8).expect("no law is broken");
    // The last kinds of all, far from the others: a piece that steps, one that leaps, and one that
    // has turned over.
    let fen = format!(
        "24aa/{}Jo24/25/JpJnJo20+JnJo/{}24Aa w",
        "25/".repeat(10),
        "25/".repeat(9)
    );
    let position = variant.parse_fen(&fen).expect("a position");
    assert_eq!(position.to_fen(), format!("{fen} - - 0 1"));
    let texts = move_texts(&position).into_iter().map(|(text, _)| text);
    let from = |square: &str| -> Vec<String> {
        texts
            .clone()
            .filter(|text| text.starts_with(square))
            .collect()
    };
    assert_eq!(
        from("x11"),
        [
            "x11w10", "x11w11", "x11w12", "x11x10", "x11x12", "x11y10", "x11y12"
        ]
    );
}

#[test]
fn many_kinds_are_written_and_read_again() {
    let def = read(&game(FULL));
    check_written(&def).expect("it reads back");
    let page = rules_page(&compiled(FULL), Pictures::Files);
    for badge in ["(Jp)", "(+Jo)", "(+Jn)", "(+Jm)"] {
        assert!(page.contains(badge), "{badge}");
    }
    let snapshot = resolved(&def);
    assert!(
        snapshot.contains("into.kind-248 = 'side-248'"),
        "{snapshot}"
    );
}

#[test]
fn moves_of_many_kinds_are_told_as_json() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many-kinds.toml");
    std::fs::write(&path, game(FULL)).expect("it is written");
    let fen = format!(
        "24aa/{}JoJnJm22/{}24Aa w",
        "25/".repeat(8),
        "25/".repeat(13)
    );
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["moves", "--json", "--fen", &fen])
        .arg(&path)
        .output()
        .expect("the program runs");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let moves = answer["moves"].as_array().expect("a list");
    let variant = compiled(FULL);
    let position = variant.parse_fen(&fen).expect("a position");
    let mut promotions = BTreeSet::new();
    for told in moves {
        let text = told["text"].as_str().expect("a text");
        let one = position.parse_move(text).expect("a legal move");
        let promotion = one.promotion.map(|role| {
            let piece = Piece {
                color: Color::Black,
                role,
            };
            variant.letters().name(piece)
        });
        assert_eq!(
            told["promotion"].as_str().map(str::to_owned),
            promotion,
            "{text}"
        );
        promotions.extend(promotion);
    }
    assert_eq!(
        promotions.into_iter().collect::<Vec<_>>(),
        ["+jm", "+jn", "+jo"]
    );
    assert_eq!(moves.len(), position.legal_moves().len());
}

#[test]
fn one_kind_too_many_is_an_error() {
    let text = game(OVERFULL);
    let found = Catalog::read(&text, Format::Toml).diagnostics;
    let first = found.first().expect("a finding");
    assert_eq!(first.code, codes::DEFINITION_TOO_LARGE);
    assert_eq!(first.message, "a variant has at most 500 pieces");
    // Whoever reads more of them cannot play them.
    let limits = Limits {
        pieces: 2000,
        ..Limits::default()
    };
    let read = Catalog::read_within(&text, Format::Toml, &limits);
    assert!(
        read.diagnostics.is_empty(),
        "{:?}",
        read.diagnostics.first()
    );
    let def = read.value.first().expect("a variant");
    let error = Variant::compile(def).expect_err("there are too many");
    assert_eq!(error.diagnostics()[0].code, codes::TABLES_TOO_LARGE);
}

/// A game of few pieces with these lines.
fn small(lines: &str) -> Vec<Diagnostic> {
    let text = format!(
        "name = 'small'\nboard = {{ files = 8, ranks = 8 }}\nstart = 'k7/p7/8/8/8/8/P7/K7'\n\
         rules.paired-promotion.zone = 'rank -3..'\n\
         pieces.king = {{ letter = 'K', move = 'K', royal = true }}\n{lines}"
    );
    Catalog::read(&text, Format::Toml).diagnostics
}

#[test]
fn letters_are_lent_once_and_by_pieces_that_have_some() {
    let pawn = "pieces.pawn = { letter = 'P', move = 'fW', promoted = 'gold' }\n";
    let gold = "pieces.gold = { move = 'WfF' }\n";
    assert_eq!(small(&format!("{pawn}{gold}")), []);
    let codes = |lines: &str| -> Vec<(&str, String)> {
        let text = small(lines).into_iter();
        text.map(|found| (found.code.as_str(), found.message))
            .collect()
    };
    // Nobody becomes a lion.
    let lion = "pieces.lion = { move = 'N' }\n";
    let lacks = [("E0310", "the piece `lion` has no `letter`".to_owned())];
    assert_eq!(codes(&format!("{pawn}{gold}{lion}")), lacks);
    // What becomes it has no letters of its own.
    let chain = "pieces.gold = { move = 'WfF', promoted = 'lion' }\n";
    assert_eq!(codes(&format!("{pawn}{chain}{lion}")), lacks);
    // Two choices cannot both be `+P`.
    let both = "pieces.pawn = { letter = 'P', move = 'fW', promotion.to = ['gold', 'lion'] }\n";
    assert_eq!(codes(&format!("{both}{gold}{lion}")), lacks);
}

#[test]
fn a_piece_that_several_become_is_the_promoted_side_of_the_first() {
    let text = "name = 'two'\nboard = { files = 8, ranks = 8 }\nstart = 'k7/8/8/8/8/8/8/K7'\n\
        rules.paired-promotion.zone = 'rank -3..'\nrules.captured-to = 'captor-hand'\n\
        pieces.king = { letter = 'K', move = 'K', royal = true }\n\
        pieces.pawn = { letter = 'P', move = 'fW', promoted = 'gold' }\n\
        pieces.lance = { letter = 'L', move = 'fR', promoted = 'gold' }\n\
        pieces.silver = { letter = 'S', move = 'FfW', promoted = 'gold', promotion.to = 'lance' }\n\
        pieces.gold = { move = 'WfF' }\n";
    let def = read(text);
    let letters: Vec<&str> = def
        .pieces
        .values()
        .map(|piece| piece.letter.as_str())
        .collect();
    assert_eq!(letters, ["K", "P", "L", "S", "+P", "+L", "+S", "L~"]);
    check_written(&def).expect("it reads back");
    let variant = Variant::compile(&def).expect("it compiles");
    // Captured, each goes to the hand as what it was.
    let position = variant
        .parse_fen("8/8/k7/1+P6/8/8/8/K7 b")
        .expect("a position");
    let next = position.play_unchecked(&position.parse_move("a6b5").expect("a capture"));
    assert!(next.to_fen().contains("[p]"), "{}", next.to_fen());
}
