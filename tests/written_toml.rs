//! Definitions written in our own format read back as what they were.

use ferz::definition::{Catalog, Export, Format, VariantDef, write};
use ferz::movement::Movement;
use ferz::syntax::betza::Dialect;

use crate::harness::shared;

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
fn check(def: &VariantDef) -> Result<(), String> {
    let Export { text, losses } = write(def, Format::Toml).ok_or("not written")?;
    // Options are reported as lost: only the names of their values are known.
    let is_lost = |option: &String| {
        let place = format!("settings.{option}");
        losses.iter().any(|loss| loss.place == place)
    };
    if !def.settings.keys().all(is_lost) {
        return Err("an option is lost silently".to_owned());
    }
    if losses
        .iter()
        .any(|loss| !loss.place.starts_with("settings."))
    {
        return Ok(());
    }
    let read = Catalog::read(&text, Format::Toml);
    let again = read.value.first().ok_or("no variant")?;
    let mut wanted = def.clone();
    wanted.parent = None;
    wanted.settings.clear();
    compare(&wanted, again, &text)
}

/// The definition with all moves in canonical spelling: what is read in another dialect, or means
/// something by the options of another format, is written in our own.
fn canonical(def: &VariantDef) -> VariantDef {
    let mut def = def.clone();
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
        if let Err(fault) = check(def) {
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

#[test]
fn built_ins_read_back() {
    all(Catalog::builtin());
}

#[test]
fn variants_of_fairy_stockfish_read_back() {
    for path in ["import/fairy-stockfish/variants.ini", "oracle/custom.ini"] {
        if let Some(text) = shared(path) {
            all(&Catalog::read(&text, Format::FairyStockfishIni).value);
        }
    }
}

#[test]
fn games_of_fairy_max_read_back() {
    for path in ["import/fairy-max/fmax.ini", "import/fairy-max/qmax.ini"] {
        if let Some(text) = shared(path) {
            all(&Catalog::read(&text, Format::FairyMaxIni).value);
        }
    }
}

#[test]
fn diagrams_read_back() {
    for number in [
        "001_grand_apothecary_chess_alert",
        "007_carrera_960_shuffle",
        "009_elven_chess_cvp",
        "011_gigachess_mcmtc",
        "013_terachess_mcmtc",
        "019_xiangqi",
        "021_wildebeest_chess",
        "023_tamerlane_chess_historic",
        "025_falcon_chess",
        "027_caissa_britannia",
    ] {
        if let Some(text) = shared(&format!("import/diagrams/{number}.txt")) {
            all(&Catalog::read(&text, Format::InteractiveDiagram).value);
        }
    }
}

#[test]
fn texts_with_quotes_are_written_with_escapes() {
    let def = only("[x]\ninherits = 'chess'\ntitle = \"'\\\"\\\\\\t\"");
    assert!(check(&def).is_ok());
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
