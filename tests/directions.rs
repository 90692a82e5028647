//! Names for parts of move texts: `directions`, and `{name}` in the texts.

use ferz::definition::VariantDef;
use ferz::formats::{Catalog, Format};
use ferz::source::Diagnostic;

use crate::written_toml::check_written;

/// A definition with these lines behind its board.
fn file(lines: &str) -> String {
    format!(
        "[game]\nboard = {{ files = 8, ranks = 8 }}\nstart = 'k7/8/8/8/8/8/8/K7'\n\
         pieces.king = {{ letter = 'K', move = 'K', royal = true }}\n{lines}"
    )
}

#[track_caller]
fn read(lines: &str) -> VariantDef {
    let read = Catalog::read(&file(lines), Format::Toml);
    assert_eq!(read.diagnostics, [], "{lines}");
    read.value.first().expect("a variant").clone()
}

/// The code, what it points at, and the message of each finding.
fn findings(lines: &str) -> Vec<(String, String, String)> {
    let text = file(lines);
    let told = |found: Diagnostic| {
        let at = text[found.span.range()].to_owned();
        (found.code.as_str().to_owned(), at, found.message)
    };
    let found = Catalog::read(&text, Format::Toml).diagnostics;
    found.into_iter().map(told).collect()
}

fn spelled(def: &VariantDef, piece: &str) -> String {
    let moves = def.pieces[piece].moves.iter();
    moves
        .map(|one| one.betza.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn names_stand_for_moves_and_what_is_said_of_them_for_each() {
    let names = "directions = { sides = 'WfrblF', far = 'vDXX', all = '{sides}{far}' }\n";
    for (written, meant) in [
        ("{sides}", "WfrblF"),
        ("{sides}0", "W0frblF0"),
        ("m{sides}3", "mW3mfrblF3"),
        ("N{all}", "NWfrblFvDXX"),
        ("c{all}0N", "cW0cfrblF0cvDXX0N"),
        ("{hex-sides}0", "W0frblF0"),
    ] {
        let def = read(&format!(
            "{names}pieces.man = {{ letter = 'M', move = '{written}' }}\n"
        ));
        assert_eq!(spelled(&def, "man"), meant, "{written}");
        check_written(&def).expect("it reads back");
    }
    // Without a number between them two equal atoms were a rider; as it is, one says nothing new.
    for (written, meant) in [("W{sides}", "W1WfrblF"), ("{sides}F", "WfrblF1F")] {
        let lines = format!("{names}pieces.man = {{ letter = 'M', move = '{written}' }}\n");
        let read = Catalog::read(&file(&lines), Format::Toml);
        let codes: Vec<&str> = read
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        assert_eq!(codes, ["W0217"], "{written}");
        assert_eq!(
            spelled(read.value.first().expect("a variant"), "man"),
            meant
        );
    }
    // Reaches and series may have names as well.
    let def = read(&format!(
        "{names}pieces.man = {{ letter = 'M', move = 'K', freezes = {{ reach = '{{sides}}2' }} }}\n"
    ));
    let plain =
        read("pieces.man = { letter = 'M', move = 'K', freezes = { reach = 'W2frblF2' } }\n");
    assert_eq!(def.pieces["man"], plain.pieces["man"]);
}

#[test]
fn hexagons_have_names_that_are_built_in() {
    let def = read(
        "pieces.rook = { letter = 'R', move = '{hex-sides}0' }\n\
         pieces.bishop = { letter = 'B', move = '{hex-corners}0' }\n\
         pieces.knight = { letter = 'N', move = '{hex-knight}' }\n",
    );
    let plain = read(
        "pieces.rook = { letter = 'R', move = 'RfrBblB' }\n\
         pieces.bishop = { letter = 'B', move = 'flBbrBfrN0blN0rfN0lbN0' }\n\
         pieces.knight = { letter = 'N', move = 'lfNflNrbNbrNrfCfrClbCblCrfZfrZlbZblZ' }\n",
    );
    for piece in ["rook", "bishop", "knight"] {
        let moves = |def: &VariantDef| def.pieces[piece].moves[0].movement.clone();
        assert_eq!(moves(&def), moves(&plain), "{piece}");
    }
}

#[test]
fn children_inherit_names_and_give_them_other_meanings() {
    let text = file(
        "directions.sides = 'W'\npieces.man = { letter = 'M', move = '{sides}0' }\n\
         [child]\ninherits = 'game'\ndirections.sides = 'F'\n\
         pieces.other = { letter = 'O', move = 'm{sides}' }\n",
    );
    let read = Catalog::read(&text, Format::Toml);
    assert_eq!(read.diagnostics, []);
    let def = |name: &str| read.value.get(name).expect("it is there");
    assert_eq!(spelled(def("game"), "man"), "W0");
    assert_eq!(spelled(def("child"), "man"), "F0");
    assert_eq!(spelled(def("child"), "other"), "mF");
}

#[test]
fn findings_point_at_the_names() {
    let one = |code: &str, at: &str, message: &str| {
        vec![(code.to_owned(), at.to_owned(), message.to_owned())]
    };
    let man = |text: &str| format!("pieces.man = {{ letter = 'M', move = '{text}' }}\n");
    let sides = |text: &str| format!("directions.sides = '{text}'\n{}", man("N{sides}0Z"));
    assert_eq!(
        findings(&sides("W").replace("{sides}", "{side}")),
        one("E0319", "{side}", "no directions are named `side`")
    );
    // The places behind a name are those of the file.
    let unknown = findings(&sides("WfrblF").replace("0Z", "0L_"));
    assert!(unknown.iter().any(|(_, at, _)| at == "_"), "{unknown:?}");
    // What is wrong with a name is said where it has its meaning, and where it stands.
    let wrong: Vec<String> = findings(&sides("WP"))
        .into_iter()
        .map(|(_, at, _)| at)
        .collect();
    assert_eq!(wrong.first().map(String::as_str), Some("P"), "{wrong:?}");
    assert!(wrong[1..].iter().all(|at| at == "{sides}0"), "{wrong:?}");
    for (text, message) in [
        (
            "R2",
            "`R2` is not a union of simple moves, so no letters can be added",
        ),
        (
            "WW",
            "`WW` is not a union of simple moves, so no letters can be added",
        ),
        (
            "WmasW",
            "`WmasW` is not a union of simple moves, so no letters can be added",
        ),
        (
            "[W?F]",
            "`[W?F]` is not a union of simple moves, so no letters can be added",
        ),
    ] {
        assert_eq!(
            findings(&sides(text)),
            one("E0320", "{sides}0", message),
            "{text}"
        );
    }
    assert_eq!(
        findings(&sides("W").replace("N{", "Nmf{")),
        one(
            "E0320",
            "mf{sides}0",
            "`f` is a direction, and cannot apply to all moves of a name"
        )
    );
    assert_eq!(
        findings(&sides("W").replace("}0Z", "")),
        one("E0320", "{sides", "a name in braces needs a closing `}`")
    );
    assert_eq!(
        findings("directions.R = 'W'\n"),
        one("E0320", "R", "`R` is not a valid name for directions")
    );
}

#[test]
fn circles_are_said_of_the_names_in_them() {
    let found = findings(
        "directions = { one = '{two}', two = 'W{one}', me = '{me}', out = 'F{one}' }\n\
         pieces.man = { letter = 'M', move = '{one}' }\n",
    );
    let messages: Vec<&str> = found.iter().map(|(.., message)| message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`one` stands for `two`, which stands for `one`",
            "`two` stands for `one`, which stands for `two`",
            "`me` stands for itself",
        ]
    );
    assert!(found.iter().all(|(code, ..)| code == "E0320"));
}

#[test]
fn names_that_grow_without_end_are_refused() {
    // Each name stands for twice the one before.
    let mut lines = "directions.n0 = 'W'\n".to_owned();
    for number in 1..40 {
        let before = number - 1;
        lines.push_str(&format!(
            "directions.n{number} = '{{n{before}}}{{n{before}}}'\n"
        ));
    }
    let found = findings(&lines);
    assert!(!found.is_empty());
    let known = ["E0108", "E0320", "E0315", "E0206", "W0217"];
    let strange = found
        .iter()
        .find(|(code, ..)| !known.contains(&code.as_str()));
    assert_eq!(strange, None);
}

#[test]
fn names_stand_for_moves_in_the_rules_of_the_format() {
    let names = "directions.sides = 'WfrblF'\npieces.man = { letter = 'M', move = 'W' }\n";
    for (written, meant) in [
        (
            "use.shifts = { lines = '{sides}', own = 'push' }",
            "use.shifts = { lines = 'WfrblF', own = 'push' }",
        ),
        (
            "effects = 'enemy \"m{sides}0\" from mover changes side'",
            "effects = 'enemy \"mW0mfrblF0\" from mover changes side'",
        ),
        (
            "effects = 'remove man \"{hex-sides}\" to man'",
            "effects = 'remove man \"WfrblF\" to man'",
        ),
    ] {
        let def = read(&format!("{names}rules.{written}\n"));
        assert_eq!(def, read(&format!("{names}rules.{meant}\n")), "{written}");
        check_written(&def).expect("it reads back");
    }
    let found = findings(&format!(
        "{names}rules.effects = 'remove own \"{{sids}}\" from mover'\n"
    ));
    let codes: Vec<&str> = found.iter().map(|(code, ..)| code.as_str()).collect();
    assert_eq!(codes, ["E0319"]);
    // Only a rule of a program's own knows what its texts are.
    let def = read(&format!("{names}rules.custom.mine.text = '{{sides}}'\n"));
    let text = format!("{:?}", def.rules.custom);
    assert!(text.contains("{sides}"), "{text}");
}
