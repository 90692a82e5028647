//! What rules of the format ask of others, a rule of a program may say, before or behind them.

use std::sync::{Arc, Mutex};

use ferz::definition::{
    Blast, CaptureRules, CapturedTo, DropRules, FirstLeaps, PairedPromotion, PieceSet, Reach,
    Reason, RepetitionRules, RoyalRule, Verdict,
};
use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Position, Strategy, Variant, perft_with};
use ferz::geometry::Zone;
use ferz::movement::Dialect;
use ferz::rules::{
    AllRules, LastRoyal, Moves, Phases, Rule, RuleContext, RuleError, RuleFact, RuleRegistry,
    RuleSettings,
};
use ferz::state::{Effect, Move, Role};
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::lint::examine_with;

use super::definitions::{SAYINGS, with_steward};

/// Says one thing, by a word.
struct Herald {
    what: String,
    drops: DropRules,
    free: PieceSet,
    paired_promotion: PairedPromotion,
}

impl Herald {
    fn read(settings: &RuleSettings<'_>) -> Result<Herald, RuleError> {
        let def = settings.def();
        let mut paired_promotion = PairedPromotion {
            targets: [None; 6].into_iter().collect(),
            limits: [0; 6].into_iter().collect(),
            zone: Zone::last_rank(&def.shape).sides().map(Clone::clone),
            ..PairedPromotion::default()
        };
        if let Some(knight) = def.piece_id("knight") {
            paired_promotion.limits.set(knight, 1);
        }
        let commoners = def.pieces.iter().filter(|(_, piece)| !piece.royal);
        Ok(Herald {
            free: commoners
                .filter_map(|(name, _)| def.piece_id(name))
                .collect(),
            what: settings.text("value")?.unwrap_or_default().to_owned(),
            drops: DropRules::usual(def),
            paired_promotion,
        })
    }
}

impl Rule for Herald {
    fn phases(&self) -> Phases {
        if self.what == "offers" {
            Phases::OFFER
        } else {
            Phases::NONE
        }
    }

    fn may_win(&self) -> bool {
        false
    }

    fn facts(&self) -> Vec<RuleFact> {
        let blast = |reach| {
            let mut captures = CaptureRules::default();
            captures.blast = Some(Blast {
                immune: PieceSet::NONE,
                sheltered: PieceSet::NONE,
                reach,
            });
            RuleFact::Captures(captures)
        };
        vec![match self.what.as_str() {
            "drops" => RuleFact::Drops(self.drops.clone()),
            "free" => {
                let mut drops = self.drops.clone();
                drops.free = self.free;
                RuleFact::Drops(drops)
            }
            "leaps" => RuleFact::FirstLeaps(FirstLeaps {
                king: None,
                counsellor: None,
                rook: None,
            }),
            "captor" => RuleFact::CapturedTo(CapturedTo::CaptorHand),
            "owner" => RuleFact::CapturedTo(CapturedTo::OwnerHand),
            "blast" => blast(Reach::Around),
            "far blast" => blast(Reach::read("WXXX", Dialect::XBetza).value),
            "royal capture" => RuleFact::Royal(RoyalRule::Capture),
            "royal none" => RuleFact::Royal(RoyalRule::None),
            "last king" => RuleFact::LastRoyal(LastRoyal::of(vec![vec![Role::new(0)]])),
            "checked for ever" => RuleFact::PerpetualCheck(Verdict::Draw),
            "stuck" => RuleFact::NoDeadEnds,
            "limits" => RuleFact::PairedPromotion(self.paired_promotion.clone()),
            "stalemate" => RuleFact::Stalemate(Verdict::Loss),
            "for ever" => RuleFact::Repetition(RepetitionRules {
                limit: None,
                ..RepetitionRules::default()
            }),
            _ => return Vec::new(),
        }]
    }
}

/// Writes down what it sees, and stands beside no blast.
struct Scribe(Arc<Mutex<Vec<String>>>);

impl Rule for Scribe {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        let said = vec![
            format!("{:?}, {:?}", all.def().name, all.demand()),
            format!("{:?}", all.facts()),
            format!("{}", all.may_drop()),
        ];
        *self.0.lock().expect("one thread") = said;
        if all.def().name == "loud" && all.facts().captures.blast.is_some() {
            return Err(RuleError::new("it is too loud").about("value"));
        }
        Ok(())
    }
}

fn registry() -> RuleRegistry {
    let mut registry = RuleRegistry::new();
    registry.register("herald", Herald::read).expect("new");
    registry
}

/// What is found in a text, with its places, and the variant if it can be played.
fn examined(text: &str, registry: &RuleRegistry) -> (Vec<String>, Option<Variant>) {
    let read = Catalog::read(text, Format::Toml);
    let mut found = read.diagnostics;
    found.extend(examine_with(&read.value, text, Format::Toml, registry));
    let found = found
        .iter()
        .map(|one| format!("{} {}: {}", one.code, &text[one.span.range()], one.message));
    let def = read.value.first().expect("a variant");
    (
        found.collect(),
        Variant::builder(def).rules(registry).compile().ok(),
    )
}

