//! Game records: writing and reading, with results by the rules or by the players.

use std::process::Command;

use ferz::game::{Game, Outcome, Reason, Variant};
use ferz::notation::{read_record, write_record};
use ferz::source::Diagnostic;
use ferz::state::Color;

use crate::harness::scene::configured;
use crate::harness::{Random, builtin};

fn read(text: &str, variant: &Variant) -> (Option<Game>, Vec<Diagnostic>) {
    let read = read_record(text, |_| Some(variant.clone()));
    (read.value, read.diagnostics)
}

/// Codes with the text that each points at.
fn found(text: &str) -> Vec<(String, String)> {
    let read = read_record(text, |name| (name == "chess").then(|| builtin("chess")));
    read.diagnostics
        .iter()
        .map(|one| (one.code.to_string(), text[one.span.range()].to_owned()))
        .collect()
}

fn check(game: &Game, variant: &Variant) {
    let text = write_record(game, "mine");
    let (again, findings) = read(&text, variant);
    assert_eq!(findings, [], "{text}");
    let again = again.expect("a game");
    assert_eq!(again.position(), game.position(), "{text}");
    assert!(again.moves().eq(game.moves()), "{text}");
    assert_eq!(again.outcome(), game.outcome(), "{text}");
    assert!(
        text.lines()
            .all(|line| line.len() <= 80 || line.starts_with('['))
    );
}

#[test]
fn random_games_are_written_and_read_back() {
    let mut random = Random::new(20);
    let words = [
        "chess",
        "crazyhouse",
        "xiangqi",
        "rococo",
        "an-ordinary-variant",
        "sorcerers-chess",
        "apothecary-chess-classic?setup=5",
        "grand-apothecary-chess-alert",
    ];
    for word in words {
        let variant = configured(word);
        let mut game = Game::new(variant.start());
        for _ in 0..40 {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.outcome() != Outcome::Ongoing {
                break;
            }
            game.play_unchecked(&moves[random.below(moves.len())]);
        }
        check(&game, &variant);
        // The same game from its tenth position on, where Black may be to move.
        let mut later = Game::new(variant.start());
        for (index, one) in game.moves().enumerate() {
            if index == 9 {
                later = Game::new(later.position().clone());
            }
            later.play_unchecked(one);
        }
        check(&later, &variant);
        if game.outcome() == Outcome::Ongoing {
            game.resign(Color::White);
            check(&game, &variant);
            game.agree(0.75).expect("a share");
            check(&game, &variant);
            game.forfeit_on_time(Color::White);
            check(&game, &variant);
        }
    }
}

#[test]
fn players_end_games() {
    let mut game = Game::new(builtin("chess").start());
    game.resign(Color::White);
    let ended = |white, black, reason| Outcome::Ended {
        white,
        black,
        reason,
    };
    assert_eq!(game.outcome(), ended(0.0, 1.0, Reason::Resignation));
    let first = game.position().legal_moves().remove(0);
    game.play_unchecked(&first);
    assert_eq!(game.outcome(), Outcome::Ongoing);
    game.agree(0.56).expect("a share");
    assert_eq!(game.outcome(), ended(0.56, 0.44, Reason::Agreement));
    assert!(game.agree(1.5).is_err());
    assert!(game.agree(f64::NAN).is_err());
    assert_eq!(game.outcome(), ended(0.56, 0.44, Reason::Agreement));
    game.forfeit_on_time(Color::White);
    assert_eq!(game.outcome(), ended(0.0, 1.0, Reason::TimeForfeit));
    // Who cannot win has half a point.
    let chess = builtin("chess");
    let bare = chess.parse_fen("4k3/8/8/8/8/8/8/3QK3 w - -");
    let mut bare = Game::new(bare.expect("a position"));
    bare.forfeit_on_time(Color::White);
    assert_eq!(bare.outcome(), ended(0.5, 0.5, Reason::TimeForfeit));
    check(&bare, &chess);
    // What the rules say comes first.
    let mate = builtin("chess")
        .parse_fen("7k/6Q1/6K1/8/8/8/8/8 b - -")
        .expect("a mate");
    let mut over = Game::new(mate);
    over.resign(Color::White);
    assert_eq!(over.outcome(), ended(1.0, 0.0, Reason::Checkmate));
}

