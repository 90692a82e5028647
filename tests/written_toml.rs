//! Definitions written in our own format are read back unchanged.

use std::fs;

use ferz::definition::{Export, VariantDef, differences};
use ferz::formats::{Catalog, Format, write};
use ferz::movement::{Dialect, Movement};

/// The one variant of a text, without findings.
#[track_caller]
fn only(text: &str) -> VariantDef {
    let read = Catalog::read(text, Format::Toml);
    assert!(
        read.diagnostics.is_empty(),
        "{:#?}\n{text}",
        read.diagnostics
    );
    read.value.first().expect("a variant").clone()
}

/// Writes a variant and reads it again; a difference must be reported as a loss.
pub(crate) fn check_written(def: &VariantDef) -> Result<(), String> {
    let Export { text, losses, .. } = write(def, Format::Toml).ok_or("not written")?;
    if let Some(loss) = losses.first() {
        let loss = format!("{loss:?}");
        return if loss.contains("cannot be read") {
            Err(loss)
        } else {
            Ok(())
        };
    }
    let read = Catalog::read(&text, Format::Toml);
    let again = read.value.first().ok_or("no variant")?;
    let mut wanted = def.clone();
    wanted.parent = None;
    let bare = wanted.settings.bare.as_deref_mut();
    bare.into_iter().for_each(|bare| bare.parent = None);
    compare(&wanted, again, &text)
}

/// The definition with all moves in canonical spelling: what is read in another dialect, or means
/// something by the options of another format, is written in our own.
fn canonical(def: &VariantDef) -> VariantDef {
    let mut def = def.clone();
    let demand = def.demand();
    def.rules.set_royal(demand);
    if def.castling().is_some_and(|castling| castling.is_idle()) {
        def.set_castling(None);
    }
    for piece in def.pieces.values_mut() {
        piece.moves.retain(|one| !one.betza.is_empty());
        for one in &mut piece.moves {
            if let Ok(text) = one.movement.to_betza(Dialect::XBetza) {
                one.movement = Movement::read(&text, Dialect::XBetza).value;
                one.betza = text;
                one.dialect = Dialect::XBetza;
            }
        }
    }
    def
}

fn compare(wanted: &VariantDef, again: &VariantDef, text: &str) -> Result<(), String> {
    if wanted == again {
        return Ok(());
    }
    let (wanted, again) = (&canonical(wanted), &canonical(again));
    if wanted == again {
        return Ok(());
    }
    let (wanted, again) = (format!("{wanted:#?}"), format!("{again:#?}"));
    let other: Vec<&str> = again.lines().collect();
    let differs = |(number, line): &(usize, &str)| other.get(*number) != Some(line);
    let lines: Vec<String> = wanted
        .lines()
        .enumerate()
        .filter(differs)
        .take(8)
        .map(|(number, line)| format!("- {line}\n+ {}", other.get(number).unwrap_or(&"")))
        .collect();
    Err(format!("{}\n{text}", lines.join("\n")))
}

#[track_caller]
fn all(catalog: &Catalog) {
    let mut faults = Vec::new();
    for name in catalog.names() {
        let def = catalog.get(name).expect("a variant");
        if let Err(fault) = check_written(def) {
            faults.push(format!("== {name}\n{fault}"));
        }
    }
    let n_faults = faults.len();
    faults.truncate(6);
    assert!(
        faults.is_empty(),
        "{n_faults} faults:\n{}",
        faults.join("\n")
    );
}

/// The variants of a test file, at least so many.
fn file_reads_back(path: &str, format: Format, least: usize) {
    let text = fs::read_to_string(format!("{}/tests/data/{path}", root!())).expect("a text");
    let catalog = Catalog::read(&text, format).value;
    assert!(catalog.len() >= least, "{path}: {}", catalog.len());
    all(&catalog);
}

/// Every built-in is said whole, and each value of its options does what it did.
#[test]
fn built_ins_read_back() {
    let builtin = Catalog::builtin();
    all(builtin);
    let mut lossy = Vec::new();
    for name in builtin.names() {
        let def = builtin.get(name).unwrap();
        let export = write(def, Format::Toml).unwrap();
        if !export.is_complete() {
            lossy.push((name, export.losses));
            continue;
        }
        let again = Catalog::read(&export.text, Format::Toml).value;
        for (option, values) in &def.settings.options {
            for value in values.keys() {
                let query = format!("{option}={value}");
                let configured = |catalog: &Catalog| catalog.configure(name, &query);
                let mine = configured(builtin).unwrap().unwrap();
                let theirs = configured(&again).unwrap().unwrap();
                assert_eq!(differences(&mine, &theirs), [], "{name}?{query}");
            }
        }
    }
    assert!(lossy.is_empty(), "{lossy:#?}");
}

