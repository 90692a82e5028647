//! Random mixtures of rules that all matter somewhere: each rule beside up to ten others at once.

use std::collections::BTreeSet;

use ferz::definition::schema;
use ferz::game::{Position, Strategy, perft_with};
use ferz::notation::move_texts;
use ferz::rules::RuleRegistry;

use crate::composition::{ACTIVE, mixture};
use crate::harness::Random;

/// How often each rule is tried in a mixture.
const ROUNDS: usize = 2;

/// How many others it is mixed with at most.
const OTHERS: usize = 10;

/// Half-moves that are played in each mixture.
const PLIES: usize = 4;

/// What is wrong in a position: both engines find the same moves and count the same, the FEN says
/// everything, and no two moves have one text.
fn fault(position: &Position) -> Option<String> {
    let engines = [Strategy::Fastest, Strategy::General];
    let [fast, general] = engines.map(|engine| position.legal_moves_with(engine));
    if fast != general {
        return Some(format!(
            "{} moves, {} by the judge",
            fast.len(),
            general.len()
        ));
    }
    let depth = if general.len() > 30 { 1 } else { 2 };
    let [fast, general] = engines.map(|engine| perft_with(position, depth, engine));
    if fast != general {
        return Some(format!("perft {depth}: {fast}, {general} by the judge"));
    }
    let fen = position.to_fen();
    let again = position.variant().read_fen(&fen).value;
    if again.to_fen() != fen || again.legal_moves() != position.legal_moves() {
        return Some(format!("the FEN reads as {}", again.to_fen()));
    }
    let texts: Vec<String> = move_texts(position)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    let different: BTreeSet<&String> = texts.iter().collect();
    (different.len() < texts.len()).then(|| "two moves have one text".to_owned())
}

#[test]
fn every_rule_goes_with_ten_others() {
    let registry = RuleRegistry::new();
    let mut random = Random::new(17);
    let (mut played, mut refused) = (0, 0);
    let mut faults = Vec::new();
    for game in ACTIVE {
        for _ in 0..ROUNDS {
            let others: Vec<_> = (0..=random.below(OTHERS))
                .map(|_| &ACTIVE[random.below(ACTIVE.len())])
                .collect();
            let texts: Vec<&str> = others.iter().map(|other| other.1).collect();
            let Ok(mut position) = mixture(game, &texts, &registry) else {
                refused += 1;
                continue;
            };
            played += 1;
            #[cfg(feature = "testing")]
            if let Some(what) = ferz::search::laws::fault_of_lists(&position, PLIES, played as u64)
            {
                faults.push(format!("{} in a search: {what}", game.0));
            }
            for _ in 0..PLIES {
                if let Some(what) = fault(&position) {
                    let names: Vec<&str> = others.iter().map(|other| other.0).collect();
                    faults.push(format!(
                        "{} beside {names:?}: {what} at {}",
                        game.0,
                        position.to_fen()
                    ));
                    break;
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(&moves[random.below(moves.len())]);
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {played}:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(
        played > 150 && refused < 30,
        "{played} played, {refused} refused"
    );
}

/// Each rule of the format that is a file of its own is among those that are mixed.
#[test]
fn every_rule_is_among_those_that_are_mixed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules/shipped");
    let schema = schema();
    let keys_of = |table: &str| {
        let properties = &schema["definitions"][table]["properties"];
        properties.as_object().expect("keys")
    };
    let known = [keys_of("Rules"), keys_of("Course")];
    let mut n_rules = 0;
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("a file").path();
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let key = stem.replace('_', "-");
        if !known.iter().any(|keys| keys.contains_key(&key)) {
            continue;
        }
        n_rules += 1;
        // Points are places of another kind of board. What is made of a game that is over stands beside
        // every game in the pairs.
        let others = [
            "points",
            "double-drop",
            "point-count",
            "stalemate-by-count",
            "material",
            "checkmate",
            "stalemate",
            "move-limit",
            "repetition",
            "perpetual-check",
            "scores",
            "restarts",
            "chasing",
            "counting",
            "no-mate-by-dropped",
            "no-mate-by",
            "mate-needs",
        ];
        let is_there = ACTIVE
            .iter()
            .any(|game| game.0.contains(&key) || game.1.contains(&key));
        assert!(
            is_there || others.contains(&key.as_str()),
            "{key} is in no game of `ACTIVE`"
        );
    }
    assert!(n_rules > 40, "{n_rules} rules");
}

/// The first of the definitions that `examples/mixtures.rs` draws.
#[cfg(feature = "testing")]
#[test]
fn laws_hold_in_random_definitions() {
    use crate::mixing::{Figures, Mixer};
    use ferz::definition::Format;

    let mixer = Mixer::new();
    let mut figures = Figures::default();
    let mut faults = Vec::new();
    for number in 0..60 {
        let Some((mixture, begin)) = mixer.mixture(Format::Toml, number) else {
            continue;
        };
        match mixture.examine(&begin, number) {
            Ok(tried) => figures.add(&mixture, &tried),
            Err(fault) => faults.push(mixture.report(number, &fault)),
        }
    }
    let unused = figures.unused(&mixer, Format::Toml);
    println!("{figures}; in none of them: {unused:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(figures.n_definitions > 50, "{figures}");
}