/// A rule of its own may end a game for a reason that others have as well.
#[test]
fn reasons_of_rules_are_read_back() {
    let jetan = builtin("jetan");
    let fen = "wldfpcfdlw/2aaaaaaat/10/10/10/10/10/1L8/a1AAAAAAAT/C4PFDLW b - - 1 17";
    let mut game = Game::new(jetan.parse_fen(fen).expect("a good position"));
    let mv = game.position().parse_move("a2a1").expect("a legal move");
    game.play_unchecked(&mv);
    check(&game, &jetan);
}

#[test]
fn records_of_others_are_read() {
    let text = "[Event \"a \\\"game\\\"\"]\r\n[Variant \"chess\"]\r\n[White \"\"]\r\n\r\n\
                {at once} 1.e2e4 $2 e7e5 ; and on\n2. g1f3{why} 2... b8c6 *\n";
    let (game, findings) = read(text, &builtin("chess"));
    assert_eq!(findings, []);
    let game = game.expect("a game");
    assert_eq!(game.moves().len(), 4);
    assert_eq!(game.outcome(), Outcome::Ongoing);
}

#[test]
fn variants_are_found_by_the_names_of_other_programs() {
    let text = "[Variant \"Three-check\"]\n\n1. e4 *\n";
    let find = |name: &str| (name == "3check").then(|| builtin("3check"));
    let game = read_record(text, find).into_result().unwrap().unwrap();
    assert_eq!(game.position().variant().def().name, "3check");
}

#[test]
fn what_is_wrong_with_a_record_is_told_where_it_is() {
    let one = |code: &str, text: &str| vec![(code.to_owned(), text.to_owned())];
    assert_eq!(found(""), one("E0612", ""));
    assert_eq!(found("[Variant \"ches\"]\n*"), one("E0612", "ches"));
    let head = "[Variant \"chess\"]\n";
    let with = |rest: &str| found(&format!("{head}{rest}"));
    assert_eq!(with("[Result *]\n*"), one("E0611", "[Result *]"));
    assert_eq!(with("1. e2e4 {no end"), one("E0611", "{"));
    assert_eq!(with("1. e2e4 * e7e5"), one("E0611", "e7e5"));
    assert_eq!(with("1. e2e4 e7e6 2.e4e6 *"), one("E0602", "e4e6"));
    assert_eq!(with("1. e2e4 ??! *"), one("E0601", "?"));
    assert_eq!(with("[FEN \"8/8 w\"]\n*")[0].0, "E0501");
    assert_eq!(with("1. e2e4 1-0"), one("W0611", "1-0"));
    assert_eq!(with("1. f2f3 e7e5 2. g2g4 d8h4 1-0"), one("W0611", "1-0"));
    assert_eq!(with("1. f2f3 e7e5 2. g2g4 d8h4 *"), one("W0611", "*"));
    assert_eq!(with("1. f2f3 e7e5 2. g2g4 d8h4 0-1"), []);
    assert_eq!(
        with("[Termination \"stalemate\"]\n1. f2f3 e7e5 2. g2g4 d8h4 0-1"),
        one("W0611", "stalemate")
    );
    assert_eq!(
        with("[Termination \"resignatio\"]\n1. e2e4 *"),
        one("W0611", "resignatio")
    );
    assert_eq!(with("[Termination \"resignation\"]\n1. e2e4 0-1"), []);
    for time in ["time-forfeit", "time forfeit", "Time forfeit"] {
        assert_eq!(with(&format!("[Termination \"{time}\"]\n1. e2e4 0-1")), []);
        // White could have won, so it is no draw.
        let drawn = format!("[Termination \"{time}\"]\n1. e2e4 1/2-1/2");
        assert_eq!(with(&drawn).len(), 1, "{drawn}");
    }
    assert_eq!(with("[Termination \"agreement\"]\n1. e2e4 1/2-1/2"), []);
}

