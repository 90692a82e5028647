//! Concrete syntax: fixtures, the corpus, mutations, and the structure of every tree.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ferz::source::{Diagnostic, Span};
use ferz::syntax::betza::ast::{
    Atom, Bracket, Chain, Description, Item, Letter, Move, Number, Range, Repeat,
};
use ferz::syntax::betza::{SyntaxLimits, lex, parse, parse_with};

/// The collected strings, one a line.
pub(crate) fn corpus() -> impl Iterator<Item = &'static str> {
    include_str!("data/corpus.txt").lines()
}

/// Every `stride`-th of the texts that differ from `text` by one character deleted, inserted or
/// replaced.
pub(crate) fn mutations(text: &str, stride: usize) -> impl Iterator<Item = String> {
    const ALPHABET: &str = "NFWKXYPO@fawshz0139*'[]()-? é";
    let places: Vec<usize> = text
        .char_indices()
        .map(|(place, _)| place)
        .chain([text.len()])
        .collect();
    let mut all = Vec::new();
    for &place in &places {
        let (before, after) = text.split_at(place);
        let mut behind = after.chars();
        let removed = behind.next();
        if removed.is_some() {
            all.push(format!("{before}{}", behind.as_str()));
        }
        for char in ALPHABET.chars() {
            all.push(format!("{before}{char}{after}"));
            if removed.is_some() {
                all.push(format!("{before}{char}{}", behind.as_str()));
            }
        }
    }
    // Texts of different lengths begin at different places, so that all kinds get their turn.
    all.into_iter().skip(text.len() % stride).step_by(stride)
}

#[test]
fn good_fixtures_have_no_findings() {
    for (name, text) in fixtures("ok") {
        let parse = parse(&text);
        assert_eq!(render(&text, &parse.diagnostics), "", "{name}");
        check(&text);
        snapshot(
            &format!("ok__{name}"),
            &format!("{text}\n{}", outline(&parse.value)),
        );
    }
}

#[test]
fn bad_fixtures_have_their_findings() {
    for (name, text) in fixtures("err") {
        let parse = parse(&text);
        assert!(parse.has_errors(), "{name}");
        check(&text);
        snapshot(&format!("err__{name}"), &render(&text, &parse.diagnostics));
    }
}

#[test]
fn every_snapshot_has_its_fixture() {
    let mut expected = vec!["corpus.snap".to_owned()];
    for kind in ["ok", "err"] {
        expected.extend(
            fixtures(kind)
                .iter()
                .map(|(name, _)| format!("{kind}__{name}.snap")),
        );
    }
    expected.sort();
    assert_eq!(file_names(&root().join("snapshots/syntax")), expected);
}

#[test]
fn the_collected_strings_keep_their_readings() {
    let mut found = String::new();
    for text in corpus() {
        check(text);
        let codes: Vec<&str> = parse(text)
            .diagnostics
            .iter()
            .map(|finding| finding.code.as_str())
            .collect();
        if !codes.is_empty() {
            writeln!(found, "{text}  {}", codes.join(" ")).expect("a string takes everything");
        }
    }
    snapshot("corpus", &found);
}

#[test]
fn mutated_strings_keep_the_structure() {
    for text in corpus() {
        for mutation in mutations(text, 3) {
            check(&mutation);
        }
    }
}

#[test]
fn texts_of_one_repeated_sign_keep_the_structure() {
    for sign in "NFWKXYPOMfaw09*'[]()-? é".chars() {
        for repeated in [String::from(sign), format!("{sign}N"), format!("f{sign}")] {
            check(&repeated.repeat(40));
            check(&repeated.repeat(1000));
        }
    }
}

#[test]
fn moves_do_not_grow_together_where_something_was_left_out() {
    for (text, kept) in [
        ("F-FX", "F1FX"),
        ("N-NN", "N1NN"),
        ("K-K", "KK"),
        ("W(V)W", "W1W"),
    ] {
        let tree = parse(text);
        assert!(tree.has_errors(), "{text}");
        assert_eq!(tree.value.to_string(), kept, "{text}");
        assert_eq!(parse(kept).value.to_string(), kept);
    }
}

#[test]
fn the_limit_is_in_bytes_and_can_be_set() {
    let longest = "N".repeat(4096);
    assert!(parse(&longest).diagnostics.is_empty());
    let limits = SyntaxLimits { max_length: 3 };
    assert!(parse_with("fNN", &limits).diagnostics.is_empty());
    let refused = parse_with("éé", &limits);
    assert!(refused.value.moves.is_empty());
    assert_eq!(refused.diagnostics.len(), 1);
    assert_eq!(refused.diagnostics[0].code.as_str(), "E0108");
    assert_eq!(refused.diagnostics[0].span, Span::new(0, 4));
}

