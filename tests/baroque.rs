//! Baroque: the positions of its rules, and the puzzles of its inventor.

use ferz::formats::Catalog;
use ferz::game::{Position, Reason, perft};
use ferz::notation::move_texts;

use crate::harness::scene::{
    after, captures_of, configured, ended, found, moves_from, scene, scene_with, targets, victims,
};

#[test]
fn baroque_1_the_king_captures_by_stepping_and_is_checked_by_the_withdrawer() {
    let position = scene("baroque", "Kc4 If4", "Ke5 Wd3");
    assert!(position.is_check());
    assert_eq!(targets(&position, "c4"), "b3 b4 b5 c5 d3 d5");
    assert_eq!(victims(&position, "c4d3"), "d3");
    let mate = after(&position, "c4d5");
    assert_eq!(ended(&mate), Some((1.0, Reason::Checkmate)));
    let stale = after(&position, "c4d3");
    assert_eq!(ended(&stale), Some((1.0, Reason::Stalemate)));
    let drawn = scene("baroque?stalemate=draw", "Kc4 If4", "Ke5 Wd3");
    let stale = after(&drawn, "c4d3");
    assert_eq!(ended(&stale), Some((0.5, Reason::Stalemate)));
}

/// By default kings are not exchanged, and immobilizers are on the left of their players.
#[test]
fn symmetry_may_be_left_to_no_one() {
    let rows = |query: &str| {
        let fen = configured(query).start().to_fen();
        let ranks = fen.split(' ').next().unwrap_or_default();
        let ranks: Vec<&str> = ranks.split('/').collect();
        format!("{} {}", ranks[7], ranks[0])
    };
    for (query, expected) in [
        ("baroque", "ILXKWXLC clxwkxli"),
        ("baroque?center_symmetry=off", "ILXWKXLC clxwkxli"),
        ("baroque?center_symmetry=off&setup=2", "CLXWKXLI ilxwkxlc"),
        ("baroque?corner_symmetry=off", "ILXKWXLC clxwkxli"),
        ("baroque?corner_symmetry=off&setup=1", "ILXWKXLC clxkwxli"),
        (
            "baroque?corner_symmetry=off&center_symmetry=off",
            "ILXWKXLC clxwkxli",
        ),
    ] {
        assert_eq!(rows(query), expected, "{query}");
    }
    let catalog = Catalog::builtin();
    assert!(
        catalog
            .configure("baroque", "center_symmetry=off&setup=4")
            .is_some_and(|def| def.is_err())
    );
}

#[test]
fn baroque_2_the_pincer_captures_between_itself_and_a_friend() {
    let position = scene("baroque", "Kh1 Pg4 Pg2 Pb4 Pd6", "Ka8 Ic4 Pd5 We5 Xd3 Lg3");
    assert_eq!(victims(&position, "g4d4"), "c4 d5");
}

#[test]
fn baroque_3_the_withdrawer_captures_what_it_leaves() {
    let position = scene("baroque", "Ka8 Wg6", "Kd2 Ph7 Pg7 Xh6");
    assert_eq!(victims(&position, "g6d3"), "h7");
    assert!(after(&position, "g6d3").is_check());
    for to in ["f6", "e6", "d6", "c6", "b6", "a6"] {
        assert_eq!(victims(&position, &format!("g6{to}")), "h6");
    }
    for to in ["g5", "g4", "g3", "g2", "g1"] {
        assert_eq!(victims(&position, &format!("g6{to}")), "g7");
    }
    for to in ["e8", "f7", "h5"] {
        assert_eq!(victims(&position, &format!("g6{to}")), "");
    }
}

#[test]
fn baroque_4_the_long_leaper_captures_what_it_leaps_over() {
    let men = ("Kh4 Ld2 Pc3", "Ka8 Pd3 Id5 Cd7 Wf4 Pb2 Pa2 Xd1 Pf2 Pg2");
    let position = scene("baroque", men.0, men.1);
    assert_eq!(
        captures_of(&position, "d2"),
        ["d4:d3", "d6:d3 d5", "d8:d3 d5 d7", "g5:f4", "h6:f4"]
    );
    assert_eq!(targets(&position, "d2"), "c1 c2 d4 d6 d8 e1 e2 e3 g5 h6");
    let single = scene("baroque?leaper=single", men.0, men.1);
    assert_eq!(captures_of(&single, "d2"), ["d4:d3", "g5:f4"]);
    assert_eq!(targets(&single, "d2"), "c1 c2 d4 e1 e2 e3 g5");
}

