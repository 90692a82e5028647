//! Custom rules in definitions: what is read, refused, inherited and written.

use ferz::definition::{
    Blast, CaptureRules, CapturedTo, CheckRules, CountingRule, EnPassantRules, PairedPromotion,
    PieceId, PieceSet, Reach, Reason, RepetitionRules, RoyalGuard, RoyalRule, RuleValue, Verdict,
    Walling,
};
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Game, Outcome, Variant, perft};
use ferz::geometry::{Square, SquareSet};
use ferz::movement::Dialect;
use ferz::rules::{
    Chasing, Counting, Decision, Passing, Phases, RegisterError, Replacement, Rule, RuleError,
    RuleFact, RuleRegistry, RuleSettings, Walls,
};
use ferz::state::{Color, Role};
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::lint::examine_with;
use ferz_designer::snapshot::{Settings, section};

use super::rules::registry;
use super::{chess, variant};

/// The findings of a definition with their places.
fn found(text: &str, registry: &RuleRegistry) -> Vec<String> {
    let read = Catalog::read(text, Format::Toml);
    let mut findings = read.diagnostics;
    findings.extend(examine_with(&read.value, text, Format::Toml, registry));
    let shown = findings
        .iter()
        .map(|one| format!("{} {}: {}", one.code, &text[one.span.range()], one.message));
    shown.collect()
}

#[test]
fn bad_tables_are_found_at_their_place() {
    let rows = [
        (
            "rules.custom.nobody = {}",
            "E0408 nobody: no rule is registered under the name `nobody`",
        ),
        (
            "rules.custom.hop = { peices = 'pawn' }",
            "E0302 peices: `hop`: the rule has no setting `peices`",
        ),
        (
            "rules.custom.zeal = { much = 3 }",
            "E0302 much: `zeal`: the rule has no setting `much`",
        ),
        (
            "rules.custom.hop = { pieces = 'prawn' }",
            "E0306 'prawn': `hop`: `prawn` is not a piece of the variant",
        ),
        (
            "rules.custom.hop = { pieces = [true] }",
            "E0303 [true]: `hop`: expected a text or a list of texts, found `true`",
        ),
        (
            "rules.custom.tally = { limit = 'two' }",
            "E0303 'two': `tally`: expected a number, found a text",
        ),
        (
            "rules.custom.tally = { limit = 2.5 }",
            "E0303 2.5: `tally`: expected a whole number from 1 to 1000, found 2.5",
        ),
        (
            "rules.custom.idle = { loud = 1 }",
            "E0303 1: `idle`: expected `true` or `false`, found a number",
        ),
        (
            "rules.custom.hard = { way = 'no' }",
            "E0409 'no': `hard`: this way leads nowhere",
        ),
        (
            "rules.custom.hard = {}",
            "E0409 hard: `hard`: no way is named",
        ),
        (
            "rules.custom.peace = {}",
            "W0410 peace: `peace`: nobody ever captures in `mine`",
        ),
        (
            "rules.custom.Peace = {}",
            "E0316 Peace: the name of a custom rule has small letters, digits and hyphens",
        ),
        (
            "rules.custom.peace = false",
            "W0302 false: no `custom.peace` is inherited that could be removed",
        ),
        (
            "rules.custom.idle = { names = { a = 1 } }",
            "E0303 names: `idle`: expected a text or a list of texts, found a table",
        ),
        (
            "rules.custom.idle = { names = 1979-05-27 }",
            "E0303 1979-05-27: expected a text, a number, `true`, `false`, a list or a table, found a date",
        ),
    ];
    let mut registry = registry();
    registry
        .register("hard", |settings| match settings.text("way")? {
            None => Err::<Nothing, _>(RuleError::new("no way is named")),
            Some(_) => Err(RuleError::new("this way leads nowhere").about("way")),
        })
        .expect("a new name");
    for (custom, wanted) in rows {
        let text = format!("name = 'mine'\ninherits = 'chess'\n{custom}\n");
        assert_eq!(found(&text, &registry), [wanted], "{custom}");
    }
    let twice = "name = 'mine'\ninherits = 'chess'\n[rules.custom.zeal]\n[rules.custom.zeal]\n";
    let findings = Catalog::read(twice, Format::Toml).diagnostics;
    assert_eq!(findings[0].code.as_str(), "E0314", "{findings:?}");
    let zone = "name = 'mine'\ninherits = 'chess'\nrules.custom.peace.zone = 'rank z'\n";
    assert_eq!(
        found(zone, &registry),
        ["E0308 rank z: `peace`: `z` is not a rank number"]
    );
}

