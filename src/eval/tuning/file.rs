//! Tuning files: `NAME.eval.toml`.

use std::fmt::Write as _;

use ferz_evaluations::{GAMES, TEXTS};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{PieceTuning, Tuning};
use crate::definition::VariantDef;
use crate::eval::network::{Fault, Network};
use crate::formats::Catalog;
use crate::geometry::{BoardShape, Square, value_for};
use crate::movegen::{KING_RELATIVE_FILES, KING_RELATIVE_RANKS, Phased, Weights};
use crate::rules::CompiledRules;
use crate::source::{Diagnostic, Parse, Span, codes, did_you_mean};
use crate::state::Color;

/// Maximum absolute value of a number in a file.
const MOST: i64 = 5000;

/// The keys of a piece.
const PIECE_KEYS: [&str; 10] = [
    "middle",
    "end",
    "mobility",
    "mobility-in-end",
    "few-moves",
    "danger",
    "in-hand",
    "squares",
    "own-royal",
    "opposing-royal",
];

impl Tuning {
    /// Reads a tuning file for a variant.
    ///
    /// ```
    /// use ferz::eval::Tuning;
    /// use ferz::Catalog;
    ///
    /// let chess = Catalog::builtin().get("chess").unwrap();
    /// let text = "format = 1\n[terms]\ntempo = 5\n[pieces.knight]\nmobility = 1\n";
    /// let tuning = Tuning::read(text, chess).into_result().unwrap();
    /// assert_eq!(tuning.to_text(), text);
    /// let wrong = Tuning::read("format = 1\n[pieces.unicorn]\n", chess);
    /// assert_eq!(wrong.diagnostics[0].code.as_str(), "E0631");
    /// ```
    pub fn read(text: &str, def: &VariantDef) -> Parse<Tuning> {
        let mut reader = Reader {
            def,
            tuning: Tuning::default(),
            findings: Vec::new(),
        };
        let (root, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().map_or(Span::default(), Span::from);
            reader.find(span, error.message().to_owned());
        }
        reader.file(root.get_ref());
        Parse {
            value: reader.tuning,
            diagnostics: reader.findings,
        }
    }

    /// The text of the tuning file.
    pub fn to_text(&self) -> String {
        let mut text = "format = 1\n".to_owned();
        let terms = TERMS
            .iter()
            .zip(&self.terms)
            .filter(|(_, value)| **value != 0);
        let lines: String = terms
            .map(|((name, _), value)| format!("{name} = {value}\n"))
            .collect();
        if !lines.is_empty() {
            let _ = write!(text, "[terms]\n{lines}");
        }
        for (name, piece) in &self.pieces {
            let is_bare = name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
            let key = if is_bare && !name.is_empty() {
                name.clone()
            } else {
                toml::Value::from(name.as_str()).to_string()
            };
            let _ = writeln!(text, "[pieces.{key}]");
            for (name, curve) in PIECE_KEYS.iter().zip(piece.curves) {
                if curve != [0; N_CURVE] {
                    let _ = writeln!(text, "{name} = {}", list(&curve));
                }
            }
            let numbers = [
                piece.mobility,
                piece.mobility_in_end,
                piece.few_moves,
                piece.danger,
                piece.in_hand,
            ];
            for (name, value) in PIECE_KEYS[2..].iter().zip(numbers) {
                if value != 0 {
                    let _ = writeln!(text, "{name} = {value}");
                }
            }
            let [own, opposing] = &piece.by_royal;
            let grids = [&piece.squares, own, opposing];
            for (name, grid) in PIECE_KEYS[7..].iter().zip(grids) {
                if grid.iter().flatten().any(|value| *value != 0) {
                    let _ = writeln!(text, "{name} = [\n{}]", rows(grid));
                }
            }
        }
        if let Some(network) = &self.network {
            text.push_str(&network.to_text());
        }
        text
    }
}

fn list(values: &[i32]) -> String {
    let values: Vec<String> = values.iter().map(i32::to_string).collect();
    format!("[{}]", values.join(", "))
}

