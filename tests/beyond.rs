//! Variants beyond the limits of Fairy-Stockfish: larger boards, more pieces, two-letter pieces,
//! any rider, several royal pieces, moves that capture several pieces.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Position, Variant};
use ferz::notation::move_texts;

use crate::harness::Random;
use crate::harness::games::random_game_by_law;

#[track_caller]
fn variant(text: &str, format: Format) -> Variant {
    let read = Catalog::read(text, format);
    assert!(!read.has_errors(), "{:?}", read.diagnostics);
    let def = read.value.first().expect("a variant");
    Variant::compile(def).unwrap_or_else(|error| panic!("{error}"))
}

/// A game on a large board of pieces that go to the hand of the captor.
const LARGE: &str = "
[large]
board = { files = 16, ranks = 14 }
start = 'RbNnMo4K8/PwPwPwPwPwPwPwPw8/16/16/16/16/16/16/16/16/16/16/pwpwpwpwpwpwpwpw8/rbnnmo4k8'
rules.captured-to = 'captor-hand'
rules.drops.zone = 'rank 3..12'
rules.drops.no-doubled = 'pawn'
pieces.king = { letter = 'K', move = 'K', royal = true }
pieces.pawn = { letter = 'Pw', move = 'fmWfcF' }
pieces.bent = { letter = 'Rb', move = '[F?fsR]' }
pieces.rider = { letter = 'Nn', move = 'NN' }
pieces.lion = { letter = 'Mo', move = 'KcacKcamK' }
";

/// The moves whose text begins with this prefix.
fn with_prefix(position: &Position, prefix: &str) -> Vec<String> {
    let texts = move_texts(position).into_iter().map(|(text, _)| text);
    texts.filter(|text| text.starts_with(prefix)).collect()
}

#[test]
fn drops_work_on_large_boards_with_letters_in_pairs() {
    // Black stands at the top here: the start is drawn from its side.
    let variant = variant(LARGE, Format::Toml);
    let fen = "k15/16/16/16/16/16/16/16/16/16/16/16/8Pw7/K15[NnPwrb] w";
    let position = variant.parse_fen(fen).expect("a position");
    let riders = with_prefix(&position, "Nn@").len();
    let pawns = with_prefix(&position, "Pw@");
    // Ten ranks of sixteen squares, and for the pawn fifteen files.
    assert_eq!((riders, pawns.len()), (160, 150));
    assert!(pawns.iter().all(|text| !text.starts_with("Pw@i")));
    assert_eq!(
        variant.parse_fen(&position.to_fen()).expect("it reads"),
        position
    );
}

#[test]
fn several_captured_pieces_go_to_the_hand() {
    let variant = variant(LARGE, Format::Toml);
    let fen = "k15/16/16/16/16/16/5rb10/5nn10/4Mo11/16/16/16/16/K15 w";
    let position = variant.parse_fen(fen).expect("a position");
    let both = position
        .legal_moves()
        .into_iter()
        .find(|one| one.captures.len() == 2)
        .expect("a move that takes both");
    let next = position.play_unchecked(&both);
    let hand: Vec<u16> = next.setup().hands[0]
        .iter()
        .map(|(_, count)| count)
        .collect();
    assert_eq!(hand, [1, 1], "{}", next.to_fen());
}

