//! Rules of a program's own that let pieces make room for others, and unmoved ones leap, as the format does.

use ferz::definition::{FirstLeaps, PieceId};
use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Strategy, Variant, perft_with};
use ferz::rules::{Phases, Rule, RuleFact, RuleRegistry, RuleSettings};
use ferz::state::Role;
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::render::BoardStyle;

use super::{at, variant_with};

/// Says what `rules.gating` or `rules.use.first-leaps` says.
struct Keeper {
    from_hand: bool,
    leaps: Option<FirstLeaps>,
}

impl Rule for Keeper {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        let gating = self.from_hand.then_some(RuleFact::Gating);
        let leaps = self.leaps.map(RuleFact::FirstLeaps);
        gating.into_iter().chain(leaps).collect()
    }

    fn may_win(&self) -> bool {
        false
    }
}

fn registry() -> RuleRegistry {
    let mut registry = RuleRegistry::new();
    let keeper = |settings: &RuleSettings<'_>| {
        let id = |role: Option<Role>| role.map(PieceId::from);
        let leaps = FirstLeaps {
            king: id(settings.piece("king")?),
            counsellor: id(settings.piece("counsellor")?),
            rook: id(settings.piece("rook")?),
        };
        let leap = settings.flag("leap")?.unwrap_or(false);
        Ok(Keeper {
            from_hand: settings.flag("from-hand")?.unwrap_or(false),
            leaps: leap.then_some(leaps),
        })
    };
    for name in ["keeper", "warden"] {
        registry.register(name, keeper).expect("a new name");
    }
    registry
}

fn child(parent: &str, lines: &str) -> Variant {
    let text = format!("name = 'mine'\ninherits = '{parent}'\n{lines}\n");
    variant_with(&text, &registry())
}

fn counts(position: &Position, depth: u32) -> Vec<u64> {
    let engines = [Strategy::General, Strategy::Fastest];
    let count = |depth| {
        let [general, fastest] = engines.map(|engine| perft_with(position, depth, engine));
        assert_eq!(general, fastest, "{}", position.to_fen());
        general
    };
    (1..=depth).map(count).collect()
}

fn page(variant: &Variant) -> String {
    rules_page(variant, Pictures::Text(BoardStyle::Ascii))
}

/// Whatever is asked of two variants has the same answers.
pub(super) fn play_alike(theirs: &Variant, ours: &Variant, fens: &[&str]) {
    assert_eq!(theirs.describe_tables(), ours.describe_tables());
    assert_eq!(page(theirs), page(ours));
    assert_eq!(theirs.start().to_fen(), ours.start().to_fen());
    for fen in fens {
        let [one, other] = [theirs, ours].map(|variant| at(variant, fen));
        assert_eq!(counts(&one, 2), counts(&other, 2), "{fen}");
        assert_eq!(one.to_fen(), other.to_fen());
        for mv in one.legal_moves() {
            let [one, other] = [&one, &other].map(|position| position.play(&mv).expect("legal"));
            assert_eq!(one.to_fen(), other.to_fen(), "{fen} {mv:?}");
            assert_eq!(one.hash(), other.hash(), "{fen} {mv:?}");
            assert_eq!(at(theirs, &one.to_fen()).to_fen(), one.to_fen());
        }
    }
}

#[test]
fn a_rule_lets_pieces_make_room_for_others_as_the_format_does() {
    let ours = "rules.gating = false\nrules.custom.keeper.from-hand = true";
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1",
        "4k3/8/8/8/4p3/8/3P4/RN2K3[Eh] w BQ - 0 1",
    ];
    for parent in ["seirawan", "shouse"] {
        play_alike(&child(parent, ours), &child(parent, ""), &fens);
    }
    // Castling stays a rule where the rights of the start would let it be a move.
    let start = "start = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1'";
    let [ours, theirs] = [ours, ""].map(|lines| child("seirawan", &format!("{start}\n{lines}")));
    assert!(ours.def().castling().is_some());
    play_alike(&ours, &theirs, &fens);
    // Nothing need be said of drops.
    let hand =
        "start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRqr] w ABCDEFGHabcdefgh - 0 1'";
    let ours = format!("{hand}\nrules.custom.keeper.from-hand = true");
    let theirs = format!("{hand}\nrules.gating = true");
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRqr] w ABCDEFGHabcdefgh - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[QRqr] w AEHaeh - 0 1",
    ];
    play_alike(&child("chess", &ours), &child("chess", &theirs), &fens);
    // And nobody does without it.
    let nobody = child("seirawan", "rules.gating = false");
    assert_eq!(counts(&nobody.start(), 1), [20]);
    assert_eq!(counts(&child("seirawan", "").start(), 1), [28]);
}

#[test]
fn a_rule_lets_unmoved_pieces_leap_as_the_format_does() {
    let ours = "rules.use.first-leaps = false\n\
         rules.custom.keeper = { leap = true, king = 'king', counsellor = 'met', rook = 'rook' }";
    let fens = [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
        "r3k3/8/8/8/8/8/8/3KM2R b DEe - 0 1",
        "r3k3/8/8/8/8/8/8/3KM2R w DEe - 0 1",
    ];
    play_alike(&child("cambodian", ours), &child("cambodian", ""), &fens);
    let nobody = child("cambodian", "rules.use.first-leaps = false");
    assert_ne!(page(&nobody), page(&child("cambodian", "")));
}

#[test]
fn two_rules_that_say_so_are_refused() {
    let refused = |lines: &str| {
        let text = format!("[x]\ninherits = 'chess'\n{lines}\n");
        let catalog = Catalog::read(&text, Format::Toml).value;
        let def = catalog.first().expect("a variant");
        let error = Variant::builder(def)
            .rules(&registry())
            .compile()
            .expect_err(lines);
        let found = error.located_in(&catalog, "x");
        let found = found
            .iter()
            .map(|one| format!("{} {}", one.code, one.message));
        found.collect::<Vec<_>>()
    };
    let (room, leap) = ("from-hand = true", "leap = true, king = 'king'");
    let gates = "already decides that pieces make room for others";
    let leaps = "already decides which unmoved pieces leap";
    for (first, first_name, second, what) in [
        ("rules.gating = true", "gating", room, gates),
        (
            "rules.use.first-leaps = { counsellor = 'queen' }",
            "first-leaps",
            leap,
            leaps,
        ),
        (
            "rules.custom.keeper.from-hand = true",
            "keeper",
            room,
            gates,
        ),
        (
            "rules.custom.keeper = { leap = true }",
            "keeper",
            leap,
            leaps,
        ),
    ] {
        let lines = format!("{first}\nrules.custom.warden = {{ {second} }}");
        let wanted = format!("E0411 `warden`: `{first_name}` {what}");
        assert_eq!(refused(&lines), [wanted]);
    }
    // One of each is no contradiction.
    let both = format!("rules.gating = true\nrules.custom.warden = {{ {leap} }}");
    let theirs = "rules.gating = true\nrules.use.first-leaps.king = 'king'";
    let fen = "4k3/8/8/8/8/8/8/R3K3[Q] w AE - 0 1";
    play_alike(&child("chess", &both), &child("chess", theirs), &[fen]);
}
