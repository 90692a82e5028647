//! The rules page, with its sections in order.

use std::fmt::Write;

use super::levels::Levels;
use super::words::{capitalized, list, lowered, plural, squares_by_name, zone_in_words};
use super::{captured, ends, pieces, special};
use crate::explain;
use crate::render::{
    BoardStyle, Caption, Figures, Marks, Theme, board_text, marks_svg, position_svg,
};
use ferz::definition::{PieceId, VariantDef};
use ferz::game::Variant;
use ferz::geometry::Zone;
use ferz::movement::Movement;
use ferz::state::{Color, Hand, Piece};

/// The form of boards and moves on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// As lines of text.
    Text(BoardStyle),
    /// As links to the files of [`pictures`].
    Files,
}

/// The rules of a variant as a page in Markdown.
pub fn rules_page(variant: &Variant, pictures: Pictures) -> String {
    let mut page = Page::default();
    let def = variant.def();
    page.heading(1, def.title.as_ref().unwrap_or(&def.name));
    if let Some(source) = &def.source {
        page.paragraph(&format!("*{source}*"));
    }
    board(variant, &mut page);
    set_up(variant, pictures, &mut page);
    page.heading(2, "Pieces");
    page.paragraph(
        "Moves are described and drawn as White makes them. Black makes them from the other side of the board: \
         forwards is down the board then, and left is White's right. Squares that are named are White's; by default, \
         Black's are their mirror image, rank for rank.",
    );
    if variant.shape().has_intersections() {
        page.paragraph(
            "Their distances are those of squares and intersections together: two steps straight \
             ahead lead from a square to the next one, and one step diagonally to an intersection.",
        );
    }
    pieces::sections(variant, pictures, &mut page);
    let mut rules: Vec<String> = captured::rules(variant)
        .into_iter()
        .chain(special::rules(variant))
        .collect();
    let custom = variant.custom_words();
    rules.extend(custom.iter().map(|text| with_zones(variant, text)));
    rules.extend(words_of_moves(variant));
    rules.extend(notations(&rules));
    page.section("Special rules", &rules);
    page.section("Promotion", &pieces::promotions(variant));
    page.heading(2, "The end of the game");
    ends::section(variant, &mut page);
    options(variant, &mut page);
    page.text
}

/// The SVG pictures of a page, with their file names.
pub fn pictures(variant: &Variant, theme: &Theme) -> Vec<(String, String)> {
    let def = variant.def();
    let title = def.title.as_ref().unwrap_or(&def.name);
    let start = variant.start();
    let board = position_svg(&start, Color::White, None, &Caption::new(title), theme);
    let mut files = vec![("start.svg".to_owned(), board)];
    let figures = Figures::of(variant, theme);
    for (role, (name, piece)) in variant.roles().zip(&def.pieces) {
        let id = PieceId::new(role.index());
        let is_told_elsewhere = matches!(pieces::drawn_as(variant, id), pieces::Drawn::As(_));
        if pieces::unmarked(def, piece).is_some()
            || is_told_elsewhere
            || pieces::is_template(variant, id)
        {
            continue;
        }
        if let Ok(marks) = Marks::of_piece(variant, name)
            && !marks.is_empty()
        {
            let figure = figures.figure(Piece {
                color: Color::White,
                role,
            });
            let caption = Caption::new(&capitalized(name));
            files.push((
                file_name(def, name),
                marks_svg(&marks, &figure, &caption, theme),
            ));
        }
    }
    files
}

/// The file name of a piece's picture. Names that would be equal get a number.
pub(super) fn file_name(def: &VariantDef, piece: &str) -> String {
    let stem = |name: &str| -> String {
        let plain = |c: char| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => c,
            _ => '-',
        };
        name.chars().map(plain).collect()
    };
    let name = stem(piece);
    let earlier = def.pieces.keys().take_while(|other| *other != piece);
    match earlier.filter(|other| stem(other) == name).count() {
        0 => format!("piece-{name}.svg"),
        // Stems contain no dot, so the numbered name is unique.
        n_alike => format!("piece-{name}.{}.svg", n_alike + 1),
    }
}

/// A page under construction.
#[derive(Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    pub(super) fn heading(&mut self, level: usize, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let _ = writeln!(self.text, "{} {text}", "#".repeat(level));
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.text, "\n{text}");
    }

    /// Adds sentences as a list.
    pub(super) fn items(&mut self, items: &[String]) {
        self.text.push('\n');
        for item in items {
            let _ = writeln!(self.text, "- {item}");
        }
    }

    /// Adds a heading with a list, unless the list is empty.
    pub(super) fn section(&mut self, title: &str, items: &[String]) {
        if !items.is_empty() {
            self.heading(2, title);
            self.items(items);
        }
    }

    /// Adds preformatted lines.
    pub(super) fn picture(&mut self, lines: &str) {
        let _ = writeln!(self.text, "\n```text\n{}\n```", lines.trim_end());
    }

    pub(super) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let _ = writeln!(self.text, "\n| {} |", head.join(" | "));
        let _ = writeln!(self.text, "|{}", " --- |".repeat(head.len()));
        for row in rows {
            let _ = writeln!(self.text, "| {} |", row.join(" | "));
        }
    }
}

