//! `rules.use.refusal`: moves that the opponent may refuse.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Position, Reason, Variant, perft};
use ferz::state::Move;

use super::{after, at, chess, found, round_trips, texts};

fn refusal() -> Variant {
    let text = include_str!("../../examples/variants/refusal.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.get("refusal").expect("it is there")).expect("it compiles")
}

fn has(position: &Position, text: &str) -> bool {
    texts(position).contains(&text.to_owned())
}

/// What perft counts, by positions of plain chess and the rule's own words.
fn count(
    position: &Position,
    refused: Option<&Move>,
    before: Option<(&Position, &Move)>,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    let own = moves.filter(|mv| Some(mv) != refused).map(|mv| {
        let after = position.play(&mv).expect("a legal move");
        let may_refuse = refused.is_none().then_some((position, &mv));
        count(&after, None, may_refuse, depth - 1)
    });
    let own: u64 = own.sum();
    let refusal = before.map_or(0, |(earlier, mv)| count(earlier, Some(mv), None, depth - 1));
    own + refusal
}

#[test]
fn refusals_are_counted_as_by_hand() {
    let (plain, refusal) = (chess(""), refusal());
    for (fen, depth) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            3,
        ),
        // Castling, promotions and captures en passant.
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            2,
        ),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        // Mates and stalemates.
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 4),
    ] {
        let expected = count(&at(&plain, fen), None, None, depth);
        assert_eq!(perft(&at(&refusal, fen), depth), expected, "{fen}");
    }
}

