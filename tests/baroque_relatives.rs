//! Maxima, Rococo, Renaissance and Optima: the positions of their rules.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Reason, Variant, perft};
use ferz::state::Color;

use crate::harness::Random;
use crate::harness::games::random_game_by_law;
use crate::harness::scene::{
    after, board, captures_of, configured, ended, found, moves_from, scene, scene_with, targets,
    victims,
};

#[test]
fn maxima_1_begins_with_41_moves() {
    let start = configured("maxima").start();
    assert_eq!((perft(&start, 1), perft(&start, 2)), (41, 1643));
    assert_eq!(targets(&start, "b1"), "a2");
    assert_eq!(targets(&start, "g1"), "h2");
}

#[test]
fn maxima_2_the_king_leaps_around_a_cylinder() {
    let at = |king: &str| targets(&scene("maxima", king, "Ke9"), &king[1..]);
    assert_eq!(at("Ka4"), "b2 b6 c3 c5 g3 g5 h2 h6");
    assert_eq!(at("Kb1"), "a3 c3 d0 d2 h2");
    assert_eq!(at("Kd1"), "b2 c3 e3 f2");
}

#[test]
fn maxima_3_the_mage_goes_on_straight_and_is_never_frozen() {
    let wanted =
        "a4 a6 b4 b6 c1 c2 c3 c4 c6 c7 c8 c9 e0 e1 e10 e2 e3 e4 e6 e7 e8 e9 f4 f6 g4 g6 h4 h6";
    for black in ["Ka9", "Ka9 Id6"] {
        let position = scene("maxima", "Md5 Kh1", black);
        assert_eq!(targets(&position, "d5"), wanted);
        assert_eq!(moves_from(&position, "d5").len(), 28);
    }
}

#[test]
fn maxima_4_the_guard_is_frozen() {
    let position = scene("maxima", "Gd5 Kh1", "Ka9 Id6");
    assert_eq!(targets(&position, "d5"), "");
    let suicide = scene("maxima?suicide=on", "Gd5 Kh1", "Ka9 Id6");
    assert_eq!(moves_from(&suicide, "d5"), ["d5d5"]);
}

#[test]
fn maxima_5_the_chameleon_captures_steppers_beside_it() {
    let position = scene("maxima", "Xd5 Kh1", "Ka9 Md6 Gc4 Mh5");
    assert_eq!(captures_of(&position, "d5"), ["c4:c4", "d6:d6"]);
}

#[test]
fn maxima_6_a_palace_is_filled_by_the_other_side_alone() {
    let position = scene("maxima", "Md0 Le3 Kh5", "Ka9");
    assert!(!moves_from(&position, "e3").contains(&"e3e0".to_owned()));
    assert!(moves_from(&position, "e3").contains(&"e3e1".to_owned()));
    let position = scene("maxima", "Ld10 Le5 Kh5", "Ka9");
    assert_eq!(ended(&after(&position, "e5e10")), Some((1.0, Reason::Goal)));
}

#[test]
fn maxima_palaces_come_before_check_and_kings_before_palaces() {
    // White is in check and may enter nevertheless; a king may also step into check.
    let position = scene("maxima", "Ld10 Le5 Kb4", "Ka2 Gc7");
    assert!(position.is_check());
    assert_eq!(ended(&after(&position, "e5e10")), Some((1.0, Reason::Goal)));
    // The second man in its own palace gives check although it could not move there.
    let position = scene_with("maxima", "Md0 Gf1 Kh5", "Ke0 Pa8", "", "b");
    assert!(position.is_check());
}

#[test]
fn maxima_7_kings_check_like_knights() {
    assert!(scene("maxima", "Kb4", "Ka2").is_check());
}

#[test]
fn maxima_a_bare_king_has_lost() {
    let position = scene("maxima", "Gd5 Kh1", "Ka9 Pc4");
    let bare = after(&position, "d5c4");
    assert_eq!(ended(&bare), Some((1.0, Reason::BareKing)));
    assert!(bare.legal_moves().is_empty());
}

