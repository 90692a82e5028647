//! Dead positions: insufficient material by other programs, and all possible mates.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Position, Reason, Variant, perft};
use ferz::state::Color;

use crate::harness::builtin;

/// Whether the game has ended because neither side can win.
fn is_dead(position: &Position) -> bool {
    match position.outcome() {
        Outcome::Ended {
            white,
            black,
            reason: Reason::InsufficientMaterial,
        } => {
            assert_eq!((white, black), (0.5, 0.5));
            true
        }
        _ => false,
    }
}

fn position(variant: &Variant, fen: &str) -> Position {
    let read = variant.parse_fen(fen);
    read.unwrap_or_else(|findings| panic!("{}: {fen}: {findings:?}", variant.def().name))
}

#[test]
fn chess_is_dead_where_python_chess_says_so() {
    let chess = builtin("chess");
    let mut found = [0; 2];
    for row in include_str!("data/dead/python-chess.txt").lines().skip(1) {
        let (fen, word) = row.split_once(" | ").expect("two columns");
        let expected = word == "dead";
        assert_eq!(is_dead(&position(&chess, fen)), expected, "{fen}");
        found[usize::from(expected)] += 1;
    }
    assert_eq!(found, [80; 2]);
}

/// The sides that can win: both (`+`), White, Black, or neither (`-`).
#[test]
fn a_bare_king_wins_no_game_that_only_mates_win() {
    let rows = [
        ("chess", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "White"),
        ("chess", "4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "Black"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-"),
        ("chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "-"),
        ("chess", "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1", "+"),
        (
            "chess",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "+",
        ),
        // A king that reaches the hill, a stalemate or a piece that comes to hand wins as well.
        ("kingofthehill", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "+"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/3QK3[] w - - 0 1", "+"),
    ];
    for (name, fen, expected) in rows {
        let position = position(&builtin(name), fen);
        let found = match [Color::White, Color::Black].map(|side| position.may_win(side)) {
            [true, true] => "+",
            [true, false] => "White",
            [false, true] => "Black",
            [false, false] => "-",
        };
        assert_eq!(found, expected, "{name}: {fen}");
    }
}

/// Fairy-Stockfish regards some material as sufficient that has no mate in any arrangement, such as
/// a nightrider with its king; those rows say `mateless`.
#[test]
fn no_variant_is_dead_where_fairy_stockfish_says_that_somebody_can_win() {
    let mut dead = 0;
    let (mut name, mut variant) = ("", None);
    for row in include_str!("data/dead/fairy-stockfish.txt")
        .lines()
        .skip(1)
    {
        let columns: Vec<&str> = row.split(" | ").collect();
        let [of, fen, word] = columns[..] else {
            panic!("three columns: {row}");
        };
        if of != name {
            (name, variant) = (of, Some(builtin(of)));
        }
        let variant = variant.as_ref().expect("it has just been compiled");
        let found = is_dead(&position(variant, fen));
        match word {
            "alive" => assert!(!found, "{row}"),
            "mateless" => assert!(found, "{row}"),
            _ => {}
        }
        dead += usize::from(found);
    }
    assert!(dead > 120, "{dead}");
}

/// Two kings and another piece on 5 x 5 squares, with more lines of a definition.
fn small(piece: &str, more: &str) -> Variant {
    let text = format!(
        "[plain]
         board = {{ files = 5, ranks = 5 }}
         start = '4k/5/5/5/K3X w - - 0 1'
         pieces.king = {{ letter = 'K', move = 'KisO2', royal = true }}
         pieces.piece = {{ letter = 'X', move = '{piece}' }}
         pieces.rook = {{ letter = 'R', move = 'R' }}
         [small]
         inherits = 'plain'
         {more}"
    );
    let read = Catalog::read(&text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    let def = read.value.get("small").expect("it was read");
    Variant::compile(def).expect("it can be played")
}

/// A board with men on some squares, counted from the upper left corner.
fn arranged(men: &[(usize, char)]) -> String {
    let rank = |rank: usize| {
        let letter = |file: usize| {
            let man = men.iter().find(|(square, _)| *square == 5 * rank + file);
            man.map_or('.', |(_, letter)| *letter)
        };
        let mut text: String = (0..5).map(letter).collect();
        for run in (1..=5).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        text
    };
    (0..5).map(rank).collect::<Vec<_>>().join("/")
}

/// Whether a king can be mated by a king and one piece; all arrangements are tried.
fn has_mate(variant: &Variant) -> bool {
    let apart = |a: usize, b: usize| (a / 5).abs_diff(b / 5).max((a % 5).abs_diff(b % 5)) > 1;
    (0..25).any(|king| {
        (0..25).filter(|other| apart(king, *other)).any(|other| {
            (0..25)
                .filter(|one| *one != king && *one != other)
                .any(|one| {
                    let board = arranged(&[(king, 'k'), (other, 'K'), (one, 'X')]);
                    let position = position(variant, &format!("{board} b - - 0 1"));
                    position.is_check() && position.legal_moves().is_empty()
                })
        })
    })
}

/// The piece, whether king and piece against king are reported as dead, and whether they should be:
/// the search may miss a dead position, but never a mate.
const PIECES: &[(&str, bool, bool)] = &[
    ("F", true, true),
    ("A", true, true),
    ("N", true, true),
    ("NN", true, true),
    ("FC", true, true),
    ("W", true, true),
    ("fFfW", false, false),
    ("D", true, true),
    ("FD", true, true),
    ("R", false, false),
    ("WF", false, false),
    ("mNcR", false, false),
    ("mRcF", true, true),
    ("pR", false, true),
    ("nN", true, true),
    ("[W?fF]", true, true),
    ("U", false, false),
];

#[test]
fn no_mate_is_missed_on_a_small_board() {
    let mut found = Vec::new();
    for (piece, ..) in PIECES {
        let variant = small(piece, "");
        let dead = is_dead(&position(&variant, "4k/5/5/5/K2X1 w - - 0 1"));
        let hopeless = !has_mate(&variant);
        assert!(hopeless || !dead, "{piece}");
        found.push((*piece, dead, hopeless));
    }
    assert_eq!(found, PIECES);
}

/// A bishop, on which color of squares ever, gives no mate alone; with each of these rules
/// somebody could win all the same, or bring more pieces.
const RULES: &[(&str, &str)] = &[
    ("rules.stalemate = 'loss'", ""),
    ("rules.stalemate = 'win'", ""),
    ("rules.royal = 'capture'", ""),
    ("rules.captured-to = 'captor-hand'", ""),
    ("rules.bare-king = 'pending'", ""),
    ("rules.repetition = { limit = 3, result = 'loss' }", ""),
    ("rules.perpetual-check = 'loss'", ""),
    ("rules.adjudication = { back-and-forth-loses = true }", ""),
    ("rules.adjudication = { chasing = { rook = 'piece' } }", ""),
    (
        "rules.adjudication = { material = { winner = 'number' } }",
        "",
    ),
    (
        "rules.adjudication = { material = { winner = 'black' } }",
        "",
    ),
    ("rules.use.point-count = { values = { piece = 1 } }", ""),
    ("rules.use.palace = { zone = 'b1' }", ""),
    ("rules.goal = { piece = 'king', zone = 'rank -1' }", ""),
    (
        "rules.extinction = { pieces = ['rook'], result = 'loss', opponent-count = 1 }",
        "",
    ),
    ("rules.connection = { row = 3 }", ""),
    ("rules.checks = { counted = true }", ""),
    ("rules.checks = { flying-generals = true }", ""),
    ("rules.checks = { no-escape = true }", ""),
    ("rules.captures = { blast = true }", ""),
    ("rules.captures = { mandatory = true }", ""),
    ("rules.walls = { rule = 'past' }", ""),
    (
        r#"rules.effects = 'then enemy "K" from to changes side'"#,
        "",
    ),
    ("rules.passing = { always = true }", ""),
    ("rules.drops = { free = true }", ""),
    ("rules.drops = {}", "[X]"),
    ("rules.gating = true", "[X]"),
    ("pieces.piece.promotion = { to = 'rook' }", ""),
    ("pieces.piece.actions = { boom = true }", ""),
    ("pieces.piece.captures = { proximity = true }", ""),
    ("pieces.piece.after = { quiet-becomes = 'rook' }", ""),
    (
        "pieces.piece.promoted = 'rook'\nrules.paired-promotion = {}",
        "",
    ),
    ("pieces.rook.move = 'R@'", "[R]"),
];

#[test]
fn nothing_is_dead_where_more_than_mates_can_win() {
    let at = |variant: &Variant, hand: &str| {
        let fen = format!("4k/5/5/5/K2X1{hand} w - - 0 1");
        is_dead(&position(variant, &fen))
    };
    for harmless in [
        "",
        "rules.move-limit = 50",
        "rules.captured-to = 'owner-hand'",
        "rules.adjudication = { counting = { rule = 'asean' } }",
        "rules.use.drop-mate.who = 'piece'",
        "rules.drops = {}",
        "rules.checkmate = 'win'",
        "pieces.rook.promotion = { to = 'piece' }",
    ] {
        assert!(at(&small("B", harmless), ""), "{harmless}");
    }
    for (rule, hand) in RULES {
        assert!(!at(&small("B", rule), hand), "{rule}");
    }
}

/// A king that can castle with a bishop moves it to the other color.
#[test]
fn nothing_is_dead_while_pieces_may_be_brought_elsewhere() {
    let castling = small(
        "B",
        "pieces.king.move = 'KisO2'\nstart = 'k4/5/5/5/K3X w - - 0 1'",
    );
    let at = |rights: &str| {
        is_dead(&position(
            &castling,
            &format!("k4/5/5/5/K3X w {rights} - 0 1"),
        ))
    };
    assert!(!at("K"));
    assert!(at("-"));
}

/// `perft` looks only at ends by a rule of the board: dead positions have their moves. The counts
/// are python-chess's.
#[test]
fn dead_positions_have_moves() {
    let chess = builtin("chess");
    for (fen, counts) in [
        ("8/8/8/4k3/8/8/2N5/K7 w - - 0 1", [8, 56, 537, 3817]),
        ("8/8/8/4k3/8/8/8/K7 w - - 0 1", [3, 24, 143, 1126]),
    ] {
        let position = position(&chess, fen);
        assert!(is_dead(&position), "{fen}");
        assert_eq!([1, 2, 3, 4].map(|depth| perft(&position, depth)), counts);
    }
}

/// The right of the other side to castle gives a bare king no way to win.
#[test]
fn a_bare_king_cannot_win_whatever_the_other_side_may_do() {
    let chess = builtin("chess");
    for rights in ["K", "-"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w {rights} - 0 1");
        let position = position(&chess, &fen);
        assert!(!position.may_win(Color::Black), "{fen}");
        assert!(position.may_win(Color::White), "{fen}");
    }
}