const OPTIONS: &str = "
[loose]
inherits = 'chess'
dialect = 'betza'
[loose.settings.knights]
riding = { pieces.knight.move = 'NN', rules.stalemate = 'loss' }
plain = {}
lame = { pieces.knight.move = ['nN', { betza = 'nN2', from = 'rank 1' }] }
[loose.settings.board]
wide = { board.files = 10, start = 'rnbqkkqbnr/10/10/10/10/10/10/RNBQKKQBNR', rules.guard = 'last' }
none = { pieces.pawn = false, start = 'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR', rules.goal.zone = 'rank -1' }
[heir]
inherits = 'loose'
dialect = 'xbetza'
settings.board = false
settings.knights.plain.pieces.queen.move = 'Q2'
";

/// The first value of an option may change something as well, and a chosen one comes first.
#[test]
fn options_are_written_with_what_they_change() {
    let catalog = Catalog::read(OPTIONS, Format::Toml).into_result().unwrap();
    for name in ["loose", "heir"] {
        let def = catalog.get(name).unwrap();
        for query in [
            "",
            "knights=plain",
            "knights=lame",
            "knights=lame&board=none",
            "board=none",
        ] {
            if query.contains("board") && name == "heir" {
                continue;
            }
            let chosen = match query {
                "" => def.clone(),
                query => catalog.configure(name, query).unwrap().unwrap(),
            };
            let export = write(&chosen, Format::Toml).unwrap();
            assert!(export.is_complete(), "{name}?{query}: {:?}", export.losses);
            let again = Catalog::read(&export.text, Format::Toml);
            let again = again.into_result().unwrap();
            assert_eq!(differences(&chosen, again.get(name).unwrap()), []);
            let back = again.configure(name, "knights=riding").unwrap().unwrap();
            let asked = match query.split_once("board") {
                Some((_, rest)) => format!("knights=riding&board{rest}"),
                None => "knights=riding".to_owned(),
            };
            let wanted = catalog.configure(name, &asked).unwrap().unwrap();
            assert_eq!(differences(&wanted, &back), [], "{name}?{query}");
        }
    }
}

#[test]
fn a_chosen_set_up_is_the_default_of_what_is_written() {
    let builtin = Catalog::builtin();
    let chosen = builtin.configure("baroque", "setup=5").unwrap().unwrap();
    let again = Catalog::read(&chosen.to_toml(), Format::Toml);
    let again = again.into_result().unwrap();
    let again = again.get("baroque").unwrap();
    assert_eq!(again.start, chosen.start);
    assert_eq!(again.setups.as_ref().unwrap().default, 5);
}

#[test]
fn variants_of_fairy_stockfish_read_back() {
    file_reads_back(
        "fairy-stockfish/mixtures.ini",
        Format::FairyStockfishIni,
        28,
    );
}

#[test]
fn games_of_fairy_max_read_back() {
    file_reads_back("fairy-max/fmax.ini", Format::FairyMaxIni, 43);
    file_reads_back("fairy-max/qmax.ini", Format::FairyMaxIni, 1);
}

#[test]
fn diagrams_read_back() {
    for name in [
        "001-grand-apothecary-chess-alert",
        "007-carrera-960-shuffle",
        "009-elven-chess-cvp",
        "011-gigachess-mcmtc",
        "013-terachess-mcmtc",
        "019-xiangqi",
        "021-wildebeest-chess",
        "023-tamerlane-chess-historic",
        "025-falcon-chess",
        "027-caissa-britannia",
    ] {
        let path = format!("diagrams/real/{name}.txt");
        file_reads_back(&path, Format::InteractiveDiagram, 1);
    }
}

#[test]
fn texts_with_quotes_are_written_with_escapes() {
    let def = only("[x]\ninherits = 'chess'\ntitle = \"'\\\"\\\\\\t\"");
    assert!(check_written(&def).is_ok());
}

#[test]
fn well_known_games_lose_nothing() {
    for name in [
        "chess",
        "crazyhouse",
        "shogi",
        "xiangqi",
        "janggi",
        "atomic",
        "seirawan",
        "makruk",
    ] {
        let def = Catalog::builtin().get(name).expect(name);
        let export = write(def, Format::Toml).expect("a text");
        assert!(export.is_complete(), "{name}: {:?}", export.losses);
    }
}

#[test]
fn a_piece_that_borrows_its_letter_is_written_without_one_where_captures_turn_it_back() {
    let def = only(
        "name = 'tokin'\ninherits = 'crazyhouse'\npieces.pawn.promotion.to = 'tokin'\npieces.tokin.move = 'WfF'\n",
    );
    let Export { text, losses, .. } = write(&def, Format::Toml).expect("it is written");
    assert!(losses.is_empty(), "{losses:?}");
    assert_eq!(check_written(&def), Ok(()), "{text}");
}