#[test]
fn rococo_1_begins_with_25_moves() {
    let start = configured("rococo").start();
    assert_eq!((perft(&start, 1), perft(&start, 2)), (25, 625));
    assert_eq!(
        moves_from(&start, "h1"),
        ["h1g1,g1h1", "h1g2,g2h1", "h1h2,h2h1"]
    );
}

#[test]
fn rococo_2_the_advancer_captures_what_it_runs_up_to() {
    let position = scene("rococo", "Ad4 Kd1", "Pf4 Kh8");
    assert_eq!(victims(&position, "d4e4"), "f4");
    assert_eq!(victims(&position, "d4g7"), "h8");
    let taken = after(&position, "d4g7");
    assert_eq!(ended(&taken), Some((1.0, Reason::KingCaptured)));
}

#[test]
fn rococo_3_the_withdrawer_captures_from_the_inside() {
    let position = scene("rococo", "Wd2 Ka1", "Pc2 Pc3 Kh8");
    assert_eq!(
        captures_of(&position, "d2"),
        ["e1:c3", "e2:c2", "f2:c2", "g2:c2", "h2:c2"]
    );
    assert_eq!(victims(&position, "d2d1"), "");
}

#[test]
fn rococo_4_the_leaper_runs_along_the_ring_as_far_as_it_must() {
    let position = scene("rococo", "Lx9 Ka1", "Px3 Kh8");
    assert_eq!(captures_of(&position, "x9"), ["x2:x3"]);
    // The long diagonal ends in the corner, where the move stops because no victim is left.
    assert_eq!(targets(&position, "x9"), "a8 b7 c6 d5 e4 f3 g2 h1 x2");
}

#[test]
fn rococo_5_the_ring_is_entered_for_captures_that_cannot_be_made_inside() {
    let position = scene("rococo", "Wa5 Kd1", "Pb5 Kh8");
    assert_eq!(captures_of(&position, "a5"), ["x5:b5"]);
    let position = scene("rococo", "Wb5 Kd1", "Pc5 Kh8");
    assert_eq!(captures_of(&position, "b5"), ["a5:c5"]);
    let position = scene("rococo", "Lg4 Kd1", "Ph4 Kh8");
    assert_eq!(captures_of(&position, "g4"), ["y4:h4"]);
}

#[test]
fn rococo_6_the_chameleon_combines() {
    let position = scene_with("rococo", "Wa1 La3 Aa5 Kh1", "Ca2 Kh8", "", "b");
    assert_eq!(victims(&position, "a2a4"), "a1 a3 a5");
}

#[test]
fn rococo_7_the_chameleon_swaps_with_a_swapper_on_its_way() {
    let position = scene("rococo", "Cb4 Ka1", "Wa4 Le4 Sg4 Ah4 Ih5 Kh8");
    assert_eq!(victims(&position, "b4g4,g4b4"), "a4 e4 h4");
    let swapped = after(&position, "b4g4,g4b4");
    assert!(board(&swapped).contains("/2s4"), "{}", board(&swapped));
    assert_eq!(moves_from(&swapped, "h5"), ["h5h5"]);
    let next = after(&swapped, "h8h7");
    assert_eq!(moves_from(&next, "g4"), ["g4g4"]);
}

#[test]
fn rococo_8_the_swapper_swaps_and_booms() {
    let position = scene("rococo", "Sd4 Kb1", "Pe4 Wg7 Kh8");
    let moves = moves_from(&position, "d4");
    for text in ["d4e4,e4d4", "d4g7,g7d4", "d4d4;e4"] {
        assert!(moves.contains(&text.to_owned()), "{text} in {moves:?}");
    }
    assert_eq!(victims(&position, "d4d4;e4"), "d4 e4");
    assert_eq!(
        moves
            .iter()
            .filter(|text| text.contains([',', ';']))
            .count(),
        3
    );
    assert_eq!(
        board(&after(&position, "d4d4;e4")),
        "10/8k1/7w2/10/10/10/10/10/2K7/10[Sp]"
    );
}

