//! Parser: finds the definition in the elements of a text and reads its items.

use std::ops::Range;

use crate::source::{Diagnostic, Parse, Span, codes};

use super::ast::{Definition, Field, Item, Parameter, PieceLine};
use super::lexer::{Element, Fault, Kind, elements, lines};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// The largest number of items in one definition.
pub const MAX_ITEMS: usize = 4096;

/// A gap of more bytes of prose than this ends a definition.
const MAX_GAP: usize = 240;

/// The largest number of places of prose that a finding lists.
const MAX_PROSE_LABELS: usize = 12;

/// Finds the definition in `text` and reads it. The result has no items if the text contains none.
///
/// If the text has several definitions, the one in the first marked element of the page is read, otherwise the one with
/// most piece lines; the others are reported.
pub fn parse(text: &str) -> Parse<Definition> {
    if text.len() > MAX_TEXT {
        let message = format!("the text is longer than {MAX_TEXT} bytes and was not read");
        return Parse {
            value: Definition::default(),
            diagnostics: vec![Diagnostic::new(codes::TEXT_TOO_LONG, Span::at(0), message)],
        };
    }
    let elements = all_elements(text);
    let regions = regions(&elements);
    let Some(chosen) = choose(&regions) else {
        return Parse::clean(Definition {
            items: Vec::new(),
            prose: prose(&elements, 0..0),
        });
    };
    let mut findings = Vec::new();
    for other in regions
        .iter()
        .filter(|region| *region != chosen && region.is_definition())
    {
        let span = elements[other.range.start]
            .span
            .to(elements[other.range.end - 1].span);
        findings.push(
            Diagnostic::new(
                codes::NOT_CARRIED_OVER,
                span,
                "a second definition in the same text was not read",
            )
            .with_help("write each definition to a separate file"),
        );
    }
    let mut items = Vec::new();
    for element in &elements[chosen.range.clone()] {
        if items.len() == MAX_ITEMS {
            let message =
                format!("a definition has at most {MAX_ITEMS} items; the rest is not read");
            findings.push(Diagnostic::new(codes::TEXT_TOO_LONG, element.span, message));
            break;
        }
        match element.kind {
            Kind::Parameter(_) => items.push(Item::Parameter(parameter(text, element.span))),
            Kind::Piece(_) => items.push(Item::Piece(piece_line(text, element.span))),
            Kind::Broken(fault) => findings.push(broken(text, element.span, fault)),
            Kind::Prose => {}
        }
    }
    findings.extend(text_after_break(&elements[chosen.range.clone()]));
    let prose = prose(&elements, chosen.range.clone());
    findings.extend(prose_note(&prose));
    Diagnostic::sort(&mut findings);
    Parse {
        value: Definition { items, prose },
        diagnostics: findings,
    }
}

/// Whether `text` contains a definition: at least one piece line and one more item that cannot be prose.
pub fn looks_like_diagram(text: &str) -> bool {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    regions(&all_elements(&text[..end]))
        .iter()
        .any(Region::is_definition)
}

fn all_elements(text: &str) -> Vec<Element> {
    let mut all = Vec::new();
    for line in lines(text) {
        elements(text, &line, &mut all);
    }
    all
}

/// A run of elements that may be a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Region {
    range: Range<usize>,
    is_marked: bool,
    n_pieces: usize,
    n_strong: usize,
}

impl Region {
    fn is_definition(&self) -> bool {
        self.n_pieces > 0 && self.n_strong > 1
    }
}

/// The marked elements of the page, and the runs of strong elements with little prose between them.
fn regions(elements: &[Element]) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut start = 0;
    for block in elements.chunk_by(|a, b| a.diagram == b.diagram) {
        let range = start..start + block.len();
        start = range.end;
        if block[0].diagram.is_some() {
            regions.push(region(elements, range, true));
        } else {
            runs(elements, range, &mut regions);
        }
    }
    regions
}

