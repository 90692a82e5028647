//! `rules.placement`: pieces that are placed before the first move.

use ferz::game::Variant;
use ferz::state::Color;

use super::{after, at, chess, found, round_trips, texts};

const START: &str = "start = '8/pppppppp/8/8/8/8/PPPPPPPP/8[KQkq] w - - 0 1'\n";

#[test]
fn pieces_are_placed_and_then_white_moves() {
    let variant = chess(&format!("{START}rules.placement.turns = [1, 2]"));
    let start = variant.start();
    assert_eq!(start.legal_moves().len(), 16);
    let first = after(&start, &["K@e1"]);
    assert_eq!(first.turn(), Color::Black);
    let second = after(&first, &["K@e8"]);
    assert_eq!(second.turn(), Color::Black);
    assert_eq!(
        second.to_fen(),
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[Qq] b - - 0 1"
    );
    round_trips(&second);
    let last = after(&second, &["Q@d8", "Q@d1"]);
    assert_eq!(last.turn(), Color::White);
    assert!(texts(&last).contains(&"e2e4".to_owned()));
}

#[test]
fn what_is_left_leaves_the_game_when_there_is_no_room() {
    let variant = chess(&format!("{START}rules.placement.zone = 'd1, e1'"));
    let full = after(&variant.start(), &["K@e1", "K@e8", "Q@d1", "Q@d8"]);
    assert_eq!(
        full.to_fen(),
        "3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1"
    );
    let narrow = chess(&format!("{START}rules.placement.zone = 'e1'"));
    let full = after(&narrow.start(), &["K@e1", "K@e8"]);
    assert_eq!(full.to_fen(), "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
}

#[test]
fn a_common_stock_is_one_from_which_both_choose() {
    let variant = chess(&format!("{START}rules.placement.common = true"));
    let kings = after(&variant.start(), &["K@e1", "K@e8"]);
    let taken = after(&kings, &["Q@d1"]);
    assert_eq!(
        taken.to_fen(),
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1"
    );
}

#[test]
fn nobody_has_won_before_all_are_placed() {
    let lines = format!(
        "{START}rules = {{ royal = 'capture', bare-king = 'immediate', placement = {{}} }}"
    );
    let start = chess(&lines).start();
    assert!(!start.legal_moves().is_empty());
    // Turns of several moves begin with the game.
    let doubled = chess(&format!(
        "{START}rules = {{ turns.moves = 2, placement = {{}} }}"
    ));
    let placing = after(&doubled.start(), &["K@e1"]);
    assert_eq!(placing.turn(), Color::Black);
}

/// Both sides buy an army.
#[test]
fn what_is_placed_is_paid_for_and_comes_again() {
    let bought = |start: &str, rules: &str| {
        chess(&format!(
            "start = '8/8/8/8/8/8/8/8[{start}'\n\
             rules = {{ drops = {{}}, placement = {{ zone = 'rank 1..3' }}, capture-points = {{ {rules} \
             worth = {{ pawn = 1, knight = 3, bishop = 3, rook = 5, queen = 9 }}, to = 'nobody' }} }}"
        ))
    };
    let fen = |variant: &Variant, moves: &[&str]| after(&variant.start(), moves).to_fen();
    let both = "buys-drops = true, restocks = true,";
    let rich = bought("KQRBNPkqrbnp] w - - 0 1 score=39/39", both);
    let kings = ["K@e1", "K@e8"];
    assert_eq!(
        fen(&rich, &["K@e1", "K@e8", "Q@d1"]),
        "4k3/8/8/8/8/8/8/3QK3[PNBRQpnbrq] b - - 0 1 score=30/39"
    );
    round_trips(&after(&rich.start(), &["K@e1", "K@e8", "Q@d1"]));
    // Only pawns are affordable, and White can afford none while Black still can.
    let poor = bought("KQPkqp] w - - 0 1 score=1/2", both);
    let placing = after(&poor.start(), &kings);
    assert!(texts(&placing).iter().all(|text| text.starts_with("P@")));
    assert_eq!(
        fen(&poor, &["K@e1", "K@e8", "P@a2", "P@a7"]),
        "4k3/p7/8/8/8/8/P7/4K3[PQpq] b - - 0 1 score=0/1"
    );
    assert_eq!(
        fen(&poor, &["K@e1", "K@e8", "P@a2", "P@a7", "P@b7"]),
        "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1"
    );
    let once = bought("KQRkqr] w - - 0 1 score=14/14", "buys-drops = true,");
    assert_eq!(
        fen(&once, &["K@e1", "K@e8", "Q@d1"]),
        "4k3/8/8/8/8/8/8/3QK3[Rrq] b - - 0 1 score=5/14"
    );
    let free = bought("KQkq] w - - 0 1", "restocks = true,");
    assert_eq!(
        fen(&free, &["K@e1", "K@e8", "Q@d1"]),
        "4k3/8/8/8/8/8/8/3QK3[Qq] b - - 0 1"
    );
}

#[test]
fn who_has_nothing_to_place_waits_for_the_other_side() {
    let lines = START.replace("[KQkq]", "[Kkqq]");
    let variant = chess(&format!("{lines}rules.placement = {{}}"));
    let position = after(&variant.start(), &["K@e1", "K@e8"]);
    assert_eq!(position.turn(), Color::Black);
    let position = after(&position, &["Q@d8", "Q@c8"]);
    assert_eq!(position.turn(), Color::White);
    assert!(texts(&position).contains(&"e2e4".to_owned()));
}

/// Rules about moves ignore placements, and a placement cannot be refused.
#[test]
fn no_other_rule_has_an_effect_while_the_game_is_set_up() {
    let line = ["K@e1", "K@e8", "Q@d6", "Q@d3"];
    let seen = |rules: &str| {
        let variant = chess(&format!("{START}rules.placement.zone = '*'\n{rules}"));
        let places = |n: usize| {
            let position = after(&variant.start(), &line[..n]);
            let fen = position.to_fen();
            let offered = (n < line.len()).then(|| texts(&position));
            (fen.split(' ').next().map(str::to_owned), offered)
        };
        (0..=line.len()).map(places).collect::<Vec<_>>()
    };
    let plain = seen("");
    for rule in [
        "use.foreign-moves = { who = 'pawn', lines = 'fW' }",
        "use.refusal.only-move = true",
        r#"effects = 'then enemy "K" from to changes side'"#,
        "use.drowning = { zone = '*', at-once = true, who = ['king', 'queen'] }",
    ] {
        assert_eq!(seen(&format!("rules.{rule}")), plain, "{rule}");
    }
}

#[test]
fn wrong_settings_are_found() {
    assert_eq!(
        found("rules.placement.turns = [1.5]"),
        ["E0409 [1.5]: `placement`: a turn places 1 to 255 pieces: a list of numbers"]
    );
    assert_eq!(
        found("rules.placement.zone = 'none'"),
        ["W0410 'none': `placement`: the zone for placement is empty"]
    );
    let plain = chess("rules.placement = {}");
    assert!(
        at(&plain, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
            .legal_moves()
            .len()
            > 3
    );
}
