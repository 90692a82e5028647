//! Reaches: the squares on which abilities other than moves work, for each such key.
//!
//! The wizard `W` does it and stands on d4 unless something else is said; what is expected was
//! counted by hand.

use ferz::definition::{CaptureMethod, PieceDef, Reach, VariantDef, differences};
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Position, Strategy, Variant, perft_with};
use ferz::movement::Dialect;
use ferz::source::Span;

use crate::harness::Random;
use crate::harness::games::random_game_by_law;
use crate::harness::scene::{after, board, moves_from, targets, victims};

/// A game with a wizard that is written so.
fn game(wizard: &str, rules: &str) -> String {
    format!(
        "[game]
board = {{ files = 8, ranks = 8 }}
start = 'k1r1n3/2ppp3/8/2w5/3W4/8/3PPP2/2N1R2K w - - 0 1'
{rules}
[game.pieces]
king = {{ letter = 'K', move = 'K', royal = true }}
rook = {{ letter = 'R', move = 'R' }}
knight = {{ letter = 'N', move = 'N' }}
pawn = {{ letter = 'P', move = 'fmWfcF' }}
wizard = {{ letter = 'W', {wizard} }}
"
    )
}

fn definition(text: &str) -> VariantDef {
    let read = Catalog::read(text, Format::Toml);
    assert!(
        read.diagnostics.is_empty(),
        "{:?}\n{text}",
        read.diagnostics
    );
    read.value.first().expect("a variant").clone()
}

#[track_caller]
fn at_with(wizard: &str, rules: &str, fen: &str) -> Position {
    let def = definition(&game(wizard, rules));
    let variant = Variant::compile(&def).unwrap_or_else(|error| panic!("{wizard}: {error}"));
    let position = variant.parse_fen(fen);
    position.unwrap_or_else(|findings| panic!("{fen}: {findings:?}"))
}

#[track_caller]
fn at(wizard: &str, fen: &str) -> Position {
    at_with(wizard, "", fen)
}

/// The number of moves, which both engines find.
#[track_caller]
fn n_moves(position: &Position) -> u64 {
    let general = perft_with(position, 1, Strategy::General);
    assert_eq!(general, perft_with(position, 1, Strategy::Fastest));
    general
}

#[test]
fn freezing_reaches_as_far_as_is_said() {
    // The king has three moves in the corner.
    let leaps = "k7/8/4r3/8/3W4/4r3/8/7K b";
    let knightly = at("move = 'W', freezes = { reach = 'N' }", leaps);
    assert_eq!(targets(&knightly, "e6"), "");
    assert_eq!(n_moves(&knightly), 11 + 3);
    let usual = at("move = 'W', freezes = {}", leaps);
    assert_eq!(targets(&usual, "e3"), "");

    let lines = "k7/8/3r4/8/3W1n2/8/1r6/7K b";
    let along = at("move = 'W', freezes = { reach = 'R' }", lines);
    assert_eq!(
        (targets(&along, "d6"), targets(&along, "f4")),
        (String::new(), String::new())
    );
    assert_eq!(n_moves(&along), 14 + 3);
    // The pawn stands before the rook.
    let blocked = at(
        "move = 'W', freezes = { reach = 'R' }",
        "k7/8/3r4/3p4/3W4/8/8/7K b",
    );
    assert_eq!(targets(&blocked, "d5"), "");
    assert_eq!(n_moves(&blocked), 9 + 3);
    // A hopper freezes what is behind the first piece, even if it could only move there.
    let behind = at(
        "move = 'W', freezes = { reach = 'mpR' }",
        "k7/8/3r4/3p4/3W4/8/8/7K b",
    );
    assert_eq!(targets(&behind, "d6"), "");

    let own = at(
        "move = 'mWcF', freezes = { reach = 'own' }",
        "k7/8/8/2r1r3/3W4/3r4/8/7K b",
    );
    assert_eq!(
        (targets(&own, "c5"), targets(&own, "e5")),
        (String::new(), String::new())
    );
    assert_eq!(n_moves(&own), 10 + 3);
    // As its side sees the board.
    let ahead = "move = 'W', freezes = { reach = 'fN' }";
    assert_eq!(targets(&at(ahead, "k7/8/4n3/8/3W4/8/8/7K b"), "e6"), "");
    assert_ne!(targets(&at(ahead, "k7/8/8/8/3W4/8/4n3/7K b"), "e2"), "");
    assert_eq!(targets(&at(ahead, "k7/8/8/8/3w4/8/4N3/7K w"), "e2"), "");
}

