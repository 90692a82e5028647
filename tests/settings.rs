//! Settings, numbered setups and scores.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Reason, Variant};

const FILE: &str = "
[loose]
inherits = 'chess'
[loose.setups]
start = '{row}/pppppppp/8/8/8/8/PPPPPPPP/{ROW}'
first = 1
default = 2
digits = [
    [{ row = 'r{x}{y}qk{y}{x}r' }, { row = '{x}r{y}qk{y}r{x}' }],
    [{ x = 'n', y = 'b' }, { x = 'b', y = 'n' }],
]
[loose.settings.stalemate]
draw = {}
partial = { rules = { stalemate = 'loss', scores = { stalemate = [0.75, 0.7] } } }
[loose.settings.knights]
plain = {}
riding = { pieces = { knight = { move = 'NN' } } }
[heir]
inherits = 'loose'
[fixed]
inherits = 'loose'
start = '4k3/8/8/8/8/8/8/4K3'
";

fn catalog() -> Catalog {
    Catalog::read(FILE, Format::Toml).into_result().unwrap()
}

/// Reinhard Scharnagl's numbers: 518 is the usual row.
#[test]
fn set_ups_of_chess960_have_their_usual_numbers() {
    let rows = [
        (0, "bbqnnrkr"),
        (5, "qnbbnrkr"),
        (518, "rnbqkbnr"),
        (959, "rkrnnqbb"),
    ];
    for (name, rest) in [
        ("fischerandom", " w KQkq - 0 1"),
        ("chess960", " w KQkq - 0 1"),
        ("atomic960", " w KQkq - 0 1"),
        ("crazyhouse960", "[] w KQkq - 0 1"),
    ] {
        for (number, row) in rows {
            let query = format!("setup={number}");
            let def = ferz::game::select(Catalog::builtin(), name, Some(&query)).expect(name);
            let upper = row.to_uppercase();
            let start = format!("{row}/pppppppp/8/8/8/8/PPPPPPPP/{upper}{rest}");
            assert_eq!(def.start, start, "{name}");
        }
    }
    let def = Catalog::builtin().get("fischerandom").expect("a built-in");
    let setups = def.setups.as_ref().expect("numbered set-ups");
    let all: std::collections::BTreeSet<_> =
        setups.numbers().filter_map(|n| setups.start(n)).collect();
    assert_eq!((all.len(), setups.default), (960, 518));
}

#[test]
fn a_query_chooses_values_and_a_set_up() {
    let catalog = catalog();
    assert_eq!(
        catalog.get("loose").unwrap().start,
        "rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR"
    );
    for name in ["loose", "heir"] {
        let def = catalog.configure(name, "knights=riding&setup=3");
        let def = def.unwrap().unwrap();
        assert_eq!(def.pieces["knight"].moves[0].betza, "NN");
        assert!(def.start.starts_with("nrbqkbrn/"), "{}", def.start);
        assert_eq!(
            def.settings.values("stalemate").unwrap(),
            ["draw", "partial"]
        );
    }
}

#[test]
fn a_nearer_start_takes_the_place_of_inherited_set_ups() {
    let catalog = catalog();
    let fixed = catalog.get("fixed").unwrap();
    assert!(fixed.setups.is_none());
    assert_eq!(fixed.start, "4k3/8/8/8/8/8/8/4K3");
}

#[test]
fn a_query_that_names_nothing_is_refused_with_what_is_good() {
    let catalog = catalog();
    let cases = [
        (
            "knight=riding",
            "knight",
            "its settings are `stalemate`, `knights`, `setup`",
        ),
        (
            "knights=flying",
            "flying",
            "its values are `plain`, `riding`",
        ),
        (
            "setup=5",
            "5",
            "set-up 5 does not exist: the numbers are 1 to 4",
        ),
        (
            "setup=0",
            "0",
            "set-up 0 does not exist: the numbers are 1 to 4",
        ),
        (
            "setup=two",
            "two",
            "expected the number of a set-up, 1 to 4",
        ),
        (
            "knights=plain&knights=riding",
            "knights=riding",
            "`knights` is set twice",
        ),
        ("setup=1&setup=2", "setup=2", "`setup` is set twice"),
    ];
    for (query, place, text) in cases {
        let findings = catalog.configure("loose", query).unwrap().unwrap_err();
        let [finding] = &findings[..] else {
            panic!("{query}: {findings:?}")
        };
        assert_eq!(&query[finding.span.range()], place, "{query}");
        let help = finding.help.clone().unwrap_or_default();
        assert!(finding.message == text || help == text, "{finding:?}");
    }
    let findings = catalog.configure("fixed", "setup=1").unwrap().unwrap_err();
    assert_eq!(findings[0].message, "`fixed` has no setting `setup`");
    assert!(catalog.configure("nobody", "setup=1").is_none());
}

#[test]
fn ends_are_worth_what_the_scores_say() {
    let catalog = catalog();
    // The side to move has no move and is not in check.
    for (fen, query, shares) in [
        ("k7/1R6/1K6/8/8/8/8/8 b", "stalemate=partial", (0.75, 0.25)),
        ("K7/1r6/1k6/8/8/8/8/8 w", "stalemate=partial", (0.3, 0.7)),
        ("k7/1R6/1K6/8/8/8/8/8 b", "stalemate=draw", (0.5, 0.5)),
    ] {
        let def = catalog.configure("loose", query).unwrap().unwrap();
        let position = Variant::compile(&def).unwrap().parse_fen(fen).unwrap();
        let Outcome::Ended {
            white,
            black,
            reason,
        } = position.outcome()
        else {
            panic!("{fen} goes on")
        };
        assert_eq!(reason, Reason::Stalemate);
        assert!((white - shares.0).abs() < 1e-9 && (black - shares.1).abs() < 1e-9);
    }
}

#[test]
fn what_a_value_changes_is_checked_like_the_rest() {
    let file = FILE.replace("move = 'NN'", "move = 'N!'");
    let read = Catalog::read(&file, Format::Toml);
    let found: Vec<&str> = read
        .diagnostics
        .iter()
        .map(|finding| &file[finding.span.range()])
        .collect();
    assert_eq!(found, ["!"], "{:?}", read.diagnostics);
}

#[test]
fn fields_of_the_variants_own_stand_behind_the_clocks() {
    let file = "
[frozen]
inherits = 'chess'
pieces = { queen = { freezes = {} } }
rules = { forbid = 'mover queen last.to', pocket = {} }
";
    let catalog = Catalog::read(file, Format::Toml).into_result().unwrap();
    let variant = Variant::compile(catalog.get("frozen").unwrap()).unwrap();
    let fen = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1 pocket=NQ/- imit=N/- unmoved=a1 latest=b2/b2/a1:w-queen/-/b2:b-queen+c2:w-pawn";
    let position = variant.parse_fen(fen).unwrap();
    assert_eq!(position.to_fen(), fen);
    for bad in [
        "pocket=N",
        "imit=Y/-",
        "latest=a1",
        "latest=a1/a1/a1:w-wizard/-/-",
        "unmoved=z9",
        "what=1",
    ] {
        let text = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {bad}");
        let findings = variant.parse_fen(&text).unwrap_err();
        assert_eq!(&text[findings[0].span.range()], bad);
    }
    let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    assert!(
        chess
            .parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 latest=a1/a1/-/-/-")
            .is_err()
    );
}
