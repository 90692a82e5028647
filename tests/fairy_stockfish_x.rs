//! Options of the fork Fairy-Stockfish-X, which become rules of ours.

use ferz::definition::{Catalog, Format, VariantDef};
use ferz::game::{Position, Variant, perft};
use ferz::notation::move_texts;

fn section(text: &str, name: &str) -> VariantDef {
    let parsed = Catalog::read(text, Format::FairyStockfishIni);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.value.get(name).expect("the section").clone()
}

fn chess(options: &str) -> VariantDef {
    section(&format!("[x:chess]\n{options}\n"), "x")
}

fn at(def: &VariantDef, fen: &str) -> Position {
    let variant = Variant::compile(def).expect("a variant");
    variant.parse_fen(fen).expect("a position")
}

fn texts(position: &Position) -> Vec<String> {
    move_texts(position)
        .into_iter()
        .map(|(text, _)| text)
        .collect()
}

/// The lines of the definition in our format that have a word.
fn lines(def: &VariantDef, word: &str) -> Vec<String> {
    let text = def.to_toml();
    let lines = text.lines().filter(|line| line.contains(word));
    lines.map(str::to_owned).collect()
}

fn findings(options: &str) -> Vec<String> {
    let parsed = Catalog::read(
        &format!("[x:chess]\n{options}\n"),
        Format::FairyStockfishIni,
    );
    let found = parsed.diagnostics.iter();
    found
        .map(|finding| format!("{} {}", finding.code, finding.message))
        .collect()
}

#[test]
fn forbidden_captures_of_one_kind_are_those_of_the_program_itself() {
    let own = chess("mutuallyImmuneTypes = pnbrq");
    let fork = chess("captureForbidden = p:p n:n r:r q:q b:b");
    let fen = "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP1BPPP/R1BQK2R w KQkq - 0 1";
    assert_eq!(perft(&at(&own, fen), 3), perft(&at(&fork, fen), 3));
}

#[test]
fn captures_are_forbidden_and_allowed_in_their_order() {
    let options = "captureForbidden = *:*\ncaptureAllowed = p:* r:n\ncaptureForbiddenBlack = p:q";
    let def = chess(options);
    let fen = "4k3/8/8/2q1n3/3P4/8/8/2R1R1K1 w - - 0 1";
    let moves = texts(&at(&def, fen));
    for text in ["d4c5", "d4e5", "e1e5"] {
        assert!(moves.contains(&text.to_owned()), "{text} not in {moves:?}");
    }
    assert!(!moves.contains(&"c1c5".to_owned()), "{moves:?}");
    // Whoever cannot capture kings gives no check.
    assert!(!at(&def, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1").is_check());
    let black = at(&def, "4k3/8/8/8/3p4/2Q1N3/8/4K3 b - - 0 1");
    let moves = texts(&black);
    assert!(moves.contains(&"d4e3".to_owned()) && !moves.contains(&"d4c3".to_owned()));
}

#[test]
fn nobody_captures_iron() {
    let def = chess("ironPieceTypes = n");
    let moves = texts(&at(&def, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1"));
    assert!(moves.contains(&"d1d4".to_owned()) && !moves.contains(&"d1d5".to_owned()));
}

#[test]
fn turns_of_several_moves_settle_on_the_last_two_numbers() {
    let rows = [
        ("2 2", "moves = { white = [2], black = [2] }"),
        ("2 1", "moves = { white = [2], black = [1] }"),
        ("1 2 2", "moves = { white = [1, 2], black = [2] }"),
        ("2 2 1 1", "moves = { white = [2, 1], black = [2, 1] }"),
        ("3", "moves = { white = [3], black = [3] }"),
        ("2 1 1", "moves = { white = [2, 1], black = [1] }"),
    ];
    for (value, wanted) in rows {
        let def = chess(&format!("multimoves = {value}"));
        let found = lines(&def, "moves = { white");
        assert!(
            found.iter().any(|line| line.contains(wanted)),
            "{value}: {found:?}"
        );
        assert!(lines(&def, "check = 'last'").len() == 1, "{value}");
    }
    let def = chess("multimoves = 2 2\nmultimoveCheck = true");
    assert_eq!(lines(&def, "check = 'last'"), Vec::<String>::new());
    assert_eq!(
        lines(&chess("multimoves = 1 1"), "turns"),
        Vec::<String>::new()
    );
}

#[test]
fn edges_are_joined() {
    let def = chess("cylindrical = true\ncastling = false");
    let moves = texts(&at(&def, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    assert!(moves.contains(&"a1h1".to_owned()), "{moves:?}");
    let def = chess("toroidal = true\ncastling = false");
    let moves = texts(&at(&def, "8/8/8/4k3/8/8/8/RK6 w - - 0 1"));
    assert!(moves.contains(&"b1b8".to_owned()), "{moves:?}");
}

#[test]
fn blasts_go_along_some_lines() {
    let atomic = "[x:atomic]\nblastOrthogonals = false\n";
    let position = at(
        &section(atomic, "x"),
        "4k3/8/8/2nnn3/2nnn3/8/8/3RK3 w - - 0 1",
    );
    let capture = position.parse_move("d1d4").expect("the capture");
    let after = position.play(&capture).expect("it can be played");
    assert_eq!(
        after.to_fen().split(' ').next(),
        Some("4k3/8/8/3n4/2n1n3/8/8/4K3")
    );
}

#[test]
fn captures_go_to_the_hand() {
    let zh = "[x:chess]\ncaptureType = hand\npieceDrops = true\n";
    let position = at(&section(zh, "x"), "4k3/8/8/3n4/8/8/8/3RK3[] w - - 0 1");
    let capture = position.parse_move("d1d5").expect("the capture");
    let after = position.play(&capture).expect("it can be played");
    assert!(after.to_fen().contains("[N]"), "{}", after.to_fen());
}

#[test]
fn children_have_the_options_of_their_parents() {
    let text = "[p:chess]\ncaptureForbidden = q:q\nmultimoves = 2 2\n[x:p]\ncaptureForbidden = -\n";
    let def = section(text, "x");
    assert_eq!(lines(&def, "spares"), Vec::<String>::new());
    assert_eq!(lines(&def, "turns").len(), 1);
}

#[test]
fn bad_values_are_found() {
    let bad = |value: &str| vec![format!("E0705 `{value}` cannot be read")];
    let rows = [
        ("captureType = prison", "prison"),
        ("captureType = jail", "jail"),
        ("multimoves = 0", "0"),
        ("multimoves = 2 x", "2 x"),
        ("captureForbidden = q", "q"),
        ("captureAllowedWhite = x:q", "x:q"),
        ("ironPieceTypes = x", "x"),
    ];
    for (options, value) in rows {
        assert_eq!(findings(options), bad(value), "{options}");
    }
    let found = findings(
        "blastOnCapture = true\nblastOrthogonals = false\nblastDiagonals = false\nking = -\ncommoner = k\ncastling = false",
    );
    assert!(
        found
            .iter()
            .any(|line| line.contains("orthogonals or diagonals")),
        "{found:?}"
    );
}
