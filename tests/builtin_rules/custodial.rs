//! Clauses for custodial capture (between two pieces), and `custodial` and `surround` of the
//! library.

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz::state::Color;

use super::{after, at, chess, found, round_trips};

fn variant(rules: &str) -> Variant {
    let text = format!(
        "[custody]
board = {{ files = 7, ranks = 7 }}
start = '7/7/7/3K3/7/7/A6 b'
rules.royal = 'capture'
rules.use = {rules}
[custody.pieces]
attacker = {{ letter = 'A', move = 'mR' }}
defender = {{ letter = 'D', move = 'mR' }}
king = {{ letter = 'K', move = 'mR', royal = true }}
"
    );
    let read = Catalog::read(&text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    let def = read.value.first().expect("a variant");
    Variant::compile(def).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// An empty square that is as good as a captor.
const HOSTILE: &str = "{ custodial.with = 'own or empty [white d4]' }";

/// A king that must be surrounded.
const KING: &str = "{ custodial.whom = 'not king', surround.who = 'king' }";

/// Rules, a position, a move, and the number of remaining white pieces.
const CAPTURES: &[(&str, &str, &str, usize)] = &[
    // Between a mover and an empty hostile square.
    (HOSTILE, "K6/7/3a3/3D3/7/7/7 b", "d5d6", 2),
    (HOSTILE, "K6/a6/7/7/3D3/7/7 b", "a6d6", 2),
    (HOSTILE, "K6/7/7/7/3D3/7/a6 b", "a1d1", 2),
    (HOSTILE, "K6/7/7/7/3D3/a6/7 b", "a2d2", 1),
    // It is not empty.
    (HOSTILE, "K6/7/7/3D3/3D3/a6/7 b", "a2d2", 3),
    (HOSTILE, "K6/7/7/3a3/3D3/a6/7 b", "a2d2", 1),
    // To the king only.
    (
        "{ custodial.with = 'own', surround.who = 'white king [d3]' }",
        "K6/7/7/7/3D3/a6/7 b",
        "a2d2",
        2,
    ),
    // A king that is surrounded, and one that is not.
    (KING, "7/7/3a3/2aK3/3a3/7/4a2 b", "e1e4", 0),
    (KING, "7/7/3a3/3K3/3a3/7/4a2 b", "e1e4", 1),
    (KING, "7/7/7/2aK3/7/7/4a2 b", "e1e4", 1),
    (
        "{ custodial.whom = 'not (king [white d5])', surround.who = 'king [white d5]' }",
        "7/7/7/2aK3/7/7/4a2 b",
        "e1e4",
        0,
    ),
    (
        "{ surround = { who = 'king', by = 'own or empty [white d3]' } }",
        "7/7/3a3/2aK3/7/7/4a2 b",
        "e1e4",
        0,
    ),
    // At the edge.
    (KING, "7/7/7/7/7/4a2/2aK2a b", "e2d2", 1),
    (KING, "7/7/7/7/7/4a2/2aKa2 b", "e2d2", 0),
    (
        "{ surround.who = 'king [b2-f6]' }",
        "7/7/7/7/7/4a2/2aKa2 b",
        "e2d2",
        1,
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
    let variant = chess(
        "pieces.rook.move = 'mR'\n\
         rules.use = { custodial = { who = 'rook', with = 'own or empty [d4]', whom = 'not (king [rank 8])' }, \
         surround.who = 'king [rank 8]' }",
    );
    for (fen, is_check) in [
        ("8/8/8/3k4/8/7R/8/K7 b", false),
        ("8/8/8/3k4/8/8/7R/K7 b", false),
        ("8/8/7R/3k4/8/8/8/K7 b", true),
        ("8/8/8/3k4/3n4/8/8/K6R b", false),
        // Two rooks suffice in the middle, but not here.
        ("8/8/2R5/8/2k5/2R5/8/K7 b", true),
        ("2Rk3R/8/8/8/8/8/8/K7 b", false),
        // A king at the edge may be surrounded.
        ("2Rk3R/3R4/8/8/8/8/8/K7 b", true),
    ] {
        assert_eq!(at(&variant, fen).is_check(), is_check, "{fen}");
    }
}

#[test]
fn captures_that_mean_nothing_are_refused_or_doubted() {
    let rows = [
        ("capture mover", "E0333"),
        ("capture captured", "E0333"),
        ("choose x in enemy, capture x", "E0333"),
        ("then capture enemy enclosed by to and own", "E0333"),
        ("remove edge", "E0333"),
        ("capture enemy enclosed by to and own along \"mN2\"", "E"),
        ("capture enemy white black", "W0410"),
        ("capture own pawn", "W0410"),
    ];
    for (clause, finding) in rows {
        let findings = found(&format!("rules.effects = '{clause}'"));
        assert!(
            findings.iter().any(|found| found.starts_with(finding)),
            "{clause}: {findings:?}"
        );
    }
}

/// The piece placement after a move.
fn placed(position: &ferz::game::Position, text: &str) -> String {
    let fen = after(position, &[text]).to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// Chess with one effect.
fn effect(clause: &str) -> Variant {
    chess(&format!("rules.effects = '{clause}'"))
}

#[test]
fn pieces_may_capture_what_they_come_beside_however_they_move() {
    let variant = effect("capture enemy enclosed by to (knight or bishop) and own along \"W\"");
    // A knight moves next to a pawn with a friend behind it, and to one without.
    let position = at(&variant, "4k3/8/8/8/R1p5/3p4/8/2N1K3 w - - 0 1");
    assert_eq!(placed(&position, "c1b3"), "4k3/8/8/8/R1p5/1N1p4/8/4K3");
    let position = at(&variant, "4k3/8/8/8/1Rp5/1p1N4/8/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d3b2"), "4k3/8/8/8/1Rp5/8/1N6/4K3");
    // A rook does not, and diagonals do not count unless it is said.
    let position = at(&variant, "4k3/8/8/8/1Rp5/2p5/R7/4K3 w - - 0 1");
    assert_eq!(placed(&position, "a2c2"), "4k3/8/8/8/1Rp5/2p5/2R5/4K3");
    let variant = effect("capture enemy enclosed by to knight and own along \"F\"");
    let position = at(&variant, "4k3/8/8/3R4/2p5/8/3N4/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d2b3"), "4k3/8/8/3R4/8/1N6/8/4K3");
}

#[test]
fn lines_may_be_long_and_have_a_direction() {
    let fen = "4k3/R7/p7/p7/8/2N5/8/4K3 w - - 0 1";
    let short = effect("capture enemy enclosed by to knight and own along \"W\"");
    assert_eq!(placed(&at(&short, fen), "c3a4"), "4k3/R7/p7/p7/N7/8/8/4K3");
    let long = effect("capture enemy enclosed by to knight and own along \"R\"");
    assert_eq!(placed(&at(&long, fen), "c3a4"), "4k3/R7/8/8/N7/8/8/4K3");
    let ahead = effect("capture enemy enclosed by to knight and own along \"fR\"");
    assert_eq!(placed(&at(&ahead, fen), "c3a4"), "4k3/R7/8/8/N7/8/8/4K3");
    let back = effect("capture enemy enclosed by to knight and own along \"bR\"");
    assert_eq!(placed(&at(&back, fen), "c3a4"), "4k3/R7/p7/p7/N7/8/8/4K3");
}

#[test]
fn the_edge_and_a_second_piece_may_hold_as_well() {
    let edge = effect("capture enemy enclosed by to knight and edge along \"W\"");
    let position = at(&edge, "4k3/8/8/8/p7/8/3N4/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d2b3"), "4k3/8/8/8/p7/1N6/8/4K3");
    let position = at(&edge, "4k3/8/8/8/p7/3N4/8/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d3b4"), "4k3/8/8/8/1N6/8/8/4K3");
    let between =
        effect("capture enemy \"sW\" from to knight enclosed by enemy and enemy along \"sW\"");
    let position = at(&between, "4k3/8/8/8/p1p5/3N4/1p6/4K3 w - - 0 1");
    assert_eq!(placed(&position, "d3b4"), "4k3/8/8/8/1N6/8/1p6/4K3");
}

