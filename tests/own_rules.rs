//! Rule libraries of a definition, in the same or in another file.

use ferz::definition::{Limits, VariantDef, differences};
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Variant, perft};
use ferz::source::Budget;
use ferz_designer::lint::examine;

use crate::other_files::memory;

/// Madrasi under another name.
const MINE: &str = "[library.mine]
title = 'Mine'
summary = 'As Madrasi.'
parameters = { who = 'any not royal', by = 'same-kind' }
forbid = ['mover $who attacked by $by']
";

const SHARED: &str = "[mine]
title = 'Mine'
summary = 'As Madrasi.'
parameters = { who = 'any not royal', by = 'same-kind' }
forbid = 'mover $who attacked by $by'
[bad]
effects = 'remove'
[other]
forbid = [{ if = 'after: own pawn not guarded by any', mates = true }]
effects = ['capture: remove mover', 'drop: enemy queen changes side']
";

const FEN: &str = "r3k2r/pppq1ppp/2n2n2/2b1p1B1/2B1P1b1/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1";

fn moves(def: &VariantDef) -> [u64; 2] {
    let variant = Variant::compile(def).unwrap_or_else(|error| panic!("{}: {error}", def.name));
    let position = variant.parse_fen(FEN).expect("a good FEN");
    [perft(&position, 1), perft(&position, 2)]
}

/// The last variant of some texts, the first of which is the definition.
fn last(text: &str) -> VariantDef {
    let leaked: &'static str = text.to_owned().leak();
    let files = [
        ("mine.toml", leaked),
        ("shared.toml", SHARED),
        (
            "game.toml",
            "[library.mine]\nforbid = 'mover attacked by same-kind'\n[game]\ninherits = 'chess'\nrules.use.mine = true\n",
        ),
        (
            "deep/game.toml",
            "[game]\ninherits = 'chess'\nrules.use.'../shared.toml#mine' = true\n",
        ),
    ];
    let files = memory(&files);
    let read = Catalog::read_file(text, Format::Toml, &Limits::default(), &files);
    let found = &read.diagnostics;
    assert!(found.is_empty(), "{text}: {found:?}");
    let name = read.value.names().last().expect("a variant");
    let def = read.value.select(name, None);
    def.unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
}

#[test]
fn a_rule_of_ones_own_is_used_as_one_of_the_library() {
    let of_library = |value: &str| {
        moves(&last(&format!(
            "[x]\ninherits = 'chess'\nrules.use.madrasi = {value}\n"
        )))
    };
    let usual = of_library("true");
    let rooks = of_library("{ who = 'rook' }");
    let kings = of_library("{ who = 'any' }");
    assert_ne!(usual, rooks);
    let table = MINE.replace("[library.mine]", "[x.library.mine]");
    let single = MINE.replace("[library.mine]\n", "");
    let single =
        format!("name = 'x'\ninherits = 'chess'\nrules.use.mine = true\n[library.mine]\n{single}");
    let rows = [
        (format!("{MINE}[x]\ninherits = 'chess'\nrules.use.mine = true\n"), usual),
        (format!("[x]\ninherits = 'chess'\nrules.use.mine.who = 'rook'\n{MINE}"), rooks),
        (format!("[x]\ninherits = 'chess'\nrules.use.mine = true\n{table}"), usual),
        (single, usual),
        // By heirs, which may give other values.
        (
            format!("[x]\ninherits = 'chess'\n{table}[y]\ninherits = 'x'\nrules.use.mine = {{ who = 'rook' }}\n"),
            rooks,
        ),
        (
            format!("{MINE}[x]\ninherits = 'chess'\nrules.use.mine = true\n[y]\ninherits = 'x'\nrules.use.mine.who = 'rook'\n"),
            rooks,
        ),
        (
            format!(
                "{MINE}[x]\ninherits = 'chess'\nrules.use = {{ mine = true, './shared.toml#other' = true }}\n\
                 [y]\ninherits = 'x'\nrules.use = {{ mine = false, './shared.toml#other' = false }}\n"
            ),
            moves(Catalog::builtin().get("chess").expect("chess")),
        ),
        // The nearest of a name.
        (
            format!(
                "[library.mine]\nforbid = 'pass'\n[x]\ninherits = 'chess'\nrules.use.mine = true\n{table}"
            ),
            usual,
        ),
        // Of other files.
        ("[x]\ninherits = 'chess'\nrules.use.'./shared.toml#mine' = true\n".to_owned(), usual),
        (
            "[x]\ninherits = 'chess'\nrules.use.'shared.toml#mine' = { who = 'rook' }\n".to_owned(),
            rooks,
        ),
        (
            "[x]\ninherits = 'chess'\n[x.rules.use.'shared.toml#mine']\nwho = 'rook'\n[y]\ninherits = 'x'\n\
                rules.use.mine.who = 'any not royal'\n"
                .to_owned(),
            usual,
        ),
        ("[x]\ninherits = './deep/game.toml'\n".to_owned(), usual),
        ("[x]\ninherits = './game.toml'\n".to_owned(), kings),
    ];
    for (text, expected) in rows {
        let def = last(&text);
        assert_eq!(moves(&def), expected, "{text}");
        // What is written needs no other file.
        let export = write(&def, Format::Toml).expect("our format");
        assert!(export.is_complete(), "{text}: {:?}", export.losses);
        let again = Catalog::read(&export.text, Format::Toml).into_result();
        let again = again.unwrap_or_else(|found| panic!("{}: {found:?}", export.text));
        let again = again.first().expect("a variant");
        assert_eq!(differences(&def, again), [], "{}", export.text);
        assert_eq!(again.rules.library, def.rules.library, "{}", export.text);
        assert_eq!(moves(again), expected, "{}", export.text);
        for format in [Format::FairyStockfishIni, Format::InteractiveDiagram] {
            let export = write(&def, format).expect("a format that is written");
            let is_use = |loss: &ferz::definition::Loss| loss.to_string().contains("use");
            // What is taken away is not lost.
            let uses = def.rules.builtin.contains_key("use");
            assert_eq!(export.losses.iter().any(is_use), uses, "{text}");
        }
    }
}