struct Scheduler;

impl Rule for Scheduler {
    fn decides(&self) -> &'static [Decision] {
        &[Decision::Turn]
    }
}

#[test]
fn two_rules_that_decide_the_same_are_an_error() {
    let mut registry = registry();
    let name = "scheduler";
    registry.register(name, |_| Ok(Scheduler)).expect("new");
    let lines = "rules.turns.moves = 2\nrules.custom.scheduler = {}";
    let text = format!("name = 'mine'\ninherits = 'chess'\n{lines}\n");
    assert_eq!(
        found(&text, &registry),
        ["E0411 scheduler: `scheduler`: `turns` already decides who moves next"]
    );
}

/// Says one of the things that only one rule of a variant may say, by the name of the rule of the format that says
/// it.
struct Steward(String);

impl Rule for Steward {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        let everywhere = |square| [(); 2].map(|()| SquareSet::from_iter([Square::new(square)]));
        vec![match self.0.as_str() {
            "replacement" => RuleFact::Replacement(Replacement::of([PieceSet::ALL; 2])),
            "royal" => RuleFact::Royal(RoyalRule::Capture),
            "guard" => RuleFact::Guard(RoyalGuard::Last),
            "captured-to" => RuleFact::CapturedTo(CapturedTo::CaptorHand),
            "en-passant" => RuleFact::EnPassant(EnPassantRules {
                types: [PieceSet::ALL; 2],
                region: everywhere(43),
            }),
            "paired-promotion" => {
                // Knights become rooks on the third rank of their side.
                let to = [None, Some(PieceId::new(3)), None, None, None, None];
                let zone = [16..24, 40..48].map(|rank| rank.map(Square::new).collect());
                RuleFact::PairedPromotion(PairedPromotion {
                    targets: to.into_iter().collect(),
                    limits: [0; 6].into_iter().collect(),
                    zone,
                    ..PairedPromotion::default()
                })
            }
            "captures" => {
                let mut captures = CaptureRules::default();
                captures.blast = Some(Blast {
                    immune: PieceSet::NONE,
                    sheltered: PieceSet::from(PieceId::new(0)),
                    reach: Reach::read("N", Dialect::XBetza).value,
                });
                RuleFact::Captures(captures)
            }
            "checks" => {
                let mut checks = CheckRules::default();
                checks.no_escape = true;
                RuleFact::Checks(checks)
            }
            "passing" => {
                let mut passing = Passing::default();
                passing.always = [true; 2];
                RuleFact::Passing(passing)
            }
            "walls" => RuleFact::Walls(Walls::of(Walling::Static, everywhere(36))),
            "checkmate" => RuleFact::Checkmate(Verdict::Win),
            "stalemate" => RuleFact::Stalemate(Verdict::Win),
            "move-limit" => RuleFact::MoveLimit(1),
            "repetition" => RuleFact::Repetition(RepetitionRules {
                verdict: Verdict::Loss,
                ..RepetitionRules::default()
            }),
            "restarts" => RuleFact::Restarts([PieceSet::ALL; 2]),
            "chasing" => RuleFact::Chasing(Chasing::default()),
            "counting" => RuleFact::Counting(Counting::by(CountingRule::Makruk)),
            _ => return Vec::new(),
        }]
    }
}

/// What it can say.
pub(super) const SAYINGS: [&str; 17] = [
    "replacement",
    "royal",
    "guard",
    "captured-to",
    "en-passant",
    "paired-promotion",
    "captures",
    "checks",
    "passing",
    "walls",
    "checkmate",
    "stalemate",
    "move-limit",
    "repetition",
    "restarts",
    "chasing",
    "counting",
];