fn runs(elements: &[Element], block: Range<usize>, regions: &mut Vec<Region>) {
    let strong: Vec<usize> = block
        .clone()
        .filter(|at| elements[*at].is_strong())
        .collect();
    let is_near = |a: &usize, b: &usize| {
        let gap = elements[*a + 1..*b]
            .iter()
            .filter(|between| between.kind == Kind::Prose);
        gap.map(|prose| prose.span.len()).sum::<usize>() <= MAX_GAP
    };
    for run in strong.chunk_by(is_near) {
        let (mut first, mut end) = (run[0], run[run.len() - 1] + 1);
        // Neighbors that are items with a slip, such as a misspelled key, belong to the run.
        let is_slip = |at: usize| {
            !matches!(
                elements[at].kind,
                Kind::Prose | Kind::Broken(Fault::OddFields | Fault::Behind)
            )
        };
        while first > block.start && !elements[first].apart && is_slip(first - 1) {
            first -= 1;
        }
        while end < block.end && !elements[end].apart && is_slip(end) {
            end += 1;
        }
        regions.push(region(elements, first..end, false));
    }
}

fn region(elements: &[Element], range: Range<usize>, is_marked: bool) -> Region {
    let inside = &elements[range.clone()];
    Region {
        range,
        is_marked,
        n_pieces: inside
            .iter()
            .filter(|element| element.is_sure_piece())
            .count(),
        n_strong: inside.iter().filter(|element| element.is_strong()).count(),
    }
}

fn choose(regions: &[Region]) -> Option<&Region> {
    let with_pieces = || regions.iter().filter(|region| region.n_pieces > 0);
    with_pieces().find(|region| region.is_marked).or_else(|| {
        // The first of the regions with most piece lines.
        with_pieces().rev().max_by_key(|region| region.n_pieces)
    })
}

/// `key "=" value`.
fn parameter(text: &str, span: Span) -> Parameter {
    let raw = &text[span.range()];
    let start = span.start as usize;
    let (key, value) = raw.split_once('=').unwrap_or((raw, ""));
    let value_start = (start + key.len() + 1).min(span.end as usize);
    Parameter {
        key: Field::new(key, start),
        value: Field::new(value, value_start),
    }
}

/// `name ":" id ":" move ":" image ":" squares [ ":" hand { ":" more } ]`.
fn piece_line(text: &str, span: Span) -> PieceLine {
    let mut at = span.start as usize;
    let mut fields = text[span.range()].split(':').map(|raw| {
        let field = Field::new(raw, at);
        at += raw.len() + 1;
        field
    });
    // A piece line has at least five fields.
    let mut field = || {
        fields
            .next()
            .unwrap_or_else(|| Field::new("", span.end as usize))
    };
    PieceLine {
        name: field(),
        id: field(),
        moves: field(),
        image: field(),
        squares: field(),
        hand: fields.next(),
        rest: fields.collect(),
    }
}

fn broken(text: &str, span: Span, fault: Fault) -> Diagnostic {
    let raw = &text[span.range()];
    match fault {
        Fault::TooFewFields => Diagnostic::new(
            codes::IMPORT_PIECE_LINE,
            span,
            format!(
                "a piece line has at least five fields, this one has {}",
                raw.split(':').count()
            ),
        )
        .with_help("write the colons of empty fields too, as in `knight:N:::b1,g1`"),
        Fault::EqualsSign => Diagnostic::new(
            codes::IMPORT_PIECE_LINE,
            span,
            "a piece line cannot contain `=`: the Interactive Diagram reads it as a parameter",
        ),
        Fault::OddFields => Diagnostic::new(
            codes::IMPORT_PIECE_LINE,
            span,
            "this line has five or more fields but is not a piece line",
        )
        .with_help("the fields are name, id, move, image, squares and hand"),
        Fault::Comment => Diagnostic::new(
            codes::DOUBTFUL_IMPORT,
            span,
            "this comment contains items, which are not read",
        ),
        Fault::Behind => Diagnostic::new(
            codes::NOT_CARRIED_OVER,
            span,
            "these words follow an item on its line and are not read",
        )
        .with_help("write values and fields without blanks, and other words on lines of their own"),
        Fault::BlankBeforeEquals => Diagnostic::new(
            codes::UNKNOWN_PARAMETER,
            span,
            "a space before `=` becomes part of the key, so this parameter is not read",
        )
        .with_help("write `key=value` without spaces"),
    }
}

/// The format's own program drops the text after `<br>` on the same line. In a page that has lost its line ends this
/// would be nearly all of it, so it is read and reported.
fn text_after_break(elements: &[Element]) -> Option<Diagnostic> {
    let is_item = |element: &&Element| element.kind != Kind::Prose && element.after_break;
    let first = elements.iter().find(is_item)?;
    Some(Diagnostic::new(
        codes::DOUBTFUL_IMPORT,
        first.span,
        "text after `<br>` on the same line is read as a separate line; the Interactive Diagram drops it",
    ))
}

