//! Lints of playable definitions: for each lint a definition that triggers it and a similar one
//! that does not.

use ferz::formats::{Catalog, Format};
use ferz::source::Diagnostic;
use ferz_designer::lint::examine;

/// A definition, and each finding as its code and the text it points at.
const ROWS: &[(&str, &[(&str, &str)])] = &[
    // Moves whose zones or whose length leave no square.
    (
        "pieces.knight.move = { betza = 'N', from = 'none' }",
        &[("W0403", "move")],
    ),
    (
        "pieces.knight.move = ['N', { betza = 'W', to = 'none' }]",
        &[("W0401", "{ betza = 'W', to = 'none' }")],
    ),
    (
        "pieces.knight.move = ['N', { betza = 'W', to = 'a1' }]",
        &[],
    ),
    (
        "pieces.rook.move = { betza = 'fN', from = 'rank 8' }",
        &[("W0403", "move")],
    ),
    ("pieces.rook.move = '-'", &[]),
    // A piece that is neither set up nor promoted to.
    (
        "pieces.guard = { letter = 'G', move = 'K' }",
        &[("W0402", "guard")],
    ),
    (
        "pieces.guard = { letter = 'G', move = 'K' }\npieces.pawn.promotion.to = 'guard'\n\
         pieces.queen.value = 9",
        &[],
    ),
    // Promotion where the piece never gets.
    (
        "pieces.knight.promotion = { to = 'queen', zone = 'none' }",
        &[("W0405", "promotion")],
    ),
    (
        "pieces.bishop.move = 'bW'\npieces.bishop.promotion = { to = 'queen' }",
        &[("W0405", "promotion")],
    ),
    (
        "pieces.bishop.move = 'bW'\npieces.bishop.promotion = { to = 'queen', zone = 'rank 1' }",
        &[],
    ),
    // First moves from where no piece begins.
    (
        "start = 'rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq -'",
        &[(
            "W0409",
            "'rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq -'",
        )],
    ),
    ("pieces.pawn.initial = 'rank 3'", &[("W0409", "'rank 3'")]),
    (
        "start = 'rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq -'\n\
         pieces.pawn.initial = 'unmoved'",
        &[],
    ),
    (
        "start = 'rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -'",
        &[],
    ),
    ("pieces.pawn = { initial = 'rank 3', move = 'fmWfcF' }", &[]),
    // Zones are mirrored, and moves are turned.
    (
        "pieces.knight.move = 'flF'\n\
         pieces.knight.promotion = { to = 'queen', zone = 'a3-a8' }",
        &[("W0405", "promotion")],
    ),
    (
        "pieces.knight.move = 'flF'\npieces.knight.promotion = { to = 'queen', \
         zone = { white = 'file a', black = 'file h' } }",
        &[],
    ),
    // A game that is over.
    (
        "start = 'k7/1Q6/1K6/8/8/8/8/8 b'\npieces = { pawn = false, knight = false, \
         bishop = false, rook = false }",
        &[("W0404", "'k7/1Q6/1K6/8/8/8/8/8 b'")],
    ),
    // Letters that make other letters.
    (
        "pieces.queen.letter = 'Br'\nstart = '4k3/4br3/8/8/8/8/8/RN1BrKBN1'",
        &[("W0406", "'Br'")],
    ),
    (
        "pieces.queen.letter = 'Bz'\nstart = '4k3/4bz3/8/8/8/8/8/RN1BzKBN1'",
        &[],
    ),
    // Pieces that see half of the board.
    ("pieces.queen.move = 'A'", &[("N0401", "'A'")]),
    (
        "pieces.queen.move = 'A'\npieces.rook.move = 'FD'",
        &[("N0401", "'A'")],
    ),
    ("pieces.queen.move = 'AW'", &[]),
    // Those of which there is one for each color, and those that are inherited.
    ("pieces.knight.move = 'A'", &[]),
    ("pieces.bishop = { letter = 'B', move = 'B' }", &[]),
    ("pieces.bishop.value = 3", &[]),
    // Royal pieces that may become others.
    (
        "pieces.king.promotion.to = 'queen'",
        &[("W0408", "promotion")],
    ),
    (
        "pieces.king = { promotion = { to = ['rook', 'queen'] }, value = 3 }\n\
         pieces.rook.royal = true",
        &[("W0408", "promotion")],
    ),
    (
        "pieces.king = { after = { quiet-becomes = 'queen' } }",
        &[("W0408", "after")],
    ),
    (
        "pieces.king.promotion.to = 'queen'\npieces.queen.royal = true",
        &[],
    ),
    (
        "pieces.king.promotion.to = 'queen'\nrules.royal = 'none'",
        &[],
    ),
    // Blasts that remove a royal piece, and those that it survives or that end the game.
    ("rules.captures.blast = true", &[("W0411", "true")]),
    (
        "rules.captures = { blast = true, blast-sheltered = 'pawn' }\nrules.extinction = { pieces = 'queen' }",
        &[("W0411", "true")],
    ),
    (
        "rules.captures = { blast = true, blast-immune = 'king' }",
        &[],
    ),
    ("rules.captures.blast = true\nrules.royal = 'none'", &[]),
    (
        "rules.captures.blast = true\nrules.extinction = { pieces = 'king', result = 'loss' }",
        &[],
    ),
    // Double steps that nobody can capture en passant, and those that somebody can.
    (
        "pieces.pawn.move = 'fmWfmnDfceF'",
        &[("N0402", "'fmWfmnDfceF'")],
    ),
    (
        "pieces.pawn.move = ['fmWfceF', { betza = 'fmW2', from = 'rank 2' }]",
        &[("N0402", "{ betza = 'fmW2', from = 'rank 2' }")],
    ),
    (
        "pieces.pawn.move = 'fmFifmAfceW'",
        &[("N0402", "'fmFifmAfceW'")],
    ),
    ("pieces.pawn.move = 'fmWifmnDfceF'", &[]),
    (
        "pieces.pawn.move = ['fmWfceF', { betza = 'fmnnD', from = 'rank 2' }]",
        &[],
    ),
    ("pieces.pawn.move = 'fmWifmnW2fceF'", &[]),
    ("pieces.pawn.move = 'fmWifmDfcF'", &[]),
    (
        "pieces.pawn.move = ['fmWifmnDfceF', { betza = 'fmD', from = 'rank 1' }]",
        &[],
    ),
    ("pieces.pawn.value = 1", &[]),
    // Reaches that are longer than the board.
    (
        "pieces.rook.freezes = { reach = 'WXXX' }",
        &[("W0412", "'WXXX'")],
    ),
    (
        "pieces.rook.actions = { boom = { reach = 'WXXX' } }",
        &[("W0412", "'WXXX'")],
    ),
    (
        "pieces.rook.captures.proximity = { reach = 'WXXX' }",
        &[("W0412", "'WXXX'")],
    ),
    ("pieces.rook.freezes = { reach = 'WXX' }", &[]),
    ("pieces.rook.freezes = { reach = 'own' }", &[]),
];