#[test]
fn baroque_5_the_coordinator_captures_where_lines_cross() {
    let position = scene("baroque", "Kc2 Cd4 Pc1", "Kh8 Lc6 If2 Pd2");
    assert_eq!(victims(&position, "d4f6"), "c6 f2");
    assert_eq!(victims(&position, "d4d6"), "c6 d2");
    assert_eq!(victims(&position, "d4b6"), "c6");
    assert_eq!(victims(&position, "d4f4"), "f2");
    for to in ["d3", "d5", "d7", "d8"] {
        assert_eq!(victims(&position, &format!("d4{to}")), "d2");
    }
    assert_eq!(victims(&position, "d4c5"), "");
}

#[test]
fn baroque_6_the_immobilizer_freezes_and_is_frozen() {
    let men = ("Ka1 If3", "Kh8 Lg4 Lc5 Xc6 Pd6 We6 Pd4");
    let position = after(&scene("baroque", men.0, men.1), "f3d5");
    for frozen in ["c5", "c6", "d4", "d6", "e6"] {
        assert_eq!(targets(&position, frozen), "", "{frozen}");
    }
    assert_eq!(moves_from(&position, "g4").len(), 16);
    let next = after(&position, "g4g3");
    assert_eq!(targets(&next, "d5"), "");

    let position = after(&scene("baroque?suicide=on", men.0, men.1), "f3d5");
    for frozen in ["c5", "c6", "d4", "d6", "e6"] {
        assert_eq!(moves_from(&position, frozen), [format!("{frozen}{frozen}")]);
        assert_eq!(victims(&position, &format!("{frozen}{frozen}")), frozen);
    }
    let freed = after(&position, "c5c5");
    assert_eq!(moves_from(&freed, "d5"), ["d5d5"]);
    let threat = after(&freed, "a1a2 g4g5 a2a1");
    for to in ["c5", "b5", "a5"] {
        assert_eq!(victims(&threat, &format!("g5{to}")), "d5");
    }

    let position = after(&scene("baroque?rules=cambridge", men.0, men.1), "f3d5");
    assert_eq!(targets(&position, "c6"), "");
    for free in ["c5", "d4", "d6", "e6"] {
        assert_ne!(targets(&position, free), "", "{free}");
    }
    assert_eq!(targets(&after(&position, "g4g3"), "d5"), "");
}

#[test]
fn baroque_7_the_chameleon_captures_seven_men() {
    let men = ("Kg2 Xg6 Pa6 Pc8 Pc4", "Kb7 Wh6 Lf6 Ld6 Pb6 Pc5 Pc7 Cc2");
    let position = scene("baroque", men.0, men.1);
    assert_eq!(victims(&position, "g6e6"), "f6 h6");
    assert_eq!(victims(&position, "g6c6"), "b6 c2 c5 c7 d6 f6 h6");
    assert!(after(&position, "g6c6").is_check());
    for query in ["combine=pure", "rules=cambridge"] {
        let pure = scene(&format!("baroque?{query}"), men.0, men.1);
        assert_eq!(victims(&pure, "g6c6"), "d6 f6");
        assert_eq!(victims(&pure, "g6e6"), "f6");
    }
    // A setting that is written prevails over what another one implies.
    for query in [
        "rules=cambridge&combine=free",
        "combine=free&rules=cambridge",
    ] {
        let free = scene(&format!("baroque?{query}"), men.0, men.1);
        assert_eq!(victims(&free, "g6e6"), "f6 h6", "{query}");
    }
}

#[test]
fn baroque_8_the_chameleon_leaps_and_pinches() {
    let position = scene(
        "baroque",
        "Kf8 Pa6 Pe6 Xc2",
        "Pa7 Kb7 Pc7 Pe7 Pf7 Pb6 Pd6 Cf6 Lc5 Pf5 Lc3 Wc1",
    );
    assert_eq!(
        captures_of(&position, "c2"),
        ["c4:c1 c3", "c6:b6 c1 c3 c5 d6 f6"]
    );
}

/// Whether the side to move has lost already, or loses within this number of opposing moves. Having
/// no move is a loss.
fn lost(position: &Position, moves: u32) -> bool {
    let replies = position.legal_moves();
    replies.is_empty()
        || moves > 0
            && replies.iter().all(|reply| {
                let next = position.play_unchecked(reply);
                next.legal_moves()
                    .iter()
                    .any(|one| lost(&next.play_unchecked(one), moves - 1))
            })
}

