//! Ends by adjudication. Results are those of Fairy-Stockfish for the same moves.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Variant};
use ferz_designer::handbook::{Pictures, rules_page};

use crate::harness::builtin;

/// Variant, position (empty for the start), moves as often as the number says, and White's share
/// of the point with the reason, or nothing if the game goes on.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    usize,
    Option<(f64, &'static str)>,
);

const BY_REPETITION: &[Row] = &[
    (
        "chess",
        "",
        "g1f3 g8f6 f3g1 f6g8",
        2,
        Some((0.5, "repetition")),
    ),
    ("chess", "", "g1f3 g8f6 f3g1 f6g8", 1, None),
    // Knights that come home have lost the right to leave a piece behind; that does not count.
    (
        "seirawan",
        "",
        "b1c3 b8c6 c3b1 c6b8",
        2,
        Some((0.5, "repetition")),
    ),
    (
        "armageddon",
        "",
        "g1f3 g8f6 f3g1 f6g8",
        2,
        Some((0.0, "repetition")),
    ),
    // The start counts, and a position is the same whether a pass or another move led to it.
    (
        "janggi",
        "",
        "a1a2 a10a9 a2a1 a9a10",
        2,
        Some((0.0, "repetition")),
    ),
    (
        "janggicasual",
        "",
        "a1a2 a10a9 a2a1 a9a10",
        2,
        Some((0.5, "repetition")),
    ),
    (
        "janggitraditional",
        "",
        "a1a2 a10a9 a2a1 a9a10",
        2,
        Some((0.5, "repetition")),
    ),
    ("janggi", "", "a1a2 a10a9 a2a1 a9a10", 1, None),
    (
        "janggi",
        "",
        "a1a2 e9e9 a2a1 e9e9",
        2,
        Some((0.0, "repetition")),
    ),
    ("janggi", "", "a1a2 e9e9 a2a1 e9e9", 1, None),
    (
        "janggi",
        "4k4/9/9/9/9/9/9/9/4P4/R3K4 w - - 0 1",
        "a1a2 e10d10 a2a1 d10e10",
        2,
        Some((1.0, "repetition")),
    ),
    // A rook checks a king that runs to and fro; four times in Shogi, three in Xiangqi.
    (
        "shogi",
        "4k4/9/9/9/9/9/9/3R5/K8[-] w - - 0 1",
        "d2e2 e9d9 e2d2 d9e9",
        3,
        Some((0.0, "perpetual-check")),
    ),
    (
        "shogi",
        "4k4/9/9/9/9/9/9/3R5/K8[-] w - - 0 1",
        "d2e2 e9d9 e2d2 d9e9",
        2,
        None,
    ),
    (
        "shogi",
        "4k4/9/9/9/9/9/9/3R5/K8[-] w - - 0 1",
        "d2d3 e9e8 d3d2 e8e9",
        3,
        Some((0.5, "repetition")),
    ),
    (
        "minishogi",
        "4k/5/5/5/K2R1[-] w - - 0 1",
        "d1d2 e5e4 d2d1 e4e5",
        3,
        Some((0.0, "repetition")),
    ),
    (
        "xiangqi",
        "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1",
        "e2d2 d10e10 d2e2 e10d10",
        2,
        Some((0.0, "perpetual-check")),
    ),
    // A rook chases a cannon, a rook that could take it, and nobody.
    (
        "xiangqi",
        "3k5/9/9/9/c8/9/9/9/1R7/4K4 w - - 0 1",
        "b2a2 a6b6 a2b2 b6a6",
        2,
        Some((0.0, "perpetual-chase")),
    ),
    (
        "xiangqi",
        "3k5/9/9/9/r8/9/9/9/1R7/4K4 w - - 0 1",
        "b2a2 a6b6 a2b2 b6a6",
        2,
        Some((0.5, "repetition")),
    ),
    (
        "xiangqi",
        "3k5/9/9/9/n8/9/9/9/1R7/4K4 w - - 0 1",
        "b2b3 d10d9 b3b2 d9d10",
        2,
        Some((0.5, "repetition")),
    ),
    // The generals would face one another, so the only protector of the horse may not recapture.
    (
        "xiangqi",
        "3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1",
        "d1c3 d4c4 c3d1 c4d4",
        2,
        Some((1.0, "perpetual-chase")),
    ),
    // The general may not recapture where a second enemy attacks; Fairy-Stockfish takes it for a protector.
    (
        "xiangqi",
        "5k3/9/9/9/9/9/3r5/9/5n3/3NK4 w - - 0 1",
        "d1c3 d4c4 c3d1 c4d4",
        2,
        Some((1.0, "perpetual-chase")),
    ),
    (
        "xiangqi",
        "5k3/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1",
        "d1c3 d4c4 c3d1 c4d4",
        2,
        Some((0.5, "repetition")),
    ),
    (
        "manchu",
        "3k5/9/9/9/c8/9/9/9/1R7/4K4 w - - 0 1",
        "b2a2 a6b6 a2b2 b6a6",
        2,
        Some((0.5, "repetition")),
    ),
    (
        "janggimodern",
        "4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
        "a2a3 e10e9 a3a2 e9e10",
        3,
        Some((1.0, "repetition")),
    ),
    (
        "janggicasual",
        "4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
        "a2a3 e10e9 a3a2 e9e10",
        3,
        Some((0.5, "repetition")),
    ),
    (
        "janggi",
        "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1",
        "a2a3 e10e9 a3a2 e9e10",
        3,
        Some((1.0, "repetition")),
    ),
];

