//! `rules.capture-points`: points for captures, and games that end by them.

use ferz::game::{Outcome, Position};

use super::{after, at, chess, found, round_trips, texts};

/// White's share and the reason of an end.
fn end(position: &Position) -> Option<(f64, String)> {
    match position.outcome() {
        Outcome::Ended { white, reason, .. } => Some((white, reason.as_str().to_owned())),
        Outcome::Ongoing => None,
    }
}

fn ended(white: f64) -> (f64, String) {
    (white, "points-goal".to_owned())
}

fn score(position: &Position) -> Option<String> {
    let fen = position.to_fen();
    let field = fen
        .split(' ')
        .find_map(|field| field.strip_prefix("score="));
    field.map(str::to_owned)
}

const FEN: &str = "4k3/8/8/3p4/4P3/8/5n2/4K3 w - - 0 1";
const WORTH: &str = "worth = { pawn = 1, knight = 3 }";

#[test]
fn points_go_to_whom_they_belong() {
    let rows = [
        ("captor", "1/0", "4/1"),
        ("opponent", "0/1", "1/4"),
        ("owner", "0/1", "1/4"),
        ("enemy", "1/0", "4/1"),
    ];
    for (to, one, all) in rows {
        let variant = chess(&format!(
            "rules.capture-points = {{ {WORTH}, to = '{to}' }}"
        ));
        let position = at(&variant, "4k3/8/4p3/3p4/4P3/8/5n2/4K3 w - - 0 1");
        let position = after(&position, &["e4d5"]);
        assert_eq!(score(&position).as_deref(), Some(one), "{to}");
        round_trips(&position);
        let position = after(&position, &["e6d5", "e1f2"]);
        assert_eq!(score(&position).as_deref(), Some(all), "{to}");
    }
    let variant = chess(&format!(
        "rules.capture-points = {{ {WORTH}, to = 'nobody' }}"
    ));
    assert_eq!(score(&after(&at(&variant, FEN), &["e4d5"])), None);
}

#[test]
fn who_has_enough_has_won_or_lost() {
    for (result, white) in [("win", 1.0), ("draw", 0.5), ("loss", 0.0)] {
        let lines = format!("rules.capture-points = {{ {WORTH}, goal = 3, result = '{result}' }}");
        let position = at(&chess(&lines), FEN);
        assert_eq!(end(&after(&position, &["e4d5"])), None);
        let over = after(&position, &["e1f2"]);
        assert_eq!(end(&over), Some(ended(white)), "{result}");
        assert!(texts(&over).is_empty());
    }
}

#[test]
fn both_may_have_enough() {
    let position = |more: &str, score: &str| {
        let lines = format!("rules.capture-points = {{ {WORTH}, goal = 2{more} }}");
        at(
            &chess(&lines),
            &format!("4k3/8/8/8/8/8/8/4K3 b - - 0 1 score={score}"),
        )
    };
    assert_eq!(end(&position("", "5/2")), Some(ended(1.0)));
    assert_eq!(end(&position("", "2/5")), Some(ended(0.0)));
    assert_eq!(end(&position(", more = 'loss'", "5/2")), Some(ended(0.0)));
    // White has just moved.
    assert_eq!(end(&position("", "2/2")), Some(ended(0.5)));
    assert_eq!(end(&position(", mover = 'loss'", "2/2")), Some(ended(0.0)));
    assert_eq!(
        end(&position(", more = 'draw', mover = 'win'", "2/5")),
        Some(ended(1.0))
    );
    assert_eq!(end(&position("", "1/1")), None);
}

#[test]
fn drops_may_cost_points() {
    let lines = "rules.drops = {}\nrules.capture-points = { worth = { pawn = 1, knight = 3 }, buys-drops = true }";
    let variant = chess(lines);
    let drops = |score: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1 score={score}");
        let moves = texts(&at(&variant, &fen));
        ["N@d4", "P@d4"].map(|text| moves.contains(&text.to_owned()))
    };
    assert_eq!(drops("0/9"), [false, false]);
    assert_eq!(drops("2/0"), [false, true]);
    assert_eq!(drops("3/0"), [true, true]);
    let position = at(&variant, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1 score=5/0");
    let spent = after(&position, &["N@d4"]);
    assert_eq!(score(&spent).as_deref(), Some("2/0"));
    assert!(spent.to_fen().contains("[P]"), "{}", spent.to_fen());
    let variant = chess(&lines.replace("buys-drops", "restocks = true, buys-drops"));
    let position = at(&variant, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1 score=5/0");
    let spent = after(&position, &["N@d4"]);
    assert!(spent.to_fen().contains("[PN]"), "{}", spent.to_fen());
}

#[test]
fn what_another_rule_lets_drop_may_cost_points() {
    let lines = "board.intersections = true\nrules.use.double-drop = {}\n\
                 rules.capture-points = { worth.pawn = 1, buys-drops = true }";
    let found = found(lines);
    assert!(
        !found.iter().any(|one| one.contains("dropped")),
        "{found:?}"
    );
    let drops = |score: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1 score={score}");
        texts(&at(&chess(lines), &fen)).contains(&"P@d4".to_owned())
    };
    assert!(drops("1/0") && !drops("0/1"));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.capture-points = {}",
            "E0310 capture-points: `capture-points`: no piece gives points",
        ),
        (
            "rules.capture-points.worth.pawn = -1",
            "E0303 -1: `capture-points`: expected a whole number from 0 to 1000000, found -1",
        ),
        (
            "rules.capture-points = { worth.pawn = 1, to = 'all' }",
            "E0311 'all': `capture-points`: `all` is not a value of this key",
        ),
        (
            "rules.capture-points.worth.pawn = 0",
            "W0410 worth: `capture-points`: no capture gives points",
        ),
        (
            "rules.capture-points = { worth.pawn = 1, buys-drops = true }",
            "W0410 true: `capture-points`: drops cost points, but the variant has no drops",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}

#[test]
fn scores_are_two_numbers_of_points() {
    let variant = chess("rules.capture-points = { worth = { pawn = 1 }, goal = 5 }");
    let reads = |score: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 score={score}");
        variant.parse_fen(&fen).is_ok()
    };
    assert!(reads("3/0"));
    assert!(!reads("3") && !reads("-1/2") && !reads("1/2/3"));
}