pub(super) fn with_steward() -> RuleRegistry {
    let mut registry = registry();
    let steward = |settings: &RuleSettings<'_>| {
        let what = settings.text("value")?.unwrap_or_default();
        Ok(Steward(what.to_owned()))
    };
    registry.register("steward", steward).expect("new");
    registry
}

fn compiled(rule: &str) -> Variant {
    let text = format!("name = 'mine'\ninherits = 'chess'\nrules.{rule}\n");
    let catalog = Catalog::read(&text, Format::Toml).value;
    let def = catalog.first().expect("a variant");
    Variant::builder(def)
        .rules(&with_steward())
        .compile()
        .expect("a good definition")
}

#[test]
fn two_rules_that_say_the_same_once_and_for_all_are_an_error() {
    for (rule, what) in [
        ("use.replacement", "which pieces take the place of others"),
        ("royal", "what royal pieces demand"),
        ("guard", "which royal pieces must be guarded"),
        ("passing", "who may pass"),
        ("walls", "what walls there are"),
        ("captured-to", "what becomes of captured pieces"),
        ("en-passant", "who captures en passant"),
        ("captures", "what captures do besides removing a piece"),
        ("paired-promotion", "how pieces promote in pairs"),
        ("checks", "what kings may do and suffer"),
        ("checkmate", "what a checkmate is"),
        ("stalemate", "what a stalemate is"),
        ("move-limit", "how many moves may be made without progress"),
        ("repetition", "what happens when a position comes again"),
        ("adjudication.restarts", "which pieces restart the clock"),
        ("adjudication.chasing", "what chases are"),
        ("adjudication.counting", "who may count"),
    ] {
        let value = match rule {
            "adjudication.restarts" => "'rook'",
            "captured-to" => "'owner-hand'",
            "captures" => "{ mandatory = true }",
            "paired-promotion" => "{ into.knight = 'rook' }",
            "en-passant" => "{ zone = 'none' }",
            "royal" => "'none'",
            "guard" => "'every'",
            "checkmate" | "stalemate" => "'draw'",
            "move-limit" => "50",
            "walls" => "{ rule = 'past' }",
            "checks" => "{ counted = true }",
            "repetition" => "{ limit = 4 }",
            _ => "{}",
        };
        let name = rule.rsplit('.').next().unwrap_or_default();
        let text = format!(
            "name = 'mine'\ninherits = 'chess'\nrules.{rule} = {value}\nrules.custom.steward = '{name}'\n"
        );
        assert_eq!(
            found(&text, &with_steward()),
            [format!(
                "E0411 '{name}': `steward`: `{name}` already decides {what}"
            )]
        );
    }
}

/// Says what a win of White by stalemate is worth.
struct Prize;

impl Rule for Prize {
    fn score(&self, reason: Reason, winner: Color) -> Option<f64> {
        (reason == Reason::Stalemate && winner == Color::White).then_some(0.6)
    }
}

#[test]
fn two_rules_that_say_what_the_same_end_is_worth_are_an_error() {
    let mut registry = registry();
    registry.register("laurels", |_| Ok(Prize)).expect("new");
    let beside = |scores: &str| {
        let text = format!(
            "name = 'mine'\ninherits = 'chess'\nrules.stalemate = 'win'\nrules.scores = {scores}\nrules.custom.laurels = {{}}\n"
        );
        found(&text, &registry)
    };
    assert_eq!(
        beside("{ stalemate = 0.75 }"),
        ["E0411 laurels: `laurels`: `scores` already sets the score of `stalemate`"]
    );
    assert!(beside("{ checkmate = 0.75 }").is_empty());
}

