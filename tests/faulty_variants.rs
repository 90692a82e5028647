//! An error spoils the variant that has it and those that inherit it, and no others.

use ferz::definition::Limits;
use ferz::formats::{Catalog, Format, Refusal};
use ferz::game::Variant;
use ferz_cli::protocol::{Library, LoadedFile};

/// A file, its variants that play, and those that are refused.
struct Row {
    about: &'static str,
    format: Format,
    text: &'static str,
    good: &'static [&'static str],
    faulty: &'static [&'static str],
}

const TOML: Format = Format::Toml;
const INI: Format = Format::FairyStockfishIni;
const MAX: Format = Format::FairyMaxIni;

/// Lines of a game for Fairy-Max, below its name.
const TINY: &str = "4x6\n3 4 0 4\n3 4 0 4\np:100 -16,6 -15,5 -17,5\np:100 16,6 15,5 17,5\n\
    k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nR:500 1,3 16,3 -1,3 -16,3\n";

const ROWS: &[Row] = &[
    Row {
        about: "an unknown key, and heirs of it",
        format: INI,
        text: "[good:chess]\nqueen = -\namazon = q\n[bad:chess]\nhasFuel = true\n[heir:bad]\n[later:good]\n",
        good: &["good", "later"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "a wrong value, which one heir writes again",
        format: INI,
        text: "[bad:chess]\nmaxRank = many\n[heir:bad]\n[mended:bad]\nmaxRank = 8\n",
        good: &["mended"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "no king, which one heir has",
        format: INI,
        text: "[bad:chess]\nking = -\n[heir:bad]\n[mended:bad]\nking = k\n[good:chess]\n",
        good: &["mended", "good"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "a start that does not fit",
        format: INI,
        text: "[bad:chess]\nstartFen = 9/8 w - - 0 1\n[good:chess]\n",
        good: &["good"],
        faulty: &["bad"],
    },
    Row {
        about: "circles of inheritance, and a parent that is not there",
        format: INI,
        text: "[a:b]\n[b:a]\n[heir:b]\n[own:own]\n[orphan:nobody]\n[child:orphan]\n[good:chess]\n",
        good: &["good"],
        faulty: &["a", "b", "heir", "own", "orphan", "child"],
    },
    Row {
        about: "a name twice",
        format: INI,
        text: "[bad:chess]\n[good:chess]\n[bad:capablanca]\n[heir:bad]\n",
        good: &["good"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "lines that are no keys, headers that are none",
        format: INI,
        text: "stray = 1\n[good:chess]\n[bad:chess]\nking\n[open:chess\nqueen = -\n[]\nfuel = 1\n[later:chess]\n",
        good: &["good", "later"],
        faulty: &["bad", "open"],
    },
    Row {
        about: "an unknown key, and heirs of it",
        format: TOML,
        text: "[good]\ninherits = 'chess'\n[bad]\ninherits = 'chess'\nfuel = true\n\
            [heir]\ninherits = 'bad'\n[later]\ninherits = 'good'\n",
        good: &["good", "later"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "a wrong type, which one heir writes again",
        format: TOML,
        text: "[bad]\ninherits = 'chess'\npieces.knight.move = 5\n[heir]\ninherits = 'bad'\n\
            [mended]\ninherits = 'bad'\npieces.knight.move = 'NN'\n\
            [without]\ninherits = 'bad'\npieces.knight = false\nstart = '4k3/8/8/8/8/8/8/4K3 w'\n",
        good: &["mended"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "a move that cannot be read, which one heir writes again",
        format: TOML,
        text: "[bad]\ninherits = 'chess'\npieces.knight.move = 'N('\n[heir]\ninherits = 'bad'\n\
            [mended]\ninherits = 'bad'\npieces.knight.move = 'NN'\n",
        good: &["mended"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "no king, and a start that does not fit, which one heir writes again",
        format: TOML,
        text: "[bad]\ninherits = 'chess'\npieces.king.royal = false\n\
            [start]\ninherits = 'chess'\nstart = '9/8 w'\n[heir]\ninherits = 'start'\n\
            [mended]\ninherits = 'start'\nstart = '4k3/8/8/8/8/8/8/R3K3 w'\n",
        good: &["mended"],
        faulty: &["bad", "start", "heir"],
    },
    Row {
        about: "circles of inheritance, and a parent that is not there or no text",
        format: TOML,
        text: "[a]\ninherits = 'b'\n[b]\ninherits = 'a'\n[heir]\ninherits = 'b'\n\
            [orphan]\ninherits = 'nobody'\n[child]\ninherits = 'orphan'\n\
            [number]\ninherits = 5\n[after]\ninherits = 'number'\n[good]\ninherits = 'chess'\n",
        good: &["good"],
        faulty: &["a", "b", "heir", "orphan", "child", "number", "after"],
    },
    Row {
        about: "a name twice",
        format: TOML,
        text: "[bad]\ninherits = 'chess'\n[good]\ninherits = 'chess'\n[bad]\ninherits = 'capablanca'\n\
            [heir]\ninherits = 'bad'\n",
        good: &["good"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "a text that does not end on its line",
        format: TOML,
        text: "[good]\ninherits = 'chess'\n[bad]\ninherits = 'chess'\npieces.knight.move = 'NN\n\
            [later]\ninherits = 'chess'\n[heir]\ninherits = 'bad'\n",
        good: &["good", "later"],
        faulty: &["bad", "heir"],
    },
    Row {
        about: "a text and a list that do not end at all",
        format: TOML,
        text: "[good]\ninherits = 'chess'\n[bad]\ninherits = 'chess'\npieces.knight.move = '''NN\n\
            [later]\ninherits = 'chess'\n[worse]\ninherits = 'chess'\npieces.rook.move = [ 'R'\n\
            [last]\ninherits = 'later'\n",
        good: &["good", "later", "last"],
        faulty: &["bad", "worse"],
    },
    Row {
        about: "a header without its bracket, a line without a value, and errors of other kinds beside",
        format: TOML,
        text: "[good]\ninherits = 'chess'\nsettings.knights.plain = {}\nsettings.knights.riding = { \
            pieces.knight.move = [\n['NN'],\n] }\n[open\ninherits = 'chess'\n[bad]\nthis is nothing\n\
            [nobody]\ninherits = 'chess'\npieces.king.royal = false\n[list]\ninherits = 'chess'\n\
            setups = { start = '{a}/8 w', digits = [\n  [ { a = '8' } ],\n] }\nstart = '4k3/8/8/8/8/8/8/4K3 w'\n",
        good: &[],
        faulty: &["open", "bad", "nobody"],
    },
    Row {
        about: "a piece line that cannot be read",
        format: MAX,
        text: "version 4.8(w)\nGame: good\nTINY\nGame: bad\nTINYp:100 -16,zz\n\nGame: board\nx\n\nGame: later\nTINY",
        good: &["good", "later"],
        faulty: &["bad", "board"],
    },
];

#[test]
fn errors_spoil_their_own_variants_and_the_heirs_of_these() {
    for row in ROWS {
        let text = row.text.replace("TINY", TINY);
        let read = Catalog::read(&text, row.format);
        let catalog = &read.value;
        assert!(read.has_errors() || row.format == INI, "{}", row.about);
        let plays = |name: &str| match catalog.select(name, None) {
            Ok(def) => Variant::compile(&def).is_ok(),
            Err(Refusal::Faulty(findings)) => {
                assert!(
                    findings.iter().any(ferz::source::Diagnostic::is_error),
                    "{}: {name}",
                    row.about
                );
                false
            }
            Err(other) => panic!("{}: {name}: {other:?}", row.about),
        };
        for name in row.good {
            assert!(plays(name), "{}: {name}: {:?}", row.about, read.diagnostics);
        }
        for name in row.faulty {
            assert!(!plays(name), "{}: {name}", row.about);
        }
        let is_named = |name: &&str| row.good.contains(name) || row.faulty.contains(name);
        let n_named = catalog.names().filter(is_named).count();
        assert_eq!(n_named, row.good.len() + row.faulty.len(), "{}", row.about);
    }
}

#[test]
fn engines_offer_what_is_good_of_a_file_and_say_why_the_rest_is_refused() {
    for row in ROWS {
        let file = LoadedFile::new("mine.txt".to_owned(), Ok(row.text.replace("TINY", TINY)));
        let library = match Library::of_files(&[file]) {
            Ok(library) => library,
            Err(faults) => {
                assert!(row.good.is_empty() && !faults.is_empty(), "{}", row.about);
                continue;
            }
        };
        for name in row.good {
            assert!(library.variant(name).is_ok(), "{}: {name}", row.about);
            assert!(
                library.names().any(|known| known == *name),
                "{}: {name}",
                row.about
            );
        }
        for name in row.faulty {
            let refused = library.variant(name).unwrap_err();
            let is_placed = refused.message.starts_with("mine.txt:");
            assert!(is_placed, "{}: {name}: {}", row.about, refused.message);
            assert!(
                library.names().all(|known| known != *name),
                "{}: {name}",
                row.about
            );
        }
        assert_eq!(
            library.faults().len(),
            1,
            "{}: {:?}",
            row.about,
            library.faults()
        );
    }
}

/// However many findings are left out, a variant with errors stays refused.
#[test]
fn variants_with_errors_beyond_the_limit_of_findings_are_refused() {
    for (format, header, fault) in [
        (TOML, "[NAME]\ninherits = 'chess'\n", "fuel = 1\n"),
        (INI, "[NAME:chess]\n", "fuel = 1\n"),
    ] {
        let mut text = String::new();
        for number in 0..40 {
            text.push_str(&header.replace("NAME", &format!("bad{number}")));
            text.push_str(fault);
        }
        text.push_str(&header.replace("NAME", "good"));
        let limits = Limits {
            findings: 10,
            ..Limits::default()
        };
        let read = Catalog::read_within(&text, format, &limits);
        assert_eq!(read.diagnostics.len(), 11);
        for name in read.value.names() {
            let is_good = read.value.select(name, None).is_ok();
            assert_eq!(is_good, name == "good", "{name}");
        }
    }
}