/// The unread parts of the text, with neighbors joined.
fn prose(elements: &[Element], chosen: Range<usize>) -> Vec<Span> {
    let mut prose: Vec<Span> = Vec::new();
    let mut is_open = false;
    for (at, element) in elements.iter().enumerate() {
        if chosen.contains(&at) && element.kind != Kind::Prose {
            is_open = false;
            continue;
        }
        match prose.last_mut() {
            Some(last) if is_open => *last = last.to(element.span),
            _ => prose.push(element.span),
        }
        is_open = true;
    }
    prose
}

fn prose_note(prose: &[Span]) -> Option<Diagnostic> {
    let (first, rest) = prose.split_first()?;
    let n_bytes: usize = prose.iter().map(|span| span.len()).sum();
    let places: Vec<String> = prose
        .iter()
        .take(MAX_PROSE_LABELS)
        .map(|span| format!("{}..{}", span.start, span.end))
        .collect();
    let more = if prose.len() > MAX_PROSE_LABELS {
        ", …"
    } else {
        ""
    };
    let note = Diagnostic::new(
        codes::PROSE_SKIPPED,
        *first,
        format!(
            "{n_bytes} bytes look like prose and were not read: {}{more}",
            places.join(", ")
        ),
    );
    let labelled = rest.iter().take(MAX_PROSE_LABELS - 1);
    Some(labelled.fold(note, |note, span| note.with_label(*span, "prose, too")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dump(text: &str) -> String {
        let parsed = parse(text);
        let mut lines = parsed.value.to_string();
        for finding in parsed.diagnostics {
            let place = &text[finding.span.range()];
            lines += finding.code.as_str();
            lines += &[" [", place, "]\n"].concat();
        }
        lines
    }

    #[test]
    fn joined_lines_are_cut_at_blanks_and_names_keep_theirs() {
        let joined = "files=9 promoChoice= silver general:S:FfW:s:d1,f1 royal Queen:Q:nQ:queen:e1";
        let lines =
            "files=9\npromoChoice=\nsilver general:S:FfW:s:d1,f1\nroyal Queen:Q:nQ:queen:e1\n";
        assert_eq!(dump(joined), lines);
        assert_eq!(dump(lines), lines);
    }

    #[test]
    fn prose_is_found_by_what_it_is_not() {
        let page = "I like 3:2 and a=b.\n\nHere is my game, at last: files=6 pawn::::a2-f2 \
                    king::::d1 Enjoy! Try it.\nBye:";
        assert_eq!(
            dump(page),
            "files=6\npawn::::a2-f2\nking::::d1\nN0702 [I like 3:2 and a=b.\n\nHere is my game, at last:]\n"
        );
    }

    #[test]
    fn slips_near_the_items_are_not_prose() {
        let text = "flies=6\nranks = 6\npawn:P:fW\npawn::::a2-f2\nking:K:K:a=b:e1\nroyal=1\nmobs=2";
        assert_eq!(
            dump(text),
            "flies=6\npawn::::a2-f2\nroyal=1\nmobs=2\nW0702 [ranks = 6]\nE0701 [pawn:P:fW]\n\
             E0701 [king:K:K:a=b:e1]\n"
        );
    }

    #[test]
    fn slips_at_the_ends_of_a_line_belong_to_it() {
        let text = "A page.\n\nflies=6 pawn::::a2-f2 king:K:K::e1 mobs=2\n\nx=1";
        assert_eq!(
            dump(text),
            "flies=6\npawn::::a2-f2\nking:K:K::e1\nmobs=2\nN0702 [A page.]\n"
        );
    }

    #[test]
    fn a_line_of_its_own_may_have_blanks_in_its_fields() {
        let text = "files=6\nblack king:K:K:my king:d1\nrook : R : R : : a1, f1\n";
        assert_eq!(
            dump(text),
            "files=6\nblack king:K:K:my king:d1\nrook:R:R::a1, f1\n"
        );
    }

    #[test]
    fn a_marked_element_wins_and_the_other_definition_is_reported() {
        let text = "files=8 a::::a1 b::::b1 c::::c1\n<div class=\"idiagram\">\nsome words\nd::::d1\n</div>";
        assert_eq!(
            dump(text),
            "d::::d1\nW0701 [files=8 a::::a1 b::::b1 c::::c1]\nN0702 [files=8 a::::a1 b::::b1 \
             c::::c1\n<div class=\"idiagram\">\nsome words]\n"
        );
    }
}