/// Forty kinds of pieces, each with two letters, that explode.
#[test]
fn many_kinds_with_two_letters_explode() {
    let mut text = String::from(
        "[many]\nboard = { files = 20, ranks = 6 }\n\
         rules.captures.blast = true\nrules.royal = 'none'\n\
         rules.extinction = { result = 'loss', pieces = 'piece-0' }\n",
    );
    let mut rank = String::new();
    for number in 0..40_u8 {
        let letter = format!(
            "{}{}",
            (b'A' + number / 8) as char,
            (b'a' + number % 8) as char
        );
        text.push_str(&format!(
            "pieces.piece-{number} = {{ letter = '{letter}', move = 'WD{}' }}\n",
            ["N", "NN", "FF", "AA0"][usize::from(number) % 4]
        ));
        if number < 20 {
            rank.push_str(&letter);
        }
    }
    let start = format!("{}/20/20/20/20/{rank}", rank.to_lowercase());
    text.push_str(&format!("start = '{start}'\n"));
    let variant = variant(&text, Format::Toml);
    // Piece 1 captures piece 2; the surrounding pieces explode too, including Black's piece 0.
    // White keeps a piece of the kind whose loss loses the game.
    let fen = "20/20/3aaab15/20/2Ab17/19Aa w";
    let position = variant.parse_fen(fen).expect("a position");
    let one = position.parse_move("c2d4").expect("a leap");
    let next = position.play_unchecked(&one);
    assert_eq!(next.board().pieces().count(), 1, "{}", next.to_fen());
    let mut random = Random::new(3);
    for _ in 0..3 {
        random_game_by_law(&variant, &mut random, 60, 20).expect("no law is broken");
    }
}

/// Pieces with two letters gate in on a board of sixteen files.
#[test]
fn gating_works_on_large_boards() {
    let text = "[gates]\nboard = { files = 16, ranks = 16 }\nrules.gating = true\n\
        rules.drops.moves = false\n\
        start = 'ro7k7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/Ro7K7[HwElhwel] w AIai - 0 1'\n\
        pieces.king = { letter = 'K', move = 'K', royal = true }\n\
        pieces.rook = { letter = 'Ro', move = 'R' }\n\
        pieces.hawk = { letter = 'Hw', move = 'BN' }\n\
        pieces.elephant = { letter = 'El', move = 'RN' }\n";
    let variant = variant(text, Format::Toml);
    let start = variant.start();
    let moves = start.legal_moves();
    // Seven squares along the rank and fifteen along the file; five for the king.
    let (gates, plain): (Vec<_>, Vec<_>) = moves.iter().partition(|one| one.gate.is_some());
    assert_eq!((plain.len(), gates.len()), (27, 2 * 27));
    let one = gates.first().expect("a move that gates");
    let next = start.play_unchecked(one);
    assert_eq!(next.board().pieces().count(), 5, "{}", next.to_fen());
    let hand: u16 = next.setup().hands[0].iter().map(|(_, count)| count).sum();
    assert_eq!(hand, 1);
    let mut random = Random::new(11);
    random_game_by_law(&variant, &mut random, 80, 20).expect("no law is broken");
}

/// Two kings per side, counted checks, and walls on a board that Fairy-Stockfish does not have.
#[test]
fn several_kings_give_checks_that_count() {
    let text = "[kings]\nboard = { files = 14, ranks = 12 }\n\
        start = 'k13/14/k13/14/14/14/14/14/14/14/14/KK11R w - - 2+2 0 1'\n\
        rules.checks.counted = true\n\
        pieces.king = { letter = 'K', move = 'K', royal = true }\n\
        pieces.rook = { letter = 'R', move = 'R' }\n";
    let variant = variant(text, Format::Toml);
    let mut game = Game::new(variant.start());
    for text in ["n1n12", "a12b11", "n12n11"] {
        let one = game.position().parse_move(text).expect("a legal move");
        game.play(&one).expect("a legal move");
    }
    let Outcome::Ended { white, reason, .. } = game.outcome() else {
        panic!("{}", game.position().to_fen());
    };
    assert_eq!((white, reason.as_str()), (1.0, "checks"));
}

