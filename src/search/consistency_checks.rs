//! Consistency checks of the search stacks: incremental state equals recomputed state, static exchange
//! evaluation equals a full search of the captures, and both stacks list the same moves as the general
//! engine.
//!
//! `tests/search.rs` runs them. They are here because the stacks are private, and not unit tests because
//! those would compile both engines a second time.

use crate::eval;
use crate::formats::{Catalog, Format};
use crate::game::{Position, Variant};
use crate::movegen::{Candidate, GeneralStack, KING_RELATIVE_SQUARES, SearchStack, legal_moves};
use crate::state::{Move, Setup};

/// A deterministic random number generator (linear congruential, upper bits).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

fn variant(name: &str) -> Variant {
    let def = Catalog::builtin().get(name).expect("a built-in");
    Variant::compile(def).expect("built-ins compile")
}

/// Panics if the incremental state of a stack differs from the recomputed state.
pub fn what_is_kept_is_what_is_found_anew() {
    let mut random = Random(3);
    let names = [
        "chess",
        "capablanca",
        "grand",
        "makruk",
        "xiangqi",
        "shogi",
        "crazyhouse",
        "atomic",
        "seirawan",
        "3check",
        "grand-apothecary-chess-alert",
        "rococo",
        "amazons",
    ];
    for name in names {
        let variant = variant(name);
        let rules = variant.compiled_rules();
        let mut weights = eval::weights(&variant, &eval::Evaluation::Derived);
        // Nonzero weights for all pieces near royal pieces, so that a wrong count is noticed.
        let n_places = weights.worth.len() * KING_RELATIVE_SQUARES;
        weights.by_royal = [7, 11].map(|step| (0..n_places).map(|at| at as i32 % step).collect());
        let setup = variant.start().setup().clone();
        let mut stacks: Vec<Box<dyn SearchStack + '_>> =
            vec![Box::new(GeneralStack::new(rules, &weights, &setup))];
        let plan = variant.table_engine();
        stacks.extend(plan.and_then(|plan| plan.search_stack(rules, &weights, &setup)));
        for mut stack in stacks {
            let mut codes = Vec::new();
            for _ in 0..20 {
                let mut moves = Vec::new();
                stack.moves(false, &mut moves);
                // Moves of earlier positions are found if and only if they are legal here.
                codes.extend(moves.iter().map(|mv| mv.code));
                for code in &codes {
                    let rows = |mv: Candidate| (mv.code, mv.row, mv.gain);
                    let listed = moves.iter().find(|mv| mv.code == *code);
                    let found = stack.find(*code).map(rows);
                    assert_eq!(found, listed.copied().map(rows), "{name}");
                }
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                let key = stack.push(mv.code);
                assert_eq!(key, stack.node().key, "{name}");
                if stack.node().may_be_over {
                    break;
                }
                let position = variant.position(stack.setup().clone());
                assert_eq!(key, position.hash(), "{name}: {}", position.to_fen());
                let worth = stack.evaluate();
                if !stack.node().in_check {
                    let after = stack.worth_after_pass(worth);
                    stack.push_null();
                    let text = position.to_fen();
                    assert_eq!(
                        Some(stack.evaluate()),
                        after,
                        "{name}, after a pass: {text}"
                    );
                    stack.pop();
                }
                let kept = stack.setup().clone();
                let mut anew: Box<dyn SearchStack + '_> = match plan {
                    Some(plan) => match plan.search_stack(rules, &weights, &kept) {
                        Some(anew) if weights.freedom == 0 => anew,
                        _ => continue,
                    },
                    None => Box::new(GeneralStack::new(rules, &weights, &kept)),
                };
                if anew.evaluate() != worth {
                    // The general stack does not compute the detailed terms of the tables.
                    let mut general = GeneralStack::new(rules, &weights, &kept);
                    assert_eq!(general.evaluate(), worth, "{name}: {}", position.to_fen());
                }
            }
        }
    }
}