#[test]
fn a_rule_says_when_games_that_lead_nowhere_end_as_the_format_does() {
    let end = |rules: &str, moves: &str| {
        let all = if rules.starts_with("move-limit") {
            rules.to_owned()
        } else {
            format!("move-limit = false\nrules.{rules}")
        };
        let variant = compiled(&all);
        let mut game = Game::new(variant.start());
        for text in moves.split(' ') {
            let mv = game.position().parse_move(text).expect(text);
            game.play(&mv).expect("the game goes on");
        }
        game.outcome()
    };
    let once = "b1c3 b8c6";
    let ends = |rules| end(rules, once) != Outcome::Ongoing;
    assert!(ends("custom.steward = 'move-limit'") && ends("move-limit = 1"));
    assert!(!ends("move-limit = 2"));
    let back = "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8";
    let theirs = end("custom.steward = 'repetition'", back);
    assert_eq!(theirs, end("repetition = { result = 'loss' }", back));
    assert_ne!(theirs, end("repetition = {}", back));
    assert_eq!(end("repetition.limit = false", back), Outcome::Ongoing);
}

#[test]
fn a_rule_says_what_royal_pieces_demand_as_the_format_does() {
    let page = |variant: &Variant| {
        let page = rules_page(variant, Pictures::Files);
        page.replace("`rules.custom.steward`", "")
    };
    // The king may be left to the rook, and whoever takes it has won.
    let ends = |rule: &str| {
        let variant = compiled(rule);
        let read = |fen: &str| variant.parse_fen(fen).expect("a good FEN");
        let start = read("k7/8/8/8/8/8/7r/K6R w - - 0 1");
        let counts = [1, 2, 3].map(|depth| perft(&start, depth));
        let fens = [
            "8/8/8/8/8/8/8/K6R w - - 0 1",
            "k7/8/8/8/8/8/p7/K7 w - - 0 1",
            "k7/8/8/8/8/1q6/8/K7 w - - 0 1",
        ];
        let outcomes = fens.map(|fen| variant.parse_fen(fen).map(|position| position.outcome()));
        (counts, outcomes.map(Result::ok), page(&variant))
    };
    let theirs = ends("custom.steward = 'royal'");
    let ours = ends("royal = 'capture'");
    assert_eq!(theirs, ours);
    assert_ne!(theirs.0, ends("royal = 'none'").0);
    assert_ne!(theirs.0, ends("custom.steward = 'nothing'").0);
}

#[test]
fn a_rule_says_what_must_be_guarded_as_the_format_does() {
    let counts = |rule: &str| {
        let start = compiled(rule).parse_fen("k6k/8/8/8/8/8/7r/K6K w - - 0 1");
        let start = start.expect("a good FEN");
        [1, 2].map(|depth| perft(&start, depth))
    };
    let theirs = counts("custom.steward = 'guard'");
    assert_eq!(theirs, counts("guard = 'last'"));
    assert_ne!(theirs, counts("guard = 'every'"));
}

/// How many ways there are to play one, two and three moves.
fn counts(rule: &str) -> [u64; 3] {
    let variant = compiled(rule);
    [1, 2, 3].map(|depth| perft(&variant.start(), depth))
}

#[test]
fn a_rule_says_what_becomes_of_captured_pieces_as_the_format_does() {
    let after = |rule: &str| {
        let variant = compiled(&format!("drops = {{}}\nrules.{rule}"));
        let start = variant.parse_fen("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1");
        let start = start.expect("a good FEN");
        let mv = start.parse_move("e4d5").expect("it captures");
        let taken = start.play(&mv).expect("it is legal");
        (taken.to_fen(), perft(&start, 3))
    };
    let theirs = after("custom.steward = 'captured-to'");
    assert_eq!(theirs, after("captured-to = 'captor-hand'"));
    assert!(theirs.0.contains("[P]"), "{theirs:?}");
    assert_ne!(theirs, after("captured-to = 'removed'"));
}

