//! The parameters and piece lines of a definition, as read in order.

use indexmap::IndexMap;

use super::board::{BoardBuilder, Symmetry};
use super::pieces::Piece;
use crate::geometry::{BoardShape, ShapeError};
use crate::source::{Code, Diagnostic, Span, codes, nearest};
use crate::syntax::diagram::{Parameter, PieceLine, key_kind, keys};

/// The largest number of pieces of one definition.
const MAX_PIECES: usize = 256;

/// The highest number of the bottom rank.
const MAX_FIRST_RANK: i64 = 99;

/// Parameters whose values accumulate.
pub(super) const ADDING: &[&str] = &[
    "royal",
    "baring",
    "iron",
    "protected",
    "counterStrike",
    "antiTrade",
    "morph",
];

/// Parameters that affect the piece lines below them.
const PLACED: &[&str] = &["files", "ranks", "firstRank", "symmetry"];

/// A parameter of the rules or of the page, as last written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) parameter: &'a Parameter,
    /// The number of piece lines before it.
    pub(super) n_lines: usize,
}

impl Setting<'_> {
    pub(super) fn value(&self) -> &str {
        self.parameter.value.text()
    }

    /// The place of the value, or of the key if the value is empty.
    pub(super) fn span(&self) -> Span {
        let Parameter { key, value } = self.parameter;
        if value.is_empty() {
            key.span()
        } else {
            value.span()
        }
    }
}

#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) canvas: BoardBuilder,
    /// Whether the size of the board is valid.
    pub(super) has_board: bool,
    pub(super) pieces: Vec<Piece<'a>>,
    /// All parameters by key, in the order of the text.
    pub(super) settings: IndexMap<&'a str, Vec<Setting<'a>>>,
    /// The number of piece lines so far, including holes.
    pub(super) n_lines: usize,
    /// Whether a piece was dropped because there are too many.
    pub(super) is_full: bool,
    pub(super) out: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(super) fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.out.push(Diagnostic::new(code, span, message));
    }

    pub(super) fn parameter(&mut self, parameter: &'a Parameter) {
        let key = parameter.key.text();
        let Some(_) = key_kind(key) else {
            let mut finding = Diagnostic::new(
                codes::UNKNOWN_PARAMETER,
                parameter.key.span(),
                format!("`{key}` is not a parameter of the format"),
            );
            if let Some(known) = nearest(key, keys()) {
                finding = finding.with_help(format!("did you mean `{known}`?"));
            }
            self.out.push(finding);
            return;
        };
        let setting = Setting {
            parameter,
            n_lines: self.n_lines,
        };
        let all = self.settings.entry(key).or_default();
        if let Some(earlier) = all.last().copied() {
            let has_acted = PLACED.contains(&key) && earlier.n_lines < setting.n_lines;
            if !has_acted && !ADDING.contains(&key) && earlier.value() != setting.value() {
                self.out.push(
                    Diagnostic::new(
                        codes::DOUBTFUL_IMPORT,
                        setting.span(),
                        format!("`{key}` is written twice; the last value is used"),
                    )
                    .with_label(earlier.span(), "this one has no effect"),
                );
            }
        }
        all.push(setting);
        match key {
            "files" | "ranks" => {
                if let Some(side) = self.side(setting) {
                    let canvas = &mut self.canvas;
                    let old = if key == "files" {
                        std::mem::replace(&mut canvas.files, side)
                    } else {
                        std::mem::replace(&mut canvas.ranks, side)
                    };
                    if self.n_lines > 0 && side > old {
                        let message = format!(
                            "the pieces above are placed on a board with {key}={old}, which changes only now"
                        );
                        self.out.push(
                            Diagnostic::new(codes::DOUBTFUL_IMPORT, setting.span(), message)
                                .with_help("write `files` and `ranks` before the piece lines"),
                        );
                    }
                }
            }
            "firstRank" => {
                if let Some(first) = self.number(setting, 0..=MAX_FIRST_RANK) {
                    self.canvas.first_rank = first as u8;
                }
            }
            "symmetry" => match setting.value() {
                "mirror" => self.canvas.symmetry = Symmetry::Mirror,
                "rotate" => self.canvas.symmetry = Symmetry::Rotate,
                "none" => self.canvas.symmetry = Symmetry::None,
                _ => self.bad_value(setting, "write `mirror`, `rotate` or `none`"),
            },
            _ => {}
        }
    }

    /// The length of a side of the board, limited to the maximum.
    pub(super) fn side(&mut self, setting: Setting<'_>) -> Option<u8> {
        let side = self.number(setting, i64::MIN..=i64::MAX)?;
        let max = BoardShape::MAX_SIDE;
        let (code, error) = if side < 1 {
            (codes::BOARD_EMPTY, ShapeError::Empty)
        } else if side > i64::from(max) {
            (codes::BOARD_TOO_LARGE, ShapeError::TooLarge)
        } else {
            return Some(side as u8);
        };
        self.has_board = false;
        self.report(code, setting.span(), error.to_string());
        Some(side.clamp(1, i64::from(max)) as u8)
    }

    pub(super) fn piece_line(&mut self, line: &'a PieceLine) {
        self.n_lines += 1;
        if line.name.text().eq_ignore_ascii_case("hole") {
            self.canvas.place(None, &line.squares, &mut self.out);
            return;
        }
        if line.name.is_empty() && line.image.is_empty() {
            let message = "a line with neither name nor image is dropped and has no number, as in the Interactive \
                Diagram";
            self.report(codes::NOT_CARRIED_OVER, line.span(), message);
            return;
        }
        let number = self.pieces.len();
        if number == MAX_PIECES {
            if !self.is_full {
                self.is_full = true;
                let message =
                    format!("a definition has at most {MAX_PIECES} pieces; the rest is not read");
                self.report(codes::IMPORT_PIECE_LINE, line.span(), message);
            }
            return;
        }
        let piece = Piece::read(line, &self.pieces, self.canvas.files, &mut self.out);
        self.pieces.push(piece);
        self.canvas
            .place(Some(number), &line.squares, &mut self.out);
    }

    pub(super) fn last(&self, key: &str) -> Option<Setting<'a>> {
        self.settings.get(key).and_then(|all| all.last()).copied()
    }

    /// The value as a number in `range`; reports an invalid one.
    pub(super) fn number(
        &mut self,
        setting: Setting<'_>,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        let number: Option<i64> = setting.value().parse().ok();
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let remedy = match (*range.start(), *range.end()) {
                (i64::MIN, i64::MAX) => "write a number".to_owned(),
                (low, i64::MAX) => format!("write a number from {low} upwards"),
                (low, high) => format!("write a number from {low} to {high}"),
            };
            self.bad_value(setting, &remedy);
        }
        number
    }

    /// The last value of a parameter as a non-negative number.
    pub(super) fn last_count(&mut self, key: &str) -> Option<usize> {
        let setting = self.last(key)?;
        self.number(setting, 0..=i64::MAX)
            .map(|number| number as usize)
    }

    pub(super) fn bad_value(&mut self, setting: Setting<'_>, remedy: &str) {
        let key = setting.parameter.key.text();
        let message = format!("`{}` is not a value of `{key}`", setting.value());
        let finding = Diagnostic::new(codes::IMPORT_BAD_VALUE, setting.span(), message);
        self.out.push(finding.with_help(remedy));
    }
}

/// The words joined by commas, limited in number for a message.
pub(super) fn list(words: &[String]) -> String {
    let more = if words.len() > 24 { ", …" } else { "" };
    words[..words.len().min(24)].join(", ") + more
}
