//! Rules that are clauses: `rules.forbid`, and entries of the library below `rules.use`.

use ferz::game::{Game, Outcome};
use ferz::source::Budget;
use ferz_designer::handbook::{Pictures, rules_page};

use super::{after, at, chess, found, round_trips, texts};

/// The texts of the moves from a square.
fn from(variant: &ferz::game::Variant, fen: &str, square: &str) -> Vec<String> {
    let moves = texts(&at(variant, fen)).into_iter();
    moves.filter(|text| text.starts_with(square)).collect()
}

#[test]
fn like_pieces_paralyse_one_another() {
    let variant = chess("rules.use.madrasi = true");
    assert!(from(&variant, "4k3/8/8/8/r3R3/8/8/4K3 w - - 0 1", "e4").is_empty());
    // It gives no check, and a bishop does not paralyse it.
    assert!(!at(&variant, "4k3/8/8/8/r3R3/8/8/4K3 b - - 0 1").is_check());
    assert!(at(&variant, "4k3/8/8/1b6/4R3/8/8/4K3 b - - 0 1").is_check());
    // A piece that promoted is of the kind that it has become, also where it returns to a pawn.
    let hands = "rules.captured-to = 'captor-hand'\nrules.drops = {}";
    let promoted = chess(&format!("rules.use.madrasi = true\n{hands}"));
    assert!(from(&promoted, "4k3/8/8/8/q3Q~3/8/8/4K3 w - - 0 1", "e4").is_empty());
    assert!(from(&promoted, "4k3/8/8/8/q~3Q3/8/8/4K3 w - - 0 1", "e4").is_empty());
    // A pinned piece also paralyzes others.
    assert!(from(&variant, "4k3/4q3/8/8/4q2Q/8/8/4R1K1 w - - 0 1", "h4").is_empty());
}

#[test]
fn en_passant_neither_paralyses_nor_is_left_to_the_paralysed() {
    let variant = chess("rules.use.madrasi = true");
    let beside = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(from(&variant, beside, "e5"), ["e5d6", "e5e6"]);
    let attacked = "4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(from(&variant, attacked, "e5").is_empty());
}

#[test]
fn a_paralysed_rook_can_be_castled_with_and_a_passing_king_has_not_moved() {
    let variant = chess("rules.use.madrasi = true");
    let castles = "4k3/8/8/8/7r/8/8/4K2R w K - 0 1";
    assert_eq!(from(&variant, castles, "h1").len(), 0);
    assert!(from(&variant, castles, "e1").contains(&"e1g1".to_owned()));
    let variant = chess("rules.use.madrasi.who = 'king'\nrules.passing.always = true");
    let kings = at(&variant, "8/8/8/8/8/4k3/4K3/8 w - - 0 1");
    assert_eq!(texts(&kings), ["e2e2"]);
    assert_eq!(texts(&after(&kings, &["e2e2"])), ["e3e3"]);
}

#[test]
fn other_kinds_paralyse_within_another_reach() {
    let lines = r#"rules.forbid = 'mover (queen or rook) "W" from black knight'"#;
    let variant = chess(lines);
    assert!(from(&variant, "4k3/8/8/8/3nR3/8/8/4K3 w - - 0 1", "e4").is_empty());
    assert!(!from(&variant, "4k3/8/4n3/8/4R3/8/8/4K3 w - - 0 1", "e4").is_empty());
    assert!(!from(&variant, "4k3/8/8/8/3Nr3/8/8/4K3 b - - 0 1", "e4").is_empty());
}

/// Whether a move is legal.
fn is_legal(lines: &str, fen: &str, text: &str) -> bool {
    texts(&at(&chess(lines), fen)).contains(&text.to_owned())
}

#[test]
fn a_piece_captures_only_while_another_guards_it() {
    let lines = "rules.use.patrol = true";
    assert!(!is_legal(lines, "4k3/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5"));
    assert!(is_legal(
        lines,
        "4k3/8/8/3p4/4P3/3P4/8/K7 w - - 0 1",
        "e4d5"
    ));
    // The king and pinned pieces observe too. A pawn does not observe the square in front of it.
    assert!(is_legal(lines, "4k3/8/8/3p4/4P3/3K4/8/8 w - - 0 1", "e4d5"));
    assert!(is_legal(
        lines,
        "4k3/8/8/3p4/K2NP2r/2N5/8/8 w - - 0 1",
        "e4d5"
    ));
    assert!(!is_legal(
        lines,
        "4k3/8/8/3p4/4P3/4P3/8/K7 w - - 0 1",
        "e4d5"
    ));
}

