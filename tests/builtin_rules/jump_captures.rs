//! `rules.use.jump-captures`: captures over other pieces on the line; and Tenjiku Shogi, which has
//! them.

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};

use super::{after, at, chess, found, round_trips, texts};

const RANKS: &str = "rules.use.jump-captures.lines = { rook = 'R', queen = 'Q' }\n\
                     rules.use.jump-captures.over.below = ['king', 'queen', ['rook', 'bishop']]";

/// The moves from one square.
fn from(position: &Position, square: &str) -> Vec<String> {
    let mut moves = texts(position);
    moves.retain(|text| text.starts_with(square));
    moves
}

#[test]
fn lower_ranks_are_jumped_over_and_others_captured() {
    let variant = chess(RANKS);
    // Over own and opposing pieces, but not over a piece of equal rank, which can be captured.
    let position = at(&variant, "k7/8/8/7K/8/8/8/RP1pnbq1 w - - 0 1");
    let along = |text: &String| text.ends_with('1');
    let mut moves = from(&position, "a1");
    moves.retain(along);
    assert_eq!(moves, ["a1d1", "a1e1", "a1f1"]);
    round_trips(&position);
    // A queen outranks bishops, and no piece outranks the king.
    let position = at(&variant, "k7/8/8/8/8/8/8/QP1bnKn1 w - - 0 1");
    let mut moves = from(&position, "a1");
    moves.retain(along);
    assert_eq!(moves, ["a1d1", "a1e1"]);
    // A move without capture cannot jump.
    let position = at(&variant, "k7/8/8/7K/8/8/8/RP6 w - - 0 1");
    assert_eq!(from(&position, "a1").len(), 7);
}