#[test]
fn rococo_9_swappers_may_not_swap_back_at_once() {
    let position = scene("rococo", "Sd4 Ka1", "Sd7 Kh8");
    let swapped = after(&position, "d4d7,d7d4");
    assert!(
        swapped
            .to_fen()
            .ends_with(" latest=d7/d7/d4:w-swapper/-/d4:b-swapper"),
        "{}",
        swapped.to_fen()
    );
    let moves = moves_from(&swapped, "d4");
    let swaps: Vec<&String> = moves.iter().filter(|text| text.contains(',')).collect();
    assert_eq!(swaps, ["d4a1,a1d4", "d4h8,h8d4"]);
    let later = after(&swapped, "h8h7 a1a2");
    assert!(moves_from(&later, "d4").contains(&"d4d7,d7d4".to_owned()));
}

#[test]
fn rococo_10_pawns_promote_to_what_was_lost() {
    let position = scene_with("rococo", "Pe7 Ka1", "Pd6 Kh8", "[W]", "w");
    let moves = moves_from(&position, "e7");
    for to in ["d8", "e8", "f8"] {
        for text in [format!("e7{to}"), format!("e7{to}w")] {
            assert!(moves.contains(&text), "{text} in {moves:?}");
        }
    }
    assert_eq!(victims(&position, "e7c5"), "");
    assert!(!board(&after(&position, "e7e8w")).contains('['));
}

#[test]
fn rococo_11_the_advancer_captures_along_the_ring() {
    let position = scene("rococo", "Ax3 Ka1", "Px6 Kh8");
    let moves = moves_from(&position, "x3");
    assert!(moves.contains(&"x3x5".to_owned()));
    assert!(!moves.contains(&"x3x4".to_owned()));
    assert_eq!(victims(&position, "x3x5"), "x6");
}

#[test]
fn rococo_the_pawn_captures_by_leaping_alone() {
    let position = scene("rococo", "Pd4 Pd5 Ka1", "Pe4 Pf4 Pd6 Kh8");
    assert_eq!(captures_of(&position, "d4"), ["d6:d6", "f4:f4"]);
}

#[test]
fn renaissance_1_begins_with_52_moves() {
    let start = configured("renaissance").start();
    assert_eq!(perft(&start, 1), 52);
    let swaps = [
        "g1f1,f1g1",
        "g1f2,f2g1",
        "g1g2,g2g1",
        "g1h1,h1g1",
        "g1h2,h2g1",
    ];
    assert_eq!(moves_from(&start, "g1"), swaps);
    assert_eq!(moves_from(&start, "h1"), ["h1g2,g2f3", "h1h2,h2h3"]);
}

#[test]
fn renaissance_2_a_pushed_withdrawer_captures_the_pusher() {
    let position = scene("renaissance", "Ud4 Ka1", "We4 Ki9");
    assert_eq!(victims(&position, "d4e4,e4f4"), "d4");
    assert_eq!(
        board(&after(&position, "d4e4,e4f4")),
        "8k/9/9/9/9/5w3/9/9/K8[y]"
    );
}

#[test]
fn renaissance_3_a_frozen_king_is_pushed_into_a_capture() {
    let position = scene("renaissance", "Kc3 Ub2", "Id4 Ki9 Pa9");
    assert_eq!(targets(&position, "c3"), "");
    let pushed = after(&position, "b2c3,c3d4");
    assert_eq!(board(&pushed), "p7k/9/9/9/9/3K5/2U6/9/9[I]");
}

