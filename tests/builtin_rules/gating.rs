//! `rules.gating` and `rules.use.first-leaps`: rights of unmoved pieces.

use ferz::definition::{FirstLeaps, GatingRules, PieceId, VariantDef, differences};
use ferz::game::Variant;

use super::{at, child, found, last, refused, texts};

#[test]
fn definitions_say_who_gates_and_leaps_and_say_it_again() {
    let id = |def: &VariantDef, name: &str| def.pieces.get_index_of(name).map(PieceId::new);
    let cambodian = child("cambodian", "");
    let all = FirstLeaps {
        king: id(&cambodian, "king"),
        counsellor: id(&cambodian, "met"),
        rook: id(&cambodian, "rook"),
    };
    let leaps = |leaps| {
        let from_hand = false;
        Some(GatingRules { from_hand, leaps })
    };
    assert!(all.king.is_some() && all.counsellor.is_some() && all.rook.is_some());
    assert_eq!(cambodian.gating(), leaps(Some(all)));
    // A child can change the rule, exclude pieces, or disable it.
    for (lines, wanted) in [
        (
            "rules.use.first-leaps.counsellor = 'khon'",
            Some(FirstLeaps {
                counsellor: id(&cambodian, "khon"),
                ..all
            }),
        ),
        (
            "rules.use.first-leaps = { rook = false, king = false }",
            Some(FirstLeaps {
                king: None,
                rook: None,
                ..all
            }),
        ),
        ("rules.use.first-leaps = false", None),
    ] {
        let def = child("cambodian", lines);
        let wanted = wanted.and_then(|one| leaps(Some(one)));
        assert_eq!(def.gating(), wanted, "{lines}");
        let text = def.to_toml();
        assert_eq!(last(&text).rules, def.rules, "{text}");
    }
    let text = child("cambodian", "rules.use.first-leaps = { rook = false }").to_toml();
    let written = "first-leaps = { king = 'king', counsellor = 'met' }";
    assert!(text.contains(written), "{text}");

    let seirawan = child("seirawan", "");
    let room = GatingRules {
        from_hand: true,
        leaps: None,
    };
    assert_eq!(seirawan.gating(), Some(room.clone()));
    assert!(seirawan.to_toml().contains("gating = true"));
    assert_eq!(child("seirawan", "rules.gating = false").gating(), None);
    for def in [&seirawan, &cambodian] {
        assert_eq!(last(&def.to_toml()).rules, def.rules);
        let mut again = def.clone();
        again.set_gating(None);
        assert_eq!(again.gating(), None);
        again.set_gating(def.gating());
        assert_eq!(again.rules, def.rules);
    }
    // Rights without an effect are kept.
    let mut idle = child("chess", "");
    idle.set_gating(leaps(None));
    let nobody = FirstLeaps {
        king: None,
        counsellor: None,
        rook: None,
    };
    assert_eq!(idle.gating(), leaps(Some(nobody)));
    assert_eq!(last(&idle.to_toml()).rules, idle.rules);
}

#[test]
fn pieces_in_another_order_gate_and_leap_alike() {
    let board = "board = { files = 8, ranks = 8 }\nstart = 'k7/8/8/8/8/8/8/K6M w AHa - 0 1'\n";
    let king = "pieces.king = { letter = 'K', move = 'K', royal = true }\n";
    let met = "pieces.met = { letter = 'M', move = 'F' }\n";
    let leaps = "rules.use.first-leaps = { king = 'king', counsellor = 'met' }\n";
    let one = last(&format!("[one]\n{board}{king}{met}{leaps}"));
    let other = last(&format!("[one]\n{board}{met}{king}{leaps}"));
    assert_ne!(one.gating(), other.gating());
    assert_eq!(differences(&one, &other), []);
    let without = other
        .to_toml()
        .replace("counsellor = 'met'", "rook = 'met'");
    let lost = differences(&one, &last(&without));
    let places: Vec<&str> = lost.iter().map(|loss| loss.place.as_str()).collect();
    assert_eq!(places, ["rules.gating"]);

    // A child with another piece in front has other numbers and the same leaps.
    let text = format!(
        "[one]\n{board}{king}{met}{leaps}\n[two]\ninherits = 'one'\n\
         start = 'k7/8/8/8/8/8/8/K6N w AHa - 0 1'\n\
         pieces.met = false\npieces.knight = {{ letter = 'N', move = 'N' }}\n\
         rules.use.first-leaps.counsellor = 'knight'\n"
    );
    let two = last(&text);
    let variant = Variant::compile(&two).expect("a good definition");
    let moves = texts(&at(&variant, "k7/8/8/8/8/8/8/K6N w AH - 0 1"));
    for leap in ["a1c2", "h1h3"] {
        assert!(moves.contains(&leap.to_owned()), "{moves:?}");
    }
}

#[test]
fn wrong_settings_have_their_place() {
    assert_eq!(
        found("rules.use.first-leaps.king = 'wizard'")[0],
        "E0306 'wizard': `first-leaps`: `wizard` is not a piece of the variant"
    );
    assert_eq!(refused("first-leaps", "{ king = 3 }").0, "E0303");
    assert_eq!(refused("first-leaps", "{ king = true }").1, "true");
    assert_eq!(refused("first-leaps", "{ knight = 'knight' }").0, "E0302");
    assert_eq!(refused("first-leaps", "'king'").0, "E0303");
    assert_eq!(refused("gating", "'yes'").0, "E0303");
    // Gating can be disabled in any variant, leaps only in a variant that has them.
    assert_eq!(found("rules.gating = false"), [""; 0]);
    let idle = found("rules.use.first-leaps = false");
    assert_eq!(
        idle,
        ["W0302 false: no `use.first-leaps` is inherited that could be removed"]
    );
}
