//! Piece values: estimates, matches between unequal armies, and the regression.

use ferz::eval::{Estimate, estimates};
use ferz::game::Variant;
use ferz::state::Color;
use ferz_cli::referee::statistics::Interval;
use ferz_cli::referee::value::{Army, Findings, Regression, ValuePlan};
use ferz_cli::referee::{GameKey, GameRow, SelfPlayTerms};

use super::{builtin, definition_of};

/// A board of chess with one piece of each kind.
fn estimate(betza: &str) -> Estimate {
    let variant = with_piece(betza);
    let role = variant.role("asked").unwrap();
    estimates(&variant).swap_remove(role.index())
}

fn with_piece(betza: &str) -> Variant {
    definition_of(&format!(
        "inherits = 'chess'\nname = 'asked'\npieces.asked = {{ letter = 'X', move = '{betza}' }}"
    ))
}

/// Whose pieces promote makes no difference for what they are worth to their side.
#[test]
fn promoters_of_black_are_worth_what_those_of_white_are() {
    let worth = |lines: &str| {
        let text =
            format!("inherits = 'chess'\nname = 'mine'\npieces.pawn.promotion = false\n{lines}");
        let variant = definition_of(&text);
        let pawn = variant.role("pawn").expect("a pawn");
        estimates(&variant)[pawn.index()].worth
    };
    let by = |side: &str| {
        worth(&format!(
            "rules.pawn-promotion = {{ pieces = {{ {side} = 'pawn' }}, to = 'queen' }}"
        ))
    };
    assert_eq!(by("white"), by("black"));
    assert!(by("black") > worth(""));
    let spartan = builtin("spartan");
    let [hoplite, pawn] = ["hoplite", "pawn"].map(|name| {
        let role = spartan.role(name).expect("a piece of the game");
        estimates(&spartan)[role.index()].worth
    });
    assert!((hoplite - pawn).abs() < 20, "{hoplite} and {pawn}");
}

/// The numbers are those of Ralph Betza's table of mobility with the magic number 0.7.
#[test]
fn mobility_is_that_of_betzas_table() {
    for (betza, expected) in [
        ("W", 3.50),
        ("F", 3.06),
        ("D", 3.00),
        ("N", 5.25),
        ("A", 2.25),
        ("H", 2.50),
        ("L", 4.38),
        ("J", 3.75),
        ("G", 1.56),
        ("R", 8.10),
        ("B", 5.93),
        ("DD", 4.89),
        ("NN", 7.96),
        ("AA", 3.07),
        ("HH", 3.20),
        ("LL", 5.43),
        ("JJ", 4.45),
        ("GG", 1.74),
    ] {
        let found = estimate(betza).mobility();
        assert!((found - expected).abs() < 0.006, "{betza}: {found}");
    }
}

/// The numbers are those that H. G. Muller's formula gives for so many targets.
#[test]
fn leapers_have_a_formula() {
    for (betza, expected) in [
        ("W", Some(143.0)),
        ("N", Some(308.0)),
        ("NWA", Some(704.0)),
        ("NWFDA", Some(1188.0)),
        ("R", None),
        ("C", None),
        ("nD", None),
    ] {
        let found = estimate(betza).leaper;
        assert_eq!(found.map(f64::round), expected, "{betza}");
    }
}

#[test]
fn captures_are_two_thirds_of_a_move() {
    let [queen, knight] = ["Q", "N"].map(|betza| estimate(betza).mobility());
    for (betza, expected) in [
        ("mQcN", queen / 3.0 + knight * 2.0 / 3.0),
        ("mNcQ", knight / 3.0 + queen * 2.0 / 3.0),
    ] {
        assert!((estimate(betza).mobility() - expected).abs() < 1e-9);
    }
    assert!(estimate("B").half.is_some());
    assert!(estimate("N").half.is_none());
    assert!(estimate("fmWfcF").half.is_none());
}