/// The lines of a nested list.
fn rows(grid: &[Vec<i32>]) -> String {
    let lines = grid.iter().map(|row| format!("    {},\n", list(row)));
    lines.collect()
}

struct Reader<'d> {
    def: &'d VariantDef,
    tuning: Tuning,
    findings: Vec<Diagnostic>,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl Reader<'_> {
    fn find(&mut self, span: Span, message: String) {
        let finding = Diagnostic::new(codes::EVALUATION_FILE, span, message);
        self.findings.push(finding);
    }

    fn unknown(&mut self, span: Span, what: &str, name: &str, known: &[&str]) {
        let message = format!("unknown {what} `{name}`");
        let finding = Diagnostic::new(codes::EVALUATION_FILE, span, message);
        let help = did_you_mean(name, known.iter().copied());
        self.findings.push(finding.with_help(help));
    }

    fn file(&mut self, root: &DeTable<'_>) {
        if !root.contains_key("format") {
            self.find(Span::default(), "`format = 1` is missing".to_owned());
        }
        for (key, value) in root {
            let span = Span::from(key.span());
            match key.get_ref().as_ref() {
                "format" => {
                    if self.number(value).is_some_and(|format| format != 1) {
                        self.find(
                            Span::from(value.span()),
                            "unknown format; write 1".to_owned(),
                        );
                    }
                }
                "terms" => self.terms(value),
                "pieces" => self.pieces(value),
                "network" => self.network(value),
                other => {
                    let known = ["format", "terms", "pieces", "network"];
                    self.unknown(span, "key", other, &known);
                }
            }
        }
    }

    fn network(&mut self, value: &Value<'_>) {
        const NUMBERS: [&str; 4] = ["hidden", "outputs", "full", "alone"];
        let Some(table) = self.table(value) else {
            return;
        };
        let mut numbers = [None; 4];
        let (mut inputs, mut weights) = (None, None);
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "inputs" => inputs = value.get_ref().as_str(),
                "weights" => weights = value.get_ref().as_str(),
                name => match NUMBERS.iter().position(|known| *known == name) {
                    Some(at) => {
                        let number = self.number(value);
                        numbers[at] = number.and_then(|number| usize::try_from(number).ok());
                    }
                    None => self.unknown(
                        Span::from(key.span()),
                        "key",
                        name,
                        &[&["inputs", "weights"][..], &NUMBERS].concat(),
                    ),
                },
            }
        }
        let span = Span::from(value.span());
        let ([Some(hidden), Some(outputs), Some(full), Some(alone)], Some(inputs), Some(weights)) =
            (numbers, inputs, weights)
        else {
            return self.find(span, "the network is incomplete".to_owned());
        };
        let numbers = [hidden, outputs, full, alone];
        match Network::read(numbers, inputs, weights, self.def) {
            Ok(network) => self.tuning.network = Some(network),
            Err(Fault::Unsound(what)) => self.find(span, format!("the network is unsound: {what}")),
            Err(Fault::OtherVariant) => {
                let message = "the network was trained for another board or other pieces";
                self.find(span, message.to_owned());
            }
        }
    }

    fn terms(&mut self, value: &Value<'_>) {
        let Some(table) = self.table(value) else {
            return;
        };
        let names = TERMS.map(|(name, _)| name);
        for (key, value) in table {
            match names
                .iter()
                .position(|name| *name == key.get_ref().as_ref())
            {
                Some(term) => {
                    if let Some(number) = self.number(value) {
                        self.tuning.terms[term] = number;
                    }
                }
                None => self.unknown(Span::from(key.span()), "term", key.get_ref(), &names),
            }
        }
    }

    fn pieces(&mut self, value: &Value<'_>) {
        let Some(table) = self.table(value) else {
            return;
        };
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if self.def.piece_id(name).is_none() {
                let known: Vec<&str> = self.def.pieces.keys().map(String::as_str).collect();
                self.unknown(Span::from(key.span()), "piece", name, &known);
                continue;
            }
            let Some(table) = self.table(value) else {
                continue;
            };
            let mut piece = PieceTuning::default();
            let shape = &self.def.shape;
            let ranks = shape.ranks().into();
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "middle" => piece.curves[0] = self.curve(value),
                    "end" => piece.curves[1] = self.curve(value),
                    "mobility" => piece.mobility = self.number(value).unwrap_or(0),
                    "mobility-in-end" => piece.mobility_in_end = self.number(value).unwrap_or(0),
                    "few-moves" => piece.few_moves = self.number(value).unwrap_or(0),
                    "danger" => piece.danger = self.number(value).unwrap_or(0),
                    "in-hand" => piece.in_hand = self.number(value).unwrap_or(0),
                    "squares" => piece.squares = self.grid(value, ranks, folded_files(shape)),
                    "own-royal" => {
                        piece.by_royal[0] =
                            self.grid(value, KING_RELATIVE_RANKS, KING_RELATIVE_FILES);
                    }
                    "opposing-royal" => {
                        piece.by_royal[1] =
                            self.grid(value, KING_RELATIVE_RANKS, KING_RELATIVE_FILES);
                    }
                    other => self.unknown(Span::from(key.span()), "key", other, &PIECE_KEYS),
                }
            }
            *value_for(&mut self.tuning.pieces, name.to_owned()) = piece;
        }
    }

    fn table<'v, 't>(&mut self, value: &'v Value<'t>) -> Option<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.find(Span::from(value.span()), "expected a table".to_owned());
        }
        table
    }

    fn curve(&mut self, value: &Value<'_>) -> [i32; N_CURVE] {
        let mut curve = [0; N_CURVE];
        match value.get_ref().as_array() {
            Some(list) if list.len() == N_CURVE => {
                for (place, value) in curve.iter_mut().zip(list.iter()) {
                    *place = self.number(value).unwrap_or(0);
                }
            }
            _ => {
                let message = format!("expected a list of {N_CURVE} numbers");
                self.find(Span::from(value.span()), message);
            }
        }
        curve
    }

    /// Reads a nested list of this size.
    fn grid(&mut self, value: &Value<'_>, n_rows: usize, n_columns: usize) -> Vec<Vec<i32>> {
        let lists = value.get_ref().as_array();
        let rows = lists.into_iter().flat_map(|list| list.iter());
        let rows: Vec<_> = rows.filter_map(|row| row.get_ref().as_array()).collect();
        let is_full = rows.len() == n_rows && rows.iter().all(|row| row.len() == n_columns);
        if !is_full || lists.is_none_or(|list| list.len() != n_rows) {
            let message = format!("expected {n_rows} lists of {n_columns} numbers each");
            self.find(Span::from(value.span()), message);
            return Vec::new();
        }
        let rows = rows.into_iter();
        rows.map(|row| row.iter().map(|it| self.number(it).unwrap_or(0)).collect())
            .collect()
    }

    fn number(&mut self, value: &Value<'_>) -> Option<i32> {
        let number = value
            .get_ref()
            .as_integer()
            .and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        let number = number.filter(|number| number.abs() <= MOST);
        if number.is_none() {
            let message = format!("expected a whole number from -{MOST} to {MOST}");
            self.find(Span::from(value.span()), message);
        }
        number.and_then(|number| i32::try_from(number).ok())
    }
}

