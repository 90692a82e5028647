//! Remedies: the proposals of findings, and the results of applying them.

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz::movement::{Dialect, Movement};
use ferz::source::Diagnostic;

/// A move description, the code of a finding, and the description that the finding proposes.
const MOVES: &[(&str, &str, &str)] = &[
    ("[F?R", "E0105", "[F?R]"),
    ("mW[D-cF2", "E0105", "mW[D-cF2]"),
    ("(azN", "E0105", "(az)N"),
    ("Nf", "E0104", "fN"),
    ("3N", "E0106", "N3"),
    ("f12N", "E0106", "fN12"),
    ("3NN", "E0106", ""),
    ("W2X", "E0102", "WX2"),
    ("W-F", "E0106", "[W-F]"),
    ("fW-cF?N", "E0106", "[fW-cF?N]"),
    ("WF-N", "E0106", ""),
    ("KsO2", "W0204", "KisO2"),
    ("KisO", "E0204", "KisO2"),
    ("mmN", "W0207", "mN"),
    ("KWN", "W0217", ""),
    ("KNW", "W0217", "KN"),
    ("WKN", "W0217", "KN"),
    ("RR", "W0205", "R"),
    ("m(1,4)", "E0210", "mFX"),
    ("(0,2)W", "E0210", "DW"),
    ("(1,2)", "E0210", "N"),
    ("(2,1)(2,1)", "E0210", ""),
    ("(0,0)", "E0210", ""),
    ("t[FR]", "E0214", "[F?R]"),
    ("Wt[fWB]", "E0214", "W[fW?B]"),
    ("[WF]", "E0214", ""),
    ("mT", "E0215", "mG"),
    ("P", "E0215", "fmWfceFifmnD"),
    ("bP", "E0215", ""),
    ("m*", "E0216", "mU"),
    ("hfF", "E0218", "fhF"),
];

/// The lines of a definition that inherits chess, the code of a finding, and the lines that it proposes.
const LINES: &[(&str, &str, &str)] = &[
    ("vlaue = 1", "E0302", ""),
    ("titel = 'x'", "E0302", "title = 'x'"),
    (
        "pieces.queen.move = '[F?R'",
        "E0105",
        "pieces.queen.move = '[F?R]'",
    ),
    (
        "pieces.queen.value = '9'",
        "E0303",
        "pieces.queen.value = 9",
    ),
    ("pieces.queen.value = 'nine'", "E0303", ""),
    (
        "pieces.queen.royal = 'true'",
        "E0303",
        "pieces.queen.royal = true",
    ),
    (
        "pieces.queen.own-kind-blocks = 'true'",
        "E0303",
        "pieces.queen.own-kind-blocks = true",
    ),
    (
        "pieces.queen.letter = 5",
        "E0303",
        "pieces.queen.letter = '5'",
    ),
    (
        "pieces.pawn.promotion = ['queen']",
        "E0303",
        "pieces.pawn.promotion = { to = ['queen'] }",
    ),
    (
        "pieces.queen.freezes = true",
        "E0303",
        "pieces.queen.freezes = {}",
    ),
    (
        "rules.pseudo-royal = true",
        "E0302",
        "rules.extinction = { pieces = 'king', royal = 'last' }",
    ),
    (
        "rules.repetition = 4",
        "E0303",
        "rules.repetition = { limit = 4 }",
    ),
    (
        "rules.use.transfer = 4",
        "E0303",
        "rules.use.transfer = { files = 4 }",
    ),
    (
        "rules.walls = 'past'",
        "E0303",
        "rules.walls = { rule = 'past' }",
    ),
    (
        "rules.use.transfer = { files = 4, optimal = true }",
        "E0302",
        "rules.use.transfer = { files = 4, optional = true }",
    ),
    (
        "rules.koth = true",
        "E0302",
        "rules.goal = { piece = 'king', zone = 'd4-e5' }",
    ),
    (
        "rules.crazyhouse = true",
        "E0302",
        "rules.captured-to = 'captor-hand'",
    ),
    (
        "rules.atomic = true",
        "E0302",
        "rules.captures = { blast = true }",
    ),
    ("rules.atomic = 3", "E0302", ""),
    (
        "rules.threefold = true",
        "E0302",
        "rules.repetition = { limit = 3 }",
    ),
    (
        "rules.bare = true",
        "E0302",
        "rules.bare-king = 'immediate'",
    ),
    ("rules.three-check = true", "E0302", ""),
    (
        "rules.stalemate = 'los'",
        "E0311",
        "rules.stalemate = 'loss'",
    ),
    (
        "pieces.rook.picture = 'rok+knight'",
        "E0311",
        "pieces.rook.picture = 'rook+knight'",
    ),
    (
        "pieces.rook.letter = 'x'",
        "E0309",
        "pieces.rook.letter = 'X'",
    ),
    ("pieces.rook.letter = 'x1'", "E0309", ""),
];