/// The findings of a variant of chess with some keys changed.
fn found(keys: &str) -> (String, Vec<Diagnostic>) {
    let text = format!("name = 'mine'\ninherits = 'chess'\n{keys}\n");
    let catalog = Catalog::read(&text, Format::Toml)
        .into_result()
        .unwrap_or_else(|findings| panic!("{keys}: {findings:?}"));
    let found = examine(&catalog, &text, Format::Toml);
    (text, found)
}

#[test]
fn what_is_probably_not_meant_is_said_where_it_is_written() {
    for (keys, expected) in ROWS {
        let (text, found) = found(keys);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|finding| (finding.code.as_str(), &text[finding.span.range()]))
            .collect();
        assert_eq!(found, *expected, "{keys}");
    }
}

#[test]
fn what_a_double_step_is_offered_can_be_captured_en_passant() {
    for (text, first) in [
        ("fmnD", "ifmnD"),
        ("ifmA", "ifmnA"),
        ("ifmW3", "ifmnW3"),
        ("fmG", "ifmnG"),
    ] {
        let of = |text: &str| found(&format!("pieces.pawn.move = 'fmWfceF{text}'")).1;
        let found = of(text);
        let help = found[0].help.as_deref().expect("a remedy");
        let offered: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
        assert_eq!(offered[0], first, "{text}");
        for text in offered {
            assert_eq!(of(text), [], "{text}");
        }
    }
}

