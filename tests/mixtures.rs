//! Random mixtures of rules, a fixed set of those that `examples/mixtures.rs` draws.

use ferz::formats::{Format, schema};

use crate::composition::ACTIVE;

/// Each rule of the format is among those that are mixed.
#[test]
fn every_rule_is_among_those_that_are_mixed() {
    let schema = schema();
    let keys_of = |table: &str| {
        let properties = &schema["definitions"][table]["properties"];
        properties.as_object().expect("keys").keys()
    };
    let used = &schema["definitions"]["Rules"]["properties"]["use"]["anyOf"][0];
    let in_rust = used["properties"]
        .as_object()
        .expect("library rules")
        .keys();
    let mut n_rules = 0;
    for key in keys_of("Rules")
        .chain(keys_of("Adjudication"))
        .chain(in_rust)
    {
        n_rules += 1;
        // Intersections are places of another kind of board. What is made of a game that is over stands beside
        // every game in the pairs.
        let others = [
            "adjudication",
            "custom",
            "intersections",
            "double-drop",
            "point-count",
            "material",
            "checkmate",
            "stalemate",
            "move-limit",
            "repetition",
            "perpetual-check",
            "scores",
            "restarts",
            "back-and-forth-loses",
            "chasing",
            "counting",
            "mate-needs",
        ];
        let is_there = ACTIVE
            .iter()
            .any(|game| game.0.contains(key) || game.1.contains(key));
        assert!(
            is_there || others.contains(&key.as_str()),
            "{key} is in no game of `ACTIVE`"
        );
    }
    assert!(n_rules > 70, "{n_rules} rules");
}

/// What is not mended yet: promotion of other kinds than pawns
/// and to none or all kinds where pieces change hands, hoppers around a cylinder or torus. Our own format cannot
/// say these, and says so.
const NOT_IN_OUR_FORMAT: [u64; 2] = [6, 120];

/// Tries the laws on 500 definitions; `examples/mixtures.rs` tries as many as one likes.
fn laws_hold(format: Format) {
    use std::collections::BTreeSet;

    use crate::mixing::{Figures, Mixer, OWN_FORMAT, Whose};

    let mixer = Mixer::new(Whose::Anybody);
    let mut figures = Figures::default();
    let mut faults = Vec::new();
    let mut broken = BTreeSet::new();
    for (mixture, begin, number) in (0..)
        .filter_map(|number| {
            let (mixture, begin) = mixer.mixture(format, number)?;
            Some((mixture, begin, number))
        })
        .take(500)
    {
        match mixture.examine(&begin, number) {
            Ok(tried) => figures.add(&mixture, &tried),
            Err(fault) => {
                let is_ini = format != Format::Toml;
                broken.insert(number);
                if !(is_ini && fault.law == OWN_FORMAT && NOT_IN_OUR_FORMAT.contains(&number)) {
                    faults.push(mixture.report(number, &fault));
                }
            }
        }
    }
    let known: &[u64] = match format {
        Format::Toml => &[],
        _ => &NOT_IN_OUR_FORMAT,
    };
    let known: BTreeSet<u64> = known.iter().copied().collect();
    let unused = figures.unused(&mixer, format);
    println!("{figures}; in none of them: {unused:?}");
    assert_eq!(broken, known, "{}", faults.join("\n"));
    assert!(figures.n_in_tables >= 170, "{figures}");
}

#[test]
fn laws_hold_in_definitions_of_our_format() {
    laws_hold(Format::Toml);
}

#[test]
fn laws_hold_in_options_of_fairy_stockfish() {
    laws_hold(Format::FairyStockfishIni);
}
