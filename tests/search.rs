//! Properties of the search in every variant.

use ferz::eval::Evaluation;
use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Position, Strategy, Variant};
use ferz::search::{Control, Limits, Score, SearchOptions, SearchResult, Searcher};

use crate::harness::{Random, builtin, random_game};

fn searcher(variant: &Variant) -> Searcher {
    Searcher::new(variant, options(SearchOptions::default().skill))
}

/// A small table and a skill level.
fn options(skill: u8) -> SearchOptions {
    SearchOptions {
        table_mib: 1,
        skill,
        ..SearchOptions::default()
    }
}

fn search(searcher: &mut Searcher, game: &Game, limits: &Limits) -> SearchResult {
    searcher.search(game, limits, &Control::default(), &mut |_| {})
}

/// Whether the side to move can force a win within this number of moves, by exhaustive search.
fn wins_in(position: &Position, moves: i32) -> bool {
    let us = position.turn();
    position
        .legal_moves_with(Strategy::General)
        .iter()
        .any(|mv| {
            let after = position.play_unchecked(mv);
            loses_in(&after, us, moves - 1)
        })
}

fn loses_in(position: &Position, winner: ferz::state::Color, moves: i32) -> bool {
    match position.outcome() {
        outcome @ Outcome::Ended { .. } => outcome.winner() == Some(winner),
        Outcome::Ongoing => {
            let all = position.legal_moves_with(Strategy::General);
            all.iter().all(|mv| match position.play_unchecked(mv) {
                after if after.outcome().is_over() => after.outcome().winner() == Some(winner),
                after => moves > 0 && wins_in(&after, moves),
            })
        }
    }
}

/// Variant, position, and the number of moves to mate.
const MATES: [(&str, &str, i32); 8] = [
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 1),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    (
        "chess",
        "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0",
        2,
    ),
    ("crazyhouse", "6k1/5ppp/8/8/8/8/5PPP/6K1[R] w - - 0 1", 1),
    ("kingofthehill", "7k/8/8/8/8/3K4/8/8 w - - 0 1", 1),
    ("atomic", "7k/6pp/8/8/8/8/6PP/Q6K w - - 0 1", 1),
    ("racingkings", "8/4K3/8/8/8/8/k7/8 w - - 0 1", 1),
    ("xiangqi", "3k5/9/9/9/9/9/9/9/4R4/3RK4 w - - 0 1", 1),
];

#[test]
fn mates_are_found_and_are_mates() {
    for (name, fen, moves) in MATES {
        let variant = builtin(name);
        let position = variant.parse_fen(fen).unwrap();
        let mut searcher = searcher(&variant);
        let limits = Limits {
            mate: Some(moves as u32),
            ..Limits::default()
        };
        let found = search(&mut searcher, &Game::new(position.clone()), &limits);
        assert_eq!(found.score(), Some(Score::Mate(moves)), "{name}: {fen}");
        assert!(wins_in(&position, moves), "{name}: {fen}");
        assert!(
            moves == 1 || !wins_in(&position, moves - 1),
            "{name}: {fen}"
        );
    }
}

/// A mate of checks is found by few positions, however much else there is to look at. To look at all moves takes
/// 28 million.
#[test]
fn a_mate_of_checks_is_found_at_once() {
    let variant = builtin("crazyhouse");
    let fen = "r1b2rk1/1pp1qp2/5n1p/1Bp5/4P3/5P2/PP3P1P/R2Q1RK1[NPPPBPpnbn] b - - 31 16";
    let limits = Limits {
        mate: Some(4),
        nodes: Some(50_000),
        ..Limits::default()
    };
    let game = Game::new(variant.parse_fen(fen).unwrap());
    let found = search(&mut searcher(&variant), &game, &limits);
    println!("{} positions", found.nodes);
    assert_eq!(found.score(), Some(Score::Mate(4)));
    assert_eq!(found.lines[0].moves.len(), 7);
}

#[test]
fn a_mate_that_is_not_there_ends_the_search() {
    let chess = builtin("chess");
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let found = search(&mut searcher(&chess), &Game::new(chess.start()), &limits);
    assert!(matches!(found.score(), Some(Score::Units(_))));
    assert!(found.best().is_some());
}