#[test]
fn entries_of_every_kind_are_written_and_compared() {
    let def = last("[x]\ninherits = 'chess'\nrules.use.'./shared.toml#other' = true\n");
    let text = def.to_toml();
    let again = Catalog::read(&text, Format::Toml)
        .into_result()
        .expect(&text);
    assert_eq!(
        again.first().expect("a variant").rules.library,
        def.rules.library
    );
    let other = text.replace("capture: remove mover", "quiet: remove mover");
    let other = Catalog::read(&other, Format::Toml)
        .into_result()
        .expect(&other);
    assert_eq!(
        differences(&def, other.first().expect("a variant")).len(),
        1
    );
}

#[test]
fn values_of_settings_use_rules_of_ones_own() {
    let text = format!(
        "{MINE}[x]\ninherits = 'chess'\n[x.settings.still]\nno = {{}}\nyes = {{ rules = {{ use = {{ mine = true }} }} }}\n\
         far = {{ rules = {{ use = {{ './shared.toml#other' = true }} }} }}\n"
    );
    let def = last(&text);
    let read = Catalog::read(&def.to_toml(), Format::Toml).into_result();
    let read = read.unwrap_or_else(|found| panic!("{}: {found:?}", def.to_toml()));
    let still = read.select("x", Some("still=yes")).expect("it is good");
    let usual = last("[x]\ninherits = 'chess'\nrules.use.madrasi = true\n");
    assert_eq!(moves(&still), moves(&usual));
    assert!(read.select("x", Some("still=far")).is_ok());
    assert_ne!(moves(&def), moves(&usual));
}