#[test]
fn jumps_give_check_and_pin() {
    let variant = chess(RANKS);
    for (fen, is_check) in [
        ("R2p3k/8/8/8/8/8/8/7K b", true),
        ("RN1pn2k/8/8/8/8/8/8/7K b", true),
        ("R2b3k/8/8/8/8/8/8/7K b", false),
        ("Q2b3k/8/8/8/8/8/8/7K b", true),
        ("Q2q3k/8/8/8/8/8/8/7K b", false),
    ] {
        assert_eq!(at(&variant, fen).is_check(), is_check, "{fen}");
    }
    // The bishop is pinned: another man on the line does not help.
    let position = at(&variant, "R2bn2k/8/8/8/8/8/8/7K b - - 0 1");
    assert_eq!(from(&position, "d8"), Vec::<String>::new());
    // Interposing does not help: the king must move.
    let position = at(&variant, "R2p3k/7r/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(texts(&position), ["h8g7"]);
}

#[test]
fn the_king_does_not_castle_through_jumps() {
    let variant = chess(RANKS);
    // The rook attacks f1 over the pawn.
    let position = at(&variant, "4k3/5r2/8/8/8/8/5P2/4K2R w K - 0 1");
    assert!(!texts(&position).contains(&"e1g1".to_owned()));
    let position = at(&variant, "4k3/5b2/8/8/8/8/5P2/4K2R w K - 0 1");
    assert!(texts(&position).contains(&"e1g1".to_owned()));
}

#[test]
fn what_is_passed_may_be_captured() {
    let lines = "rules.use.jump-captures = { lines = { rook = 'R' }, over = ['pawn', 'knight'], \
                 ends = 'anywhere', passed = 'enemy-captured' }";
    let position = at(&chess(lines), "k7/8/8/7K/8/8/8/RP1pn1b1 w - - 0 1");
    let ended = after(&position, &["a1f1"]);
    assert_eq!(ended.to_fen(), "k7/8/8/7K/8/8/8/1P3Rb1 b - - 0 1");
    let ended = after(&position, &["a1g1"]);
    assert_eq!(ended.to_fen(), "k7/8/8/7K/8/8/8/1P4R1 b - - 0 1");
    // A jump that captures nothing on the way.
    let ended = after(&position, &["a1c1"]);
    assert_eq!(ended.to_fen(), "k7/8/8/7K/8/8/8/1PRpn1b1 b - - 1 1");
    let all = lines.replace("enemy", "all");
    let position = at(&chess(&all), "k7/8/8/7K/8/8/8/RP1pn1b1 w - - 0 1");
    let ended = after(&position, &["a1f1"]);
    assert_eq!(ended.to_fen(), "k7/8/8/7K/8/8/8/5Rb1 b - - 0 1");
    // A king between men is captured on the way.
    let over = "rules.use.jump-captures = { lines = { rook = 'R' }, ends = 'anywhere', \
                passed = 'enemy-captured' }";
    for (fen, is_check) in [
        ("R2p2k1/8/8/8/8/8/8/7K b", true),
        ("R5k1/8/8/8/8/8/8/7K b", true),
        ("4R2k/8/8/8/8/8/4r3/4K3 w", true),
    ] {
        assert_eq!(at(&chess(over), fen).is_check(), is_check, "{fen}");
    }
}

#[test]
fn what_pieces_do_beside_their_moves_works_on_jumps() {
    let position = |lines: &str| {
        let lines = format!("{RANKS}\n{lines}");
        at(&chess(&lines), "k7/8/8/8/7K/8/4q3/RP1n4 w - - 0 1")
    };
    let ended = after(&position("pieces.queen.burns = true"), &["a1d1"]);
    assert_eq!(ended.to_fen(), "k7/8/8/8/7K/8/4q3/1P6 b - - 0 1");
    let protected = position("pieces.queen.protects = true");
    assert!(!texts(&protected).contains(&"a1d1".to_owned()));
    let frozen = position("pieces.queen.freezes = { reach = 'BF', only = 'rook' }");
    assert!(texts(&frozen).contains(&"a1d1".to_owned()));
    let frozen = position("pieces.knight.freezes = { reach = 'pR' }");
    assert_eq!(from(&frozen, "a1"), Vec::<String>::new());
    let near = position("pieces.rook.captures.proximity = true");
    let ended = after(&near, &["a1d1"]);
    assert_eq!(ended.to_fen(), "k7/8/8/8/7K/8/8/1P1R4 b - - 0 1");
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.jump-captures = {}",
            "E0310 jump-captures: `jump-captures`: no piece captures by jumping",
        ),
        (
            "rules.use.jump-captures.lines.rook = 'N'",
            "E0409 'N': `jump-captures`: a leap has no pieces to jump over",
        ),
        (
            "rules.use.jump-captures = { lines.rook = 'R', over.below = ['king', ['rook', 'king']] }",
            "E0409 ['king', ['rook', 'king']]: `jump-captures`: the order is a circle: `king` is above \
             itself",
        ),
        (
            "rules.use.jump-captures = { lines.rook = 'R', over.below = ['kong'] }",
            "E0306 ['kong']: `jump-captures`: `kong` is not a piece of the variant",
        ),
        (
            "rules.use.jump-captures = { lines.rook = 'R', over.below = 'king' }",
            "E0303 'king': `jump-captures`: expected a list of names and lists of names, found a text",
        ),
        (
            "rules.use.jump-captures = { lines.rook = 'R', over.above = ['king'] }",
            "E0310 over: `jump-captures`: the order of ranks is missing",
        ),
        (
            "rules.use.jump-captures = { lines.rook = 'R', over.below = ['king'] }",
            "W0410 'R': `jump-captures`: `rook` cannot jump over any piece",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}

fn tenjiku() -> Variant {
    let text = include_str!("../../examples/variants/tenjiku.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// A position of Tenjiku Shogi with these pieces, and kings on p1 and a16.
fn board(pieces: &str) -> Position {
    let mut ranks = vec![vec![String::new(); 16]; 16];
    for placed in format!("Kp1 ka16 {pieces}").split_whitespace() {
        let file = placed.rfind(|letter: char| letter.is_ascii_lowercase());
        let (letters, square) = placed.split_at(file.expect("a file"));
        let rank: usize = square[1..].parse().expect("a rank");
        letters.clone_into(&mut ranks[rank - 1][usize::from(square.as_bytes()[0] - b'a')]);
    }
    let row = |rank: &Vec<String>| {
        let cells = rank.iter();
        let cells = cells.map(|cell| if cell.is_empty() { "1" } else { cell.as_str() });
        let mut text = String::new();
        let mut empty = 0;
        for cell in cells.chain(["/"]) {
            if cell == "1" {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text += cell;
        }
        text
    };
    let rows: String = ranks.iter().rev().map(row).collect();
    at(
        &tenjiku(),
        &format!("{} w - - 0 1", rows.trim_end_matches('/')),
    )
}

/// The pieces on the board other than the kings, by square.
fn left(position: &Position) -> Vec<String> {
    let shape = position.variant().def().shape.clone();
    let squares = position
        .setup()
        .board
        .pieces()
        .map(|(square, _)| shape.name(square));
    let mut squares: Vec<String> = squares.collect();
    squares.retain(|square| square != "p1" && square != "a16");
    squares.sort();
    squares
}

/// Generals jump over pieces of lower rank, and never over kings and princes.
#[test]
fn generals_of_tenjiku_shogi_jump() {
    let position = board("Xrc5 Pe5 pf5 xbh5 pj5");
    let mut moves = from(&position, "c5");
    moves.retain(|text| text.ends_with('5') && text.as_str() > "c5d");
    assert_eq!(moves, ["c5d5", "c5f5", "c5h5"]);
    let position = board("Xgc5 xvd5 xrf5 xgh5 pj5");
    assert!(texts(&position).contains(&"c5f5".to_owned()));
    assert!(texts(&position).contains(&"c5h5".to_owned()));
    assert!(!texts(&position).contains(&"c5j5".to_owned()));
    // The prince has the rank of the king.
    let position = board("Xgc5 +ed5 pf5");
    assert!(texts(&position).contains(&"c5d5".to_owned()));
    assert!(!texts(&position).contains(&"c5f5".to_owned()));
    // A vice general jumps diagonally only.
    let position = board("Xvc5 pd6 pg9 pd5 pg5");
    assert!(texts(&position).contains(&"c5g9".to_owned()));
    assert!(!texts(&position).contains(&"c5g5".to_owned()));
}

/// Demons burn adjacent enemies where they stop, and are burned by other demons.
#[test]
fn demons_of_tenjiku_shogi_burn() {
    // Three steps around a corner; own pieces are not burned.
    let ended = after(&board("Uc5 Pf5 pg5 pe7 pg7 ph7"), &["c5f6"]);
    assert_eq!(left(&ended), ["f5", "f6", "h7"]);
    // A piece that moves next to a demon burns after its capture; the square that it entered stays
    // empty.
    let ended = after(&board("Rc5 pj5 uk6 pi4"), &["c5j5"]);
    assert_eq!(left(&ended), ["i4", "k6"]);
    // A demon that moves next to another one burns alone, except for its victim.
    let ended = after(&board("Uc5 pj5 uk6 pi4"), &["c5j5"]);
    assert_eq!(left(&ended), ["i4", "k6"]);
    // It captures the other one instead.
    let ended = after(&board("Uc5 uj5 pk6 pi4"), &["c5j5"]);
    assert_eq!(left(&ended), ["j5"]);
    // A buffalo burns pieces only if it promotes, and then at once.
    let buffalo = board("Wc5 pb13 pd13");
    assert_eq!(left(&after(&buffalo, &["c5c6"])), ["b13", "c6", "d13"]);
    let buffalo = board("Wc11 pb13 pd13");
    assert_eq!(left(&after(&buffalo, &["c11c12"])), ["b13", "c12", "d13"]);
    assert_eq!(left(&after(&buffalo, &["c11c12+"])), ["c12"]);
    // A general that lands next to a demon burns too.
    let ended = after(&board("Xrc5 Pe5 pj5 uk6"), &["c5j5"]);
    assert_eq!(left(&ended), ["e5", "k6"]);
}

/// A tetrarch skips adjacent squares, on which it captures without moving.
#[test]
fn tetrarchs_of_tenjiku_shogi_skip_a_square() {
    let position = board("Zth8 pi8 Pg8 pi9 Ph9");
    let moves = from(&position, "h8");
    for text in [
        "h8j8", "h8k8", "h8f8", "h8e8", "h8j10", "h8h10", "h8h6", "h8h8;i8",
    ] {
        assert!(moves.contains(&text.to_owned()), "{text} not in {moves:?}");
    }
    for text in ["h8i8", "h8l8", "h8d8", "h8h7", "h8h9", "h8g7"] {
        assert!(!moves.contains(&text.to_owned()), "{text} in {moves:?}");
    }
}
