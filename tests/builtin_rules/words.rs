//! Words of clauses: numbers of moves, what a condition holds of, what counts as empty, pieces that appear, change
//! places or become others where they stand.

use ferz::game::perft;

use super::{after, at, chess, finding, found, round_trips, targets, texts};

#[test]
fn with_asks_of_each_piece_whether_a_condition_holds() {
    // A piece attacked by more enemies than friends changes sides, and the others do not.
    let rules = "rules.effects = 'enemy not royal with count of own attacking it > count of enemy guarding it changes side'";
    let variant = chess(rules);
    let position = at(&variant, "4k3/8/8/3p4/8/8/4R3/R3K2n w Q - 0 1");
    let next = after(&position, &["a1a5"]);
    assert_eq!(next.to_fen(), "4k3/8/8/R2P4/8/8/4R3/4K2n b - - 1 1");
    // The knight guards no attacked piece; `it` is each piece in turn.
    let position = at(&variant, "4k3/8/4p3/3p4/8/8/4R3/R3K3 w Q - 0 1");
    let next = after(&position, &["a1a5"]);
    assert_eq!(next.to_fen(), "4k3/8/4P3/R2p4/8/8/4R3/4K3 b - - 1 1");
}

#[test]
fn with_combines_with_parentheses_and_named_sets() {
    let rules = "rules.sets.near = 'own \"K\" to it'\nrules.forbid = 'mover and after: own not royal with (no near and [rank 4..])'";
    let variant = chess(rules);
    // A knight or a pawn may move to a square only next to a friend.
    let start = variant.start();
    assert_eq!(targets(&variant, &start.to_fen(), "e2"), "e3");
    let fen = "4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "d2"), "d3 d4");
}

#[test]
fn relations_go_through_what_counts_as_empty() {
    // A rook is behind a rook, so two rooks attack the pawn.
    let twice = |through: &str| {
        let set = format!("2.. own rook \"R\" to it{through}");
        let rules = format!("rules.forbid = 'capture and not captured with {set}'");
        let variant = chess(&rules);
        targets(&variant, "4k3/8/8/4p3/4R3/8/8/K3R3 w - - 0 1", "e4").contains("e5")
    };
    assert!(twice(" through own rook"));
    assert!(!twice(" through own knight"));
    assert!(!twice(""));
    // The subject and its targets stay on their squares.
    let rules = "rules.forbid = 'mover and after: mover attacking enemy king through any'";
    let variant = chess(rules);
    let fen = "8/8/8/2p4k/8/8/8/R3K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "a1"), "a2 a3 a4 a6 a7 a8 b1 c1 d1");
}

#[test]
fn values_are_compared() {
    let rules = "pieces = { rook.value = 5, queen.value = 9 }\n\
                 rules.forbid = 'after: value of own (queen or rook) < value of enemy (queen or rook)'";
    let variant = chess(rules);
    // Each side has a queen and two rooks at first; the side with less may only recapture.
    let fen = "r3k3/8/8/8/3q4/8/3R4/4K2R w - - 0 1";
    assert_eq!(targets(&variant, fen, "d2"), "d4");
    assert_eq!(targets(&variant, fen, "h1"), "");
    // One piece has a worth of its own.
    let values = "pieces = { pawn.value = 1, knight.value = 3, bishop.value = 3, rook.value = 5, queen.value = 9, king.value = 0 }";
    let words =
        |condition: &str| chess(&format!("{values}\nrules.forbid = '{condition}'")).custom_words();
    assert_eq!(
        words("value of captured > value of mover"),
        [
            "A move is illegal if all pieces that the move captures are together worth more than the moving piece."
        ]
    );
    assert_eq!(
        words("value of mover < value of enemy attacking to"),
        [
            "A move is illegal if the moving piece is worth less than all enemy pieces attacking the square to which it \
             moves."
        ]
    );
    let (_, finding) = finding("forbid", "'value of own rook < value of enemy rook'");
    assert_eq!(finding.code.to_string(), "E0333");
    assert_eq!(finding.message, "`forbid`: the piece `rook` has no value");
}