#[test]
fn a_rule_says_who_captures_en_passant_as_the_format_does() {
    let moves = |rule: &str, step: &str| {
        let fen = "4k3/3p1p2/8/4P3/8/8/8/4K3 b - - 0 1";
        let position = compiled(rule).parse_fen(fen).expect("a good FEN");
        let mv = position.parse_move(step).expect("a double step");
        let passed = position.play(&mv).expect("it is legal");
        passed.legal_moves().len()
    };
    let zone = "en-passant.zone = { white = 'd6', black = 'd6' }";
    for (step, n_moves) in [("d7d5", 7), ("f7f5", 6)] {
        let theirs = moves("custom.steward = 'en-passant'", step);
        assert_eq!(theirs, moves(zone, step), "{step}");
        assert_eq!(theirs, n_moves, "{step}");
        assert_eq!(moves("custom.steward = 'nothing'", step), 7);
    }
}

#[test]
fn a_rule_says_how_pieces_promote_in_pairs_as_the_format_does() {
    let theirs = counts("custom.steward = 'paired-promotion'");
    let zone = "zone = 'rank 3'";
    let ours = counts(&format!(
        "paired-promotion = {{ into.knight = 'rook', {zone} }}"
    ));
    assert_eq!(theirs, ours);
    assert_ne!(theirs, counts("custom.steward = 'nothing'"));
}

#[test]
fn a_rule_says_what_captures_do_besides_as_the_format_does() {
    let after = |rule: &str| {
        let variant = compiled(&format!("extinction = {{ pieces = 'king' }}\nrules.{rule}"));
        let start = variant.parse_fen("4k3/2n3n1/8/3p4/4P2n/8/8/4K3 w - - 0 1");
        let start = start.expect("a good FEN");
        let mv = start.parse_move("e4d5").expect("it captures");
        let taken = start.play(&mv).expect("it is legal");
        (taken.to_fen(), perft(&start, 3))
    };
    let theirs = after("custom.steward = 'captures'");
    let blast = "captures = { blast = true, blast-reach = 'N', blast-sheltered = 'pawn' }";
    assert_eq!(theirs, after(blast));
    assert!(
        theirs.0.starts_with("4k3/6n1/8/8/7n/8/8/4K3 "),
        "{theirs:?}"
    );
    assert_ne!(theirs, after("custom.steward = 'nothing'"));
}

#[test]
fn a_reach_that_a_rule_says_is_looked_at() {
    /// Blasts to where a king castles.
    struct Castling;

    impl Rule for Castling {
        fn facts(&self) -> Vec<RuleFact> {
            let mut captures = CaptureRules::default();
            captures.blast = Some(Blast {
                immune: PieceSet::NONE,
                sheltered: PieceSet::NONE,
                reach: Reach::read("isO2", Dialect::XBetza).value,
            });
            vec![RuleFact::Captures(captures)]
        }
    }

    let mut registry = RuleRegistry::new();
    registry.register("far", |_| Ok(Castling)).expect("new");
    let text = "name = 'mine'\ninherits = 'chess'\nrules.custom.far = {}\n";
    let catalog = Catalog::read(text, Format::Toml).value;
    let error = Variant::builder(catalog.first().expect("a variant"))
        .rules(&registry)
        .compile();
    let error = error.expect_err("castling tells no squares");
    let found = &error.located_in(&catalog, "mine")[0];
    assert_eq!(found.code.as_str(), "E0331");
    assert_eq!(&text[found.span.range()], "far");
}

#[test]
fn a_rule_says_what_mates_and_checks_are_as_the_format_does() {
    let at = |rule: &str, fen: &str| {
        let position = compiled(rule).parse_fen(fen).expect("a good FEN");
        (position.outcome(), position.legal_moves().len())
    };
    let mated = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1";
    let stuck = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1";
    let attacked = "4k3/8/8/8/8/8/r7/K7 w - - 0 1";
    for (rule, value, fen) in [
        ("checkmate", "'win'", mated),
        ("stalemate", "'win'", stuck),
        ("checks", "{ no-escape = true }", attacked),
    ] {
        let theirs = at(&format!("custom.steward = '{rule}'"), fen);
        assert_eq!(theirs, at(&format!("{rule} = {value}"), fen), "{rule}");
        assert_ne!(theirs, at("custom.steward = 'nothing'", fen), "{rule}");
    }
}