#[test]
fn renaissance_4_a_pulled_withdrawer_captures_what_it_leaves() {
    let position = scene("renaissance", "Ye4 Wd4 Ka1", "Ic4 Ki9");
    assert_eq!(targets(&position, "d4"), "");
    assert_eq!(victims(&position, "e4f4,d4e4"), "c4");
    let pulled = after(&position, "e4f4,d4e4");
    assert_eq!(board(&pulled), "8k/9/9/9/9/4WY3/9/9/K8[I]");
}

#[test]
fn renaissance_5_a_pushed_pincer_captures() {
    let position = scene("renaissance", "Ud1 Pd2 Pf3 Ka1", "Pe3 Ki9");
    assert_eq!(victims(&position, "d1d2,d2d3"), "e3");
}

#[test]
fn renaissance_6_the_ankh_swaps_and_resurrects() {
    let position = scene_with("renaissance", "Ad4 Ka1", "Pe5 Ki9", "[OY]", "w");
    let moves = moves_from(&position, "d4");
    let swaps: Vec<&String> = moves
        .iter()
        .filter(|text| text.ends_with("d4") && !text.contains('@'))
        .collect();
    assert_eq!(swaps, ["d4e5,e5d4"]);
    let raised: Vec<&String> = moves.iter().filter(|text| text.contains('@')).collect();
    assert_eq!(raised.len(), 14, "{raised:?}");
    assert!(moves.contains(&"d4c3,Y@d4".to_owned()));
    let next = after(&position, "d4c3,Y@d4");
    assert_eq!(board(&next), "8k/9/9/9/4p4/3Y5/2A6/9/K8[O]");
}

#[test]
fn renaissance_7_the_bomb_destroys_without_prisoners() {
    let position = scene("renaissance", "Od4 Pe4 Ka1", "Pe5 Ld5 Wf4 Ki9");
    assert_eq!(victims(&position, "d4d4;d5,e4,e5"), "d4 d5 e4 e5");
    let next = after(&position, "d4d4;d5,e4,e5");
    assert_eq!(board(&next), "8k/9/9/9/9/5w3/9/9/K8");
}

#[test]
fn renaissance_8_prisoners_change_sides_and_powers() {
    let position = scene("renaissance", "Pd2 Pb4 Ka1", "Uc4 Ki9");
    assert_eq!(victims(&position, "d2d4"), "c4");
    assert!(board(&after(&position, "d2d4")).ends_with("[Y]"));
}

#[test]
fn renaissance_bombs_and_pushes_give_check() {
    assert!(scene("renaissance", "Ka1", "Ob2 Ki9").is_check());
    // A bomb next to its own king is harmless, and so is a frozen one.
    assert!(!scene("renaissance", "Ka1", "Ob2 Kc3").is_check());
    assert!(!scene("renaissance", "Ka1 Ic1", "Ob2 Ki9").is_check());
    // Does pushing the withdrawer away capture the cover of the king as well? No: it withdraws from
    // the king behind it.
    assert!(scene("renaissance", "Ka1", "Wb1 Ki9").is_check());
}

#[test]
fn optima_1_the_first_placement_has_80_choices() {
    let start = configured("optima").start();
    assert_eq!(start.legal_moves().len(), 80);
    assert_eq!(perft(&start, 2), 6400);
}

#[test]
fn optima_2_white_moves_first_after_twenty_placements() {
    let mut position = configured("optima").start();
    for number in 0..20 {
        let turn = if number % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        assert_eq!(position.turn(), turn);
        let moves = position.legal_moves();
        position = position.play_unchecked(&moves[moves.len() / 2]);
    }
    assert_eq!(position.turn(), Color::White);
    assert!(
        position.to_fen().ends_with(" w - - 0 1"),
        "{}",
        position.to_fen()
    );
    assert!(
        position
            .legal_moves()
            .iter()
            .all(|one| one.from != one.to || !one.captures.is_empty())
    );
}

