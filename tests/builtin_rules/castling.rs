//! `rules.castling`: castling to fixed files, and its inheritance.

use ferz::definition::{CastlingRules, PieceId, PieceSet, VariantDef, differences};
use ferz::game::Variant;
use ferz::state::MoveKind;

use super::{at, child, found, last, refused};

fn id(def: &VariantDef, name: &str) -> PieceId {
    PieceId::new(def.pieces.get_index_of(name).expect("a piece"))
}

/// The castling rules of Fischer random chess.
fn free() -> CastlingRules {
    child("fischerandom", "")
        .castling()
        .expect("they castle by files")
}

#[test]
fn definitions_say_who_castles_and_say_it_again() {
    let fischer = child("fischerandom", "");
    let (king, rook, queen) = (
        id(&fischer, "king"),
        id(&fischer, "rook"),
        id(&fischer, "queen"),
    );
    let usual = CastlingRules {
        king: [Some(king); 2],
        partners: [PieceSet::from(rook); 2],
        right_file: 6,
        left_file: 2,
        rank: 0,
        king_file: 4,
        right_partner_file: 7,
        left_partner_file: 0,
        any_files: true,
        opposite: false,
        dropped: false,
        wins: [[false; 2]; 2],
    };
    assert_eq!(free(), usual);
    // A child that sets one key keeps the others.
    let both: PieceSet = [rook, queen].into_iter().collect();
    for (lines, wanted) in [
        (
            "rules.castling = { right = 'f', left = 'none' }",
            CastlingRules {
                right_file: 5,
                left_file: 8,
                ..usual.clone()
            },
        ),
        (
            "rules.castling.partners = { white = ['queen', 'rook'], black = 'rook' }",
            CastlingRules {
                partners: [both, PieceSet::from(rook)],
                ..usual.clone()
            },
        ),
        (
            "rules.castling = { king = { white = 'queen' }, partners = '*', rank = 2 }",
            CastlingRules {
                king: [Some(queen), None],
                partners: [PieceSet::ALL; 2],
                rank: 1,
                ..usual.clone()
            },
        ),
        (
            "rules.castling = { king-file = 'd', right-partner = 'g', left-partner = 'b' }",
            CastlingRules {
                king_file: 3,
                right_partner_file: 6,
                left_partner_file: 1,
                ..usual.clone()
            },
        ),
        (
            "rules.castling = { opposite = true, dropped = true, any-files = false }",
            CastlingRules {
                any_files: false,
                opposite: true,
                dropped: true,
                ..usual.clone()
            },
        ),
        (
            "rules.castling.wins = { white = 'left', black = ['right', 'left'] }",
            CastlingRules {
                wins: [[true, false], [true, true]],
                ..usual.clone()
            },
        ),
        (
            "rules.castling.partners = ['rook', '*']",
            CastlingRules {
                partners: [PieceSet::ALL; 2],
                ..usual.clone()
            },
        ),
        (
            "rules.castling = { wins = 'right', king = false }",
            CastlingRules {
                king: [None; 2],
                wins: [[false, true]; 2],
                ..usual.clone()
            },
        ),
    ] {
        let def = child("fischerandom", lines);
        assert_eq!(def.castling().as_ref(), Some(&wanted), "{lines}");
        let text = def.to_toml();
        assert_eq!(last(&text).rules, def.rules, "{text}");
        let mut again = fischer.clone();
        again.set_castling(Some(&wanted));
        assert_eq!(again.rules, def.rules, "{lines}");
        again.set_castling(None);
        assert_eq!(again.castling(), None);
    }
    assert_eq!(
        child("fischerandom", "rules.castling = false").castling(),
        None
    );
    // Without a partner, castling does not exist; between home squares it is a normal move.
    for lines in [
        "rules.castling.partners = []",
        "rules.castling.partners = false",
        "rules.castling = { king = false }",
    ] {
        assert_eq!(child("fischerandom", lines).castling(), None, "{lines}");
    }
    let home = child("chess", "rules.castling.partners = 'rook'");
    assert_eq!(home.castling(), None);
    assert!(home.to_toml().contains("isO2"), "{}", home.to_toml());
}