/// A line with a clause in which a designer says what clauses say otherwise, and what the remedy has.
const CLAUSES: &[(&str, &str)] = &[
    ("forbid = 'mover next to king'", "`\"K\" from enemy rook`"),
    (
        "forbid = 'mover adjacent to king'",
        "`\"K\" from enemy rook`",
    ),
    ("forbid = 'mover e4'", "`[e4]`"),
    ("forbid = 'mover [e4 d5]'", "`e4, d5`"),
    ("forbid = 'mover [row 4]'", "`rank 4`"),
    ("forbid = 'mover [4]'", "`rank 4`"),
    ("forbid = 'mover [e4..e8]'", "`e4-e8`"),
    ("forbid = 'mover [last rank]'", "`rank -1`"),
    ("forbid = 'own pawn on rank 4'", "`[rank 4]`"),
    ("ends = 'captured queen: own loses'", "`enemy wins`"),
    ("ends = 'captured queen: own win'", "`own wins`"),
    (
        "ends = 'captured queen: white wins'",
        "`mover white` for a move",
    ),
    (
        "effects = 'captured goes home if free'",
        "`goes home or stays`",
    ),
    ("effects = 'mover goes e4'", "`goes to [e4]`"),
    ("effects = 'captured goes to vacant'", "`empty`"),
    ("forbid = \"white's knight attacked by any\"", "`white`"),
    ("forbid = 'mover is attacked by enemy'", "omit it"),
    ("moves = 'own knight is taken'", "write `is removed`"),
    ("moves = 'own knight are removed'", "write `is removed`"),
    ("moves = 'own knight is only removed'", "write `is removed`"),
    (
        "effects = 'captured goes home or is taken'",
        "write `is removed`",
    ),
    ("effects = 'mover is removed'", "write `remove`"),
    ("forbid = 'the king attacked by any'", "omit it"),
    ("forbid = 'mover attacked by opponent'", "`enemy`"),
    ("forbid = 'mover not guarded by friendly'", "`own`"),
    ("forbid = 'mover not guarded by pieces'", "`any`"),
    (
        "effects = 'if capture: remove mover'",
        "after the condition and a colon",
    ),
    (
        "effects = 'capture when drop: remove mover'",
        "after the condition and a colon",
    ),
    (
        "effects = 'capture and then remove mover'",
        "a comma before",
    ),
    (
        "effects = 'remove mover and captured'",
        "`(mover or captured)`",
    ),
    (
        "effects = 'own rook or queen changes side'",
        "`own (rook or queen)`",
    ),
    ("effects = 'capture: own wins'", "`rules.ends`"),
    ("effects = 'mover dies'", "`remove mover`"),
    ("effects = 'captured returns home'", "`goes home`"),
    ("effects = 'enemy converts'", "`changes side`"),
    ("forbid = 'remove mover'", "write an effect"),
    (
        "forbid = 'capture: mover rook'",
        "`rules.forbid` contains only conditions",
    ),
    ("forbid = 'capture, mover rook'", "join conditions by `and`"),
    (
        "forbid = 'capture & mover rook'",
        "join conditions by `and`",
    ),
    ("forbid = 'Capture and mover rook'", "`capture`"),
    ("forbid = 'capture AND mover rook'", "`and`"),
    ("forbid = 'mover attacked by same_kind'", "`same-kind`"),
    ("forbid = 'mover attacked by same kind'", "`same-kind`"),
    ("forbid = 'mover K'", "`king`"),
    ("forbid = 'mover knights'", "`knight`"),
    ("forbid = 'mover attacks king'", "`attacking enemy rook`"),
    ("forbid = 'mover defended by rook'", "`guarded by own rook`"),
    ("forbid = 'capture by pawn'", "`capture and mover pawn`"),
    ("forbid = 'capture unless mover pawn'", "`not`"),
    ("forbid = 'at least 2 own queen'", "`2.. own`"),
    ("forbid = 'own > enemy'", "`count of own > count of enemy`"),
    ("forbid = '3 checks'", "`rules.checks`"),
    ("forbid = 'mover movr'", "did you mean `mover`?"),
];

