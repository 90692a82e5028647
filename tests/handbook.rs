//! Rules pages: snapshots of some, and a page for every built-in.

use ferz::definition::RoyalRule;
use ferz::formats::{Catalog, Format, schema};
use ferz::game::Variant;
use ferz::state::Color;
use ferz_designer::handbook::{Pictures, pictures, rules_page};
use ferz_designer::render::{BoardStyle, Theme};

use crate::harness::{builtin, snapshot};

#[test]
fn pages() {
    for name in [
        "chess",
        "shatranj",
        "grand",
        "crazyhouse",
        "apothecary-chess-classic",
        "grand-apothecary-chess-alert",
    ] {
        let page = rules_page(&builtin(name), Pictures::Text(BoardStyle::Unicode));
        snapshot("handbook", name, &page);
    }
}

#[test]
fn every_built_in_has_a_page_without_gaps() {
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let page = rules_page(&variant, Pictures::Files);
        for piece in variant.def().pieces.values() {
            let badge = format!(" ({})\n", piece.letter);
            // Who lends its moves to a promoted side only is told of there.
            let mut all = variant.def().pieces.values();
            let lends =
                all.any(|other| other.letter.starts_with('+') && other.moves == piece.moves);
            assert!(page.contains(&badge) || lends, "{name}: {badge}");
        }
        for gap in ["  ", " .", "..", " ,", "nothing.", "- \n"] {
            assert!(!page.contains(gap), "{name}: `{gap}` in\n{page}");
        }
    }
}

#[test]
fn pictures_have_the_names_that_the_page_links_to() {
    let text = include_str!("../examples/grand-apothecary-chess-alert.txt");
    let read = Catalog::read(text, Format::InteractiveDiagram);
    let variant = Variant::compile(read.value.first().unwrap()).unwrap();
    let page = rules_page(&variant, Pictures::Files);
    let files = pictures(&variant, &Theme::light());
    assert!(files.len() > 15);
    for (name, svg) in files {
        assert!(page.contains(&format!("({name})")), "{name}");
        assert!(svg.starts_with("<svg"), "{name}");
    }
    let crazyhouse = builtin("crazyhouse");
    let page = rules_page(&crazyhouse, Pictures::Files);
    for (name, _) in pictures(&crazyhouse, &Theme::light()) {
        assert!(page.contains(&format!("({name})")), "{name}");
    }
}

/// What a reader of a game's page needs beside the sentences on single keys.
#[test]
fn pages_read_as_a_person_would_write_them() {
    let page_of = |text: &str| {
        let read = Catalog::read(text, Format::Toml);
        let variant = Variant::compile(read.value.first().expect("a variant"));
        rules_page(&variant.expect("it compiles"), Pictures::Files)
    };
    for (page, said) in [
        (
            page_of(include_str!("../examples/variants/raumschach.toml")),
            "So it has 5 parts, ranks 1 to 5, ranks 8 to 12, ranks 15 to 19, ranks 22 to 26 and ranks 29 to 33, \
             which stand for levels above one another: the same square of the level above is 7 ranks ahead.",
        ),
        (
            page_of(include_str!("../examples/variants/glinski.toml")),
            "The squares stand for hexagons",
        ),
        // What is done in the same way from several places is said once.
        (
            page_of(include_str!("../examples/variants/grid.toml")),
            "Only from one to another of the 16 equal blocks into which the board is cut, of which a1 to b2 is \
             one: leaps like a knight (1,2). In notation: `N`.",
        ),
        (
            page_of(include_str!("../examples/variants/monochromatic.toml")),
            "Only within the dark squares or within the light squares: slides any number of squares orthogonally",
        ),
        (
            page_of(include_str!("../examples/variants/einstein.toml")),
            "Becomes a bishop when it captures a pawn, knight, bishop, rook or queen.",
        ),
        (
            page_of(include_str!("../examples/variants/knight-relay.toml")),
            "A move is illegal if the moving piece is not a knight and the captured piece is a knight.",
        ),
        (
            page_of(include_str!("../examples/variants/annan.toml")),
            "In this notation `fW` steps one square straight forwards.",
        ),
        (
            page_of(include_str!("../examples/variants/congo.toml")),
            "that stands on rank 4 when its side's turn begins",
        ),
        (
            rules_page(&builtin("fairy"), Pictures::Files),
            "with bishops and ferses that all stand on squares of one color",
        ),
        (
            rules_page(&builtin("torpedo"), Pictures::Files),
            "It may also move exactly two squares straight forwards",
        ),
        // Moves to other levels.
        (
            page_of(include_str!("../examples/variants/raumschach.toml")),
            "Leaps like a knight (1,2). Goes one level up or down and two squares orthogonally or two levels up \
             or down and one square orthogonally.",
        ),
        (
            page_of(include_str!("../examples/variants/raumschach.toml")),
            "Goes one level up (Black: down), without capturing. Captures by going one level up (Black: down) \
             and one square forwards or sideways.",
        ),
        (
            page_of(include_str!("../examples/variants/raumschach.toml")),
            "Goes any number of times one level up or down, alone or together with one square in any direction, \
             always the same way.",
        ),
        (
            page_of(include_str!("../examples/variants/tamerlane.toml")),
            "If the side that moves is in check, each friendly king may also change places with a friendly piece; \
             such a move marks the square to which it moves as exchanged.",
        ),
        (
            page_of(include_str!("../examples/variants/tamerlane.toml")),
            "Arriving on rank 10, it becomes a rook.\n",
        ),
        // Promoted sides have the names of what they are.
        (
            rules_page(&builtin("shogi"), Pictures::Files),
            "### Horse (+B)\n\nA promoted bishop. Steps one square orthogonally",
        ),
        (
            rules_page(&builtin("shogi"), Pictures::Files),
            "### Promoted pawn (+P)\n\nMoves and captures as a gold.\n",
        ),
        (
            rules_page(&builtin("shogi"), Pictures::Files),
            "silver to gold (+S), bishop to horse (+B) and rook to dragon (+R).",
        ),
        (
            rules_page(&builtin("kyotoshogi"), Pictures::Files),
            "A piece must promote with every move: pawn to rook (+P)",
        ),
        (
            rules_page(&builtin("sorcerers-chess"), Pictures::Files),
            "it may also move exactly three squares straight forwards, if the two squares in between are empty, \
             without capturing; it may then be captured en passant on the second square it passed.",
        ),
        (
            rules_page(&builtin("brandubh"), Pictures::Files),
            "White has a king on a1, g1, a7 or g7.",
        ),
        (
            rules_page(&builtin("marseillais"), Pictures::Files),
            "White's first turn has one move, each later one 2 moves.",
        ),
        (
            rules_page(&builtin("wildebeest"), Pictures::Files),
            "Only from rank 2: it may move exactly three squares straight forwards",
        ),
        (
            rules_page(&builtin("knightmate"), Pictures::Files),
            "It castles neither out of check nor across an attacked square.",
        ),
    ] {
        assert!(page.contains(said), "`{said}` is not in\n{page}");
    }
}

