//! What is written for Fairy-Stockfish means there what it means here. `bindings/python/tests/exports.py`
//! lets that program read it.

use ferz::definition::VariantDef;
use ferz::formats::{Catalog, Format, write_fairy_stockfish, write_fairy_stockfish_x};
use ferz::game::Variant;
use ferz::notation::move_texts;
use ferz::source::codes;

/// The options that the program has, but for those of single piece types.
const OPTIONS: &str = include_str!("../grammar/fairy-stockfish-options.txt");

fn options() -> impl Iterator<Item = &'static str> {
    OPTIONS.lines().filter(|line| !line.starts_with('#'))
}

fn read(text: &str, format: Format) -> Catalog {
    let read = Catalog::read(text, format);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    read.value
}

fn ini(text: &str) -> VariantDef {
    let catalog = read(text, Format::FairyStockfishIni);
    let name = catalog.names().last().expect("a section").to_owned();
    catalog.get(&name).expect("it was read").clone()
}

fn legal(def: &VariantDef) -> Vec<String> {
    let variant = Variant::compile(def).expect("it compiles");
    let moves = move_texts(&variant.start());
    moves.into_iter().map(|(text, _)| text).collect()
}

/// A king that moves along the lines of a palace is the one that Janggi has built in. One with moves of its
/// own, or with another letter, does not.
#[test]
fn kings_with_own_moves_keep_off_the_lines_of_a_palace() {
    const REST: &str = "maxRank = 10\nmaxFile = 9\nwazir = a\ncastling = false\n\
         startFen = 3k5/9/9/9/9/9/9/9/4K4/3A5 w - - 0 1\n\
         diagonalLines = d1 f1 e2 d3 f3 d8 f8 e9 d10 f10\n";
    let moves_to = |head: &str, square: &str| {
        let text = format!("{head}\n{REST}");
        legal(&ini(&text)).contains(&format!("e2{square}"))
    };
    for (head, along_lines) in [
        ("[x]\nking = k:W", false),
        ("[x:janggi]", true),
        ("[x:xiangqi]\nflyingGeneral = false", true),
        (
            "[x:minixiangqi]\nflyingGeneral = false\nmobilityRegionWhiteKing = -",
            true,
        ),
        ("[x:janggi]\nking = k:W", false),
        ("[y:janggi]\nking = k:W\n[x:y]", false),
    ] {
        assert_eq!(moves_to(head, "f3"), along_lines, "{head}");
        assert!(moves_to(head, "e3"), "{head}");
    }
}

/// What no option sets is inherited.
#[test]
fn sections_inherit_what_no_option_sets() {
    for (name, head, without) in [
        ("janggi", "[janggi:janggi]", "king = "),
        ("janggimodern", "[janggimodern:janggi]", "king = "),
        ("ataxx", "[ataxx:ataxx]", "freeDrops"),
        ("chess", "[chess]", ":"),
    ] {
        let def = Catalog::builtin().get(name).expect("a built-in");
        let export = write_fairy_stockfish(def);
        assert!(export.is_complete(), "{name}: {:?}", export.losses);
        assert_eq!(export.text.lines().next(), Some(head));
        let options = export.text.lines().filter(|line| !line.starts_with('#'));
        assert!(
            options.clone().all(|line| !line.contains(without)),
            "{}",
            export.text
        );
    }
    // Where no parent has it, it is lost.
    let general = read(
        "[mine]\ninherits = 'janggi'\nstart = '4g4/9/9/9/9/9/9/9/4G4/9 w'\n\
         [mine.pieces.general]\nletter = 'G'\n",
        Format::Toml,
    );
    let export = write_fairy_stockfish(general.get("mine").expect("it was read"));
    assert!(export.text.contains("king = g:W\n"), "{}", export.text);
    assert!(!export.is_complete(), "{}", export.text);
}