/// Every built-in variant: a few moves at random, then one that was searched.
#[test]
fn every_variant_is_searched() {
    let mut random = Random::new(7);
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let mut game = Game::new(variant.start());
        for _ in 0..random.below(12) {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.outcome().is_over() {
                break;
            }
            game.play(&moves[random.below(moves.len())]).unwrap();
        }
        let mut searcher = searcher(&variant);
        let limits = Limits::nodes(200);
        let found = search(&mut searcher, &game, &limits);
        let over = game.outcome().is_over();
        assert_eq!(found.best().is_none(), over, "{name}");
        searcher.clear();
        let again = search(&mut searcher, &game, &limits);
        assert_eq!(found, again, "{name}: the same search finds the same");
        for line in &found.lines {
            let mut game = game.clone();
            for mv in &line.moves {
                assert!(game.play(mv).is_ok(), "{name}: {line:?}");
            }
        }
        if let Some(Score::Mate(moves @ 1..=2)) = found.score() {
            assert!(
                wins_in(game.position(), moves),
                "{name}: {}",
                game.position().to_fen()
            );
        }
    }
}

#[test]
fn who_is_to_move_does_not_matter_for_the_worth() {
    let rows = [
        (
            "chess",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 4 4",
        ),
        (
            "crazyhouse",
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[p] w KQkq - 0 2",
            "rnbqkbnr/pppp1ppp/8/8/3p4/8/PPP1PPPP/RNBQKBNR[P] b KQkq - 0 2",
        ),
        (
            "makruk",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 1",
        ),
    ];
    for (name, white, black) in rows {
        let variant = builtin(name);
        let searcher = searcher(&variant);
        let worth = |fen: &str| searcher.evaluate(&variant.parse_fen(fen).unwrap());
        assert_eq!(worth(white), worth(black), "{name}");
    }
}

/// In each pair White's position is better in the first one, because of one evaluation term.
#[test]
fn royal_pieces_want_shelter_and_attacks_count() {
    let rows = [
        // The king behind its pawns, and before them.
        (
            "chess",
            "r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1",
            "r2q1rk1/ppp2ppp/2n2n2/8/4K3/2N2N2/PPP2PPP/R2Q1R2 w - - 0 1",
        ),
        // A queen that may check safely, and one that may not.
        (
            "chess",
            "6k1/5p2/8/3N4/7Q/8/5PPP/6K1 w - - 0 1",
            "6k1/5p2/8/3N4/Q7/8/5PPP/6K1 w - - 0 1",
        ),
        // A bishop that attacks a rook, and one that attacks nothing.
        (
            "chess",
            "4k3/5r2/8/8/8/1B6/8/4K3 w - - 0 1",
            "4k3/4r3/8/8/8/1B6/8/4K3 w - - 0 1",
        ),
    ];
    for (name, better, worse) in rows {
        let variant = builtin(name);
        let searcher = searcher(&variant);
        let worth = |fen: &str| searcher.evaluate(&variant.parse_fen(fen).unwrap());
        let pair = [better, worse].map(worth);
        assert!(pair[0] > pair[1], "{name}: {better}: {pair:?}");
    }
}

/// Where checkmate alone wins and pieces never come back, a small lead without promoters comes to little.
#[test]
fn a_small_lead_without_promoters_is_worth_little() {
    let chess = builtin("chess");
    let searcher = searcher(&chess);
    let worth = |fen: &str| searcher.evaluate(&chess.parse_fen(fen).unwrap());
    let alone = worth("4k3/8/8/8/8/8/8/3BK3 w - - 0 1");
    let with_pawn = worth("4k3/8/8/8/8/8/3P4/3BK3 w - - 0 1");
    assert!(0 < alone && alone * 2 < with_pawn, "{alone} {with_pawn}");
    let rook = worth("4k3/8/8/8/8/8/8/3RK3 w - - 0 1");
    assert!(rook > with_pawn - 100, "{rook} {with_pawn}");
}