/// The page of a child of a plain game, with some lines more.
fn page_with(lines: &[&str]) -> String {
    let text = format!(
        "[plain]
         board = {{ files = 8, ranks = 8 }}
         start = 'r1n1k1nr/pppppppp/8/8/8/8/PPPPPPPP/R1N1K1NR w - - 0 1'
         [plain.pieces]
         king = {{ letter = 'K', move = 'K', royal = true }}
         guard = {{ letter = 'G', move = 'K' }}
         rook = {{ letter = 'R', move = 'R' }}
         knight = {{ letter = 'N', move = 'C' }}
         pawn = {{ letter = 'P', move = 'fmWfceFifmnD', promotion = {{ to = 'rook' }} }}
         [row]
         inherits = 'plain'
         {}",
        lines.join("\n")
    );
    let read = Catalog::read(&text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    let def = read.value.get("row").expect("it was read");
    let variant = Variant::compile(def).unwrap_or_else(|error| panic!("{text}: {error}"));
    rules_page(&variant, Pictures::Text(BoardStyle::Ascii))
}

/// What clauses say, where a short sentence could be misunderstood.
#[test]
fn sentences_on_clauses_are_not_ambiguous() {
    for (line, said) in [
        (
            "rules.forbid = '2.. captured enemy'",
            "if there are at least 2 enemy pieces that the move captures.",
        ),
        (
            "rules.forbid = 'to rook'",
            "if the piece on the square to which it moves is a rook.",
        ),
        (
            "rules.forbid = 'mover rook and (capture or check) or castling'",
            "if the moving piece is a rook and (it is a capture or it gives check) or it is castling.",
        ),
        (
            "rules.forbid = 'not (capture or promotion) and mover rook'",
            "if it is not true that (it is a capture or it is a promotion) and the moving piece is a rook.",
        ),
        (
            "rules.forbid = 'captured not (rook [d3, d5])'",
            "if the captured piece is not a rook on d3 or d5.",
        ),
        (
            "rules.effects = 'put own pawn on empty [rank 3]'",
            "a friendly pawn appears on each empty square on rank 3",
        ),
        (
            "rules.effects = 'put own pawn on [a3-a4]'",
            "appears on a3 and a4 (if that is not free, the move is illegal)",
        ),
        (
            "rules.effects = 'choose x in own pawn, choose y in enemy pawn, x becomes knight, remove y'",
            "chooses a friendly pawn (the first choice), the side that moves chooses an enemy pawn (the second \
             choice), the first choice becomes a knight and the second choice leaves the board",
        ),
        (
            "rules.effects = 'captured goes home by color or is removed'",
            "is the start square of its kind of the color of its square; of several, the one on the nearest file.",
        ),
        (
            "rules.effects = 'repeat own rook goes to empty \"bW\" from it or stays'",
            "again and again until that changes nothing (each piece at most once)",
        ),
    ] {
        let page = page_with(&[line]);
        assert!(page.contains(said), "{line}: no `{said}` in\n{page}");
    }
}

const SENTENCES: &str = include_str!("data/handbook/sentences.txt");

/// Key, lines (none if the key alone says nothing), phrase or reason.
fn sentences() -> impl Iterator<Item = (&'static str, Option<Vec<&'static str>>, &'static str)> {
    let rows = SENTENCES.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let mut columns = row.splitn(3, " | ");
        let mut next = || {
            columns
                .next()
                .unwrap_or_else(|| panic!("three columns: {row}"))
        };
        let (key, lines, phrase) = (next(), next(), next());
        let lines = (lines != "-").then(|| lines.split(" ;; ").collect());
        (key, lines, phrase)
    })
}