#[test]
fn en_passant_is_a_capture_like_others() {
    let lines = "rules.use.patrol = true";
    assert!(!is_legal(lines, "4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"));
    assert!(is_legal(
        lines,
        "4k3/8/8/3pP3/5P2/8/8/K7 w - d6 0 1",
        "e5d6"
    ));
}

#[test]
fn only_who_is_guarded_gives_check() {
    let variant = chess("rules.use.patrol = true");
    assert!(!at(&variant, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1").is_check());
    assert!(at(&variant, "4k3/8/8/8/8/8/8/3KR3 b - - 0 1").is_check());
    // A king can approach an unguarded rook, and captures nothing alone.
    let kings = at(&variant, "4k3/4R3/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(texts(&kings), ["e8d7", "e8d8", "e8f7", "e8f8"]);
}

#[test]
fn some_observe_within_another_reach() {
    let lines = r#"rules.forbid = 'capture and mover white rook not "N" from white bishop'"#;
    assert!(is_legal(lines, "4k3/8/8/r6R/8/6B1/8/K7 w - - 0 1", "h5a5"));
    assert!(!is_legal(lines, "4k3/8/8/r6R/8/5B2/8/K7 w - - 0 1", "h5a5"));
    assert!(is_legal(lines, "4k3/8/8/r6R/8/5B2/8/K7 b - - 0 1", "a5h5"));
}

/// The moves of the knight on d4.
fn knight_goes(lines: &str, fen: &str) -> Vec<String> {
    let mut moves = texts(&at(&chess(lines), fen));
    moves.retain(|text| text.starts_with("d4"));
    moves
}

/// From f5 the knight attacks g7 and h4, from e6 g7 only, from b5 a7 only.
const KNIGHT: &str = "4k3/p5p1/8/8/3N3p/8/8/4K3 w - - 0 1";

#[test]
fn a_piece_goes_only_where_it_attacks_so_many() {
    let one = "rules.use.must-attack.who = 'knight'";
    // From c6 it attacks a7 as well, and from f3 h4.
    assert_eq!(
        knight_goes(one, KNIGHT),
        ["d4b5", "d4c6", "d4e6", "d4f3", "d4f5"]
    );
    let two =
        "rules.forbid = 'mover knight and after: (mover any and ..1 enemy attacked by mover)'";
    assert_eq!(knight_goes(two, KNIGHT), ["d4f5"]);
    let three =
        "rules.forbid = 'mover knight and after: (mover any and ..2 enemy attacked by mover)'";
    assert!(knight_goes(three, KNIGHT).is_empty());
}

#[test]
fn sides_and_opposing_pieces_may_be_named() {
    let of = "rules.use.must-attack = { who = 'knight', whom = 'rook' }";
    assert!(knight_goes(of, KNIGHT).is_empty());
    let of = "rules.use.must-attack.who = 'black knight'";
    assert_eq!(knight_goes(of, KNIGHT).len(), 8);
}

#[test]
fn kings_count_among_the_attacked() {
    let two =
        "rules.forbid = 'mover knight and after: (mover any and ..1 enemy attacked by mover)'";
    let fen = "4k3/p7/8/8/3N4/8/8/4K3 w - - 0 1";
    assert!(knight_goes(two, fen).is_empty());
    let fen = "r3k3/8/8/8/8/3N4/8/4K3 w - - 0 1";
    let one = "rules.use.must-attack = { who = 'knight', whom = 'king' }";
    let moves = texts(&at(&chess(one), fen));
    assert!(!moves.iter().any(|text| text.starts_with("d3")));
    let fen = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
    let moves = texts(&at(&chess(two), fen));
    let knight: Vec<_> = moves.iter().filter(|text| text.starts_with("d5")).collect();
    assert_eq!(knight, ["d5c7"]);
}

const ANTI_KING: &str = "pieces.anti-king = { letter = 'A', move = 'mdK' }\n\
    rules.use.anti-king = { who = 'anti-king', by = 'queen or rook or pawn' }\n\
    rules.forbid = 'captured anti-king'";

#[test]
fn a_move_leaves_the_piece_attacked() {
    let position = at(&chess(ANTI_KING), "4k3/8/8/8/2A4r/8/8/3R2K1 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"c4b4".to_owned()) && !moves.contains(&"d1d4".to_owned()));
    assert!(!moves.contains(&"c4c5".to_owned()));
    // It captures pieces of its own side, but not the king.
    let among = at(&chess(ANTI_KING), "4k3/8/8/8/2AP3r/3K4/8/8 w - - 0 1");
    let moves = texts(&among);
    assert!(moves.contains(&"c4d4".to_owned()) && !moves.contains(&"c4d3".to_owned()));
}

#[test]
fn the_attacks_of_some_do_not_count() {
    let position = at(&chess(ANTI_KING), "8/8/8/2A1k3/8/8/8/6K1 w - - 0 1");
    assert!(texts(&position).is_empty());
    let game = Game::new(position);
    assert!(matches!(game.outcome(), Outcome::Ended { white, .. } if white < 0.1));
}

#[test]
fn who_is_attacked_and_cannot_move_is_stalemated() {
    let position = at(&chess(ANTI_KING), "8/8/8/8/8/1q6/8/K1k4A w - - 0 1");
    assert!(texts(&position).is_empty());
    let lost = Game::new(position).outcome();
    assert!(
        matches!(lost, Outcome::Ended { white, .. } if white < 0.1),
        "{lost:?}"
    );
    let position = at(&chess(ANTI_KING), "7k/8/8/8/8/1q6/r7/KA6 b - - 0 1");
    assert!(!texts(&position).is_empty());
}

#[test]
fn it_can_be_captured_unless_that_is_ruled_out() {
    let fen = "4k3/8/8/8/2A4r/8/8/6K1 b - - 0 1";
    assert!(!texts(&at(&chess(ANTI_KING), fen)).contains(&"h4c4".to_owned()));
    let lines = ANTI_KING.replace("rules.forbid = 'captured anti-king'", "");
    assert!(texts(&at(&chess(&lines), fen)).contains(&"h4c4".to_owned()));
}

/// The squares to which the queen goes.
fn queen_goes(lines: &str, fen: &str) -> Vec<String> {
    let position = at(&chess(lines), fen);
    let mut moves = texts(&position);
    moves.retain(|text| text.starts_with("d4"));
    moves
}

const QUEEN: &str = "4k3/8/8/8/3Q4/8/r7/4K2b w - - 0 1";

#[test]
fn a_wary_piece_goes_to_no_attacked_square() {
    let moves = queen_goes("rules.use.wary.who = 'queen'", QUEEN);
    let attacked = [
        "d4d2", "d4f2", "d4b2", "d4a4", "d4a7", "d4d5", "d4e4", "d4d8", "d4d7",
    ];
    for text in attacked {
        assert!(!moves.contains(&text.to_owned()), "{text} in {moves:?}");
    }
    // The rook does not guard the bishop, and the queen does not block itself.
    for text in ["d4c3", "d4h8", "d4d3"] {
        assert!(moves.contains(&text.to_owned()), "{text} not in {moves:?}");
    }
}

#[test]
fn attacks_of_some_pieces_may_count_only() {
    let moves = queen_goes("rules.use.wary = { who = 'queen', by = 'bishop' }", QUEEN);
    assert!(moves.contains(&"d4d2".to_owned()));
    assert!(!moves.contains(&"d4d5".to_owned()));
    let moves = queen_goes("rules.use.wary.who = 'black queen'", QUEEN);
    assert!(moves.contains(&"d4d5".to_owned()));
}

#[test]
fn a_pawn_is_judged_by_what_it_becomes() {
    let variant = chess("rules.use.wary.who = 'queen'");
    let position = at(&variant, "7r/P7/8/8/k7/8/8/4K3 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"a7a8r".to_owned()));
    assert!(!moves.contains(&"a7a8q".to_owned()));
}

const BENEDICT: &str =
    "rules.royal = 'capture'\nrules.use.benedict = true\nrules.forbid = 'capture'";

/// The lines of a definition, a position, a move, and the board after it.
type Row = (&'static str, &'static str, &'static str, &'static str);

const MOVES: &[Row] = &[
    // The captor vanishes with its victim, except for kings.
    (
        "rules.use.kamikaze = true",
        "k7/8/3p4/4P3/8/8/8/K7 w - -",
        "e5d6",
        "k7/8/8/8/8/8/8/K7",
    ),
    (
        "rules.use.kamikaze = true",
        "k7/8/8/8/8/8/p7/K7 w - -",
        "a1a2",
        "k7/8/8/8/8/8/K7/8",
    ),
    // It changes side as what it has become.
    (
        "rules.use.andernach = true",
        "k5n1/7P/8/8/8/8/8/K7 w - -",
        "h7g8r",
        "k5r1/8/8/8/8/8/8/K7",
    ),
    // All sets are evaluated before anything is removed, and royal pieces stay.
    (
        r#"rules.effects = ['quiet: remove any "W" from mover', 'remove [a2]']"#,
        "k7/8/8/8/8/1nr5/p6R/K7 w - -",
        "h2b2",
        "k7/8/8/8/8/2r5/1R6/K7",
    ),
    // Only attacks from the new square count: the knight is converted, but not the rook behind it.
    (
        BENEDICT,
        "k7/8/8/8/8/8/8/KB3nr1 w - -",
        "b1d3",
        "k7/8/8/8/8/3B4/8/K4Nr1",
    ),
    // Neither pieces on lines opened by the move nor targets of converted pieces are converted.
    (
        BENEDICT,
        "k3q3/8/8/8/4N3/8/8/K3R3 w - -",
        "e4g5",
        "k3q3/8/8/6N1/8/8/8/K3R3",
    ),
    // A pawn converts where it would capture, and as what it has become.
    (
        BENEDICT,
        "k7/8/3r1b2/8/4P3/8/8/K7 w - -",
        "e4e5",
        "k7/8/3R1B2/4P3/8/8/8/K7",
    ),
    (
        BENEDICT,
        "8/k3P3/5r2/8/8/8/8/K7 w - -",
        "e7e8n",
        "4N3/k7/5R2/8/8/8/8/K7",
    ),
    // Both castling pieces have moved.
    (
        BENEDICT,
        "k4n2/8/8/8/8/8/7b/4K2R w K -",
        "e1g1",
        "k4N2/8/8/8/8/8/7B/5RK1",
    ),
    // Some kinds, along another reach, and beside captures.
    (
        r#"rules.effects = 'black (pawn or knight) "W" from mover rook changes side'"#,
        "k7/8/8/2bpn3/8/8/8/K2R4 w - -",
        "d1d5",
        "k7/8/8/2bRN3/8/8/8/K7",
    ),
];

#[test]
fn effects_happen_when_the_move_has_been_made() {
    for (lines, fen, text, wanted) in MOVES {
        let position = after(&at(&chess(lines), fen), &[text]);
        let fen_behind = position.to_fen();
        let board = fen_behind.split(' ').next().unwrap_or_default();
        assert_eq!(board, *wanted, "{lines}: {fen} {text}");
        round_trips(&position);
    }
}

#[test]
fn nothing_is_captured_where_the_rule_says_so() {
    let position = at(&chess(BENEDICT), "k7/8/8/3p4/4P3/8/8/K7 w - -");
    assert!(!texts(&position).contains(&"e4d5".to_owned()));
    let captures = at(
        &chess("rules.use.benedict = true"),
        "k7/8/8/3p4/4P3/8/8/K7 w - -",
    );
    assert!(texts(&captures).contains(&"e4d5".to_owned()));
}

#[test]
fn a_rook_that_has_changed_side_never_castles_again() {
    // The queen converts the rook on h8, and Black's bishop converts it back.
    let position = at(&chess(BENEDICT), "4k2r/8/5b2/8/8/8/K7/1Q6 w k -");
    let back = after(&position, &["b1h7", "f6g7", "h7b1"]);
    let fen = back.to_fen();
    assert!(fen.starts_with("4k2r/6b1/8/8/8/8/K7/1Q6 b - "), "{fen}");
    assert!(!texts(&back).contains(&"e8g8".to_owned()));
    round_trips(&back);
}

#[test]
fn who_loses_the_king_so_has_lost() {
    for royal in ["capture", "check"] {
        let effect = r#"rules.effects = 'enemy "N" from mover changes side'"#;
        let lines = format!("rules.royal = '{royal}'\n{effect}");
        let start = at(&chess(&lines), "4k3/8/8/8/8/8/6R1/K7 w - -");
        let mut game = Game::new(start);
        let mv = game.position().parse_move("g2g7").expect("it is legal");
        game.play(&mv).expect("it is legal");
        let outcome = game.outcome();
        assert!(
            matches!(outcome, Outcome::Ended { white, .. } if white > 0.9),
            "{royal}: {outcome:?}"
        );
        assert!(game.position().legal_moves().is_empty());
    }
}

#[test]
fn slips_have_a_place_and_a_remedy() {
    let rows = [
        (
            "rules.forbid = 'mover likes'",
            "E0306 likes: `forbid`: `likes` is neither a piece of the variant nor a word of clauses",
        ),
        (
            "rules.forbid = ['mover rook', 'capture and ( )']",
            "E0333 ): `forbid`: expected a set of squares or pieces, found `)`",
        ),
        (
            "rules.forbid = ['mover rook', 'capture and']",
            "E0333 : `forbid`: expected a condition at the end",
        ),
        (
            "rules.forbid = 'mover same-kind'",
            "E0333 same-kind: `forbid`: `same-kind` has no relation to compare with here",
        ),
        (
            "rules.forbid = 'mover $who'",
            "E0333 $who: `forbid`: the rule has no parameter `$who`",
        ),
        (
            "rules.forbid = 'mover [rank 9]'",
            "E0308 rank 9: `forbid`: the board has no rank 9, its ranks are 1 to 8",
        ),
        (
            r#"rules.forbid = 'mover "O2" from own'"#,
            "E0331 O2: `forbid`: castling cannot be part of a reach",
        ),
        (
            "rules.effects = 'capture: mover'",
            "E0333 : `effects`: expected `changes side`, `goes`, `becomes`, `stays` or `may stay` at the end",
        ),
        (
            "rules.effects = 'remove quen'",
            "E0306 quen: `effects`: `quen` is neither a piece of the variant nor a word of clauses",
        ),
        (
            "rules.use.madrasy = true",
            "E0311 madrasy: `madrasy`: the library has no such rule",
        ),
        (
            "rules.use = 'madrasi'",
            "E0303 'madrasi': `use`: expected a table of rules, found a text",
        ),
        (
            "rules.use.madrasi.who = 'any quen'",
            "E0306 quen: `madrasi`: `quen` is neither a piece of the variant nor a word of clauses",
        ),
        (
            "rules.use.madrasi.whom = 'queen'",
            "E0302 whom: `madrasi`: the rule has no setting `whom`",
        ),
        (
            "rules.use.madrasi = 'queen'",
            "E0303 'queen': `madrasi`: expected `true` or `false`, found a text",
        ),
        (
            "rules.use.anti-king = true",
            "E0310 true: `anti-king`: the parameter `who` is missing",
        ),
        (
            "rules.forbid = ['pass', 'capture and captured black white']",
            "W0410 ['pass', 'capture and captured black white']: `forbid`: `capture and captured black white` is \
             never true, so it has no effect",
        ),
        (
            "rules.effects = 'remove own enemy'",
            "W0410 'remove own enemy': `effects`: `remove own enemy` is never true, so it has no effect",
        ),
    ];
    for (lines, expected) in rows {
        assert_eq!(found(lines), [expected], "{lines}");
    }
}

/// Clauses with warnings about them; a clause without a text has none.
const DOUBTS: &[(&str, &str)] = &[
    (
        "effects = 'captured changes side'",
        "no clause brings them back",
    ),
    (
        "effects = ['captured changes side', 'captured goes home or is removed']",
        "",
    ),
    ("effects = 'remove royal'", "royal pieces are never removed"),
    (
        "effects = 'remove own king'",
        "royal pieces are never removed",
    ),
    ("effects = 'remove own (king or queen)'", ""),
    (
        "effects = 'remove empty [rank 4]'",
        "empty squares have no pieces",
    ),
    (
        "effects = 'capture: remove captured, remove mover'",
        "an action of",
    ),
    (
        "effects = 'capture: remove mover, mover becomes queen'",
        "an action before it removes the mover",
    ),
    (
        "effects = 'capture: remove mover, mover rook goes home'",
        "an action before it removes the mover",
    ),
    // Kings are not removed.
    ("effects = 'capture: remove mover, mover goes home'", ""),
    ("moves = 'empty is removed'", "is never true"),
    (
        "forbid = 'mover frozen and capture'\npieces.frozen = { letter = 'F', move = 'W' }",
        "not the piece `frozen`",
    ),
    (
        "effects = 'quiet: captured goes home'",
        "the move captures nothing",
    ),
    (
        "effects = 'quiet and mover rook: mover stays'",
        "only a capturing piece",
    ),
    ("effects = 'mover stays'", ""),
    ("effects = 'drop: enemy queen changes side'", "has no drops"),
    ("forbid = 'drop and to [rank 4]'", "has no drops"),
    ("forbid = 'drop and to [rank 4]'\nrules.drops = {}", ""),
    ("forbid = 'drop or check'", ""),
    (
        "forbid = 'captured queen and no queen'",
        "contradicts itself",
    ),
    ("forbid = 'no any and captured own'", "contradicts itself"),
    ("forbid = 'captured queen and no own queen'", ""),
    ("forbid = 'captured queen and after: no queen'", ""),
    (
        "forbid = 'after: (own queen and no queen)'",
        "contradicts itself",
    ),
    ("forbid = 'capture and quiet'", "contradicts itself"),
    ("forbid = 'quiet and captured queen'", "contradicts itself"),
    ("forbid = 'drop and mover queen'", "contradicts itself"),
    ("forbid = 'check and not check'", "contradicts itself"),
    (
        "forbid = 'own king attacked by any'",
        "does not depend on the move",
    ),
    ("forbid = 'mover king attacked by any'", ""),
    ("forbid = 'after: own queen attacked by rook'", ""),
    ("ends = 'no enemy rook: own wins'", "one move late"),
    (
        "ends = 'own king [d4-e5] or no enemy rook: own wins'",
        "one move late",
    ),
    ("ends = 'after: no enemy rook: own wins'", ""),
    ("ends = 'check: own wins'", ""),
    ("ends = 'captured queen and ..1 enemy queen: own wins'", ""),
    ("checks.counted = true", "the first check wins"),
    (
        "checks.counted = true\nstart = '4k3/8/8/8/8/8/8/R3K3 w Q - 3+3 0 1'",
        "",
    ),
];

#[test]
fn clauses_that_do_nothing_are_doubted() {
    for (lines, doubt) in DOUBTS {
        let found = found(&format!("rules.{lines}"));
        let doubts = found.iter().filter(|one| one.starts_with("W0410"));
        let doubts: Vec<&String> = doubts.collect();
        match (doubts.as_slice(), *doubt) {
            ([], "") => {}
            ([one], doubt) if !doubt.is_empty() => assert!(one.contains(doubt), "{lines}: {one}"),
            _ => panic!("{lines}: {found:?}"),
        }
    }
}

#[test]
fn sentences_keep_what_parentheses_join() {
    let said = |condition: &str| {
        let variant = chess(&format!("rules.forbid = '{condition}'"));
        let page = rules_page(&variant, Pictures::Files);
        let line = page
            .lines()
            .find(|line| line.contains("A move is illegal if"));
        line.expect("a sentence")
            .trim_start_matches("- ")
            .to_owned()
    };
    assert_eq!(
        said("(castling or promotion) and check"),
        "A move is illegal if (it is castling or it is a promotion) and it gives check."
    );
    assert_eq!(
        said("castling or promotion and check"),
        "A move is illegal if it is castling or it is a promotion and it gives check."
    );
}

#[test]
fn conditions_about_conditions_end_within_the_budget() {
    let deep = "guarded by any ".repeat(20);
    let variant = chess(&format!("rules.forbid = 'after: any {deep} royal pawn'"));
    let start = variant.start();
    assert!(Budget::new(100_000).run(|| start.legal_moves()).is_err());
}

/// Rows of the table of sixty rules in `docs/rule-language.md`: a clause, a position, a move that it forbids, and one
/// that it allows.
#[test]
fn rules_on_paper_forbid_what_they_say() {
    for (clause, fen, forbidden, allowed) in [
        (
            "after: 3.. own not royal [d1-e2]",
            "4k3/8/8/8/8/8/3N4/3QKB2 w - - 0 1",
            "f1e2",
            "d2f3",
        ),
        (
            "after: no own [d4-e5]",
            "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1",
            "d4f5",
            "e1e2",
        ),
        (
            "after: 2.. own queen",
            "4k3/P7/8/8/8/8/8/3QK3 w - - 0 1",
            "a7a8q",
            "a7a8r",
        ),
        (
            "drop and to \"K\" from enemy royal",
            "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
            "N@e7",
            "N@e6",
        ),
        (
            "quiet and mover not guarding own",
            "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1",
            "e2e3",
            "h1h5",
        ),
    ] {
        let drops = "rules.captured-to = 'captor-hand'\nrules.drops = {}";
        let variant = chess(&format!("{drops}\nrules.forbid = '''{clause}'''"));
        let moves = texts(&at(&variant, fen));
        let has = |text: &str| moves.iter().any(|mv| mv == text);
        assert!(!has(forbidden), "{clause}: {forbidden}");
        assert!(has(allowed), "{clause}: {allowed}: {moves:?}");
    }
}