/// A royal piece that is alone is better off the further it is from corners and from the other royal piece, by the
/// tables as by the general engine.
#[test]
fn a_lone_royal_piece_is_driven_to_a_corner() {
    for (names, fens) in [
        (
            ["berolina", "madrasi", "andernach"],
            [
                "8/8/8/3k4/8/7Q/8/3K4 w - - 0 1",
                "k7/8/8/8/K7/7Q/8/8 w - - 0 1",
                "k7/8/K7/8/8/7Q/8/8 w - - 0 1",
                "k7/8/K7/8/8/5p1Q/8/8 w - - 0 1",
            ],
        ),
        (
            ["embassy", "gothic", "janus"],
            [
                "10/10/10/4k5/10/9Q/10/4K5 w - - 0 1",
                "k9/10/10/10/K9/9Q/10/10 w - - 0 1",
                "k9/10/K9/10/10/9Q/10/10 w - - 0 1",
                "k9/10/K9/10/10/5p3Q/10/10 w - - 0 1",
            ],
        ),
    ] {
        for name in names {
            let variant = builtin(name);
            let options = SearchOptions {
                evaluation: Evaluation::Derived,
                ..SearchOptions::default()
            };
            let searcher = Searcher::new(&variant, options);
            let worth = |fen: &str| searcher.evaluate(&variant.parse_fen(fen).unwrap());
            let [middle, corner, near, with_pawn] = fens.map(worth);
            assert!(middle + 50 < corner, "{name}: {middle} {corner}");
            assert!(corner + 20 < near, "{name}: {corner} {near}");
            // What has a pawn is not alone.
            assert!(with_pawn + 150 < near, "{name}: {with_pawn} {near}");
        }
    }
}

/// Mates that a search of few positions does not see from where it begins, each to be given before the limit of moves.
#[test]
fn lone_royal_pieces_are_mated() {
    let rows = [
        ("berolina", "8/8/8/3k4/8/8/8/3QK3 w - - 0 1"),
        ("berolina", "8/8/8/3k4/8/8/8/2BBK3 w - - 0 1"),
        ("chess", "8/8/8/3k4/8/8/8/3RK3 w - - 0 1"),
        ("embassy", "10/10/10/4k5/10/10/10/3CK5 w - - 0 1"),
        ("courier", "12/12/12/5k6/12/12/12/4RRK5 w - - 0 1"),
        ("andernach", "8/8/8/3k4/8/8/8/3QK3 w - - 0 1"),
    ];
    for (name, fen) in rows {
        let variant = builtin(name);
        let mut game = Game::new(variant.parse_fen(fen).unwrap());
        let mut searcher = searcher(&variant);
        while !game.outcome().is_over() {
            let found = search(&mut searcher, &game, &Limits::nodes(3000));
            let mv = found.best().expect("the game goes on").clone();
            game.play(&mv).unwrap();
        }
        let winner = game.outcome().winner();
        assert_eq!(winner, Some(ferz::state::Color::White), "{name}: {fen}");
    }
}