// The terms of the evaluation that tunings change, except those of single pieces; and values of squares.

/// Adds an amount to a term.
type Add = fn(&mut Weights, i32);

/// The keys of the terms in tuning files, and how each is added.
pub(super) const TERMS: [(&str, Add); 55] = [
    ("tempo", |weights, more| weights.tempo += more),
    ("shelter", |weights, more| weights.shelter += more),
    ("castling", |weights, more| weights.castling += more),
    ("exposure", |weights, more| weights.exposure += more),
    ("attack", |weights, more| {
        weights.attack = (weights.attack + more).max(0);
    }),
    ("weak-zone", |weights, more| weights.weak_zone += more),
    ("safe-check", |weights, more| weights.safe_check += more),
    ("hanging-middle", |weights, more| {
        weights.hanging.middle += more;
    }),
    ("hanging-end", |weights, more| weights.hanging.end += more),
    ("chased-middle", |weights, more| {
        weights.chased.middle += more;
    }),
    ("chased-end", |weights, more| weights.chased.end += more),
    ("outclassed-middle", |weights, more| {
        weights.outclassed.middle += more;
    }),
    ("outclassed-end", |weights, more| {
        weights.outclassed.end += more;
    }),
    ("attacked-middle", |weights, more| {
        weights.attacked.middle += more;
    }),
    ("attacked-end", |weights, more| weights.attacked.end += more),
    ("bishop-pair-middle", |weights, more| {
        weights.bishop_pair.middle += more;
    }),
    ("bishop-pair-end", |weights, more| {
        weights.bishop_pair.end += more;
    }),
    ("promoter-shelter", |weights, more| {
        weights.promoter_shelter += more;
    }),
    ("guarded-promoter-middle", |weights, more| {
        weights.guarded_promoter.middle += more;
    }),
    ("guarded-promoter-end", |weights, more| {
        weights.guarded_promoter.end += more;
    }),
    ("promoter-behind-middle", |weights, more| {
        weights.promoter_behind.middle += more;
    }),
    ("promoter-behind-end", |weights, more| {
        weights.promoter_behind.end += more;
    }),
    ("isolated-pawn-middle", |weights, more| {
        weights.isolated_pawn.middle += more;
    }),
    ("isolated-pawn-end", |weights, more| {
        weights.isolated_pawn.end += more;
    }),
    ("backed-promoter-middle", |weights, more| {
        weights.backed_promoter.middle += more;
    }),
    ("backed-promoter-end", |weights, more| {
        weights.backed_promoter.end += more;
    }),
    ("blocked-promoter-middle", |weights, more| {
        weights.blocked_promoter.middle += more;
    }),
    ("blocked-promoter-end", |weights, more| {
        weights.blocked_promoter.end += more;
    }),
    ("push-threat-middle", |weights, more| {
        weights.push_threat.middle += more;
    }),
    ("push-threat-end", |weights, more| {
        weights.push_threat.end += more;
    }),
    ("outpost-middle", |weights, more| {
        weights.outpost.middle += more;
    }),
    ("outpost-end", |weights, more| weights.outpost.end += more),
    ("half-open-middle", |weights, more| {
        weights.half_open.middle += more;
    }),
    ("half-open-end", |weights, more| {
        weights.half_open.end += more;
    }),
    ("open-middle", |weights, more| weights.open.middle += more),
    ("open-end", |weights, more| weights.open.end += more),
    ("space-middle", |weights, more| weights.space.middle += more),
    ("space-end", |weights, more| weights.space.end += more),
    ("held-way", |weights, more| weights.held_way += more),
    ("clear-way", |weights, more| weights.clear_way += more),
    ("watched-way", |weights, more| weights.watched_way += more),
    ("enemy-king-distance", |weights, more| {
        weights.enemy_king_distance += more;
    }),
    ("own-king-distance", |weights, more| {
        weights.own_king_distance += more;
    }),
    ("mobility-middle", |weights, more| {
        weights.mobility_part.middle += more;
    }),
    ("mobility-end", |weights, more| {
        weights.mobility_part.end += more;
    }),
    ("guarded-zone", |weights, more| weights.guarded_zone += more),
    ("unsafe-check", |weights, more| weights.unsafe_check += more),
    ("winning-share", |weights, more| {
        weights.winning.share += more;
    }),
    ("winning-share-promoter", |weights, more| {
        weights.winning.share_by_promoter += more;
    }),
    ("winning-base", |weights, more| weights.winning.base += more),
    ("winning-promoter", |weights, more| {
        weights.winning.by_promoter += more;
    }),
    ("winning-wings", |weights, more| {
        weights.winning.on_both_wings += more;
    }),
    ("in-hand", |weights, more| weights.held += more),
    ("promotion-middle", |weights, percent| {
        add_to_ways(weights, percent, 0);
    }),
    ("promotion-end", |weights, percent| {
        add_to_ways(weights, 0, percent);
    }),
];