/// The first moves by which the side to move wins within this number of moves.
fn keys(position: &Position, moves: u32) -> Vec<String> {
    move_texts(position)
        .into_iter()
        .filter(|(_, one)| lost(&position.play_unchecked(one), moves - 1))
        .map(|(text, _)| text)
        .collect()
}

#[test]
fn baroque_9_the_first_puzzle_has_one_key() {
    let position = scene(
        "baroque?suicide=on",
        "Pa6 Pf6 Cc6 Ld8 Lh6 Wf3 Kf8",
        "Pa5 Pg5 Lc7 Lg6 Ce2 Xa4 Xe5 Wf7 Ke6",
    );
    assert_eq!(keys(&position, 1), ["f3d5"]);
}

#[test]
fn baroque_10_the_second_puzzle_has_one_key() {
    let position = scene(
        "baroque?suicide=on",
        "Pb7 Pe6 If6 La1 Lb5 We3 Kh1",
        "Pc3 Pd8 Pf5 Lb2 Ke5",
    );
    assert_eq!(keys(&position, 2), ["f6e7"]);
}

#[test]
fn baroque_11_the_third_puzzle_needs_suicide() {
    let men = ("Pe4 Pe8 Pg2 Ch4 Lf1 Lh2 Xf3 Xh5 Kc6", "Pb2 Ig3 Ke6");
    assert_eq!(
        keys(&scene("baroque?suicide=on", men.0, men.1), 2),
        ["f3f3"]
    );
    assert!(keys(&scene("baroque", men.0, men.1), 2).is_empty());
}

#[test]
fn baroque_12_the_fourth_puzzle_has_one_key() {
    let position = scene(
        "baroque?suicide=on",
        "Ph5 Id6 Lh7 Xg4 Wf5 Ka2",
        "Pc8 Pg5 Le7 Xf7 Wc4 Kc6",
    );
    assert_eq!(keys(&position, 2), ["f5c5"]);
    assert_eq!(victims(&position, "f5c5"), "g5");
}

#[test]
fn baroque_13_every_array_begins_with_32_moves_of_pincers() {
    for setup in 0..16 {
        let start = configured(&format!("baroque?setup={setup}")).start();
        assert_eq!(perft(&start, 1), 32);
        if [0, 1, 9, 11, 13].contains(&setup) {
            assert_eq!(perft(&start, 2), 944, "{setup}");
        }
    }
    let nine = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";
    assert_eq!(configured("baroque").start().to_fen(), nine);
    // The starting squares of White's king and withdrawer, Black's, White's immobilizer and
    // Black's.
    let zero = "ilxwkxlc/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1";
    assert_eq!(configured("baroque?setup=0").start().to_fen(), zero);
    let six = "ilxkwxlc/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1";
    assert_eq!(configured("baroque?setup=6").start().to_fen(), six);
}

#[test]
fn baroque_14_a_second_man_lifts_the_freeze_in_cambridge() {
    let men = ("Kh1 Id4 Xe5 Pe4", "Ka8 Id5");
    let frozen = |variant: &str| {
        let white = scene(variant, men.0, men.1);
        let black = scene_with(variant, men.0, men.1, "", "b");
        let asked = [
            (&white, "d4"),
            (&white, "e5"),
            (&white, "e4"),
            (&black, "d5"),
        ];
        asked.map(|(position, square)| targets(position, square).is_empty())
    };
    assert_eq!(frozen("baroque"), [true; 4]);
    assert_eq!(
        frozen("baroque?rules=cambridge"),
        [false, false, false, true]
    );
    let men = ("Kd4 Xe6", "Kh8 Id5");
    assert_eq!(targets(&scene("baroque", men.0, men.1), "d4"), "");
    let cambridge = scene("baroque?rules=cambridge", men.0, men.1);
    assert_eq!(victims(&cambridge, "d4d5"), "d5");
}

#[test]
fn baroque_kings_may_be_captured_instead_of_checked() {
    let position = scene_with("baroque?royal=capture", "Kc4 Pa1", "Ke5 Wd4", "", "b");
    assert!(!position.is_check());
    let taken = after(&position, "e5d5 c4d5");
    assert_eq!(found(&position, "d4d1").captures.len(), 0);
    assert_eq!(ended(&taken), Some((1.0, Reason::KingCaptured)));
    assert!(taken.legal_moves().is_empty());
}