#[test]
fn what_was_refused_is_not_made_again_in_this_turn() {
    let start = refusal().start();
    assert!(!has(&start, "e4e2"));
    let moved = after(&start, &["e2e4"]);
    assert_eq!(
        moved.to_fen(),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 \
         before=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1_refused=e2-e4"
    );
    round_trips(&moved);
    let refusing = moved.parse_move("e4e2").expect("a refusal");
    assert_eq!(
        (moved.san(&refusing).as_str(), perft(&moved, 1)),
        ("e4e2", 21)
    );
    assert_eq!(moved.parse_san("e4e2").as_ref(), Ok(&refusing));
    let refused = moved.play(&refusing).expect("it is legal");
    assert_eq!(
        refused.to_fen(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 refused=e2-e4"
    );
    round_trips(&refused);
    assert!(!has(&refused, "e2e4") && has(&refused, "e2e3") && !has(&refused, "e4e2"));
    // The second move is accepted, and the next turn starts without memory.
    let accepted = after(&refused, &["d2d4"]);
    assert!(!has(&accepted, "d4d2"));
    let later = after(&accepted, &["d7d5"]);
    assert!(has(&later, "d5d7") && has(&later, "e2e4"));
}

#[test]
fn all_that_a_move_did_is_taken_back() {
    let castled = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20";
    let position = at(&refusal(), castled);
    let back = after(&position, &["e1g1", "g1e1"]);
    assert_eq!(back.to_fen(), format!("{castled} refused=e1-g1/castling"));
    assert!(!has(&back, "e1g1") && has(&back, "e1c1"));
    round_trips(&back);
    // Clocks and en passant squares.
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9";
    let captured = after(&at(&refusal(), passed), &["e5d6"]);
    assert_eq!(
        after(&captured, &["d6e5"]).to_fen(),
        format!("{passed} refused=e5-d6")
    );
    // One of several promotions.
    let promoted = after(
        &at(&refusal(), "8/P3k3/8/8/8/8/8/4K3 w - - 0 9"),
        &["a7a8q"],
    );
    let back = after(&promoted, &["a8a7"]);
    assert!(!has(&back, "a7a8q") && has(&back, "a7a8r"));
    assert!(back.to_fen().ends_with(" refused=a7-a8=Q"));
    round_trips(&back);
}

#[test]
fn hands_come_back_and_drops_are_refused() {
    let house =
        chess("rules.captured-to = 'captor-hand'\nrules.drops = {}\nrules.use.refusal = {}");
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3[N] w - - 0 9";
    let dropped = after(&at(&house, fen), &["N@f6"]);
    let back = after(&dropped, &["f6f6"]);
    assert_eq!(back.to_fen(), format!("{fen} refused=N@f6"));
    assert!(!has(&back, "N@f6") && has(&back, "N@f5"));
    round_trips(&back);
    let captured = after(&at(&house, fen), &["e4d5"]);
    assert!(captured.to_fen().contains("[PN]"));
    assert_eq!(
        after(&captured, &["d5e4"]).to_fen(),
        format!("{fen} refused=e4-d5")
    );
}

#[test]
fn a_mate_is_refused_once() {
    let mated = after(&refusal().start(), &["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert!(mated.is_check() && mated.outcome() == Outcome::Ongoing);
    assert_eq!(texts(&mated), ["h4d8"]);
    let saved = after(&mated, &["h4d8"]);
    assert!(!has(&saved, "d8h4"));
    // The second attempt gives check, and stands.
    let attempts = "7k/8/8/8/8/8/1q1r4/K7 b - - 0 9";
    let position = at(&refusal(), "7k/8/8/8/8/2q5/3r4/K7 b - - 0 9");
    let mate = after(&position, &["c3b2"]);
    assert_eq!(mate.to_fen().split(' ').next(), attempts.split(' ').next());
    let again = after(&mate, &["b2c3", "d2d1"]);
    assert_eq!(again.outcome().reason(), None, "{}", again.to_fen());
    let other = after(&after(&mate, &["b2c3"]), &["c3c1"]);
    assert_eq!(
        other.outcome().reason(),
        Some(Reason::Checkmate),
        "{}",
        other.to_fen()
    );
}

/// A king with one move.
const ALONE: &str = "7k/8/8/8/8/2r5/1r6/K7 w - - 0 9";

#[test]
fn the_only_move_is_accepted_where_that_is_the_rule() {
    let position = at(&refusal(), ALONE);
    assert_eq!(texts(&position), ["a1b2"]);
    let moved = after(&position, &["a1b2"]);
    let refused = after(&moved, &["b2a1"]);
    assert_eq!(refused.outcome().reason(), Some(Reason::Stalemate));
    let gentle = chess("rules.use.refusal.only-move = { white = true, black = false }");
    let moved = after(&at(&gentle, ALONE), &["a1b2"]);
    assert!(!has(&moved, "b2a1"));
    // White may refuse any move, and Black any move that leaves White another one.
    let moved = after(&gentle.start(), &["e2e4"]);
    assert!(has(&moved, "e4e2"));
}

#[test]
fn some_refuse_more_than_others() {
    let odds = chess("rules.use.refusal.most = { white = 0, black = 2 }");
    let once = after(&odds.start(), &["e2e4", "e4e2"]);
    let twice = after(&once, &["d2d4", "d4d2"]);
    assert!(twice.to_fen().ends_with(" refused=e2-e4+d2-d4"));
    round_trips(&twice);
    let accepted = after(&twice, &["c2c4"]);
    assert!(!has(&accepted, "c4c2") && !accepted.to_fen().contains("before"));
    assert!(!has(&after(&accepted, &["e7e5"]), "e5e7"));
}

#[test]
fn of_several_moves_in_a_turn_the_last_one_is_refused() {
    let double = chess("rules.turns.moves = 2\nrules.use.refusal = {}");
    let halfway = after(&double.start(), &["e2e4"]);
    assert!(!has(&halfway, "e4e2"));
    let moved = after(&halfway, &["d2d4"]);
    assert!(has(&moved, "d4d2") && !has(&moved, "e4e2"));
    let back = after(&moved, &["d4d2"]);
    assert!(back.turn() == halfway.turn() && !has(&back, "d2d4") && has(&back, "d2d3"));
    round_trips(&back);
}

#[test]
fn duties_do_not_stand_against_a_refusal() {
    let must = chess("rules.captures.mandatory = true\nrules.use.refusal = {}");
    let moved = after(&at(&must, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 9"), &["e2e4"]);
    assert_eq!(texts(&moved), ["d5e4", "e4e2"]);
    // Nor do rules that apply to any mover: the pawn is paralyzed by another one.
    let madrasi = chess("rules.use.madrasi.who = 'any'\nrules.use.refusal = {}");
    let moved = after(
        &at(&madrasi, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 9"),
        &["e2e4"],
    );
    assert!(has(&moved, "e4e2") && !has(&moved, "d5e4"));
}

#[test]
fn positions_come_again_whatever_was_played_before_them() {
    let mut game = Game::new(refusal().start());
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut played = 0;
    for text in shuffle.iter().cycle().take(16) {
        if game.outcome().is_over() {
            break;
        }
        let mv = game.position().parse_move(text).expect("a legal move");
        game.play(&mv).expect("a legal move");
        played += 1;
    }
    // The start has no move before it, so it does not count.
    assert_eq!(
        (game.outcome().reason(), played),
        (Some(Reason::Repetition), 9)
    );
}

#[test]
fn fields_that_cannot_be_are_refused() {
    let variant = refusal();
    let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    for (before, wanted) in [
        (
            "rnbqkbnr/pppppppp/9_w".to_owned(),
            "in the position before: ",
        ),
        (start.replace("_w_", "_b_"), "the same side moves"),
        (format!("{start}_before=x"), "in the position before: "),
        (
            format!("{start}_refused=e2"),
            "in the position before: `refused=e2` is not valid here",
        ),
        (
            format!("{start}_refused=z9-e4"),
            "in the position before: `refused=z9-e4`",
        ),
    ] {
        let fen = format!("{board} before={before}");
        let findings = variant.parse_fen(&fen).expect_err("it cannot be");
        let messages: Vec<&str> = findings
            .iter()
            .map(|found| found.message.as_str())
            .collect();
        assert!(
            messages.iter().any(|message| message.contains(wanted)),
            "{fen}: {messages:?}"
        );
    }
    // Without the rule the move is not taken back.
    assert!(
        chess("")
            .parse_fen(&format!("{board} before={start}"))
            .is_err()
    );
}

#[test]
fn a_position_before_leads_here_by_the_move_that_it_notes() {
    let variant = refusal();
    let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    assert!(
        variant
            .parse_fen(&format!("{board} before={start}_refused=e2-e4"))
            .is_ok()
    );
    // Another move was refused earlier.
    assert!(
        variant
            .parse_fen(&format!("{board} before={start}_refused=d2-d4+e2-e4"))
            .is_err()
    );
    let twice = chess("rules.use.refusal.most = 2");
    assert!(
        twice
            .parse_fen(&format!("{board} before={start}_refused=d2-d4+e2-e4"))
            .is_ok()
    );
    for (before, why) in [
        (start.to_owned(), "no move is noted"),
        (format!("{start}_refused=d2-d4"), "another move is noted"),
        (format!("{start}_refused=e2-e5"), "no pawn goes there"),
        (
            format!(
                "{}_refused=e2-e4",
                start.replace("/PPPPPPPP/", "/PPPPPPP1/")
            ),
            "nothing is read",
        ),
        (
            format!(
                "{}_refused=e2-e4",
                start.replacen("pppppppp", "ppppppp1", 1)
            ),
            "a pawn is missing",
        ),
    ] {
        let fen = format!("{board} before={before}");
        let findings = variant.parse_fen(&fen).expect_err(why);
        let code = findings
            .iter()
            .find(|found| found.is_error())
            .map(|found| found.code.as_str());
        assert!(
            matches!(code, Some("E0504" | "E0502")),
            "{why}: {findings:?}"
        );
    }
    let findings = variant
        .parse_fen(&format!("{board} before={start}_refused=d2-d4"))
        .unwrap_err();
    assert!(
        findings[0]
            .message
            .starts_with("no refused legal move of the position before leads here")
    );
}

#[test]
fn settings_are_judged() {
    let findings = found("rules.use.refusal = { most = { white = 0, black = 0 } }");
    assert!(
        findings
            .iter()
            .any(|found| found.contains("no move can be refused")),
        "{findings:?}"
    );
    for (lines, wanted) in [
        ("rules.use.refusal.most = 101", "101"),
        ("rules.use.refusal.only-move = 'accepted'", "'accepted'"),
        ("rules.use.refusal.moves = 1", "moves"),
    ] {
        let findings = found(lines);
        assert!(
            findings
                .iter()
                .any(|found| found.starts_with('E') && found.contains(wanted)),
            "{findings:?}"
        );
    }
}