/// Every line of a section is an option of the program, and every option of the program is read.
#[test]
fn sections_have_options_of_the_program_only() {
    // The line of a piece type is its letter, perhaps with moves.
    let is_of_a_type = |key: &str, value: &str| {
        let (letter, moves) = value.split_at_checked(1).unwrap_or_default();
        key.starts_with("mobilityRegion")
            || letter.starts_with(|letter: char| letter.is_ascii_lowercase())
                && (moves.is_empty() || moves.starts_with(':'))
                && key != "freeDrops"
    };
    let mut written = 0;
    for name in crate::harness::names() {
        let def = Catalog::builtin().get(&name).expect("a variant");
        let export = write_fairy_stockfish(def);
        let lines = export.text.lines().skip(1);
        for line in lines.filter(|line| !line.starts_with('#')) {
            let (key, value) = line.split_once(" = ").expect("a key and a value");
            assert!(
                options().any(|option| option == key) || is_of_a_type(key, value),
                "{name}: {line}"
            );
            written += 1;
        }
    }
    assert!(written > 500, "{written}");
    for option in options() {
        let text = format!("[x:chess]\n{option} = ?\n");
        let read = Catalog::read(&text, Format::FairyStockfishIni);
        let mut codes = read.diagnostics.iter().map(|one| one.code);
        assert!(codes.all(|code| code != codes::INI_UNKNOWN_KEY), "{option}");
    }
    let ataxx = Catalog::builtin().get("ataxx").expect("a built-in");
    assert!(write_fairy_stockfish_x(ataxx).is_complete());
}

/// Pieces that ride, hop or are blocked otherwise there than their text reads are listed as lost.
#[test]
fn custom_pieces_are_those_of_the_program() {
    for (betza, whole) in [
        ("RF", true),
        ("N0", true),
        ("fRbR2", true),
        ("mRcpR", true),
        ("RpR", true),
        ("nNB", true),
        ("gQ", true),
        ("R3nD", true),
        ("D0", false),
        ("L0", false),
        ("fHH", false),
        ("pN", false),
        ("R3pR", false),
        ("fRpR", false),
        ("gRpfR", false),
        ("fNnN", false),
        ("fN0nN", false),
        ("pRnD", false),
    ] {
        let def = ini(&format!(
            "[x:chess]\ncustomPiece1 = a:{betza}\nstartFen = 4k3/8/8/8/8/8/8/A3K3 w - - 0 1\n"
        ));
        let export = write_fairy_stockfish(&def);
        let places: Vec<_> = export.losses.iter().map(|loss| &loss.place).collect();
        assert_eq!(
            export.is_complete(),
            whole,
            "{betza}: {places:?}\n{}",
            export.text
        );
        if !whole {
            assert_eq!(places, ["pieces.custom-piece-1.moves"], "{betza}");
        }
    }
}

/// The place and the message of each loss.
#[test]
fn what_a_section_cannot_say_is_told() {
    for (lines, place) in [
        ("board.file-names = 'xbcdefgh'\n", "board.file-names"),
        (
            "start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 unmoved=a2b2'\n",
            "start",
        ),
    ] {
        let catalog = read(
            &format!("name = 'x'\ninherits = 'chess'\n{lines}"),
            Format::Toml,
        );
        let def = catalog.get("x").expect("the variant");
        let export = write_fairy_stockfish(def);
        let is_told = export.losses.iter().any(|loss| loss.place == place);
        assert!(is_told, "{lines}: {:?}", export.losses);
        assert!(!export.text.contains("unmoved"), "{}", export.text);
    }
}

/// Names and titles come from files, and make no sections and options of their own.
#[test]
fn a_name_and_a_title_stay_on_their_lines() {
    let text = "['my:crazyhouse']\ninherits = 'chess'\ntitle = \"Two\\npassOnStalemate = true\"\n";
    let catalog = read(text, Format::Toml);
    let export = write_fairy_stockfish(catalog.get("my:crazyhouse").expect("the variant"));
    let lines: Vec<&str> = export.text.lines().collect();
    assert_eq!(lines[0], "[my-crazyhouse]");
    assert!(
        lines.contains(&"# title = Two passOnStalemate = true"),
        "{lines:?}"
    );
    assert!(!lines.contains(&"passOnStalemate = true"), "{lines:?}");
    assert!(
        export.losses.iter().any(|loss| loss.place == "name"),
        "{:?}",
        export.losses
    );
}
