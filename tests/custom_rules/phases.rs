//! What a rule says in each phase, and what is written of it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Reason, Strategy, Variant, perft_with};
use ferz::notation::{read_record, write_record};
use ferz::state::Color;
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::render::BoardStyle;

use super::{after, at, chess, texts};
use crate::harness::{Random, games};

const HOP: &str = "rules.custom.hop = { pieces = ['king', 'pawn'] }";
const TALLY: &str = "rules.custom.tally = { limit = 2 }";
const SHADOW: &str = "rules.custom.shadow = { piece = 'rook', leaves = 'pawn' }";
const PRIZE: &str = "rules.custom.prize = { piece = 'knight' }\nrules.drops = {}";

#[test]
fn offered_moves_are_judged_promote_and_are_listed_once() {
    let hop = chess(HOP);
    // The king hops to e3, not to the square of its own pawn.
    let texts_at = |fen| texts(&at(&hop, fen));
    let found = texts_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(found.contains(&"e1e3".to_owned()), "{found:?}");
    assert_eq!(found.len(), 6);
    // It does not hop into check.
    let found = texts_at("4k3/8/8/8/8/r7/8/4K3 w - - 0 1");
    assert!(!found.contains(&"e1e3".to_owned()), "{found:?}");
    // A hop and a double step are one move, unless the double step can be captured en passant.
    let found = texts_at("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    let hops = found.iter().filter(|text| text.starts_with("a2a4")).count();
    assert_eq!(hops, 2, "{found:?}");
    // A hop to the last rank promotes, and captures what stands there.
    let found = texts_at("1r2k3/8/1P6/8/8/8/8/4K3 w - - 0 1");
    for text in ["b6b8q", "b6b8r", "b6b8b", "b6b8n", "b6b7"] {
        assert!(found.contains(&text.to_owned()), "{text}: {found:?}");
    }
}

#[test]
fn attacks_of_rules_give_check_and_take_it_away() {
    // The pawn on e6 hops onto the king.
    let hop = chess(HOP);
    assert!(at(&hop, "4k3/8/4P3/8/8/8/8/4K3 b - - 0 1").is_check());
    let stare = chess("rules.custom.stare.piece = 'knight'");
    assert!(at(&stare, "4k3/8/8/8/8/8/8/N3K3 b - - 0 1").is_check());
    let blind = chess("rules.custom.blind.piece = 'rook'");
    let position = at(&blind, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
    assert!(!position.is_check());
    assert_eq!(position.legal_moves().len(), 5);
    // Who denies counts more than who adds, in either order.
    for both in [
        "rules.custom.blind.piece = 'knight'\nrules.custom.stare.piece = 'knight'",
        "rules.custom.stare.piece = 'knight'\nrules.custom.blind.piece = 'knight'",
    ] {
        assert!(!at(&chess(both), "4k3/8/8/8/8/8/8/N3K3 b - - 0 1").is_check());
    }
}

#[test]
fn a_choice_of_effects_is_told_by_the_move_text() {
    let shadow = chess(SHADOW);
    let start = at(&shadow, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let found = texts(&start);
    assert!(found.contains(&"a1a5".to_owned()));
    assert!(found.contains(&"a1a5;P@a1".to_owned()), "{found:?}");
    let fen = after(&start, &["a1a5;P@a1"]).to_fen();
    assert_eq!(fen, "4k3/8/8/R7/8/8/8/P3K3 b - - 1 1");
    let fen = after(&start, &["a1a5"]).to_fen();
    assert_eq!(fen, "4k3/8/8/R7/8/8/8/4K3 b - - 1 1");
    // What is left behind shields the king. Where that move alone is legal, its text says nothing of it.
    let pinned = at(&shadow, "4k3/8/8/8/8/8/8/r2RK3 w - - 0 1");
    let found = texts(&pinned);
    assert!(found.contains(&"d1b1;P@d1".to_owned()), "{found:?}");
    assert!(!found.contains(&"d1d4;P@d1".to_owned()), "{found:?}");
    let fen = after(&pinned, &["d1d4"]).to_fen();
    assert_eq!(fen, "4k3/8/8/8/3R4/8/8/r2PK3 b - - 1 1");
}

#[test]
fn forbidden_moves_and_duties_leave_the_rest() {
    let peace = chess("rules.custom.peace.zone = 'rank 5'");
    let found = texts(&at(&peace, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"));
    assert!(!found.contains(&"e4d5".to_owned()), "{found:?}");
    let zeal = chess("rules.custom.zeal = {}");
    let found = texts(&at(&zeal, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"));
    assert_eq!(found, ["e4d5"]);
    let both = chess("rules.custom.zeal = {}\nrules.custom.peace.zone = 'rank 5'");
    assert_eq!(
        at(&both, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
            .legal_moves()
            .len(),
        6
    );
}

#[test]
fn a_rule_ends_the_game_with_a_word_of_its_own() {
    let tally = chess(TALLY);
    let start = at(&tally, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    let one = after(&start, &["e4d5"]);
    assert_eq!(one.to_fen(), "4k3/8/8/3P1p2/8/8/8/4K3 b - - 0 1 tally=1/0");
    let two = at(&tally, "4k3/8/8/3P1p2/4K3/8/8/8 w - - 0 1 tally=1/1");
    let over = after(&two, &["e4f5"]);
    let outcome = Outcome::Ended {
        white: 1.0,
        black: 0.0,
        reason: Reason::Custom("enough-captured"),
    };
    assert_eq!(over.outcome(), outcome);
    assert_eq!(over.legal_moves(), []);
    assert_eq!(perft_with(&over, 2, Strategy::General), 0);
    assert_eq!(perft_with(&over, 2, Strategy::Fastest), 0);
    let Outcome::Ended { reason, .. } = over.outcome() else {
        unreachable!("it has ended")
    };
    assert_eq!(reason.as_str(), "enough-captured");
}

#[test]
fn what_rules_remember_is_part_of_the_position_its_fen_and_its_hash() {
    let hash = |position: &ferz::game::Position| {
        let mut hasher = DefaultHasher::new();
        position.setup().hash(&mut hasher);
        hasher.finish()
    };
    let tally = chess(TALLY);
    let [none, one] = ["", " tally=1/0"].map(|field| {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1{field}");
        at(&tally, &fen)
    });
    assert_ne!(none, one);
    assert_ne!(hash(&none), hash(&one));
    assert_eq!(none, at(&tally, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 tally=0/0"));
    // By its own writing, and by numbers where that cannot be read.
    let prize = chess(PRIZE);
    let start = at(&prize, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    let taken = after(&start, &["e4d5"]);
    assert_eq!(
        taken.to_fen(),
        "4k3/8/8/3P1p2/8/8/8/4K3[N] b - - 0 1 prize=d5"
    );
    let secret = chess("rules.custom.secret = {}");
    let moved = after(&secret.start(), &["e2e4", "e7e5"]);
    assert!(
        moved.to_fen().ends_with(" secret==2/-5"),
        "{}",
        moved.to_fen()
    );
    for (variant, position) in [(&prize, &taken), (&secret, &moved)] {
        assert_eq!(&at(variant, &position.to_fen()), position);
    }
    let read = tally.read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 tally=many other=1");
    let found: Vec<String> = read
        .diagnostics
        .iter()
        .map(|one| format!("{} {}", one.code, one.message))
        .collect();
    assert_eq!(
        found,
        [
            "E0504 `tally=many` is not valid here",
            "E0504 `other=1` is not valid here"
        ]
    );
    let help = read.diagnostics[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("`tally=…`"), "{help}");
}

#[test]
fn effects_fill_hands_and_pieces_come_from_there() {
    let prize = chess(PRIZE);
    let start = at(&prize, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    let later = after(&start, &["e4d5", "e8e7", "N@a1"]);
    assert_eq!(
        later.to_fen(),
        "8/4k3/8/3P1p2/8/8/8/N3K3 b - - 0 2 prize=d5"
    );
}

#[test]
fn positions_repeat_as_the_rule_says() {
    let cycle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    let ended = |custom: &str| {
        let mut game = Game::new(chess(custom).start());
        for text in &cycle {
            let mv = game.position().parse_move(text).expect("a move");
            game.play(&mv).expect("a legal move");
        }
        game.outcome() != Outcome::Ongoing
    };
    assert!(ended(TALLY));
    assert!(ended(PRIZE));
    // It counts the moves, so no position comes twice.
    assert!(!ended("rules.custom.secret = {}"));
}

#[test]
fn the_rules_page_has_the_words_of_the_rule() {
    let page = rules_page(&chess(HOP), Pictures::Text(BoardStyle::Ascii));
    assert!(page.contains("## Special rules"));
    assert!(
        page.contains("- Some pieces may hop two squares straight ahead.\n"),
        "{page}"
    );
}

#[test]
fn records_and_random_games_know_custom_rules() {
    let mut random = Random::new(7);
    for custom in [
        HOP,
        TALLY,
        SHADOW,
        PRIZE,
        "rules.custom.secret = {}",
        "rules.custom.zeal = {}",
        "rules.custom.reborn = {}",
    ] {
        let variant = chess(custom);
        for _ in 0..2 {
            let played = games::random_game_by_law(&variant, &mut random, 60, 12);
            played.unwrap_or_else(|law| panic!("{custom}: {law}"));
        }
    }
    let shadow = chess(SHADOW);
    let mut game = Game::new(at(&shadow, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    for text in ["a1a5;P@a1", "e8e7", "a5b5"] {
        let mv = game.position().parse_move(text).expect("a move");
        game.play(&mv).expect("a legal move");
    }
    let text = write_record(&game, "mine");
    assert!(text.contains("a1a5;P@a1"), "{text}");
    let read = read_record(&text, |name| (name == "mine").then(|| shadow.clone()));
    assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
    let again = read.value.expect("a game");
    assert_eq!(again.position(), game.position());
    // A record says why the game ended, in the rule's own word.
    let tally = chess(TALLY);
    let mut game = Game::new(at(&tally, "4k3/8/8/3P1p2/4K3/8/8/8 w - - 0 1 tally=1/1"));
    let mv = game.position().parse_move("e4f5").expect("a move");
    game.play(&mv).expect("a legal move");
    let text = write_record(&game, "mine");
    assert!(text.contains("[Termination \"enough-captured\"]"), "{text}");
    let read = read_record(&text, |_| Some(tally.clone()));
    assert_eq!(read.diagnostics, []);
    let slip = text.replace("enough-captured", "enough-eaten");
    let read = read_record(&slip, |_| Some(tally.clone()));
    assert_eq!(read.diagnostics[0].code.as_str(), "W0611");
}

#[test]
fn moves_that_no_text_tells_apart_are_refused_with_a_code() {
    let twins = chess("rules.custom.twins = {}");
    let start = twins.start();
    let moves = start.legal_moves();
    assert_eq!(moves.len(), 40);
    let text = start.move_text(&moves[0]);
    let finding = start.parse_move(&text).expect_err("it means two moves");
    assert_eq!(finding.code.as_str(), "E0603", "{text}: {finding:?}");
}

#[test]
fn moves_that_cannot_be_performed_are_refused_and_found() {
    let wrong = chess("rules.custom.wrong = {}");
    let start = wrong.start();
    assert_eq!(perft_with(&start, 2, Strategy::General), 400);
    assert_eq!(perft_with(&start, 2, Strategy::Fastest), 400);
    let found = start.rule_findings();
    assert!(found.iter().all(|one| one.code.as_str() == "E0410"));
    let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
    for part in [
        "nothing stands on a3",
        "square 60000 is not on the board",
        "is occupied, and not captured",
        "not to move",
        "a hand would have less than nothing",
        "no kind of piece number 499",
    ] {
        assert!(
            messages.iter().any(|one| one.contains(part)),
            "{part}: {messages:?}"
        );
    }
    assert_eq!(chess(HOP).start().rule_findings(), []);
}

#[test]
fn every_effect_has_its_words() {
    use ferz::state::{Color, Effect, Piece, Role};

    let prize = chess(PRIZE);
    let start = at(&prize, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    let mv = start.parse_move("e4d5").expect("a move");
    let texts: Vec<String> = mv
        .effects
        .iter()
        .map(|one| prize.effect_text(one))
        .collect();
    assert_eq!(texts, ["[N+1]", "prize=d5"]);
    let square = prize.shape().parse("b1").expect("a square");
    let role = Role::new(prize.def().pieces.get_index_of("rook").expect("a piece"));
    let color = Color::Black;
    let rows = [
        (
            Effect::Put {
                square,
                piece: Piece { color, role },
            },
            "r@b1",
        ),
        (Effect::Remove { square }, "-b1"),
        (Effect::Unmove { square }, "=b1"),
        (
            Effect::Shift {
                from: square,
                to: prize.shape().parse("b3").expect("a square"),
            },
            "b1-b3",
        ),
        (
            Effect::Hand {
                color,
                role,
                change: -1,
            },
            "[r-1]",
        ),
    ];
    for (effect, text) in rows {
        assert_eq!(prize.effect_text(&effect), text);
    }
}

#[test]
fn what_counts_as_unmoved_again_may_castle() {
    let reborn = chess("rules.custom.reborn = {}");
    // The king steps back, and the rook that was captured is born again.
    let start = at(&reborn, "4k2r/8/8/8/8/8/5K2/7R w - - 0 1");
    let later = after(&start, &["f2e1", "h8h1"]);
    assert_eq!(
        later.to_fen(),
        "4k3/8/8/8/8/8/8/R3K2r w Q - 0 2 unmoved=a1e1"
    );
    assert!(
        !texts(&later).contains(&"e1c1".to_owned()),
        "it is in check"
    );
    let later = after(&later, &["e1e2", "h1h2", "e2e1", "h2h8"]);
    assert!(texts(&later).contains(&"e1c1".to_owned()));
}

#[test]
fn a_rule_says_who_moves_next() {
    let variant = chess("rules.custom.again = {}");
    let position = at(&variant, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 7");
    let again = after(&position, &["e4d5"]);
    assert_eq!(again.to_fen(), "4k3/8/8/3P4/8/8/8/4K3 w - - 0 7");
    assert_eq!(after(&again, &["e1d1"]).turn(), Color::Black);
    let black = at(&variant, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 7");
    let black = after(&black, &["d5e4", "e8e7"]);
    assert_eq!(black.to_fen(), "8/4k3/8/8/4p3/8/8/4K3 w - - 1 8");
}

#[test]
fn a_rule_may_excuse_moves_that_leave_a_royal_piece_attacked() {
    let position = at(
        &chess("rules.custom.brave = {}"),
        "4k3/8/8/8/8/8/r7/4K2R w - - 0 1",
    );
    let moves = texts(&position);
    assert!(moves.contains(&"e1d2".to_owned()), "{moves:?}");
    // Who does not move with the king must still mind it.
    let checked = at(
        &chess("rules.custom.brave = {}"),
        "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1",
    );
    assert!(!texts(&checked).contains(&"h1h2".to_owned()));
}

#[test]
fn a_rule_that_asks_for_its_own_answer_gets_one() {
    let position = at(
        &chess("rules.custom.curious = {}"),
        "k7/8/8/8/8/8/8/7K w - - 0 1",
    );
    // In the innermost list there are no moves, so the rule forbids all of the list around it, and so on.
    assert_eq!(position.legal_moves(), []);
}

#[test]
fn a_rule_may_call_a_stalemate_a_mate() {
    let fen = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    let reason = |variant| {
        let game = Game::new(at(&variant, fen));
        match game.outcome() {
            Outcome::Ended { reason, .. } => reason.as_str().to_owned(),
            Outcome::Ongoing => panic!("the game goes on"),
        }
    };
    assert_eq!(reason(chess("")), "stalemate");
    assert_eq!(reason(chess("rules.custom.lonely = {}")), "checkmate");
}

/// The tables know an end that is a want of pieces, and have nothing to know of a claim.
#[test]
fn a_rule_may_leave_a_variant_its_tables() {
    let barren = chess("rules.custom.barren.kind = 'rook'\nrules.custom.patience = {}");
    assert!(!barren.describe_tables().contains("general engine only"));
    let start = at(&barren, "4k3/8/8/8/8/8/4r3/R3K3 w - - 10 20");
    let engines = [Strategy::Fastest, Strategy::General];
    let [fast, general] = engines.map(|engine| perft_with(&start, 4, engine));
    assert_eq!(fast, general);
    let plain = at(&chess(""), "4k3/8/8/8/8/8/4r3/R3K3 w - - 10 20");
    assert!(fast < perft_with(&plain, 4, Strategy::Fastest));
    let reason = |outcome| match outcome {
        Outcome::Ended { reason, .. } => Some(reason.as_str()),
        Outcome::Ongoing => None,
    };
    assert_eq!(start.claim().and_then(reason), Some("patience"));
    assert_eq!(after(&start, &["e1d1"]).outcome(), Outcome::Ongoing);
    let lost = after(&start, &["e1e2", "e8d8"]);
    assert_eq!(
        (lost.claim(), reason(lost.outcome())),
        (None, Some("barren"))
    );
    assert_eq!(lost.legal_moves(), []);
}

#[test]
fn a_rule_may_decide_what_would_be_drawn() {
    let host = chess("rules.custom.host = {}");
    let share = |fen: &str| match at(&host, fen).outcome() {
        Outcome::Ended { white, .. } => (white * 100.0).round() as u32,
        Outcome::Ongoing => panic!("{fen}"),
    };
    assert_eq!(share("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"), 100);
    assert_eq!(share("7K/5k2/6q1/8/8/8/8/8 w - - 0 1"), 50);
    assert_eq!(share("7k/8/8/8/8/8/8/R3K3 b - - 100 80"), 100);
    assert!(!host.describe_tables().contains("general engine only"));
    let page = rules_page(&host, Pictures::Text(BoardStyle::Ascii));
    assert!(page.contains("White wins on Black's move"), "{page}");
}

/// A rule says what mates are and what they are worth, by how they came about.
#[test]
fn a_rule_may_judge_mates_and_repetitions() {
    let umpire = chess("rules.custom.umpire = {}");
    let share = |fen: &str, moves: &[&str]| {
        let mut game = Game::new(at(&umpire, fen));
        for text in moves {
            let mv = game.position().parse_move(text).expect(text);
            game.play(&mv).expect(text);
        }
        match game.outcome() {
            Outcome::Ended { white, reason, .. } => {
                ((white * 100.0).round() as u32, reason.as_str().to_owned())
            }
            Outcome::Ongoing => panic!("{fen}"),
        }
    };
    let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    assert_eq!(share(fen, &["a1a8"]), (50, "too-soon".to_owned()));
    let later = ["h1g1", "g8h8", "a1a8"];
    assert_eq!(share(fen, &later), (75, "checkmate".to_owned()));
    let checks = "4Q1k1/8/8/8/8/8/r7/7K b - - 0 1";
    let round = ["g8g7", "e8e7", "g7g8", "e7e8"].repeat(2);
    assert_eq!(share(checks, &round), (0, "perpetual-check".to_owned()));
    // A rule that says so beside it contradicts it.
    let both = "name = 'x'\ninherits = 'chess'\nrules.perpetual-check = 'win'\n\
                rules.custom.umpire = {}";
    let catalog = Catalog::read(both, Format::Toml).value;
    let def = catalog.first().expect("a variant");
    let error = Variant::builder(def)
        .rules(&super::rules::registry())
        .compile()
        .expect_err("a rival");
    assert_eq!(error.located_in(&catalog, "x")[0].code.as_str(), "E0411");
}

/// Where a duty binds nobody, moves are counted without being listed.
#[test]
fn a_rule_may_ask_for_threats_and_name_squares_for_captures_only() {
    let collector = chess("rules.custom.collector.kind = 'knight'");
    let moves = |fen: &str| {
        let position = at(&collector, fen);
        let mut listed = texts(&position);
        let counted = perft_with(&position, 1, Strategy::General);
        assert_eq!(counted, listed.len() as u64, "{fen}");
        listed.sort();
        listed
    };
    let bound = "4k3/8/8/3n4/8/1B6/8/3RK3 w - - 0 1";
    assert_eq!(moves(bound), ["b3d5", "d1d5"]);
    let free = moves("4k3/8/8/8/8/8/8/3RK3 w - - 0 1");
    assert!(free.contains(&"d1b1".to_owned()) && !free.contains(&"d1a1".to_owned()));
    let capture = moves("4k3/8/8/8/8/8/8/r2RK3 w - - 0 1");
    assert!(capture.contains(&"d1a1".to_owned()), "{capture:?}");
}

#[test]
fn a_rule_may_make_last_pieces_royal() {
    let riders = chess("rules.custom.riders.kind = 'knight'");
    assert!(!riders.describe_tables().contains("general engine only"));
    let one = at(&riders, "4k3/8/8/8/8/K7/4r3/2N5 b - - 0 1");
    let hit = after(&one, &["e2e1"]);
    assert!(hit.is_check());
    assert!(texts(&hit).iter().all(|text| text.starts_with("c1")));
    let engines = [Strategy::Fastest, Strategy::General];
    let [fast, general] = engines.map(|engine| perft_with(&one, 4, engine));
    assert_eq!(fast, general);
    let three = at(&riders, "4k3/8/8/8/8/8/8/K1N1r1NN w - - 0 1");
    assert!(!three.is_check());
}

#[test]
fn a_rule_may_ask_whether_a_move_is_safe() {
    for fen in [
        "4k3/8/8/8/8/8/r7/4K2R w K - 0 1",
        "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
        "4k3/4r3/8/8/8/4N3/8/4K2R w K - 0 1",
    ] {
        let wanted = texts(&at(&chess(""), fen));
        assert_eq!(
            texts(&at(&chess("rules.custom.prudent = {}"), fen)),
            wanted,
            "{fen}"
        );
    }
}

#[test]
fn a_rule_may_ask_what_is_within_a_reach() {
    let fen = "4k3/8/8/8/8/3N4/4P3/4K1N1 w - - 0 1";
    let movers = |lines: &str| {
        let mut movers = texts(&at(&chess(lines), fen));
        movers.retain(|text| !text.starts_with("e1"));
        movers.iter_mut().for_each(|text| text.truncate(2));
        movers.dedup();
        movers
    };
    assert_eq!(movers("rules.custom.leash = {}"), ["e2"]);
    assert_eq!(movers("rules.custom.leash.reach = 'N'"), ["d3"]);
    assert_eq!(movers("rules.custom.leash.reach = 'R'"), ["e2", "g1"]);
}