#[test]
fn a_plan_asks_what_is_expected_to_be_even() {
    let variant = with_piece("RN");
    let role = |name: &str| variant.role(name).unwrap();
    let plan = ValuePlan::new(&variant, role("asked"), None, None).unwrap();
    assert_eq!(plan.against, role("queen"));
    assert_eq!(plan.pawn, role("pawn"));
    let armies = plan.questions.iter().map(|question| {
        [question.first, question.second]
            .map(|army| army.name(&variant))
            .join(" - ")
    });
    let armies: Vec<String> = armies.collect();
    assert_eq!(armies[0], "all - all less a pawn");
    assert!(armies[1..].contains(&"asked for queen - all less a pawn".to_owned()));
    for question in &plan.questions[1..] {
        assert!((0.35..0.65).contains(&plan.expected(question)));
    }
}

#[test]
fn what_cannot_be_measured_is_said() {
    let chess = builtin("chess");
    let role = |name: &str| chess.role(name).unwrap();
    for (piece, against, says) in [
        ("king", None, "`king` cannot be lost"),
        ("queen", Some("queen"), "no piece to compare it with"),
        ("pawn", None, "no pawn can be removed"),
        ("queen", Some("king"), "no piece to compare it with"),
    ] {
        let plan = ValuePlan::new(&chess, role(piece), against.map(role), None);
        let reason = plan.unwrap_err();
        assert!(reason.contains(says), "{reason}");
    }
    assert!(ValuePlan::new(&chess, role("rook"), None, Some(8)).is_err());
}

/// Kings and rooks stay, bishops stand on both colors, and Black mirrors White.
#[test]
fn armies_are_shuffled_within_what_castling_needs() {
    let variant = with_piece("RN");
    let role = |name: &str| variant.role(name).unwrap();
    let plan = ValuePlan::new(&variant, role("asked"), Some(role("queen")), None).unwrap();
    let mut questions = plan.questions.iter();
    let question = questions.find(|question| (question.exchanged, question.pawns) == (1, 1));
    let question = question.unwrap();
    let mut ranks = std::collections::BTreeSet::new();
    for number in 0..40 {
        let opening = |first: Color| plan.opening(question, first, 7, number, 0).unwrap();
        let fen = opening(Color::White).position().to_fen();
        let rows: Vec<&str> = fen.split([' ', '/']).collect();
        let (black, white) = (rows[0], rows[7]);
        assert_eq!(rows[1], "ppppp1pp", "{fen}");
        assert_eq!(rows[6], "PPPPPPPP", "{fen}");
        assert_eq!(fen.split(' ').nth(2), Some("KQkq"));
        assert_eq!(black.to_uppercase().replace('Q', "X"), white);
        let bishops: Vec<usize> = white.match_indices('B').map(|(at, _)| at % 2).collect();
        assert_ne!(bishops[0], bishops[1], "{fen}");
        assert_eq!([0, 4, 7].map(|at| &white[at..=at]), ["R", "K", "R"]);
        ranks.insert(white.to_owned());
        let other = opening(Color::Black).position().to_fen();
        assert!(other.starts_with(&white.to_lowercase()), "{other}");
        assert_eq!(fen, opening(Color::White).position().to_fen());
    }
    assert!(ranks.len() > 10, "{ranks:?}");
    // Shogi is turned around, not mirrored.
    let shogi = builtin("shogi");
    let plan = ValuePlan::new(&shogi, shogi.role("gold").unwrap(), None, None).unwrap();
    let fen = plan
        .opening(&plan.questions[0], Color::White, 1, 3, 0)
        .unwrap();
    let fen = fen.position().to_fen();
    let rows: Vec<&str> = fen.split(['/', '[', ' ']).collect();
    let turned: String = rows[8].chars().rev().collect();
    assert_eq!(rows[0].to_uppercase(), turned);
}