/// A definition, and what is found in it: the code, the text at its place, a part of the message.
/// `X` is a variant that uses the rule `mine`.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    (
        "[library.mine]\nforbid = ['pass', 'mover atacked by any']\nX",
        "E0333",
        "",
        "",
    ),
    (
        "[library.mine]\nforbid = 'mover quen'\nX",
        "E0306",
        "quen",
        "`quen` is neither",
    ),
    (
        "[library.mine]\nforbid = ['pass', 'mover quen']\nX",
        "E0306",
        "quen",
        "`quen` is neither",
    ),
    (
        "[library.mine]\nforbid = [{ if = 'after: mover quen' }]\nX",
        "E0306",
        "quen",
        "is neither",
    ),
    (
        "[library.mine]\neffects = ['remove mover', 'remove quen']\nX",
        "E0306",
        "quen",
        "is neither",
    ),
    (
        "[library.mine]\neffects = 'remove mover $who'\nX",
        "E0333",
        "$who",
        "no parameter",
    ),
    (
        "[library.mine]\neffects = 'remove mover [rank 9]'\nX",
        "E0308",
        "rank 9",
        "no rank 9",
    ),
    (
        "X[mine-x.library.mine]\nforbid = 'mover quen'\n",
        "E0306",
        "quen",
        "is neither",
    ),
    (
        "[library.mine]\nforbid = 5\nX",
        "E0303",
        "5",
        "expected a text",
    ),
    (
        "[library.mine]\nforbidden = 'pass'\nX",
        "E0302",
        "forbidden",
        "unknown key",
    ),
    (
        "[library.mine]\nparameters.who = 'mover and'\nX",
        "E0333",
        "",
        "",
    ),
    (
        "[library.mine]\nparameters.who = false\nforbid = 'mover $who'\nX",
        "E0310",
        "true",
        "parameter `who` is missing",
    ),
    (
        "library = 5\n[x]\ninherits = 'chess'\n",
        "E0303",
        "library",
        "table of rules",
    ),
    (
        "[library.min]\nforbid = 'pass'\nX",
        "E0311",
        "mine",
        "`mine`: the library has no such rule",
    ),
    (
        "[library.Mine]\nforbid = 'pass'\n[x]\ninherits = 'chess'\n",
        "E0316",
        "Mine",
        "small letters",
    ),
    (
        "[library.madrasi]\nforbid = 'pass'\n[x]\ninherits = 'chess'\n",
        "E0314",
        "madrasi",
        "the library of Ferz",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.use.'./shared.toml#min' = true\n",
        "E0311",
        "'./shared.toml#min'",
        "has no rule `min`",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.use.'./shared.toml' = true\n",
        "E0311",
        "'./shared.toml'",
        "name one of its rules",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.use.'./gone.toml#min' = true\n",
        "E0322",
        "'./gone.toml#min'",
        "no file",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.use.'../up.toml#min' = true\n",
        "E0323",
        "'../up.toml#min'",
        "folder",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.use.'./shared.toml#bad' = true\n",
        "E0324",
        "'./shared.toml#bad'",
        "shared.toml:7:",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.use.'./shared.toml#mine'.who = 'quen'\n",
        "E0306",
        "quen",
        "is neither",
    ),
    (
        "[library.mine]\nforbid = 'pass'\n[x]\ninherits = 'chess'\nrules.use.'./shared.toml#mine' = true\n",
        "E0314",
        "'./shared.toml#mine'",
        "another rule",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.heavy = 'rook or quen'\n",
        "E0306",
        "quen",
        "is neither",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.heavy = 'rook or'\nrules.forbid = 'mover heavy'\n",
        "E0333",
        "",
        "",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.heavy = 'rook or quen'\nrules.forbid = 'mover heavy'\n",
        "E0306",
        "quen",
        "is neither",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.a = 'rook or a'\nrules.forbid = 'mover a'\n",
        "E0333",
        "a",
        "contains itself",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.rook = 'queen'\n",
        "E0314",
        "rook",
        "a piece of the variant",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.capture = 'queen'\n",
        "E0314",
        "capture",
        "a word of clauses",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.and = 'queen'\n",
        "E0314",
        "and",
        "a word of clauses",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.'A b' = 'queen'\n",
        "E0314",
        "'A b'",
        "not a name",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.kin = 'same-kind'\nrules.forbid = 'mover kin'\n",
        "E0333",
        "kin",
        "no relation to compare with",
    ),
    (
        "[x]\ninherits = 'chess'\nrules.sets.heavy = 'rook'\nrules.forbid = 'mover heavi'\n",
        "E0306",
        "heavi",
        "did you mean `heavy`?",
    ),
];

