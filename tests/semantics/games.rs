//! Cases that depend on a game: `tests/data/games.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz::notation::move_texts;
use ferz::state::MoveKind;
use serde::Deserialize;

use super::cases::Clauses;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    test: Vec<Case>,
}

/// One position of a small game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) clause: Clauses,
    /// Letters and moves; `K` is royal.
    pieces: BTreeMap<String, String>,
    /// Pieces that only stand there.
    #[serde(default)]
    more: BTreeMap<String, String>,
    /// Where all pieces but the king promote to a queen.
    #[serde(default)]
    promotion: Option<String>,
    board: String,
    fen: String,
    #[serde(default)]
    play: Vec<String>,
    /// The square of the piece whose moves are listed, or `@` for drops.
    man: String,
    moves: Vec<String>,
    #[expect(dead_code, reason = "it is for readers")]
    source: String,
}

pub(super) fn all() -> Vec<Case> {
    let file: File = toml::from_str(include_str!("../data/games.toml")).expect("cases");
    file.test
}

impl Case {
    fn variant(&self) -> Variant {
        let (files, ranks) = self.board.split_once('x').expect("a size");
        let board_only = self.fen.split(['[', ' ']).next().expect("a board");
        let mut text = format!(
            "[game]\ntitle = 'Game'\nboard = {{ files = {files}, ranks = {ranks} }}\nstart = '{board_only} w - - 0 1'\n\n"
        );
        for (letter, moves) in self.pieces.iter().chain(&self.more) {
            let name = letter.to_lowercase();
            writeln!(
                text,
                "[game.pieces.{name}]\nletter = '{letter}'\nmove = '{moves}'"
            )
            .unwrap();
            if letter == "K" {
                text.push_str("royal = true\n");
            }
            if let Some(zone) = self.promotion.as_ref().filter(|_| letter == "P") {
                writeln!(text, "promotion = {{ zone = '{zone}', to = ['q'] }}").unwrap();
            }
        }
        let read = Catalog::read(&text, Format::Toml);
        assert!(
            !read.has_errors(),
            "{}: {:?}\n{text}",
            self.name,
            read.diagnostics
        );
        Variant::compile(read.value.get("game").expect("a game")).expect("it compiles")
    }
}

#[test]
fn games_have_the_moves_that_are_written() {
    let mut faults = String::new();
    for case in all() {
        let name = &case.name;
        let mut position = case
            .variant()
            .parse_fen(&case.fen)
            .unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        for text in &case.play {
            let one = position
                .parse_move(text)
                .unwrap_or_else(|finding| panic!("{name}: {text}: {finding:?}"));
            position = position.play(&one).expect("a legal move");
        }
        let fen = position.to_fen();
        let again = position.variant().parse_fen(&fen).expect("its own FEN");
        assert_eq!(again.to_fen(), fen, "{name}");
        let wanted = |text: &str, kind: MoveKind| {
            (case.man == "@") == (kind == MoveKind::Drop)
                && (kind == MoveKind::Drop || text.starts_with(&case.man))
        };
        let mut found: Vec<String> = move_texts(&position)
            .into_iter()
            .filter(|(text, one)| wanted(text, one.kind))
            .map(|(text, _)| text)
            .collect();
        found.sort_unstable();
        if found != case.moves {
            let wanted = &case.moves;
            writeln!(
                faults,
                "{name}: wanted {wanted:?}, found {found:?} in {fen}"
            )
            .unwrap();
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
