//! Conversions between formats: everything that a format can express is kept, and everything else
//! is listed.

use std::collections::BTreeSet;

use ferz::definition::{Export, Loss, VariantDef, differences};
use ferz::formats::{Catalog, Format, read_diagram, write, write_diagram, write_fairy_max};
use ferz::game::{Outcome, Position, Variant, perft};
use ferz::notation::move_texts;
use ferz::source::Diagnostic;

use crate::harness::Random;

/// The half-moves of the games that are played in two definitions.
const PLIES: usize = 12;

/// Formats that are written and that do not say everything.
const FOREIGN: [Format; 2] = [Format::FairyMaxIni, Format::InteractiveDiagram];

fn again(export: &Export, format: Format) -> Option<VariantDef> {
    let read = Catalog::read(&export.text, format);
    read.value.first().cloned()
}

fn count(def: &VariantDef, depth: u32) -> Option<u64> {
    let variant = Variant::compile(def).ok()?;
    Some(perft(&variant.start(), depth))
}

/// The places of the losses, with everything that they are part of.
fn lost(export: &Export) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    for loss in &export.losses {
        assert!(
            !loss.place.is_empty() && !loss.message.is_empty(),
            "{loss:?}"
        );
        places.insert(loss.place.clone());
    }
    places
}

fn is_covered(place: &str, lost: &BTreeSet<String>) -> bool {
    place
        .char_indices()
        .filter(|(_, char)| *char == '.')
        .map(|(at, _)| at)
        .chain([place.len()])
        .any(|end| lost.contains(&place[..end]))
}

/// Writes a variant, reads it again, and compares the result with the reported losses.
fn there_and_back(def: &VariantDef, format: Format) -> Export {
    let export = write(def, format).unwrap();
    let lost = lost(&export);
    let Some(back) = again(&export, format) else {
        assert!(!export.is_complete(), "{}: {format}", def.name);
        return export;
    };
    // Whoever asks that program for Chess960 gets one of the set-ups, without its number.
    let is_chess960 = export.text.contains("chess960 = true");
    for difference in differences(def, &back) {
        assert!(
            is_covered(&difference.place, &lost) || is_chess960 && difference.place == "setups",
            "{}: {format}: {difference}",
            def.name
        );
    }
    if export.is_complete() {
        assert_eq!(count(def, 2), count(&back, 2), "{}: {format}", def.name);
        // Nothing is lost on a second journey either.
        let second = write(&back, format).unwrap();
        let back_again = again(&second, format).unwrap();
        assert_eq!(
            differences(&back, &back_again),
            [],
            "{}: {format}",
            def.name
        );
    }
    export
}

/// Losses that no move on the board depends on.
const BESIDE_THE_BOARD: [&str; 4] = [
    "rules.move-limit",
    "rules.repetition",
    "rules.scores",
    "setups",
];

/// Plays a short random game in both, in which the same moves must be possible all the way.
fn play_alike(def: &VariantDef, back: &VariantDef) -> Result<(), String> {
    let start = |def: &VariantDef| {
        let variant = Variant::compile(def).map_err(|error| error.to_string())?;
        Ok::<_, String>(variant.start())
    };
    let (mut mine, mut theirs) = (start(def)?, start(back)?);
    let mut random = Random::new(136);
    for _ in 0..PLIES {
        let texts = |position: &Position| -> BTreeSet<String> {
            let moves = move_texts(position).into_iter();
            moves.map(|(text, _)| text).collect()
        };
        let (wanted, found) = (texts(&mine), texts(&theirs));
        if wanted != found {
            let other: Vec<_> = wanted.symmetric_difference(&found).collect();
            return Err(format!("{other:?} at {}", mine.to_fen()));
        }
        if wanted.is_empty() || mine.outcome() != Outcome::Ongoing {
            break;
        }
        let text = wanted.iter().nth(random.below(wanted.len())).unwrap();
        let play = |position: Position| {
            let one = position.parse_move(text).map_err(|error| error.message)?;
            Ok::<_, String>(position.play_unchecked(&one))
        };
        (mine, theirs) = (play(mine)?, play(theirs)?);
    }
    Ok(())
}

/// Sends every built-in through a format: what is not said to be lost is there again, and where
/// nothing is lost of what moves depend on the same moves are possible. How many lose nothing at
/// all, and how many no more than that.
fn built_ins_through(format: Format) -> [usize; 2] {
    let (mut counts, mut wrong) = ([0, 0], Vec::new());
    let names: Vec<&str> = Catalog::builtin().names().collect();
    assert!(names.len() >= 136, "{}", names.len());
    for name in names {
        let def = Catalog::builtin().get(name).unwrap();
        let export = there_and_back(def, format);
        let beside = |place: &String| BESIDE_THE_BOARD.contains(&place.as_str());
        counts[0] += usize::from(export.is_complete());
        if !lost(&export).iter().all(beside) {
            continue;
        }
        counts[1] += 1;
        let back = again(&export, format).unwrap();
        if let Err(fault) = play_alike(def, &back) {
            wrong.push(format!("{name}: {fault}"));
        }
    }
    println!("{format}: {counts:?}");
    assert!(wrong.is_empty(), "{format}: {wrong:#?}");
    counts
}

#[test]
fn built_ins_come_back_from_our_own_format() {
    let [complete, _] = built_ins_through(Format::Toml);
    assert!(complete >= 136, "{complete}");
}