#[test]
fn no_record_is_too_strange() {
    let chess = builtin("chess");
    let mut random = Random::new(8);
    let text =
        "[Variant \"chess\"]\n[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n{a} 1. a1a2 c1c2 1/2-1/2";
    for _ in 0..2000 {
        let mut signs: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(signs.len());
            match random.below(3) {
                0 => drop(signs.remove(at)),
                1 => signs[at] = ['"', '[', '{', '}', '-', '1', 'é', ' '][random.below(8)],
                _ => signs.insert(
                    at,
                    ['"', ']', '{', ';', '$', '9', '.', '\n'][random.below(8)],
                ),
            }
        }
        let text: String = signs.into_iter().collect();
        for finding in read(&text, &chess).1 {
            assert!(text.get(finding.span.range()).is_some(), "{text}");
        }
    }
}

/// As lichess writes a game: tags of chess without a variant, clocks, evaluations, glyphs, variations.
#[test]
fn games_of_chess_servers_are_read() {
    let text = r#"[Event "Rated blitz game"]
[Site "?"]
[White "a"]
[Black "b"]
[Result "0-1"]
[Termination "checkmate"]

1. f3 { [%eval -0.6] [%clk 0:03:00] } 1... e5 $6 (1... d5 2. e4 (2. d4 {a Queen's Pawn} Nf6) 2... dxe4)
2. g4?? (2. e4) Qh4# { [%clk 0:02:58] } 0-1
"#;
    let chess = builtin("chess");
    let asked = std::cell::RefCell::new(String::new());
    let find = |name: &str| {
        *asked.borrow_mut() = name.to_owned();
        Some(chess.clone())
    };
    let game = read_record(text, find).into_result().unwrap().unwrap();
    assert_eq!(asked.borrow().as_str(), "chess");
    assert_eq!(game.moves().len(), 4);
    assert_eq!(game.outcome().winner(), Some(Color::Black));
    assert_eq!(game.outcome().reason(), Some(Reason::Checkmate));
    for (wrong, place) in [("1. e4 (1. d4 *", "("), ("1. e4 ) e5 *", ")")] {
        let text = format!("[Variant \"chess\"]\n\n{wrong}\n");
        let read = read_record(&text, |_| Some(chess.clone()));
        let [finding] = &read.diagnostics[..] else {
            panic!("{wrong}: {:?}", read.diagnostics);
        };
        let span = finding.span;
        assert_eq!(finding.code.as_str(), "E0611");
        assert_eq!(&text[span.start as usize..span.end as usize], place);
    }
}

/// Decisions are for games that go on; a draw that nobody has claimed does not end one.
#[test]
fn games_that_are_over_are_not_decided_again() {
    let record = |moves: &str, decision: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(["record", "chess", "--moves", moves])
            .args(decision)
            .output()
            .expect("the program runs");
        let out = String::from_utf8(run.stdout).expect("text in UTF-8");
        (run.status.code(), out)
    };
    let mate = "f2f3,e7e5,g2g4,d8h4";
    for decision in [
        ["--agree", "0.5"],
        ["--resign", "black"],
        ["--time-forfeit", "white"],
    ] {
        assert_eq!(record(mate, &decision).0, Some(2), "{decision:?}");
    }
    let repetition = ["g1f3,g8f6,f3g1,f6g8"; 2].join(",");
    let (code, out) = record(&repetition, &["--resign", "black"]);
    assert!(code == Some(0) && out.contains("[Result \"1-0\"]"), "{out}");
}
