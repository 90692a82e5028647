//! PGN: converts a stream of bytes to games with all annotations, and such games to text.
//!
//! `python/ferz/_pgn.py` has the classes that Python sees.

use std::collections::VecDeque;
use std::sync::Arc;

use ferz::game;
use ferz::notation::{
    Annotation, Claims, Comment, GameSplitter, GameText, Glyph, MoveNumber, MoveStyle, Pgn,
    PgnLimits, PgnMove, PgnStyle, Replay, Tag, Variations, Word, read_pgn, variant_names,
};
use ferz::source::{Diagnostic, Parse, Span, codes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::guarded;
use crate::finding::Finding;
use crate::game::Game;
use crate::interruptible::interruptible;
use crate::variant::{Shared, Variant, shared_builtin};

/// The maximum number of compiled variants that a reader caches.
const KEPT: usize = 64;

/// Texts with fewer bytes are processed without the possibility to stop.
const SHORT: usize = 1 << 16;

/// The text of a null move.
const NULL_MOVE: &str = "--";

/// A move for Python: text, text by squares, number, whether the number is followed by three dots,
/// annotations.
type MoveTuple = (
    String,
    Option<String>,
    Option<u32>,
    bool,
    Vec<AnnotationTuple>,
);

/// Annotations before the first move, and the moves.
type LineTuple = (Vec<AnnotationTuple>, Vec<MoveTuple>);

/// A glyph, a comment or a variation.
#[derive(FromPyObject, IntoPyObject)]
enum AnnotationTuple {
    Glyph(u16),
    Comment(String),
    Variation(LineTuple),
}

/// A game for Python: the game, tags, line, result, findings, the number of its first line.
type GameTuple = (
    Option<Game>,
    Vec<(String, String)>,
    LineTuple,
    Option<String>,
    Vec<Finding>,
    usize,
);

/// The part of a game that is read without the interpreter's lock.
struct Played {
    game: Option<(Arc<Shared>, game::Game)>,
    tags: Vec<(String, String)>,
    line: LineTuple,
    result: Option<String>,
    findings: Vec<Finding>,
    line_number: usize,
}

/// Splits a stream of bytes into games, and reads them one by one.
#[pyclass(module = "ferz._core")]
struct PgnReader {
    splitter: GameSplitter,
    given: Option<Arc<Shared>>,
    /// Variants by the names in earlier games; the most recently used ones are last.
    known: VecDeque<(String, Arc<Shared>)>,
}

#[pymethods]
impl PgnReader {
    #[new]
    #[pyo3(signature = (variant=None))]
    fn new(variant: Option<&Bound<'_, Variant>>) -> PgnReader {
        PgnReader {
            splitter: GameSplitter::new(PgnLimits::default()),
            given: variant.map(|variant| Arc::clone(&variant.get().shared)),
            known: VecDeque::new(),
        }
    }

    /// Receives the next bytes of the stream; an empty string is its end.
    fn feed(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            self.splitter.finish();
        } else {
            self.splitter.feed(bytes);
        }
    }

    /// The next game; `None` if more bytes are needed.
    fn next_game(&mut self, py: Python<'_>) -> PyResult<Option<GameTuple>> {
        let Some(text) = self.splitter.next_game() else {
            return Ok(None);
        };
        // The splitter has already limited the length.
        let limits = PgnLimits {
            game_bytes: usize::MAX,
            ..PgnLimits::default()
        };
        let read = py.detach(|| guarded(|| Ok(read_pgn(&text.text, limits))))?;
        let shared = self.variant(py, read.value.variant_name())?;
        let work = || played(&text, read, shared);
        let played = if text.text.len() < SHORT {
            py.detach(|| guarded(|| Ok(work())))?
        } else {
            interruptible(py, |_| work())?
        };
        let game = played.game.map(|(shared, game)| Game::of(shared, game));
        Ok(Some((
            game,
            played.tags,
            played.line,
            played.result,
            played.findings,
            played.line_number,
        )))
    }
}

impl PgnReader {
    /// The variant that a game names; `None` if no built-in variant has this name.
    fn variant(&mut self, py: Python<'_>, name: &str) -> PyResult<Option<Arc<Shared>>> {
        if let Some(given) = &self.given {
            return Ok(Some(Arc::clone(given)));
        }
        let found = self.known.iter().position(|(other, _)| other == name);
        let known = if let Some(known) = found.and_then(|at| self.known.remove(at)) {
            known
        } else {
            let compile = || variant_names(name).find_map(|name| shared_builtin(&name));
            let Some(shared) = interruptible(py, |_| compile())? else {
                return Ok(None);
            };
            (name.to_owned(), shared)
        };
        if self.known.len() == KEPT {
            self.known.pop_front();
        }
        let shared = Arc::clone(&known.1);
        self.known.push_back(known);
        Ok(Some(shared))
    }
}