#[test]
fn a_rule_lets_sides_put_walls_as_the_format_does() {
    let theirs = counts("custom.steward = 'walls'");
    assert_eq!(
        theirs,
        counts("walls = { rule = 'static', zone = { white = 'e5', black = 'e5' } }")
    );
    // Nobody can move twice, for there is no room for a second wall.
    assert_eq!(theirs, [20, 0, 0]);
}

#[test]
fn a_rule_lets_sides_pass_as_the_format_does() {
    let theirs = counts("custom.steward = 'passing'");
    assert_eq!(
        theirs,
        counts("passing = { always = true, twice-ends = false }")
    );
    assert_eq!(theirs[0], 21);
}

/// Which pieces have not moved matters where they take the place of others, and the rule need not say so.
#[test]
fn a_rule_lets_pieces_take_the_place_of_others_as_the_format_does() {
    let (ours, theirs) = (
        compiled("use.replacement = {}"),
        compiled("custom.steward = 'replacement'"),
    );
    let counts = |variant: &Variant| [1, 2].map(|depth| perft(&variant.start(), depth));
    assert_eq!(counts(&ours), counts(&theirs));
    let moved = |variant: &Variant| {
        let mut position = variant.start();
        for text in ["b1c3", "b8c6", "c3b1", "c6b8"] {
            let mv = position.parse_move(text).expect(text);
            position = position.play(&mv).expect(text);
        }
        position
    };
    let (one, other) = (moved(&ours), moved(&theirs));
    let unmoved = |fen: String| {
        fen.split(' ')
            .find(|field| field.starts_with("unmoved="))
            .map(str::to_owned)
    };
    assert!(unmoved(one.to_fen()).is_some());
    assert_eq!(unmoved(one.to_fen()), unmoved(other.to_fen()));
    assert_ne!(other.hash(), theirs.start().hash());
    let again = theirs.parse_fen(&other.to_fen()).expect("its own FEN");
    assert_eq!(perft(&again, 1), perft(&other, 1));
}

struct Nothing;

impl Rule for Nothing {}

#[test]
fn without_a_registry_the_finding_says_where_such_rules_come_from() {
    let text = "[mine]\ninherits = 'chess'\n[mine.rules.custom.hop]\npieces = 'king'\n";
    assert_eq!(
        found(text, &RuleRegistry::new()),
        ["E0408 hop: no rule is registered under the name `hop`"]
    );
    let catalog = Catalog::read(text, Format::Toml).value;
    let error = Variant::compile(catalog.get("mine").expect("it is there")).expect_err("no rules");
    let findings = error.located_in(&catalog, "mine");
    let help = findings[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("this program has none"), "{help}");
    // With a registry, it is rather a slip.
    let findings = Variant::builder(chess("rules.custom.idle = {}").def())
        .rules(&{
            let mut registry = RuleRegistry::new();
            registry
                .register("idol", |_| Ok(Nothing))
                .expect("a new name");
            registry
        })
        .compile();
    let findings = findings.expect_err("another name");
    assert_eq!(
        findings.diagnostics()[0].help.as_deref(),
        Some("expected one of `idol`")
    );
}

#[test]
fn names_are_registered_once_and_are_no_fields_of_a_fen() {
    let mut registry = registry();
    let mut register = |name: &str| registry.register(name, |_| Ok(Nothing));
    assert_eq!(register("hop"), Err(RegisterError::Taken("hop".to_owned())));
    assert_eq!(
        register("count"),
        Err(RegisterError::Reserved("count".to_owned()))
    );
    assert_eq!(
        register("Hop"),
        Err(RegisterError::BadName("Hop".to_owned()))
    );
    assert_eq!(register(""), Err(RegisterError::BadName(String::new())));
    assert_eq!(register("new-rule-2"), Ok(()));
    // The name of a rule of the format, and that of its field.
    for name in ["turns", "left"] {
        assert_eq!(
            register(name),
            Err(RegisterError::Reserved(name.to_owned()))
        );
    }
    assert_eq!(registry.names().last(), Some("new-rule-2"));
}

