//! Compared with the moves that XBoard 4.9.1 generates.

use std::collections::BTreeSet;

use ferz::geometry::Perspective;
use ferz::movement::{Dialect, Movement};
use serde::Deserialize;

use super::play::{Play, by_walking};
use super::scene::Scene;

/// One board. The format is that of conformance rows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) betza: String,
    files: usize,
    ranks: usize,
    side: String,
    unmoved: bool,
    board: String,
    moves: BTreeSet<String>,
    from: String,
    dialect: String,
}

pub(super) fn rows() -> Vec<Row> {
    include_str!("../data/xboard-moves.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row"))
        .collect()
}

impl Row {
    fn scene(&self) -> Scene {
        let friend = self.side.chars().next().unwrap_or('w');
        let mut rows: Vec<Vec<char>> = self
            .board
            .split('/')
            .map(|row| {
                let sign = |char: char| match char {
                    'w' | 'b' if char == friend => 'o',
                    'w' | 'b' => 'x',
                    other => other,
                };
                row.chars().map(sign).collect()
            })
            .collect();
        let (file, rank) = self.from.split_at(1);
        let rank: usize = rank.parse().expect("a rank");
        let file = (file.as_bytes()[0] - b'a') as usize;
        rows[self.ranks - rank][file] = '@';
        assert_eq!(rows[0].len(), self.files);
        let rows: Vec<String> = rows
            .into_iter()
            .map(|row| row.into_iter().collect())
            .collect();
        let owner = match friend {
            'w' => Perspective::White,
            _ => Perspective::Black,
        };
        Scene::of_rows(&rows, owner, self.unmoved)
    }
}

#[test]
fn every_row_of_xboard_is_reproduced() {
    let rows = rows();
    assert_eq!(rows.len(), 600);
    for row in rows {
        assert_eq!(row.dialect, Dialect::XBoard.as_str());
        let movement = Movement::read(&row.betza, Dialect::XBoard).value;
        let scene = row.scene();
        let found: BTreeSet<String> = by_walking(&movement, &scene)
            .into_iter()
            .map(|play| {
                // What the rows do not tell.
                let play = Play {
                    marks: Vec::new(),
                    ..play
                };
                play.text(&scene)
            })
            .collect();
        assert!(
            found == row.moves,
            "`{}` {} on {}\n{}\nmissing: {:?}\ntoo many: {:?}",
            row.betza,
            row.side,
            row.from,
            scene.draw(|_| None),
            row.moves.difference(&found).collect::<Vec<_>>(),
            found.difference(&row.moves).collect::<Vec<_>>(),
        );
    }
}
