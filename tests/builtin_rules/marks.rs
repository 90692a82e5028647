//! Marks on squares: `rules.marks`.

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz::state::Effect;
use ferz_designer::lint::examine;

use super::{after, at, chess, round_trips, targets, texts};

/// Queens that freeze a square when they move quietly.
const FROST: &str = "rules.marks.frozen = { lasts = 1, supply = 2, wait = 2 }\n\
    rules.effects = 'quiet and mover queen: choose x in enemy not royal or none, mark x as frozen'\n\
    rules.forbid = 'mover marked frozen'";

#[test]
fn a_mark_lasts_as_many_turns_as_it_says() {
    let variant = chess(FROST);
    let position = at(&variant, "4k3/8/8/3r4/8/8/8/Q3K3 w - - 0 1");
    let next = after(&position, &["a1a2;frozen@d5"]);
    assert!(!texts(&next).iter().any(|text| text.starts_with("d5")));
    let later = after(&next, &["e8e7", "e1e2"]);
    assert!(texts(&later).iter().any(|text| text.starts_with("d5")));
    // The choice may be declined.
    let free = after(&position, &["a1a2"]);
    assert!(texts(&free).iter().any(|text| text.starts_with("d5")));
}

#[test]
fn what_is_frozen_gives_no_check() {
    let variant = chess(FROST);
    // The rook pins the bishop until it is marked.
    let position = at(&variant, "4r1k1/8/8/8/8/8/4B3/Q3K3 w - - 0 1");
    assert_eq!(targets(&variant, &position.to_fen(), "e2"), "");
    let pinned = |left: u8| {
        let fen = format!("4r1k1/8/8/8/8/8/4B3/Q3K3 w - - 0 1 marks=frozen@e8:{left}");
        !targets(&variant, &fen, "e2").contains("d3")
    };
    assert!(!pinned(1));
    // The mark ends with White's turn, and then the piece captures the king.
    assert!(pinned(0));
}

#[test]
fn marks_run_out_and_wait() {
    let variant = chess(FROST);
    let position = at(&variant, "r3k3/8/8/3r4/8/8/8/Q3K3 w - - 0 1");
    let marks = |position: &ferz::game::Position| {
        let moves = position.legal_moves();
        let effects = moves.iter().flat_map(|mv| mv.effects.iter());
        effects
            .filter(|effect| matches!(effect, Effect::Mark { .. }))
            .count()
    };
    assert!(marks(&position) > 0);
    let next = after(&position, &["a1b1;frozen@a8", "e8e7"]);
    assert_eq!(marks(&next), 0, "{}", next.to_fen());
    assert!(
        next.to_fen().ends_with("marks=frozen:1+2:1+0"),
        "{}",
        next.to_fen()
    );
    let next = after(&next, &["e1e2", "e7e8"]);
    assert!(marks(&next) > 0, "{}", next.to_fen());
    let next = after(
        &next,
        &["b1b2;frozen@a8", "e8e7", "e2e3", "e7e8", "e3e2", "e8e7"],
    );
    assert_eq!(marks(&next), 0, "{}", next.to_fen());
    assert!(
        next.to_fen().ends_with("marks=frozen:0+2:0+0"),
        "{}",
        next.to_fen()
    );
}

#[test]
fn marks_without_turns_end_with_the_turn_of_several_moves() {
    let rules = "rules.marks.visited = {}\nrules.turns = { moves = 3, mover = 'same' }\n\
                 rules.effects = 'mark from as visited'\nrules.forbid = 'to marked visited'";
    let variant = chess(rules);
    let position = at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let next = after(&position, &["a1a2"]);
    assert!(!texts(&next).contains(&"a2a1".to_owned()));
    assert!(
        next.to_fen().contains(" marks=visited@a1:0 "),
        "{}",
        next.to_fen()
    );
    let next = after(&next, &["a2a3", "a3a4"]);
    assert!(!next.to_fen().contains("marks"), "{}", next.to_fen());
}