#[test]
fn freezes_spare_and_are_lifted_within_reach() {
    let fen = "k7/8/2n1r3/8/3W4/8/8/7K b";
    let rooks = at("move = 'W', freezes = { reach = 'N', only = 'rook' }", fen);
    assert_eq!(targets(&rooks, "e6"), "");
    assert_ne!(targets(&rooks, "c6"), "");
    let lifted = at(
        "move = 'W', freezes = { reach = 'N', lifted-by = 'knight' }",
        fen,
    );
    // The knight lifts it from its fellow, not from itself.
    assert_ne!(targets(&lifted, "e6"), "");
    assert_eq!(targets(&lifted, "c6"), "");
    let beside = at(
        "move = 'W', freezes = { reach = 'N', lifted-by = 'knight' }",
        "k7/8/4r3/2n5/3W4/8/8/7K b",
    );
    assert_eq!(targets(&beside, "e6"), "");
}

#[test]
fn what_opens_a_line_frees_or_freezes_and_may_give_check() {
    // The rook on d6 is frozen along the file, until the pawn steps in between.
    let wizard = "move = 'W', freezes = { reach = 'R' }";
    let frozen = at(wizard, "k7/8/3r3K/8/3W4/8/8/8 w");
    assert!(!frozen.is_check());
    let open = at(wizard, "k7/8/3r3K/3P4/3W4/8/8/8 w");
    assert!(open.is_check());
    // White may not leave the file, or the rook would give check.
    assert_eq!(targets(&frozen, "d4"), "d3 d5");
    assert_eq!(n_moves(&frozen), 2 + 5);
}

#[test]
fn burning_reaches_as_far_as_is_said() {
    let wizard = "move = 'W', burns = { reach = 'N' }";
    let position = at(wizard, "k7/8/8/1r6/3W4/8/8/7K b");
    assert_eq!(board(&after(&position, "b5f5;b5")), "k7/8/8/8/3W4/8/8/7K");
    assert_eq!(board(&after(&position, "b5d5")), "k7/8/8/3r4/3W4/8/8/7K");
    let spared = at(
        "move = 'W', burns = { reach = 'N', except = 'rook' }",
        "k7/8/8/1r6/3W4/8/8/7K b",
    );
    assert_eq!(board(&after(&spared, "b5f5")), "k7/8/8/5r2/3W4/8/8/7K");
    let meant = at(
        "move = 'W', burns = { only = 'knight' }",
        "k7/8/8/1r6/3W4/8/8/7K b",
    );
    assert_eq!(board(&after(&meant, "b5d5")), "k7/8/8/3r4/3W4/8/8/7K");
    // A piece that leaves a line opens it for the fire that follows it.
    let line = at(
        "move = 'W', burns = { reach = 'R' }",
        "k7/8/8/3r4/3W4/8/8/7K b",
    );
    assert_eq!(board(&after(&line, "d5d7;d5")), "k7/8/8/8/3W4/8/8/7K");
    assert_eq!(board(&after(&line, "d5e5")), "k7/8/8/4r3/3W4/8/8/7K");
    // Whoever is captured burns nobody any more.
    assert_eq!(board(&after(&line, "d5d4")), "k7/8/8/8/3r4/8/8/7K");
}

#[test]
fn protection_reaches_as_far_as_is_said() {
    let fen = "k3r3/8/4R3/3R3r/3W4/8/8/6K1 b";
    let position = at("move = 'W', protects = { reach = 'N' }", fen);
    assert_eq!(targets(&position, "e8"), "b8 c8 d8 e7 f8 g8 h8");
    assert!(targets(&position, "h5").contains("d5"));
    let usual = at("move = 'W', protects = true", fen);
    assert!(targets(&usual, "e8").contains("e6"));
    assert!(!targets(&usual, "h5").contains("d5"));
    let others = at(
        "move = 'W', protects = { reach = 'N', except = 'rook' }",
        fen,
    );
    assert!(targets(&others, "e8").contains("e6"));
    // A king is safe where it is protected, until the line is closed.
    let wizard = "move = 'W', protects = { reach = 'R' }";
    assert!(!at(wizard, "k6r/8/8/8/8/8/8/W6K w").is_check());
    assert!(at(wizard, "k6r/8/8/8/8/8/8/W2P3K w").is_check());
}