#[test]
fn slips_have_their_places_and_spoil_those_who_use_the_rule() {
    for (row, code, place, message) in FAULTS {
        let text = row.replace('X', "[mine-x]\ninherits = 'chess'\nrules.use.mine = true\n");
        let text = format!("{text}[good]\ninherits = 'chess'\n");
        let leaked: &'static str = text.clone().leak();
        let files = memory(&[("mine.toml", leaked), ("shared.toml", SHARED)]);
        let read = Catalog::read_file(&text, Format::Toml, &Limits::default(), &files);
        let mut found = read.diagnostics;
        found.extend(examine(&read.value, &text, Format::Toml));
        let [finding] = &found[..] else {
            panic!("{text}: {found:?}");
        };
        assert_eq!(finding.code.as_str(), *code, "{text}: {}", finding.message);
        let said = format!("{} {:?}", finding.message, finding.help);
        assert!(said.contains(message), "{text}: {said}");
        if !place.is_empty() {
            assert_eq!(&text[finding.span.range()], *place, "{text}: {said}");
        }
        assert!(read.value.select("good", None).is_ok(), "{text}");
        if let Ok(def) = read.value.select("mine-x", None) {
            assert!(Variant::compile(&def).is_err(), "{text}");
        }
    }
}

#[test]
fn named_sets_stand_in_all_clauses() {
    let sets = "rules.sets = { heavy = 'rook or queen', mine = 'own heavy', hill = '[d4-e5]', near = 'attacked by kin', kin = 'same-kind' }\n";
    let rows = [
        (
            "rules.forbid = 'mover heavy'",
            "rules.forbid = 'mover (rook or queen)'",
        ),
        (
            "rules.forbid = 'mover mine and to hill'",
            "rules.forbid = 'mover own (rook or queen) and to [d4-e5]'",
        ),
        (
            "rules.forbid = 'mover not royal near'",
            "rules.forbid = 'mover not royal attacked by same-kind'",
        ),
        (
            "rules.effects = 'capture: remove mover heavy'",
            "rules.effects = 'capture: remove mover (rook or queen)'",
        ),
        (
            "rules.use.madrasi.who = 'heavy'",
            "rules.use.madrasi.who = 'rook or queen'",
        ),
        (
            "rules.use.mine.by = 'kin or heavy'",
            "rules.use.madrasi.by = 'same-kind or (rook or queen)'",
        ),
        (
            "library.there.forbid = 'mover $who and to hill'\nlibrary.there.parameters.who = 'heavy'\nrules.use.there = true",
            "rules.forbid = 'mover (rook or queen) and to [d4-e5]'",
        ),
    ];
    for (named, written) in rows {
        let named = format!("{MINE}[x]\ninherits = 'chess'\n{sets}{named}\n");
        let [named, written] = [named, format!("[x]\ninherits = 'chess'\n{written}\n")];
        let named = last(&named);
        let expected = moves(&last(&written));
        assert_ne!(
            expected,
            moves(&last("[x]\ninherits = 'chess'\n")),
            "{written}"
        );
        assert_eq!(moves(&named), expected, "{written}");
        let again = Catalog::read(&named.to_toml(), Format::Toml).into_result();
        let again = again.expect("a good text");
        assert_eq!(
            moves(again.first().expect("a variant")),
            expected,
            "{written}"
        );
    }
}

#[test]
fn sets_that_name_one_another_often_are_no_stall() {
    let mut text = "[x]\ninherits = 'chess'\nrules.forbid = 'mover a0'\n".to_owned();
    for number in 0..15 {
        let next = number + 1;
        let twice = format!("(a{next} or a{next}) (a{next} or a{next})");
        text.push_str(&format!("rules.sets.a{number} = '{twice}'\n"));
    }
    text.push_str("rules.sets.a15 = 'rook'\n");
    let read = Budget::new(2_000_000).run(|| {
        let read = Catalog::read(&text, Format::Toml)
            .into_result()
            .expect("a good text");
        let compiled = Variant::compile(read.first().expect("a variant"));
        compiled.map(drop)
    });
    assert!(read.is_err());
}

#[test]
fn a_value_in_place_of_the_table_of_rules_is_told_what_is_meant() {
    for (value, help) in [
        ("'madrasi'", "write `rules.use.madrasi = true`"),
        (
            "['madrasi', './mine.toml#mine']",
            "write `rules.use.madrasi = true`, `rules.use.'./mine.toml#mine' = true`",
        ),
        (
            "true",
            "write the name of each rule: `rules.use.NAME = true`",
        ),
    ] {
        let text = format!("[x]\ninherits = 'chess'\nrules.use = {value}\n");
        let read = Catalog::read(&text, Format::Toml);
        let found = examine(&read.value, &text, Format::Toml);
        assert_eq!(found[0].help.as_deref(), Some(help), "{value}");
    }
}

