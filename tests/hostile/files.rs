//! Files with byte order marks, comments, repeated headers, huge lists and invisible characters.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use ferz::definition::Limits;
use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz::notation::read_record;
use ferz::source::{Diagnostic, is_command};
use ferz_designer::conformance::read_rows;
use ferz_designer::snapshot::{Settings, Snapshot, Subject};

use super::codes;
use crate::harness::builtin;

/// Far more than any reader needs for these files, even while others use the machine.
const PATIENCE: Duration = Duration::from_secs(60);

const DIAGRAM: &str = "files=8 ranks=8\nking:K:K:king:e1\npawn:P:fmWfcF:pawn:a2-h2\n";

const FAIRY_MAX: &str = "version 4.8(w)\nGame: tiny\n4x6\n3 4 0 4\n3 4 0 4\np:100 -16,6 -15,5 -17,5\n\
    p:100 16,6 15,5 17,5\nk:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nR:500 1,3 16,3 -1,3 -16,3\n";

fn ini(text: &str) -> Vec<Diagnostic> {
    Catalog::read(text, Format::FairyStockfishIni).diagnostics
}

#[test]
fn a_byte_order_mark_is_read_over_in_every_format() {
    for (format, text) in [
        (Format::Toml, "[mine]\ninherits = 'chess'\n"),
        (Format::FairyStockfishIni, "[mine:chess]\nking = k:W\n"),
        (Format::FairyMaxIni, FAIRY_MAX),
        (Format::InteractiveDiagram, DIAGRAM),
    ] {
        let marked = format!("\u{feff}{text}");
        assert_eq!(Format::recognize(&marked), Some(format));
        let [plain, marked] = [text, &marked].map(|text| Catalog::read(text, format));
        let shifted: Vec<Diagnostic> = (plain.diagnostics.into_iter())
            .map(|finding| finding.shifted('\u{feff}'.len_utf8()))
            .collect();
        let code = |findings: &[Diagnostic]| codes(findings).join(" ");
        assert_eq!(code(&shifted), code(&marked.diagnostics), "{format}");
        assert!(marked.value.first().is_some(), "{format}");
        assert_eq!(marked.value.first(), plain.value.first(), "{format}");
    }
    let rows = read_rows("\u{feff}{\"variant\":\"chess\",\"perft\":[20]}\n");
    assert_eq!((rows.value.len(), rows.diagnostics.len()), (1, 0));
    let record = read_record("\u{feff}[Variant \"chess\"]\n\n1. e2e4 *\n", |_| {
        Some(builtin("chess"))
    });
    assert_eq!(record.diagnostics, []);
    let snapshot = Snapshot {
        of: Subject::Of("chess".to_owned()),
        settings: Settings::default(),
        body: "== chess\n".to_owned(),
    };
    let read = Snapshot::read(&format!("\u{feff}{}", snapshot.to_text()));
    assert_eq!((read.value, read.diagnostics), (snapshot, Vec::new()));
}

#[test]
fn a_section_is_written_once() {
    let text = "[a:chess]\nking = k:W\n[a:chess]\nking = k:F\n";
    let read = Catalog::read(text, Format::FairyStockfishIni);
    assert_eq!(codes(&read.diagnostics), ["E0314"]);
    assert_eq!(&text[read.diagnostics[0].span.range()], "a");
    assert_eq!(read.diagnostics[0].span.start, 22);
    // The first holds, as in Fairy-Stockfish.
    let king = &read.value.get("a").expect("it is there").pieces["king"];
    assert_eq!(king.moves[0].betza, "W");
}

#[test]
fn a_section_with_the_name_of_a_built_in_is_noticed() {
    assert_eq!(codes(&ini("[shatranj:chess]\nking = k:W\n")), ["W0407"]);
}

