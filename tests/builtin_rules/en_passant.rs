//! `rules.en-passant`: the pieces that capture en passant, and the squares.

use ferz::definition::{EnPassantRules, PieceSet};
use ferz::game::{Strategy, perft_with};
use ferz::geometry::SquareSet;

use super::{after, at, chess, child, found, refused, round_trips, texts};

#[test]
fn some_capture_en_passant_on_some_squares() {
    let steps = [
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"),
    ];
    for (rule, allowed) in [
        ("", [true; 2]),
        ("rules.en-passant.zone = 'rank 6'", [true; 2]),
        (
            "rules.en-passant.zone = { white = 'd6', black = 'e6' }",
            [true, false],
        ),
        ("rules.en-passant.zone = 'e6'", [false, true]),
        ("rules.en-passant.zone = 'none'", [false; 2]),
        ("rules.en-passant.pieces = 'pawn'", [true; 2]),
        ("rules.en-passant.pieces = 'rook'", [false; 2]),
        (
            "rules.en-passant.pieces = { white = ['pawn', 'rook'] }",
            [true, false],
        ),
    ] {
        let variant = chess(rule);
        let counts = steps.map(|(fen, step)| {
            let position = after(&at(&variant, fen), &[step]);
            let [general, fastest] = [Strategy::General, Strategy::Fastest]
                .map(|engine| perft_with(&position, 1, engine));
            assert_eq!(general, fastest, "{rule}");
            general
        });
        let wanted = allowed.map(|is_allowed| 6 + u64::from(is_allowed));
        assert_eq!(counts, wanted, "{rule}");
    }
}

#[test]
fn a_rule_that_excludes_nothing_is_none() {
    let usual = child("chess", "");
    for idle in [
        "{}",
        "{ zone = '*' }",
        "{ zone = 'rank 6' }",
        "{ pieces = ['pawn', 'rook'] }",
        "{ pieces = ['*', 'rook'] }",
    ] {
        let def = child("chess", &format!("rules.en-passant = {idle}"));
        assert_eq!(def.rules, usual.rules, "{idle}");
        assert_eq!(def.en_passant(), None);
    }
    let lines =
        "rules.en-passant = { zone = ['e6', 'd6'], pieces = { white = 'pawn', black = [] } }";
    let def = child("chess", lines);
    let text = "en-passant = { pieces = { white = '*', black = [] }, zone = 'd6-e6' }";
    assert!(def.to_toml().contains(text), "{}", def.to_toml());
    let none = child("chess", "rules.en-passant.pieces = false");
    let nobody = child("chess", "rules.en-passant.pieces = []");
    assert_eq!(none.rules, nobody.rules);
    let mut again = usual.clone();
    again.set_en_passant(def.en_passant().as_ref());
    assert_eq!(again.rules, def.rules);
    again.set_en_passant(None);
    assert_eq!(again.rules, usual.rules);
    let nothing = EnPassantRules {
        types: [PieceSet::NONE; 2],
        region: [SquareSet::new(), SquareSet::new()],
    };
    again.set_en_passant(Some(&nothing));
    assert_eq!(again.en_passant(), Some(nothing));
}

#[test]
fn wrong_settings_have_their_place() {
    let first = |settings: &str| found(&format!("rules.en-passant = {settings}")).swap_remove(0);
    assert_eq!(
        first("{ pieces = ['pawn', 'wizard'] }"),
        "E0306 'wizard': `en-passant`: `wizard` is not a piece of the variant"
    );
    let zone = first("{ zone = 'rank 6, i9' }");
    assert!(zone.starts_with("E0308 i9: "), "{zone}");
    assert_eq!(refused("en-passant", "{ zone = 3 }").1, "3");
    assert_eq!(
        refused("en-passant", "{ zone = { red = 'e6' } }"),
        ("E0302".into(), "red".into())
    );
    assert_eq!(refused("en-passant", "{ pieces = true }").1, "true");
    let idle = first("{ zone = ['rank 5', 'e5, d6'] }");
    assert!(idle.starts_with("W0301 e5: "), "{idle}");
    let pairs = found("rules.paired-promotion.zone = 'rank 6.., e7'");
    assert_eq!(pairs.len(), 1, "{pairs:?}");
    assert!(pairs[0].starts_with("W0301 e7: "), "{pairs:?}");
    assert_eq!(
        refused("en-passant", "{ pieces = { red = 'pawn' } }").1,
        "red"
    );
    assert_eq!(refused("en-passant", "{ squares = 'e6' }").0, "E0302");
    assert_eq!(refused("en-passant", "{ pieces = [3] }").0, "E0303");
    assert_eq!(refused("en-passant", "'e6'").0, "E0303");
}