#[test]
fn what_holds_without_being_said_is_not_written() {
    let lines = "rules.castling = { king = 'king', partners = ['rook'], right = 'g', left = 'c', rank = 1, \
         king-file = 'e', right-partner = 'h', left-partner = 'a', opposite = false, wins = [] }";
    let def = child("fischerandom", lines);
    assert_eq!(def.rules, child("fischerandom", "").rules);
    let text = def.to_toml();
    assert!(
        text.contains("castling = { partners = 'rook', any-files = true }"),
        "{text}"
    );
}

#[test]
fn pieces_in_another_order_castle_alike() {
    let head = "board = { files = 8, ranks = 8 }\nstart = 'k7/8/8/8/8/8/8/R3K2R w KQ - 0 1'\n";
    let king = "pieces.king = { letter = 'K', move = 'K', royal = true }\n";
    let rook = "pieces.rook = { letter = 'R', move = 'R' }\n";
    let rule = "rules.castling = { partners = 'rook', any-files = true }\n";
    let one = last(&format!("[one]\n{head}{king}{rook}{rule}"));
    let other = last(&format!("[one]\n{head}{rook}{king}{rule}"));
    assert_ne!(one.castling(), other.castling());
    assert_eq!(differences(&one, &other), []);
    let changed = other
        .to_toml()
        .replace("any-files = true", "dropped = true");
    let lost = differences(&one, &last(&changed));
    let places: Vec<&str> = lost.iter().map(|loss| loss.place.as_str()).collect();
    assert_eq!(places, ["rules.castling"]);
}

#[test]
fn all_wrong_settings_of_a_rule_are_told_at_once() {
    let text = "rules.castling = { partners = 'wizard', right = 'z', rank = 'one', wins = 'up', colour = 1 }";
    assert_eq!(
        found(text),
        [
            "E0306 'wizard': `castling`: `wizard` is not a piece of the variant",
            "E0308 'z': `castling`: the board has no file `z`, its files are a to h",
            "E0303 'one': `castling`: expected a number, found a text",
            "E0311 'up': `castling`: `up` is not a value of this key",
            "E0302 colour: `castling`: the rule has no setting `colour`",
        ]
    );
    // Unknown keys are reported too, whether or not required keys are missing.
    for settings in [
        "drops = { zone = 'rank z', mandatory = 'wizard', colour = 1 }",
        "extinction = { pieces = 'wizard', count = -1, colour = 1 }",
        "use.double-drop = { zones.rook = 'z', zones.wizard = 'a1', colour = 1, zone = 2 }",
        "extinction = { count = 1, claims = true, piece = 'rook' }",
        "extinction = { result = 'loss', claims = true, piece = 'rook' }",
    ] {
        let found = found(&format!("rules.{settings}"));
        assert_eq!(found.len(), 3, "{found:?}");
    }
}