#[test]
fn drops_capture_so_too() {
    let variant = chess("rules.drops = {}\nrules.use.custodial.who = 'knight'");
    let position = at(&variant, "4k3/8/8/8/1Np5/8/8/4K3[N] w - - 0 1");
    assert_eq!(placed(&position, "N@d4"), "4k3/8/8/8/1N1N4/8/8/4K3");
}

#[test]
fn squares_may_be_said_by_side() {
    let variant =
        chess("rules.use.custodial = { who = 'knight', with = 'own or empty [white d4]' }");
    let white = at(&variant, "4k3/8/8/8/2p5/3N4/8/4K3 w - - 0 1");
    assert_eq!(placed(&white, "d3b4"), "4k3/8/8/8/1N6/8/8/4K3");
    let black = at(&variant, "4k3/8/8/8/2P5/3n4/8/4K3 b - - 0 1");
    assert_eq!(placed(&black, "d3b4"), "4k3/8/8/8/1n6/8/8/4K3");
    // Without the side Black sees it on d5.
    let variant = chess("rules.use.custodial = { who = 'knight', with = 'own or empty [d4]' }");
    let black = at(&variant, "4k3/8/8/8/2P5/3n4/8/4K3 b - - 0 1");
    assert_eq!(placed(&black, "d3b4"), "4k3/8/8/8/1nP5/8/8/4K3");
}

#[test]
fn what_is_captured_so_is_captured_for_other_clauses() {
    let custody = "capture enemy enclosed by to knight and own along \"W\"";
    let variant = chess(&format!(
        "rules.effects = ['captured pawn goes to [a8]', '{custody}']"
    ));
    let position = at(&variant, "4k3/8/8/8/1Rp5/8/5N2/4K3 w - - 0 1");
    assert_eq!(placed(&position, "f2d3"), "4k3/8/8/8/1Rp5/3N4/8/4K3");
    let position = at(&variant, "4k3/8/8/8/1Rp5/8/4N3/4K3 w - - 0 1");
    assert_eq!(placed(&position, "e2d4"), "p3k3/8/8/8/1R1N4/8/8/4K3");
}