#[test]
fn a_star_for_no_piece_is_told() {
    for (option, expected) in [
        ("nMoveRuleTypes = *", &["W0708"][..]),
        ("petrifyOnCaptureTypes = n*", &["W0708"]),
        ("extinctionPieceTypes = *", &[]),
    ] {
        let read = Catalog::read(&format!("[a:chess]\n{option}\n"), Format::FairyStockfishIni);
        assert_eq!(codes(&read.diagnostics), expected, "{option}");
    }
}

/// What Fairy-Stockfish's own reader does is told in `crates/syntax/src/syntax/ini/mod.rs`.
#[test]
fn a_comment_behind_something_is_said_once() {
    for (text, expected) in [
        ("[a:chess]  # Yari\nking = k:W\n", &[][..]),
        ("[a:chess];Yari\nking = k:W\n", &[]),
        ("[a:chess]\ncustomPiece1 = n:fRffN  # Yari\n", &["E0706"]),
        ("[a:chess]\ncustomPiece1 = n:fRffN ; Yari\n", &["E0706"]),
        ("[a:chess]\nnMoveRule = 40 # moves\n", &["W0707"]),
        ("[a:chess] Yari\nking = k:W\n", &["E0703"]),
    ] {
        let read = Catalog::read(text, Format::FairyStockfishIni);
        assert_eq!(codes(&read.diagnostics), expected, "{text}");
        for finding in &read.diagnostics[..expected.len().min(1)] {
            assert!(
                finding.help.is_some() || finding.code.as_str() == "E0703",
                "{text}"
            );
        }
        if !expected.contains(&"E0703") {
            let def = read.value.get("a").expect("it is there");
            let custom = def.pieces.values().flat_map(|piece| &piece.moves);
            assert!(
                custom.into_iter().all(|one| !one.betza.contains("Yari")),
                "{text}"
            );
        }
    }
}