fn text(lines: &str) -> String {
    format!("name = 'mine'\ninherits = 'chess'\n{lines}\n")
}

/// What is said of a game, and what happens at a position of it.
#[derive(Debug, PartialEq)]
struct Seen {
    found: Vec<String>,
    played: Option<Played>,
}

/// The same of a game that can be played.
#[derive(Debug, PartialEq)]
struct Played {
    page: String,
    has_tables: bool,
    counts: [[u64; 2]; 2],
    outcomes: Vec<(String, Outcome)>,
}

fn seen(lines: &str, fen: &str) -> Seen {
    let (found, variant) = examined(&text(lines), &registry());
    let message = |one: &String| {
        let (place, message) = one.split_once(": ").expect("a place");
        format!("{} {message}", &place[..5])
    };
    let played = variant.map(|variant| {
        let position = variant.parse_fen(fen).expect("a good FEN");
        let counts = [1, 2].map(|depth| {
            [Strategy::General, Strategy::Fastest]
                .map(|strategy| perft_with(&position, depth, strategy))
        });
        let mut outcomes = vec![(String::new(), position.outcome())];
        for mv in position.legal_moves() {
            let next = position.play(&mv).expect("it is legal");
            outcomes.push((next.to_fen(), next.outcome()));
        }
        Played {
            page: rules_page(&variant, Pictures::Files),
            has_tables: !variant.describe_tables().starts_with("general engine only"),
            counts,
            outcomes,
        }
    });
    Seen {
        found: found.iter().map(message).collect(),
        played,
    }
}

const OPEN: &str = "r3k3/1p6/8/3p4/4P3/8/6P1/4K2R w - - 0 1";
const NO_KINGS: &str = "pieces.king.royal = false\nrules.royal = 'none'\n";

