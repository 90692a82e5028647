//! A rule of a program that says what may be dropped does so as the format does.

use ferz::definition::{DropRules, Enclosing, differences};
use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Position, Strategy, Variant, perft_with};
use ferz::geometry::{SquareSet, Zone};
use ferz::rules::{Phases, Rule, RuleError, RuleFact, RuleRegistry, RuleSettings};
use ferz::search::{Control, Limits, SearchOptions, SearchResult, Searcher};
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::lint::examine_with;
use ferz_designer::snapshot::{Settings, section};

/// Men fall from the sky.
struct Parachutes(DropRules);

impl Rule for Parachutes {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        vec![RuleFact::Drops(self.0.clone())]
    }

    fn may_win(&self) -> bool {
        false
    }
}

/// What is said beside the usual rules, by a word.
fn parachutes(settings: &RuleSettings<'_>) -> Result<Parachutes, RuleError> {
    let def = settings.def();
    let zone = |text: &str| -> [SquareSet; 2] {
        let squares = Zone::parse_squares(text, &def.shape).expect("a zone");
        Zone::mirrored(&def.shape, &squares)
            .sides()
            .map(SquareSet::clone)
    };
    let pawn = def.piece_id("pawn").expect("a pawn");
    let mut rules = DropRules::usual(def);
    match settings.text("value")?.unwrap_or_default() {
        "zone" => rules = DropRules::in_zone(zone("rank 2..4"), def),
        "zones" => rules.regions.set(pawn, zone("rank 2..7")),
        "promoted" => rules.promoted = true,
        "free" => {
            let commoners = def.pieces.iter().filter(|(_, piece)| !piece.royal);
            rules.free = commoners
                .filter_map(|(name, _)| def.piece_id(name))
                .collect();
        }
        "no-doubled" => rules.no_doubled = Some((pawn, 1)),
        "opposite-colors" => rules.opposite_colors = def.piece_id("bishop"),
        "mandatory" => rules.mandatory = Some(None),
        "mandatory pawn" => rules.mandatory = Some(Some(pawn)),
        "enclosing" => {
            rules.enclosing = Some(Enclosing::Ataxx);
            rules.enclosing_start = zone("a1")[0].clone();
        }
        "may-check" => rules.may_check = false,
        "gates" => {
            rules = DropRules::in_zone(zone("file a..d"), def);
            rules.allowed = false;
        }
        _ => {}
    }
    Ok(Parachutes(rules))
}

fn registry() -> RuleRegistry {
    let mut registry = RuleRegistry::new();
    registry.register("parachutes", parachutes).expect("new");
    registry
}

/// What is said of a game without its settings.
struct Seen {
    counts: Vec<u64>,
    fens: Vec<String>,
    page: String,
    snapshot: String,
    searched: SearchResult,
    tables: bool,
    found: Vec<String>,
}

const FEN: &str = "rn2k2r/p1p1ppbp/8/3p4/8/2P5/PP1BPPPP/R3K2R[PBBMRpnr] w KQkq - 0 1";

