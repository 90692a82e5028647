//! Texts that demand excessive work: each ends within any budget.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Strategy, Variant, checked_perft};
use ferz::movement::{Dialect, Movement, convert};
use ferz::source::budget::{USUAL_WORK, is_exhausted, spend, unbounded};
use ferz::source::{Budget, Exhausted, codes};
use ferz_designer::explain;
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::lint::examine;
use ferz_designer::render::{BoardStyle, Marks};

use crate::harness::builtin;

/// A tenth of what a command has, so that the tests are quick.
const LITTLE: u64 = USUAL_WORK / 10;

/// Far more than so little work takes, even while others use the machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A board of 36 by 36 squares with so many ranks of pieces on either side.
fn crowd(ranks: usize, rules: &str, pieces: &str) -> String {
    let full = |letter: &str| vec![letter.repeat(36); ranks].join("/");
    let empty = vec!["36"; 36 - 2 * ranks].join("/");
    format!(
        "name = 'crowd'\nboard = {{ files = 36, ranks = 36 }}\nstart = '{}/{empty}/{}'\n\
         rules.royal = 'none'\n{rules}\n[pieces]\n{pieces}\n",
        full("a"),
        full("A"),
    )
}

/// Everything that commands do with a definition.
fn use_definition(text: &str) {
    let read = Catalog::read(text, Format::Toml);
    let Some(def) = read.value.first() else {
        return;
    };
    let Ok(variant) = Variant::compile(def) else {
        return;
    };
    moves(&variant.start());
    examine(&read.value, text, Format::Toml);
    rules_page(&variant, Pictures::Text(BoardStyle::Ascii));
}

fn moves(position: &Position) {
    position.legal_moves();
    position.outcome();
    let _ = checked_perft(position, 1, Strategy::General);
}

/// Everything that commands do with a move description.
fn use_notation(text: &str) {
    for dialect in [Dialect::XBetza, Dialect::Classic] {
        let movement = Movement::read(text, dialect).value;
        explain::names(&movement);
        explain::text(&movement);
        let _ = Marks::of(&movement);
        convert(text, dialect, Dialect::FairyStockfish);
        let _ = movement.to_betza(Dialect::XBetza);
    }
}

/// The work ends early, and takes no more than there is.
fn ends(what: &str, work: impl FnOnce()) -> Result<(), Exhausted> {
    let start = Instant::now();
    let budget = Budget::new(LITTLE);
    let result = budget.run(work);
    assert!(budget.used() <= LITTLE, "{what}");
    assert!(start.elapsed() < PATIENCE, "{what}: {:?}", start.elapsed());
    result
}

#[test]
fn crowds_with_far_reaching_moves_end_within_the_budget() {
    let many = |text: &str| vec![format!("'{text}'"); 64].join(", ");
    let kinds: Vec<String> = (1..=64).map(|number| format!("'p{number}'")).collect();
    let mut promoted = format!(
        "p0 = {{ letter = 'A', move = 'mU', promotion = {{ to = [{}], zone = '*', stay = '*' }} }}\n",
        kinds.join(", "),
    );
    for number in 1..=64 {
        let _ = writeln!(
            promoted,
            "p{number} = {{ letter = \"B'{number}\", move = 'W' }}"
        );
    }
    let each = |letter: &str, moves: &str| format!("a = {{ letter = '{letter}', move = {moves} }}");
    for text in [
        crowd(2, "", &each("A", &format!("[{}]", many("[Q?Q]")))),
        crowd(2, "", &each("A", &format!("[{}]", many("[R?B?R]")))),
        crowd(
            6,
            "rules.use.foreign-moves = { who = 'a', lines = 'Q' }",
            &each("A", "'mU'"),
        ),
        crowd(
            2,
            "rules.use.foreign-moves = { who = 'a', lines = 'Q' }",
            &each("A", "'Q'"),
        ),
        crowd(
            4,
            "rules.use.brakes = { by = 'a', by-side = 'any', reach = 'Q' }",
            &each("A", "'Q'"),
        ),
        crowd(
            4,
            "rules.use.brakes = { by = 'a', by-side = 'any' }",
            &each("A", "'QNN'"),
        ),
        crowd(
            8,
            "rules.use.transparency = { reach = 'Q', by-side = 'any', whom-side = 'any' }",
            &each("A", "'Q'"),
        ),
        crowd(
            2,
            "rules.effects = 'mark [*] as m'\nrules.marks.m.lasts = 9",
            &each("A", "'Q'"),
        ),
        "name = 'choices'\ninherits = 'chess'\nrules.marks.m.lasts = 1\n\
         rules.effects = 'choose x in [*], choose y in [*], mark x as m, mark y as m'\n"
            .to_owned(),
        crowd(2, "", &each("A", "'(aaf)36kNN'")),
        crowd(6, "", &promoted),
    ] {
        assert!(ends(&text, || use_definition(&text)).is_err(), "{text}");
    }
}

