//! `rules.rifle`: captors that stay where they are.

use super::{after, at, chess, found, round_trips, texts};

#[test]
fn a_captor_stays_and_names_its_victim() {
    let variant = chess("rules.rifle = {}");
    let position = at(&variant, "4k3/8/8/8/8/8/r7/R3K2R w KQ - 3 1");
    let shot = after(&position, &["a1a1;a2"]);
    assert_eq!(shot.to_fen(), "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1");
    round_trips(&shot);
    assert!(!texts(&position).contains(&"a1a2".to_owned()));
}

#[test]
fn a_shot_is_no_first_move_however_castling_is_said() {
    let lines = "rules.rifle = {}\npieces.king.move = 'K'\n\
                 rules.castling.partners = 'rook'";
    for lines in ["rules.rifle = {}", lines] {
        let position = at(&chess(lines), "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1");
        let later = after(&position, &["e1e1;e2", "e8d8"]);
        assert!(texts(&later).contains(&"e1g1".to_owned()), "{lines}");
    }
}

#[test]
fn a_pawn_that_shoots_neither_promotes_nor_goes_behind_who_passed() {
    let variant = chess("rules.rifle = {}");
    let position = at(&variant, "k5n1/5P2/8/3pP3/8/8/8/K7 w - d6 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"e5e5;d5".to_owned()));
    let shots: Vec<_> = moves.iter().filter(|text| text.contains("g8")).collect();
    assert_eq!(shots, ["f7f7;g8"]);
}

#[test]
fn who_may_shoot_may_have_the_choice() {
    let variant = chess("rules.rifle = { who = { white = 'rook' }, optional = true }");
    let position = at(&variant, "4k3/8/8/8/r7/8/8/R3K3 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"a1a4".to_owned()) && moves.contains(&"a1a1;a4".to_owned()));
    let black = at(&variant, "4k3/8/8/8/r7/8/8/R3K3 b - - 0 1");
    assert!(!texts(&black).contains(&"a4a4;a1".to_owned()));
}

#[test]
fn nobody_gates_where_nobody_leaves() {
    let lines = "rules.rifle = {}\npieces.hawk = { letter = 'H', move = 'B' }\nrules.gating = true";
    let variant = chess(lines);
    let position = at(&variant, "4k3/8/8/8/8/2n5/8/1N2K3[H] w B - 0 1");
    assert!(texts(&position).contains(&"b1d2h".to_owned()));
    let shots = at(&variant, "4k3/8/8/8/8/2n5/8/1N2K3[H] w B - 0 1");
    let shots = texts(&shots).into_iter().filter(|text| text.contains("c3"));
    assert_eq!(shots.collect::<Vec<_>>(), ["b1b1;c3"]);
}

#[test]
fn bad_settings_are_refused_at_their_place() {
    let rows = [
        (
            "rules.rifle.who = 'archer'",
            "E0306 'archer': `rifle`: `archer` is not a piece of the variant",
        ),
        (
            "rules.rifle.optional = 'yes'",
            "E0303 'yes': `rifle`: expected `true` or `false`, found a text",
        ),
        (
            "rules.rifle.who = []",
            "W0410 []: `rifle`: nobody is meant, so every captor moves as without the rule",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