#[test]
fn suggestions_know_the_names_of_ones_own() {
    let text =
        "[library.magnet]\nforbid = 'pass'\n[x]\ninherits = 'chess'\nrules.use.magnt = true\n";
    let read = Catalog::read(text, Format::Toml);
    let found = examine(&read.value, text, Format::Toml);
    let help = found.first().and_then(|one| one.help.as_deref());
    assert_eq!(help, Some("did you mean `magnet`?"));
}

/// What is found in a text, each with its code and what it points at.
fn said(text: &str) -> Vec<String> {
    let read = Catalog::read(text, Format::Toml);
    let mut found = read.diagnostics;
    found.extend(examine(&read.value, text, Format::Toml));
    let found = found.iter();
    let found = found.map(|one| format!("{} {}", one.code, &text[one.span.range()]));
    found.collect()
}

#[test]
fn a_file_of_rules_alone_is_checked_as_a_library() {
    let whole = include_str!("../rules.toml");
    assert_eq!(said(whole), [""; 0]);
    let rows = [
        ("forbid = 'mover duke and capture'", vec![]),
        ("forbid = 'mover atacked by rook'", vec!["E0333 by"]),
        ("forbid = 'mover captued'", vec!["W0410 captued"]),
        ("forbid = 'mover next to royal'", vec!["W0410 next"]),
        ("forbid = 'mover Duke'", vec!["W0410 Duke"]),
        ("forbid = 'mover $who'", vec!["E0333 $who"]),
        (
            "forbid = 'mover'\nparameters = { who = 'any' }",
            vec!["W0410 who"],
        ),
        (
            "forbid = 'mover $wo'\nparameters = { who = 'any' }",
            vec!["E0333 $wo"],
        ),
        ("forbd = 'mover'\nsummary = 'x'", vec!["E0302 forbd"]),
        (
            "effects = 'captured goes to $there'\nparameters = { there = 'from' }",
            vec![],
        ),
    ];
    for (lines, expected) in rows {
        for header in ["[library.x]", "[x]"] {
            assert_eq!(
                said(&format!("{header}\n{lines}\n")),
                expected,
                "{header} {lines}"
            );
        }
    }
    assert_eq!(said("[library]\n"), [""; 0]);
    for name in ["madrasi", "shoves"] {
        let line = format!("{name}]\nforbid = 'pass'\n");
        for header in ["[library.", "["] {
            assert_eq!(
                said(&format!("{header}{line}")),
                [format!("E0314 {name}")],
                "{header}{line}"
            );
        }
    }
}

#[test]
fn words_of_rules_that_no_variant_uses_are_doubted() {
    let text = "[library.x]\nforbid = 'mover duk or capture and captured rook'\n\
                [m]\ninherits = 'chess'\n\
                [n]\ninherits = 'chess'\npieces.duke = { letter = 'D', move = 'K' }\n\
                start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBND w Qkq - 0 1'\n";
    assert_eq!(said(text), ["W0410 duk"]);
    assert_eq!(said(&text.replace("mover duk ", "mover duke ")), [""; 0]);
}

#[test]
fn what_does_not_fit_in_a_rule_of_another_file_has_its_place_there() {
    let lines =
        "[magnet]\nforbid = ['pass', 'mover duke and capture']\neffects = ['remove duke']\n";
    let library = "[m]\ninherits = 'chess'\nrules.use.magnet = true\npieces.duke = { letter = 'D', move = 'K' }\n\
         start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBND w Qkq - 0 1'\n[library.magnet]\nforbid = 'mover duke'\n";
    let rows = [
        (
            "rules.use.'./rules.toml#magnet' = true",
            "chess",
            "rules.toml:2:26: `duke`",
        ),
        (
            "pieces.duke = false\nstart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
            "./games.toml",
            "games.toml:7:17: `duke`",
        ),
    ];
    for (line, parent, place) in rows {
        let text = format!("[x]\ninherits = '{parent}'\n{line}\n");
        let files = memory(&[("rules.toml", lines), ("games.toml", library)]);
        let read = Catalog::read_file(&text, Format::Toml, &Limits::default(), &files);
        let mut found = read.diagnostics;
        found.extend(examine(&read.value, &text, Format::Toml));
        let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
        assert!(
            messages.iter().any(|one| one.contains(place)),
            "{line}: {messages:?}"
        );
    }
}