#[test]
fn descriptions_that_unfold_end_within_the_budget() {
    for text in [
        "b(mabmaba)Q3",
        "fu(mpmab)9Q3",
        "y(aaf)36kNN",
        "(faaf)3BrhHH2",
        "(aa)9Q",
        "(ampa)Q(ampa)B",
        "y(amafaq)NN",
    ] {
        assert!(ends(text, || use_notation(text)).is_err(), "{text}");
    }
    let long = "[Q?Q?Q?Q?Q?Q?Q?Q]";
    assert_eq!(ends(long, || use_notation(long)), Ok(()));
}

#[test]
fn many_variants_and_many_values_end_within_the_budget() {
    let mut heirs = String::new();
    for number in 0..1000 {
        let _ = writeln!(heirs, "[v{number}]\ninherits = 'shogi'");
    }
    assert!(ends("heirs", || use_definition(&heirs)).is_err());
    let mut sets = String::from(
        "name = 'sets'\ninherits = 'chess'\nrules.forbid = 'mover s0'\nrules.sets.s15 = 'rook'\n",
    );
    for number in 0..15 {
        let next = number + 1;
        let _ = writeln!(
            sets,
            "rules.sets.s{number} = '(s{next} or s{next}) (s{next} or s{next})'"
        );
    }
    assert!(ends("sets", || use_definition(&sets)).is_err());
    // Values beyond a half of the budget are judged when they are chosen.
    let mut values = String::from("name = 'many'\ninherits = 'chess'\n[settings.options.size]\n");
    for number in 0..1000 {
        let _ = writeln!(
            values,
            "v{number} = {{ rules.move-limit = {} }}",
            number + 10
        );
    }
    assert_eq!(ends("values", || use_definition(&values)), Ok(()));
}

#[test]
fn a_count_that_a_text_claims_ends_within_the_budget() {
    let start = builtin("chess").start();
    let count = |depth| checked_perft(&start, depth, Strategy::Fastest);
    assert!(ends("D20", || drop(count(20))).is_err());
    assert_eq!(ends("D3", || assert_eq!(count(3), Ok(8902))), Ok(()));
    let general = |depth| checked_perft(&start, depth, Strategy::General);
    assert!(ends("D20, general", || drop(general(20))).is_err());
}

#[test]
fn the_usual_budget_is_five_times_what_any_built_in_needs() {
    let catalog = Catalog::builtin();
    for name in catalog.names() {
        let variant = builtin(name);
        let text = format!("name = 'heir'\ninherits = '{name}'\n");
        let budget = Budget::new(USUAL_WORK);
        let result = budget.run(|| {
            use_definition(&text);
            moves(&variant.start());
        });
        assert_eq!(result, Ok(()), "{name}");
        assert!(
            budget.used() * 5 <= USUAL_WORK,
            "{name} takes {} steps",
            budget.used()
        );
    }
}

#[test]
fn a_budget_is_shared_and_ends_for_all_at_once() {
    let budget = Budget::new(100_000);
    let result = budget.run(|| {
        let inner = Budget::new(1000);
        assert_eq!(inner.run(|| spend(2000)), Err(Exhausted { steps: 1000 }));
        assert!(!is_exhausted());
        // What is not counted is not bounded.
        assert_eq!(unbounded(|| spend(u64::MAX / 2)), Ok(()));
        let shared = Budget::current().expect("one is there");
        std::thread::scope(|scope| {
            let worker = scope.spawn(move || shared.run(|| spend(50_000)));
            assert_eq!(worker.join().expect("it does not panic"), Ok(Ok(())));
        });
        spend(60_000)
    });
    assert_eq!(result, Err(Exhausted { steps: 100_000 }));
    assert!(budget.is_exhausted());
    let finding = Exhausted { steps: 100_000 }.finding();
    assert_eq!(finding.code, codes::OUT_OF_WORK);
    assert_eq!(spend(1), Ok(()));
}