#[test]
fn rules_of_the_format_see_what_a_rule_of_a_program_says() {
    let ransom =
        "rules.captured-to = 'owner-hand'\nrules.use.ransom.worth = { knight = 1, rook = 2 }";
    let priced = "rules.captured-to = 'owner-hand'\nrules.capture-points = { worth.pawn = 1, buys-drops = true }";
    let points = format!("{NO_KINGS}rules.capture-points.worth.pawn = 1");
    let last = "pieces.king.royal = false\n\
                rules.extinction = { pieces = 'king', royal = 'last', result = 'loss' }";
    let rooks = "rules.extinction = { pieces = 'rook', result = 'loss' }";
    let in_place = "pieces.pawn.promotion = false\n\
                    rules.use.in-place-promotion = { piece = 'pawn', to = 'knight', zone = 'rank 2..' }";
    let blast = "captures = { blast = true }";
    let mut wrong = Vec::new();
    for (lines, word, ours, fen) in [
        (ransom, "free", "drops.free = true", OPEN),
        (
            ransom,
            "drops",
            "drops = {}",
            "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1",
        ),
        (
            priced,
            "drops",
            "drops = {}",
            "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1",
        ),
        (points.as_str(), "blast", blast, OPEN),
        (last, "blast", blast, "4kr2/8/8/8/8/8/8/K4Q2 w - - 0 1"),
        ("", "blast", blast, OPEN),
        (
            NO_KINGS,
            "far blast",
            "captures = { blast = true, blast-reach = 'WXXX' }",
            OPEN,
        ),
        (
            rooks,
            "drops",
            "drops = {}",
            "4k3/8/8/8/8/8/8/4K3[Rr] w - - 0 1",
        ),
        (rooks, "leaps", "use.first-leaps = {}", OPEN),
        (
            "rules.drops = {}\nrules.use.circe = true",
            "owner",
            "captured-to = 'owner-hand'",
            "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1",
        ),
        (
            "rules.ends = 'stalemate and count of own any = count of enemy any: draw'",
            "stalemate",
            "stalemate = 'loss'",
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
        ),
        (
            "rules.perpetual-check = 'loss'",
            "for ever",
            "repetition.limit = false",
            OPEN,
        ),
        (
            "rules.use.palace.zone = 'd1-e1'",
            "royal none",
            "royal = 'none'",
            OPEN,
        ),
        (
            "rules.use.shoves = { strength.rook = 1, off-board = true }",
            "royal none",
            "royal = 'none'",
            OPEN,
        ),
        (
            "rules.use.foreign-moves = { who = 'pawn', lines = 'fW' }",
            "royal capture",
            "royal = 'capture'",
            OPEN,
        ),
        (
            in_place,
            "limits",
            "paired-promotion.limits.knight = 1",
            "7k/8/8/4P3/8/8/1P6/KN6 w - - 0 1",
        ),
    ] {
        let theirs = seen(&format!("{lines}\nrules.custom.herald = '{word}'"), fen);
        let ours = seen(&format!("{lines}\nrules.{ours}"), fen);
        if theirs != ours {
            wrong.push(format!("{word} beside {lines}: {theirs:?}\n{ours:?}"));
        }
        let neither = seen(lines, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let said = |seen: &Seen| {
            let page = seen.played.as_ref().map(|played| played.page.clone());
            (seen.found.clone(), page)
        };
        if said(&theirs) == said(&neither) {
            wrong.push(format!("{word} beside {lines}: nothing is said of it"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_cannot_stand_together_is_refused_whoever_says_it() {
    let rows = [
        (
            "rules.captured-to = 'owner-hand'\nrules.use.ransom.worth.rook = 1",
            "free",
            "E0409 ransom: `ransom`: a hand that is never empty holds no prisoners",
        ),
        (
            "board.intersections = true\nrules.use.double-drop = {}",
            "captor",
            "E0409 double-drop: `double-drop`: captured pieces already go to a hand",
        ),
        (
            "rules.captured-to = 'owner-hand'\nrules.use.ransom.worth.rook = 1",
            "nothing",
            "W0410 ransom: `ransom`: the variant has no drops, so no piece is ransomed",
        ),
        (
            "rules.captured-to = 'owner-hand'\nrules.use.ransom.worth.rook = 1",
            "offers",
            "",
        ),
        (
            "rules.drops = {}\nrules.use.prisoners.queen = 'pawn'",
            "nothing",
            "W0410 prisoners: `prisoners`: captured pieces do not go to the captor's hand",
        ),
        (
            "rules.drops = {}\nrules.use.prisoners.queen = 'pawn'",
            "captor",
            "",
        ),
        (
            NO_KINGS,
            "far blast",
            "W0412 'far blast': the reach `WXXX` has no squares on this board",
        ),
    ];
    let found = |lines: &str, word: &str| {
        let lines = format!("{lines}\nrules.custom.herald = '{word}'");
        examined(&text(&lines), &registry()).0.join("; ")
    };
    let found = rows.map(|(lines, word, _)| found(lines, word));
    assert_eq!(found, rows.map(|(.., wanted)| wanted));
}

/// A reader does not know what rules of a program make royal, and so says nothing where there are some.
#[test]
fn a_rule_may_say_that_other_pieces_are_royal_or_none() {
    let found = |rule: &str| {
        let lines = format!("pieces.king.royal = false\n{rule}");
        let (found, variant) = examined(&text(&lines), &registry());
        (found, variant.expect("it can be played"))
    };
    let nobody = "E0404 'mine': no piece is royal";
    assert_eq!(found("").0, [nobody]);
    assert_eq!(found("rules.custom.herald = 'nothing'").0, [nobody]);
    for word in ["last king", "royal none", "royal capture"] {
        let (found, _) = found(&format!("rules.custom.herald = '{word}'"));
        assert!(found.is_empty(), "{word}: {found:?}");
    }
    let palace = "rules.use.palace.zone = 'd1-e1'\nrules.custom.herald = 'last king'";
    let page = rules_page(&found(palace).1, Pictures::Files);
    assert!(page.contains("even if its royal piece is left attacked"));
}

fn with_scribe(registry: &mut RuleRegistry) -> Arc<Mutex<Vec<String>>> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let book = Arc::clone(&seen);
    let scribe = move |settings: &RuleSettings<'_>| {
        settings.value("value");
        Ok(Scribe(Arc::clone(&book)))
    };
    registry.register("scribe", scribe).expect("new");
    seen
}

#[test]
fn a_rule_sees_what_all_others_say_wherever_they_stand() {
    let mut registry = with_steward();
    registry.register("herald", Herald::read).expect("new");
    let seen = with_scribe(&mut registry);
    let by = |rule: &str| {
        let lines = format!("rules.move-limit = false\nrules.custom.scribe = true\nrules.{rule}");
        let (found, variant) = examined(&text(&lines), &registry);
        assert!(variant.is_some(), "{rule}: {found:?}");
        std::mem::take(&mut *seen.lock().expect("one thread"))
    };
    let nothing = by("custom.steward = 'nothing'");
    assert_eq!(nothing.last().map(String::as_str), Some("false"));
    assert_eq!(
        by("custom.herald = 'offers'").last().map(String::as_str),
        Some("true")
    );
    for name in SAYINGS {
        let theirs = by(&format!("custom.steward = '{name}'"));
        assert_ne!(theirs, nothing, "{name}");
    }
    for (word, rule) in [
        ("drops", "drops = {}"),
        ("free", "drops.free = true"),
        ("leaps", "use.first-leaps = {}"),
        ("owner", "captured-to = 'owner-hand'"),
        ("blast", "captures.blast = true"),
        ("royal none", "royal = 'none'"),
        ("stalemate", "stalemate = 'loss'"),
        ("for ever", "repetition.limit = false"),
        ("checked for ever", "perpetual-check = 'draw'"),
        ("stuck", "use.no-dead-ends = true"),
    ] {
        let theirs = by(&format!("custom.herald = '{word}'"));
        assert_eq!(theirs, by(rule), "{word}");
        assert_ne!(theirs, nothing, "{word}");
    }
    assert_ne!(by("custom.herald = 'last king'"), nothing);
}

#[test]
fn a_rule_of_a_program_refuses_what_it_cannot_stand_beside() {
    let mut registry = registry();
    let seen = with_scribe(&mut registry);
    let found = |rule: &str| {
        let lines = format!("rules.royal = 'none'\nrules.custom.scribe = 3\nrules.{rule}\n");
        examined(
            &format!("name = 'loud'\ninherits = 'chess'\n{lines}"),
            &registry,
        )
        .0
    };
    let loud = ["E0409 3: `scribe`: it is too loud"];
    assert_eq!(found("captures.blast = true"), loud);
    assert_eq!(found("custom.herald = 'blast'"), loud);
    assert!(found("custom.herald = 'drops'").is_empty());
    // What rules say together is seen when all of them are made.
    seen.lock().expect("one thread").clear();
    let broken = "custom.herald = 3\nrules.captures.blast = true";
    assert_eq!(found(broken).len(), 1);
    assert!(seen.lock().expect("one thread").is_empty());
}

/// Makes each move of a knight take what stands on e5, or shift it to e6.
struct Quake {
    shifts: bool,
    knight: Role,
}

impl Rule for Quake {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        let [square, next] = ["e5", "e6"].map(|name| at.shape().parse(name).expect("on the board"));
        if mv.piece.role == self.knight && at.piece(square).is_some() {
            mv.effects.push(if self.shifts {
                let (from, to) = (square, next);
                Effect::Shift { from, to }
            } else {
                Effect::Remove { square }
            });
        }
        moves.push(mv);
    }
}

#[test]
fn what_takes_a_last_royal_piece_ends_the_game_or_is_no_move() {
    let mut registry = RuleRegistry::new();
    let quake = |settings: &RuleSettings<'_>| {
        Ok(Quake {
            shifts: settings.text("value")? == Some("shifts"),
            knight: settings.piece("of")?.unwrap_or(Role::new(4)),
        })
    };
    registry.register("quake", quake).expect("new");
    // A side begins with two rooks and a queen; where all of a kind are royal, it must keep that many.
    for (piece, letter, count) in [("rook", 'r', 0), ("queen", 'q', 64)] {
        let variant = |what: &str| {
            let lines = format!(
                "{NO_KINGS}rules.extinction = {{ pieces = '{piece}', count = {count}, royal = 'last', \
                 result = 'loss' }}\nrules.custom.quake = {{ value = '{what}', of = 'knight' }}"
            );
            examined(&text(&lines), &registry).1.expect("it is played")
        };
        let at = |variant: &Variant, fen: &str| {
            let upper = letter.to_ascii_uppercase().to_string();
            let fen = fen.replace('X', &upper).replace('x', &letter.to_string());
            variant.parse_fen(&fen).expect("a good FEN")
        };
        let by_knight = |position: &Position| {
            let moves = position.legal_moves();
            moves.iter().filter(|mv| mv.from.index() == 1).count()
        };
        let takes = variant("takes");
        assert_eq!(takes.start().outcome(), Outcome::Ongoing);
        let position = at(&takes, "4k3/8/8/4x3/8/8/8/XN2K3 w - - 0 1");
        let mv = position.parse_move("b1d2").expect("a legal move");
        let taken = position.play(&mv).expect("it is legal").outcome();
        let is_won = matches!(&taken, Outcome::Ended { white, reason, .. }
            if *white > 0.9 && *reason == Reason::Extinction);
        assert!(is_won, "{piece}: {taken:?}");
        let page = rules_page(&takes, Pictures::Files);
        assert!(
            page.contains(&format!("{piece} left")) || page.contains(&format!("{piece}s left"))
        );
        // One's own last piece is not given away, but may be shifted to where it is safe.
        let own = "x3k3/8/8/4X3/8/8/8/1N2K3 w - - 0 1";
        assert_eq!(by_knight(&at(&takes, own)), 0, "{piece}");
        let shifts = variant("shifts");
        assert_eq!(by_knight(&at(&shifts, own)), 3, "{piece}");
        let attacked = "4k3/8/x7/4X3/8/8/8/1N2K3 w - - 0 1";
        assert_eq!(by_knight(&at(&shifts, attacked)), 0, "{piece}");
    }
}