/// Panics if the incremental evaluation by a network differs from the evaluation from scratch in
/// random lines of a built-in variant.
pub fn networks_value_lines_as_they_value_positions() {
    let mut random = Random(11);
    for name in Catalog::builtin().names() {
        let variant = variant(name);
        let rules = variant.rules_with_paths();
        let mut weights = eval::weights(&variant, &eval::Evaluation::Derived);
        let network = any_network(&variant, &mut random);
        weights.network = network.for_rules(rules);
        assert!(weights.network.is_some(), "{name}");
        let expected = |setup: &Setup| {
            let value = network.evaluate(&variant, setup).expect("it fits");
            value * f64::from(weights.unit) / 100.0
        };
        let setup = variant.start().setup().clone();
        let mut stacks: Vec<Box<dyn SearchStack + '_>> =
            vec![Box::new(GeneralStack::new(rules, &weights, &setup))];
        let plan = variant.table_engine();
        stacks.extend(plan.and_then(|plan| plan.search_stack(rules, &weights, &setup)));
        for mut stack in stacks {
            let mut depth = 0;
            for _ in 0..16 {
                // Not all positions of a line are evaluated.
                if random.below(3) > 0 {
                    let setup = stack.setup().clone();
                    let (value, expected) = (stack.evaluate(), expected(&setup));
                    let is_same = (f64::from(value) - expected).abs() <= 1.0;
                    let fen = || variant.position(setup.clone()).to_fen();
                    assert!(is_same, "{name}: {value}, {expected} at {}", fen());
                }
                let mut moves = Vec::new();
                stack.moves(false, &mut moves);
                let way = random.below(8);
                if depth > 0 && (moves.is_empty() || stack.node().may_be_over || way == 0) {
                    stack.pop();
                    depth -= 1;
                } else if way == 1 && !stack.node().in_check {
                    stack.push_null();
                    depth += 1;
                } else if !moves.is_empty() {
                    stack.push(moves[random.below(moves.len())].code);
                    depth += 1;
                }
            }
        }
    }
}

/// A network of random weights that replaces the derived evaluation.
fn any_network(variant: &Variant, random: &mut Random) -> eval::Network {
    let inputs = eval::NetworkInputs::new(variant);
    let (hidden, outputs) = (16, 3);
    let mut weights = |count: usize, most: usize| -> Vec<i16> {
        let weight = |_| random.below(2 * most + 1) as i16 - most as i16;
        (0..count).map(weight).collect()
    };
    let layers = eval::NetworkLayers {
        hidden,
        outputs,
        full: 32,
        is_alone: true,
        rows: weights(inputs.n_rows() * hidden, 60),
        biases: weights(hidden, 200),
        output: weights(2 * hidden * outputs, 127),
        output_biases: vec![1000, -200_000, 30],
    };
    eval::Network::new(&inputs, layers)
}

/// The first difference between the lists of the general stack and those of the general engine in a random
/// game of this length: all moves, in the same order, and the tactical moves alone.
pub fn fault_of_lists(position: &Position, plies: usize, seed: u64) -> Option<String> {
    let variant = position.variant();
    let rules = variant.rules_with_paths();
    let weights = eval::weights(variant, &eval::Evaluation::Derived);
    let mut random = Random(seed);
    let mut stack = GeneralStack::new(rules, &weights, position.setup());
    for _ in 0..plies {
        let setup = stack.setup().clone();
        let at = || variant.position(setup.clone()).to_fen();
        let (mut tactical, mut all) = (Vec::new(), Vec::new());
        stack.moves(true, &mut tactical);
        stack.moves(false, &mut all);
        let expanded = all.iter().map(|mv| stack.expand(mv.code));
        let found: Vec<Move> = expanded.flatten().collect();
        let expected = legal_moves(rules, &setup);
        if found != expected {
            let differs = |mv: &&Move| !expected.contains(mv);
            let lacks = expected.iter().find(|mv| !found.contains(mv));
            let wrong = found.iter().find(differs);
            return Some(format!("{wrong:?} and not {lacks:?} at {}", at()));
        }
        let codes = |moves: &[Candidate]| -> Vec<u32> {
            let meant = moves.iter().filter(|mv| mv.tactical);
            meant.map(|mv| mv.code).collect()
        };
        if codes(&tactical) != codes(&all) || tactical.iter().any(|mv| !mv.tactical) {
            return Some(format!("other captures alone than among all at {}", at()));
        }
        // Debug assertions of the evaluation compare incremental counts with recomputed ones.
        stack.evaluate();
        if all.is_empty() {
            break;
        }
        stack.push(all[random.below(all.len())].code);
    }
    None
}

