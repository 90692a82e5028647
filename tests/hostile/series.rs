//! Series of jumps: exact as far as the limit, an error beyond it, and attacks that do not depend on
//! how far is searched.

use std::fmt::Write as _;

use ferz::definition::PlayLimits;
use ferz::formats::Catalog;
use ferz::game::{Strategy, Variant, checked_perft};
use ferz::source::Diagnostic;

use super::{codes, read};
use crate::harness::Random;

/// A rank of a FEN; what is empty is an empty text.
fn row(squares: &[&str]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for square in squares.iter().chain(&["end"]) {
        if square.is_empty() {
            gap += 1;
            continue;
        }
        if gap > 0 {
            let _ = write!(text, "{gap}");
        }
        gap = 0;
        if *square != "end" {
            text.push_str(square);
        }
    }
    text
}

/// A square board with a jumper in the corner and men on every second square.
fn crowd(side: usize, over: &str) -> String {
    let square = |file: usize, rank: usize| match (file % 2, rank % 2) {
        _ if (file, rank) == (0, 0) => "H",
        (1, 1) if file + 1 < side && rank + 1 < side => "h",
        _ => "",
    };
    let rows: Vec<String> = (0..side)
        .rev()
        .map(|rank| row(&(0..side).map(|file| square(file, rank)).collect::<Vec<_>>()))
        .collect();
    format!(
        "[x]\nboard = {{ files = {side}, ranks = {side} }}\nstart = '{} w'\nrules.royal = 'none'\n\
         [x.pieces.man]\nletter = 'H'\nmove = 'mK'\nactions.jump-series.over = {over}\n",
        rows.join("/")
    )
}

#[test]
fn a_crowd_is_an_error_and_no_stall() {
    for (side, over) in [(14, "'F'"), (16, "['W', 'F']"), (16, "'K'"), (36, "'F'")] {
        let (def, findings) = read(&crowd(side, over));
        assert_eq!(codes(&findings), [""; 0]);
        let error = Variant::compile(&def.expect("it is there")).expect_err("too many moves");
        assert_eq!(codes(error.diagnostics()), ["E0521"], "{side} {over}");
    }
}

#[test]
fn the_limit_is_an_option() {
    let (def, _) = read(&crowd(10, "'F'"));
    let def = def.expect("it is there");
    let variant = Variant::compile(&def).expect("few enough");
    // Counted by the program as it was before there was a limit.
    assert_eq!(variant.start().legal_moves().len(), 179);
    assert!(variant.start().beyond_limits().is_none());
    let error = Variant::builder(&def)
        .limits(PlayLimits {
            series: 100,
            ..PlayLimits::default()
        })
        .compile();
    assert_eq!(codes(error.expect_err("too many").diagnostics()), ["E0521"]);
}

#[test]
fn counts_beyond_the_limit_are_errors() {
    let (def, _) = read(&crowd(14, "'F'"));
    let mut def = def.expect("it is there");
    let fen = std::mem::replace(&mut def.start, format!("{}14 w", "14/".repeat(13)));
    let variant = Variant::compile(&def).expect("nobody jumps yet");
    let found = variant.read_fen(&fen);
    assert_eq!(codes(&found.diagnostics), ["E0521"], "{fen}");
    let position = found.value;
    assert!(position.beyond_limits().is_some());
    for strategy in [Strategy::Fastest, Strategy::General] {
        let error = checked_perft(&position, 1, strategy).expect_err("they cannot be counted");
        assert_eq!(error.code.as_str(), "E0521");
        assert_eq!(checked_perft(&position, 0, strategy), Ok(1));
    }
}

