//! `rules.custodial`: hostile squares, and pieces that must be surrounded.

use ferz::definition::{Catalog, Format};
use ferz::game::Variant;
use ferz::state::Color;

use super::{after, at, chess, found, round_trips};

fn variant(rules: &str) -> Variant {
    let text = format!(
        "[custody]
board = {{ files = 7, ranks = 7 }}
start = '7/7/7/3K3/7/7/A6 b'
rules.royal = 'capture'
rules.custodial = {rules}
[custody.pieces]
attacker = {{ letter = 'A', move = 'mR', captures.custodial = true }}
defender = {{ letter = 'D', move = 'mR', captures.custodial = true }}
king = {{ letter = 'K', move = 'mR', royal = true, captures.custodial = true }}
"
    );
    let read = Catalog::read(&text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    let def = read.value.first().expect("a variant");
    Variant::compile(def).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A rule, a position, a move and how many white pieces are left.
const CAPTURES: &[(&str, &str, &str, usize)] = &[
    // Between a mover and an empty hostile square.
    ("{ hostile.zone = 'd4' }", "K6/7/3a3/3D3/7/7/7 b", "d5d6", 2),
    ("{ hostile.zone = 'd4' }", "K6/a6/7/7/3D3/7/7 b", "a6d6", 2),
    ("{ hostile.zone = 'd4' }", "K6/7/7/7/3D3/7/a6 b", "a1d1", 2),
    ("{ hostile.zone = 'd4' }", "K6/7/7/7/3D3/a6/7 b", "a2d2", 1),
    // It is not empty.
    (
        "{ hostile.zone = 'd4' }",
        "K6/7/7/3D3/3D3/a6/7 b",
        "a2d2",
        3,
    ),
    (
        "{ hostile.zone = 'd4' }",
        "K6/7/7/3a3/3D3/a6/7 b",
        "a2d2",
        1,
    ),
    // To others only.
    (
        "{ hostile = { zone = 'd4', to = { white = 'king', black = [] } } }",
        "K6/7/7/7/3D3/a6/7 b",
        "a2d2",
        2,
    ),
    // A king that is surrounded, and one that is not.
    (
        "{ surround.of = 'king' }",
        "7/7/3a3/2aK3/3a3/7/4a2 b",
        "e1e4",
        0,
    ),
    (
        "{ surround.of = 'king' }",
        "7/7/3a3/3K3/3a3/7/4a2 b",
        "e1e4",
        1,
    ),
    (
        "{ surround.of = 'king' }",
        "7/7/7/2aK3/7/7/4a2 b",
        "e1e4",
        1,
    ),
    (
        "{ surround = { of = 'king', zone = 'd5' } }",
        "7/7/7/2aK3/7/7/4a2 b",
        "e1e4",
        0,
    ),
    (
        "{ hostile.zone = 'd5', surround.of = 'king' }",
        "7/7/3a3/2aK3/7/7/4a2 b",
        "e1e4",
        0,
    ),
    // At the edge.
    (
        "{ surround.of = 'king' }",
        "7/7/7/7/7/4a2/2aK2a b",
        "e2d2",
        1,
    ),
    (
        "{ surround = { of = 'king', edge = true } }",
        "7/7/7/7/7/4a2/2aKa2 b",
        "e2d2",
        0,
    ),
    // All eight squares around.
    (
        "{ surround = { of = 'defender', sides = 'K' } }",
        "K6/7/2aaa2/2aDa2/2a1a2/7/3a3 b",
        "d1d3",
        1,
    ),
    (
        "{ surround = { of = 'defender', sides = 'K' } }",
        "K6/7/2aaa2/2aDa2/2a4/7/3a3 b",
        "d1d3",
        2,
    ),
];

#[test]
fn hostile_squares_capture_and_others_must_be_surrounded() {
    for (rules, fen, mv, n_white) in CAPTURES {
        let position = at(&variant(rules), fen);
        round_trips(&position);
        let after = after(&position, &[mv]);
        let white = after.board().pieces_of(Color::White).count();
        assert_eq!(white, *n_white, "{rules} {fen} {mv}: {}", after.to_fen());
    }
}

#[test]
fn kings_are_in_check_by_custody() {
    let lines = "rules.custodial = { hostile.zone = 'd4', surround = { of = 'king', zone = 'rank 1' } }\n\
                 pieces.rook = { move = 'mR', captures.custodial = true }";
    let variant = chess(lines);
    for (fen, is_check) in [
        ("8/8/8/3k4/8/7R/8/K7 b", false),
        ("8/8/8/3k4/8/8/7R/K7 b", false),
        ("8/8/7R/3k4/8/8/8/K7 b", true),
        ("8/8/8/3k4/3n4/8/8/K6R b", false),
        // Two rooks are enough elsewhere, but not here.
        ("8/8/2R5/8/2k5/2R5/8/K7 b", true),
        ("2Rk3R/8/8/8/8/8/8/K7 b", false),
    ] {
        assert_eq!(at(&variant, fen).is_check(), is_check, "{fen}");
    }
}

#[test]
fn settings_that_mean_nothing_are_refused_or_doubted() {
    let rows = [
        ("rules.custodial = {}", "E0409 custodial"),
        ("rules.custodial.hostile.to = 'pawn'", "E0409 "),
        ("rules.custodial.surround.zone = 'a1'", "E0409 "),
        ("rules.custodial.surround = { of = 'tiger' }", "E0306 "),
        ("rules.custodial.hostile.zone = 'd9'", "E0308 "),
        ("rules.custodial.hostile.zone = 'd4'", "W0410 "),
    ];
    for (lines, finding) in rows {
        let findings = found(lines);
        assert!(
            findings.iter().any(|found| found.starts_with(finding)),
            "{lines}: {findings:?}"
        );
    }
}

/// The placement after a move.
fn placed(position: &ferz::game::Position, text: &str) -> String {
    let fen = after(position, &[text]).to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn pieces_may_capture_what_they_come_beside_however_they_move() {
    let variant = chess("rules.custodial.by = ['knight', 'bishop']");
    // A knight comes beside a pawn with a friend behind it, and one without.
    let position = at(&variant, "4k3/8/8/8/R1p5/3p4/8/2N1K3 w - - 0 1");
    assert_eq!(placed(&position, "c1b3"), "4k3/8/8/8/R1p5/1N1p4/8/4K3");
    let position = at(&variant, "4k3/8/8/8/1Rp5/1p1N4/8/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d3b2"), "4k3/8/8/8/1Rp5/8/1N6/4K3");
    // A rook does not, and diagonals do not count unless it is said.
    let position = at(&variant, "4k3/8/8/8/1Rp5/2p5/R7/4K3 w - - 0 1");
    assert_eq!(placed(&position, "a2c2"), "4k3/8/8/8/1Rp5/2p5/2R5/4K3");
    let variant = chess("rules.custodial = { by = 'knight', lines = 'F' }");
    let position = at(&variant, "4k3/8/8/3R4/2p5/8/3N4/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d2b3"), "4k3/8/8/3R4/8/1N6/8/4K3");
}

#[test]
fn the_edge_and_a_second_piece_may_hold_as_well() {
    let edge = chess("rules.custodial = { by = 'knight', opposite = false, edge = true }");
    let position = at(&edge, "4k3/8/8/8/p7/8/3N4/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d2b3"), "4k3/8/8/8/p7/1N6/8/4K3");
    let position = at(&edge, "4k3/8/8/8/p7/3N4/8/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d3b4"), "4k3/8/8/8/1N6/8/8/4K3");
    let between = chess("rules.custodial = { by = 'knight', opposite = false, between = true }");
    let position = at(&between, "4k3/8/8/8/p1p5/3N4/1p6/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d3b4"), "4k3/8/8/8/1N6/8/1p6/4K3");
}

