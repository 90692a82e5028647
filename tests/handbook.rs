//! Pages of rules: snapshots of some, and that every built-in has one.

use ferz::definition::{Catalog, Format};
use ferz::game::Variant;
use ferz::handbook::{Pictures, pictures, rules_page};
use ferz::render::{BoardStyle, Theme};

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
            assert!(page.contains(&badge), "{name}: {badge}");
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
}