/// Random boards: a king is in check exactly if some series captures what stands there.
#[test]
fn attacks_are_the_captures_of_series() {
    let rules = [
        "over = 'F'",
        "over = 'K'",
        "over = ['W', 'F'], own = true",
        "over = 'fF', own = true, must-take = 'man'",
        "over = ['W', 'F'], must-take = 'stone'",
        "over = 'K', own = true, must-take = 'stone', remove-at-end = true",
        "over = 'N', own = true",
        "over = 'WD'",
    ];
    let mut random = Random::new(20);
    let (mut attacked, mut free) = (0, 0);
    for rules in rules {
        let text = |royal: &str| {
            format!(
                "[x]\nboard = {{ files = 7, ranks = 7 }}\nstart = '3k3/7/7/7/7/7/3K3 w'\n\
                 {royal}\n[x.pieces]\nking = {{ letter = 'K', move = 'W'{} }}\n\
                 stone = {{ letter = 'S', move = '-' }}\n\
                 man = {{ letter = 'M', move = 'mK', actions.jump-series = {{ {rules} }} }}\n",
                if royal.is_empty() {
                    ", royal = true"
                } else {
                    ""
                }
            )
        };
        let variant = |royal: &str| {
            let (def, findings) = read(&text(royal));
            assert_eq!(codes(&findings), [""; 0], "{rules}");
            Variant::compile(&def.expect("it is there")).expect("it can be played")
        };
        let (without, with) = (variant("rules.royal = 'none'"), variant(""));
        for _ in 0..60 {
            let mut squares = vec![""; 49];
            for piece in [
                "k", "K", "M", "M", "m", "s", "s", "s", "S", "m", "m", "s", "s",
            ] {
                let mut at = random.below(49);
                while !squares[at].is_empty() {
                    at = random.below(49);
                }
                squares[at] = piece;
            }
            let king = squares
                .iter()
                .position(|one| *one == "k")
                .expect("it was put");
            let rows: Vec<String> = squares.chunks(7).map(row).collect();
            let board = rows.join("/");
            let listed = without
                .parse_fen(&format!("{board} w"))
                .expect("a position");
            let king = without
                .shape()
                .at((king % 7) as u8, (6 - king / 7) as u8)
                .expect("on the board");
            let moves = listed.legal_moves();
            let captured = moves.iter().any(|one| one.captures.contains(&king));
            let position = with.read_fen(&format!("{board} b")).value;
            assert_eq!(position.is_check(), captured, "{rules}: {board}");
            *(if captured { &mut attacked } else { &mut free }) += 1;
        }
    }
    assert!(attacked > 50 && free > 50, "{attacked} {free}");
}

/// Every second square of the largest board.
fn crowded(pieces: [&str; 2]) -> String {
    let rank = |piece: &str| row(&[piece, ""].repeat(18));
    let ranks: Vec<String> = (0..36).map(|number| rank(pieces[number % 2])).collect();
    ranks.join("/")
}

#[test]
fn crowds_of_walkers_and_walls_are_errors_and_no_stalls() {
    let walks = "['(a)K', '(afs)W', '(ca)K', '(mca)Q', '(mpa)K', 'mpamparampampampampaQ']";
    for (rules, moves, start) in [
        ("", walks, crowded(["Q", "q"])),
        ("rules.walls.rule = 'duck'\n", "'Q'", crowded(["Q", ""])),
    ] {
        let (def, findings) = read(&format!(
            "[x]\nboard = {{ files = 36, ranks = 36 }}\nstart = '{start} w'\n\
             rules.royal = 'none'\n{rules}pieces.q = {{ letter = 'Q', move = {moves} }}\n"
        ));
        assert!(!findings.iter().any(Diagnostic::is_error), "{findings:?}");
        let def = def.expect("it is there");
        let error = Variant::compile(&def).expect_err("too many moves");
        assert_eq!(codes(error.diagnostics()), ["E0521"], "{moves}");
    }
}

#[test]
fn the_limits_of_walks_and_walls_are_options() {
    let text = |rules: &str, moves: &str| {
        format!(
            "[x]\nboard = {{ files = 8, ranks = 8 }}\nstart = '8/8/2q5/8/4Q3/8/8/8 w'\n\
             rules.royal = 'none'\n{rules}pieces.q = {{ letter = 'Q', move = {moves} }}\n"
        )
    };
    let few = PlayLimits {
        legs: 100,
        moves: 100,
        ..PlayLimits::default()
    };
    for (rules, moves) in [("", "'(a)K'"), ("rules.walls.rule = 'duck'\n", "'Q'")] {
        let (def, findings) = read(&text(rules, moves));
        assert_eq!(codes(&findings), [""; 0]);
        let def = def.expect("it is there");
        assert!(Variant::compile(&def).is_ok(), "{moves}");
        let error = Variant::builder(&def)
            .limits(few)
            .compile()
            .expect_err("too many moves");
        assert_eq!(codes(error.diagnostics()), ["E0521"], "{moves}");
    }
}

#[test]
fn no_game_that_people_play_is_near_the_limits() {
    let tenth = PlayLimits {
        series: PlayLimits::default().series / 10,
        legs: PlayLimits::default().legs / 10,
        moves: PlayLimits::default().moves / 10,
    };
    for name in Catalog::builtin().names() {
        let def = Catalog::builtin().get(name).expect("it is there");
        assert!(
            Variant::builder(def).limits(tenth).compile().is_ok(),
            "{name}"
        );
    }
}