/// A row of which only the result counts.
fn row(pair: u64, half: u8, first_score: f64) -> GameRow {
    let terms = SelfPlayTerms {
        nodes: 1,
        max_plies: 1,
        resign: None,
    };
    let white_score = if half == 0 {
        first_score
    } else {
        1.0 - first_score
    };
    GameRow {
        key: GameKey {
            pair,
            half,
            ..GameKey::of_self_play("chess", "", 1, terms)
        },
        fen: None,
        moves: Vec::new(),
        book: 0,
        white_score,
        black_score: 1.0 - white_score,
        reason: String::new(),
        details: String::new(),
        seconds: [0.0; 2],
        nodes: [0; 2],
        run: None,
        date: None,
        thoughts: Vec::new(),
    }
}

/// With 64 % for a pawn and 50 % for the piece with a pawn less the piece is worth a pawn more.
#[test]
fn scores_become_pawns() {
    let chess = builtin("chess");
    let role = |name: &str| chess.role(name).unwrap();
    let plan = ValuePlan::new(&chess, role("queen"), Some(role("rook")), None).unwrap();
    // There are two rooks.
    let question = plan.questions.iter().position(|question| {
        question.first
            == Army {
                lacks_pawn: true,
                ..question.first
            }
            && question.exchanged == 2
    });
    let question = question.unwrap();
    let mut rows = Vec::new();
    for pair in 0..200 {
        // 128 of 200 pairs are won.
        let score = f64::from(u8::from(pair % 25 < 16));
        for half in 0..2 {
            rows.push((0, row(pair * 9, half, score)));
            rows.push((question, row(pair * 9 + 1, half, f64::from(half))));
        }
    }
    let placed: Vec<_> = rows.iter().map(|(asked, row)| (0, *asked, row)).collect();
    let findings = Findings::new(&plan, &[1], &placed).unwrap();
    let limit = &findings.limits[0];
    assert!((limit.answers[0].score.score.value - 0.64).abs() < 1e-4);
    let Interval { low, value, high } = findings.difference().unwrap();
    assert!((value - 0.5).abs() < 1e-3, "{value}");
    assert!(
        low < value && value < high && high - low < 0.1,
        "{low} {high}"
    );
    let expected = 5.08 + 0.5 * 0.92;
    assert!((plan.value(&findings).unwrap() - expected).abs() < 0.02);
    assert!(
        findings
            .warnings(&plan)
            .iter()
            .any(|text| text.contains("assumes"))
    );
}

/// Games in which who has a rook more has won: the regression sees it, and in which unit.
#[test]
fn the_regression_sees_what_wins() {
    let chess = builtin("chess");
    let pawn = ValuePlan::pawn_of(&chess).unwrap();
    let mut rows = Vec::new();
    let shuffle = "a1b1 a8b8 b1a1 b8a8 ".repeat(5);
    for number in 0..80_u64 {
        // Who has a rook more wins 19 of 20 games, who has a pawn more 12 of 20.
        let (board, wins) = if number % 2 == 0 {
            ("r3k3/8/8/8/8/8/7R/R3K3", 19)
        } else {
            ("r3k3/8/8/8/8/8/7P/R3K3", 12)
        };
        let mut one = row(number, 0, f64::from(u8::from((number / 2) % 20 < wins)));
        one.fen = Some(format!("{board} w - - 0 1"));
        one.moves = shuffle.split_whitespace().map(str::to_owned).collect();
        rows.push(one);
    }
    let found = Regression::new(&chess, pawn, &rows).unwrap();
    let names: Vec<&str> = found
        .pieces
        .iter()
        .map(|one| chess.role_name(one.role))
        .collect();
    assert_eq!(names, ["pawn", "rook"]);
    let logit = |name: &str| {
        let role = chess.role(name).unwrap();
        found
            .pieces
            .iter()
            .find(|one| one.role == role)
            .unwrap()
            .logit
            .value
            + found.white.value
    };
    assert!((logit("rook") - (19.0_f64).ln()).abs() < 0.1);
    assert!((logit("pawn") - (1.5_f64).ln()).abs() < 0.1);
    assert!(Regression::new(&chess, pawn, &rows[..0]).is_err());
}
