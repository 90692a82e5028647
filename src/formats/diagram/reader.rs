//! Reader of a definition: its parameters and piece lines in order.

use indexmap::IndexMap;

use crate::definition::place::TextPlace;
use crate::definition::{CapturedTo, PieceDef, PromotionDef, RulesDef, VariantDef};
use crate::formats::findings;
use crate::formats::findings::{Finding, Heirs, Read, ReadText};
use crate::geometry::{BoardShape, ShapeError};
use crate::source::{Code, Diagnostic, Parse, Span, codes, nearest};
use crate::syntax::diagram::{Item, Parameter, PieceLine, key_kind, keys, parse};

use super::board::{BoardBuilder, Symmetry};
use super::letters::{self, LetterRequest};
use super::pieces::Piece;
use super::promotion::Promotions;
use super::special::Passing;
use super::{promotion, shuffle};

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

// Reader of a definition.

/// Script functions of a page that change the rules.
const PAGE_SCRIPTS: &[&str] = &[
    "BadZone",
    "WeirdPromotion",
    "CustomPromotion",
    "WeirdChain",
    "Tinker(",
];

/// Reads the Interactive Diagram definition in `text`, which may be a whole page. The variant is called `name`.
///
/// The value is `None` without a definition or a board; otherwise it is present despite errors, which the findings
/// report.
///
/// ```
/// let page = "files=5 ranks=6 maxPromote=0 man::::a2-e2 king::K::c1 I hope you like it.";
/// let read = ferz::formats::read_diagram(page, "tiny");
/// let variant = read.value.unwrap();
/// assert_eq!(variant.start, "2k2/mmmmm/5/5/MMMMM/2K2 w");
/// assert!(variant.pieces["king"].royal);
/// assert_eq!(read.diagnostics[0].code.as_str(), "N0702");
/// ```
pub fn read_diagram(text: &str, name: &str) -> Parse<Option<VariantDef>> {
    let parsed = parse(text);
    let mut reader = Reader {
        canvas: BoardBuilder::new(),
        has_board: true,
        pieces: Vec::new(),
        settings: IndexMap::new(),
        n_lines: 0,
        is_full: false,
        out: parsed.diagnostics,
    };
    for item in &parsed.value.items {
        match item {
            Item::Parameter(parameter) => reader.parameter(parameter),
            Item::Piece(line) => reader.piece_line(line),
        }
    }
    let value = reader.finish(name);
    if value.is_some() {
        reader.page_scripts(text);
    }
    let mut diagnostics = reader.out;
    if let Some(def) = &value {
        diagnostics.extend(findings::check(text, def, Span::new(0, text.len())));
    }
    Diagnostic::sort(&mut diagnostics);
    Parse { value, diagnostics }
}

/// Reads the definition as a file of one variant.
pub(in crate::formats) fn read(text: &str, name: &str) -> ReadText {
    let Parse { value, diagnostics } = read_diagram(text, name);
    let Some(def) = value else {
        return ReadText {
            variants: IndexMap::new(),
            findings: diagnostics.into_iter().map(Finding::about_text).collect(),
        };
    };
    let start = TextPlace::new(text, Span::new(0, text.len()), &def.start);
    let about = |finding| Finding::about(0, Heirs::None, finding);
    ReadText {
        variants: IndexMap::from([(name.to_owned(), Some(Read { def, start }))]),
        findings: diagnostics.into_iter().map(about).collect(),
    }
}