fn board(variant: &Variant, page: &mut Page) {
    let shape = variant.shape();
    page.heading(2, "Board");
    let mut text = format!(
        "The board has {} files and {} ranks.",
        shape.squares_layer().files,
        shape.squares_layer().ranks
    );
    if let Some(names) = squares_by_name(shape, shape.holes()) {
        let _ = write!(text, " It has holes on {names}.");
    }
    if let Some(levels) = Levels::of(shape) {
        let _ = write!(text, " {}", levels.words(shape));
    }
    if has_hexagons(variant) {
        text.push_str(
            " The squares stand for hexagons: each touches those before and behind it, those on either \
             side, and two of the diagonal ones, diagonally forwards to the right and diagonally \
             backwards to the left.",
        );
    }
    if shape.has_intersections() {
        text.push_str(
            " The inner corners of the squares are places too, called intersections; each is named \
             by the square below it to the left: `b2+` is the upper right corner of b2.",
        );
    }
    page.paragraph(&text);
    if let Some(names) = squares_by_name(shape, shape.vanishing()) {
        page.paragraph(&format!(
            "The squares {names} exist only while a piece stands on them. Such a piece can be \
             captured there, and the square remains; when it moves away, the square is gone and \
             never returns. Nothing can move to or across a square that is gone."
        ));
    }
}

/// Whether a piece moves through the sides of cells as on a hexagonal board.
fn has_hexagons(variant: &Variant) -> bool {
    let Ok(through_sides) = Movement::new("W0frblF0") else {
        return false;
    };
    let mut moves = variant.def().pieces.values().flat_map(|piece| &piece.moves);
    moves.any(|one| one.movement == through_sides)
}

fn set_up(variant: &Variant, pictures: Pictures, page: &mut Page) {
    let start = variant.start();
    let def = variant.def();
    page.heading(2, "Set-up");
    match pictures {
        Pictures::Text(style) => page.picture(&board_text(&start, style)),
        Pictures::Files => page.paragraph("![The set-up](start.svg)"),
    }
    let mut items = vec![format!("FEN: `{}`", start.to_fen())];
    let sides = ["White", "Black"];
    for (side, hand) in sides.into_iter().zip(&start.setup().hands) {
        if !hand.is_empty() {
            items.push(format!(
                "{side} begins with {} in hand.",
                hand_words(variant, hand)
            ));
        }
    }
    for (place, stock) in variant.compiled_rules().stocks_in_words(start.setup()) {
        let held = Color::ALL.map(|color| stock.of_side(color));
        let held = sides.into_iter().zip(held);
        for (side, hand) in held.filter(|(_, hand)| !hand.is_empty()) {
            let words = hand_words(variant, hand);
            items.push(format!("{side} begins with {words} {place}."));
        }
    }
    if let Some(setups) = &def.setups {
        let numbers = setups.numbers();
        let mut item = format!(
            "There are {} set-ups, numbered {} to {}",
            setups.count().unwrap_or(0),
            numbers.start(),
            numbers.end()
        );
        if setups.start(setups.default).as_ref() == Some(&def.start) {
            let _ = write!(item, "; this one is number {}", setups.default);
        }
        items.push(item + ".");
    }
    items.push(format!("{} moves first.", sides[start.turn().index()]));
    page.items(&items);
}

fn hand_words(variant: &Variant, hand: &Hand) -> String {
    let pieces = &variant.def().pieces;
    let words: Vec<String> = hand
        .iter()
        .filter_map(|(role, count)| {
            let (name, _) = pieces.get_index(role.index())?;
            Some(plural(count, name))
        })
        .collect();
    list(&words, "and")
}

fn options(variant: &Variant, page: &mut Page) {
    let def = variant.def();
    let rows: Vec<Vec<String>> = def
        .settings
        .options
        .iter()
        .flat_map(|(option, values)| values.iter().map(move |value| (option, value)))
        .map(|(option, (value, change))| {
            let meaning = match change.about() {
                Some(words) => words.to_owned(),
                None if change.is_empty() => "as written above".to_owned(),
                None => format!("`{change}`"),
            };
            vec![format!("`{option}`"), format!("`{value}`"), meaning]
        })
        .collect();
    if !rows.is_empty() {
        page.heading(2, "Options");
        page.paragraph(
            "These rules may be changed by agreement; the first value is the rule above.",
        );
        page.table(&["option", "value", "meaning"], &rows);
    }
}

/// A sentence of a rule, with the quoted zones in words.
pub(super) fn with_zones(variant: &Variant, text: &str) -> String {
    let shape = variant.shape();
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(index, part)| match Zone::parse(part, shape) {
        _ if index % 2 == 0 => part.to_owned(),
        Ok(place) => zone_in_words(shape, &place),
        Err(_) => format!("`{part}`"),
    });
    parts.collect()
}

/// The meanings of the movements quoted in sentences.
fn notations(rules: &[String]) -> Option<String> {
    let quoted = |text: &String| -> Vec<String> {
        let parts = text.split('`').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let mut seen: Vec<String> = Vec::new();
    for text in rules.iter().flat_map(quoted) {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    let said: Vec<String> = (seen.iter())
        .filter_map(|text| {
            let meaning = explain::text(&Movement::new(text).ok()?);
            Some(format!(
                "`{text}` {}",
                lowered(meaning.trim_end_matches('.'))
            ))
        })
        .collect();
    (!said.is_empty()).then(|| format!("In this notation {}.", said.join("; ")))
}

/// The sentences of custom rules that end in the description of a movement.
fn words_of_moves(variant: &Variant) -> Vec<String> {
    let words = variant.custom_words_of_moves().into_iter();
    words
        .map(|(lead, movement)| {
            let mut text = lowered(&explain::text(movement));
            if lead.contains("changes places") {
                // In a swap the other piece is not captured.
                text = text.replace(", capturing it", "");
                text = text.replace("captures its own pieces, ", "goes to its own pieces, ");
            }
            format!("{lead} {text}")
        })
        .collect()
}