#[test]
fn long_chains_and_circles_of_sections_are_refused() {
    let start = Instant::now();
    let mut chain = String::new();
    let mut circle = String::new();
    for number in 0..20_000 {
        let _ = writeln!(chain, "[a{number}:a{}]", number + 1);
        let _ = writeln!(circle, "[a{number}:a{}]", (number + 1) % 20_000);
    }
    for text in [chain, circle] {
        let findings = ini(&text);
        assert_eq!(codes(&findings), ["E0315"]);
        assert_eq!(findings.len(), Limits::default().findings + 1);
    }
    assert!(codes(&ini("[a:b]\n[b:a]\n")).contains(&"E0305"));
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn many_sections_and_large_files_are_refused() {
    let mut text = String::new();
    for number in 0..1100 {
        let _ = writeln!(text, "[a{number}:chess]\nking = k:W");
    }
    let limits = Limits {
        variants: 3,
        ..Limits::default()
    };
    let read = Catalog::read_within(&text, Format::FairyStockfishIni, &limits);
    assert_eq!(
        (read.value.len(), codes(&read.diagnostics)),
        (3, vec!["E0315"])
    );
    let large = format!("[a:chess]\n{}", "#\n".repeat(1 << 20));
    assert_eq!(codes(&ini(&large)), ["E0315"]);
}

#[test]
fn unknown_options_are_not_compared_with_everything_each_time() {
    let start = Instant::now();
    let mut text = String::from("[a:chess]\n");
    for number in 0..80_000 {
        let _ = writeln!(text, "k{number} = 1");
    }
    let findings = ini(&text);
    assert_eq!(codes(&findings), ["E0704", "E0315"]);
    assert!(start.elapsed() < PATIENCE);
}

/// No text of a definition commands the terminal on which it is shown.
#[test]
fn characters_that_are_not_shown_are_refused() {
    for char in [
        '\u{1b}', '\u{7}', '\u{9b}', '\u{7f}', '\u{202e}', '\u{2066}', '\u{200f}',
    ] {
        assert!(is_command(char));
        let escaped = format!("\\u{:04x}", u32::from(char));
        let texts = [
            (
                Format::Toml,
                format!("[mine]\ninherits = 'chess'\ntitle = \"a{escaped}b\"\n"),
            ),
            (
                Format::Toml,
                format!("[mine]\ninherits = 'chess'\nsource = \"a{escaped}b\"\n"),
            ),
            (
                Format::Toml,
                format!("[\"a{escaped}b\"]\ninherits = 'chess'\n"),
            ),
            (
                Format::Toml,
                format!(
                    "[mine]\ninherits = 'chess'\n[mine.settings.\"a{escaped}\"]\nb = {{}}\nc = {{}}\n"
                ),
            ),
            (
                Format::FairyStockfishIni,
                format!("[a{char}b:chess]\nking = k:W\n"),
            ),
            (
                Format::FairyMaxIni,
                FAIRY_MAX.replace("tiny", &format!("ti{char}ny")),
            ),
            (
                Format::InteractiveDiagram,
                DIAGRAM.replace("pawn:P", &format!("pa{char}wn:P")),
            ),
        ];
        for (format, text) in texts {
            let read = Catalog::read(&text, format);
            let found = codes(&read.diagnostics);
            let refused = ["E0318", "E0316"].iter().any(|code| found.contains(code));
            // A diagram's piece has a name without what is no letter.
            let kept =
                (read.value.first()).is_none_or(|def| def.to_toml().contains(&char.to_string()));
            let refused = refused || format == Format::InteractiveDiagram && !kept;
            assert!(
                refused,
                "U+{:04X} in {format}: {found:?}\n{text:?}",
                u32::from(char)
            );
        }
    }
}

#[test]
fn values_of_settings_are_looked_at_one_by_one() {
    let start = Instant::now();
    let mut text = "[x]\ninherits = 'chess'\n[x.settings.a]\n".to_owned();
    for number in 0..5000 {
        let _ = writeln!(text, "v{number} = {{ about = 'one of many' }}");
    }
    let read = Catalog::read(&text, Format::Toml);
    assert_eq!(codes(&read.diagnostics), [""; 0]);
    // A fault of the last is found, and so is that there are too many to look at all of them.
    let _ = writeln!(text, "last = {{ pieces.king.move = '!' }}");
    let read = Catalog::read(&text, Format::Toml);
    assert_eq!(codes(&read.diagnostics), ["E0101"]);
    let limits = Limits {
        work: 10_000,
        ..Limits::default()
    };
    let read = Catalog::read_within(&text, Format::Toml, &limits);
    assert_eq!(codes(&read.diagnostics), ["E0315"]);
    assert!(start.elapsed() < PATIENCE);
}

/// Numbers that no game has, in every key that takes one.
#[test]
fn huge_numbers_are_answered() {
    let numbers = [
        "-1",
        "0",
        "255",
        "256",
        "65535",
        "65536",
        "4294967296",
        "9223372036854775807",
    ];
    let keys = [
        "board = { files = #, ranks = 8 }",
        "board = { files = 8, ranks = # }",
        "board.first-rank = #",
        "setups = { start = '8/8/8/8/8/8/8/8', digits = [[{ a = 'k' }]], first = # }",
        "setups = { start = '8/8/8/8/8/8/8/8', digits = [[{ a = 'k' }]], default = # }",
        "pieces.pawn.promotion.limit = #",
        "pieces.pawn.value = #",
        "pieces.king.actions.run = { steps = # }",
        "rules.repetition = { limit = # }",
        "rules.move-limit = #",
        "rules.checks = #",
        "rules.scores.stalemate = #",
        "rules.use.palace = { zone = 'e4', limit = # }",
        "rules.use.point-count.margin = #",
        "rules.adjudication.moves = #",
    ];
    for key in keys {
        for number in numbers {
            let text = format!(
                "name = 'x'\ninherits = 'chess'\n{}\n",
                key.replace('#', number)
            );
            let read = Catalog::read(&text, Format::Toml);
            if let (Some(def), false) = (read.value.first(), read.has_errors())
                && let Ok(variant) = Variant::compile(def)
            {
                let start = variant.start();
                assert_eq!(
                    start.legal_moves().len(),
                    ferz::game::perft(&start, 1) as usize
                );
            }
        }
    }
}

#[test]
fn deep_nesting_long_lines_and_empty_names_are_answered() {
    let deep = [
        format!("x = {}{}", "[".repeat(50_000), "]".repeat(50_000)),
        format!("x = {}{}", "{a=".repeat(50_000), "}".repeat(50_000)),
        format!("{}x = 1", "a.".repeat(50_000)),
        format!("[{}]", vec!["a"; 50_000].join(".")),
        "['']\ninherits = 'chess'\npieces.'' = { letter = '', move = '' }\n".to_owned(),
        "[x]\ninherits = 'x'\n[y]\ninherits = 'z'\n[z]\ninherits = 'y'\n".to_owned(),
        format!(
            "[x]\ninherits = 'chess'\nstart = '{}'\n",
            "8/".repeat(200_000)
        ),
        format!(
            "[x]\ninherits = 'chess'\nstart = '{} w'\n",
            "9".repeat(10_000)
        ),
        format!(
            "[x]\ninherits = 'chess'\ntitle = '{}'\n",
            "x".repeat(900_000)
        ),
        format!("[{}]\ninherits = 'chess'\n", "x".repeat(900_000)),
        format!(
            "[x]\ninherits = 'chess'\nboard.holes = '{}'\n",
            "a1,".repeat(1300)
        ),
        format!(
            "[x]\ninherits = 'chess'\nboard.holes = '{}e4'\n",
            "not ".repeat(1000)
        ),
    ];
    let start = Instant::now();
    for text in &deep {
        let read = Catalog::read(text, Format::Toml);
        let shown: String = text.chars().take(60).collect();
        let compiled = read.value.first().map(Variant::compile);
        let refused = compiled.is_none_or(|compiled| compiled.is_err());
        assert!(read.has_errors() || refused, "{shown}");
    }
    for text in [
        format!("[x:chess]\n{} = 1\n", "k".repeat(900_000)),
        format!("[x:chess]\ncustomPiece1 = a:{}\n", "W".repeat(900_000)),
        format!("[x:chess]\nstartFen = {}\n", "8/".repeat(400_000)),
        "[x:chess]\nking =\n[]\n[:]\n[:chess]\n[ : ]\n = \n".to_owned(),
        format!("[x:chess]\nmaxRank = {}\n", "9".repeat(10_000)),
    ] {
        let read = Catalog::read(&text, Format::FairyStockfishIni);
        let compiled = read.value.first().map(Variant::compile);
        let refused = compiled.is_none_or(|compiled| compiled.is_err());
        let shown: String = text.chars().take(60).collect();
        assert!(read.has_errors() || refused, "{shown}");
    }
    for text in [
        format!("files=99999999999999999999\nranks=8\n{DIAGRAM}"),
        format!("{DIAGRAM}{}", "a:B:W:x:c3\n".repeat(5000)),
        format!("{DIAGRAM}x:{}", ":".repeat(100_000)),
        format!("{DIAGRAM}morph={}\n", "x".repeat(100_000)),
    ] {
        let _ = Catalog::read(&text, Format::InteractiveDiagram);
    }
    for text in [
        FAIRY_MAX.replace("4x6", "99999999999x99999999999"),
        FAIRY_MAX.replace("p:100", "p:99999999999999999999"),
        FAIRY_MAX.replace("-16,6", &"-16,6 ".repeat(100_000)),
        FAIRY_MAX.repeat(2000),
    ] {
        let _ = Catalog::read(&text, Format::FairyMaxIni);
    }
    assert!(start.elapsed() < PATIENCE);
}
