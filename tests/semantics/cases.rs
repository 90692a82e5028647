//! Movement cases as data: `tests/data/moves/*.toml`.

use std::collections::BTreeSet;

use ferz::geometry::Perspective;
use ferz::movement::{Dialect, Movement};
use serde::Deserialize;

use super::scene::Scene;
use super::{offsets, play};

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    test: Vec<Case>,
}

/// One case. What is not written is not compared.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) name: String,
    /// The clauses of `docs/semantics.md` that the case shows.
    pub(super) clause: Clauses,
    pub(super) betza: String,
    #[serde(default)]
    pub(super) dialect: Option<String>,
    #[serde(default)]
    side: Option<String>,
    #[serde(default)]
    unmoved: bool,
    /// A picture, or a size such as `11x11`.
    #[serde(default)]
    board: Option<String>,
    /// The board with `*` for each quiet target, `x` for each capture, `e` for each en passant
    /// capture, `&` when the piece may end where it stands, and `@` for it otherwise.
    #[serde(default)]
    reach: Option<String>,
    /// Targets relative to the piece, as its owner sees them.
    #[serde(default)]
    targets: Option<String>,
    /// The moves in full.
    #[serde(default)]
    moves: Option<Vec<String>>,
    /// The number of different targets.
    #[serde(default)]
    count: Option<usize>,
    /// A text that means the same in the same dialect.
    #[serde(default)]
    same: Option<String>,
    /// The codes of the findings, in order.
    #[serde(default)]
    codes: Option<Vec<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub(super) source: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Clauses {
    One(String),
    Several(Vec<String>),
}

impl Clauses {
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        match self {
            Clauses::One(one) => std::slice::from_ref(one),
            Clauses::Several(several) => several,
        }
        .iter()
        .map(String::as_str)
    }
}

impl Case {
    pub(super) fn dialect(&self) -> Dialect {
        let word = self.dialect.as_deref().unwrap_or("xbetza");
        Dialect::parse(word).unwrap_or_else(|| panic!("{}: dialect {word}", self.name))
    }

    fn owner(&self) -> Perspective {
        match self.side.as_deref() {
            None | Some("w") => Perspective::White,
            Some("b") => Perspective::Black,
            Some(other) => panic!("{}: side {other}", self.name),
        }
    }

    pub(super) fn scene(&self) -> Option<Scene> {
        let board = self.board.as_ref()?;
        Some(Scene::parse(board, self.owner(), self.unmoved))
    }

    /// Everything that is wrong, or nothing.
    pub(super) fn faults(&self) -> String {
        let mut faults = String::new();
        let read = Movement::read(&self.betza, self.dialect());
        let codes: Vec<&str> = read
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        if let Some(wanted) = &self.codes
            && *wanted != codes
        {
            faults += &format!("  codes: wanted {wanted:?}, found {codes:?}\n");
        } else if self.codes.is_none() && read.has_errors() {
            faults += &format!("  errors: {:?}\n", read.diagnostics);
        }
        if let Some(same) = &self.same {
            let other = Movement::read(same, self.dialect()).value;
            if let Some(scene) = self.scene() {
                if play::by_walking(&other, &scene) != play::by_walking(&read.value, &scene) {
                    faults += &format!("  `{same}` has other moves\n");
                }
            } else if other != read.value {
                faults += &format!("  `{same}` is another movement\n");
            }
        }
        let Some(scene) = self.scene() else {
            if self.same.is_none() && self.codes.is_none() {
                faults += "  the case compares nothing\n";
            }
            return faults;
        };
        let plays = play::by_walking(&read.value, &scene);
        let found: BTreeSet<_> = plays.iter().map(|play| play.to).collect();
        if let Some(wanted) = self.count
            && wanted != found.len()
        {
            faults += &format!("  wanted {wanted} targets, found {}\n", found.len());
        }
        if let Some(targets) = &self.targets {
            let wanted: BTreeSet<_> = offsets::parse(targets)
                .into_iter()
                .filter_map(|(dx, dy)| scene.at(dx, dy))
                .collect();
            if wanted != found {
                let sign = |square| match (wanted.contains(&square), found.contains(&square)) {
                    (true, true) => Some('*'),
                    (true, false) => Some('-'),
                    (false, true) => Some('+'),
                    _ => None,
                };
                faults += &format!("  targets (- missing, + too many):\n{}", scene.draw(sign));
            }
        }
        if let Some(moves) = &self.moves {
            let wanted: BTreeSet<String> = moves.iter().cloned().collect();
            let found: BTreeSet<String> = plays.iter().map(|play| play.text(&scene)).collect();
            if wanted != found {
                faults += &format!("  moves: wanted {wanted:?}\n         found  {found:?}\n");
            }
        }
        if let Some(reach) = &self.reach {
            let found = scene.draw(|square| reached(&plays, square, &scene));
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            if plain(reach) != plain(&found) {
                faults += &format!("  reach: wanted\n{}\n  found\n{found}", reach.trim());
            }
        }
        faults
    }
}

/// The sign of a square in a picture of what is reached. Pieces that are not captured are not
/// drawn.
fn reached(
    plays: &BTreeSet<play::Play>,
    square: ferz::geometry::Square,
    scene: &Scene,
) -> Option<char> {
    let here = || plays.iter().filter(|play| play.to == square);
    if here().next().is_none() {
        return match scene.contents(square) {
            _ if square == scene.origin || !scene.shape.exists(square) => None,
            _ => Some('.'),
        };
    }
    Some(if square == scene.origin {
        '&'
    } else if here().any(|play| play.en_passant.contains(&square)) {
        'e'
    } else if here().any(|play| play.captures) {
        'x'
    } else {
        '*'
    })
}

/// Every case with the file it stands in.
pub(super) fn all() -> Vec<(String, Case)> {
    let folder = concat!(root!(), "/tests/data/moves");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a file of cases").path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.extend(file.test.into_iter().map(|case| (name.clone(), case)));
    }
    cases
}