#[test]
fn each_key_of_a_definition_has_its_sentence() {
    let plain = page_with(&[]);
    for (key, lines, phrase) in sentences() {
        let Some(lines) = lines else { continue };
        assert!(!plain.contains(phrase), "{key}: without it `{phrase}`");
        let page = page_with(&lines);
        assert!(page.contains(phrase), "{key}: no `{phrase}` in\n{page}");
    }
}

/// A key that is added to the format must be added to the rows as well.
#[test]
fn no_key_of_a_definition_is_without_a_row() {
    let schema = schema();
    let keys: std::collections::BTreeSet<&str> = sentences().map(|(key, ..)| key).collect();
    let tables = schema["definitions"].as_object().expect("tables");
    // What is about the file, about pictures, or about both sides of something.
    let others = [
        "Variant",
        "Presentation",
        "Setups",
        "Sides",
        "SideNames",
        "SideName",
        "SideFlags",
        "Change",
        "RuleEntry",
        "ForbidTable",
    ];
    let mut found = 0;
    for (table, content) in tables {
        let Some(properties) = content["properties"].as_object() else {
            continue;
        };
        if others.contains(&table.as_str()) {
            continue;
        }
        // What a program's own rules say, they say themselves.
        for key in properties.keys().filter(|key| *key != "custom") {
            let key = format!("{table}.{key}");
            assert!(keys.contains(key.as_str()), "{key}");
            found += 1;
        }
    }
    let used = &schema["definitions"]["Rules"]["properties"]["use"]["anyOf"][0];
    for key in used["properties"]
        .as_object()
        .expect("library rules")
        .keys()
    {
        let key = format!("Rules.{key}");
        assert!(keys.contains(key.as_str()), "{key}");
        found += 1;
    }
    assert!(found > 150, "{found}");
}

/// What a page says of the order, of mates and of lopsided pieces is what the engine does.
#[test]
fn pages_say_what_is_played() {
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let page = rules_page(&variant, Pictures::Files);
        let first = match variant.start().turn() {
            Color::White => "- White moves first.",
            Color::Black => "- Black moves first.",
        };
        assert!(page.contains(first), "{name}");
        let captured = page.contains("| king-captured |");
        assert_eq!(
            captured,
            variant.def().demand() == RoyalRule::Capture,
            "{name}"
        );
        let has_check = page.contains("| checkmate |");
        let expected = !WITHOUT_CHECK.contains(&name);
        assert_eq!(has_check, expected, "{name}: {page}");
    }
}

/// Games in which nothing is royal, or what is royal is captured.
const WITHOUT_CHECK: &[&str] = &[
    "rococo",
    "optima",
    "benedict",
    "giveaway",
    "antichess",
    "suicide",
    "codrus",
    "extinction",
    "kinglet",
    "threekings",
    "nocheckatomic",
    "atomar",
    "duck",
    "koedem",
    "dobutsu",
    "jesonmor",
    "breakthrough",
    "clobber",
    "clobber10",
    "monster",
    "chu-shogi",
    "jetan",
    "amazons",
    "isolation",
    "isolation7x7",
    "snailtrail",
    "joust",
    "fox-and-hounds",
    "international-draughts",
    "russian-draughts",
    "frisian-draughts",
    "brandubh",
    "ataxx",
    "flipersi",
    "flipello",
    "flipello10",
];

/// A piece that goes forwards and to the left: Black's goes down the board, to White's right.
#[test]
fn lopsided_pieces_are_turned_and_not_mirrored() {
    let text = "[lopsided]
        board = { files = 5, ranks = 5 }
        start = '5/5/2p2/5/5 b'
        rules.royal = 'none'
        pieces.pawn = { letter = 'P', move = 'flF' }";
    let read = Catalog::read(text, Format::Toml);
    let variant = Variant::compile(read.value.first().expect("one")).expect("it can be played");
    let moves = ferz::notation::move_texts(&variant.start());
    assert_eq!(
        moves
            .iter()
            .map(|(text, _)| text.as_str())
            .collect::<Vec<_>>(),
        ["c3d2"]
    );
    let page = rules_page(&variant, Pictures::Files);
    assert!(page.contains("left is White's right"), "{page}");
}
