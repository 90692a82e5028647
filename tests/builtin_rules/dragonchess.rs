//! Dragonchess: pieces with different moves on each of three levels, by the original rules.

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant, perft};

use super::{after, at, round_trips, texts};

fn dragonchess() -> Variant {
    let text = include_str!("../../examples/variants/dragonchess.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// A position with men on the squares after their letters, as in `Kl12 kl19`.
fn position(men: &str, side: char) -> Position {
    let rank = |rank: u32| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 'a'..='l' {
            let square = format!("{file}{rank}");
            let Some(man) = men.split(' ').find(|man| man[1..] == square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += &man[..1];
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    let ranks = (1..=30).rev().map(|number| match number {
        9..=11 | 20..=22 => "*".repeat(12),
        _ => rank(number),
    });
    let board: Vec<String> = ranks.collect();
    at(
        &dragonchess(),
        &format!("{} {side} - - 0 1", board.join("/")),
    )
}

/// The targets of the man on a square, in order; the kings are on l12 and l19.
fn targets(from: &str, men: &str, side: char) -> String {
    targets_in(&position(&format!("Kl12 kl19 {men}"), side), from)
}

fn targets_in(position: &Position, from: &str) -> String {
    let name = |square| position.variant().shape().name(square);
    let moves = position.legal_moves().into_iter();
    let moves = moves.filter(|mv| name(mv.from) == from);
    let mut all: Vec<String> = moves.map(|mv| name(mv.to)).collect();
    all.sort();
    all.dedup();
    all.join(" ")
}

/// By hand: 11 of the sylphs, 5 of the griffons, 13 of the dragon, 12 of the warriors, 4 of the unicorns, 8
/// of the heroes, 2 of the cleric, 2 of the mage, 8 of the paladin, 17 of the dwarfs, 2 of the basilisks and
/// 6 of the elemental.
#[test]
fn there_are_ninety_first_moves() {
    let start = dragonchess().start();
    assert_eq!(start.board().pieces().count(), 84);
    assert_eq!(perft(&start, 1), 90);
    round_trips(&start);
    // On each level Black's men mirror White's; the board as a whole is not mirrored.
    let reply = after(&start, &["e13e14"]);
    assert_eq!(texts(&reply).len(), 90);
    assert_eq!(targets_in(&reply, "a29"), "b28");
}

#[test]
fn men_of_the_sky_come_down_to_the_ground() {
    assert_eq!(targets("e25", "Se25", 'w'), "d26 f26");
    assert_eq!(targets("e25", "Se25 de26 we14 wd26", 'w'), "e14 e26 f26");
    assert_eq!(
        targets("e14", "Se14 wf15", 'w'),
        "a24 c24 e24 e25 g24 i24 k24"
    );
    assert_eq!(targets("e14", "Se14 re25 Ga24", 'w'), "c24 e24 g24 i24 k24");
    assert_eq!(targets("e17", "se17", 'b'), "a29 c29 e28 e29 g29 i29 k29");
    assert_eq!(
        targets("e25", "Ge25", 'w'),
        "b23 b27 c28 d13 d15 f13 f15 g28 h23 h27"
    );
    assert_eq!(
        targets("e14", "Ge14", 'w'),
        "d13 d15 d24 d26 f13 f15 f24 f26"
    );
}

#[test]
fn a_dragon_captures_from_afar_what_is_below_it_and_beside_that() {
    let before = position("Kl12 kl19 Re25 we14 wd14 we15 wd15 Wf14 dg25 we3", 'w');
    let mut afar = texts(&before);
    afar.retain(|text| text.starts_with("e25e25"));
    assert_eq!(afar, ["e25e25;d14", "e25e25;e14", "e25e25;e15"]);
    let fired = after(&before, &["e25e25;e14"]);
    let left = position("Kl12 kl19 Re25 wd14 we15 wd15 Wf14 dg25 we3", 'b');
    assert_eq!(fired.board(), left.board());
    round_trips(&fired);
    // A king below it is in check, and would also be on the adjacent squares.
    let checked = position("Kl12 ke14 Re25 wa18", 'b');
    assert_eq!(targets_in(&checked, "e14"), "d13 d15 e25 e3 f13 f15");
    assert_eq!(targets_in(&checked, "a18"), "");
    // Black's dragon also captures downward, not upward.
    let before = position("Kl12 kl19 re25 We14 Wf14", 'b');
    let mut afar = texts(&before);
    afar.retain(|text| text.starts_with("e25e25"));
    assert_eq!(afar, ["e25e25;e14", "e25e25;f14"]);
}

#[test]
fn men_of_the_ground_have_other_moves_on_other_levels() {
    assert_eq!(
        targets("e15", "He15 Wd14 Wd16", 'w'),
        "c13 c17 d25 d27 d3 d5 f14 f16 f25 f27 f3 f5 g13 g17"
    );
    for level in ["e26", "e4"] {
        let back = targets(level, &format!("H{level} wd14"), 'w');
        assert_eq!(back, "d14 d16 f14 f16", "{level}");
    }
    assert_eq!(targets("e1", "Ce1 Wd2 we12", 'w'), "d1 e12 e2 f1 f2");
    assert_eq!(targets("e30", "Ce30", 'w'), "d29 d30 e19 e29 f29 f30");
    assert_eq!(targets("e4", "Me4", 'w'), "d4 e15 e26 e3 e5 f4");
    assert_eq!(targets("e4", "Me4 dd4 we15", 'w'), "e15 e3 e5 f4");
    assert_eq!(
        targets("e15", "Pe15", 'w'),
        "c14 c16 c26 c4 d13 d14 d15 d16 d17 e14 e16 e2 e24 e28 e6 f13 f14 f15 f16 f17 g14 g16 g26 g4"
    );
    assert_eq!(
        targets("e26", "Pe26 we13 df27", 'w'),
        "c15 d25 d26 d27 d4 e17 e25 e27 e3 e5 f25 f26 f27 f4 g15"
    );
    let king = |men: &str, from: &str| targets_in(&position(&format!("kl19 {men}"), 'w'), from);
    assert_eq!(
        king("Ke15", "e15"),
        "d14 d15 d16 e14 e16 e26 e4 f14 f15 f16"
    );
    assert_eq!(king("Ke26 Wa13", "e26"), "e15");
    assert_eq!(king("Ke26 Wa13 we15", "e26"), "");
}

#[test]
fn warriors_become_heroes_at_the_end_of_the_ground() {
    let before = position("Kl12 kl19 Wa18 ub19 wa13", 'w');
    let mut moves = texts(&before);
    moves.retain(|text| text.starts_with('a'));
    assert_eq!(moves, ["a18a19h", "a18b19h"]);
    let reply = after(&before, &["a18a19h"]);
    let mut moves = texts(&reply);
    moves.retain(|text| text.starts_with('a'));
    assert_eq!(moves, ["a13a12h"]);
}

#[test]
fn men_of_the_underworld_come_up_by_captures() {
    assert_eq!(targets("e4", "De4 we5", 'w'), "d4 f4");
    assert_eq!(targets("e4", "De4 dd5 we15 df4", 'w'), "d4 d5 e15 e5");
    assert_eq!(targets("e15", "De15", 'w'), "d15 e16 e4 f15");
    assert_eq!(targets("e15", "De15 de4 se26", 'w'), "d15 e16 f15");
    assert_eq!(
        targets("e4", "Ee4 wd15 we16 we15 De5", 'w'),
        "c4 d15 d3 d4 d5 e2 e3 f3 f4 f5 g4"
    );
    assert_eq!(
        targets("e4", "Ee4 wd15 dd4 dd3", 'w'),
        "d4 d5 e2 e3 e5 e6 f3 f4 f5 g4"
    );
    assert_eq!(targets("e15", "Ee15 dd4 We16", 'w'), "d4 e3 e5 f4");
    assert_eq!(targets("e15", "Ee15 de4", 'w'), "");
    // From the edge no way leads to the other edge of a level.
    assert_eq!(targets("a4", "Ea4 wl4", 'w'), "a2 a3 a5 a6 b3 b4 b5 c4");
}

#[test]
fn a_basilisk_freezes_the_enemy_above_it() {
    assert_eq!(targets("e4", "Be4 Wd5 de3 we15", 'w'), "e5 f5");
    let above = position("Kl12 kl19 Be4 me15 mf15", 'b');
    assert_eq!(targets_in(&above, "e15"), "");
    assert!(targets_in(&above, "f15").contains("f16"));
    // It freezes neither its own side nor pieces two levels up.
    let others = position("Kl12 kl19 be4 me15 Bf4 sf26", 'b');
    assert!(targets_in(&others, "e15").contains("e16"));
    assert_eq!(targets_in(&others, "f26"), "e25 g25");
    // If it leaves or is captured, they can move again.
    let gone = after(&position("Kl12 kl19 Be4 ma18 me15", 'w'), &["e4e5"]);
    assert!(targets_in(&gone, "e15").contains("e16"));
    // A piece that moves above it is frozen too.
    let before = position("Kl12 kl19 Be4 me16", 'b');
    let came = after(&before, &["e16e15", "l12l13"]);
    assert_eq!(targets_in(&came, "e15"), "");
}

#[test]
fn heroes_come_back_to_the_ground_where_they_left_it() {
    let away = after(&position("Kl12 kl19 Hd14", 'w'), &["d14e26", "l19l18"]);
    assert!(
        away.to_fen().ends_with(" away=e26-d14"),
        "{}",
        away.to_fen()
    );
    assert_eq!(targets_in(&away, "e26"), "d14");
    round_trips(&away);
    // Without the field the square of its origin is unknown.
    assert_eq!(targets("e26", "He26", 'w'), "d14 d16 f14 f16");
}