#[test]
fn wrong_settings_have_their_place() {
    let first = |settings: &str| found(&format!("rules.castling = {settings}")).swap_remove(0);
    assert_eq!(
        first("{ partners = ['rook', 'wizard'] }"),
        "E0306 'wizard': `castling`: `wizard` is not a piece of the variant"
    );
    assert_eq!(
        first("{ partners = 'rook', right = 'z' }"),
        "E0308 'z': `castling`: the board has no file `z`, its files are a to h"
    );
    assert_eq!(
        first("{ partners = 'rook', wins = 'up' }"),
        "E0311 'up': `castling`: `up` is not a value of this key"
    );
    assert_eq!(
        first("{ king = 'king' }"),
        "E0310 castling: `castling`: `partners` is missing"
    );
    for (settings, code, place) in [
        ("{}", "E0310", "castling"),
        ("{ partners = 'wizard' }", "E0306", "'wizard'"),
        ("{ partners = { black = ['*', 'wizard'] } }", "E0306", "'*'"),
        ("{ partners = 3 }", "E0303", "3"),
        ("{ partners = true }", "E0303", "true"),
        (
            "{ partners = 'rook', king = 'wizard' }",
            "E0306",
            "'wizard'",
        ),
        (
            "{ partners = 'rook', king = { black = 'wizard' } }",
            "E0306",
            "'wizard'",
        ),
        (
            "{ partners = 'rook', king = { red = 'king' } }",
            "E0302",
            "red",
        ),
        ("{ partners = 'rook', left = '1' }", "E0308", "'1'"),
        (
            "{ partners = 'rook', king-file = 'none' }",
            "E0308",
            "'none'",
        ),
        ("{ partners = 'rook', right-partner = 'i' }", "E0308", "'i'"),
        ("{ partners = 'rook', left-partner = '' }", "E0308", "''"),
        ("{ partners = 'rook', rank = 'one' }", "E0303", "'one'"),
        ("{ partners = 'rook', rank = 256 }", "E0303", "256"),
        ("{ partners = 'rook', rank = -1 }", "E0303", "-1"),
        ("{ partners = 'rook', rank = 1.5 }", "E0303", "1.5"),
        ("{ partners = 'rook', dropped = 1 }", "E0303", "1"),
        ("{ partners = 'rook', right = 7 }", "E0303", "7"),
        ("{ partners = 'rook', king = true }", "E0303", "true"),
        ("{ partners = 'rook', opposite = 'yes' }", "E0303", "'yes'"),
        ("{ partners = 'rook', wins = true }", "E0303", "true"),
        (
            "{ partners = 'rook', wins = { white = ['left', 'up'] } }",
            "E0311",
            "'up'",
        ),
        (
            "{ partners = 'rook', wins = { red = 'left' } }",
            "E0302",
            "red",
        ),
        ("{ partners = 'rook', files = 'c' }", "E0302", "files"),
        ("{ partners = { red = 'rook' } }", "E0302", "red"),
        ("'rook'", "E0303", "'rook'"),
    ] {
        let (found, at) = refused("castling", settings);
        assert_eq!((found.as_str(), at.as_str()), (code, place), "{settings}");
    }
    // Invalid settings do not remove castling.
    let def = child(
        "chess",
        "rules.castling = { partners = 'rook', rank = 1.5 }",
    );
    assert!(def.to_toml().contains("rank = 1.5"), "{}", def.to_toml());
    assert_eq!(def.pieces, child("chess", "").pieces);
    assert_eq!(
        found("rules.castling = false"),
        ["W0302 false: no `castling` is inherited that could be removed"]
    );
}

#[test]
fn who_castles_where_nobody_is_royal_is_the_last_piece_or_named() {
    let rule = "pieces.king.move = 'K'\nrules.castling = { partners = 'rook', any-files = true }\n";
    let castles = |parent: &str, lines: &str| {
        let variant = Variant::compile(&child(parent, lines)).expect("a variant");
        let position = at(&variant, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let moves = position.legal_moves().into_iter();
        moves.filter(|mv| mv.kind == MoveKind::Castle).count()
    };
    assert_eq!(castles("atomic", rule), 2);
    // The duck can move to any of the 58 empty squares.
    assert_eq!(castles("duck", rule), 2 * 58);
    let nobody = "rules.royal = 'none'\npieces.king.royal = false\n";
    let named = rule.replace("partners", "king = 'king', partners");
    assert_eq!(castles("chess", &format!("{nobody}{named}")), 2);
    assert_eq!(
        found(&format!("{nobody}{rule}")),
        ["E0310 castling: `castling`: no piece is royal, and `king` is missing"]
    );
    let other = rule.replace("partners", "king = 'queen', partners");
    assert_eq!(
        found(&other)[0],
        "W0410 'queen': `castling`: a queen castles only while its side has no royal piece"
    );
}

#[test]
fn false_is_no_castling_that_wins() {
    let lines = "rules.castling = { partners = 'rook', wins = { white = false, black = 'left' } }";
    assert_eq!(found(lines), [""; 0]);
    let rule = child("chess", lines).castling().expect("a rule");
    assert_eq!(rule.wins, [[false, false], [true, false]]);
    let none = child(
        "chess",
        "rules.castling = { partners = 'rook', any-files = true, wins = false }",
    );
    assert_eq!(none.castling().expect("a rule").wins, [[false; 2]; 2]);
}