pub(super) const N_TERMS: usize = TERMS.len();

/// Scales the value of free ways to promotion by a percentage.
fn add_to_ways(weights: &mut Weights, middle: i32, end: i32) {
    let ways = weights.promotable.iter_mut().flat_map(|it| &mut it.ways);
    for way in ways.flatten() {
        let whole = way.bonus;
        way.bonus.add(Phased::new(
            whole.middle * middle / 100,
            whole.end * end / 100,
        ));
    }
}

// Values of squares: curves over the board, and tables with the wings folded together.

/// The number of coefficients of a curve over the board.
pub(super) const N_CURVE: usize = 6;

/// The average of the basis functions over the board.
pub(super) fn mean_basis(rules: &CompiledRules) -> [f64; N_CURVE] {
    let mut mean = [0.0; N_CURVE];
    let n_squares = f64::from(rules.shape.area() as u32);
    for square in rules.shape.squares() {
        let basis = basis(rules, Color::White, square);
        for (mean, value) in mean.iter_mut().zip(basis) {
            *mean += value / n_squares;
        }
    }
    mean
}

/// The basis functions of a curve: 1, `r`, `r²`, `f`, `f²` and `rf`, with `r` from 0 on the first rank of the
/// side to 1 on the last, and `f` from 0 at the center of the files to 1 at both edges.
pub(super) fn basis(rules: &CompiledRules, color: Color, square: Square) -> [f64; N_CURVE] {
    let shape = &rules.shape;
    let last = f64::from(shape.ranks() - 1).max(1.0);
    let rank = f64::from(shape.rank_of(square));
    let r = match color {
        Color::White => rank / last,
        Color::Black => (f64::from(shape.ranks() - 1) - rank) / last,
    };
    let middle = (f64::from(shape.files()) - 1.0) / 2.0;
    let f = (f64::from(shape.file_of(square)) - middle).abs() / middle.max(0.5);
    [1.0, r, r * r, f, f * f, r * f]
}