const BY_COUNT: &[Row] = &[
    ("janggi", "", "e2e2 e9e9", 1, Some((0.0, "passes"))),
    (
        "janggitraditional",
        "",
        "e2e2 e9e9",
        1,
        Some((0.5, "passes")),
    ),
    ("janggi", "", "e2e2", 1, None),
    (
        "makruk",
        "8/8/8/4k3/8/8/8/R3K3 w - 32 31 20",
        "a1a2 e5e6",
        1,
        Some((0.5, "counting")),
    ),
    (
        "makruk",
        "8/8/8/4k3/8/8/8/R3K3 w - 32 31 20",
        "a1a2",
        1,
        None,
    ),
    (
        "armageddon",
        "k7/8/1K6/8/8/8/8/7R w - - 99 90",
        "h1h2",
        1,
        Some((0.0, "move-limit")),
    ),
    (
        "sittuyin",
        "1r5k/8/8/4p3/4P3/8/7r/K7[] w - - 0 1",
        "",
        1,
        Some((0.5, "stalemate")),
    ),
];

const BY_MATE: &[Row] = &[
    (
        "shogi",
        "3nkn3/3p1p3/4G4/9/9/9/9/9/4K4[P] w - - 0 1",
        "P@e8",
        1,
        Some((0.0, "forbidden-mate")),
    ),
    (
        "shogi",
        "3nkn3/3p1p3/4G4/9/9/9/9/9/4K4[G] w - - 0 1",
        "G@e8",
        1,
        Some((1.0, "checkmate")),
    ),
    // A knight may not mate, and a pawn only after a strong check.
    (
        "shatar",
        "kr6/pp6/8/3N4/8/8/8/4K3 w - - 0 1",
        "d5c7",
        1,
        Some((0.0, "forbidden-mate")),
    ),
    (
        "shatar",
        "kbB5/p7/1P6/8/8/8/8/4K3 w - - 0 1",
        "b6b7",
        1,
        Some((0.5, "weak-mate")),
    ),
];

#[track_caller]
fn check(rows: &[Row]) {
    for (name, fen, moves, times, expected) in rows {
        let variant = builtin(name);
        let start = if fen.is_empty() {
            variant.start()
        } else {
            variant
                .parse_fen(fen)
                .unwrap_or_else(|error| panic!("{name}: {error:?}"))
        };
        let mut game = Game::new(start);
        for text in moves.split_whitespace().collect::<Vec<_>>().repeat(*times) {
            let one = game
                .position()
                .parse_move(text)
                .unwrap_or_else(|error| panic!("{name}: {text}: {}", error.message));
            game.play(&one).expect("a legal move");
        }
        let found = match game.outcome() {
            Outcome::Ongoing => None,
            Outcome::Ended { white, reason, .. } => Some((white, reason.as_str())),
        };
        assert_eq!(
            found, *expected,
            "{name}: {fen} after {moves}, {times} times"
        );
    }
}

#[test]
fn positions_that_come_again_end_the_game() {
    check(BY_REPETITION);
}