fn seen(lines: &str) -> Seen {
    let text =
        format!("name = 'mine'\ninherits = 'chess'\nrules.captured-to = 'captor-hand'\n{lines}\n");
    let read = Catalog::read(&text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    let def = read.value.first().expect("a variant");
    let variant = Variant::builder(def)
        .rules(&registry())
        .compile()
        .expect("a good definition");
    let position = variant.parse_fen(FEN).expect("a good FEN");
    let counts = [Strategy::General, Strategy::Fastest]
        .into_iter()
        .flat_map(|engine| [1, 2].map(|depth| perft_with(&position, depth, engine)));
    let moves = position.legal_moves();
    let fens = moves.iter().map(|mv| {
        let after: Position = position.play(mv).expect("it is legal");
        format!("{} {}", after.to_fen(), after.hash())
    });
    let found = examine_with(&read.value, &text, Format::Toml, &registry());
    let settings = Settings {
        positions: 4,
        depth: 1,
        ..Settings::default()
    };
    let snapshot = section(&variant, &settings);
    let options = SearchOptions {
        table_mib: 1,
        ..SearchOptions::default()
    };
    let limits = Limits::nodes(500);
    let game = Game::new(position.clone());
    let mut searcher = Searcher::new(&variant, options);
    let searched = searcher.search(&game, &limits, &Control::default(), &mut |_| {});
    Seen {
        searched,
        counts: counts.collect(),
        fens: fens.collect(),
        page: rules_page(&variant, Pictures::Files),
        // What stands before is the definition itself.
        snapshot: snapshot
            .split_once("\nstart ")
            .expect("a start")
            .1
            .to_owned(),
        tables: variant.describe_tables().starts_with("general engine only"),
        found: found.iter().map(|one| one.message.clone()).collect(),
    }
}

#[test]
fn it_gives_the_same_moves_words_and_positions() {
    for (word, rule) in [
        ("", "{}"),
        ("zone", "{ zone = 'rank 2..4' }"),
        ("zones", "{ zones.pawn = 'rank 2..7' }"),
        ("promoted", "{ promoted = true }"),
        ("free", "{ free = true }"),
        ("no-doubled", "{ no-doubled = 'pawn' }"),
        ("opposite-colors", "{ opposite-colors = 'bishop' }"),
        ("mandatory", "{ mandatory = true }"),
        ("mandatory pawn", "{ mandatory = 'pawn' }"),
        (
            "enclosing",
            "{ enclosing = 'ataxx', enclosing-start = 'a1' }",
        ),
        ("may-check", "{ may-check = false }"),
    ] {
        let pairs = "pieces.man = { letter = 'M', move = 'K' }\nrules.paired-promotion = { into.man = 'knight' }";
        let theirs = seen(&format!("{pairs}\nrules.custom.parachutes = '{word}'"));
        let ours = seen(&format!("{pairs}\nrules.drops = {rule}"));
        assert_eq!(theirs.counts, ours.counts, "{word}");
        assert_eq!(theirs.counts[..2], theirs.counts[2..], "{word}");
        assert_eq!(theirs.fens, ours.fens, "{word}");
        assert_eq!(theirs.page, ours.page, "{word}");
        assert_eq!(theirs.snapshot, ours.snapshot, "{word}");
        assert_eq!(theirs.searched, ours.searched, "{word}");
        assert_eq!(theirs.tables, ours.tables, "{word}");
        assert_eq!(theirs.found, ours.found, "{word}");
        let neither = seen(pairs);
        assert_ne!(theirs.counts, neither.counts, "{word}");
        assert_ne!(theirs.page, neither.page, "{word}");
    }
}

#[test]
fn gates_go_by_it() {
    let counts = |lines: &str| {
        let text = format!(
            "name = 'mine'\ninherits = 'chess'\nrules.gating = true\n\
             start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Rr] w KQBCDFGkqbcdfg - 0 1'\n{lines}\n"
        );
        let catalog = Catalog::read(&text, Format::Toml).value;
        let def = catalog.first().expect("a variant");
        let variant = Variant::builder(def)
            .rules(&registry())
            .compile()
            .expect("a good definition");
        let [one, other] = [Strategy::General, Strategy::Fastest]
            .map(|engine| [1, 2].map(|depth| perft_with(&variant.start(), depth, engine)));
        assert_eq!(one, other, "{lines}");
        one
    };
    assert_eq!(counts("")[0], 24);
    // One knight stands on these files.
    let theirs = counts("rules.custom.parachutes = 'gates'");
    assert_eq!(theirs[0], 22);
    let rule = "rules.drops = { moves = false, zone = 'file a..d' }";
    assert_eq!(theirs, counts(rule));
    let theirs = counts("rules.custom.parachutes = ''");
    assert_eq!(theirs, counts("rules.drops = {}"));
}

#[test]
fn two_rules_that_say_it_are_refused() {
    let text =
        "name = 'mine'\ninherits = 'chess'\nrules.drops = {}\nrules.custom.parachutes = {}\n";
    let catalog = Catalog::read(text, Format::Toml).value;
    let found = examine_with(&catalog, text, Format::Toml, &registry());
    let found = found
        .iter()
        .map(|one| format!("{} {}", one.code, one.message));
    assert_eq!(
        found.collect::<Vec<_>>(),
        ["E0411 `parachutes`: `drops` already decides what may be dropped"]
    );
}

#[test]
fn rules_of_the_format_do_not_doubt_it() {
    for (rule, other) in [
        (
            "captured-to = 'owner-hand'\nrules.use.ransom.worth = { knight = 1, rook = 2 }",
            "the variant has no drops, so no piece is ransomed",
        ),
        (
            "captured-to = 'captor-hand'\nrules.capture-points = { worth = { pawn = 1 }, buys-drops = true }",
            "drops cost points, but the variant has no drops",
        ),
    ] {
        let doubts = |lines: &str| {
            let text = format!("name = 'mine'\ninherits = 'chess'\nrules.{rule}\n{lines}");
            let catalog = Catalog::read(&text, Format::Toml).value;
            let found = examine_with(&catalog, &text, Format::Toml, &registry());
            found.iter().any(|one| one.message.contains(other))
        };
        assert!(doubts(""));
        assert!(!doubts("rules.custom.parachutes = {}"));
        assert!(!doubts("rules.drops = {}"));
    }
}

#[test]
fn a_definition_keeps_it_apart_from_the_rule_of_the_format() {
    let read = |lines: &str| {
        let text = format!("name = 'mine'\ninherits = 'chess'\n{lines}");
        let catalog = Catalog::read(&text, Format::Toml).value;
        catalog.first().expect("a variant").clone()
    };
    let theirs = read("rules.custom.parachutes = 'zone'");
    assert_eq!(theirs.drops(), None);
    assert!(!differences(&theirs, &read("rules.drops.zone = 'rank 2..4'")).is_empty());
}