#[test]
fn a_side_chooses_among_marks_and_squares_without_pieces() {
    let rules = "rules.marks = { cold = { lasts = 2 }, hot = { supply = { white = 1, black = 0 } } }\n\
                 rules.passing = { always = true, twice-ends = false }\n\
                 rules.effects = 'pass: choose x in [e4, e5], mark x as (cold or hot)'\n\
                 rules.forbid = 'to \"K\" from marked cold'";
    let variant = chess(rules);
    let start = variant.start();
    let passes = |position| -> Vec<String> {
        let all = texts(position).into_iter();
        all.filter(|text| text.contains('@')).collect()
    };
    assert_eq!(
        passes(&start),
        ["e1e1;cold@e4", "e1e1;cold@e5", "e1e1;hot@e4", "e1e1;hot@e5"]
    );
    let next = after(&start, &["e1e1;cold@e5"]);
    assert_eq!(passes(&next), ["e8e8;cold@e4", "e8e8;cold@e5"]);
    // A cold square cannot be approached, even if it is empty.
    let fen = next.to_fen();
    assert_eq!(targets(&variant, &fen, "e7"), "e5");
    assert_eq!(targets(&variant, &fen, "b7"), "b5 b6");
}

#[test]
fn positions_with_marks_round_trip() {
    let variant = chess(FROST);
    let fen = |marks: &str| format!("4k3/8/8/3r4/8/8/8/Q3K3 b - - 0 1 marks={marks}");
    round_trips(&at(&variant, &fen("frozen@d5:1/frozen:1+2:1+0")));
    for wrong in [
        "frost@d5:1",
        "frozen@d9:1",
        "frozen@d5",
        "frozen:1+2",
        "frozen:1:0+0",
    ] {
        assert!(variant.parse_fen(&fen(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn slips_about_marks_have_remedies() {
    let said = |rules: &str| -> String {
        let text = format!("[slip]\ninherits = 'chess'\n{rules}\n");
        let read = Catalog::read(&text, Format::Toml);
        let found = examine(&read.value, &text, Format::Toml);
        let found = read.diagnostics.iter().chain(&found).map(|one| {
            let help = one.help.clone().unwrap_or_default();
            format!("{}: {} ({help})", one.code, one.message)
        });
        found.collect::<Vec<_>>().join("; ")
    };
    let frozen = "rules.marks.frozen = {}\n";
    let forbid = |mark: &str| format!("rules.forbid = 'mover marked {mark}'");
    let then = "rules.effects = 'then mark from as frozen'";
    let slips = [
        (
            forbid("frozen"),
            "E0333: `forbid`: unknown mark `frozen` (define the mark: `rules.marks.frozen = {}`)",
        ),
        (
            format!("{frozen}{}", forbid("frozn")),
            "E0333: `forbid`: unknown mark `frozn` (did you mean `frozen`?)",
        ),
        (
            "rules.marks.capture = {}".to_owned(),
            "E0314: `marks`: `capture` is not a valid name for a mark (write small letters, digits and hyphens, but \
             not a word of clauses)",
        ),
        (
            "rules.marks.frozen.last = 1".to_owned(),
            "E0302: `marks`: the rule has no setting `last` (did you mean `lasts`?)",
        ),
        (
            format!("{frozen}{then}"),
            "E0333: `effects`: choices, captures, marks and `stays` are part of the move \
             (remove `then` and `repeat`)",
        ),
    ];
    for (rules, expected) in slips {
        assert_eq!(said(&rules), expected, "{rules}");
    }
}

#[test]
fn spells_are_cast_before_a_move() {
    let path = concat!(root!(), "/examples/variants/spell.toml");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let read = Catalog::read(&text, Format::Toml);
    let variant = Variant::compile(read.value.first().expect("a variant")).expect("it compiles");
    let start = variant.start();
    let spells: Vec<String> = texts(&start)
        .into_iter()
        .filter(|one| one.contains('@'))
        .collect();
    // Any square is frozen; pieces are jumped over.
    assert_eq!(spells.len(), 64 + 32);
    let behind: usize = spells
        .iter()
        .map(|one| texts(&after(&start, &[one.as_str()])).len())
        .sum();
    assert_eq!(
        behind, 1794,
        "so many moves behind a spell has another program, too"
    );
    // A queen that jumps over the pawn captures the king.
    let fen = "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1";
    let open = after(&at(&variant, fen), &["a1a1;cast@f7,open@f7"]);
    assert!(
        texts(&open).contains(&"h5e8".to_owned()),
        "{:?}",
        texts(&open)
    );
}