#[test]
fn enemy_pieces_are_moved_as_if_they_were_ones_own() {
    let variant = chess("rules.moves = 'enemy knight attacked by own moves as it'");
    let position = at(&variant, "4k3/2p5/4n3/8/8/8/4R3/4K3 w - - 0 1");
    // The knight captures pieces of its own side, and stays where it belongs.
    assert_eq!(
        targets(&variant, &position.to_fen(), "e6"),
        "c5 c7 d4 d8 f4 f8 g5 g7"
    );
    let after_it = after(&position, &["e6c7"]);
    round_trips(&after_it);
    assert_eq!(after_it.to_fen(), "4k3/2n5/8/8/8/8/4R3/4K3 b - - 0 1");
    // A piece that is not attacked cannot be taken over.
    let position = at(&variant, "4k3/8/4n3/8/8/8/3R4/4K3 w - - 0 1");
    assert_eq!(targets(&variant, &position.to_fen(), "e6"), "");
}

#[test]
fn pieces_that_become_others_have_not_moved_by_that() {
    let variant = chess("rules.effects = 'enemy rook becomes queen, enemy queen becomes rook'");
    let position = after(&variant.start(), &["e2e4"]);
    assert_eq!(
        position.to_fen().split(' ').next(),
        Some("qnbrkbnq/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
    );
    // Twice, after which the rooks are unchanged.
    let position = after(&position, &["e7e5", "d2d3"]);
    let unmoved = position.setup().unmoved.clone();
    let rooks = ["a8", "h8"].map(|name| variant.square(name).expect("a square"));
    assert!(rooks.iter().all(|square| unmoved.contains(*square)));
}

#[test]
fn the_mover_is_where_effects_have_put_it() {
    let rules = "rules.effects = 'capture: mover goes to from, captured goes to to'\n\
                 rules.forbid = 'capture and after: mover pawn'";
    let variant = chess(rules);
    let fen = "k7/8/8/3n4/4P3/8/8/K7 w - - 0 1";
    assert_eq!(targets(&variant, fen, "e4"), "e5");
}

#[test]
fn trapped_pieces_are_those_that_no_move_saves() {
    let rules = "pieces.king.royal = false\n\
                 rules = { royal = 'none', forbid = 'capture', effects = 'repeat remove enemy trapped' }";
    let variant = chess(rules);
    // The knight in the corner has no square that is not attacked, and nothing captures the rook.
    let position = at(&variant, "n7/8/1PP5/8/8/8/8/4K2R w - - 0 1");
    let next = after(&position, &["h1h8"]);
    assert_eq!(
        next.to_fen().split(' ').next(),
        Some("n6R/8/1PP5/8/8/8/8/4K3")
    );
    let position = at(&variant, "n7/1PP5/1PP5/8/8/8/8/4K2R w - - 0 1");
    let next = after(&position, &["h1h8"]);
    assert_eq!(
        next.to_fen().split(' ').next(),
        Some("n6R/1PP5/1PP5/8/8/8/8/4K3")
    );
    // The bishop cannot leave the rook's line, but its king can interpose.
    let stands = |fen: &str| {
        let next = after(&at(&variant, fen), &["h1h8"]);
        next.to_fen().starts_with("b6R")
    };
    assert!(stands("b7/1p1k4/8/8/8/8/8/4K2R w - - 0 1"));
    assert!(!stands("b7/1p6/8/3k4/8/8/8/4K2R w - - 0 1"));
}

#[test]
fn enemy_pieces_give_check_to_their_own_king() {
    let variant = chess("rules.moves = 'enemy knight moves as it'");
    // Black's knight attacks Black's king, because White may move it.
    let position = at(&variant, "4k3/2n5/8/8/8/8/8/4K3 b - - 0 1");
    assert!(position.is_check());
    // The king moves away; the knight does not shield it from itself.
    assert!(
        texts(&position)
            .iter()
            .all(|text| text.starts_with("e8") || text.starts_with("c7"))
    );
    assert!(
        !texts(&position).contains(&"c7a8".to_owned()) || !after(&position, &["c7a8"]).is_check()
    );
}

#[test]
fn pieces_step_over_walls_where_these_are_skipped() {
    let variant = chess("rules.walls = { rule = 'past', skipped = true }");
    let fen = "4k3/8/8/8/4*3/4*3/4R3/K3N3 w - - 0 1";
    assert_eq!(
        targets(&variant, fen, "e2"),
        "a2,a2e2 b2,b2e2 c2,c2e2 d2,d2e2 e5,e5e2 e6,e6e2 e7,e7e2 e8,e8e2 f2,f2e2 g2,g2e2 h2,h2e2"
    );
    // A leap goes on by the same leap.
    let fen = "4k3/8/8/8/5*2/8/4N3/K7 w - - 0 1";
    assert_eq!(
        targets(&variant, fen, "e2"),
        "c1,c1e2 c3,c3e2 d4,d4e2 g1,g1e2 g3,g3e2 g6,g6e2"
    );
}

#[test]
fn the_first_moves_are_told_apart() {
    let variant = chess("rules.forbid = 'turn ..2 and mover pawn'");
    assert_eq!(perft(&variant.start(), 1), 4);
    let later = after(&variant.start(), &["b1c3", "b8c6"]);
    assert!(!texts(&later).contains(&"e2e4".to_owned()));
    let later = after(&later, &["c3b1", "c6b8"]);
    assert!(texts(&later).contains(&"e2e4".to_owned()));
    let fen =
        |number: u32| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}");
    let key = |number| at(&variant, &fen(number)).hash();
    // Positions differ as long as the number matters, and no longer.
    assert!(key(1) != key(2) && key(2) != key(3));
    assert_eq!(key(3), key(30));
    let plain = chess("rules.forbid = 'mover pawn and capture'");
    assert_eq!(at(&plain, &fen(1)).hash(), at(&plain, &fen(2)).hash());
}