impl Reader<'_> {
    /// Reports the page's script functions: they are not part of the text, and a page that calls one has rules that the
    /// text lacks.
    fn page_scripts(&mut self, text: &str) {
        for script in PAGE_SCRIPTS {
            if let Some(at) = text.find(script) {
                let name = script.trim_end_matches('(');
                let message = format!(
                    "the rules seem to depend on the page script `{name}`, which the text does not contain"
                );
                self.report(
                    codes::NOT_CARRIED_OVER,
                    Span::new(at, at + name.len()),
                    message,
                );
            }
        }
    }

    fn finish(&mut self, name: &str) -> Option<VariantDef> {
        if self.pieces.is_empty() {
            if !self.out.iter().any(Diagnostic::is_error) {
                let message = "no definition was found: the text has no piece line";
                self.out.push(
                    Diagnostic::new(codes::NO_VARIANT, Span::at(0), message).with_help(
                        "a piece line has at least five fields, such as `knight:N:::b1,g1`",
                    ),
                );
            }
            return None;
        }
        let shape = match self.canvas.shape(&mut self.out) {
            Ok(shape) => shape,
            Err(error) => {
                let span = self
                    .last("files")
                    .map_or(Span::at(0), |setting| setting.span());
                self.report(codes::BOARD_EMPTY, span, error.to_string());
                return None;
            }
        };
        let letters = self.letters();
        let is_royal = self.royals();
        let matrix = self.matrix(&shape);
        self.captures(&matrix.spares);
        self.castle_sides(&shape);
        let cast = self.spell(matrix.after.len(), &shape);
        let captured = self.captured_to();
        let (promotions, passing) = self.promotions(&is_royal, &shape);
        let promotions = self.morphs(promotions, &shape);
        self.hands(captured, &promotions);
        let mut rules = RulesDef::default();
        rules.set_captured_to(captured);
        rules.set_stalemate(self.stalemate());
        rules.set_guard(self.several_royals(&is_royal, &promotions));
        let (forms, pairs) = self.special(&mut rules, &is_royal, passing);
        self.tables(&mut rules, &shape, &is_royal);
        let names: Vec<String> = self.pieces.iter().map(|piece| piece.name.clone()).collect();
        if let Some((rule, table)) = cast.as_ref().and_then(|cast| cast.rule(&names)) {
            rules.builtin.insert(rule.to_owned(), table);
        }
        self.not_carried_over();
        let hands = self.hands_text(&letters, &rules);
        let text = |board: String| board + &hands + " w";
        let start = text(self.canvas.fen(&letters));
        let shuffled = self.shuffle(&is_royal, &letters, &text);
        let presentation = self.presentation();
        if !self.has_board {
            return None;
        }
        let pieces = std::mem::take(&mut self.pieces).into_iter();
        let pieces = pieces.zip(letters).zip(is_royal).zip(promotions);
        let pieces =
            pieces
                .zip(matrix.after)
                .map(|((((piece, letter), royal), promotion), after)| {
                    let def = PieceDef {
                        royal,
                        promotion,
                        after,
                        ..PieceDef::with_moves(&letter, piece.moves)
                    };
                    (piece.name, def)
                });
        let mut pieces: Vec<(String, PieceDef)> = pieces.collect();
        if let Some(cast) = &cast {
            cast.give(&mut pieces);
        }
        let (setups, castling) =
            shuffled.map_or((None, None), |one| (Some(one.setups), one.castling));
        let mut def = VariantDef {
            setups,
            pieces: pieces.into_iter().collect(),
            forms,
            rules,
            presentation,
            ..VariantDef::new(name, shape, &start)
        };
        def.set_paired_promotion(&pairs);
        if let Some(castling) = castling {
            def.castle_freely(castling);
        }
        Some(def)
    }

    /// Reads the set-ups of a shuffle.
    fn shuffle(
        &mut self,
        is_royal: &[bool],
        letters: &[String],
        text: &dyn Fn(String) -> String,
    ) -> Option<shuffle::Shuffled> {
        let setting = self.last("shuffle").filter(|one| !one.value().is_empty())?;
        let field = &setting.parameter.value;
        shuffle::read(
            field,
            &self.canvas,
            &self.pieces,
            is_royal,
            letters,
            text,
            &mut self.out,
        )
    }

    /// Merges the promotions with the tables of promotions by square.
    fn morphs(
        &mut self,
        mut promotions: Vec<Option<PromotionDef>>,
        shape: &BoardShape,
    ) -> Vec<Option<PromotionDef>> {
        let settings = self.settings.get("morph").cloned().unwrap_or_default();
        for setting in settings.into_iter().filter(|one| !one.value().is_empty()) {
            let above = self.number_above(setting);
            let Some(number) = above else {
                let message = "write `morph` below the line of its piece";
                self.report(codes::NOT_CARRIED_OVER, setting.span(), message);
                continue;
            };
            let field = &setting.parameter.value;
            if let Some(table) = promotion::read(field, number, &self.pieces, shape, &mut self.out)
            {
                promotions[number] = Some(promotion::joined(promotions[number].take(), table));
            }
        }
        promotions
    }

    /// Assigns FEN letters. Changed ids are reported, with one finding for equal ids.
    fn letters(&mut self) -> Vec<String> {
        let requests: Vec<LetterRequest<'_>> = self
            .pieces
            .iter()
            .map(|piece| LetterRequest {
                id: &piece.id,
                is_written: !piece.line.id.is_empty(),
                name: &piece.name,
            })
            .collect();
        let letters = letters::assign(&requests);
        let mut changed: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            if letters::as_letter(&piece.id).as_ref() != Some(&letters[number]) {
                changed.entry(&piece.id).or_default().push(number);
            }
        }
        let mut findings = Vec::new();
        for (id, numbers) in changed {
            let names: Vec<String> = numbers
                .iter()
                .map(|number| format!("`{}` as `{}`", self.pieces[*number].name, letters[*number]))
                .collect();
            let keeper = letters::as_letter(id)
                .and_then(|wanted| letters.iter().position(|letter| *letter == wanted));
            let reason = match keeper {
                Some(keeper) => format!("`{id}` is the letter of `{}`", self.pieces[keeper].name),
                None if id.is_empty() => "a piece has no id".to_owned(),
                None => format!("the id `{id}` cannot be a letter here"),
            };
            let mut finding = Diagnostic::new(
                codes::NOT_CARRIED_OVER,
                self.pieces[numbers[0]].label().span(),
                format!("{reason}; in positions and moves, {}", list(&names)),
            );
            for number in &numbers[1..] {
                let word = format!("written `{}`", letters[*number]);
                finding = finding.with_label(self.pieces[*number].label().span(), word);
            }
            findings.push(finding);
        }
        self.out.append(&mut findings);
        letters
    }

    /// The promotions of each piece on arrival, or by moves through the zone.
    fn promotions(
        &mut self,
        is_royal: &[bool],
        shape: &BoardShape,
    ) -> (Vec<Option<PromotionDef>>, Option<Passing>) {
        let n_promoting = self.last_count("maxPromote");
        let depth = self.last_count("promoZone").unwrap_or(1);
        let offset = self.last_count("promoOffset").filter(|offset| *offset > 0);
        let span = |setting: Setting<'_>| setting.span();
        if let (Some(0), Some(setting)) = (n_promoting, self.last("maxPromote")) {
            let has_pawns = self
                .pieces
                .iter()
                .any(|piece| piece.name.starts_with("pawn"));
            if has_pawns && depth > 0 {
                let message = "pawns do not promote; such pages often promote by a script that the text does not \
                    contain";
                self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
            }
        }
        let n_promoting = n_promoting.unwrap_or(1);
        let holdings = self
            .last("holdingsType")
            .is_some_and(|setting| setting.value() != "0");
        let promotions = Promotions {
            n_promoting,
            depth: depth.min(usize::from(shape.ranks())) as u8,
            choices: self
                .last("promoChoice")
                .map(|setting| &setting.parameter.value),
            offset: offset.zip(self.last("promoOffset").map(span)),
            has_holdings: holdings,
        };
        let (promotions, passing) = promotions.read(&self.pieces, is_royal, shape, &mut self.out);
        for (piece, _) in self
            .pieces
            .iter()
            .zip(is_royal)
            .zip(&promotions)
            .filter_map(|((piece, is_royal), promotion)| {
                is_royal.then_some(piece).zip(promotion.as_ref())
            })
        {
            let message = format!("`{}` is royal and promotes", piece.name);
            self.out.push(
                Diagnostic::new(codes::DOUBTFUL_IMPORT, piece.line.span(), message).with_help(
                    "`maxPromote` sets how many pieces promote; by default only the first does",
                ),
            );
        }
        (promotions, passing)
    }

    /// The pieces in hand as FEN text.
    fn hands_text(&self, letters: &[String], rules: &RulesDef) -> String {
        let hand = |count: fn(&Piece<'_>) -> u8| -> String {
            let men = self.pieces.iter().zip(letters);
            men.map(|(piece, letter)| letter.repeat(count(piece).into()))
                .collect()
        };
        let white = hand(|piece| piece.hand.0);
        let black = hand(|piece| piece.hand.1).to_lowercase();
        let has_hands =
            rules.builtin.contains_key("drops") || rules.captured_to() == CapturedTo::OwnerHand;
        if has_hands || !white.is_empty() || !black.is_empty() {
            format!("[{white}{black}]")
        } else {
            String::new()
        }
    }
}
