//! A rule of a program's own that lets kings castle to files as the format does.

use ferz::definition::{CastlingRules, PieceId, PieceSet};
use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz::rules::{Phases, Rule, RuleFact, RuleRegistry, RuleSettings};

use super::gating::play_alike;
use super::variant_with;

/// Says what `rules.castling` says.
struct Rook(CastlingRules);

impl Rule for Rook {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        vec![RuleFact::Castling(self.0.clone())]
    }

    fn may_win(&self) -> bool {
        false
    }
}

fn registry() -> RuleRegistry {
    let mut registry = RuleRegistry::new();
    let rook = |settings: &RuleSettings<'_>| {
        let id = |name: &str| settings.def().pieces.get_index_of(name).map(PieceId::new);
        let flag = |key: &str| Ok(settings.flag(key)?.unwrap_or(false));
        Ok(Rook(CastlingRules {
            king: [id("king"); 2],
            partners: [id("rook").into_iter().collect::<PieceSet>(); 2],
            right_file: 6,
            left_file: 2,
            rank: 0,
            king_file: 4,
            right_partner_file: 7,
            left_partner_file: 0,
            any_files: flag("free")?,
            opposite: flag("opposite")?,
            dropped: flag("dropped")?,
            wins: [[flag("wins")?, false]; 2],
        }))
    };
    for name in ["castle", "tower"] {
        registry.register(name, rook).expect("a new name");
    }
    registry
}

fn child(parent: &str, lines: &str) -> Variant {
    let text = format!("name = 'mine'\ninherits = '{parent}'\n{lines}\n");
    variant_with(&text, &registry())
}

#[test]
fn a_rule_lets_kings_castle_as_the_format_does() {
    let fens = [
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
        "1r2k1r1/8/8/8/8/8/6q1/1R2K1R1 b GBgb - 0 1",
    ];
    let without = "rules.castling = false\nrules.custom.castle";
    let free = child("fischerandom", &format!("{without} = {{ free = true }}"));
    play_alike(&free, &child("fischerandom", ""), &fens);
    let fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[Rr] b KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Rr] w - - 0 1",
    ];
    for option in ["opposite", "dropped", "wins"] {
        let head = "pieces.king.move = 'K'\nrules.drops = {}\n\
             start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'";
        let value = if option == "wins" { "'left'" } else { "true" };
        let ours = format!("{head}\nrules.custom.castle = {{ {option} = true }}");
        let theirs =
            format!("{head}\nrules.castling = {{ partners = 'rook', {option} = {value} }}");
        play_alike(&child("chess", &ours), &child("chess", &theirs), &fens);
    }
    // Beside pieces that make room for others, too.
    let seirawan = child("seirawan", &format!("{without} = {{}}"));
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1",
    ];
    play_alike(&seirawan, &child("seirawan", ""), &fens);
}

#[test]
fn variants_for_any_files_leave_rules_of_a_program_alone() {
    let free = "pieces.king.move = 'K'\nrules.custom.castle";
    for value in ["{ free = true }", "{}"] {
        let variant = child("chess", &format!("{free} = {value}"));
        assert!(variant.with_any_files().is_none(), "{value}");
    }
}

#[test]
fn two_rules_that_say_who_castles_are_refused() {
    for (first, name) in [
        (
            "rules.castling = { partners = 'rook', any-files = true }",
            "castling",
        ),
        ("rules.custom.castle = {}", "castle"),
    ] {
        let text = format!("[x]\ninherits = 'chess'\n{first}\nrules.custom.tower = {{}}\n");
        let catalog = Catalog::read(&text, Format::Toml).value;
        let def = catalog.first().expect("a variant");
        let error = Variant::builder(def)
            .rules(&registry())
            .compile()
            .expect_err(first);
        let found = error.located_in(&catalog, "x");
        let [found] = found.as_slice() else {
            panic!("{found:?}")
        };
        let message = format!("`tower`: `{name}` already decides who castles to which files");
        assert_eq!((found.code.as_str(), &found.message), ("E0411", &message));
    }
}