/// The number of files with the wings folded together.
pub(super) fn folded_files(shape: &BoardShape) -> usize {
    usize::from(shape.files()).div_ceil(2)
}

/// The index of a square with the wings folded together: rank by rank from the first one of the side, from
/// the edge to the center.
pub(super) fn folded(rules: &CompiledRules, color: Color, square: Square) -> usize {
    let shape = &rules.shape;
    let rank = match color {
        Color::White => shape.rank_of(square),
        Color::Black => shape.ranks() - 1 - shape.rank_of(square),
    };
    let file = shape.file_of(square);
    let from_edge = file.min(shape.files() - 1 - file);
    usize::from(rank) * folded_files(shape) + usize::from(from_edge)
}

// The files of built-in variants.

/// The number of the evaluation file of a built-in variant; `None` for a different variant of the same name.
fn file_of(def: &VariantDef) -> Option<usize> {
    let name = def.name.as_str();
    let file = GAMES.iter().position(|games| games.contains(&name))?;
    (Catalog::builtin().get(name)? == def).then_some(file)
}

/// The name of the evaluation file of a built-in variant, without its extensions; `None` for a different variant of
/// the same name. With the feature `compact` the files are not embedded.
pub fn builtin_evaluation(def: &VariantDef) -> Option<&'static str> {
    Some(GAMES[file_of(def)?][0])
}

/// The built-in tuning of a built-in variant; `None` for a different variant of the same name, and with the feature
/// `compact`.
pub fn builtin_tuning(def: &VariantDef) -> Option<Tuning> {
    if cfg!(feature = "compact") {
        return None;
    }
    Tuning::read(TEXTS[file_of(def)?], def).into_result().ok()
}