/// The lines of a definition, a position, and the moves of the en passant captor there.
const WITH_QUIET_MOVES: &[(&str, &str, &[&str])] = &[
    (
        "pieces.pawn.move = 'fWfFifmnDfceF'",
        "7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1",
        &["d5c6", "d5d6", "d5e6", "d5e6;e5"],
    ),
    // Only the capture ends the check.
    (
        "pieces.pawn.move = 'fWfFifmnDfceF'",
        "7k/8/8/3Pp3/3K4/8/8/8 w - e6 0 1",
        &["d5e6"],
    ),
    // Only the quiet move keeps the line closed.
    (
        "pieces.pawn.move = 'fWfFifmnDfceF'",
        "7k/8/8/K2Pp2r/8/8/8/8 w - e6 0 1",
        &["d5c6", "d5d6", "d5e6"],
    ),
    (
        "pieces.knight.move = 'KceK'",
        "7k/8/8/3Np3/8/8/8/K7 w - e6 0 1",
        &[
            "d5c4", "d5c5", "d5c6", "d5d4", "d5d6", "d5e4", "d5e5", "d5e6", "d5e6;e5",
        ],
    ),
];

/// They are two moves with separate legality.
#[test]
fn a_capture_en_passant_goes_where_a_quiet_move_goes() {
    for (lines, fen, wanted) in WITH_QUIET_MOVES {
        let position = at(&chess(lines), fen);
        let mut moves = texts(&position);
        moves.retain(|text| text.starts_with("d5"));
        assert_eq!(moves, *wanted, "{fen}");
        let counts =
            [Strategy::General, Strategy::Fastest].map(|one| perft_with(&position, 1, one));
        assert_eq!(counts, [position.legal_moves().len() as u64; 2], "{fen}");
        round_trips(&position);
        for mv in position.legal_moves() {
            let [squares, san] = [position.move_text(&mv), position.san(&mv)];
            assert_eq!(
                position.parse_move(&squares).ok().as_ref(),
                Some(&mv),
                "{squares}"
            );
            assert_eq!(position.parse_san(&san).ok().as_ref(), Some(&mv), "{san}");
        }
    }
}

/// What has turned over to a piece captures en passant where that does, whatever it was.
#[test]
fn forms_capture_en_passant_as_their_kind_does() {
    let lines = |pieces: &str| {
        format!(
            "pieces.guard = {{ letter = 'G', move = 'W', promoted = 'sergeant' }}\n\
             pieces.sergeant = {{ letter = 'S', move = 'fmWfceF' }}\nrules.paired-promotion.zone = 'rank 8'\n\
             rules.en-passant.pieces = {pieces}"
        )
    };
    let rows = [
        ("'sergeant'", true),
        ("'guard'", false),
        ("'*'", true),
        // The name of a form stands for its piece.
        ("'promoted-guard'", true),
    ];
    for (pieces, may) in rows {
        let passed = after(
            &at(&chess(&lines(pieces)), "4k3/3p4/8/4+G3/8/8/8/4K3 b - - 0 1"),
            &["d7d5"],
        );
        assert_eq!(texts(&passed).contains(&"e5d6".to_owned()), may, "{pieces}");
        let counts =
            [Strategy::General, Strategy::Fastest].map(|engine| perft_with(&passed, 1, engine));
        assert_eq!(counts[0], counts[1], "{pieces}");
    }
    // If all kinds are named, none is excluded.
    let all = child("chess", &lines("['pawn', 'sergeant']"));
    assert_eq!(all.en_passant(), None);
    let some = child("chess", &lines("'sergeant'"));
    let rule = some.en_passant().expect("pawns may not");
    let [white, black] = rule.types;
    assert_eq!((white.iter().count(), black.iter().count()), (2, 2));
}