#[test]
fn what_does_not_fit_in_an_inherited_rule_points_at_the_parent() {
    let text = "[p]\ninherits = 'chess'\npieces.duke = { letter = 'D', move = 'K' }\n\
                start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBND w Qkq - 0 1'\n\
                rules.use.shoves.strength.duke = 1\n\
                [x]\ninherits = 'p'\npieces.duke = false\nrules.use.madrasi = true\n\
                start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n";
    assert_eq!(said(text), ["E0306 'p'"]);
    let text = "[p]\ninherits = 'chess'\nrules.use.shoves = { strength.rook = 1, crush = true }\n\
                [x]\ninherits = 'p'\nrules.use.madrasi = true\n";
    assert_eq!(said(text), ["W0410 true", "W0410 'p'"]);
}

#[test]
fn what_nobody_has_set_cannot_be_removed_in_a_child_either() {
    let text = "[x]\ninherits = 'chess'\nrules.use = { madrasi = false, shoves = false }\n\
                [y]\ninherits = 'x'\nrules.use = { madrasi = false, shoves = false }\n";
    assert_eq!(said(text), ["W0302 false"; 4]);
}

#[test]
fn squares_may_be_the_same_for_both_sides() {
    let plain = moves(&last("[x]\ninherits = 'chess'\nrules.forbid = 'to [e4]'\n"));
    let same = moves(&last(
        "[x]\ninherits = 'chess'\nrules.forbid = 'to [white e4]'\n",
    ));
    let by_side = "mover white and to [e4] or mover black and to [e5]";
    let by_side = last(&format!(
        "[x]\ninherits = 'chess'\nrules.forbid = '{by_side}'\n"
    ));
    assert_eq!(same, moves(&by_side));
    assert_ne!(plain, same);
    // Wherever zones are read, as in a table of the sides.
    let zones = [
        "'white e4'",
        "['white e4']",
        "{ white = 'e4', black = 'e4' }",
    ];
    let [one, list, table] = zones.map(|zone| {
        let def = last(&format!(
            "[x]\ninherits = 'chess'\nrules.goal = {{ piece = 'king', zone = {zone} }}\n"
        ));
        let piece = last(&format!(
            "[x]\ninherits = 'chess'\npieces.knight.move = {{ betza = 'N', to = {zone} }}\n"
        ));
        (def, piece)
    });
    for other in [&list, &table] {
        assert_eq!(differences(&one.0, &other.0), differences(&one.0, &one.0));
        assert_eq!(moves(&one.1), moves(&other.1));
    }
    let again = Catalog::read(&one.1.to_toml(), Format::Toml).into_result();
    let again = again.expect("a good text");
    assert_eq!(moves(again.first().expect("a variant")), moves(&one.1));
}

#[test]
fn true_means_the_default_settings_of_a_library_rule() {
    let text = |value: &str| format!("[x]\ninherits = 'chess'\nrules.use.{value}\n");
    for name in ["refusal", "replacement", "capture-duty"] {
        let read = |value: &str| Catalog::read(&text(&format!("{name} = {value}")), Format::Toml);
        let moves = |value: &str| {
            let catalog = read(value).value;
            let def = catalog.get("x").expect("a variant");
            let variant = Variant::compile(def).expect("it compiles");
            [1, 2].map(|depth| perft(&variant.start(), depth))
        };
        assert_eq!(moves("true"), moves("{}"), "{name}");
    }
    let found = said(&text("shoves = true"));
    assert_eq!(found, ["E0310 true"]);
    let found = said(&text("optional-midpoint.value = false"));
    assert_eq!(found, ["E0303 false"]);
}

#[test]
fn a_library_rule_among_the_keys_of_rules_is_told_its_place() {
    for name in ["madrasi", "shoves"] {
        let text = format!("[x]\ninherits = 'chess'\nrules.{name} = true\n");
        let found = Catalog::read(&text, Format::Toml).diagnostics;
        let help = found[0].help.as_deref().unwrap_or_default();
        assert!(
            help.ends_with(&format!("write `rules.use.{name}`")),
            "{help}"
        );
    }
}