/// The same rules on a board that is not available there.
#[test]
fn sections_make_large_boards() {
    let text = "[large]\nmaxFile = 16\nmaxRank = 16\nking = k\nshogiPawn = p\ncustomPiece1 = n:N0\n\
        customPiece2 = g:gQ\nstartFen = k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15[NGng] w - - 0 1\n\
        pieceDrops = true\ncapturesToHand = true\ndropRegionWhite = *1 *16\nflagPiece = k\n\
        flagRegionWhite = *16\ncastling = false\n";
    let variant = variant(text, Format::FairyStockfishIni);
    let start = variant.start();
    let drops = with_prefix(&start, "N@").len();
    assert_eq!(drops, 30);
    let rider = variant
        .parse_fen("k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/KN14 w")
        .expect("a position");
    assert!(rider.parse_move("b1h13").is_ok());
    let goal = variant
        .parse_fen("16/K15/16/16/16/16/16/16/16/16/16/16/16/16/16/8k7 w")
        .expect("a position");
    let one = goal.parse_move("a15a16").expect("a legal move");
    let Outcome::Ended { white, reason, .. } = goal.play_unchecked(&one).outcome() else {
        panic!("the goal was reached");
    };
    assert_eq!((white, reason.as_str()), (1.0, "goal"));
    let mut random = Random::new(5);
    random_game_by_law(&variant, &mut random, 80, 20).expect("no law is broken");
}

/// Constructs of different games in one definition each.
const MIXED: [&str; 5] = [
    // Enemy pieces that are moved, pieces that no move saves, and turns that end by a condition.
    "name = 'mixed-1'
inherits = 'chess'
pieces.king.royal = false
[rules]
royal = 'none'
moves = ['enemy not pawn attacked by own moves as it', 'own pawn swaps with own knight \"K\" from it']
forbid = ['mover own last.mover', 'after: own king trapped']
effects = ['then repeat remove enemy pawn trapped', 'capture: mover knight becomes bishop']
turns = { moves = 3, ends = 'quiet' }
ends = 'after: no enemy king: own wins by king-captured'",
    // Squares that vanish and are skipped, values that are compared, and hands.
    "name = 'mixed-2'
inherits = 'crazyhouse'
pieces = { pawn.value = 1, knight.value = 3, bishop.value = 3, rook.value = 5, queen.value = 9, king.value = 0 }
[rules]
walls = { rule = 'static', zone = 'rank 4..5', instead-of-move = true, skipped = true }
forbid = 'drop and value of own any > value of enemy any'
effects = ['captured enemy queen goes home or is removed', 'mover rook [rank 8] changes side']
stalemate = 'loss'",
    // Shared pieces, steps by the number of the move, captures in a line, and passes that choose.
    "name = 'mixed-3'
inherits = 'chess'
[rules]
passing = { always = true, twice-ends = false }
moves = ['enemy knight moves as it', 'turn ..2: own pawn [rank 2] becomes (knight or bishop)', 'own rook moves to empty with own \"N\" to it']
forbid = 'pass and turn ..3'
effects = ['pass: choose x in enemy pawn or none, x goes to own hand', 'capture enemy enclosed by to and own along \"W\"']",
    // Marks that are chosen, that lift checks, and that end with turns of several moves.
    "name = 'mixed-5'
inherits = 'crazyhouse'
[rules]
marks = { cold = { lasts = 1, supply = 3, wait = 2 }, been = {} }
turns = { moves = 3, mover = 'same', passing = true, ends = 'drop or capture' }
effects = ['mark from as been', 'capture: choose x in any not royal or none, mark (x or empty \"W\" from x) as cold']
forbid = ['mover marked cold', 'to marked been', 'drop and to \"K\" from marked cold']",
    // In-place changes of kind, guards with counts, and wandering kings.
    "name = 'mixed-4'
inherits = 'chess'
[rules]
forbid = ['capture and no own guarding captured', 'after: 3.. enemy knight']
require = ['mover king', 'not check']
effects = ['enemy rook becomes queen, enemy queen becomes rook', 'last.captured own: own pawn \"K\" from to changes side']
moves = 'own king moves to empty with count of own guarding it > count of enemy attacking it'",
];

#[test]
fn constructs_of_different_games_combine() {
    let mut random = Random::new(11);
    for text in MIXED {
        let variant = variant(text, Format::Toml);
        for _ in 0..4 {
            let played = random_game_by_law(&variant, &mut random, 40, 9);
            assert!(played.is_ok(), "{text}\n{:?}", played.err());
        }
    }
}