/// Reads `text` and looks at the structure of everything that comes of it.
fn check(text: &str) {
    let lexed = lex(text);
    let mut places: Vec<Span> = lexed.value.iter().map(|token| token.span).collect();
    places.extend(lexed.diagnostics.iter().map(|finding| finding.span));
    places.sort();
    let mut end = 0;
    for place in places {
        assert_eq!(place.start, end, "tokens of `{text}`");
        end = place.end;
    }
    assert_eq!(end as usize, text.len(), "tokens of `{text}`");

    let parse = parse(text);
    if let Err(fault) = validate(text, &parse.value, &parse.diagnostics) {
        panic!(
            "{fault}\n{}\n{}",
            outline(&parse.value),
            render(text, &parse.diagnostics)
        );
    }
}

/// Whether a tree and its findings account for the text: places nest and follow one another, leaves
/// are what the text has there, every byte is in a leaf or in a finding, and a tree without findings
/// prints back.
pub(crate) fn validate(
    text: &str,
    tree: &Description,
    diagnostics: &[Diagnostic],
) -> Result<(), String> {
    let mut walk = Walk {
        text,
        covered: vec![false; text.len()],
    };
    let mut end = 0;
    for one in &tree.moves {
        let span = one.span();
        walk.follows(span, &mut end)?;
        match one {
            Move::Chain(chain) => walk.chain(chain)?,
            Move::Bracket(bracket) => walk.bracket(bracket)?,
        }
    }
    let mut previous = 0;
    for finding in diagnostics {
        walk.finding(finding)?;
        if finding.span.start < previous {
            return Err(format!("{finding:?} is out of order"));
        }
        previous = finding.span.start;
    }
    if let Some(byte) = walk.covered.iter().position(|covered| !covered) {
        return Err(format!("byte {byte} of `{text}` is lost"));
    }
    if diagnostics.is_empty() && tree.to_string() != text {
        return Err(format!("`{text}` prints as `{tree}`"));
    }
    Ok(())
}

struct Walk<'t> {
    text: &'t str,
    covered: Vec<bool>,
}