#[test]
fn what_is_counted_ends_the_game() {
    check(BY_COUNT);
}

#[test]
fn some_mates_do_not_count() {
    check(BY_MATE);
}

/// The pieces that restart the clock are an option, and a move that can be taken back does not.
#[test]
fn the_clock_restarts_for_the_pieces_that_are_named() {
    let text = "[a:chess]\nnMoveRuleTypes = n\n[b:chess]\nnMoveRuleTypes = -\n[c:chess]\n\
                customPiece1 = w:fmWbmWfcF\npawn = -\nnMoveRuleTypes = w\n\
                startFen = rnbqkbnr/wwwwwwww/8/8/8/8/WWWWWWWW/RNBQKBNR w KQkq - 0 1\n";
    let catalog = Catalog::read(text, Format::FairyStockfishIni).value;
    for (name, text, clock) in [
        ("a", "e2e4", 1),
        // A knight could go back.
        ("a", "g1f3", 1),
        ("b", "e2e4", 1),
        ("c", "e2e3", 1),
    ] {
        let variant =
            Variant::compile(catalog.get(name).expect("it was read")).expect("it compiles");
        let start = variant.start();
        let one = start.parse_move(text).expect("a legal move");
        assert_eq!(
            start.play_unchecked(&one).setup().halfmove_clock,
            clock,
            "{name}: {text}"
        );
    }
    let chess = builtin("armageddon");
    let one = chess.start().parse_move("e2e4").expect("a legal move");
    assert_eq!(chess.start().play_unchecked(&one).setup().halfmove_clock, 0);
}

/// A count begins when a side has nothing but its king, goes on, and is part of the FEN.
#[test]
fn counts_are_written_into_the_fen() {
    let variant = builtin("makruk");
    let start = variant
        .parse_fen("8/8/4k3/8/3r4/2K5/8/RR6 w - - 0 20")
        .expect("a position");
    let one = start.parse_move("c3d4").expect("a legal move");
    let next = start.play_unchecked(&one);
    // Two rooks give eight moves, and five pieces were on the board but for the one taken.
    assert!(next.to_fen().ends_with("b - 16 8 20"), "{}", next.to_fen());
    let read = variant.parse_fen(&next.to_fen()).expect("it reads");
    assert_eq!(read.setup().special.count, next.setup().special.count);
}

/// A side with a king and a prince loses with the second of them, where the rules say so.
#[test]
fn who_guards_the_last_loses_with_the_last_that_is_captured() {
    let outcome = |guard: &str, fen: &str, text: &str| {
        let definition = format!(
            "name = 'princes'\nboard = {{ files = 4, ranks = 4 }}\nstart = 'kp2/4/4/2PK'\n\
             rules = {{ royal = 'capture', guard = '{guard}' }}\n\
             pieces.king = {{ letter = 'K', move = 'K', royal = true }}\n\
             pieces.prince = {{ letter = 'P', move = 'W', royal = true }}\n"
        );
        let read = Catalog::read(&definition, Format::Toml);
        assert!(!read.has_errors(), "{:?}", read.diagnostics);
        let variant =
            Variant::compile(read.value.first().expect("a variant")).expect("it compiles");
        let position = variant.parse_fen(fen).expect("a position");
        let page = rules_page(&variant, Pictures::Files);
        assert_eq!(
            page.contains("The last royal piece of a side is captured."),
            guard == "last"
        );
        let one = position.parse_move(text).expect("a capture");
        match position.play_unchecked(&one).outcome() {
            Outcome::Ended { white, reason, .. } => Some((white, reason.as_str())),
            Outcome::Ongoing => None,
        }
    };
    // Black captures the prince, or then the king.
    let lost = Some((0.0, "king-captured"));
    for (guard, fen, text, expected) in [
        ("every", "kp2/4/2p1/2PK b", "c2c1", lost),
        ("last", "kp2/4/2p1/2PK b", "c2c1", None),
        ("all-but-one", "kp2/4/2p1/2PK b", "c2c1", None),
        ("last", "kp2/4/3p/3K b", "d2d1", lost),
        ("all-but-one", "kp2/4/3p/3K b", "d2d1", lost),
    ] {
        assert_eq!(outcome(guard, fen, text), expected, "{guard}: {fen}");
    }
}