/// Replays a game.
fn played(source: &GameText, read: Parse<Pgn>, shared: Option<Arc<Shared>>) -> Played {
    let (mut pgn, mut diagnostics) = (read.value, read.diagnostics);
    if source.omitted > 0 {
        let message = format!("{} bytes of the game are omitted", source.omitted);
        let place = Span::at(source.text.len());
        diagnostics.push(Diagnostic::new(codes::PGN_LIMIT, place, message));
    }
    if source.is_latin1 {
        let message = "the game is not in UTF-8; it was read as Latin-1";
        let finding = Diagnostic::new(codes::PGN_ENCODING, Span::at(0), message);
        diagnostics.insert(0, finding);
    }
    let written = pgn.line.clone();
    let mut errors = None;
    let game = if let Some(shared) = shared {
        let replay = Replay {
            variations: Variations::Played,
            style: MoveStyle::Squares,
            claims: Claims::Believed,
        };
        let replayed = pgn.replay(&shared.variant, replay);
        let found = replayed.diagnostics.iter();
        let found = found.filter(|finding| finding.is_error());
        let found: Vec<u32> = found.map(|finding| finding.span.start).collect();
        diagnostics.extend(replayed.diagnostics);
        errors = replayed.value.is_some().then_some(found);
        replayed
            .value
            .map(|game| (shared.or_other(game.position().variant()), game))
    } else {
        let message = format!("unknown variant `{}`", pgn.variant_name());
        let span = pgn.tag_word("Variant").map(|word| word.span);
        let code = codes::RECORD_VARIANT;
        diagnostics.push(Diagnostic::new(code, span.unwrap_or_default(), message));
        None
    };
    let tags = pgn.tags.iter();
    Played {
        game,
        tags: tags
            .map(|tag| (tag.name.clone(), tag.value.text.clone()))
            .collect(),
        line: line_tuple(&written, &pgn.line, errors.as_deref()),
        result: pgn.result.map(|word| word.text),
        findings: Finding::all(&diagnostics, &source.text),
        line_number: source.line,
    }
}

/// A line as written and as played; `errors` are the places of illegal moves, `None` if the line
/// was not played.
fn line_tuple(
    written: &ferz::notation::Line,
    played: &ferz::notation::Line,
    mut errors: Option<&[u32]>,
) -> LineTuple {
    let before = annotation_tuples(&written.before, &played.before, errors);
    let pairs = written.moves.iter().zip(&played.moves);
    let moves = pairs.map(|(word, mv)| {
        let inside = |start: &u32| (mv.span.start..=mv.span.end).contains(start);
        // After an illegal move nothing is played.
        errors = errors.filter(|errors| !errors.iter().any(inside));
        (
            word.text.clone(),
            errors.map(|_| mv.text.clone()),
            mv.number.map(|number| number.number),
            mv.number.is_some_and(|number| number.is_black),
            annotation_tuples(&word.annotations, &mv.annotations, errors),
        )
    });
    let moves = moves.collect();
    (before, moves)
}

fn annotation_tuples(
    written: &[Annotation],
    played: &[Annotation],
    errors: Option<&[u32]>,
) -> Vec<AnnotationTuple> {
    let pairs = written.iter().zip(played);
    let tuples = pairs.map(|pair| match pair {
        (Annotation::Variation(written), Annotation::Variation(played)) => {
            AnnotationTuple::Variation(line_tuple(written, played, errors))
        }
        (Annotation::Glyph(glyph), _) => AnnotationTuple::Glyph(glyph.0),
        (Annotation::Comment(comment), _) => AnnotationTuple::Comment(comment.text.clone()),
        (Annotation::Variation(written), _) => {
            AnnotationTuple::Variation(line_tuple(written, written, None))
        }
    });
    tuples.collect()
}

/// Writes a game in PGN export format.
#[pyfunction]
fn write_game(
    tags: Vec<(String, String)>,
    line: LineTuple,
    result: Option<String>,
) -> PyResult<String> {
    guarded(|| {
        let mut pgn = Pgn {
            line: line_of(line)?,
            ..Pgn::default()
        };
        for (name, value) in &tags {
            pgn.tags.push(Tag {
                name: tag_name(name)?.to_owned(),
                value: Word::from(value.as_str()),
            });
        }
        if let Some(result) = result {
            if result.is_empty() || result.contains(char::is_whitespace) {
                let message = format!("`{result}` is no result of a game");
                return Err(PyValueError::new_err(message));
            }
            pgn.result = Some(Word::from(result.as_str()));
        }
        Ok(pgn.to_text(PgnStyle::Export))
    })
}

fn line_of((before, moves): LineTuple) -> PyResult<ferz::notation::Line> {
    let moves = moves.into_iter();
    let moves = moves.map(|(text, _, number, is_black, annotations)| {
        let is_sign = |sign: char| sign.is_whitespace() || "{}()[]$".contains(sign);
        if text.is_empty() || text.contains(is_sign) && text != NULL_MOVE {
            let message = format!("`{text}` is no text of a move");
            return Err(PyValueError::new_err(message));
        }
        Ok(PgnMove {
            text,
            span: Span::default(),
            number: number.map(|number| MoveNumber { number, is_black }),
            annotations: annotations_of(annotations)?,
        })
    });
    Ok(ferz::notation::Line {
        before: annotations_of(before)?,
        moves: moves.collect::<PyResult<_>>()?,
    })
}

fn annotations_of(tuples: Vec<AnnotationTuple>) -> PyResult<Vec<Annotation>> {
    let annotations = tuples.into_iter().map(|tuple| {
        Ok(match tuple {
            AnnotationTuple::Glyph(number) => Annotation::Glyph(Glyph(number)),
            AnnotationTuple::Comment(text) => Annotation::Comment(Comment { text }),
            AnnotationTuple::Variation(line) => Annotation::Variation(line_of(line)?),
        })
    });
    annotations.collect()
}

/// Checks that a tag can have this name.
pub(crate) fn tag_name(name: &str) -> PyResult<&str> {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    if name.is_empty() || !name.chars().all(is_sign) {
        let message = format!("`{name}` is no name of a tag");
        return Err(PyValueError::new_err(message));
    }
    Ok(name)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PgnReader>()?;
    module.add_function(wrap_pyfunction!(write_game, module)?)
}