impl Walk<'_> {
    fn chain(&mut self, chain: &Chain) -> Result<(), String> {
        let mut end = chain.span.start;
        for item in &chain.items {
            self.follows(item.span(), &mut end)?;
            match item {
                Item::Letter(letter) => self.letter(*letter)?,
                Item::Repeat(repeat) => self.repeat(repeat)?,
            }
        }
        self.follows(chain.atom.span, &mut end)?;
        self.atom(&chain.atom)?;
        self.extent(
            chain.span,
            chain.items.first().map_or(chain.atom.span, Item::span),
            chain.atom.span,
        )
    }

    fn repeat(&mut self, repeat: &Repeat) -> Result<(), String> {
        let mut end = self.sign("(", repeat.span.start)?;
        for letter in &repeat.letters {
            self.follows(letter.span, &mut end)?;
            self.letter(*letter)?;
        }
        if repeat.letters.is_empty() {
            return Err(format!("nothing is repeated at {:?}", repeat.span));
        }
        // Between the last letter and the closing sign there may be a stranger.
        let close = match self.text[end as usize..].find(')') {
            Some(offset) => end + offset as u32,
            None => return Err(format!("no `)` in {:?}", repeat.span)),
        };
        end = self.sign(")", close)?;
        if let Some(count) = repeat.count {
            self.follows(count.span, &mut end)?;
            self.number(count)?;
        }
        self.extent(repeat.span, repeat.span, Span { start: end, end })
    }

    fn bracket(&mut self, bracket: &Bracket) -> Result<(), String> {
        let mut end = bracket.span.start;
        for letter in &bracket.prefix {
            self.follows(letter.span, &mut end)?;
            self.letter(*letter)?;
        }
        let inner = end as usize..bracket.span.end as usize;
        // What stands between the leaves is brackets and joins, or strangers in findings.
        for (offset, char) in self.text[inner.clone()].char_indices() {
            if matches!(char, '[' | ']' | '-' | '?') {
                self.covered[inner.start + offset] = true;
            }
        }
        for (index, leg) in bracket.legs.iter().enumerate() {
            self.follows(leg.span, &mut end)?;
            let mut inside = leg.span.start;
            for letter in &leg.letters {
                self.follows(letter.span, &mut inside)?;
                self.letter(*letter)?;
            }
            self.follows(leg.atom.span, &mut inside)?;
            self.atom(&leg.atom)?;
            let first = leg.letters.first().map_or(leg.atom.span, |one| one.span);
            self.extent(leg.span, first, leg.atom.span)?;
            let last = index + 1 == bracket.legs.len();
            if last == leg.join.is_some() {
                return Err(format!("the join of the leg at {:?} is wrong", leg.span));
            }
        }
        let end = bracket.span.end as usize;
        if bracket.legs.is_empty() || !self.text[..end].ends_with(']') {
            return Err(format!("the bracket at {:?} is not whole", bracket.span));
        }
        Ok(())
    }

    fn atom(&mut self, atom: &Atom) -> Result<(), String> {
        let mut end = atom.span.start;
        self.follows(atom.letter.span, &mut end)?;
        self.letter(atom.letter)?;
        let again = atom.doubled.map(|span| Letter {
            char: atom.letter.char,
            span,
        });
        for letter in again.iter().chain(&atom.suffixes) {
            self.follows(letter.span, &mut end)?;
            self.letter(*letter)?;
        }
        if atom.doubled.is_some() && !atom.suffixes.is_empty() {
            return Err(format!("{:?} is doubled and has suffixes", atom.span));
        }
        match atom.range {
            Some(Range::Number(number)) => {
                self.follows(number.span, &mut end)?;
                self.number(number)?;
            }
            Some(Range::Star(span)) => {
                self.follows(span, &mut end)?;
                self.leaf(span, "*")?;
            }
            None => {}
        }
        if let Some(span) = atom.apostrophe {
            self.follows(span, &mut end)?;
            self.leaf(span, "'")?;
        }
        self.extent(atom.span, atom.letter.span, Span { start: end, end })
    }

    fn number(&mut self, number: Number) -> Result<(), String> {
        let text = self.text;
        let written = &text[number.span.range()];
        let value = written.trim_start_matches('0');
        let value = match value.len() {
            0 => 0,
            1 | 2 => value.parse::<u8>().map_err(|error| error.to_string())?,
            _ => 99,
        };
        if value != number.value {
            return Err(format!("`{written}` became {}", number.value));
        }
        self.leaf(number.span, written)
    }

    fn letter(&mut self, letter: Letter) -> Result<(), String> {
        self.leaf(letter.span, letter.char.encode_utf8(&mut [0; 4]))
    }

    /// A leaf is what the text has at its place, and no other leaf is there.
    fn leaf(&mut self, span: Span, wanted: &str) -> Result<(), String> {
        if self.text.get(span.range()) != Some(wanted) {
            return Err(format!("`{}` has no `{wanted}` at {span:?}", self.text));
        }
        for covered in &mut self.covered[span.range()] {
            if std::mem::replace(covered, true) {
                return Err(format!("two leaves at {span:?} of `{}`", self.text));
            }
        }
        Ok(())
    }

    fn sign(&mut self, sign: &str, start: u32) -> Result<u32, String> {
        let end = start + sign.len() as u32;
        self.leaf(Span { start, end }, sign)?;
        Ok(end)
    }

    /// A sibling begins where the one before it ended, or later.
    fn follows(&self, span: Span, end: &mut u32) -> Result<(), String> {
        if span.start < *end || span.is_empty() || span.end as usize > self.text.len() {
            return Err(format!("{span:?} of `{}` is out of order", self.text));
        }
        *end = span.end;
        Ok(())
    }

    /// A node reaches from its first part to its last.
    fn extent(&self, node: Span, first: Span, last: Span) -> Result<(), String> {
        if (node.start, node.end) == (first.start, last.end) {
            Ok(())
        } else {
            Err(format!("{node:?} of `{}` is not its parts", self.text))
        }
    }

    fn finding(&mut self, finding: &Diagnostic) -> Result<(), String> {
        let nothing = self.text.is_empty();
        let labels = finding.labels.iter().map(|(span, _)| *span);
        for span in [finding.span].into_iter().chain(labels) {
            if self.text.get(span.range()).is_none() || span.is_empty() != nothing {
                return Err(format!("{span:?} is no place in `{}`", self.text));
            }
            self.covered[span.range()].fill(true);
        }
        let message = &finding.message;
        let capital = message.starts_with(|first: char| first.is_uppercase());
        if message.is_empty() || message.contains('\n') || message.ends_with('.') || capital {
            return Err(format!("the message `{message}` is not in style"));
        }
        if message.len() + finding.help.as_deref().unwrap_or_default().len() > 300 {
            return Err(format!("the message `{message}` is too long"));
        }
        Ok(())
    }
}