#[test]
fn optima_3_unequal_forces_are_chosen_from_a_common_stock() {
    let mut position = configured("optima?mode=unequal").start();
    let mut order = String::new();
    while position.to_fen().contains('[') {
        let moves = position.legal_moves();
        if order.len() < 2 {
            let king = |one: &ferz::state::Move| position.move_text(one).starts_with('K');
            assert!(moves.iter().all(king));
        }
        order.push(if position.turn() == Color::White {
            'w'
        } else {
            'b'
        });
        position = position.play_unchecked(&moves[order.len() % moves.len()]);
        let again = position.variant().parse_fen(&position.to_fen());
        assert_eq!(again.unwrap(), position);
    }
    assert_eq!(order, "wbbwwbbwwbbwwbbwwbbw");
    assert_eq!(position.turn(), Color::White);
    assert_eq!(position.outcome(), Outcome::Ongoing);
}

#[test]
fn optima_4_an_army_that_cannot_move_has_lost() {
    let position = scene_with("optima", "Ka1 Ij9", "Ij10 Ki10 Kb9", "", "b");
    assert_eq!(ended(&position), None);
    let frozen = scene_with("optima", "Ka1 Ii9", "Kj10", "", "b");
    assert_eq!(ended(&frozen), Some((1.0, Reason::Immobile)));
}

#[test]
fn optima_kings_are_captured_and_either_of_two_loses() {
    let position = scene("optima", "Ad4 Ka1", "Pf4 Kh8");
    assert_eq!(
        ended(&after(&position, "d4g7")),
        Some((1.0, Reason::KingCaptured))
    );
    assert_eq!(found(&position, "d4e4").captures.len(), 1);
}

#[test]
fn optima_orthodox_pawns_promote_to_wizards() {
    let position = scene("optima?pawn_kind=orthodox", "Ka1 Pd9 Pe3", "Kj10");
    assert_eq!(moves_from(&position, "d9"), ["d9d10z"]);
    assert_eq!(moves_from(&position, "e3"), ["e3e4", "e3e5"]);
}

/// Plays the moves, and returns the outcome.
fn game_end(variant: &str, moves: &[&str]) -> Outcome {
    let mut game = Game::new(configured(variant).start());
    for text in moves {
        let one = found(game.position(), text);
        game.play(&one).unwrap();
    }
    game.outcome()
}

#[test]
fn positions_that_come_again_end_the_games_as_their_rules_say() {
    let there_and_back = ["a2a3", "a7a6", "a3a2", "a6a7"];
    let twice = there_and_back.repeat(2);
    let ended = |variant: &str, moves: &[&str]| match game_end(variant, moves) {
        Outcome::Ended { white, reason, .. } => Some((white, reason)),
        Outcome::Ongoing => None,
    };
    assert_eq!(ended("baroque", &twice[..7]), None);
    assert_eq!(ended("baroque", &twice), Some((0.5, Reason::Repetition)));
    let loss = ended("baroque?repetition=loss", &twice);
    assert_eq!(loss, Some((1.0, Reason::Repetition)));
    assert_eq!(ended("rococo", &twice), Some((1.0, Reason::Repetition)));
    let renaissance = ["a2a3", "a8a7", "a3a2", "a7a8"].repeat(2);
    assert_eq!(
        ended("renaissance", &renaissance),
        Some((0.5, Reason::Repetition))
    );
    let maxima = ["b1a2", "b9a8", "a2b1", "a8b9"].repeat(2);
    assert_eq!(ended("maxima", &maxima), Some((0.5, Reason::Repetition)));
}

#[test]
fn optima_5_a_third_occurrence_is_a_draw() {
    let mut game = Game::new(scene("optima", "Ka1", "Kj10"));
    for text in ["a1a2", "j10j9", "a2a1", "j9j10"].repeat(2) {
        assert_eq!(game.outcome(), Outcome::Ongoing);
        let one = found(game.position(), text);
        game.play(&one).unwrap();
    }
    assert!(matches!(
        game.outcome(),
        Outcome::Ended {
            reason: Reason::Repetition,
            ..
        }
    ));
}

