//! Reader of a definition.

use indexmap::IndexMap;

use super::board::BoardBuilder;
use super::letters::{self, LetterRequest};
use super::pieces::Piece;
use super::promotion::Promotions;
use super::reader::{Reader, Setting, list};
use super::special::Passing;
use super::{promotion, shuffle};
use crate::definition::place::TextPlace;
use crate::definition::{CapturedTo, PieceDef, PromotionDef, RulesDef, VariantDef};
use crate::formats::findings::{self, Finding, Heirs, Read, ReadText};

use crate::geometry::BoardShape;
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::syntax::diagram::{Item, parse};

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