#[test]
fn drops_capture_so_too() {
    let variant = chess("rules.drops = {}\nrules.custodial.by = 'knight'");
    let position = at(&variant, "4k3/8/8/8/1Np5/8/8/4K3[N] w - - 0 1");
    assert_eq!(placed(&position, "N@d4"), "4k3/8/8/8/1N1N4/8/8/4K3");
}

#[test]
fn squares_may_be_said_by_side() {
    let lines =
        "rules.custodial = { by = 'knight', hostile.zone = { white = 'd4', black = 'd4' } }";
    let variant = chess(lines);
    let white = at(&variant, "4k3/8/8/8/2p5/3N4/8/4K3 w - - 0 1");
    assert_eq!(placed(&white, "d3b4"), "4k3/8/8/8/1N6/8/8/4K3");
    let black = at(&variant, "4k3/8/8/8/2P5/3n4/8/4K3 b - - 0 1");
    assert_eq!(placed(&black, "d3b4"), "4k3/8/8/8/1n6/8/8/4K3");
    // As one text Black sees it on d5.
    let variant = chess("rules.custodial = { by = 'knight', hostile.zone = 'd4' }");
    let black = at(&variant, "4k3/8/8/8/2P5/3n4/8/4K3 b - - 0 1");
    assert_eq!(placed(&black, "d3b4"), "4k3/8/8/8/1nP5/8/8/4K3");
}

#[test]
fn what_needs_captors_says_so() {
    let rows = [
        (
            "rules.custodial = { edge = true }",
            "E0409 true: `custodial`: nobody is named `by` whom this is done",
        ),
        (
            "rules.custodial = { by = 'knight', opposite = false }",
            "W0410 false: `custodial`: nothing is captured beside these pieces",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