#[test]
fn random_games_of_the_family_keep_the_laws() {
    let mut random = Random::new(1962);
    for variant in [
        "baroque",
        "baroque?setup=3&rules=cambridge&suicide=on&royal=capture",
        "baroque?setup=2&corner_symmetry=off&no_capture_limit=off",
        "baroque?setup=14&leaper=single&combine=pure&stalemate=draw&repetition=loss",
        "maxima",
        "maxima?suicide=on&stalemate=loss",
        "rococo",
        "renaissance",
        "renaissance?setup=3&royal=capture&suicide=on&stalemate=draw",
        "renaissance?queue=pullers",
        "optima",
        "optima?mode=unequal&pawn_kind=orthodox&suicide=on",
        "optima?size=nine",
    ] {
        let variant = configured(variant);
        let played = random_game_by_law(&variant, &mut random, 30, 15);
        let played = played.unwrap_or_else(|law| panic!("{law}"));
        assert!(played.plies > 4);
    }
}

#[test]
fn random_games_with_captured_kings_come_to_an_end() {
    let mut random = Random::new(2000);
    for variant in ["rococo", "baroque?royal=capture"] {
        let variant = configured(variant);
        let mut game = Game::new(variant.start());
        while game.outcome() == Outcome::Ongoing && game.moves().len() < 2000 {
            let moves = game.position().legal_moves();
            game.play(&moves[random.below(moves.len())]).unwrap();
        }
        assert_ne!(game.outcome(), Outcome::Ongoing);
    }
}

#[test]
fn engines_of_war_do_what_their_keys_say() {
    let file = "
[engines]
board = { files = 8, ranks = 8 }
start = 'k7/8/8/8/8/8/8/K7 w'
[engines.pieces]
king = { letter = 'K', move = 'K', royal = true }
tractor = { letter = 'T', move = 'mR', actions = { plow = true } }
sniper = { letter = 'S', move = 'mK', actions = { rifle = true } }
fire = { letter = 'F', move = 'mK', captures = { proximity = true } }
priest = { letter = 'P', move = 'mQ', captures = { approach = true, convert = true } }
";
    let catalog = Catalog::read(file, Format::Toml).into_result().unwrap();
    let variant = Variant::compile(catalog.get("engines").unwrap()).unwrap();
    let at = |board: &str| variant.parse_fen(&format!("{board} w")).unwrap();
    let plow = at("k7/8/8/8/8/1Ttp4/8/K7");
    let plowed = after(&plow, "b3c3,c3d3,d3e3");
    assert_eq!(board(&plowed), "k7/8/8/8/8/2Ttp3/8/K7");
    let edge = at("k7/8/8/8/8/5Ttp/8/K7");
    assert_eq!(victims(&edge, "f3g3,g3h3"), "h3");
    assert_eq!(board(&after(&edge, "f3g3,g3h3")), "k7/8/8/8/8/6Tt/8/K7");
    let shot = at("k7/8/8/8/8/1S1p4/8/K7");
    assert_eq!(victims(&shot, "b3b3;d3"), "d3");
    assert_eq!(board(&after(&shot, "b3b3;d3")), "k7/8/8/8/8/1S6/8/K7");
    let fire = at("k7/8/8/2p1p3/8/2F5/8/K7");
    assert_eq!(victims(&fire, "c3d4"), "c5 e5");
    let priest = at("k7/8/8/8/8/1P3t2/8/K7");
    let converted = after(&priest, "b3e3");
    assert_eq!(board(&converted), "k7/8/8/8/8/4PT2/8/K7");
    // A king is in check if a priest can step next to it.
    assert!(
        variant
            .parse_fen("k7/8/8/8/8/8/8/K2p4 w")
            .unwrap()
            .is_check()
    );
}