#[test]
fn proximity_reaches_as_far_as_is_said() {
    let wizard = "move = 'mW', captures.proximity = { reach = 'N' }";
    let leaps = at(wizard, "k7/8/2p5/3p4/8/3W4/4p3/7K w");
    assert_eq!(victims(&leaps, "d3d4"), "c6 e2");
    // The square that it leaves is empty when it looks around.
    let lines = at(
        "move = 'mW', captures.proximity = { reach = 'R' }",
        "k7/8/8/3p4/8/3W3p/3p4/7K w",
    );
    assert_eq!(victims(&lines, "d3d4"), "d2 d5");
    let own = at(
        "move = 'mWcN', captures.proximity = { reach = 'own' }",
        "k7/8/2p5/3p4/8/3W4/4p3/7K w",
    );
    assert_eq!(victims(&own, "d3d4"), "c6 e2");
    // It gives check from afar.
    assert!(at(wizard, "8/8/2k5/8/8/3W4/8/7K b").is_check());
    assert!(!at(wizard, "8/8/3k4/8/8/3W4/8/7K b").is_check());
}

#[test]
fn mimics_capture_by_proximity_as_their_victims_do() {
    let wizard = "move = 'mW', captures.proximity = { reach = 'N' } }
fire = { letter = 'F', move = 'mW', captures.proximity = true }
mimic = { letter = 'M', move = 'mW', captures.mimic = {}";
    let position = at(wizard, "k7/8/2w5/3w1f2/4f3/3M4/8/7K w");
    // From d4 the wizard on c6 is a leap away and the fire on e4 is beside it.
    assert_eq!(victims(&position, "d3d4"), "c6 e4");
}

#[test]
fn booms_and_explosions_reach_as_far_as_is_said() {
    let fen = "k7/8/2p5/3p4/3W4/8/4P3/7K w";
    let boom = at("move = '-', actions.boom = { reach = 'N' }", fen);
    assert_eq!(moves_from(&boom, "d4"), ["d4d4;c6"]);
    assert_eq!(board(&after(&boom, "d4d4;c6")), "k7/8/8/3p4/8/8/4P3/7K");
    let line = at("move = '-', actions.boom = { reach = 'R' }", fen);
    assert_eq!(moves_from(&line, "d4"), ["d4d4;d5"]);
    let explode = at("move = '-', actions.explode = { reach = 'N' }", fen);
    assert_eq!(moves_from(&explode, "d4").len(), 1);
    assert_eq!(
        victims(&explode, &moves_from(&explode, "d4")[0]),
        "c6 d4 e2"
    );
    // Not beside a royal piece of its own side, as far as it reaches.
    let king = at(
        "move = '-', actions.explode = { reach = 'N' }",
        "k7/8/2p5/3p4/3W4/8/4K3/8 w",
    );
    assert!(moves_from(&king, "d4").is_empty());
    // A king that can be blown up from afar is in check.
    let wizard = "move = '-', actions.boom = { reach = 'R' }";
    assert!(at(wizard, "k7/8/8/8/W7/8/8/7K b").is_check());
    assert!(!at(wizard, "k7/p7/8/8/W7/8/8/7K b").is_check());

    let after_capture = at(
        "move = 'W', after = { explodes = 'pawn', reach = 'N' }",
        "k7/8/3n4/3p4/3W4/8/2n1P3/7K w",
    );
    // Nobody is a leap away from d5: the knights stand a leap away from d4 and e4.
    assert_eq!(victims(&after_capture, &explosion(&after_capture)), "d4 d5");
    let hit = at(
        "move = 'W', after = { explodes = 'pawn', reach = 'N' }",
        "k7/2n1n3/8/3p4/3W4/4P3/8/7K w",
    );
    assert_eq!(victims(&hit, &explosion(&hit)), "c7 d4 d5 e3 e7");
}

/// The move of the wizard that captures on d5 and explodes.
fn explosion(position: &Position) -> String {
    let mut moves = moves_from(position, "d4").into_iter();
    moves
        .find(|text| text.contains("d5"))
        .expect("a capture on d5")
}

#[test]
fn swaps_reach_as_far_as_is_said() {
    let fen = "k7/8/2p5/3p4/3W4/8/3P4/7K w";
    let leaps = at("move = '-', actions.swap = { reach = 'N' }", fen);
    assert_eq!(moves_from(&leaps, "d4"), ["d4c6,c6d4"]);
    let lines = at("move = '-', actions.swap = { reach = 'R' }", fen);
    assert_eq!(moves_from(&lines, "d4"), ["d4d2,d2d4", "d4d5,d5d4"]);
    assert_eq!(
        board(&after(&lines, "d4d2,d2d4")),
        "k7/8/2p5/3p4/3P4/8/3W4/7K"
    );
    let near = at("move = '-', actions.swap = { near = true }", fen);
    assert_eq!(moves_from(&near, "d4"), ["d4d5,d5d4"]);
}

#[test]
fn pushes_pulls_and_plows_go_on_in_their_direction() {
    let push = "move = '-', actions.push = { reach = 'N' }";
    let leaps = at(push, "k7/8/4p3/3p4/3W4/8/8/7K w");
    // The same leap once more; the pawn beside it is not meant.
    assert_eq!(moves_from(&leaps, "d4"), ["d4e6,e6f8"]);
    assert_eq!(
        board(&after(&leaps, "d4e6,e6f8")),
        "k4p2/8/4W3/3p4/8/8/8/7K"
    );
    let edge = at(push, "k7/8/8/8/8/8/4W3/2p4K w");
    assert!(moves_from(&edge, "e2").is_empty());
    let lines = at(
        "move = '-', actions.push = { reach = 'R' }",
        "k7/8/3p4/8/3W4/8/8/7K w",
    );
    assert_eq!(moves_from(&lines, "d4"), ["d4d6,d6d7"]);

    let pull = at(
        "move = '-', actions.pull = { reach = 'N' }",
        "k7/8/4p3/8/3W4/8/8/7K w",
    );
    assert_eq!(moves_from(&pull, "d4"), ["d4c2,e6d4"]);
    let along = at(
        "move = '-', actions.pull = { reach = 'R' }",
        "k7/8/3p4/8/3W4/8/8/7K w",
    );
    assert_eq!(moves_from(&along, "d4"), ["d4d3,d6d5"]);
    assert_eq!(board(&after(&along, "d4d3,d6d5")), "k7/8/8/3p4/8/3W4/8/7K");

    let plow = at(
        "move = '-', actions.plow = { reach = 'R' }",
        "k7/8/3p4/8/3W4/8/8/7K w",
    );
    assert_eq!(moves_from(&plow, "d4"), ["d4d6,d6d7"]);
    let rows = at(
        "move = '-', actions.plow = { reach = 'N' }",
        "k7/5p2/4p3/8/3W4/8/8/7K w",
    );
    assert_eq!(moves_from(&rows, "d4"), ["d4e6,e6f8"]);
    let off = at(
        "move = '-', actions.plow = { reach = 'N' }",
        "k4p2/8/4p3/8/3W4/8/8/7K w",
    );
    assert_eq!(
        board(&after(&off, &moves_from(&off, "d4")[0])),
        "k4p2/8/4W3/8/8/8/8/7K"
    );
    // Only along the files and ranks, from the squares beside it.
    let straight = at(
        "move = '-', actions.plow = { reach = 'W' }",
        "k7/8/8/3pp3/3W4/8/8/7K w",
    );
    assert_eq!(moves_from(&straight, "d4"), ["d4d5,d5d6"]);
}

#[test]
fn resurrections_and_rifles_reach_as_far_as_is_said() {
    let healer = "move = '-', actions.resurrect = { reach = 'N' }";
    let position = at(healer, "k7/8/2p5/3p4/3W4/8/4P3/7K[N] w");
    assert_eq!(targets(&position, "d4"), "b3 b5 c2 e6 f3 f5");
    let lines = at(
        "move = '-', actions.resurrect = { reach = 'R' }",
        "k7/8/2p5/3p4/3W4/8/4P3/7K[N] w",
    );
    assert_eq!(targets(&lines, "d4"), "a4 b4 c4 d1 d2 d3 e4 f4 g4 h4");

    let sniper = at(
        "move = '-', actions.rifle = { reach = 'N' }",
        "k7/8/2p5/3p4/3W4/8/4P3/7K w",
    );
    assert_eq!(moves_from(&sniper, "d4"), ["d4d4;c6"]);
    assert_eq!(board(&after(&sniper, "d4d4;c6")), "k7/8/8/3p4/3W4/8/4P3/7K");
    let usual = "k7/8/2p5/8/3W4/2p5/3n1P2/7K w";
    let lines = at("move = '-', actions.rifle = true", usual);
    assert_eq!(moves_from(&lines, "d4"), ["d4d4;c3", "d4d4;d2"]);
    let straight = at("move = '-', actions.rifle = { reach = 'R' }", usual);
    assert_eq!(moves_from(&straight, "d4"), ["d4d4;d2"]);
    let cannon = at(
        "move = '-', actions.rifle = { reach = 'pR' }",
        "k7/3n4/8/3p4/3W4/8/8/7K w",
    );
    assert_eq!(moves_from(&cannon, "d4"), ["d4d4;d7"]);
}

#[test]
fn blasts_reach_as_far_as_is_said() {
    let fen = "k7/8/2p5/3n4/3W4/8/2P1P3/7K w";
    let leaps = at_with(
        "move = 'W'",
        "rules.captures = { blast = true, blast-reach = 'N' }",
        fen,
    );
    // From d5 a leap goes to b4, b6, c3, c7, e3, e7, f4 and f6: nobody is there.
    assert_eq!(board(&after(&leaps, "d4d5")), "k7/8/2p5/8/8/8/2P1P3/7K");
    let lines = at_with(
        "move = 'W'",
        "rules.captures = { blast = true, blast-reach = 'Q' }",
        "k7/8/2p5/3n4/3W4/8/2P1P3/1K6 w",
    );
    // The pawn on c6 is on a line of d5, and covers its king.
    assert_eq!(board(&after(&lines, "d4d5")), "k7/8/8/8/8/8/2P1P3/1K6");
    let pawns = at_with(
        "move = 'W'",
        "rules.captures = { blast = true, blast-reach = 'N' }",
        "k7/2p1p3/8/3n4/3W4/4P3/8/7K w",
    );
    assert_eq!(board(&after(&pawns, "d4d5")), "k7/8/8/8/8/8/8/7K");
    // What the captor could capture next.
    let own = at_with(
        "move = 'fR'",
        "rules.captures = { blast = true, blast-reach = 'own' }",
        "k7/3p4/8/3n2p1/3W4/8/8/7K w",
    );
    assert_eq!(board(&after(&own, "d4d5")), "k7/8/8/6p1/8/8/8/7K");
}

#[test]
fn last_pieces_keep_out_of_blasts_that_go_far() {
    let rules = "rules = { royal = 'none', captures = { blast = true, blast-reach = 'R' }, \
                 extinction = { pieces = 'king', result = 'loss', royal = 'last' } }";
    let text = game("move = 'W'", rules).replace(", royal = true", "");
    let variant = Variant::compile(&definition(&text)).expect("a game");
    let at = |fen: &str| variant.parse_fen(fen).expect("a position");
    // Capturing on d5 opens fire along the rank on White's own king.
    let open = at("k7/8/8/3n3K/3W4/8/8/8 w");
    assert!(!targets(&open, "d4").contains("d5"));
    let closed = at("k7/8/8/3n1p1K/3W4/8/8/8 w");
    assert!(targets(&closed, "d4").contains("d5"));
    // Black's rook would blow its own king up by capturing White's.
    let covered = at("8/8/8/k6K/8/8/8/7r w");
    assert!(!covered.is_check());
    let bare = at("k7/8/8/7K/8/8/8/7r w");
    assert!(bare.is_check());
}

/// What has a reach, as the lines of a piece, with `@` for the reach.
const BESIDE_MOVES: [&str; 14] = [
    "move = 'mW', freezes = { reach = '@' }",
    "move = 'mW', freezes = { reach = '@', lifted-by = 'knight', except = 'pawn' }",
    "move = 'W', burns = { reach = '@', except = 'king' }",
    "move = 'W', protects = { reach = '@' }",
    "move = 'mW', captures.proximity = { reach = '@' }",
    "move = 'mW', actions.boom = { reach = '@' }",
    "move = 'mW', actions.explode = { reach = '@' }",
    "move = 'mW', actions.swap = { reach = '@' }",
    "move = 'mW', actions.push = { reach = '@' }",
    "move = 'mW', actions.pull = { reach = '@' }",
    "move = 'mW', actions.resurrect = { reach = '@' }",
    "move = 'mW', actions.rifle = { reach = '@' }",
    "move = 'mW', actions.plow = { reach = '@' }",
    "move = 'W', after = { explodes = '*', reach = '@' }",
];

const REACHES: [&str; 9] = ["K", "N", "R", "own", "mpR", "fF", "NN", "FyafsF", "U"];

/// Every game with such a piece and a reach, or with a blast.
fn games() -> impl Iterator<Item = String> {
    let owner = "rules.captured-to = 'owner-hand'";
    let pieces = BESIDE_MOVES.into_iter().flat_map(move |lines| {
        REACHES.into_iter().map(move |reach| {
            // What captures nothing has no such reach.
            let lines = if reach == "own" {
                lines.replace("'mW'", "'mWcN'")
            } else {
                lines.to_owned()
            };
            game(&lines.replace('@', reach), owner)
        })
    });
    let blasts = REACHES.into_iter().map(|reach| {
        let rules = format!(
            "rules.captures = {{ blast = true, blast-reach = '{reach}', blast-immune = 'king' }}"
        );
        game("move = 'W'", &rules)
    });
    pieces.chain(blasts)
}

#[test]
fn random_games_with_reaches_keep_the_laws() {
    let mut n_skipped = 0;
    for (seed, text) in (0..).zip(games()) {
        let variant =
            Variant::compile(&definition(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        let start = variant.start();
        if !variant.read_fen(&start.to_fen()).diagnostics.is_empty() {
            // What works everywhere gives check before the first move.
            n_skipped += 1;
            continue;
        }
        let mut random = Random::new(seed);
        let played = random_game_by_law(&variant, &mut random, 30, 5);
        played.unwrap_or_else(|law| panic!("{law}\n{text}"));
        // Both engines find the same moves two deep.
        assert_eq!(
            perft_with(&start, 2, Strategy::General),
            perft_with(&start, 2, Strategy::Fastest),
            "{text}"
        );
    }
    assert!(n_skipped < 8, "{n_skipped}");
}

#[test]
fn reaches_are_read_as_they_are_written() {
    for text in games() {
        let def = definition(&text);
        let export = write(&def, Format::Toml).expect("our own format");
        assert!(export.losses.is_empty(), "{:?}\n{text}", export.losses);
        let again = definition(&export.text);
        assert!(differences(&def, &again).is_empty(), "{}", export.text);
        assert_eq!(def.pieces, again.pieces);
        assert_eq!(def.rules, again.rules);
    }
}

#[test]
fn other_formats_say_that_they_lose_a_reach() {
    let blasting =
        |reach: &str| definition(&format!("name = 'game'\ninherits = 'atomic'\n{reach}"));
    let blast = blasting("rules.captures.blast-reach = 'N'");
    let burst = definition(&game(
        "move = 'W', after = { explodes = '*', reach = 'N' }",
        "",
    ));
    for format in [
        Format::FairyStockfishIni,
        Format::InteractiveDiagram,
        Format::FairyMaxIni,
    ] {
        for def in [&blast, &burst] {
            let export = write(def, format).expect("a format that is written");
            assert!(!export.losses.is_empty(), "{format:?}");
        }
    }
    let loses = |def| {
        let export = write(def, Format::FairyStockfishIni).expect("text");
        (export.losses.iter()).any(|loss| loss.place == "rules.captures")
    };
    assert!(loses(&blast));
    assert!(!loses(&blasting("")));
}

#[test]
fn another_reach_is_a_difference() {
    let one = definition(&game("move = 'W', freezes = { reach = 'N' }", ""));
    let other = definition(&game("move = 'W', freezes = { reach = 'R' }", ""));
    assert_eq!(differences(&one, &other).len(), 1);
    // Two spellings of one reach.
    let same = definition(&game(
        "move = 'W', freezes = { reach = 'ffNfsNbbNbsN' }",
        "",
    ));
    assert!(differences(&one, &same).is_empty());
}

/// Changes each reach of what a piece does beside its moves.
fn change_reaches(piece: &mut PieceDef, change: impl Fn(&Reach) -> Reach) {
    let freezes = piece.freezes.as_mut().map(|freeze| &mut freeze.whom);
    let affected = [freezes, piece.burns.as_mut(), piece.protects.as_mut()];
    for whom in affected.into_iter().flatten() {
        whom.reach = change(&whom.reach);
    }
    if let Some(after) = &mut piece.after {
        after.reach = change(&after.reach);
    }
    for action in &mut piece.actions {
        if let Some(reach) = action.reach().map(&change) {
            action.set_reach(reach);
        }
    }
    for method in &mut piece.captures.methods {
        if let CaptureMethod::Proximity { reach } = method {
            *reach = change(reach);
        }
    }
}

/// The reach with its movement written out.
fn spelled_out(reach: &Reach) -> Reach {
    let text = match reach {
        Reach::Around => "K",
        Reach::Lines => "Q",
        other => return other.clone(),
    };
    Reach::read(text, Dialect::XBetza).value
}

/// Plays a random game of both variants at once; they have the same moves and checks all the way.
fn play_both(usual: &VariantDef, spelled: &VariantDef, plies: usize, seed: u64) {
    let compile = |def| Variant::compile(def).unwrap_or_else(|error| panic!("{error}"));
    let [usual, spelled] = [usual, spelled].map(compile);
    let mut random = Random::new(seed);
    let mut position = usual.start();
    for ply in 0..plies {
        let other = spelled.parse_fen(&position.to_fen()).expect("the same FEN");
        let mut moves = position.legal_moves();
        let mut others = other.legal_moves();
        let chosen = (!moves.is_empty()).then(|| moves[random.below(moves.len())].clone());
        moves.sort_by_key(|mv| format!("{mv:?}"));
        others.sort_by_key(|mv| format!("{mv:?}"));
        assert_eq!(
            moves,
            others,
            "{} at {}",
            usual.def().name,
            position.to_fen()
        );
        assert_eq!(position.is_check(), other.is_check());
        if ply % 10 == 0 {
            let counts = [&position, &other].map(|one| perft_with(one, 1, Strategy::Fastest));
            assert_eq!(counts[0], counts[1]);
        }
        let Some(chosen) = chosen else { return };
        position = position.play_unchecked(&chosen);
    }
}

#[test]
fn what_is_usual_may_be_written_out() {
    let mut compared = Vec::new();
    for (seed, name) in (0..).zip(Catalog::builtin().names()) {
        let def = Catalog::builtin().get(name).expect("it is listed");
        let mut spelled = def.clone();
        // A mimic goes on with leaps before it changes places along a line.
        let has_mimics = def.pieces.values().any(|piece| {
            let mimics = |method: &CaptureMethod| matches!(method, CaptureMethod::Mimic(_));
            piece.captures.methods.iter().any(mimics)
        });
        for piece in spelled.pieces.values_mut() {
            change_reaches(piece, |reach| match reach {
                Reach::Lines if has_mimics => Reach::Lines,
                reach => spelled_out(reach),
            });
        }
        let mut captures = def.captures();
        if let Some(blast) = &mut captures.blast {
            blast.reach = spelled_out(&blast.reach);
        }
        spelled.set_captures(&captures);
        if spelled != *def {
            play_both(def, &spelled, 40, seed);
            compared.push(def.name.as_str());
        }
    }
    for name in ["baroque", "rococo", "atomic"] {
        assert!(compared.contains(&name), "{compared:?}");
    }
    // Everything that has a reach, since few games have it.
    for (seed, lines) in (0..).zip(BESIDE_MOVES) {
        let spelled = definition(&game(&lines.replace('@', "K"), ""));
        let mut usual = spelled.clone();
        for piece in usual.pieces.values_mut() {
            change_reaches(piece, |_| Reach::Around);
        }
        assert_ne!(usual, spelled);
        play_both(&usual, &spelled, 40, seed);
    }
}

/// What is wrong with a reach: the code and what the finding is about.
fn fault(lines: &str, rules: &str) -> (String, String) {
    let text = game(lines, rules);
    let read = Catalog::read(&text, Format::Toml);
    let mut errors = read.diagnostics.iter().filter(|one| one.is_error());
    let finding = errors.next().unwrap_or_else(|| panic!("{text}"));
    let Span { start, end } = finding.span;
    let place = text[start as usize..end as usize].to_owned();
    (finding.code.to_string(), place)
}

#[test]
fn bad_reaches_have_a_code_and_a_place() {
    let freeze = |reach: &str| format!("move = 'mW', freezes = {{ reach = '{reach}' }}");
    for (reach, code, place) in [
        ("", "E0109", ""),
        ("O2", "E0331", "'O2'"),
        ("N@8", "E0331", "'N@8'"),
        ("iN", "E0331", "'iN'"),
        ("I", "E0331", "'I'"),
        ("xK", "E0331", "'xK'"),
        ("own", "E0331", "'own'"),
        ("?", "E0106", "?"),
        ("K?", "E0106", "?"),
        ("aaQ", "E0332", "'aaQ'"),
    ] {
        let (found, at) = fault(&freeze(reach), "");
        assert_eq!((found.as_str(), at.as_str()), (code, place), "{reach}");
    }
    // A text that is read with a warning and leads nowhere; the dialect is that of the table.
    let text = "name = 'x'\ninherits = 'chess'\ndialect = 'xboard'\n\
                pieces.knight.freezes.reach = 'pW'\n";
    let read = Catalog::read(text, Format::Toml);
    let codes: Vec<&str> = (read.diagnostics.iter())
        .map(|one| one.code.as_str())
        .collect();
    assert!(codes.contains(&"E0331"), "{codes:?}");
    let places = [
        ("move = 'W', burns = { reach = 'O2' }", ""),
        ("move = 'W', protects = { reach = 'O2' }", ""),
        ("move = 'W', captures.proximity = { reach = 'O2' }", ""),
        ("move = 'W', actions.boom = { reach = 'O2' }", ""),
        ("move = 'W', actions.swap = { reach = 'O2' }", ""),
        ("move = 'W', after = { explodes = '*', reach = 'O2' }", ""),
        (
            "move = 'W'",
            "rules.captures = { blast = true, blast-reach = 'O2' }",
        ),
    ];
    for (lines, rules) in places {
        let (found, at) = fault(lines, rules);
        assert_eq!((found.as_str(), at.as_str()), ("E0331", "'O2'"), "{lines}");
    }
    let (found, _) = fault(
        "move = 'W', actions.swap = { near = true, reach = 'N' }",
        "",
    );
    assert_eq!(found, "E0331");
}

#[test]
fn a_definition_made_in_code_is_checked_too() {
    let mut def = definition(&game("move = 'W', burns = true", ""));
    let wizard = def.pieces.get_mut("wizard").expect("a wizard");
    if let Some(burns) = &mut wizard.burns {
        burns.reach = Reach::read("O2", Dialect::XBetza).value;
    }
    let error = Variant::compile(&def).expect_err("castling tells no squares");
    assert_eq!(error.diagnostics()[0].code.to_string(), "E0331");
}

#[test]
fn a_child_changes_what_it_inherits() {
    let text = game("move = 'W', burns = { reach = 'N', except = 'king' }", "")
        + "[child]
inherits = 'game'
pieces.wizard.burns = { reach = 'R' }
[bare]
inherits = 'game'
pieces.wizard.burns = false
[plain]
inherits = 'game'
pieces.wizard.burns = true
";
    let catalog = Catalog::read(&text, Format::Toml)
        .into_result()
        .expect("a file");
    let burns = |name: &str| {
        let def = catalog.get(name).expect("a variant");
        def.pieces["wizard"].burns.clone()
    };
    let (parent, child) = (
        burns("game").expect("it burns"),
        burns("child").expect("it burns"),
    );
    assert_eq!(child.except, parent.except);
    assert_ne!(child.reach, parent.reach);
    assert_eq!(burns("bare"), None);
    assert_eq!(burns("plain"), Some(ferz::definition::Affected::default()));
}