/// What the finding with this code makes of a text.
fn mended(findings: &[Diagnostic], code: &str, text: &str) -> Option<String> {
    let finding = findings.iter().find(|one| one.code.as_str() == code);
    let finding = finding.unwrap_or_else(|| panic!("{text}: no {code} in {findings:?}"));
    finding.mended(text)
}

#[test]
fn moves_are_mended() {
    let read = |text: &str| Movement::read(text, Dialect::default()).diagnostics;
    for (text, code, meant) in MOVES {
        let found = mended(&read(text), code, text);
        assert_eq!(
            found.as_deref(),
            Some(*meant).filter(|text| !text.is_empty()),
            "{text}"
        );
        let again = found.map(|text| read(&text)).unwrap_or_default();
        assert!(
            !again.iter().any(|one| one.code.as_str() == *code),
            "{text}: {again:?}"
        );
    }
    // XBoard's Camel is the Zebra elsewhere.
    let found = Movement::read("J", Dialect::XBoard).diagnostics;
    assert_eq!(found[0].mended("J").as_deref(), Some("C"));
}

#[test]
fn definitions_are_mended() {
    let whole = |line: &str| format!("name = 'mine'\ninherits = 'chess'\n{line}\n");
    let read = |text: &str| {
        let read = Catalog::read(text, Format::Toml);
        let (mut found, catalog) = (read.diagnostics, read.value);
        // What rules find in their settings.
        if let Some(Err(error)) = catalog.first().map(Variant::compile) {
            found.extend(error.located_in(&catalog, "mine"));
        }
        found
    };
    for (line, code, meant) in LINES {
        let text = whole(line);
        let found = mended(&read(&text), code, &text);
        let meant = Some(*meant).filter(|line| !line.is_empty()).map(whole);
        assert_eq!(found, meant, "{line}");
        let again = found.map(|text| read(&text)).unwrap_or_default();
        assert!(
            !again.iter().any(|one| one.code.as_str() == *code),
            "{line}: {again:?}"
        );
    }
}

#[test]
fn clauses_that_are_said_otherwise_have_a_remedy() {
    for (line, remedy) in CLAUSES {
        let text = format!("name = 'mine'\ninherits = 'chess'\nrules.{line}\n");
        let read = Catalog::read(&text, Format::Toml);
        let catalog = read.value;
        let error = catalog.first().map(Variant::compile);
        let Some(Err(error)) = error else {
            panic!("{line}: it is a clause");
        };
        let found = error.located_in(&catalog, "mine");
        let said = found
            .iter()
            .map(|one| (one.message.as_str(), one.help.as_deref()));
        let said: Vec<_> = said.collect();
        let has = |text: &str| text.contains(remedy);
        let tells = said
            .iter()
            .any(|(message, help)| has(message) || help.is_some_and(has));
        assert!(tells, "{line}: {said:?}");
    }
}

/// Whatever a fixture or the corpus provokes, its change can be made, and takes the finding away.
#[test]
fn every_change_takes_its_finding_away() {
    let mut changed = 0;
    let mut texts: Vec<String> = include_str!("data/corpus.txt")
        .lines()
        .map(str::to_owned)
        .collect();
    for folder in ["err", "ok"] {
        let folder = format!("{}/tests/data/betza/{folder}", root!());
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(path).expect("a text");
            texts.extend(text.lines().map(str::to_owned));
        }
    }
    for text in texts {
        for dialect in [Dialect::XBetza, Dialect::XBoard] {
            let found = Movement::read(&text, dialect).diagnostics;
            let count = |all: &[Diagnostic], of: &Diagnostic| {
                all.iter().filter(|one| one.code == of.code).count()
            };
            for finding in found.iter().filter(|one| !one.edits.is_empty()) {
                let mended = finding.mended(&text).expect("its edits fit the text");
                let again = Movement::read(&mended, dialect).diagnostics;
                assert!(
                    count(&again, finding) < count(&found, finding),
                    "{text} -> {mended}: {finding:?}, then {again:?}"
                );
                changed += 1;
            }
        }
    }
    assert!(changed > 20, "{changed}");
}