/// Where a win is worth less than the whole point it is not put off either.
#[test]
fn a_part_of_the_point_is_taken_at_once() {
    for lines in [
        "rules.scores.checkmate = 0.75",
        "rules.scores.checkmate = [0.6, 0.9]\nrules.scores.stalemate = 0.55",
    ] {
        let text = format!("[shared]\ninherits = 'chess'\n{lines}\n");
        let parsed = Catalog::read(&text, Format::Toml);
        let variant = Variant::compile(parsed.value.first().unwrap()).unwrap();
        let mut searcher = searcher(&variant);
        // What comes sooner is worth more: mate in one, and in two.
        let mut score = |fen: &str| {
            let game = Game::new(variant.parse_fen(fen).unwrap());
            match search(&mut searcher, &game, &Limits::nodes(20_000)).score() {
                Some(Score::Units(units)) => units,
                other => panic!("{lines}: {fen}: {other:?}"),
            }
        };
        let sooner = score("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1");
        let later = score("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
        assert!(sooner > later && later > 1000, "{lines}: {sooner} {later}");
        let mut play = |fen: &str, nodes: u64, most: usize| {
            let mut game = Game::new(variant.parse_fen(fen).unwrap());
            let mut n_moves = 0;
            while !game.outcome().is_over() {
                let found = search(&mut searcher, &game, &Limits::nodes(nodes));
                let mv = found.best().expect("the game goes on").clone();
                game.play(&mv).unwrap();
                n_moves += 1;
            }
            assert!(n_moves <= most, "{lines}: {fen}: {n_moves}");
            game.outcome()
        };
        // Mate in one, and one that has to be brought about.
        for (fen, most) in [
            ("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 1),
            ("8/8/8/8/4k3/8/8/K5QQ w - - 0 1", 40),
        ] {
            match play(fen, 3000, most) {
                Outcome::Ended { white, black, .. } => {
                    assert!(white > black, "{lines}: {fen}: {white} {black}");
                }
                Outcome::Ongoing => panic!("{fen}: the game goes on"),
            }
        }
    }
}

/// Pieces in hand that come in behind unmoved pieces are worth less the fewer of these there are, and
/// nothing when there are none.
#[test]
fn pieces_that_cannot_come_in_are_worth_nothing() {
    let variant = builtin("seirawan");
    let options = SearchOptions {
        evaluation: Evaluation::Derived,
        ..SearchOptions::default()
    };
    let searcher = Searcher::new(&variant, options);
    let worth = |hand: &str, gates: &str| {
        let fen = format!("4k3/pppppppp/8/8/8/8/PPPPPPPP/RN2K3[{hand}] w {gates} - 0 1");
        searcher.evaluate(&variant.parse_fen(&fen).unwrap())
    };
    let gains = ["-", "B", "AB"].map(|gates| worth("H", gates) - worth("", gates));
    assert_eq!(gains[0], 0);
    assert!(gains[0] < gains[1] && gains[1] < gains[2], "{gains:?}");
}

/// Where pieces in hand only say what may be promoted to, a piece that is lost is lost, though it comes to the hand.
#[test]
fn pieces_that_only_promoters_can_become_are_worth_nothing_in_hand() {
    for name in [
        "sorcerers-chess",
        "rococo",
        "apothecary-chess-classic",
        "grand-apothecary-chess-alert",
    ] {
        let variant = builtin(name);
        let options = SearchOptions {
            evaluation: Evaluation::Derived,
            ..SearchOptions::default()
        };
        let searcher = Searcher::new(&variant, options);
        let start = variant.start();
        let mut setup = start.setup().clone();
        let worth = searcher.evaluate(&start);
        let second = variant.roles().nth(1).expect("two kinds of pieces");
        setup.hands[0].add(second);
        let more = searcher.evaluate(&variant.arrange(setup).unwrap());
        assert_eq!(worth, more, "{name}");
    }
}

/// The lack of pieces that a side must not run out of is felt before they are gone, by the tables as by the
/// general engine, and so are intersections.
#[test]
fn what_rules_count_is_felt_before_the_end() {
    let rows = [
        (
            "inherits = 'chess'\nrules.extinction = { pieces = ['knight', 'bishop'], result = 'loss' }",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
            320 + 150,
        ),
        (
            "inherits = 'chess'\nrules.capture-points = { worth = { pawn = 1 }, goal = 4 }",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 score=3/0",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 score=0/3",
            1000,
        ),
    ];
    for (text, better, worse, least) in rows {
        let text = format!("[counted]\n{text}\n");
        let parsed = Catalog::read(&text, ferz::formats::Format::Toml);
        let variant = Variant::compile(parsed.value.first().unwrap()).unwrap();
        let options = SearchOptions {
            evaluation: Evaluation::Derived,
            ..SearchOptions::default()
        };
        let searcher = Searcher::new(&variant, options);
        let worth = |fen: &str| searcher.evaluate(&variant.parse_fen(fen).unwrap());
        let more = worth(better) - worth(worse);
        assert!(more > least, "{text}{better}: {more}");
    }
}

/// Numbers as large as a file may hold are no larger than what a score can be.
#[test]
fn the_largest_numbers_of_a_file_are_borne() {
    use ferz::eval::{Evaluation, Tuning};
    let chess = builtin("chess");
    let terms = [
        "attack",
        "weak-zone",
        "safe-check",
        "exposure",
        "attacked-end",
    ];
    let lines = terms.map(|name| format!("{name} = 5000\n")).concat();
    let tuning = Tuning::read(&format!("format = 1\n[terms]\n{lines}"), chess.def());
    let options = SearchOptions {
        evaluation: Evaluation::Tuned(tuning.into_result().unwrap().into()),
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(&chess, options);
    let fen = "r1b2rk1/ppp2p2/2n2n1Q/4p1N1/2B1P3/2N5/PPPP1PPP/R1B1K2R w KQ - 0 1";
    let game = Game::new(chess.parse_fen(fen).unwrap());
    assert!(
        search(&mut searcher, &game, &Limits::depth(4))
            .best()
            .is_some()
    );
}

#[test]
fn values_of_a_definition_are_used() {
    let text = "[cheap-queen]\ninherits = 'chess'\n[cheap-queen.pieces.queen]\nletter = 'Q'\nmoves = 'Q'\nvalue = 4\n";
    let parsed = Catalog::read(text, ferz::formats::Format::Toml);
    let def = parsed.value.first();
    let Some(def) = def else {
        panic!("{:?}", parsed.diagnostics)
    };
    let variant = Variant::compile(def).unwrap();
    let queen = variant.role("queen").unwrap();
    assert_eq!(searcher(&variant).worth(queen), 400);
}

#[test]
fn only_the_moves_that_may_be_chosen_are() {
    let chess = builtin("chess");
    let start = chess.start();
    let rook_pawn = start.parse_move("a2a3").unwrap();
    let limits = Limits {
        moves: vec![rook_pawn.clone()],
        ..Limits::depth(3)
    };
    let found = search(&mut searcher(&chess), &Game::new(start), &limits);
    assert_eq!(found.best(), Some(&rook_pawn));
}

#[test]
fn several_lines_begin_with_different_moves() {
    let chess = builtin("chess");
    let options = SearchOptions {
        lines: 3,
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(&chess, options);
    let found = search(&mut searcher, &Game::new(chess.start()), &Limits::depth(5));
    let mut firsts: Vec<_> = found
        .lines
        .iter()
        .map(|line| line.moves[0].clone())
        .collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
}

/// Programs take what was said last of the first line for what will be played.
#[test]
fn the_first_line_that_was_said_last_is_played() {
    for name in ["chess", "crazyhouse", "xiangqi", "baroque"] {
        let variant = builtin(name);
        let mut options = SearchOptions::default();
        (options.table_mib, options.lines) = (1, 4);
        for depth in 1..=4 {
            let mut searcher = Searcher::new(&variant, options.clone());
            let mut said = Vec::new();
            let limits = Limits::depth(depth);
            let game = Game::new(variant.start());
            let found = searcher.search(&game, &limits, &Control::default(), &mut |progress| {
                said.push(progress.line.clone());
            });
            let last = &said[said.len() - found.lines.len()..];
            assert_eq!(last, found.lines, "{name} {depth}");
            let first = said.iter().rfind(|line| line.rank == 1);
            assert_eq!(first.and_then(|line| line.moves.first()), found.best());
        }
    }
}

#[test]
fn the_last_report_counts_all_positions() {
    for (name, lines) in [("chess", 1), ("chess", 3), ("amazons", 1), ("baroque", 1)] {
        let variant = builtin(name);
        let mut options = SearchOptions::default();
        (options.table_mib, options.lines) = (1, lines);
        let mut searcher = Searcher::new(&variant, options);
        let mut nodes = Vec::new();
        let game = Game::new(variant.start());
        // A limit in the midst of a depth.
        let limits = Limits::nodes(777);
        let mut last_lines = Vec::new();
        let found = searcher.search(&game, &limits, &Control::default(), &mut |progress| {
            nodes.push(progress.nodes);
            last_lines.push(progress.line.clone());
        });
        assert_eq!(nodes.last(), Some(&found.nodes), "{name}: {nodes:?}");
        let last = &last_lines[last_lines.len() - found.lines.len()..];
        assert_eq!(last, found.lines, "{name}");
        assert!(nodes.is_sorted(), "{name}: {nodes:?}");
    }
}

/// What positions were worth before counts no more.
#[test]
fn another_evaluation_is_asked_anew() {
    let chess = builtin("chess");
    let game = Game::new(chess.start());
    let derived = SearchOptions {
        evaluation: Evaluation::Derived,
        ..SearchOptions::default()
    };
    let score = |searcher: &mut Searcher| search(searcher, &game, &Limits::depth(1)).lines[0].score;
    let mut changed = Searcher::new(&chess, SearchOptions::default());
    let before = score(&mut changed);
    changed.set_options(derived.clone());
    let after = score(&mut changed);
    assert_ne!(before, after);
    assert_eq!(after, score(&mut Searcher::new(&chess, derived)));
}

#[test]
fn what_stacks_keep_is_what_is_found_anew() {
    ferz::search::consistency_checks::what_is_kept_is_what_is_found_anew();
}

#[test]
fn networks_value_lines_as_they_value_positions() {
    ferz::search::consistency_checks::networks_value_lines_as_they_value_positions();
}

#[test]
fn searches_list_what_the_general_engine_lists() {
    let catalog = Catalog::builtin();
    for name in catalog.names() {
        let def = catalog.get(name).expect("a built-in");
        let variant = Variant::compile(def).expect("built-ins compile");
        if !variant.describe_tables().starts_with("general engine only") {
            continue;
        }
        for seed in 0..3 {
            let fault =
                ferz::search::consistency_checks::fault_of_lists(&variant.start(), 40, seed);
            assert_eq!(fault, None, "{name}");
        }
    }
}

/// In no built-in does a piece that acts capture beside its way as well.
#[test]
fn searches_list_what_actors_capture_beside_their_way() {
    for captures in ["custodial", "withdrawal", "approach"] {
        let text = format!(
            "name = 'actors'\ninherits = 'baroque'\n[pieces.leaper]\ncaptures = {{ {captures} = true }}\n\
             [pieces.pincer]\nactions = {{ swap = {{}} }}\n"
        );
        let catalog = Catalog::read(&text, Format::Toml).into_result();
        let catalog = catalog.expect("a definition without errors");
        let def = catalog.first().expect("a variant");
        let variant = Variant::compile(def).expect("it can be played");
        assert!(variant.describe_tables().starts_with("general engine only"));
        for seed in 0..20 {
            let fault =
                ferz::search::consistency_checks::fault_of_lists(&variant.start(), 60, seed);
            assert_eq!(fault, None, "{captures}");
        }
    }
}

#[test]
fn exchanges_gain_what_trying_them_gains() {
    ferz::search::consistency_checks::exchanges_gain_what_trying_them_gains();
}

#[test]
fn what_has_come_twice_in_the_game_is_a_draw_if_it_comes_again() {
    let variant = builtin("chess");
    let start = variant
        .parse_fen("6k1/8/8/8/8/Q7/5PPP/1K6 w - - 0 1")
        .unwrap();
    let mut game = Game::new(start);
    let limits = Limits::depth(2);
    // The kings step aside and back.
    let circle = ["b1a2", "g8h8", "a2b1", "h8g8"];
    let score = |game: &Game| {
        let found = search(&mut searcher(&variant), game, &limits);
        (found.lines[0].score, found.lines[0].moves[0].clone())
    };
    for text in circle.iter().take(3) {
        let mv = game.position().parse_move(text).unwrap();
        game.play(&mv).unwrap();
    }
    // The position of the start would come for the second time.
    let (Score::Units(lost), _) = score(&game) else {
        panic!("nobody is mated");
    };
    assert!(lost < -500, "{lost}");
    for text in circle.iter().skip(3).chain(circle.iter().take(3)) {
        let mv = game.position().parse_move(text).unwrap();
        game.play(&mv).unwrap();
    }
    let (found, mv) = score(&game);
    assert_eq!(found, Score::Units(0));
    assert_eq!(game.position().move_text(&mv), "h8g8");
}

/// Games that are another game from the other side: pieces, homes or aims differ by side, pieces go otherwise to the
/// left than to the right, squares that are gone or pieces to be placed are not turned with the board, or the
/// moves of a turn are counted from the beginning of the game.
const UNEVEN: [&str; 15] = [
    "legan",
    "chigorin",
    "spartan",
    "horde",
    "racingkings",
    "torishogi",
    "yarishogi",
    "isolation",
    "fox-and-hounds",
    "monster",
    "monster-check",
    "progressive",
    "progressive-scottish",
    "brandubh",
    "optima",
];

/// A position with the sides exchanged is searched in the same way, if moves that nothing tells apart are tried in the
/// same order.
#[test]
fn a_position_with_the_sides_exchanged_has_the_same_score() {
    assert!((UNEVEN.iter()).all(|name| Catalog::builtin().get(name).is_some()));
    let mut random = Random::new(5);
    let (mut n_positions, mut failures) = (0, Vec::new());
    let deeper = [
        "chess",
        "xiangqi",
        "atomic",
        "crazyhouse",
        "makruk",
        "seirawan",
    ];
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        if UNEVEN.contains(&name) || variant.shape().area() > 300 {
            continue;
        }
        let depth = if deeper.contains(&name) { 6 } else { 3 };
        for _ in 0..2 {
            let plies = 8 + random.below(24);
            let game = random_game(&variant, &mut random, plies);
            let position = game.last().expect("the start is there");
            let fen = position.to_fen();
            let turned = turned(&fen).and_then(|fen| variant.parse_fen(&fen).ok());
            let Some(turned) = turned.filter(|_| !position.outcome().is_over()) else {
                continue;
            };
            let found = [position, &turned].map(|position| {
                let options = SearchOptions {
                    even_order: true,
                    ..SearchOptions::default()
                };
                let mut searcher = Searcher::new(&variant, options);
                let game = Game::new(position.clone());
                let mut limits = Limits::depth(depth);
                limits.nodes = Some(8_000);
                let found = search(&mut searcher, &game, &limits);
                (found.lines.first().map(|line| line.score), found.nodes)
            });
            n_positions += 1;
            if found[0] != found[1] {
                failures.push(format!("{name}: {found:?} {fen}"));
            }
        }
    }
    println!("{n_positions} positions");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(n_positions > 200, "{n_positions}");
}

/// A FEN with the board upside down and the sides exchanged; `None` if it has fields of rules, which say more.
fn turned(fen: &str) -> Option<String> {
    let exchange = |text: &str| -> String {
        let letters = text.chars().map(|letter| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        });
        letters.collect()
    };
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let (board, hands) = match fields[0].split_once('[') {
        Some((board, hands)) => (board.to_owned(), format!("[{}", exchange(hands))),
        None => (fields[0].clone(), String::new()),
    };
    let ranks: Vec<String> = board.split('/').rev().map(exchange).collect();
    fields[0] = ranks.join("/") + &hands;
    fields[1] = String::from(if fields[1] == "w" { "b" } else { "w" });
    if fields[2] != "-" {
        fields[2] = exchange(&fields[2]);
    }
    // Squares of pieces that can be captured en passant.
    let n_ranks = ranks.len();
    let turned_square = |text: &str| {
        let rank = text.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let file = text.strip_suffix(rank)?;
        Some(format!(
            "{file}{}",
            n_ranks + 1 - rank.parse::<usize>().ok()?
        ))
    };
    if let Some(square) = turned_square(&fields[3]) {
        fields[3] = square;
    }
    let is_number = |field: &String| field.bytes().all(|byte| byte.is_ascii_digit());
    fields[4..].iter().all(is_number).then(|| fields.join(" "))
}

/// How a player of one level scores against one of another, in pairs of short games from random openings;
/// games that go on count as drawn.
fn score_of_levels(name: &str, [first, second]: [u8; 2]) -> f64 {
    let variant = builtin(name);
    let mut players = [first, second].map(|skill| Searcher::new(&variant, options(skill)));
    let (mut points, mut n_games) = (0.0, 0.0);
    for number in 0..4 {
        for white in [0, 1] {
            let mut random = Random::new(number);
            let opening = random_game(&variant, &mut random, 4);
            let mut game = Game::new(opening[4].clone());
            for _ in 0..120 {
                if game.outcome().is_over() {
                    break;
                }
                let is_white = game.position().turn() == ferz::state::Color::White;
                let mover = &mut players[if is_white { white } else { 1 - white }];
                let found = search(mover, &game, &Limits::nodes(20_000));
                game.play(found.best().expect("a move")).unwrap();
            }
            let first_is = [ferz::state::Color::White, ferz::state::Color::Black][white];
            points += match game.outcome().winner() {
                Some(winner) => f64::from(u8::from(winner == first_is)),
                None => 0.5,
            };
            n_games += 1.0;
        }
    }
    points / n_games
}

#[test]
fn higher_levels_beat_lower_ones() {
    for name in ["chess", "crazyhouse", "xiangqi", "shogi"] {
        for levels in [[4, 0], [8, 4]] {
            let score = score_of_levels(name, levels);
            assert!(score > 0.6, "{name} {levels:?}: {score}");
        }
    }
}

#[test]
fn weak_searches_are_short_and_the_same_each_time() {
    let chess = builtin("chess");
    let game = Game::new(chess.start());
    let mut before = 0;
    for skill in [0, 7, 14, 19] {
        let mut stronger = searcher(&chess);
        search(&mut stronger, &game, &Limits::nodes(5_000));
        // What a stronger search has found is forgotten.
        stronger.set_options(options(skill));
        let found = search(&mut stronger, &game, &Limits::depth(20));
        let mut weak = Searcher::new(&chess, options(skill));
        let again = search(&mut weak, &game, &Limits::depth(20));
        assert_eq!(found, again, "{skill}");
        assert!(
            before < found.nodes && found.nodes < 200_000,
            "{skill}: {}",
            found.nodes
        );
        before = found.nodes;
    }
}