/// The maximum gain of the side to move by captures on one square, if it may stop at any time.
fn exchange(stack: &mut dyn SearchStack, target: usize, area: usize) -> i32 {
    let mut moves: Vec<Candidate> = Vec::new();
    stack.moves(true, &mut moves);
    moves.retain(|mv| mv.row as usize % area == target);
    // The least valuable piece captures first, as in static exchange evaluation.
    let Some(least) = moves.iter().min_by_key(|mv| mv.mover).copied() else {
        return 0;
    };
    stack.push(least.code);
    let answer = exchange(stack, target, area);
    stack.pop();
    (least.gain - answer).max(0)
}

/// Panics if static exchange evaluation differs from a search of the captures.
pub fn exchanges_gain_what_trying_them_gains() {
    // Pieces of chess; other riders and leapers; hoppers that capture.
    let armies = [
        ["K", "R", "B", "N", "Q"],
        ["K", "HH", "BnA", "NN", "AAFF"],
        ["W", "mRcpR", "mBcpB", "C", "WAD"],
    ];
    for moves in armies {
        exchanges_of_an_army(&moves);
    }
}

fn exchanges_of_an_army(moves: &[&str; 5]) {
    let mut random = Random(11);
    // No piece is royal, so none is pinned.
    let mut text = "[commoners]\ninherits = 'chess'\n\
        start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n\
        rules.royal = 'none'\n\
        [commoners.pieces]\n"
        .to_owned();
    let names = ["king", "rook", "bishop", "knight", "queen"];
    for ((name, letter), moves) in names.iter().zip("KRBNQ".chars()).zip(moves) {
        text += &format!("{name} = {{ letter = '{letter}', move = '{moves}' }}\n");
    }
    let catalog = Catalog::read(&text, Format::Toml);
    let catalog = catalog.into_result().expect("the definition is good");
    let def = catalog.get("commoners").expect("it is there");
    let variant = Variant::compile(def).expect("it compiles");
    let rules = variant.compiled_rules();
    let weights = eval::weights(&variant, &eval::Evaluation::Derived);
    let plan = variant.table_engine().expect("tables");
    let area = variant.shape().area();
    let mut n_compared = 0;
    for _ in 0..60 {
        let setup = variant.start().setup().clone();
        let mut stack = plan.search_stack(rules, &weights, &setup).expect("a stack");
        for _ in 0..40 {
            let mut moves = Vec::new();
            stack.moves(false, &mut moves);
            if moves.is_empty() || stack.node().may_be_over {
                break;
            }
            for mv in moves.iter().filter(|mv| mv.tactical) {
                let target = mv.row as usize % area;
                // Promotions during an exchange are not evaluated.
                if !(8..56).contains(&target) || mv.gain != gain_by_capture(&mut *stack, mv) {
                    continue;
                }
                stack.push(mv.code);
                let answer = exchange(&mut *stack, target, area);
                stack.pop();
                let gain = mv.gain - answer;
                assert!(stack.gains_at_least(mv, gain), "{mv:?} gains {gain}");
                assert!(!stack.gains_at_least(mv, gain + 1), "{mv:?} gains {gain}");
                n_compared += 1;
            }
            let mv = moves[random.below(moves.len())];
            stack.push(mv.code);
        }
    }
    assert!(n_compared > 500, "{moves:?}: {n_compared}");
}

/// The gain of a move that only captures, else a value that no gain equals.
fn gain_by_capture(stack: &mut dyn SearchStack, mv: &Candidate) -> i32 {
    match stack.expand(mv.code) {
        Some(expanded)
            if expanded.promotion.is_none() && expanded.captures.contains(&expanded.to) =>
        {
            mv.gain
        }
        _ => i32::MIN,
    }
}