const FAMILY: &str = "
[parent]
inherits = 'chess'
rules.custom.tally = { limit = 5 }
rules.custom.idle = { loud = true, share = 0.25, names = ['a', 'b'] }

[child]
inherits = 'parent'
rules.custom.tally.limit = 7
rules.custom.idle.loud = false
rules.custom.zeal = {}

[heir]
inherits = 'parent'
rules.custom.tally = false

[optional]
inherits = 'parent'
[optional.settings.tally]
five = {}
none = { rules.custom.tally = false }
";

#[test]
fn children_change_add_and_take_away_rules() {
    let catalog = Catalog::read(FAMILY, Format::Toml)
        .into_result()
        .expect("good");
    let names = |name: &str| -> Vec<String> {
        let def = catalog.get(name).expect(name);
        def.rules.custom.keys().cloned().collect()
    };
    assert_eq!(names("parent"), ["tally", "idle"]);
    assert_eq!(names("child"), ["tally", "idle", "zeal"]);
    assert_eq!(names("heir"), ["idle"]);
    let child = &catalog.get("child").expect("it is there").rules.custom;
    assert_eq!(child["tally"]["limit"], RuleValue::Number(7.0));
    assert_eq!(child["idle"]["loud"], RuleValue::Flag(false));
    assert_eq!(child["idle"]["share"], RuleValue::Number(0.25));
    let chosen = catalog
        .configure("optional", "tally=none")
        .expect("it is there");
    let chosen = chosen.expect("a value");
    assert_eq!(chosen.rules.custom.keys().collect::<Vec<_>>(), ["idle"]);
}

#[test]
fn what_is_written_reads_back_and_other_formats_say_what_they_lose() {
    let catalog = Catalog::read(FAMILY, Format::Toml)
        .into_result()
        .expect("good");
    for name in ["parent", "child", "heir", "optional"] {
        let def = catalog.get(name).expect(name);
        let text = def.to_toml();
        let again = Catalog::read(&text, Format::Toml)
            .into_result()
            .expect("good");
        let again = again.get(name).expect(name);
        assert_eq!(again.rules.custom, def.rules.custom, "{text}");
        assert!(again.rules.custom.keys().eq(def.rules.custom.keys()));
        assert!(ferz::definition::differences(def, again).is_empty());
        for format in Format::ALL.iter().filter(|format| **format != Format::Toml) {
            let Some(written) = write(def, *format) else {
                continue;
            };
            let places: Vec<&str> = written
                .losses
                .iter()
                .map(|one| one.place.as_str())
                .collect();
            for rule in def.rules.custom.keys() {
                let place = format!("rules.custom.{rule}");
                assert!(places.contains(&place.as_str()), "{format}: {places:?}");
            }
        }
    }
}

#[test]
fn snapshots_hold_the_rules_and_what_they_do() {
    let settings = Settings {
        positions: 3,
        depth: 2,
        ..Settings::default()
    };
    let [five, seven] = [5, 7].map(|limit| {
        let text = format!("name = 'mine'\ninherits = 'chess'\nrules.custom.tally.limit = {limit}");
        section(&variant(&text), &settings)
    });
    assert!(five.contains("custom.tally.limit = 5"), "{five}");
    assert!(five.contains("\n  2: 400\n"), "{five}");
    assert_ne!(five.lines().nth(1), seven.lines().nth(1));
}

#[test]
fn a_game_of_too_many_pieces_is_refused_before_rules_number_them() {
    let mut def = chess("rules.custom.hop = {}").def().clone();
    let pawn = def.pieces["pawn"].clone();
    for number in 0..Role::MAX {
        def.pieces.insert(format!("piece-{number}"), pawn.clone());
    }
    let last = format!("piece-{}", Role::MAX - 1);
    for pieces in [last.as_str(), "*"] {
        let value = RuleValue::Text(pieces.to_owned());
        def.rules.custom["hop"].insert("pieces".to_owned(), value);
        assert!(Variant::builder(&def).rules(&registry()).compile().is_err());
    }
}