#[test]
fn pieces_appear() {
    let variant =
        chess("rules.effects = 'move and mover pawn [rank 2]: put own (knight or bishop) on from'");
    let moves = texts(&variant.start());
    // Two for each of the sixteen moves of a pawn, and four of the knights.
    assert_eq!(moves.len(), 36);
    round_trips(&variant.start());
    // Where the square is not free the move is illegal.
    let variant = chess("rules.effects = 'mover knight: put own pawn on [e3]'");
    let fen = "4k3/8/8/8/8/4p3/8/1N2K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "b1"), "");
    let next = after(&at(&variant, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1"), &["b1c3"]);
    assert_eq!(next.to_fen(), "4k3/8/8/8/8/2N1P3/8/4K3 b - - 1 1");
    // The finding names the side and the piece.
    for (piece, message) in [
        (
            "knight",
            "`knight` does not determine side and kind of the piece",
        ),
        ("own", "`own` does not determine side and kind of the piece"),
        (
            "own king",
            "`own king` is royal, and royal pieces cannot be added during a game",
        ),
    ] {
        let rules = format!("rules.effects = 'put {piece} on from'");
        let slips = found(&rules);
        assert!(slips.iter().any(|slip| slip.contains(message)), "{slips:?}");
    }
}

#[test]
fn pieces_change_places() {
    let variant = chess("rules.moves = 'turn 1: own knight swaps with own bishop \"W\" from it'");
    let start = variant.start();
    assert_eq!(targets(&variant, &start.to_fen(), "b1"), "a3 c1,c1b1 c3");
    let next = after(&start, &["b1c1,c1b1"]);
    assert!(
        next.to_fen()
            .starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR b")
    );
    round_trips(&next);
    // Later there are no such moves.
    let next = after(&next, &["g8f6"]);
    assert_eq!(targets(&variant, &next.to_fen(), "g1"), "f3 h3");
    // The swap attacks nothing, and enemies can be named as well.
    let variant = chess("rules.moves = 'own king swaps with enemy \"K\" from it'");
    let fen = "4k3/8/8/8/8/8/3pp3/4K3 w - - 0 1";
    let moves = targets(&variant, fen, "e1");
    assert!(moves.contains("d2") && moves.contains("e2"), "{moves}");
}

#[test]
fn pieces_become_others_where_they_stand() {
    let variant = chess("rules.moves = 'own pawn [rank 2] becomes (rook or knight)'");
    let start = variant.start();
    assert_eq!(targets(&variant, &start.to_fen(), "e2"), "e2n e2r e3 e4");
    let next = after(&start, &["e2e2r"]);
    assert!(
        next.to_fen()
            .starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPRPPP/RNBQKBNR b")
    );
    round_trips(&next);
    // A piece that has changed its kind counts as unmoved: such a king can still castle.
    let rules = "pieces.prince = { letter = 'Z', move = 'KisO2', royal = true }\nrules.moves = 'own king becomes prince'";
    let variant = chess(rules);
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let next = after(&at(&variant, fen), &["e1e1z", "a8b8"]);
    assert!(targets(&variant, &next.to_fen(), "e1").contains("g1"));
    // Kinds are named.
    let slips = found("rules.moves = 'own pawn becomes enemy'");
    assert!(
        slips
            .iter()
            .any(|slip| slip.contains("must be the name of a kind")),
        "{slips:?}"
    );
}

#[test]
fn effects_repeat_until_nothing_changes() {
    // Each piece that has changed sides converts the next one.
    let once = chess("rules.effects = 'quiet: enemy not royal \"W\" from own rook changes side'");
    let fen = "4k3/8/8/3rrrr1/8/8/8/R6K w - - 0 1";
    let next = after(&at(&once, fen), &["a1c1"]);
    assert_eq!(next.to_fen(), "4k3/8/8/3rrrr1/8/8/8/2R4K b - - 1 1");
    let next = after(&at(&once, "4k3/8/8/3rrrr1/8/8/8/2R4K w - - 0 1"), &["c1c5"]);
    assert!(
        next.to_fen().starts_with("4k3/8/8/2RRrrr1/"),
        "{}",
        next.to_fen()
    );
    let again =
        chess("rules.effects = 'repeat quiet: enemy not royal \"W\" from own rook changes side'");
    let next = after(
        &at(&again, "4k3/8/8/3rrrr1/8/8/8/2R4K w - - 0 1"),
        &["c1c5"],
    );
    assert!(
        next.to_fen().starts_with("4k3/8/8/2RRRRR1/"),
        "{}",
        next.to_fen()
    );
    round_trips(&next);
    // Each piece moves once, wherever others have stood.
    let falls = chess("rules.effects = 'repeat own rook goes to empty \"bW\" from it or stays'");
    for (fen, mv, board) in [
        (
            "4k3/8/8/R7/8/R7/8/4K3 w - - 0 1",
            "e1e2",
            "4k3/8/8/8/R7/8/R3K3/8",
        ),
        (
            "4k3/8/8/8/R7/8/8/4K3 w - - 0 1",
            "e1e2",
            "4k3/8/8/8/8/R7/4K3/8",
        ),
        (
            "4k3/8/8/8/R7/R7/8/4K2R w - - 0 1",
            "h1h2",
            "4k3/8/8/8/8/R7/R7/4K2R",
        ),
    ] {
        let next = after(&at(&falls, fen), &[mv]).to_fen();
        assert_eq!(next.split(' ').next(), Some(board), "{fen}");
    }
    // What is chosen is part of the move, and is chosen once.
    let slips = found("rules.effects = 'repeat choose x in empty, mover goes to x'");
    assert!(slips.iter().any(|slip| slip.contains("E0333")), "{slips:?}");
}

#[test]
fn kinds_behind_or_belong_to_no_part_of_the_move() {
    for line in [
        "rules.forbid = 'mover knight or bishop'",
        "rules.effects = 'mover knight or bishop: remove mover'",
        "rules.ends = 'captured knight or bishop: own wins'",
    ] {
        let slips = found(line);
        assert!(
            slips.iter().any(|slip| slip.contains("behind `or`")),
            "{line}: {slips:?}"
        );
    }
    let line = "rules.forbid = 'mover (knight or bishop)'";
    assert_eq!(found(line), Vec::<String>::new());
}

#[test]
fn clauses_give_moves_without_asking_for_one_within_with_either() {
    for moves in [
        "own moves to empty with in check",
        "own with mover moves to empty",
        "own moves as own with after: own attacking it",
    ] {
        let slips = found(&format!("rules.moves = '{moves}'"));
        assert!(
            slips.iter().any(|slip| slip.contains("depends on a move")),
            "{moves}: {slips:?}"
        );
    }
}