#[test]
fn built_ins_come_back_from_fairy_stockfish() {
    let [complete, _] = built_ins_through(Format::FairyStockfishIni);
    assert!(complete >= 121, "{complete}");
}

#[test]
fn built_ins_come_back_from_fairy_max() {
    let [complete, _] = built_ins_through(Format::FairyMaxIni);
    assert!(complete >= 20, "{complete}");
}

#[test]
fn built_ins_come_back_from_diagrams() {
    let [_, alike] = built_ins_through(Format::InteractiveDiagram);
    assert!(alike >= 30, "{alike}");
}

#[test]
fn games_of_fairy_max_come_back_whole() {
    let path = concat!(root!(), "/tests/data/fairy-max/fmax.ini");
    let text = std::fs::read_to_string(path).unwrap();
    let file = Catalog::read(&text, Format::FairyMaxIni).value;
    let mut n_complete = 0;
    for name in file.names() {
        let export = there_and_back(file.get(name).unwrap(), Format::FairyMaxIni);
        n_complete += usize::from(export.is_complete());
    }
    assert_eq!(n_complete, file.len());
}

#[test]
fn diagrams_come_back_whole() {
    let folder = concat!(root!(), "/tests/data/diagrams/real");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut n_complete = 0;
    for path in &paths {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let def = read_diagram(&text, name).value.unwrap();
        let export = there_and_back(&def, Format::InteractiveDiagram);
        n_complete += usize::from(export.is_complete());
    }
    assert!(n_complete >= 4, "{n_complete} of {}", paths.len());
}

#[test]
fn what_is_written_is_pinned() {
    let builtin = Catalog::builtin();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/formats");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in ["chess", "falcon", "grand", "xiangqi", "shako"] {
            let Some(def) = builtin.get(name) else {
                continue;
            };
            for format in FOREIGN {
                let export = write(def, format).unwrap();
                let mut text = export.text;
                for loss in &export.losses {
                    text += &format!("\n! {loss}");
                }
                insta::assert_snapshot!(format!("{name}__{format}"), text);
            }
        }
    });
}

/// The figures and rules of the page.
#[test]
fn the_alert_has_its_set_ups() {
    let path = concat!(
        root!(),
        "/tests/data/diagrams/real/001-grand-apothecary-chess-alert.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let alert = read_diagram(&text, "alert").value.unwrap();
    let setups = alert.setups.as_ref().unwrap();
    assert_eq!(setups.count(), Some(576));
    assert_eq!(
        setups.start(setups.default).as_deref(),
        Some(alert.start.as_str())
    );
    let starts: BTreeSet<String> = setups
        .numbers()
        .map(|one| setups.start(one).unwrap())
        .collect();
    assert_eq!(starts.len(), 576);
    let sorted = |text: &str| {
        let mut chars: Vec<char> = text.chars().filter(char::is_ascii_alphabetic).collect();
        chars.sort_unstable();
        chars
    };
    for start in &starts {
        assert_eq!(sorted(start), sorted(&alert.start));
    }
    for start in starts.iter().step_by(16) {
        let mut def = alert.clone();
        def.start.clone_from(start);
        assert!(Variant::compile(&def).is_ok(), "{start}");
    }
}

/// Chess960 by a shuffle: 960 set-ups, in which the king castles to the usual squares.
#[test]
fn a_king_that_is_shuffled_with_its_rooks_castles_freely() {
    let text = "files=8 promoChoice=QNRB shuffle=N!BRQK pawn::::a2-h2 knight:N:::b1,g1 \
                bishop::::c1,f1 rook::::a1,h1 queen::::d1 king::::e1";
    let read = read_diagram(text, "chess960");
    assert!(!read.diagnostics.iter().any(Diagnostic::is_error));
    let def = read.value.unwrap();
    let setups = def.setups.as_ref().unwrap();
    assert_eq!(setups.count(), Some(960));
    let chess = Catalog::builtin().get("chess").unwrap();
    assert_eq!(count(&def, 3), count(chess, 3));
    let castles = Variant::compile(&def).unwrap();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq";
    let read = castles.read_fen(fen);
    assert!(!read.has_errors(), "{:?}", read.diagnostics);
    assert_eq!(perft(&read.value, 2), 568);
}

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let builtin = Catalog::builtin();
    let places = |export: Export| -> Vec<String> {
        export.losses.into_iter().map(|loss| loss.place).collect()
    };
    let chess = builtin.get("chess").unwrap();
    assert_eq!(places(write_diagram(chess)), ["rules.move-limit"]);
    assert!(places(write_fairy_max(chess)).is_empty());
    let grand = builtin.get("grand").unwrap();
    let found = places(write_fairy_max(grand));
    assert!(found.contains(&"start".to_owned()), "{found:?}");
    assert!(
        found.contains(&"pieces.pawn.promotion".to_owned()),
        "{found:?}"
    );
}

/// What a page looks like is no loss to a program without pages.
#[test]
fn presentation_stands_in_comments() {
    let text = "files=8 squareSize=40 pawn::::a2-h2 king::K:crown:e1";
    let def = read_diagram(text, "small").value.unwrap();
    let export = write(&def, Format::FairyStockfishIni).unwrap();
    let about = |loss: &&Loss| loss.message.contains("no option");
    assert_eq!(export.losses.iter().find(about), None);
    for line in ["# squareSize = 40", "# image/king = crown"] {
        assert!(
            export.text.lines().any(|one| one == line),
            "{}",
            export.text
        );
    }
}