/// The findings as a reader sees them: the text, and under it each place with its words.
fn render(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut page = String::new();
    for finding in diagnostics {
        let shown = text.chars().count() <= 80;
        if shown {
            page.push_str(text);
            page.push('\n');
        }
        let mut places = vec![(
            finding.span,
            '^',
            format!(
                "{}[{}]: {}",
                finding.severity.as_str(),
                finding.code,
                finding.message
            ),
        )];
        for (span, words) in &finding.labels {
            places.push((*span, '-', words.clone()));
        }
        for (span, mark, words) in places {
            if shown {
                let before = text[..span.start as usize].chars().count();
                let marks = text[span.range()].chars().count().max(1);
                page.extend(std::iter::repeat_n(' ', before));
                page.extend(std::iter::repeat_n(mark, marks));
                page.push(' ');
            }
            writeln!(page, "{span:?} {words}").expect("a string takes everything");
        }
        if let Some(help) = &finding.help {
            writeln!(page, "help: {help}").expect("a string takes everything");
        }
        page.push('\n');
    }
    page
}

/// The tree with its places, one node a line.
fn outline(tree: &Description) -> String {
    let mut page = String::new();
    for one in &tree.moves {
        let lines = match one {
            Move::Chain(chain) => {
                let mut lines = vec![format!("chain {:?}", chain.span)];
                for item in &chain.items {
                    match item {
                        Item::Letter(letter) => lines.push(outline_letter("  letter", letter)),
                        Item::Repeat(repeat) => {
                            lines.push(format!("  group {:?}", repeat.span));
                            lines.extend(
                                repeat
                                    .letters
                                    .iter()
                                    .map(|letter| outline_letter("    letter", letter)),
                            );
                            lines.extend(repeat.count.map(|count| {
                                format!("    count {} {:?}", count.value, count.span)
                            }));
                        }
                    }
                }
                lines.extend(outline_atom("  ", &chain.atom));
                lines
            }
            Move::Bracket(bracket) => {
                let mut lines = vec![format!("bracket {:?}", bracket.span)];
                lines.extend(
                    bracket
                        .prefix
                        .iter()
                        .map(|letter| outline_letter("  prefix", letter)),
                );
                for leg in &bracket.legs {
                    let join = leg.join.map_or(String::new(), |join| format!(" {join:?}"));
                    lines.push(format!("  leg {:?}{join}", leg.span));
                    lines.extend(
                        leg.letters
                            .iter()
                            .map(|letter| outline_letter("    letter", letter)),
                    );
                    lines.extend(outline_atom("    ", &leg.atom));
                }
                lines
            }
        };
        for line in lines {
            page.push_str(&line);
            page.push('\n');
        }
    }
    page
}

fn outline_letter(kind: &str, letter: &Letter) -> String {
    format!("{kind} {} {:?}", letter.char, letter.span)
}

fn outline_atom(indent: &str, atom: &Atom) -> Vec<String> {
    let mut lines = vec![format!("{indent}atom {:?}", atom.span)];
    lines.push(outline_letter(&format!("{indent}  letter"), &atom.letter));
    lines.extend(
        atom.doubled
            .map(|span| format!("{indent}  doubled {span:?}")),
    );
    for suffix in &atom.suffixes {
        lines.push(outline_letter(&format!("{indent}  suffix"), suffix));
    }
    lines.extend(atom.range.map(|range| match range {
        Range::Number(number) => format!("{indent}  range {} {:?}", number.value, number.span),
        Range::Star(span) => format!("{indent}  range * {span:?}"),
    }));
    lines.extend(
        atom.apostrophe
            .map(|span| format!("{indent}  apostrophe {span:?}")),
    );
    lines
}

fn root() -> PathBuf {
    Path::new(root!()).join("tests")
}

fn file_names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .expect("a directory of test data")
        .map(|entry| {
            let name = entry.expect("an entry of a directory").file_name();
            name.into_string().expect("a name in UTF-8")
        })
        .collect();
    names.sort();
    names
}

/// The names and texts in `tests/data/betza/<kind>`; the line break at the end of a file is not
/// part of its text.
fn fixtures(kind: &str) -> Vec<(String, String)> {
    let directory = root().join("data/betza").join(kind);
    let fixtures: Vec<(String, String)> = file_names(&directory)
        .into_iter()
        .map(|file| {
            let text = std::fs::read_to_string(directory.join(&file)).expect("a fixture");
            let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
            let name = file.strip_suffix(".betza").expect("a name in .betza");
            (name.to_owned(), text)
        })
        .collect();
    assert!(!fixtures.is_empty(), "no fixtures in {kind}");
    fixtures
}

fn snapshot(name: &str, content: &str) {
    insta::with_settings!({
        snapshot_path => "snapshots/syntax",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, content);
    });
}