#[test]
fn every_lint_has_a_remedy() {
    for (keys, _) in ROWS {
        for finding in found(keys).1 {
            assert!(finding.help.is_some(), "{keys}: {finding:?}");
            assert!(!finding.is_error(), "{keys}: {finding:?}");
        }
    }
}

#[test]
fn the_built_ins_have_nothing_but_notes() {
    let catalog = Catalog::builtin();
    for name in catalog.names() {
        let text = format!("[mine]\ninherits = '{name}'\n");
        let read = Catalog::read(&text, Format::Toml);
        // Not every built-in can be inherited from in our format.
        let Ok(mine) = read.into_result() else {
            continue;
        };
        let found = examine(&mine, &text, Format::Toml);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
    let text = Catalog::builtin_text();
    let own = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("good");
    // One built-in has pieces for positions of one's own.
    let box_of_pieces = text.find("[fairy.pieces]").expect("it is there");
    let end = text[box_of_pieces..].find("\n#").expect("another variant");
    let box_of_pieces = box_of_pieces..box_of_pieces + end;
    for finding in examine(&own, text, Format::Toml) {
        let at = finding.span.start as usize;
        if finding.code.as_str() == "W0402" && box_of_pieces.contains(&at) {
            continue;
        }
        // The names are those of the built-ins, because they are the built-ins.
        let expected = ["N0401", "W0407"].contains(&finding.code.as_str());
        assert!(expected, "{finding:?}");
    }
}

#[test]
fn a_piece_that_a_setting_brings_in_appears() {
    let text = "name = 'mine'\ninherits = 'chess'\n[pieces]\n\
                guard = { letter = 'G', move = 'K' }\nman = { letter = 'M', move = 'K' }\n\
                [settings.guards]\nno = {}\n\
                yes = { pieces = { pawn = { promotion = { to = 'guard' } } } }\n";
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("good");
    let found = examine(&catalog, text, Format::Toml);
    let absent = found
        .iter()
        .filter(|finding| finding.code.as_str() == "W0402");
    let names: Vec<&str> = absent.map(|finding| &text[finding.span.range()]).collect();
    assert_eq!(names, ["man"]);
}

#[test]
fn a_name_of_a_built_in_is_noticed() {
    let text = "[shatranj]\ninherits = 'chess'\n[mine]\ninherits = 'chess'\n";
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("good");
    let found = examine(&catalog, text, Format::Toml);
    let codes: Vec<&str> = found.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["W0407"]);
    assert_eq!(&text[found[0].span.range()], "shatranj");
}

/// The file counts as read for each value, up to 32 MiB.
#[test]
fn values_of_settings_are_gone_through_however_long_the_file_is() {
    let faults = |bytes: usize| {
        let values = (0..40).map(|n| format!("v{n} = {{ rules.extinction.count = {n} }}\n"));
        let values: String = values.collect();
        let head = "name = 'mine'\ninherits = 'chess'\n[settings.end]\nusual = {}\n";
        let mut text = format!("{head}{values}");
        let padding = bytes.saturating_sub(text.len());
        text.push_str(&"#".repeat(padding));
        let read = Catalog::read(&text, Format::Toml);
        assert_eq!(read.diagnostics, []);
        let found = examine(&read.value, &text, Format::Toml);
        found
            .iter()
            .filter(|one| one.code.as_str() == "E0310")
            .count()
    };
    assert_eq!(faults(0), 40);
    // Comments cost no work.
    assert_eq!(faults((1 << 20) - 40_000), 40);
}
