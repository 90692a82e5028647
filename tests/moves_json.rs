//! `ferz moves --json`: every move with all that it holds.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use ferz::formats::Catalog;
use ferz::game::{Position, Variant};
use ferz::geometry::Square;
use ferz::notation::move_texts;
use ferz::state::{Color, Effects, Move, MoveKind, Piece, Role};
use serde_json::Value;

use crate::harness::{Random, builtin, random_game};

/// What the program says of the moves of a position.
fn described(variant: &Variant, position: &Position) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["moves", &variant.def().name, "--json", "--fen"])
        .arg(position.to_fen())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", position.to_fen());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    answer["moves"].as_array().expect("a list").clone()
}

/// The move that an object describes.
fn read(variant: &Variant, mv: &Value) -> Move {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let square = |value: &Value| -> Option<Square> {
        let name = text(value)?;
        let (square, len) = variant.shape().parse_prefix(&name)?;
        (len == name.len()).then_some(square)
    };
    let squares = |value: &Value| -> Vec<Square> {
        let items = value.as_array().expect("a list").iter();
        items.map(|item| square(item).expect("a square")).collect()
    };
    let role = |value: &Value| -> Role {
        let name = text(value).expect("a name");
        let number = variant.def().pieces.get_index_of(&name);
        Role::new(number.expect("a piece of the variant"))
    };
    let kind = match mv["kind"].as_str() {
        Some("normal") => MoveKind::Normal,
        Some("pass") => MoveKind::Pass,
        Some("castle") => MoveKind::Castle,
        Some("drop") => MoveKind::Drop,
        Some("resurrect") => MoveKind::Resurrect,
        other => panic!("no kind of move: {other:?}"),
    };
    let to = square(&mv["to"]).expect("a square");
    let piece = Piece {
        color: match mv["side"].as_str() {
            Some("white") => Color::White,
            Some("black") => Color::Black,
            other => panic!("no side: {other:?}"),
        },
        role: role(&mv["piece"]),
    };
    let promotion = text(&mv["promotion"]);
    let stock = mv["promotion_from"].as_str();
    assert_eq!(promotion.is_some(), stock.is_some(), "{mv}");
    let relocations = mv["relocations"].as_array().expect("a list").iter();
    Move {
        kind,
        promotion: promotion.map(|letter| variant.letters().role(&letter).expect("a letter")),
        from_hand: stock == Some("hand"),
        captures: squares(&mv["captures"]).into_iter().collect(),
        converts: squares(&mv["conversions"]).into_iter().collect(),
        shifts: relocations
            .map(|one| (square(&one["from"]), square(&one["to"])))
            .map(|(from, to)| (from.expect("a square"), to.expect("a square")))
            .collect(),
        marks: squares(&mv["en_passant_squares"]).into_iter().collect(),
        gate: (!mv["gate"].is_null()).then(|| {
            let gate = &mv["gate"];
            (
                role(&gate["piece"]),
                square(&gate["square"]).expect("a square"),
            )
        }),
        wall: square(&mv["wall"]),
        ..Move::walk(piece, square(&mv["from"]).unwrap_or(to), to)
    }
}

/// Positions of random games of all built-ins: as many objects as moves, no two the same beside
/// their texts, and each reads as its move.
#[test]
fn all_that_a_move_holds_is_said() {
    let mut random = Random::new(2026);
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let game = random_game(&variant, &mut random, 24);
        for position in [&game[game.len() / 2], &game[game.len() - 1]] {
            let fen = position.to_fen();
            let position = variant.parse_fen(&fen).expect("its own FEN");
            check(&variant, &position);
        }
    }
}

/// The move without its effects, which are texts in JSON.
fn without_effects(mv: &Move) -> Move {
    Move {
        effects: Effects::new(),
        ..mv.clone()
    }
}

fn check(variant: &Variant, position: &Position) {
    let at = format!("{}: {}", variant.def().name, position.to_fen());
    let described = described(variant, position);
    let apart = |mv: &Move| {
        let texts = mv.effects.iter().map(|effect| variant.effect_text(effect));
        (without_effects(mv), texts.collect::<Vec<String>>())
    };
    let moves: BTreeSet<_> = position.legal_moves().iter().map(apart).collect();
    let said: BTreeSet<_> = described
        .iter()
        .map(|mv| {
            let effects = mv["effects"].as_array().into_iter().flatten();
            let texts = effects.map(|text| text.as_str().expect("a text").to_owned());
            (read(variant, mv), texts.collect::<Vec<String>>())
        })
        .collect();
    assert_eq!(said, moves, "{at}");
    let texts: BTreeMap<String, Move> = move_texts(position).into_iter().collect();
    let mut seen = BTreeSet::new();
    for mv in &described {
        let mut facts = mv.clone();
        let text = facts.as_object_mut().and_then(|facts| facts.remove("text"));
        let text = text.expect("each has a text");
        assert!(seen.insert(facts.to_string()), "{at}: {text}");
        let text = text.as_str().expect("a text");
        let meant = texts.get(text).map(without_effects);
        assert_eq!(meant, Some(read(variant, mv)), "{at}: {text}");
    }
}

/// Positions in which moves have conversions, gates, walls, reserves, partners and companions.
#[test]
fn every_effect_is_among_the_facts() {
    for (name, fen, text, key, value) in [
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "relocations",
            r#"[{"from":"h1","to":"f1"}]"#,
        ),
        ("chess", "", "e2e4", "en_passant_squares", r#"["e3"]"#),
        (
            "chess",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8q",
            "promotion_from",
            r#""box""#,
        ),
        (
            "seirawan",
            "",
            "b1c3h",
            "gate",
            r#"{"piece":"hawk","square":"b1"}"#,
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            "Q@a1",
            "from",
            "null",
        ),
        ("amazons", "", "d1d2,d2d3", "wall", r#""d3""#),
        ("rococo", "", "b2b3", "promotion", "null"),
    ] {
        let variant = builtin(name);
        let position = if fen.is_empty() {
            variant.start()
        } else {
            variant.parse_fen(fen).expect("a position")
        };
        let moves = described(&variant, &position);
        let found = moves.iter().find(|mv| mv["text"] == text);
        let found = found.unwrap_or_else(|| panic!("{name}: {text}"));
        assert_eq!(found[key].to_string(), value, "{name}: {text}");
    }
}
